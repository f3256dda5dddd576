"""Effects to sound: prompts become words, words become PCM, and the mixer plays them to the sample."""

"""What a Vosk model folder is made of: phones, lexicon, graph, and the finite-state files written from them."""

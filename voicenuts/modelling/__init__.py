"""What a Vosk model folder is made of: phones, lexicon, graph, and the files written from them."""

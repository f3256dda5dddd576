"""Instruments around the game: bot players, simulations, measurements."""

"""The table: hearing, arbiter, game and speaking joined into one function of audio."""

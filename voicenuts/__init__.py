"""Voicenuts: squirrel party games played aloud around a real table, without screen or network."""

"""The stages of hearing that can be left out, to measure what each of them is worth."""

from __future__ import annotations

STAGES = frozenset({"echo", "separation", "ambience", "onset"})
"""`echo`: the loudspeaker's sound is subtracted on every channel.  `separation`: every seat gets a beam that
leaves out the other mouths.  `ambience`: what sounds everywhere alike is nobody's voice.  `onset`: onsets are
corrected by how the word begins, and know their error."""

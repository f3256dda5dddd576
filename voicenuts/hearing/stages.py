"""The stages of hearing that can be left out, to measure what each of them is worth."""

from __future__ import annotations

STAGES = frozenset({"echo", "gate", "separation", "onset"})
"""`echo`: the loudspeaker's sound is cancelled on every channel.  `gate`: what the narrator is saying now is
no call when it is heard everywhere at once.  `separation`: every seat gets a beam that leaves out the other
mouths. `onset`: onsets are corrected by how the word begins, and know their error."""

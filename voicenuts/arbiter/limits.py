"""The time and level limits of the shout window, in samples and decibels.

The first seven and `T_EXTEND` are the game rules' own numbers; `T_NOTICE` and `T_LEAD` describe how
the voice detector reports speech.
"""

from __future__ import annotations

from voicenuts.values import samples

T_GRACE = samples(1500)
"""After the first bid's onset the others may still bid this long, if no bid is decisive."""

T_FINAL = samples(2000)
"""No decision waits longer than this for results that are still outstanding."""

T_CLAIM = samples(4000)
"""A call may follow the press of its seat's key this much later and still count from the press."""

DEAD_HEAT = samples(80)
"""Two onsets closer than this are a dead heat, however well they are known."""

ERROR_MOST = samples(80)
"""An onset known no better than this counts as known this well, so that a decision never waits for long."""

T_EARLY = samples(150)
"""A call may begin this long before the window opens (nobody reacts that fast: it was a good guess)."""

XTALK_DT = samples(120)
"""The same phrase on two channels within this time may be one voice heard twice."""

XTALK_DB = 6.0
"""A channel louder by this much is clearly the one spoken into."""

XTALK_EVEN = samples(20)
"""Of two channels with one voice and like levels, the earlier is only surely its own by more than this."""

T_EXTEND = samples(2500)
"""A window with a fixed end waits this long for a call that began before it."""

T_NOTICE = samples(180)
"""Speech is reported as in progress at the latest this long after its onset: a voice is noticed after 40 ms
and told at the end of a block (30 ms), and its onset lies at most 110 ms before.  Of 342 calls in rooms and
noise half were reported 80 ms after their true onset, 99 % within 174 ms."""

T_LEAD = samples(350)
"""A call's onset lies at most this long after the start of the speech it was found in (the pre-roll)."""

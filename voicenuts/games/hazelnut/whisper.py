"""A card told by the one loudspeaker, which its drawer holds to an ear: hand over, whisper, lay down.

Every card goes the same way in the same time; nobody is heard calling before the device lies on the
table again.
"""

from __future__ import annotations

from voicenuts.games.basics import say
from voicenuts.games.hazelnut.state import T_BACK, Phase, State
from voicenuts.games.hazelnut.turn import Step, nudge
from voicenuts.values import Cue, Effect, Name, Rank, Secret


def hand_over(state: State) -> Step:
    """The drawer is asked to take the device to an ear."""
    state = state._replace(phase=Phase.EAR, window=None, nudged=False)
    return state, (ask_ear(state), nudge(state))


def ask_ear(state: State) -> Effect:
    """What the drawer is asked."""
    return say("prompt-ear", rank=Rank.PROMPT, seat=Name(state.active))


def whisper(state: State) -> Step:
    """The word, once; then the drawer has some time to give the device back."""
    state = state._replace(phase=Phase.WHISPER, whispers=state.whispers + 1)
    return state, (Secret(state.active, f"card-{state.in_paw}"), Cue(f"told-{state.whispers}", T_BACK))


def lay_down(state: State) -> Step:
    """The device goes back to the middle, and says so; the calls come after that."""
    return state._replace(phase=Phase.LAID), (say("on-table"), Cue(f"laid-{state.turn}"))

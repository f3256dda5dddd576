"""Signing on: the players tell by voice how many they are, who sits where, and are tried out one by one.

Three functions and a state, as a game has them, so that a table runs it like one: what is open to be
said, questions, help, pauses and taking back work as in every game.  Its seats are microphone channels.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from voicenuts.table import dice_wish
from voicenuts.table import sign_on_questions as questions
from voicenuts.table.sign_on_state import (
    LOUD_DB,
    LOUDER_DB,
    MOST,
    NUMBERS,
    QUIET_DB,
    SAME_MOUTH,
    T_EAR,
    T_PATIENCE,
    T_SILENCE,
    Answered,
    Event,
    Options,
    Outcome,
    Phase,
    Quit,
    Resume,
    Signed,
    State,
    Step,
)
from voicenuts.table.starter import BEGIN, may_begin, told, wants
from voicenuts.values import Asked, Cue, Cued, Earcon, Effect, Heard, Listing, Say, SecretMode

__all__ = [
    "BY_ONSET",
    "SHOUTS",
    "TOPICS",
    "Options",
    "Quit",
    "Resume",
    "State",
    "command",
    "listening",
    "new",
    "step",
    "vocabulary",
]

SHOUTS: Final[frozenset[str]] = frozenset()
BY_ONSET: Final[frozenset[str]] = frozenset()
TOPICS: Final[tuple[str, ...]] = ()


def new(channels: int, options: Options, seed: int = 0) -> State:
    """Before the first question; `Cued("start", at)` begins."""
    return State(options, channels)


def listening(state: State) -> tuple[frozenset[str], ...]:
    """For each channel what may be said on it now, universal commands apart."""
    wishes = frozenset[str]() if state.phase in (Phase.SETUP, Phase.OVER) else frozenset({dice_wish.GROUP})
    wishes |= {BEGIN} if may_begin(state) else frozenset()
    return tuple(answers | wishes for answers in questions.answers(state))


def vocabulary(state: State) -> frozenset[str]:
    """What is said before a game is no matter of turns."""
    return frozenset()


def step(state: State, event: Event) -> Step:
    """The state after `event` and what to do about it; what fits nowhere changes nothing."""
    match event:
        case Answered():
            return _answered(state, event)
        case Cued(id="start") if state.phase is Phase.SETUP:
            return _begin(state)
        case Cued(id=id) if id == f"silence-{state.asked}":
            return _silence(state)
        case Cued(id=id) if id == f"ear-{state.asked}":
            return state, (Say(state.signed[-1].channel, "ear-number", (("number", NUMBERS[state.number]),)),)
        case Asked():
            return state, (questions.answer(state, event),)
        case Resume():
            return _ask(state, state.phase)
        case Quit():
            return state._replace(phase=Phase.OVER, outcome=None), (Say(None, "sign-on-quit"),)
    return state, ()


def command(heard: Heard) -> Answered:
    """A phrase as the answer it may be."""
    return Answered(heard.seat, heard.phrase, heard.level_db, heard.onset)


# ---------------------------------------------------------------- questions


def _begin(state: State) -> Step:
    """The same players again, or others."""
    if state.options.seated:
        return _same(state)
    if state.options.last:
        return _ask(state, Phase.SAME)
    return _count(state)


def _same(state: State) -> Step:
    """All is known of the players, but perhaps not how they want to be told secrets."""
    if state.options.asks_last:
        return _ask(state._replace(outcome=Outcome.SAME), Phase.SECRET)
    return _over(state, Outcome.SAME)


def _count(state: State) -> Step:
    if state.most == min(NUMBERS.values()):
        return _ask(state._replace(wanted=state.most), Phase.NAME)
    return _ask(state, Phase.COUNT)


def _ask(state: State, phase: Phase, before: tuple[Effect, ...] = (), again: bool = False) -> Step:
    """Put the question of `phase`, the usual way or `again` in other words, and wait for an answer."""
    tries = state.tries + 1 if again else 0
    state = state._replace(phase=phase, asked=state.asked + 1, tries=tries)
    patient = tries and phase not in (Phase.EAR, Phase.WORD)
    cues: tuple[Effect, ...] = (Cue(f"silence-{state.asked}", T_PATIENCE if patient else T_SILENCE),)
    if phase is Phase.EAR:
        cues = (Cue(f"ear-{state.asked}", T_EAR), *cues)
    if phase in (Phase.SETUP, Phase.OVER):
        return state, before
    return state, (*before, questions.question(state), *cues)


def _silence(state: State) -> Step:
    """Nobody answered: other words, another way, or patience."""
    match state.phase:
        case Phase.EAR:
            return _ear_failed(state)
        case Phase.WORD if state.tries:
            return _next(state, (Say(None, "word-later", (("name", state.signed[-1].name),)),))
        case Phase.SECRET if state.tries:
            return _done(state, "open")
        case _ if state.tries:
            return state, (Earcon(f"your-turn-{min(len(state.signed) + 1, MOST)}"),)
    return _ask(state, state.phase, again=True)


# ---------------------------------------------------------------- answers


def _answered(state: State, event: Answered) -> Step:
    if event.phrase not in _open(state, event.seat):
        return _moved(state, event), ()
    group, _, said = event.phrase.partition(".")
    if event.phrase == BEGIN or group == dice_wish.GROUP:
        return _wish(state, event)
    match state.phase, group:
        case Phase.SAME, _:
            return _same(state) if said == "yes" else _count(state)
        case Phase.COUNT, _:
            return _ask(state._replace(wanted=NUMBERS[said]), Phase.NAME)
        case Phase.NAME, _:
            player = Signed(event.seat, state.free[said], event.level_db)
            state = state._replace(signed=(*state.signed, player), name_at=event.at)
            return _ask(state, Phase.EAR if state.options.ears else Phase.WORD)
        case Phase.EAR, _:
            if said != state.number:
                return _ear_failed(state)
            return _ask(_last(state, ear=True), Phase.WORD)
        case Phase.WORD, _:
            return _tried_out(state, event)
        case Phase.SECRET, _:
            return _done(state, "whisper" if said == "yes" else "open")
    return state, ()


def _open(state: State, channel: int) -> frozenset[str]:
    """The phrase ids that are answers on this channel now."""
    names = listening(state)[channel] if channel in range(state.channels) else frozenset()
    ids = {"answer": ("yes", "no"), "number": tuple(NUMBERS), dice_wish.GROUP: dice_wish.WISHES}
    return frozenset(
        id for name in names for id in ([f"{name}.{tail}" for tail in ids[name]] if name in ids else [name])
    )


def _moved(state: State, event: Answered) -> State:
    """A name also heard on a louder channel was said there, and leaked where it was heard first."""
    if state.phase not in (Phase.EAR, Phase.WORD) or not event.phrase.startswith("name."):
        return state
    player = state.signed[-1]
    named = dict(state.options.names).get(event.phrase.partition(".")[2])
    louder = event.level_db > player.level_db + LOUDER_DB
    free = event.seat not in {signed.channel for signed in state.signed}
    if named != player.name or not louder or not free or abs(event.at - state.name_at) > SAME_MOUTH:
        return state
    return _last(state, channel=event.seat, level_db=event.level_db)


def _wish(state: State, event: Answered) -> Step:
    """Somebody wants to begin, or other dice, which answers no question, so that one is put again."""
    group, _, wish = event.phrase.partition(".")
    if group == dice_wish.GROUP:
        return _ask(state._replace(dice=wish), state.phase, (dice_wish.told(wish),))
    starter = wants(state, event)
    if starter is None:
        return state, ()
    state = state._replace(starter=starter)
    return _ask(state, state.phase, (told(state, event.seat),))


def _ear_failed(state: State) -> Step:
    """Nothing or another number was heard: one more try, then this ear is given up."""
    if state.tries == 0:
        return _ask(state, Phase.EAR, again=True)
    name = state.signed[-1].name
    return _ask(_last(state, ear=False), Phase.WORD, (Say(None, "ear-none", (("name", name),)),))


def _tried_out(state: State, event: Answered) -> Step:
    """The password was heard: how loud, and whether that will do."""
    state = _last(state, level_db=event.level_db)
    badly = "word-quiet" if event.level_db < QUIET_DB else "word-loud" if event.level_db > LOUD_DB else ""
    if badly and state.tries == 0:
        state = state._replace(asked=state.asked + 1, tries=1)
        return state, (questions.question(state, badly), Cue(f"silence-{state.asked}", T_SILENCE))
    return _next(state)


def _next(state: State, before: tuple[Effect, ...] = ()) -> Step:
    """The player who has signed on learns the sounds of this seat, and on with the next."""
    signs = tuple(Earcon(f"{sign}-{len(state.signed)}") for sign in state.options.signs)
    before = (*before, *signs)
    if len(state.signed) < state.wanted:
        return _ask(state, Phase.NAME, before)
    if state.options.ears and all(player.ear for player in state.signed):
        return _done(state, "headphones", before)
    if state.options.secret in ("whisper", "open"):
        return _done(state, state.options.secret, before)
    return _ask(state, Phase.SECRET, before)


def _done(state: State, secret: SecretMode, before: tuple[Effect, ...] = ()) -> Step:
    state, said = _over(state._replace(secret=secret), state.outcome or Outcome.NEW)
    return state, (*before, *said)


def _over(state: State, outcome: Outcome) -> Step:
    names = tuple(player.name for player in state.signed)
    said: tuple[Effect, ...] = ()
    if outcome is Outcome.NEW:
        said = (Say(None, "sign-on-done", (("names", Listing(names, "and")),)),)
    if outcome is Outcome.NEW and state.shared:
        said = (Say(None, "names-first"), *said)
    return state._replace(phase=Phase.OVER, outcome=outcome), said


# ---------------------------------------------------------------- help


def _last(state: State, **changes: Any) -> State:
    """The player being signed on, changed."""
    return state._replace(signed=(*state.signed[:-1], replace(state.signed[-1], **changes)))

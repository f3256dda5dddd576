"""Go Nuts!: throw dice for nuts, hide them in time, and answer your dog in the frenzy.

Three functions and a state.  `step` is total: any event in any state gives a state and effects; one
that is illegal, late or unknown changes nothing and costs nothing.

What a frenzy asks of a table: `listening` opens `bark.woof` to every seat whose dog is not back, and
`BY_ONSET` says that this phrase counts by its onset, word by word.  So each "woof" becomes its own event
with its own onset as soon as it is sure, even in a run without any pause, in the order of a seat's onsets,
and the table neither acknowledges it (the game does) nor asks "once more" for what it did not understand.
Beats are cues, all given when the drum starts: `Cued.at` is the beat's sample on the onsets' own clock.
"""

from __future__ import annotations

from voicenuts.games.basics import say
from voicenuts.games.chance import Chance
from voicenuts.games.gonuts import pace
from voicenuts.games.gonuts.answers import TOPICS, answer, status
from voicenuts.games.gonuts.dice import DICE, FACES, Throw, reported, thrown
from voicenuts.games.gonuts.events import (
    COMMANDS,
    Command,
    Consent,
    Event,
    GoNuts,
    Hide,
    Pace,
    Quit,
    Report,
    ReportAll,
    Resume,
    Roll,
    Total,
    Woof,
    command,
)
from voicenuts.games.gonuts.frenzy import count_down, drummed, restart_drum, start_drum, total, woof
from voicenuts.games.gonuts.state import SEATS, T_HINT, T_NUDGE, Options, Phase, State
from voicenuts.games.gonuts.turn import Step, ask, close, gain, lesson, patient, remind
from voicenuts.games.gonuts.words import scores, shown
from voicenuts.values import Asked, Cue, Cued, Earcon, Effect, Name, Rank

__all__ = [
    "BY_ONSET",
    "COMMANDS",
    "DICE_WISHES",
    "PASSWORD",
    "SHOUTS",
    "SIGNS",
    "TOPICS",
    "Options",
    "Phase",
    "Quit",
    "Resume",
    "State",
    "command",
    "listening",
    "new",
    "step",
    "vocabulary",
]

SHOUTS: frozenset[str] = frozenset()
"""No phrase goes to the arbiter: a seat answers only its own dog."""

BY_ONSET = frozenset({"bark.woof"})
"""Phrases that are events one by one, at their onsets, however fast they follow each other."""

PASSWORD = "nuts.go-nuts"
"""What everybody says at the sign-on to be tried out."""

DICE_WISHES = {"virtual": "virtual", "real": "mixed", "all": "physical"}
"""What people wish for the dice; in a frenzy fingers would read them more slowly than eyes."""

SIGNS = ("your-turn", "bark")
"""Sounds that every seat has its own of."""

_NOTHING: frozenset[str] = frozenset()
_REPORT = frozenset({"thrown"})
_LISTENS = {
    Phase.READY: frozenset({"turn.roll"}),
    Phase.REPORT: _REPORT,
    Phase.CHOICE: frozenset({"turn.roll", "nuts.again", "nuts.hide"}),
    Phase.COUNTDOWN: frozenset({"nuts.go-nuts"}),
    Phase.TOTAL: frozenset({"total"}),
}
"""What the active seat may say."""
_TELLS = (Phase.READY, Phase.REPORT)
"""Where a throw of real dice may be told: unasked or asked for, but never where it might be an older one."""


def new(seats: int, options: Options, seed: int) -> State:
    """A game in SETUP; `Cued("start", at)` begins it.

    Raises ValueError for a number of seats, a goal, dice or a start seat no table can have.
    """
    if seats not in SEATS:
        raise ValueError(f"Go Nuts! is for 2 to 4 seats, not {seats}")
    if options.goal is not None and options.goal < 1:
        raise ValueError(f"the goal must be at least 1, not {options.goal}")
    if options.faces not in FACES:
        raise ValueError(f"there are dice with {' or '.join(FACES)}, not {options.faces}")
    if options.start_seat is not None and options.start_seat not in range(seats):
        raise ValueError(f"start seat {options.start_seat} is not one of {seats} seats")
    start, chance = Chance(seed).below(seats)
    if options.start_seat is not None:
        start = options.start_seat
    order = tuple((start + place) % seats for place in range(seats))
    return State(options, start, start, order, chance, (0,) * seats)


def listening(state: State) -> tuple[frozenset[str], ...]:
    """For each seat the phrases and phrase groups it may say now, universal commands apart."""
    heard = [_NOTHING] * state.seats
    if state.phase is Phase.FRENZY and state.frenzy is not None:
        for seat in state.others:
            heard[seat] = BY_ONSET if state.frenzy.locked_at[seat] is None else _NOTHING
    else:
        heard = [pace.heard(state, seat) for seat in range(state.seats)]
        heard[state.active] |= _LISTENS.get(state.phase, _NOTHING)
        if state.real_dice and state.phase in _TELLS:
            heard[state.active] |= _REPORT
    return tuple(heard)


def vocabulary(state: State) -> frozenset[str]:
    """Phrases and groups that anybody may have to say at this table, at one time or another."""
    real = _REPORT if state.real_dice else _NOTHING
    if state.real_frenzy:
        real |= _LISTENS[Phase.TOTAL] | {"pace"}
    return _LISTENS[Phase.CHOICE] | _LISTENS[Phase.COUNTDOWN] | BY_ONSET | real


def step(state: State, event: Event) -> Step:
    """The state after `event` and what to do about it, in order."""
    match event:
        case Asked():
            return state, answer(state, event)
        case Cued():
            return _cued(state, event)
        case Resume():
            return _resume(state, event.at)
        case Quit():
            return _quit(state)
        case Woof():
            return woof(state, event.seat, event.at)
        case Roll() | Hide() | Report() | ReportAll() | GoNuts() | Total() | Pace() | Consent():
            return _command(state, event)
    return state, ()


# ---------------------------------------------------------------- commands


def _command(state: State, event: Command) -> Step:
    """A command of the active seat in its phase, or a refusal."""
    if event.seat not in range(state.seats):
        return state, ()
    if isinstance(event, Pace | Consent):
        return pace.settle(state, event) or (state, _refusal(state, event.seat))
    if event.seat == state.active:
        match event, state.phase:
            case Roll(), Phase.READY | Phase.CHOICE:
                return _roll(state)
            case Hide(), Phase.CHOICE:
                return _hide(state)
            case ((Report() | ReportAll()), phase) if state.real_dice and phase in _TELLS:
                return _told(state, event)
            case GoNuts(), Phase.COUNTDOWN:
                return start_drum(state, event.at)
            case Total(), Phase.TOTAL:
                return total(state, event.nuts)
    return state, _refusal(state, event.seat)


def _refusal(state: State, seat: int) -> tuple[Effect, ...]:
    """A sound for a command that is not legal now; nothing while the drum beats."""
    if state.phase is Phase.FRENZY:
        return ()
    if seat == state.active or state.phase in (Phase.SETUP, Phase.OVER):
        return (Earcon("no", to=seat),)
    return Earcon("no", to=seat), say("not-your-turn", to=seat, seat=Name(state.active))


def _roll(state: State) -> Step:
    if state.real_dice:
        state, prompt = ask(state._replace(phase=Phase.REPORT))
        return state, (Earcon("ok"), *prompt)
    throw, chance = thrown(state.chance, state.options.faces, state.dice)
    state, effects = _lands(state._replace(chance=chance), throw)
    return state, (Earcon("dice"), *effects)


def _told(state: State, event: Report | ReportAll) -> Step:
    """Real dice were thrown."""
    dice = state.dice
    match event:
        case ReportAll(face="nothing"):
            return state, (Earcon("no"), say(f"nuts-which-{state.options.faces}", rank=Rank.PROMPT))
        case ReportAll(face="squirrels"):
            throw: Throw | None = Throw(0, dice, 0)
        case ReportAll():
            throw = Throw(0, 0, dice)
        case Report():
            throw = reported(dice, event.nuts, event.birds)
    if throw is None:
        return state, (Earcon("no"), say("nuts-only-dice", dice=dice))
    return _lands(state, throw)


def _lands(state: State, throw: Throw) -> Step:
    """The dice lie: all is lost, the frenzy breaks out, or there is a choice."""
    if throw.birds == throw.dice:
        return _bust(state)
    if throw.squirrels == throw.dice:
        return count_down(state, throw.dice)
    dice = throw.dice - throw.birds
    effects: tuple[Effect, ...] = (say("nuts-throw", faces=shown(state, throw)),)
    if throw.birds:
        state, first = lesson(state, "birds")
        effects += (say(f"nuts-first-{state.options.faces}"),) if first else ()
    if state.options.rescue and throw == Throw(1, 0, 0):
        dice = DICE
        effects += (say("nuts-rescue"),)
    state = state._replace(phase=Phase.CHOICE, points=state.points + throw.nuts, dice=dice)
    state, prompt = ask(state)
    return state, (*effects, *prompt)


def _bust(state: State) -> Step:
    told = say(f"nuts-only-{state.options.faces}", seat=Name(state.active), points=state.points)
    return close(state, (Earcon("lost"), told))


def _hide(state: State) -> Step:
    nuts = state.points
    state = gain(state, nuts)
    told = say("nuts-hides", seat=Name(state.active), points=nuts, total=state.score[state.active])
    return close(state, (Earcon("bank"), told))


# ---------------------------------------------------------------- cues


def _cued(state: State, event: Cued) -> Step:
    """A cue that still means something: the start, the drum, a silence."""
    waiting = f"{state.turn}-{state.asked}"
    if event.id == "start" and state.phase is Phase.SETUP:
        return _start(state)
    if event.id == f"silent-{waiting}" and state.phase is Phase.COUNTDOWN:
        return start_drum(state, event.at)
    if pace.lapses(state, event.id):
        return pace.lapse(state)
    if event.id == f"hint-{waiting}" and patient(state):
        motif = Earcon(f"your-turn-{state.active + 1}")
        return state, (motif, Cue(f"nudge-{waiting}", T_NUDGE - T_HINT))
    if event.id == f"nudge-{waiting}" and patient(state):
        return remind(state)
    return drummed(state, event.id, event.at)


def _start(state: State) -> Step:
    hello = say("nuts-opening", rank=Rank.CHATTER, goal=state.goal)
    state, prompt = ask(state._replace(phase=Phase.READY))
    return state, (hello, *prompt)


def _quit(state: State) -> Step:
    """The game ends where it stands: nobody has won, and what was not hidden does not count."""
    if state.phase is Phase.OVER:
        return state, ()
    state = state._replace(phase=Phase.OVER, points=0, frenzy=None)
    return state, (say("quit"), say("final-scores", scores=scores(state)))


def _resume(state: State, at: int) -> Step:
    """Say where the game stands and ask again; a drum that was broken off counts in anew."""
    news = (status(state, None),)
    match state.phase:
        case Phase.SETUP:
            again: tuple[Effect, ...] = (Cue("start"),)
        case Phase.OVER:
            again = (say("final-scores", scores=scores(state)),)
        case Phase.FRENZY:
            state, again = restart_drum(state, at)
        case _:
            state, again = ask(state)
    return state, (*news, *again)

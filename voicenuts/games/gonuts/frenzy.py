"""The frenzy: a drum for all, a throw and the dogs' dice on every beat, until the last dog is back.

Every beat of a drum is cued when the drum starts, so it comes to the sample whatever is heard meanwhile.
A woof counts by its onset and is known only later: beats that sounded after the last onset are cancelled.
"""

from __future__ import annotations

from voicenuts.games.basics import put, say
from voicenuts.games.gonuts.dice import dog, thrown
from voicenuts.games.gonuts.state import MAX_BEATS, MOST_TOLD, T_ECHO, TICK, TICKS, Beat, Frenzy, Phase, State
from voicenuts.games.gonuts.turn import Step, ask, close, gain, lesson
from voicenuts.values import Cue, Earcon, Effect, Name, Rank

_KNOCKED = "knocked"
"""Among what has been taught: somebody has called too early, and may wonder about the knock."""


def count_down(state: State, dice: int) -> Step:
    """All squirrels: this turn's nuts are lost, and the active seat may start a frenzy of `dice` dice."""
    lost, nobody = state.points, (None,) * state.seats
    frenzy = Frenzy(dice, 0, nobody, nobody)
    state = state._replace(phase=Phase.COUNTDOWN, points=0, frenzy=frenzy)
    told = say("nuts-all-squirrels", seat=Name(state.active), points=lost)
    state, first = lesson(state, "frenzy")
    about = f"nuts-first-frenzy{state.how}"
    explained = (say(about, rank=Rank.CHATTER, seat=Name(state.active)),) if first else ()
    state, dogs = _introduced(state)
    state, prompt = ask(state)
    return state, (Earcon("frenzy"), told, *explained, *dogs, *prompt)


def _introduced(state: State) -> Step:
    """Every seat hears its own dog before it has to answer it for the first time."""
    effects: tuple[Effect, ...] = ()
    for seat in () if state.real_frenzy else state.others:
        state, first = lesson(state, f"dog-{seat}")
        if first:
            effects += (say("nuts-your-dog", seat=Name(seat)), Earcon(f"bark-{seat + 1}"))
    return state, effects


def start_drum(state: State, at: int) -> Step:
    """Count in, and cue every beat that is left, or only the first without a drum; `at` names the cues."""
    assert state.frenzy is not None
    done, lead = len(state.frenzy.beats), TICKS * TICK
    state = state._replace(phase=Phase.FRENZY, frenzy=state.frenzy._replace(drum=at))
    ticks = tuple(Cue(f"tick-{at}", tick * TICK) for tick in range(TICKS))
    beats = tuple(
        Cue(f"beat-{at}-{number}", lead + (number - done) * state.beat) for number in range(done, MAX_BEATS)
    )
    rest = Cue(f"rest-{at}", lead + len(beats) * state.beat)
    return state, (*ticks, *(beats[:1] if state.free else beats), rest)


def restart_drum(state: State, at: int) -> Step:
    """The sound was lost: the dogs that lie there bark once more, and the drum counts in again."""
    frenzy = state.frenzy
    assert frenzy is not None
    lying = (seat for seat in state.others if frenzy.dog_at[seat] is not None)
    barks = tuple(Earcon(f"bark-{seat + 1}") for seat in lying if frenzy.locked_at[seat] is None)
    state, drum = start_drum(state, at)
    return state, (*barks, *drum)


def drummed(state: State, id: str, at: int) -> Step:
    """A cue of the drum came due at sample `at`; one of an earlier drum, or told twice, is nothing."""
    frenzy = state.frenzy
    if frenzy is None or state.phase is not Phase.FRENZY:
        return state, ()
    if id == f"tick-{frenzy.drum}":
        return state, (Earcon("tick", at_once=True),)
    if id == f"beat-{frenzy.drum}-{len(frenzy.beats)}":
        return _beat(state, frenzy, at)
    if id == f"rest-{frenzy.drum}":
        rest = tuple(at if when is None else when for when in frenzy.locked_at)
        return _stop(state, frenzy._replace(locked_at=put(rest, state.active, None)))
    return state, ()


def _beat(state: State, frenzy: Frenzy, at: int) -> Step:
    """Everybody's dice are thrown; a dog that lies down barks at once."""
    effects: tuple[Effect, ...] = (Earcon("beat", at_once=True),)
    nuts, chance, dog_at = 0, state.chance, frenzy.dog_at
    if not state.real_frenzy:
        throw, chance = thrown(chance, state.options.faces, frenzy.dice)
        nuts = throw.nuts
        effects += (Earcon(f"clicks-{nuts}", at_once=True),) if nuts else ()
        for seat in state.others:
            if dog_at[seat] is None and seat not in frenzy.skips:
                barks, chance = dog(chance)
                dog_at = put(dog_at, seat, at) if barks else dog_at
                effects += (Earcon(f"bark-{seat + 1}", at_once=True, whose=seat),) if barks else ()
    frenzy = frenzy._replace(beats=(*frenzy.beats, Beat(at, nuts)), dog_at=dog_at, skips=frozenset())
    return state._replace(chance=chance, frenzy=frenzy), effects


def woof(state: State, seat: int, at: int) -> Step:
    """The seat's call at onset `at`: it brings back its dog, comes too early, or was an echo."""
    frenzy = state.frenzy
    if frenzy is None or state.phase is not Phase.FRENZY or seat not in state.others:
        return state, ()
    if frenzy.locked_at[seat] is not None:
        return state, ()
    if state.real_frenzy:
        if not frenzy.beats or at <= frenzy.beats[0].at:
            return state, (Earcon("early", to=seat, at_once=True),)
        return _lock(state, frenzy, seat, at)
    if any(0 <= at - bark < T_ECHO for bark in frenzy.dog_at if bark is not None):
        return state, ()
    lies = frenzy.dog_at[seat]
    if lies is None or at < lies:
        frenzy = frenzy._replace(skips=frenzy.skips | {seat})
        taught = state.taught | {_KNOCKED}
        return state._replace(frenzy=frenzy, taught=taught), (Earcon("house", at_once=True),)
    return _lock(state, frenzy, seat, at)


def _lock(state: State, frenzy: Frenzy, seat: int, at: int) -> Step:
    frenzy = frenzy._replace(locked_at=put(frenzy.locked_at, seat, at))
    if all(frenzy.locked_at[other] is not None for other in state.others):
        return _stop(state, frenzy)
    return state._replace(frenzy=frenzy), (Earcon("ok", at_once=True),)


def _stop(state: State, frenzy: Frenzy) -> Step:
    """The last dog is back: only beats before its call count."""
    last = max(when for when in frenzy.locked_at if when is not None)
    counted = tuple(beat for beat in frenzy.beats if beat.at < last)
    late = () if state.free else frenzy.beats[len(counted) :]
    gong = Earcon("gong", at_once=True)
    if state.real_frenzy:
        frenzy = frenzy._replace(beats=counted)
        state, prompt = ask(state._replace(phase=Phase.TOTAL, frenzy=frenzy))
        return state, (gong, *_cancelled(len(late), None), *prompt)
    after = _cancelled(len(late), sum(beat.nuts for beat in late))
    if _KNOCKED in state.taught:
        state, first = lesson(state, "knock")
        after += (say("nuts-first-knock"),) if first else ()
    return _bring_home(state, sum(beat.nuts for beat in counted), (gong,), after)


def _cancelled(beats: int, nuts: int | None) -> tuple[Effect, ...]:
    """Beats that sounded after the end: how many nuts less, or None if only the players know."""
    if not beats or nuts == 0:
        return ()
    if nuts is None:
        return (say("nuts-late-real", beats=beats),)
    return (say("nuts-late", beats=beats, nuts=nuts),)


def most(state: State) -> int:
    """The most nuts a frenzy with real dice can have brought, as far as they can be told."""
    assert state.frenzy is not None
    if state.free:
        return MOST_TOLD
    return min(MOST_TOLD, state.frenzy.dice * len(state.frenzy.beats))


def total(state: State, nuts: int) -> Step:
    """The nuts of a frenzy with real dice, if there can be so many."""
    if nuts > most(state):
        return state, (Earcon("no"), say("nuts-too-many", most=most(state)))
    state, first = lesson(state, "pace")
    after = (say("nuts-first-pace", rank=Rank.CHATTER),) if first and not state.free else ()
    return _bring_home(state, nuts, (), after)


def _bring_home(state: State, nuts: int, before: tuple[Effect, ...], after: tuple[Effect, ...]) -> Step:
    state = gain(state, nuts)
    told = say("nuts-frenzy-over", nuts=nuts, seat=Name(state.active), total=state.score[state.active])
    return close(state, (*before, told, Earcon("bank"), *after))

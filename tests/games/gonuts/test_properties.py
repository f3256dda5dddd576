"""What holds whatever is said: no nut is lost or counted twice, and there is always a way on."""

from __future__ import annotations

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts import resources
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.dice import DICE
from voicenuts.games.gonuts.events import (
    Event,
    GoNuts,
    Hide,
    Quit,
    Report,
    ReportAll,
    Resume,
    Roll,
    Total,
    Woof,
)
from voicenuts.games.gonuts.frenzy import most
from voicenuts.games.gonuts.game import Options, Phase, State
from voicenuts.games.gonuts.state import MAX_BEATS, PLAYOFFS
from voicenuts.values import Asked, Cue, Cued, Effect, Lapsed, Resolution, Resolved, Say

SEAT = st.integers(-1, 4)
AT = st.integers(0, 10**9)
OPTIONS = st.builds(
    Options,
    goal=st.sampled_from([None, 1, 5, 20]),
    dice=st.sampled_from(["virtual", "physical", "mixed"]),
    faces=st.sampled_from(["birds", "cars"]),
    rescue=st.booleans(),
    relaxed=st.booleans(),
    known=st.booleans(),
    start_seat=st.sampled_from([None, 0, 1]),
)
CUES = ("start", "silent-1-2", "hint-1-1", "nudge-1-1", "beat-0-0", "beat-7-1", "rest-7", "tick-7", "", "x")
ARBITRARY = st.one_of(
    st.builds(Roll, SEAT, AT),
    st.builds(Hide, SEAT, AT),
    st.builds(Report, SEAT, st.integers(-1, 6), st.integers(-1, 6), AT),
    st.builds(ReportAll, SEAT, st.sampled_from(["squirrels", "birds", "nothing"]), AT),
    st.builds(GoNuts, SEAT, AT),
    st.builds(Woof, SEAT, AT),
    st.builds(Total, SEAT, st.integers(-1, 60), AT),
    st.builds(Resume, AT),
    st.builds(Asked, SEAT, st.sampled_from(["command.score", "command.help", "topic.dogs", "x"]), AT),
    st.builds(Cued, st.sampled_from(CUES), AT),
    st.builds(Lapsed, st.integers(-1, 3), AT),
    st.builds(Resolved, st.builds(Resolution, st.integers(0, 3), st.just(())), AT),
)
CHOICES = st.integers(0, 2**16)
BOOK = tomllib.loads((resources.folder("prompts") / "en" / "phrases.toml").read_text(encoding="utf-8"))


def fitting(state: State, choice: int) -> Event:
    """An event that the state is waiting for, one of several by `choice`."""
    seat = state.active
    match state.phase:
        case Phase.SETUP:
            return Cued("start", choice)
        case Phase.READY:
            return Roll(seat, choice)
        case Phase.REPORT:
            nuts = choice % (state.dice + 1)
            return Report(seat, nuts, choice // 8 % (state.dice + 1 - nuts), choice)
        case Phase.CHOICE:
            return Hide(seat, choice) if choice % 4 == 0 else Roll(seat, choice)
        case Phase.COUNTDOWN:
            silent = Cued(f"silent-{state.turn}-{state.asked}", choice)
            return GoNuts(seat, choice) if choice % 3 else silent
        case Phase.TOTAL:
            return Total(seat, choice % (most(state) + 1), choice)
    return drummed(state, choice)


def drummed(state: State, choice: int) -> Event:
    """A beat, a call somewhere round the newest one, or the end of all beats; time goes on."""
    frenzy = state.frenzy
    assert frenzy is not None
    now = frenzy.beats[-1].at if frenzy.beats else frenzy.drum
    if frenzy.beats and choice % 2:
        seat = state.others[choice // 2 % len(state.others)]
        if frenzy.locked_at[seat] is None:
            return Woof(seat, now - state.beat // 2 + choice % state.beat * 2)
    if len(frenzy.beats) == MAX_BEATS:
        return Cued(f"rest-{frenzy.drum}", now + state.beat)
    return Cued(f"beat-{frenzy.drum}-{len(frenzy.beats)}", now + state.beat)


def earned(before: State, event: Event, after: State) -> int:
    """What the active seat of `before` has to have gained, by what the rules say of the event."""
    if before.turn == after.turn and not after.over:
        return 0
    frenzy = before.frenzy
    match event:
        case Hide():
            return before.points
        case Total():
            return event.nuts
        case Woof() if frenzy is not None:
            onsets = (*(when for when in frenzy.locked_at if when is not None), event.at)
            return sum(beat.nuts for beat in frenzy.beats if beat.at < max(onsets))
        case Cued() if frenzy is not None:
            return sum(beat.nuts for beat in frenzy.beats)
    return 0


def check_nuts(before: State, event: Event, after: State) -> None:
    """Only the active seat gains, and neither more nor less than it has thrown."""
    gains = [new - old for old, new in zip(before.score, after.score, strict=True)]
    assert gains.pop(before.active) == earned(before, event, after)
    assert not any(gains)


def check(state: State, cues: set[str]) -> None:
    assert all(score >= 0 for score in state.score)
    assert state.points >= 0
    assert 1 <= state.dice <= DICE
    assert state.active in state.round
    assert state.playoffs <= PLAYOFFS
    assert len(state.round) == state.seats or state.playoffs
    assert (state.frenzy is not None) == (state.phase in (Phase.COUNTDOWN, Phase.FRENZY, Phase.TOTAL))
    if state.frenzy is not None or state.phase is Phase.READY:
        assert state.points == 0
    assert not state.winners or state.over
    hash(state)
    listening = gonuts.listening(state)
    assert len(listening) == state.seats
    match state.phase:
        case Phase.SETUP:
            assert "start" in cues
        case Phase.COUNTDOWN:
            assert f"silent-{state.turn}-{state.asked}" in cues
        case Phase.FRENZY:
            assert state.frenzy is not None
            assert f"rest-{state.frenzy.drum}" in cues
            assert any(listening)
        case Phase.READY | Phase.REPORT | Phase.CHOICE | Phase.TOTAL:
            assert listening[state.active]


@settings(max_examples=100, deadline=None)
@given(
    st.integers(2, 4), OPTIONS, st.integers(0, 2**32), st.lists(st.one_of(ARBITRARY, CHOICES), max_size=120)
)
def test_any_stream_of_events_keeps_every_promise(
    seats: int, options: Options, seed: int, stream: list[Event | int]
) -> None:
    state = gonuts.new(seats, options, seed)
    cues = {"start"}
    for item in stream:
        event = (Quit(item) if state.over else fitting(state, item)) if isinstance(item, int) else item
        after, effects = gonuts.step(state, event)
        check_nuts(state, event, after)
        state = after
        cues |= {effect.id for effect in effects if isinstance(effect, Cue)}
        check(state, cues)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), OPTIONS, st.integers(0, 2**32), st.lists(CHOICES, max_size=60))
def test_every_state_answers_every_universal_command(
    seats: int, options: Options, seed: int, choices: list[int]
) -> None:
    state = gonuts.new(seats, options, seed)
    for choice in choices:
        state, _ = gonuts.step(state, Quit(choice) if state.over else fitting(state, choice))
    questions = [f"command.{name}" for name in BOOK["command"]] + [f"topic.{name}" for name in gonuts.TOPICS]
    for about in questions:
        for seat in range(seats):
            after, effects = gonuts.step(state, Asked(seat, about, 5))
            assert after == state
            assert _reply(effects).to == seat


def _reply(effects: tuple[Effect, ...]) -> Say:
    (say,) = effects
    assert isinstance(say, Say)
    return say

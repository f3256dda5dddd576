"""What holds whatever is said: cards are conserved, numbers stay in bounds, there is always a way on."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import RING, destinations
from voicenuts.games.hazelnut.events import (
    Call,
    Choose,
    Event,
    GiveBack,
    Listen,
    Report,
    Resume,
    Roll,
)
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.games.hazelnut.state import DECK, FLOOR, THIEVES, Card
from voicenuts.values import (
    Asked,
    Bid,
    Cue,
    Cued,
    Effect,
    Lapsed,
    Open,
    Resolution,
    Resolved,
    Say,
    Secret,
)

SEAT = st.integers(-1, 4)
AT = st.integers(0, 10**9)
PHRASE = st.sampled_from([*(f"thief.{thief}" for thief in THIEVES), "turn.roll", ""])
OPTIONS = st.builds(
    Options,
    goal=st.sampled_from([None, 1, 3, 15]),
    long=st.booleans(),
    dice=st.sampled_from(["virtual", "physical"]),
    secret=st.sampled_from(["headphones", "whisper", "open"]),
    relaxed=st.booleans(),
    start_seat=st.sampled_from([None, 0, 1]),
)
CUES = (
    "start",
    "told-{}",
    "laid-{}",
    "drawn-{}",
    "back-{}",
    "hint-{}-ready",
    "nudge-{}-ready",
    "nudge-{}-move",
    "nudge-{}-ear",
    "nudge-{}-put-back",
    "",
    "x-{}",
)
ARBITRARY = st.one_of(
    st.builds(Roll, SEAT, AT),
    st.builds(Report, SEAT, st.integers(-1, 5), AT),
    st.builds(Choose, SEAT, st.integers(-1, RING), AT),
    st.builds(Listen, SEAT, AT),
    st.builds(GiveBack, SEAT, AT),
    st.builds(Call, SEAT, st.sampled_from([*THIEVES, "owl"]), AT),
    st.builds(Resume, AT),
    st.builds(Asked, SEAT, st.sampled_from(["command.score", "command.help", "command.repeat", "x"]), AT),
    st.builds(Cued, st.sampled_from(CUES).map(lambda cue: cue.format(1)), AT),
    st.builds(Lapsed, st.integers(-1, 3), AT),
    st.builds(
        Resolved,
        st.builds(
            Resolution,
            st.integers(0, 3),
            st.lists(st.builds(Bid, SEAT, PHRASE, AT), max_size=4).map(tuple),
            st.none() | AT,
            st.frozensets(SEAT, max_size=3),
        ),
        AT,
    ),
)
IN_PAW = (Phase.EAR, Phase.WHISPER, Phase.LAID, Phase.DRAW, Phase.HUSH, Phase.PUT_BACK)
CHOICES = st.integers(0, 2**16)


def fitting(state: hazelnut.State, choice: int) -> Event:
    """An event that the state is waiting for, one of several by `choice`."""
    seat, turn = state.active, state.turn
    match state.phase:
        case Phase.SETUP:
            return Cued("start", choice)
        case Phase.READY:
            return Roll(seat, choice)
        case Phase.REPORT:
            return Report(seat, 1 + choice % 3, choice)
        case Phase.MOVE:
            ends = destinations(state.pos[seat], state.paws)
            return Choose(seat, ends[choice % len(ends)], choice)
        case Phase.EAR | Phase.WHISPER | Phase.LAID:
            return at_the_ear(state, choice)
        case Phase.DRAW:
            return Cued(f"drawn-{turn}", choice)
        case Phase.PUT_BACK if state.window is not None and state.window.earliest_close is None:
            return Cued(f"back-{turn}", choice)
    if choice % 3:
        return Lapsed(turn, choice)
    callers = range(1 + choice // 3 % state.seats)
    bids = tuple(
        Bid(seat, f"thief.{THIEVES[(choice // 7 + seat) % 3]}", choice // (seat + 1)) for seat in callers
    )
    tied = frozenset(bid.seat for bid in bids) if choice % 2 and len(bids) > 1 else frozenset()
    return Resolved(Resolution(turn, bids, None, tied), choice)


def at_the_ear(state: hazelnut.State, choice: int) -> Event:
    """An event that a state waits for while the loudspeaker goes round."""
    seat = state.active
    if state.phase is Phase.EAR:
        return Listen(seat, choice)
    if state.phase is Phase.LAID:
        return Cued(f"laid-{state.turn}", choice)
    told = Cued(f"told-{state.whispers}", choice)
    return (GiveBack(seat, choice), told, Asked(seat, "command.repeat", choice))[choice % 3]


def check(state: hazelnut.State, cues: set[str]) -> None:
    cards = [card for stack in state.stacks for card in stack] + [Card.HAZELNUT] * sum(state.front)
    cards += [*state.discard, *([state.in_paw] if state.in_paw else [])]
    assert sorted(cards) == sorted(DECK)
    assert all(FLOOR <= score <= state.goal for score in state.score)
    assert all(0 <= square < RING for square in state.pos)
    assert (state.in_paw is not None) == (state.phase in IN_PAW)
    assert state.at_ear == (state.phase in (Phase.WHISPER, Phase.LAID))
    if state.options.secret != "whisper":
        assert state.phase not in (Phase.EAR, Phase.WHISPER, Phase.LAID)
    assert (state.window is not None) == (state.phase in (Phase.HUSH, Phase.PUT_BACK))
    assert (state.paws > 0) == (state.phase is Phase.MOVE)
    assert bool(state.winners) == (state.phase is Phase.OVER)
    hash(state)
    check_way_on(state, cues)


def check_way_on(state: hazelnut.State, cues: set[str]) -> None:
    """Somebody is listened to, a cue is due, or a window will close."""
    listening = hazelnut.listening(state)
    assert len(listening) == state.seats
    window = state.window
    match state.phase:
        case Phase.SETUP:
            assert "start" in cues
        case Phase.READY | Phase.REPORT | Phase.MOVE | Phase.EAR:
            assert listening[state.active]
        case Phase.WHISPER:
            assert f"told-{state.whispers}" in cues
        case Phase.LAID:
            assert f"laid-{state.turn}" in cues
        case Phase.DRAW:
            assert f"drawn-{state.turn}" in cues
        case Phase.HUSH:
            assert window is not None
            assert window.closes is not None
        case Phase.PUT_BACK:
            assert window is not None
            assert window.closer == (state.next_seat, "turn.roll")
            assert window.earliest_close is not None or f"back-{state.turn}" in cues
            assert "turn.roll" in listening[state.next_seat]


def check_effects(state: hazelnut.State, effects: tuple[Effect, ...]) -> None:
    """A card is public only when its thief is called or an open table is shown it."""
    for effect in effects:
        if isinstance(effect, Say):
            assert effect.to is None or effect.to in range(state.seats)
            if effect.message not in ("right-call", "right-tied", "card-named-back"):
                assert not any(thief in repr(effect) for thief in THIEVES)
        if isinstance(effect, Secret):
            assert effect.seat == state.active
            assert state.phase is (Phase.WHISPER if state.options.secret == "whisper" else Phase.DRAW)
        if isinstance(effect, Open):
            assert effect.window == state.window
            assert state.active not in effect.window.seats


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 4), OPTIONS, st.integers(0, 2**32), st.lists(st.one_of(ARBITRARY, CHOICES), max_size=80)
)
def test_h01_any_stream_of_events_keeps_every_promise(
    seats: int, options: Options, seed: int, stream: list[Event | int]
) -> None:
    state = hazelnut.new(seats, options, seed)
    cues = {"start"}
    for item in stream:
        event = fitting(state, item) if isinstance(item, int) else item
        state, effects = hazelnut.step(state, event)
        cues |= {effect.id for effect in effects if isinstance(effect, Cue)}
        check(state, cues)
        check_effects(state, effects)

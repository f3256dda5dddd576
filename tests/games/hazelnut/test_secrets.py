"""Until the outcome nothing the game does depends on the card, whatever is said and asked meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import SQUARES, STACKS
from voicenuts.games.hazelnut.events import Call, Choose, Event, GiveBack, Listen, Report, Resume, Roll
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.games.hazelnut.state import THIEVES, Card
from voicenuts.values import Asked, Cue, Cued, Effect, Open, Secret, SecretMode, Window

SEAT, AT = st.integers(0, 2), st.integers(0, 10**6)
QUESTIONS = ("score", "status", "where-am-i", "around-me", "everyone", "options", "help", "repeat")
SAID = st.one_of(
    st.builds(Roll, SEAT, AT),
    st.builds(Report, SEAT, st.integers(1, 3), AT),
    st.builds(Choose, SEAT, st.integers(0, 9), AT),
    st.builds(Listen, SEAT, AT),
    st.builds(GiveBack, SEAT, AT),
    st.builds(Call, SEAT, st.sampled_from(THIEVES), AT),
    st.builds(Resume, AT),
    st.builds(Asked, SEAT, st.sampled_from([f"command.{about}" for about in QUESTIONS]), AT),
)
GO_ON = st.just("the next cue")
"""Time passes until the oldest cue comes due, or the drawer speaks if he is awaited."""


def drawn(card: Card, secret: SecretMode) -> tuple[hazelnut.State, tuple[Effect, ...]]:
    """Seat 0 has moved to tree two, on which `card` was on top."""
    state = hazelnut.new(3, Options(start_seat=0, secret=secret), 4)
    tree = STACKS[SQUARES["tree-2"]]
    stacks = (*state.stacks[:tree], (*state.stacks[tree][:-1], card), *state.stacks[tree + 1 :])
    state = state._replace(phase=Phase.MOVE, paws=1, pos=(SQUARES["tree-1"], 6, 7), stacks=stacks)
    return hazelnut.step(state, Choose(0, SQUARES["tree-2"], 9))


def next_event(state: hazelnut.State, cues: list[str]) -> Event | None:
    if state.phase is Phase.EAR:
        return Listen(0, 50)
    return Cued(cues.pop(0), 99) if cues else None


def public(what: Any) -> Any:
    """What anybody may know of an effect or a state."""
    if isinstance(what, Secret):
        return replace(what, message="")
    if isinstance(what, Open):
        return replace(what.window, decisive=frozenset())
    if isinstance(what, hazelnut.State):
        window = what.window and replace(what.window, decisive=frozenset())
        left = tuple(len(stack) for stack in what.stacks)
        return what._replace(in_paw=None, window=window, stacks=()), left
    return what


def watch(card: Card, secret: SecretMode, stream: list[Event | str]) -> list[Any]:
    """Everything that is public of a draw, step by step."""
    state, effects = drawn(card, secret)
    seen: list[Any] = [*map(public, effects)]
    cues = [effect.id for effect in effects if isinstance(effect, Cue)]
    for item in stream:
        event = next_event(state, cues) if isinstance(item, str) else item
        if event is None:
            break
        state, effects = hazelnut.step(state, event)
        cues += [effect.id for effect in effects if isinstance(effect, Cue)]
        seen += [public(state), hazelnut.listening(state), *map(public, effects)]
    return seen


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(["headphones", "whisper", "open"]),
    st.lists(st.one_of(GO_ON, GO_ON, SAID), max_size=24),
    st.sampled_from(THIEVES),
)
def test_a_draw_is_the_same_for_all_others_whatever_the_card(
    secret: SecretMode, stream: list[Event | str], thief: Card
) -> None:
    assert watch(thief, secret, stream) == watch(Card.HAZELNUT, secret, stream)


def test_a_whole_draw_comes_to_its_window() -> None:
    for secret in get_args(SecretMode):
        seen = watch(Card.FOX, secret, ["the next cue"] * 12)
        assert any(isinstance(what, Window) for what in seen)

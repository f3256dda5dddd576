"""A recorded player of Nutventure asks for what it needs, takes the way, walks where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import Manners
from voicenuts.lab.nutventure_player import TreePlayer
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, RATE, Arg, Listing, Name, Rank, Ref, Say

PLAIN = Manners(asks=0, murmurs=0, interrupts=0, dawdles=0, errs=0, pauses=0)
CROWN = Ref("nutventure-crown")


def place(floor: str, hour: int) -> Ref:
    return Ref(f"nutventure-place-{floor}", (("hour", hour),))


def ask(message: str, seat: int | None = 1, **args: Arg) -> Say:
    who: tuple[tuple[str, Arg], ...] = () if seat is None else (("seat", Name(seat)),)
    return Say(None, f"nutventure-{message}", (*who, *args.items()), Rank.PROMPT)


def steps(square: Ref = CROWN) -> Say:
    return ask("prompt-steps", square=square, ways=Listing(()))


@pytest.fixture
def player(book: PhraseBook, players: dict[str, Voice]) -> TreePlayer:
    return TreePlayer(1, 3, players["em_alex"], book, 1, PLAIN)


def answers(player: TreePlayer, *told: Say) -> str | None:
    """What the player says to the last of these lines."""
    for say in told:
        player.tell(0, say)
    at = player.mouth.busy_until
    spoken = (player.think(now, True, False) for now in range(at, at + 3 * RATE, BLOCK))
    return next((one.phrase for one in spoken if one is not None), None)


def test_a_turn_from_the_dice_to_a_nut(player: TreePlayer) -> None:
    assert answers(player, ask("prompt-ready")) == "turn.roll"
    assert answers(player, steps()) == "go.nut"
    assert answers(player, ask("prompt-way", None, target=Ref("nutventure-target-nut"))) == "answer.yes"
    square = Listing((place("top", 9), Ref("nutventure-colour-red")))
    assert answers(player, ask("step", None, square=square, unused=1)) == "step.done"


def test_a_nut_is_carried_to_the_nearest_empty_store(player: TreePlayer) -> None:
    player.tell(0, ask("prompt-ready"))
    player.tell(0, ask("takes", nuts=1))
    assert answers(player, steps(place("top", 9))) == "go.nest"
    player.tell(0, ask("stored", None, store=Ref("nutventure-target-nest"), nuts=1))
    assert answers(player, steps(place("top", 10))) == "go.nut"
    player.tell(0, ask("takes", nuts=2))
    assert answers(player, steps(place("top", 9))) == "go.hive"


def test_where_there_is_no_way_it_steps_nearer_and_ends_when_nothing_goes(player: TreePlayer) -> None:
    player.tell(0, ask("prompt-ready"))
    player.tell(0, ask("takes", nuts=1))
    assert answers(player, steps(place("top", 9))) == "go.nest"
    said: list[Any] = [answers(player, ask("no-way", None, target=Ref("nutventure-target-nest")))]
    while said[-1] is not None and said[-1] != "step.done":
        said.append(answers(player, ask("needs", None, colour=Ref("nutventure-colour-red"))))
    assert [phrase for phrase in said if phrase.startswith("step.")] == [
        "step.right",
        "step.left",
        "step.done",
    ]


def test_whoever_is_scared_has_nothing_to_carry_home(player: TreePlayer) -> None:
    player.tell(0, ask("prompt-ready"))
    player.tell(0, ask("takes", nuts=1))
    dropped = Ref("nutventure-scared-drops", (("seat", Name(1)), ("nuts", 1)))
    player.tell(0, ask("scared", None, scared=Listing((dropped,))))
    assert answers(player, steps()) == "go.nut"


def test_another_players_turn_is_none_of_its_business(player: TreePlayer) -> None:
    assert answers(player, ask("prompt-ready", 0)) is None
    assert answers(player, ask("prompt-steps", 0, square=CROWN, ways=Listing(()))) is None
    assert answers(player, ask("prompt-way", None, target=Ref("nutventure-target-nut"))) is None

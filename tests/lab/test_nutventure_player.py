"""A recorded player of Nutventure asks for what it needs, takes the way, walks where there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from voicenuts.games.nutventure.dice import FACES
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import Manners
from voicenuts.lab.nutventure_player import TreePlayer
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, RATE, Arg, Listing, Name, Rank, Ref, Say

PLAIN = Manners(asks=0, murmurs=0, interrupts=0, dawdles=0, errs=0, pauses=0)
MUTE = Voice("nobody", {})
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


# ---------------------------------------------------------------- real dice


@pytest.fixture
def writer(book: PhraseBook) -> TreePlayer:
    """Somebody of whom there are no recordings, so that everything is written."""
    return TreePlayer(1, 3, MUTE, book, 1, replace(PLAIN, misreads=0), agreed={"dice": "physical"})


def faces(*names: str) -> Say:
    told = (Listing(tuple(Ref(f"nutventure-colour-{c}") for c in name.split("-"))) for name in names)
    args = tuple(zip(("first", "second", "third", "fourth"), told, strict=True))
    return Say(None, "nutventure-faces", args)


def shown(name: str | None) -> Listing:
    assert name is not None
    colours = name.removeprefix("face.").split("-")
    return Listing(tuple(Ref(f"nutventure-colour-{colour}") for colour in colours))


def test_the_dice_are_told_one_by_one_and_again_if_one_was_misunderstood(writer: TreePlayer) -> None:
    first = answers(writer, ask("prompt-ready"), ask("prompt-report", number=1))
    told = [first, *(None,) * 3]
    for number in (2, 3, 4):
        told[number - 1] = answers(
            writer, ask("prompt-next", None, face=shown(told[number - 2]), number=number)
        )
    names = [str(face).removeprefix("face.") for face in told]
    assert all(name in FACES for name in names)
    other = next(name for name in FACES if name != names[3])
    assert answers(writer, faces(*names[:3], other), steps()) == "turn.roll"
    assert answers(writer, ask("prompt-report", number=1)) == first, "the dice still lie there"
    wrong = next(name for name in FACES if name != names[0])
    assert answers(writer, ask("prompt-next", None, face=shown(wrong), number=2)) == "turn.roll"
    assert answers(writer, faces(*names), steps()) == "go.nut"


def test_every_throw_of_the_villain_die_is_told(writer: TreePlayer) -> None:
    told = answers(writer, ask("prompt-ready"), ask("prompt-villain"))
    assert told in {f"villain.{side}" for side in range(1, 9)}
    assert answers(writer, ask("prompt-villain")) == told, "asked again, it is the same throw"
    throws = {
        answers(writer, ask("villains", None, moves=Listing(())), ask("prompt-villain")) for _ in range(9)
    }
    assert len(throws) > 1

"""A recorded player of Go Nuts! throws on, hides in time and answers its own dog alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from voicenuts.games.gonuts.dice import Throw
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.gonuts_player import NutsPlayer, phrase_of
from voicenuts.lab.manners import Manners
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, RATE, Earcon, Listing, Name, Rank, Ref, Say

PLAIN = Manners(asks=0, murmurs=0, interrupts=0, dawdles=0, errs=0, pauses=0)

Sit = Callable[[], NutsPlayer]


@pytest.fixture
def sit(book: PhraseBook, players: dict[str, Voice]) -> Sit:
    return lambda: NutsPlayer(1, 3, players["em_alex"], book, 1, PLAIN)


def ask(message: str, seat: int, **args: Any) -> Say:
    return Say(None, message, (("seat", Name(seat)), *args.items()), Rank.PROMPT)


def said(player: NutsPlayer, seconds: float, at: int = 0, quiet: bool = True) -> list[Utterance]:
    """What the player says while so much time goes by."""
    found = [player.think(now, quiet, False) for now in range(at, at + round(seconds * RATE), BLOCK)]
    return [spoken for spoken in found if spoken is not None]


@pytest.mark.parametrize(
    ("message", "seat", "args", "phrase"),
    [
        ("nuts-prompt-ready", 1, {}, "turn.roll"),
        ("nuts-first-ready", 1, {}, "turn.roll"),
        ("nuts-prompt-choice", 1, {"points": 9, "dice": 2}, "nuts.hide"),
        ("nuts-prompt-countdown", 1, {}, "nuts.go-nuts"),
        ("nuts-prompt-ready", 0, {}, None),
        ("nuts-prompt-choice", 2, {"points": 9, "dice": 2}, None),
    ],
)
def test_it_says_what_is_asked_of_it(
    sit: Sit, message: str, seat: int, args: dict[str, int], phrase: str | None
) -> None:
    player = sit()
    player.tell(0, ask(message, seat, **args))
    assert [spoken.phrase for spoken in said(player, 2.5)] == ([] if phrase is None else [phrase])


def test_it_throws_on_where_little_is_to_be_lost(sit: Sit) -> None:
    player = sit()
    player.tell(0, ask("nuts-prompt-choice", 1, points=2, dice=4))
    (spoken,) = said(player, 2.5)
    assert spoken.phrase in ("turn.roll", "nuts.again")


def test_it_answers_its_own_dog_until_that_is_back_and_waits_for_no_silence(sit: Sit) -> None:
    player = sit()
    player.tell(0, Earcon("tick", at_once=True))
    player.tell(0, Earcon("bark-1", at_once=True))
    assert not said(player, 3, quiet=False)
    player.tell(3 * RATE, Earcon("bark-2", at_once=True))
    first, *again = said(player, 6, 3 * RATE, quiet=False)
    assert first.phrase == "bark.woof"
    assert 0.1 * RATE < first.onset - 3 * RATE < 2 * RATE
    assert again
    player.tell(again[-1].onset + RATE // 2, Earcon("ok", at_once=True))
    assert not said(player, 4, 9 * RATE, quiet=False)


def test_a_dog_that_is_only_introduced_needs_no_answer(sit: Sit) -> None:
    player = sit()
    player.tell(0, Earcon("bark-2"))
    player.tell(0, ask("nuts-prompt-countdown", 0))
    player.tell(0, Earcon("tick", at_once=True))
    assert not said(player, 4)


def test_the_gong_ends_it(sit: Sit) -> None:
    player = sit()
    player.tell(0, Earcon("tick", at_once=True))
    player.tell(0, Earcon("bark-2", at_once=True))
    player.tell(0, Earcon("gong", at_once=True))
    assert not said(player, 3)


# ---------------------------------------------------------------- real dice


def faces(throw: Throw) -> Listing:
    counts = (("nuts", throw.nuts), ("birds", throw.birds), ("squirrels", throw.squirrels))
    return Listing(tuple(Ref(f"nuts-{face}", (("count", count),)) for face, count in counts if count), "then")


@pytest.fixture
def writer(book: PhraseBook) -> NutsPlayer:
    """Somebody of whom there are no recordings, so that everything is written."""
    return NutsPlayer(
        1, 3, Voice("nobody", {}), book, 4, replace(PLAIN, misreads=0), agreed={"dice": "physical"}
    )


def wrote(player: NutsPlayer, *told: Say) -> str | None:
    for say in told:
        player.tell(0, say)
    at = player.mouth.busy_until
    (spoken, *_) = said(player, 4, at)
    assert spoken.written
    return spoken.phrase


def test_what_was_misunderstood_is_taken_back_and_told_again(writer: NutsPlayer) -> None:
    report = wrote(writer, ask("nuts-prompt-report", 1))
    lies = writer._hand.shown
    assert lies is not None
    assert report == phrase_of(lies)
    other = Throw(lies.nuts + 1, lies.squirrels - 1, lies.birds)
    heard = Say(None, "nuts-throw", (("faces", faces(other)),))
    choice = ask("nuts-prompt-choice", 1, points=1, dice=lies.dice - lies.birds)
    assert wrote(writer, heard, choice) == "command.undo"
    assert wrote(writer, ask("nuts-prompt-report", 1)) == report
    heard = Say(None, "nuts-throw", (("faces", faces(lies)),))
    assert wrote(writer, heard, choice) in ("turn.roll", "nuts.again", "nuts.hide")


def test_who_throws_in_a_real_frenzy_counts_what_the_gong_left(writer: NutsPlayer) -> None:
    writer.tell(0, Say(None, "nuts-all-squirrels", (("seat", Name(1)), ("points", 0))))
    writer.tell(0, Earcon("tick", at_once=True))
    counted = []
    for _ in range(6):
        writer.tell(0, Earcon("beat", at_once=True))
        assert writer._counted is not None
        counted.append(sum(writer._counted))
    writer.tell(0, Earcon("gong", at_once=True))
    late = Say(None, "nuts-late-real", (("beats", 2),))
    assert wrote(writer, late, ask("nuts-prompt-total", 1)) == f"total.{counted[3]}"


def test_who_throws_a_real_dog_keeps_it_and_calls(writer: NutsPlayer) -> None:
    writer.tell(0, Say(None, "nuts-all-squirrels", (("seat", Name(0)), ("points", 0))))
    writer.tell(0, Earcon("tick", at_once=True))
    for _ in range(40):
        writer.tell(0, Earcon("beat", at_once=True))
    call = said(writer, 3, quiet=False)[-1]
    assert call.phrase == "bark.woof"
    writer.tell(call.onset + RATE // 2, Earcon("ok", at_once=True))
    for _ in range(40):
        writer.tell(call.end, Earcon("beat", at_once=True))
    assert not said(writer, 3, call.end, quiet=False)

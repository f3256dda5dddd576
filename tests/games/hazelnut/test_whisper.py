"""A card whispered by the one loudspeaker: hand over, listen, give back, and only then the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Call, GiveBack, Listen, Resume, Roll
from voicenuts.games.hazelnut.game import Phase
from voicenuts.games.hazelnut.state import Card
from voicenuts.values import RATE, Asked, Cue, Cued, Earcon, Effect, Secret

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Drawn, Play

NOBODY = (frozenset[str](),) * 4


@pytest.fixture
def handed(drawn: Drawn) -> Play:
    """Seat 0 has drawn a lynx and is asked for an ear."""
    return drawn("lynx", hush=False, secret="whisper")


def listening(play: Play) -> tuple[frozenset[str], ...]:
    return hazelnut.listening(play.state)


def test_the_drawer_is_asked_to_hold_the_loudspeaker_and_alone_is_listened_to(handed: Play) -> None:
    assert handed.state.phase is Phase.EAR
    assert handed.said == ["arrive", "lesson-calls", "prompt-ear"]
    assert handed.secrets == []
    assert listening(handed) == (frozenset({"turn.ready"}), *NOBODY[1:])
    assert not handed.state.at_ear


def test_it_whispers_when_the_drawer_is_ready(handed: Play) -> None:
    handed.listen(seat=1)
    assert handed.state.phase is Phase.EAR
    handed.listen()
    assert handed.effects == (Secret(0, "card-lynx"), Cue("told-1", 6 * RATE))
    assert listening(handed) == (frozenset({"turn.back", "command.repeat"}), *NOBODY[1:])
    assert handed.state.at_ear


def test_calls_are_heard_only_after_it_lies_on_the_table(handed: Play) -> None:
    handed.listen().give_back(seat=2)
    assert handed.state.phase is Phase.WHISPER
    handed.give_back()
    assert handed.said == ["on-table"]
    assert handed.effects[-1] == Cue("laid-1")
    assert listening(handed) == NOBODY
    handed.cue("laid", at=5 * RATE)
    assert handed.effects == (Earcon("rustle"), Cue("drawn-1"))
    assert not handed.state.at_ear
    handed.cue("drawn", at=7 * RATE)
    assert (handed.window.opens, handed.window.closes) == (7 * RATE, 10 * RATE)
    assert handed.window.seats == {1, 2, 3}
    assert handed.lapse().said == ["card-back"]
    assert handed.state.next_seat in handed.window.seats


def test_who_says_nothing_has_given_it_back_after_six_seconds(handed: Play) -> None:
    handed.listen().tell(Cued("told-1", 9 * RATE))
    assert handed.said == ["on-table"]
    assert handed.state.phase is Phase.LAID
    assert handed.give_back().effects == ()


def test_the_drawer_may_have_it_whispered_again_with_the_whole_time(handed: Play) -> None:
    handed.listen().tell(Asked(0, "command.repeat", 2 * RATE))
    assert handed.effects == (Secret(0, "card-lynx"), Cue("told-2", 6 * RATE))
    assert handed.tell(Cued("told-1", 9 * RATE)).effects == ()
    assert handed.tell(Cued("told-2", 12 * RATE)).said == ["on-table"]


def test_nobody_else_and_nobody_later_has_it_whispered(handed: Play) -> None:
    for seat in (1, 2, 3):
        assert handed.tell(Asked(seat, "command.repeat", 2 * RATE)).secrets == []
    handed.listen()
    for seat in (1, 2, 3):
        assert handed.tell(Asked(seat, "command.repeat", 2 * RATE)).secrets == []
    handed.give_back().cue("laid")
    assert handed.tell(Asked(0, "command.repeat", 2 * RATE)).secrets == []


def test_a_silent_drawer_gets_a_motif_and_then_one_reminder(handed: Play) -> None:
    assert handed.effects[-1] == Cue("hint-1-ear", 8 * RATE)
    assert handed.cue("hint-1-ear".removesuffix("-1-ear")).effects == ()
    handed.tell(Cued("hint-1-ear", 9 * RATE))
    assert handed.effects == (Earcon("your-turn-1"), Cue("nudge-1-ear", 17 * RATE))
    assert handed.tell(Cued("nudge-1-ear", 26 * RATE)).said == ["nudge-ear"]
    assert handed.tell(Cued("nudge-1-ear", 52 * RATE)).effects == ()


@pytest.mark.parametrize("card", Card)
def test_every_card_goes_the_same_way(drawn: Drawn, card: Card) -> None:
    def way(card: str) -> list[Effect]:
        play = drawn(card, hush=False, secret="whisper").listen().tell(Asked(0, "command.repeat", 9))
        play.give_back().cue("laid")
        return [Secret(e.seat, "") if isinstance(e, Secret) else e for e in play.log]

    assert way(card) == way("hazelnut")


def test_what_is_not_for_now_is_silent(handed: Play) -> None:
    for _ in range(3):
        for event in (Roll(0, 9), Call(0, "lynx", 9), Call(2, "lynx", 9), GiveBack(3, 9), Listen(3, 9)):
            before = handed.state
            assert handed.tell(event).effects == ()
            assert handed.state == before
        handed.listen() if handed.state.phase is Phase.EAR else handed.give_back()


@pytest.mark.parametrize("phase", [Phase.EAR, Phase.WHISPER, Phase.LAID])
def test_a_game_broken_off_meanwhile_asks_again(handed: Play, phase: Phase) -> None:
    if phase is not Phase.EAR:
        handed.listen()
    if phase is Phase.LAID:
        handed.give_back()
    assert handed.state.phase is phase
    handed.tell(Resume(99 * RATE))
    assert handed.said == ["status-ear" if phase is Phase.EAR else "status-draw", "prompt-ear"]
    assert handed.secrets == []
    handed.tell(Cued("told-1", 99 * RATE)).cue("laid")
    assert handed.state.phase is Phase.EAR
    assert handed.listen().secrets == [Secret(0, "card-lynx")]


@pytest.mark.parametrize("hush", [False, True])
def test_a_window_broken_off_is_played_again_without_a_whisper(handed: Play, hush: bool) -> None:
    handed.listen().give_back().cue("laid")
    if hush:
        handed.cue("drawn", at=9 * RATE)
    handed.tell(Resume(99 * RATE))
    assert handed.effects[1:] == (Earcon("rustle"), Cue("drawn-1"))
    handed.cue("drawn", at=101 * RATE).resolve((2, "lynx", 1.0))
    assert handed.state.score == (0, 0, 2, 0)
    assert handed.cards == 56


def test_the_words_to_say_are_told_to_the_drawer(handed: Play) -> None:
    def asked(seat: int, about: str) -> str:
        handed.tell(Asked(seat, f"command.{about}", 9))
        (message,) = handed.said
        return message

    assert [asked(seat, "options") for seat in (0, 1)] == ["options-ear", "options-other"]
    handed.listen()
    assert [asked(seat, "options") for seat in (0, 1)] == ["options-drawer", "options-call"]

"""Going on after a restart or a lost device: nothing is guessed, and the table hears where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Resume
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.values import Cue, Secret

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Drawn


def test_before_the_start() -> None:
    state = hazelnut.new(3, Options(), 1)
    after, effects = hazelnut.step(state, Resume(5))
    assert after == state
    assert effects[-1] == Cue("start")


def test_prompts_are_said_again(begin: Begin) -> None:
    play = begin(dice="physical").tell(Resume(9))
    assert play.said == ["status-ready", "prompt-ready"]
    play.roll().tell(Resume(9))
    assert play.said == ["status-report", "prompt-report"]
    play.report(2).tell(Resume(9))
    assert play.said == ["status-move", "prompt-where"]
    assert play.effects[-1] == Cue("hint-1-move", 8 * 16_000)


def test_a_hush_is_played_again_from_the_look_at_the_card(drawn: Drawn) -> None:
    for hush in (False, True):
        play = drawn("lynx", hush=hush).tell(Resume(99_000))
        assert play.state.phase is Phase.DRAW
        assert play.secrets == [Secret(0, "card-lynx", "rustle")]
        play.cue("drawn", at=120_000).resolve((2, "lynx", 1.0))
        assert play.state.score == (0, 0, 2, 0)
        assert play.cards == 56


def test_a_put_back_is_played_again_with_its_whole_time(drawn: Drawn) -> None:
    play = drawn("lynx").lapse().cue("back").tell(Resume(99_000))
    assert play.said == ["status-back", "card-back"]
    (window,) = play.opened
    assert (window.opens, window.closes, window.earliest_close) == (99_000, None, None)
    play.cue("back", at=120_000)
    assert play.window.earliest_close == 152_000


def test_after_the_end_the_result_is_told(begin: Begin) -> None:
    play = begin(at="tree-1", front=(4, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak")
    assert play.tell(Resume(1)).said == ["status-over", "final-scores"]

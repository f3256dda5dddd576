"""The players end the game early, in any phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from voicenuts.games import codec
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Quit
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.values import Asked, Say

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Drawn


@pytest.mark.parametrize("phase", [p for p in Phase if p is not Phase.OVER])
def test_the_game_is_over_and_every_card_is_still_there(begin: Begin, drawn: Drawn, phase: Phase) -> None:
    states: dict[Phase, Callable[[], hazelnut.State]] = {
        Phase.SETUP: lambda: hazelnut.new(4, Options(), 1),
        Phase.READY: lambda: begin().state,
        Phase.REPORT: lambda: begin(dice="physical").roll().state,
        Phase.MOVE: lambda: begin().throw(2).state,
        Phase.EAR: lambda: drawn("fox", hush=False, secret="whisper").state,
        Phase.WHISPER: lambda: drawn("fox", hush=False, secret="whisper").listen().state,
        Phase.LAID: lambda: drawn("fox", hush=False, secret="whisper").listen().give_back().state,
        Phase.DRAW: lambda: drawn("lynx", hush=False).state,
        Phase.HUSH: lambda: drawn("hazelnut").state,
        Phase.PUT_BACK: lambda: drawn("lynx").lapse().state,
    }
    state = states[phase]()
    assert state.phase is phase
    after, effects = hazelnut.step(state, Quit(9))
    assert [effect.message for effect in effects if isinstance(effect, Say)] == ["quit", "final-scores"]
    assert after.over
    assert after.window is None
    assert after.winners == ()
    assert sum(map(len, after.stacks)) + len(after.discard) + sum(after.front) == 56
    (say,) = hazelnut.step(after, Asked(1, "command.status", 10))[1]
    assert isinstance(say, Say)
    assert say.message == "status-quit"


def test_a_game_that_is_over_stays_as_it_is(begin: Begin) -> None:
    over = begin(at="tree-1", front=(4, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak").state
    assert hazelnut.step(over, Quit(9)) == (over, ())


def test_the_journal_knows_it() -> None:
    assert codec.load(codec.dump(Quit(5))) == Quit(5)

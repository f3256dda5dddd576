"""What the narrator is saying is not listened for; what only the loudspeaker can tell waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from voicenuts.arbiter import Closed
from voicenuts.games.hazelnut.events import Roll
from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.hearing import Unheard
from voicenuts.values import BLOCK, Earcon, Heard, Say, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening


def opened(evening: Evening) -> list[tuple[int, frozenset[str]]]:
    """From now on, what was open to which seat whenever a voice began."""
    seen: list[tuple[int, frozenset[str]]] = []
    listens = evening.table._listens

    def note(seat: int) -> frozenset[str]:
        seen.append((seat, listens(seat)))
        return seen[-1][1]

    evening.table._listens = note  # type: ignore[method-assign]  # the test listens in
    return seen


def test_a_word_in_the_askers_ear_counts_only_when_it_has_been_said(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    evening.say(0, "help")
    evening.until_played("help-ready")
    assert "roll" in evening.played("help-ready")[0].text
    seen = opened(evening)
    evening.run(0.5).say(0, "roll")
    evening.run(1.5)
    assert [(seat, "turn.roll" in ids) for seat, ids in seen] == [(0, False)]
    assert evening.of(Unheard)
    assert not evening.of(Roll)
    evening.until(lambda: evening.table.quiet)
    evening.say(0, "roll")
    evening.run(1.5)
    assert "turn.roll" in seen[-1][1]
    assert evening.of(Roll)


def test_a_word_in_one_ear_is_open_to_the_others(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    evening.say(2, "help")
    evening.until_played("help-other")
    seen = opened(evening)
    evening.run(0.3).say(0, "roll")
    evening.run(1.5)
    assert [(seat, "turn.roll" in ids) for seat, ids in seen] == [(0, True)]
    assert evening.of(Roll)


def test_a_prompt_that_gives_way_takes_no_answer_away(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    evening.say(0, "roll")
    evening.until_played("prompt-move")
    seen = opened(evening)
    evening.run(0.3).say(0, "tree two")
    evening.run(1)
    assert seen[0][1] >= {f"place.tree-{number}" for number in range(1, 9)}


def test_a_result_takes_its_words_away_until_it_is_told(begin: Begin) -> None:
    evening = begin().move(seat=2)
    evening.table._perform(
        Say(None, "arrive", (("seat", "Ginger"), ("place", "tree two, tree two, tree two")))
    )
    evening.run(0.6)
    seen = opened(evening)
    evening.say(2, "tree one")
    evening.run(1)
    assert seen[0][0] == 2
    assert "place.tree-2" not in seen[0][1]
    assert "place.tree-1" in seen[0][1]


# ---------------------------------------------------------------- a table without private ears


def test_without_ears_an_answer_waits_until_the_window_is_closed(begin: Begin) -> None:
    evening = begin(ears=0).reach(Phase.HUSH)
    spoken = evening.say(2, "score")
    evening.until(lambda: evening.of(Heard)[1:])
    evening.run(0.1)
    # The ear-less seat hears at once that it was understood, and no word before the window is closed.
    assert evening.of(Earcon)[-1] == Earcon("ok", 2, at_once=True)
    late = int(np.flatnonzero(evening.sound(0)[spoken.end :])[0])
    assert late < samples(700)
    evening.until_played("answer-score")
    (closed,), (answer,) = evening.of(Closed), evening.played("answer-score")
    assert answer.channel == 0
    assert answer.start + BLOCK >= closed.at
    quiet = evening.sound(0)[spoken.end + late + samples(80) : closed.at]
    assert not quiet.any()
    evening.run(6)
    assert [played.message for played in evening.of(type(answer))][-3:] == [
        "answer-score",
        "card-named-back",
        "prompt-ready",
    ]


def test_without_ears_an_answer_comes_at_once_when_no_window_is_open(begin: Begin) -> None:
    evening = begin(ears=0).reach(Phase.MOVE)
    spoken = evening.say(1, "status")
    evening.until_played("status-move")
    (answer,) = evening.played("status-move")
    assert answer.channel == 0
    assert answer.start + BLOCK - spoken.end < samples(700)


def test_without_ears_two_answers_follow_each_other(begin: Begin) -> None:
    evening = begin(ears=0).reach(Phase.HUSH)
    evening.say(2, "score")
    evening.say(1, "status", 900)
    evening.until_told(Closed)
    evening.run(8)
    order = [played.message for played in evening.played("answer-score") + evening.played("status-hush")]
    assert order == ["answer-score", "status-hush"]
    (score,), (status,) = evening.played("answer-score"), evening.played("status-hush")
    assert status.start >= score.end

"""Who speaks is not talked over: prompts give way to a voice, results are told to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.hazelnut.events import Choose
from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.hearing import Unheard
from voicenuts.speaking.narrator import Played
from voicenuts.values import BLOCK, RATE, Asked, Heard, Rank, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening, Pcm

GIVES_WAY = samples(150)
"""So soon after a voice's onset a prompt is silent."""


@pytest.fixture
def prompted(begin: Begin) -> Evening:
    """The narrator has just begun to tell seat 0 where it may go: four places, some seconds."""
    evening = begin().stage(pos=(2, 2, 2)).reach(Phase.READY)
    evening.stage(chance=next_throw(evening, 3)).say(0, "roll")
    evening.until_played("prompt-move")
    return evening.run(0.3)


def next_throw(evening: Evening, paws: int) -> object:
    """A chance that throws `paws` next."""
    chance = evening.table.state.chance
    while True:
        thrown, after = chance.pick((1, 1, 2, 2, 3, 3))
        if thrown == paws:
            return chance
        chance = after


def whole(evening: Evening, played: Played) -> tuple[Pcm, Pcm]:
    """The line as it was made, and what was heard from its beginning on for its length."""
    sound = played.clip.sound.result()
    start = played.start + BLOCK
    return sound, evening.sound(0)[start : start + len(sound)]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_prompt_falls_silent_and_is_said_again_after_table_talk(prompted: Evening, seat: int) -> None:
    spoken = prompted.say(seat, "did you see that")
    prompted.until_told(Unheard)
    prompted.run(0.3)
    first, again = prompted.played("prompt-move")
    assert first.end + BLOCK - spoken.onset <= GIVES_WAY
    restart = again.start + BLOCK
    assert not prompted.sound(0)[spoken.onset + GIVES_WAY : restart].any()
    assert spoken.end < restart < spoken.end + samples(600)
    prompted.run(6)
    made, heard = whole(prompted, again)
    assert np.array_equal(made, heard)
    assert prompted.phase is Phase.MOVE


def test_an_answer_ends_the_prompt_for_good(prompted: Evening) -> None:
    spoken = prompted.say(0, "old oak")
    prompted.run(6)
    (chosen,) = prompted.of(Choose)
    assert abs(chosen.at - spoken.onset) < samples(25)
    (cut,) = prompted.played("prompt-move")
    assert cut.end + BLOCK - spoken.onset <= GIVES_WAY


def test_a_question_lets_the_prompt_begin_again(prompted: Evening) -> None:
    spoken = prompted.say(2, "score")
    prompted.run(8)
    assert [asked.seat for asked in prompted.of(Asked)] == [2]
    first, again = prompted.played("prompt-move")
    assert first.end + BLOCK - spoken.onset <= GIVES_WAY
    made, heard = whole(prompted, again)
    assert np.array_equal(made, heard)


def test_a_table_that_keeps_talking_hears_the_prompt_to_its_end_at_last(prompted: Evening) -> None:
    for _ in range(3):
        prompted.say(1, "i have no idea what that was", 300)
        prompted.run(3.2)
    prompted.run(5)
    *cut, last = prompted.played("prompt-move")
    assert len(cut) == 2
    made, heard = whole(prompted, last)
    assert np.array_equal(made, heard)


@pytest.mark.parametrize("message", ["arrive", "card-back", "final-scores"])
def test_a_result_is_never_cut(begin: Begin, message: str) -> None:
    evening = begin()
    if message == "final-scores":
        evening.move().stage(front=(4, 0, 0), score=(10, 0, 0)).run(0.3).say(0, "old oak")
    else:
        evening.reach(Phase.DRAW)
    evening.until_played(message)
    evening.say(1, "pass me the biscuits please")
    evening.say(2, "that was a really good move", 200)
    evening.run(3)
    (played,) = evening.played(message)
    assert played.rank is Rank.RESULT
    made, heard = whole(evening, played)
    assert np.array_equal(made, heard)
    assert len(made) > RATE // 2


def test_the_narrators_own_voice_is_never_taken_for_a_players(begin: Begin) -> None:
    evening = begin()
    evening.stage(phase=Phase.SETUP)
    evening.run(40)  # the opening, an invitation, a reminder
    assert len(evening.of(Played)) >= 4
    assert not evening.of(Heard, Unheard)

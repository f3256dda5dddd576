"""The drum at a table: it keeps its time, answers wait for it, and after a pause it counts in anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.games.gonuts.play import DOG, HOUSE, NUT, SQUIRREL, loaded
from voicenuts.games.gonuts.game import Phase
from voicenuts.games.gonuts.state import BEAT
from voicenuts.table.replay import replay
from voicenuts.values import Cued, Earcon, Say

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

BOTH = (NUT, DOG, DOG)
NOBODY = (NUT, HOUSE, HOUSE)
RUN = "woof woof woof"
"""Three calls without any pause; the first one counts."""


def drumming(begin: Begin, *beats: tuple[int, ...], ears: int = 3) -> Evening:
    """Seat 0 shouts and the drum begins; its one die and the dogs fall as told."""
    evening = begin(game="go-nuts", ears=ears)
    taught = frozenset({"frenzy", "dog-1", "dog-2", "choice"})
    evening.stage(phase=Phase.CHOICE, active=0, round=(0, 1, 2), start_seat=0, dice=1, taught=taught)
    evening.stage(chance=loaded(SQUIRREL, *(side for beat in beats for side in beat), *(NUT,) * 20))
    evening.say(0, "again")
    evening.until_played("nuts-prompt-countdown").until(lambda: evening.table.quiet)
    evening.say(0, "go nuts")
    return evening.until(lambda: evening.table.state.phase is Phase.FRENZY)


def sounded(evening: Evening, id: str) -> list[int]:
    """When an earcon was made, by the samples of audio."""
    return [at for at, what in evening.told if isinstance(what, Earcon) and what.id == id]


def test_beats_are_cued_to_the_sample_and_sound_within_two_blocks(begin: Begin) -> None:
    evening = drumming(begin, *(NOBODY,) * 4)
    evening.until(lambda: len(sounded(evening, "beat")) == 4)
    cued = [cue.at for cue in evening.of(Cued) if cue.id.startswith("beat-")]
    assert set(np.diff(cued)) == {BEAT}
    made = sounded(evening, "beat")
    assert all(0 <= sound - cue <= 2 * 480 for cue, sound in zip(cued, made, strict=True))


@pytest.mark.parametrize("ears", [3, 0])
def test_who_asks_meanwhile_disturbs_nobody(begin: Begin, ears: int) -> None:
    evening = drumming(begin, *(NOBODY,) * 4, BOTH, ears=ears)
    evening.until(lambda: sounded(evening, "beat"))
    evening.say(0, "score")
    evening.until_told(Say).until(lambda: "answer-score" in [say.message for say in evening.of(Say)])
    evening.run(1.2)
    assert bool(evening.played("answer-score")) == bool(ears)
    evening.until(lambda: sounded(evening, "bark-2")).run(0.3)
    evening.say(1, RUN)
    evening.say(2, "woof")
    evening.until(lambda: sounded(evening, "gong")).until_played("answer-score")


def test_after_a_pause_the_drum_counts_in_again(begin: Begin) -> None:
    evening = drumming(begin, *(NOBODY,) * 6, BOTH)
    evening.until(lambda: len(sounded(evening, "beat")) == 2)
    evening.say(0, "pause")
    evening.until_played("table-paused").run(3)
    beats = len(sounded(evening, "beat"))
    evening.say(0, "resume")
    evening.until_played("nuts-status-frenzy")
    assert len(sounded(evening, "beat")) == beats
    ticks = len(sounded(evening, "tick"))
    evening.until(lambda: len(sounded(evening, "tick")) == ticks + 3)
    evening.until(lambda: len(sounded(evening, "beat")) == beats + 1)
    assert len(evening.table.state.frenzy.beats) == beats + 1


def test_the_journal_tells_it_again(begin: Begin) -> None:
    evening = begin(game="go-nuts")
    evening.until_played("nuts-first-ready").until(lambda: evening.table.quiet)
    for _ in range(3):
        active, asked = evening.table.state.active, evening.table.state.asked
        evening.say(active, "roll" if evening.table.state.phase is Phase.READY else "again")
        evening.until(lambda: evening.table.state.asked > asked).until(lambda: evening.table.quiet)  # noqa: B023 - called before the loop goes on
    assert replay(evening.journal, evening.table.game) == evening.table.state

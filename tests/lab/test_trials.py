"""Trials: what is said, opened, decided and noted, with a made-up hearing and a real one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing.ear import Listens, nothing
from voicenuts.hearing.hearing import Hearing, Unheard
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.shouts import SINGLE, Shout, Trial, planned, singles
from voicenuts.lab.space import Space, SpaceAir, own_delay
from voicenuts.lab.tally import tallied
from voicenuts.lab.trials import SIGN_ON_S, Trials
from voicenuts.lab.voices import Clip, Voice
from voicenuts.values import BLOCK, RATE, Bid, Heard, samples

CALLS = frozenset({"thief.fox", "thief.lynx", "thief.marten"})
DELAY = 50
WORD = samples(600)
CLIPS = {
    text: Clip(text, np.full(samples(800), 0.1, np.float32), samples(100), samples(100) + WORD)
    for text in ("fritz", "leo", "max")
}
PAIR = Trial("pair", 120, (Shout(0, "thief.fox", "fritz"), Shout(2, "thief.lynx", "leo", samples(120))))


class Script:
    """A hearing that tells at the end of each shout what `answers` makes of it."""

    def __init__(self, answers: Callable[[Heard], list[Heard]] = lambda heard: [heard]) -> None:
        self.at = 0
        self.coming: list[Heard] = []
        self._answers = answers

    def hear(
        self,
        block: NDArray[np.int16],
        played: NDArray[np.int16],
        listens: Listens,
        beside: Listens = nothing,
    ) -> list[Heard | Unheard]:
        self.at += BLOCK
        return [answer for heard in self.due() for answer in self._answers(heard)]

    def due(self) -> list[Heard]:
        due = [heard for heard in self.coming if heard.end <= self.at]
        self.coming = [heard for heard in self.coming if heard not in due]
        return due

    @property
    def speaking(self) -> tuple[int | None, ...]:
        return tuple(
            min((h.onset for h in self.coming if h.seat == seat and h.onset <= self.at), default=None)
            for seat in range(3)
        )

    def claim(self, seat: int) -> None:
        raise AssertionError

    def close(self) -> None:
        raise AssertionError


class Acted(Trials):
    """Trials whose made-up hearing is told what is going to be said."""

    def __init__(self, script: Script) -> None:
        cast = [Voice(f"voice {seat}", CLIPS) for seat in range(3)]
        super().__init__(script, Air(Room(), 3), cast, [DELAY] * 3, CALLS, lambda seat: CALLS)
        self.script = script

    def shout(self, trial: Trial, at: int) -> tuple[list[Utterance], tuple[Bid, ...]]:
        said, truth = super().shout(trial, at)
        self.script.coming += [
            Heard(u.seat, str(u.phrase), u.onset + DELAY, u.end, 1.0, own=True) for u in said
        ]
        return said, truth


def test_what_is_heard_right_is_counted_right_to_the_sample() -> None:
    outcome = Acted(Script()).run(PAIR)
    assert [(b.seat, b.phrase) for b in outcome.bids] == [(0, "thief.fox"), (2, "thief.lynx")]
    assert [b.onset for b in outcome.bids] == [b.onset for b in outcome.truth]
    assert outcome.truth[1].onset - outcome.truth[0].onset == samples(120)
    tally = tallied([outcome])["pair 120 ms"]
    assert (tally.trials, tally.mouths, tally.right) == (1, 2, 2)
    assert (tally.first, tally.all, tally.ordered, tally.fair, tally.heats) == (1, 1, 1, 1, 0)
    assert (tally.doubles, tally.false_seats, tally.misheard) == (0, 0, 0)
    assert tally.onset_ms == [0, 0]
    # The second shout goes on for 120 ms, but it cannot change who was first.
    assert outcome.decision_ms == pytest.approx(0, abs=60)


def test_a_neighbours_bid_is_a_double_and_on_a_false_seat() -> None:
    def doubled(heard: Heard) -> list[Heard]:
        return [heard, Heard(1, heard.phrase, heard.onset + samples(200), heard.end, 1.0, own=True)]

    single = Trial(SINGLE, 0, PAIR.shouts[:1])
    tally = tallied([Acted(Script(doubled)).run(single)])["single"]
    assert (tally.right, tally.first, tally.doubles, tally.false_seats, tally.misheard) == (1, 1, 1, 1, 0)


def test_another_phrase_is_misheard_and_credits_nobody() -> None:
    def wrong(heard: Heard) -> list[Heard]:
        return [Heard(heard.seat, "thief.marten", heard.onset, heard.end, 1.0, own=True)]

    outcome = Acted(Script(wrong)).run(PAIR)
    tally = tallied([outcome])["pair 120 ms"]
    assert (tally.right, tally.first, tally.all, tally.misheard) == (0, 0, 0, 2)
    assert tally.onset_ms == []
    assert outcome.decision_ms is None


def test_who_is_late_in_what_was_heard_is_neither_first_nor_in_order() -> None:
    def late(heard: Heard) -> list[Heard]:
        by = samples(300) if heard.seat == 0 else 0
        return [Heard(heard.seat, heard.phrase, heard.onset + by, heard.end, 1.0, own=True)]

    tally = tallied([Acted(Script(late)).run(PAIR)])["pair 120 ms"]
    assert (tally.right, tally.all, tally.first, tally.ordered, tally.fair) == (2, 1, 0, 0, 0)
    assert max(tally.onset_ms) == 300


def test_a_dead_heat_is_fair_but_not_in_order() -> None:
    def late(heard: Heard) -> list[Heard]:
        by = samples(150) if heard.seat == 0 else 0
        return [Heard(heard.seat, heard.phrase, heard.onset + by, heard.end, 1.0, own=True)]

    tally = tallied([Acted(Script(late)).run(PAIR)])["pair 120 ms"]
    assert (tally.heats, tally.ordered, tally.fair) == (1, 0, 1)


def test_of_two_who_shout_at_once_either_may_be_first() -> None:
    def late(heard: Heard) -> list[Heard]:
        by = samples(200) if heard.seat == 0 else 0
        return [Heard(heard.seat, heard.phrase, heard.onset + by, heard.end, 1.0, own=True)]

    at_once = Trial("pair", 0, (PAIR.shouts[0], Shout(2, "thief.lynx", "leo")))
    tally = tallied([Acted(Script(late)).run(at_once)])["pair 0 ms"]
    assert (tally.first, tally.all, tally.ordered, tally.fair) == (1, 1, 1, 1)


def test_nothing_heard_ends_the_trial_too() -> None:
    trials = Acted(Script(lambda heard: []))
    outcome = trials.run(PAIR)
    assert (outcome.bids, outcome.decision_ms) == ((), None)
    assert trials.at < 6 * RATE


def test_at_the_sign_on_one_after_the_other_speaks() -> None:
    trials = Acted(Script())
    trials.sign_on()
    assert 3 * SIGN_ON_S * RATE < trials.at < 3 * (SIGN_ON_S + 2) * RATE
    ends = [mouth.busy_until for mouth in trials.mouths]
    assert ends == sorted(ends)


def test_a_few_shouts_in_a_real_room(model: Model, book: PhraseBook, players: dict[str, Voice]) -> None:
    space, ids = Space("close", rt60_s=0.3, seed=2), book.expand(["thief", "command"])
    forms = {id: book.phrases[id].forms for id in CALLS}
    trials = Trials(
        Hearing(model, book, 3),
        SpaceAir(space, 3),
        [players[name] for name in ("am_michael", "bf_isabella", "bm_lewis")],
        [own_delay(space, 3, seat) for seat in range(3)],
        CALLS,
        lambda seat: ids,
        seed=1,
    )
    outcomes = [trials.run(trial) for trial in (*singles(1, 3, forms, 1), *planned(2, 3, forms, 1))]
    total = tallied(outcomes)
    assert sum(tally.trials for tally in total.values()) == 3
    assert sum(tally.right for tally in total.values()) >= 3
    assert all(abs(error) < 40 for tally in total.values() for error in tally.onset_ms)
    assert trials.cpu_s > 0
    assert 6 < trials.audio_s < 12

"""Scripted shouts: the kinds, names and seats that were asked for."""

from __future__ import annotations

from collections import Counter

from voicenuts.lab.shouts import PAIR, PATTERN, SAME, SINGLE, planned, singles
from voicenuts.values import millis

FORMS = {"thief.fox": ("fritz the fox", "fritz"), "thief.lynx": ("leo",), "thief.marten": ("max", "marten")}


def test_every_kind_comes_as_often_as_the_pattern_says() -> None:
    trials = planned(2 * len(PATTERN), 4, FORMS, 1)
    assert Counter((trial.kind, trial.gap_ms) for trial in trials) == Counter(2 * PATTERN)
    assert {gap for kind, gap in PATTERN if kind == PAIR} == {0, 30, 60, 120, 250, 400}


def test_pairs_shout_different_names_and_neighbours_the_same() -> None:
    for trial in planned(200, 4, FORMS, 2):
        assert all(shout.text in FORMS[shout.phrase] for shout in trial.shouts)
        if trial.kind == SINGLE:
            assert len(trial.shouts) == 1
            continue
        first, second = trial.shouts
        assert (first.phrase == second.phrase) is (trial.kind == SAME)
        assert millis(second.after) == trial.gap_ms
        assert (second.seat - first.seat) % 4 in ((1, 3) if trial.kind == SAME else (1, 2, 3))


def test_all_forms_and_all_seats_have_their_turn() -> None:
    trials = singles(200, 3, FORMS, 3)
    assert {shout.text for trial in trials for shout in trial.shouts} == set().union(*FORMS.values())
    assert {shout.seat for trial in trials for shout in trial.shouts} == {0, 1, 2}


def test_the_same_seed_plans_the_same() -> None:
    assert planned(30, 4, FORMS, 5) == planned(30, 4, FORMS, 5) != planned(30, 4, FORMS, 6)

"""The graph as a machine: which phones it takes, what it writes for them and what that costs."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.fst import Fst
from voicenuts.modelling.graph import read_graph_sources
from voicenuts.modelling.lexicon import Lexicon, Phones, pronunciation
from voicenuts.modelling.network import UNKNOWN, Costs, Network, decoy_costs
from voicenuts.modelling.phones import NUMBER, PHONES, Contexts, position

COSTS = Costs(silence=0.5, unk=0.25, phone=-0.5, decoy=3.0, near=4.0, vocabulary=6.0, single=1.5)
NONE = Contexts()
CLASSES = Contexts((("AA", "AO"), ("S", "Z"), ("K",)))
LEXICON: Lexicon = {
    "fox": (pronunciation("F AA K S"), pronunciation("F AO K S")),
    "oh": (pronunciation("OW"),),
    "leo": (pronunciation("L IY OW"),),
}
DECOYS: Lexicon = {
    "folks": (pronunciation("F OW K S"),),
    "leeward": (pronunciation("L IY W ER D"),),
    "foxes": (pronunciation("F AA K S IH Z"),),
    "lee": (pronunciation("L IY"),),
}
FILLER = Filler.of(np.random.default_rng(1).random((40, 40)))


def network(contexts: Contexts, lexicon: Lexicon = LEXICON, decoys: Lexicon = DECOYS) -> Fst:
    grown = Network(contexts, COSTS)
    grown.add_words(lexicon)
    grown.add_filler(FILLER)
    grown.add_decoys(decoy_costs(lexicon, decoys, COSTS))
    return grown.done()


def transitions(contexts: Contexts, phones: Phones, frames: int = 1) -> list[int]:
    """The transition numbers of a word of which every phone has so many frames."""
    numbers: list[int] = []
    for at, phone in enumerate(phones):
        before = NUMBER[phones[at - 1]] if at else None
        forward, loop = contexts.transitions(NUMBER[phone], position(at, len(phones)), before)
        numbers += [forward, *[loop] * (frames - 1)]
    return numbers


Ways = dict[tuple[int, tuple[int, ...]], float]
"""State and what was written on the way to it -> the least cost."""


def taken(fst: Fst, numbers: Iterable[int], contexts: Contexts = NONE) -> dict[tuple[int, ...], float]:
    """What the graph writes for transition numbers, each way with its least cost; {} if it takes them not."""
    same = read_alike(contexts)
    ways = freely(fst, {(0, ()): 0.0})
    for number in numbers:
        stepped: Ways = {}
        for (state, written), cost in ways.items():
            for arc in fst.arcs[fst.first[state] : fst.first[state + 1]]:
                if same.get(int(arc["ilabel"])) == same[number]:
                    after = (int(arc["target"]), (*written, *filter(None, [int(arc["olabel"])])))
                    stepped[after] = min(stepped.get(after, math.inf), cost + float(arc["cost"]))
        ways = freely(fst, stepped)
    ends: dict[tuple[int, ...], float] = {}
    for (state, written), cost in ways.items():
        if np.isfinite(fst.final[state]):
            ends[written] = min(ends.get(written, math.inf), cost)
    return ends


def read_alike(contexts: Contexts) -> dict[int, tuple[int, int]]:
    """Transition number -> phone and pdf: self-loops of a phone are all the same, whatever was before."""
    numbers: dict[int, tuple[int, int]] = {}
    for n, (phone, forward, loop) in enumerate(contexts.tuples, 1):
        numbers |= {2 * n: (phone, forward), 2 * n - 1: (phone, loop)}
    return numbers


def freely(fst: Fst, ways: Ways) -> Ways:
    """With all that can be come to without reading anything."""
    waiting = list(ways)
    while waiting:
        state, written = waiting.pop()
        for arc in fst.arcs[fst.first[state] : fst.first[state + 1]]:
            after, cost = (int(arc["target"]), written), ways[state, written] + float(arc["cost"])
            if arc["ilabel"] == 0 and cost < ways.get(after, math.inf):
                ways[after] = cost
                waiting.append(after)
    return ways


def test_words_and_decoys_cost_what_they_shall() -> None:
    fst = network(NONE)
    fox = taken(fst, transitions(NONE, LEXICON["fox"][1]))
    assert fox[(UNKNOWN + 1,)] == pytest.approx(0.5 + math.log(2))
    assert fox[(UNKNOWN,)] == pytest.approx(0.5 + math.log(2) + 6)
    assert taken(fst, transitions(NONE, LEXICON["leo"][0]))[(UNKNOWN + 3,)] == pytest.approx(0.5)
    assert taken(fst, transitions(NONE, LEXICON["oh"][0])) == {
        (UNKNOWN + 2,): pytest.approx(0.5 + 1.5),
        (UNKNOWN,): pytest.approx(6.5),
    }
    assert taken(fst, transitions(NONE, DECOYS["folks"][0])) == {(UNKNOWN,): pytest.approx(0.5 + 4)}
    assert taken(fst, transitions(NONE, DECOYS["leeward"][0])) == {(UNKNOWN,): pytest.approx(0.5 + 3)}


@pytest.mark.parametrize("contexts", [NONE, CLASSES], ids=["none", "classes"])
def test_the_filler_takes_two_phones_or_more_for_what_they_cost_in_talk(contexts: Contexts) -> None:
    fst = network(contexts, {}, {})
    phones = pronunciation("ZH AA K")
    row = [0, *(NUMBER[phone] for phone in phones), 0]
    talk = sum(FILLER.costs[a, b] for a, b in pairwise(row))
    cost = 0.5 + 0.25 + 3 * -0.5 + talk
    for frames in (1, 3):
        assert taken(fst, transitions(contexts, phones, frames), contexts) == {
            (UNKNOWN,): pytest.approx(cost, abs=1e-4)
        }
    assert taken(fst, transitions(contexts, phones[:1]), contexts) == {}


def test_a_phone_is_entered_by_what_was_before_it_in_the_word() -> None:
    """F AA K S: K after class 1, S after class 3; in a tree and in a word alike."""
    expected = [
        CLASSES.transitions(NUMBER["F"], "B")[0],
        CLASSES.transitions(NUMBER["AA"], "I", NUMBER["F"])[0],
        CLASSES.transitions(NUMBER["K"], "I", NUMBER["AA"])[0],
        CLASSES.transitions(NUMBER["S"], "E", NUMBER["K"])[0],
    ]
    assert expected[2] != CLASSES.transitions(NUMBER["K"], "I")[0]
    fst = network(CLASSES)
    assert set(taken(fst, expected, CLASSES)) == {(UNKNOWN,), (UNKNOWN + 1,)}
    wrong = [*expected[:2], CLASSES.transitions(NUMBER["K"], "I")[0], expected[3]]
    assert taken(fst, wrong, CLASSES) == {}


def test_silence_may_stand_before_words_and_at_the_end() -> None:
    fst = network(NONE)
    enter, stay = NONE.transitions(0, "S")
    leo = transitions(NONE, LEXICON["leo"][0])
    told = taken(fst, [enter, stay, stay, *leo, *leo, enter])
    assert told[(UNKNOWN + 3, UNKNOWN + 3)] == pytest.approx(4 * 0.5 - 0.5)
    assert taken(fst, []) == {(): 0.0}


def test_a_decoy_of_one_phone_more_less_or_other_is_near() -> None:
    told = decoy_costs(LEXICON, DECOYS, COSTS)
    assert told[pronunciation("L IY")] == 4.0
    assert told[pronunciation("F OW K S")] == 4.0
    assert told[pronunciation("F AA K S IH Z")] == 3.0
    assert told[pronunciation("L IY OW")] == 6.0
    ways = (pronunciation("F AA K S"), pronunciation("F AO K S"))
    assert decoy_costs({"fox": ways}, {}, COSTS)[ways[0]] == 6.0 + math.log(2)
    assert decoy_costs(LEXICON, {"x": (pronunciation("L L IY OW"),)}, COSTS)[("L", "L", "IY", "OW")] == 4.0
    assert decoy_costs(LEXICON, {"x": (pronunciation("IY L OW"),)}, COSTS)[("IY", "L", "OW")] == 3.0


@pytest.mark.parametrize("classes", [NONE, CLASSES], ids=["none", "classes"])
def test_every_word_of_the_embedded_model_is_taken_and_nothing_else_is_a_word(classes: Contexts) -> None:
    sources = read_graph_sources(resources.folder("models") / "en" / "graph")
    fst = network(classes, sources.lexicon, sources.decoys)
    owners: dict[Phones, set[tuple[int, ...]]] = {}
    for label, ways in enumerate(sources.lexicon.values(), UNKNOWN + 1):
        for phones in ways:
            owners.setdefault(phones, set()).add((label,))
    chosen = random.Random(7)
    for phones, words in chosen.sample(sorted(owners.items()), 40):
        assert set(taken(fst, transitions(classes, phones, chosen.choice((1, 2))), classes)) == {
            *words,
            (UNKNOWN,),
        }
    for _ in range(20):
        phones = tuple(chosen.choice(PHONES) for _ in range(chosen.randint(2, 6)))
        assert set(taken(fst, transitions(classes, phones), classes)) == {(UNKNOWN,), *owners.get(phones, ())}

"""Nobody but the drawer learns anything of a card before the hush is over: on the samples, real voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.hazelnut.state import Card, Phase
from voicenuts.speaking.earcons import earcon
from voicenuts.values import BLOCK, Lapsed, Open, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening
    from voicenuts.speaking.voice import Voice

COVER = samples(1200)


@pytest.fixture
def draws(begin: Begin, narrator: Voice) -> dict[Card, Evening]:
    """The same draw with each kind of card on the tree, until some time after the hush."""
    evenings = {}
    for card in Card:
        evening = begin(narrator).reach(Phase.HUSH, card.value)
        evening.until_told(Lapsed)
        evenings[card] = evening.run(1)
    return evenings


def test_a_draw_sounds_the_same_to_all_others_whatever_the_card(draws: dict[Card, Evening]) -> None:
    nut, *thieves = draws.values()
    closes = nut.of(Open)[0].window.closes
    assert closes == nut.of(Open)[0].window.opens + samples(3000)
    for channel in (0, 2, 3):
        for other in thieves:
            assert np.array_equal(nut.sound(channel)[:closes], other.sound(channel)[:closes])
    # Afterwards the kinds of card do differ, and the thieves still not.
    assert not np.array_equal(nut.sound(0), thieves[0].sound(0))
    for other in thieves[1:]:
        assert np.array_equal(thieves[0].sound(0), other.sound(0))


def test_every_secret_takes_the_same_time_in_every_ear(draws: dict[Card, Evening]) -> None:
    spans = set()
    for card, evening in draws.items():
        (told,) = [played for played in evening.played(f"card-{card}") if played.secret]
        assert told.channel == 1
        start = told.start + BLOCK
        spans.add((start, told.end + BLOCK))
        assert np.array_equal(evening.sound(0)[start : start + COVER], earcon("rustle"))
        word = np.flatnonzero(evening.sound(1)[start : start + COVER])
        assert len(word)
        assert word[-1] < COVER - samples(50)  # the word is whole, and padded
        for channel in (2, 3):
            noise = np.flatnonzero(evening.sound(channel)[: start + 2 * COVER])
            assert start <= noise[0] < start + samples(10)
            assert start + COVER - samples(10) < noise[-1] < start + COVER
        assert evening.of(Open)[0].window.opens == start + COVER
    ((start, end),) = spans
    assert end - start == COVER


def test_the_drawer_hears_each_card_differently(draws: dict[Card, Evening]) -> None:
    words = [evening.sound(1) for evening in draws.values()]
    assert all(not np.array_equal(words[0], other) for other in words[1:])
    assert {p.text for e in draws.values() for p in e.of(object) if getattr(p, "secret", False)} == {
        "Hazelnut",
        "Max",
        "Leo",
        "Fritz",
    }


def test_at_an_open_table_nobody_hears_the_card_before_everybody_does(begin: Begin, narrator: Voice) -> None:
    evenings = []
    for card in Card:
        evening = begin(narrator, ears=0).reach(Phase.HUSH, card.value)
        evening.until_told(Lapsed)
        evenings.append(evening.run(3))
    closes = evenings[0].of(Open)[0].window.closes
    for evening in evenings:
        assert evening.sound(0).shape == evenings[0].sound(0).shape
        assert np.array_equal(evening.sound(0)[:closes], evenings[0].sound(0)[:closes])
        assert evening.phase is Phase.READY  # there is no put-back
    named = [evening.played("card-named-back") for evening in evenings[1:]]
    texts = [played[0].text for played in named]
    assert texts == [
        f"{thief}! The card goes back." for thief in ("Max the Marten", "Leo the Lynx", "Fritz the Fox")
    ]

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicenuts import resources
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.delivery import FASTEST, LOUDEST, SLOWEST, SOFTEST, WISHES, Delivery, between
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.mixer import Mixer
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.pcm import Pcm, ready
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.script import Clip
from voicenuts.values import BLOCK, Name, Rank, Say

READY = Say(None, "prompt-ready", (("seat", Name(0)),), Rank.PROMPT)


@given(st.lists(st.sampled_from(WISHES), max_size=60))
def test_no_wish_leads_out_of_bounds(wishes: list[str]) -> None:
    delivery = Delivery()
    for wish in wishes:
        delivery = delivery.changed(wish)
    assert delivery == delivery.bounded()


@pytest.mark.parametrize("wish", WISHES)
def test_every_wish_comes_to_an_end_and_the_opposite_leads_back(wish: str) -> None:
    opposite = dict(zip(WISHES, ("longer", "shorter", "slower", "faster", "quieter", "louder"), strict=True))
    once = Delivery().changed(wish)
    assert once != Delivery()
    assert once.changed(opposite[wish]) == Delivery()
    end = Delivery()
    for _ in range(12):
        end = end.changed(wish)
    assert end.changed(wish) == end


def test_bounds_mend_what_is_out_of_them() -> None:
    assert Delivery(9, 9, 99).bounded() == Delivery(3, SLOWEST, LOUDEST)
    assert Delivery(-1, 999, -99).bounded() == Delivery(1, FASTEST, SOFTEST)


def test_between_takes_the_usual_when_in_doubt() -> None:
    one, two, three = (Delivery(level) for level in (1, 2, 3))
    assert [between(x).level for x in ([one, two], [two, three], [one, one, two], [one, three])] == [
        2,
        2,
        1,
        2,
    ]
    assert between([Delivery(rate=180), Delivery(rate=180), Delivery(rate=240)]).rate == 200


def test_no_wish_of_that_name() -> None:
    with pytest.raises(ValueError, match="spicier"):
        Delivery().changed("spicier")


# ---------------------------------------------------------------- what becomes of it


def test_everybody_is_spoken_to_as_they_like() -> None:
    prompts = Prompts(resources.folder("prompts"), "en", ("Amber", "Dusty"))
    narrator = Narrator(prompts, FakeVoice(), SpeechCache(), 2, wait=True)
    narrator.deliver(1, Delivery(3, 350))
    for to in (None, 0, 1):
        narrator.perform(Say(to, READY.message, READY.args))
    told = {played.channel: played for played in narrator.block()[2]}
    assert told[0].text == told[1].text == "Amber's turn."
    assert told[2].text.startswith("Amber's turn. Say")
    narrator.deliver(None, Delivery(1, 350))
    faster = narrator.warm([READY])[0].result()
    assert len(faster) < len(told[0].clip.sound.result())


def tone(channel: int, db: int, peak: int) -> tuple[Pcm, Pcm]:
    """A steady sound before and after the gain of one channel changes."""
    mixer = Mixer(1)
    mixer.enqueue(channel, Clip(ready(np.full(20 * BLOCK, peak, np.int16))))
    before = mixer.block()[0]
    mixer.gain(channel, db)
    mixer.block()
    return before, mixer.block()[0]


@pytest.mark.parametrize("channel", [0, 1])
def test_gain_moves_one_channel_alone(channel: int) -> None:
    before, after = tone(channel, -6, 10_000)
    assert abs(after[:, channel].max() / before[:, channel].max() - 0.501) < 0.01
    assert not after[:, 1 - channel].any()


def test_louder_bends_and_never_breaks() -> None:
    before, after = tone(0, LOUDEST, 30_000)
    assert before.max() < after.max() < 32_767


def test_gain_glides() -> None:
    mixer = Mixer(0)
    mixer.enqueue(0, Clip(ready(np.full(20 * BLOCK, 10_000, np.int16))))
    mixer.block()
    mixer.gain(0, -18)
    glide = mixer.block()[0][:, 0].astype(int)
    assert np.abs(np.diff(glide)).max() < 40
    assert glide[0] == 10_000

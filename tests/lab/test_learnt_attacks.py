"""How words begin is learnt from recorded voices, and what is kept with the model is what they teach."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.hearing import attacks
from voicenuts.hearing.attacks import LEAD, Attack
from voicenuts.lab.attacks import FAINTEST_DB, STEPS, WORDS, learn
from voicenuts.lab.onsets import PROOF
from voicenuts.lab.voices import Voice
from voicenuts.values import samples


@pytest.fixture(scope="module")
def learnt(players: dict[str, Voice]) -> dict[str, Attack]:
    return learn([players[name] for name in sorted(players) if name not in PROOF])


def test_the_first_word_of_everything_is_learnt(learnt: dict[str, Attack]) -> None:
    assert set(learnt) == {text.split()[0] for text in WORDS}
    for attack in learnt.values():
        assert attack.levels.shape == (STEPS, 2)
        assert attack.levels.min() >= FAINTEST_DB
        assert attack.levels.max() <= 3
        # It begins: what lies before is far fainter than what comes.
        assert attack.levels[: LEAD - 1].max() < attack.levels.max() - 20
        assert abs(attack.late) <= samples(15)
        assert 0 < attack.spread <= samples(40)


def test_the_models_own_attacks_are_what_is_learnt(learnt: dict[str, Attack]) -> None:
    kept = attacks.read(resources.folder("models") / "en")
    assert list(kept) == list(learnt)
    for word, attack in learnt.items():
        assert np.abs(kept[word].levels - attack.levels).max() <= 0.5
        assert abs(kept[word].late - attack.late) <= samples(4)
        assert abs(kept[word].spread - attack.spread) <= samples(4)

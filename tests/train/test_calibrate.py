from __future__ import annotations

from pathlib import Path

import pytest

from models.train import calibrate
from models.train.calibrate import Clip, Scores, choose, measure, threshold
from models.train.evaluate.vocabulary import State
from voicenuts import resources
from voicenuts.hearing import confidence
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import Phrase, PhraseBook

GOOD = [0.8] * 150 + [0.6] * 50
"""Two hundred clips heard right; a threshold over 0.6 loses a quarter of them."""


@pytest.mark.parametrize(
    ("right", "false", "strict", "chosen"),
    [
        (GOOD, [], False, 0.3),
        (GOOD, [0.41], False, 0.42),
        (GOOD, [0.41], True, 0.7),
        (GOOD, [0.75], False, 0.6),
        (GOOD, [0.75], True, 0.76),
        ([0.2, *GOOD], [0.5], False, 0.51),
        ([0.2, 0.2, 0.2, *GOOD], [0.5], False, 0.3),
        (GOOD, [1.0], True, 0.95),
        ([0.9] * 7, [0.5], False, None),
    ],
)
def test_the_lowest_threshold_that_keeps_others_out(
    right: list[float], false: list[float], strict: bool, chosen: float | None
) -> None:
    assert threshold(Scores(right, false, others=500), strict) == chosen


def test_a_phrase_may_be_wrong_about_so_many_others() -> None:
    false = [0.9, 0.7, 0.5]
    assert threshold(Scores([1.0] * 20, false, others=2000), strict=False) == 0.51
    assert threshold(Scores([1.0] * 20, false, others=2000), strict=True) == 0.91


def test_chosen_thresholds_are_read_by_the_hearing(tmp_path: Path) -> None:
    ids = ["thief.lynx", "thief.fox", "square.top-3"]
    book = PhraseBook({id: Phrase(id, (id,), 0.2, strict=id == "thief.fox") for id in ids})
    scores = {"square.top-3": Scores(GOOD), "thief.lynx": Scores([0.9]), "thief.fox": Scores(GOOD, [0.7], 99)}
    sure = choose(scores, book)
    # "leo" has one clip of its own and is measured by its group's.
    assert sure == {"thief.lynx": 0.3, "thief.fox": 0.71, "square.top-3": 0.3}
    calibrate.write(sure, tmp_path / confidence.FILE)
    assert confidence.read(tmp_path) == sure


def test_clips_are_heard_as_right_or_false(model: Model, book: PhraseBook) -> None:
    voices = resources.folder("voices") / "am_michael"
    state = State("calls", book.expand(["thief", "turn.roll"]))
    clips = [
        Clip(voices / "leo-the-lynx.flac", "leo the lynx"),
        Clip(voices / "roll.flac", ""),
        Clip(voices / "max.flac", "the fox"),
        Clip(voices / "lynx.flac", "links"),
    ]
    scores = measure(model, book, [state], clips, [], {"lynx": ["links"]})
    assert min(scores["thief.lynx"].right) > 0.7
    assert min(scores["turn.roll"].false) > 0.5
    assert (scores["thief.lynx"].others, scores["turn.roll"].others) == (1, 3)
    assert not scores["thief.marten"].right
    assert not scores["thief.marten"].false


def test_only_held_out_clips_are_used(tmp_path: Path) -> None:
    lines = ["path\ttext\tvoice\tspeed\tseconds"]
    lines += [f"{n:05d}.flac\tclip {n}\tkokoro:af_sky\t1\t1.00" for n in range(40)]
    (tmp_path / "manifest-0.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [clip.text for clip in calibrate.synthetic(tmp_path)] == ["clip 7", "clip 27"]


def test_talk_has_no_text_and_words_are_those_of_dev_speakers(tmp_path: Path) -> None:
    rows = [
        "path\tspeaker\ttext\tlicence\tuse\tseconds",
        "gsc_v2_test/up/a.flac\ta\tUp\tfree\tdev\t1",
        "gsc_v2_test/up/b.flac\tb\tup\tfree\ttrain\t1",
        "pico_wake_en/alexa/0.flac\tc\talexa\tfree\ttrain\t1",
        "noise_misc/pink_noise.flac\t\t\tfree\tnoise\t1",
    ]
    (tmp_path / "manifest.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert [clip.text for clip in calibrate.real(tmp_path)] == ["up", ""]
    assert [path.name for path in calibrate.noises(tmp_path)] == ["pink_noise.flac"]

"""Chooses how sure a model must be of each phrase, and writes that into its folder as `confidence.toml`.

A phrase's threshold is the lowest at which other utterances are taken for it no more often than
`MILD` or `STRICT` of them (per utterance, in all states of the table together), but never so high that more
than `LOST` of its own clips that were heard right would be lost, unless it is strict.  Other utterances
are talk and every clip of another text, among them real people's single words; half of all is heard in
noise.  None of the clips was trained on: synthetic ones are those that `held_out` names, real ones those
of speakers kept for choosing settings.  Only talk and noise come from what training may use.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from models.train.data import rows
from models.train.evaluate.vocabulary import State, vocabulary
from models.train.split import held_out, split_of
from voicenuts.errors import PlainError
from voicenuts.hearing import confidence, phrasebook
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.takes import FIRST, further
from voicenuts.values import RATE, samples

Pcm = NDArray[np.int16]

LEAST, LEAST_STRICT, MOST = 0.3, 0.7, 0.95
"""Below the first nothing is certain, above the last right calls are lost to chance.  What costs points keeps
a distance that few clips cannot argue away."""

MILD, STRICT = 0.001, 0.0002
"""Shares of other utterances that may be taken for a phrase; strict ones cost points."""

LOST = 0.01
"""Share of a phrase's own clips, heard right, that its threshold may lose."""

ENOUGH = 8
"""With fewer own clips heard right a phrase keeps the phrase book's threshold."""

BEFORE, SILENCE = samples(300), samples(500)
"""What is put before a clip, and about it, as the ear cuts speech."""

TRIED = 2
"""States in which a clip is heard where it is legal, and as many where it is not."""

_TALK_FOLDERS = ("lj_en", "pico_intent_en", "pico_wake_en")


@dataclass(slots=True)
class Scores:
    """Confidences with which a phrase was heard in its own and in `others` other utterances."""

    right: list[float] = field(default_factory=list)
    false: list[float] = field(default_factory=list)
    others: int = 0


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording and what is said in it, "" where that is talk."""

    path: Path
    text: str


def threshold(scores: Scores, strict: bool) -> float | None:
    """The phrase's threshold in hundredths from `LEAST` to `MOST`; None without enough clips to tell.

    >>> threshold(Scores([0.9] * 20, [0.62], others=100), strict=False)
    0.63
    >>> threshold(Scores([0.5] * 20, [0.62], others=100), strict=False)
    0.5
    >>> threshold(Scores([0.5] * 20, [0.62], others=100), strict=True)
    0.7
    """
    if len(scores.right) < ENOUGH:
        return None
    allowed = int(scores.others * (STRICT if strict else MILD))
    loudest = sorted(scores.false, reverse=True)[allowed:]
    least = int(100 * loudest[0] + 1e-6) + 1 if loudest else 0
    if not strict:
        kept = sorted(scores.right)[int(len(scores.right) * LOST)]
        least = min(least, int(100 * kept + 1e-6))
    return min(max(least / 100, LEAST_STRICT if strict else LEAST), MOST)


def choose(scores: Mapping[str, Scores], book: PhraseBook) -> dict[str, float]:
    """The thresholds, in book order, of the phrases that need a higher one than the book gives them.

    Few clips can show that a phrase is taken for another, but not that it never is.  A phrase with few clips
    of its own is measured by the right ones of its whole group.
    """
    pooled: defaultdict[str, list[float]] = defaultdict(list)
    for id, score in scores.items():
        pooled[_group(id)] += score.right
    chosen = {}
    for id in (id for id in book.phrases if id in scores):
        own = scores[id]
        right = own.right if len(own.right) >= ENOUGH else pooled[_group(id)]
        chosen[id] = threshold(Scores(right, own.false, own.others), book.phrases[id].strict)
    return {id: v for id, v in chosen.items() if v is not None and v > book.phrases[id].confidence}


def _group(id: str) -> str:
    return id.partition(".")[0]


def measure(
    model: Model,
    book: PhraseBook,
    states: Iterable[State],
    clips: Sequence[Clip],
    noises: Sequence[Path],
    homophones: Mapping[str, Sequence[str]],
) -> dict[str, Scores]:
    """Every clip heard in some states where it is legal and some where it is not; each second one in noise.

    A text with words of a phrase, or with `homophones` of one, is neither right nor false.
    """
    every = replace(
        book, phrases={id: replace(phrase, confidence=0.0) for id, phrase in book.phrases.items()}
    )
    found: defaultdict[str, Scores] = defaultdict(Scores)
    rng = np.random.default_rng(7)
    opened = [(state, _listed(state, book, homophones)) for state in states]
    for number, clip in enumerate(clips):
        wave = prepared(clip.path, noises, rng if number % 2 else None)
        said = [(word, 1.0) for word in clip.text.split()]
        tried = [(state, every.accept(said, state.ids), words) for state, words in opened]
        legal = [(state, meant.phrase) for state, meant, _ in tried if meant]
        others = [
            (state, "") for state, meant, words in tried if not meant and not words & set(clip.text.split())
        ]
        for state, right in _some(legal, number) + _some(others, number):
            heard = _heard(model, every, state.ids, wave)
            for id in state.ids:
                found[id].others += id != right
            for id, sure in heard.items():
                (found[id].right if id == right else found[id].false).append(sure)
    return dict(found)


def _listed(state: State, book: PhraseBook, homophones: Mapping[str, Sequence[str]]) -> set[str]:
    """Every word that is open in a state, and those that sound the same."""
    words = {word for id in state.ids for form in book.phrases[id].forms for word in form.split()}
    return words.union(*(homophones.get(word, ()) for word in words))


def _some(states: list[tuple[State, str]], number: int) -> list[tuple[State, str]]:
    """At most `TRIED` of them, others for every clip."""
    return [states[(number + k) % len(states)] for k in range(min(TRIED, len(states)))]


def _heard(model: Model, book: PhraseBook, ids: frozenset[str], wave: Pcm) -> dict[str, float]:
    """How sure the hearings of each phrase were that the table asks for: one, or the later ones it needs."""
    found: dict[str, float] = {}
    takes, grammar = ids, json.dumps(book.grammar(ids))
    later: defaultdict[str, list[float]] = defaultdict(list)
    for take in (FIRST, *further(len(wave) - SILENCE)):
        recogniser = model.recogniser(grammar, RATE)
        recogniser.AcceptWaveform(take.of(wave).tobytes())
        words = json.loads(recogniser.FinalResult()).get("result", [])
        accepted = book.accept([(word["word"], word["conf"]) for word in words], takes)
        if accepted and take is FIRST:
            found[accepted.phrase] = accepted.confidence
        elif accepted:
            later[accepted.phrase].append(accepted.confidence)
        takes = book.reheard(ids)
        if not words or (accepted and accepted.phrase not in takes):
            break
    for phrase, sure in later.items():
        if len(sure) >= book.agreeing(phrase):
            agreed = sorted(sure)[-book.agreeing(phrase)]
            found[phrase] = max(agreed, found.get(phrase, 0.0))
    return found


def prepared(path: Path, noises: Sequence[Path], rng: np.random.Generator | None) -> Pcm:
    """The clip between stretches of near silence; with `rng` in noise."""
    wave = _read(path)
    wave = np.concatenate([np.zeros(BEFORE), wave, np.zeros(SILENCE - BEFORE)])
    floor = np.random.default_rng(len(wave)).normal(0, 3, len(wave))
    if rng is not None and noises:
        noise = np.resize(_read(noises[int(rng.integers(len(noises)))]), len(wave))
        ratio = 10 ** (rng.uniform(8, 25) / 20)
        floor += noise * np.sqrt(np.mean(wave**2) / (np.mean(noise**2) + 1)) / ratio
    return np.clip(wave + floor, -32768, 32767).astype(np.int16)


def _read(path: Path) -> NDArray[np.float64]:
    wave, rate = soundfile.read(path, dtype="int16")
    if rate != RATE or wave.ndim > 1:
        raise PlainError(f"{path} is no recording of one channel at {RATE} Hz: convert it first.")
    return np.asarray(wave, np.float64)


def synthetic(folder: Path) -> Iterator[Clip]:
    """The held-out clips of a folder that `speak` filled."""
    for manifest in sorted(folder.glob("manifest-*.tsv")):
        for row in rows(manifest):
            if held_out(int(Path(row["path"]).stem)):
                yield Clip(folder / row["path"], row["text"])


def real(folder: Path) -> Iterator[Clip]:
    """Real people's clips: single words of those kept for choosing settings, and talk."""
    for row in rows(folder / "manifest.tsv"):
        split = split_of(row["path"], row["use"])
        if split == "dev":
            yield Clip(folder / row["path"], row["text"].lower())
        elif split == "train" and row["path"].startswith(_TALK_FOLDERS):
            yield Clip(folder / row["path"], "")


def noises(folder: Path) -> list[Path]:
    """The noises that training may use, too."""
    listed = rows(folder / "manifest.tsv")
    return [
        folder / row["path"]
        for row in listed
        if row["use"] == "noise" and split_of(row["path"], "noise") == "train"
    ]


def write(sure: Mapping[str, float], path: Path) -> None:
    """Write thresholds as the hearing reads them."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for id, value in sure.items():
        group, _, name = id.partition(".")
        groups[group].append(f"{name} = {value:.2f}")
    tables = (f"[{group}]\n" + "\n".join(lines) + "\n" for group, lines in groups.items())
    path.write_text(
        "# How sure this model must be of each phrase: measured, not written by hand.\n\n"
        + "\n".join(tables),
        encoding="utf-8",
    )


def main() -> None:
    """Calibrate a model folder with recordings."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("phrases", type=Path, help="the phrase book")
    parser.add_argument(
        "--speech", type=Path, action="append", required=True, help="synthetic clips made for training"
    )
    parser.add_argument("--audio", type=Path, required=True, help="real people's clips, talk and noise")
    given = parser.parse_args()
    model = Model(given.model)
    known = vocabulary(given.phrases, model.knows)
    clips = [clip for folder in given.speech for clip in synthetic(folder)] + list(real(given.audio))
    scores = measure(model, known.book, known.states, clips, noises(given.audio), known.homophones)
    sure = choose(scores, phrasebook.load(given.phrases, model.knows))
    write(sure, given.model / confidence.FILE)
    for id, value in sure.items():
        score = scores[id]
        kept = sum(c >= value for c in score.right)
        false = sum(c >= value for c in score.false)
        print(f"{id}\t{value:.2f}\t{kept}/{len(score.right)} right\t{false}/{score.others} false")


if __name__ == "__main__":
    main()

"""An hour of other people's talk and noise, and an hour of the narrator: no thief may be heard in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from models.train.evaluate.bench import Bench, chance
from models.train.evaluate.corpus import Row
from models.train.evaluate.cutting import cut
from models.train.evaluate.ears import grammar, results, said
from models.train.evaluate.narrator import lines, version
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Figure, Table, most
from models.train.evaluate.sound import Pcm, Surroundings, Wave, convolved, factor, hiss, pcm, rms
from models.train.evaluate.vocabulary import at_once
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.values import RATE, UNIVERSAL, Heard, samples

MINUTES = 60
RAW_MINUTES = 20
"""A recogniser that is fed all of it without a pause hears so much of each hour."""

AN_HOUR = 0.5
"""False accepts there may be."""

THIEF = "thief"

SHARES = {
    ("lj_en", "pico_intent_en"): 0.45,
    ("precise_en",): 0.12,
    ("pico_wake_en",): 0.13,
    ("gsc_v1_sample", "gsc_v2_test"): 0.15,
    ("noise_esc10", "noise_misc"): 0.15,
}
"""What an hour of talk is made of, by time."""

LONGEST = 12 * RATE
"""Of a recording that is longer only so much is heard at a time."""


@dataclass(frozen=True, slots=True)
class Event:
    """A thief heard in a stretch of speech; `doubted` is one that the table would ask back about."""

    phrase: str
    stretch: Sample
    doubted: bool = False


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Thief names and universal commands open while nobody plays")
    if bench.quick:
        table.notes.append("Left out, as it takes two hours of audio.")
        return table
    _report(bench, table, "ordinary talk and noise", "talk", _talk)
    _report(bench, table, "the narrator's voice", f"narrator-{version()}", _narrator)
    table.notes.append(
        "The table knows what its loudspeaker plays, subtracts the echo and closes a name while it says it; "
        "here neither helps: the narrator is heard as a stranger would be."
    )
    return table


def _report(
    bench: Bench, table: Table, title: str, name: str, make: Callable[[Bench], Iterator[Sample]]
) -> None:
    parts = bench.prepared.samples(name, lambda: make(bench))
    stretches = bench.prepared.samples(f"{name}-cut", lambda: cut(parts))
    minutes = round(sum(len(part.pcm) for part in parts) / RATE / 60, 1)
    ids = bench.ears.vocabulary.book.expand([THIEF, UNIVERSAL])
    false, named = sorted_out(bench.ears.vocabulary.whole, product(bench, stretches, ids))
    per_hour = len(false) * 60 / minutes
    table.figures.append(
        Figure(
            f"{title}, thieves falsely accepted", per_hour, "an hour", minutes, "minutes", bar=most(AN_HOUR)
        )
    )
    raw, _ = sorted_out(bench.ears.vocabulary.whole, _raw(bench, parts, ids))
    table.figures.append(
        Figure(
            f"{title}, the same rule on a recogniser fed without a pause",
            len(raw) * 60 / RAW_MINUTES,
            "an hour",
            RAW_MINUTES,
            "minutes",
        )
    )
    table.notes += _told(title, parts, false, named)


def _told(title: str, parts: list[Sample], false: list[Event], named: list[Event]) -> Iterator[str]:
    doubted = sum(event.doubted for event in false)
    yield f"{title}: {len(false)} false, of these {doubted} that the table would ask back about."
    by_part = Counter(event.stretch.how for event in false)
    length = Counter[str]()
    for part in parts:
        length[part.how] += len(part.pcm)
    told = [f"{how} {by_part[how]} in {length[how] / RATE / 60:.1f} minutes" for how in sorted(length)]
    yield f"{title}, by part: {'; '.join(told)}."
    where = Counter((event.phrase, event.stretch.text or event.stretch.who) for event in false)
    for (phrase, text), times in where.most_common():
        yield f"{title}: {phrase} heard {times} times in {text!r}."
    if named:
        yield f"{title}: {len(named)} more accepted where the line does say the name, not counted."


def product(bench: Bench, stretches: Iterable[Sample], ids: frozenset[str]) -> Iterator[Event]:
    """Thieves as the table accepts them.  Second hearings are left out: no thief can come from one."""
    book = at_once(bench.ears.vocabulary.book)
    for stretch in stretches:
        verdict = bench.ears.verdict(stretch, ids, book)
        if isinstance(verdict, Heard) and verdict.phrase.startswith(THIEF + "."):
            yield Event(verdict.phrase, stretch, verdict.doubt is not None)


def _raw(bench: Bench, parts: list[Sample], ids: frozenset[str]) -> Iterator[Event]:
    """Thieves in the first minutes by the same rule, cut only by the recogniser's own endpoints."""
    book = bench.ears.vocabulary.book
    whole = np.concatenate([part.pcm for part in parts])[: RAW_MINUTES * 60 * RATE]
    ends = np.cumsum([len(part.pcm) for part in parts])
    recogniser = bench.ears.model.recogniser(grammar(book.grammar(ids)), RATE)
    for words in results(recogniser, whole):
        accepted = book.accept(said(words), ids)
        if accepted is not None and accepted.phrase.startswith(THIEF + "."):
            at = int(np.searchsorted(ends, float(words[0]["start"]) * RATE, "right"))
            yield Event(accepted.phrase, parts[min(at, len(parts) - 1)])


def sorted_out(book: PhraseBook, events: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """False events, and those in whose stretch the name is said."""
    false: list[Event] = []
    named: list[Event] = []
    for event in events:
        (named if book.said_in(event.stretch.text, [event.phrase]) else false).append(event)
    return false, named


# ---------------------------------------------------------------- the hours


def _talk(bench: Bench) -> Iterator[Sample]:
    """Recordings in turn, those with least of their share first, until the hour is full."""
    rng = chance("talk")
    decks = {
        folders: _Deck(rng, [r for r in bench.corpus.of(*folders) if _ordinary(bench, r)])
        for folders in SHARES
    }
    decks = {folders: deck for folders, deck in decks.items() if deck.rows}
    used = dict.fromkeys(decks, 0)
    while sum(used.values()) < MINUTES * 60 * RATE:
        folders = min(decks, key=lambda f: (used[f] + 1) / SHARES[f])
        row = decks[folders].next()
        wave = bench.corpus.raw(row) if row.noise else bench.corpus.wave(row)
        if len(wave) > LONGEST:
            begin = rng.randrange(len(wave) - LONGEST)
            wave = wave[begin : begin + LONGEST]
        if not np.abs(wave).max(initial=0) > 0:
            continue
        how = f"{row.folder}, {'trained on' if row.split == 'train' else 'never trained on'}"
        part = _placed(wave, bench.corpus.surroundings, rng)
        used[folders] += len(part)
        yield Sample(row.text, row.speaker, how, part, 0, len(part))


def _narrator(bench: Bench) -> Iterator[Sample]:
    rng = chance("narrator")
    total = 0
    for text, wave in lines(rng):
        part = _placed(wave, bench.corpus.surroundings, rng)
        total += len(part)
        yield Sample(text, "narrator", "narrator, whose voice was trained on", part, 0, len(part))
        if total >= MINUTES * 60 * RATE:
            return


class _Deck:
    """Rows dealt one by one, shuffled again when all are out."""

    def __init__(self, rng: random.Random, rows: list[Row]) -> None:
        self.rows = rows
        self._rng = rng
        self._left: list[Row] = []

    def next(self) -> Row:
        if not self._left:
            self._left = self._rng.sample(self.rows, len(self.rows))
        return self._left.pop()


def _ordinary(bench: Bench, row: Row) -> bool:
    """Whether nothing in a recording is open: no thief, no universal command."""
    book = bench.ears.vocabulary.whole
    digital_silence = row.path.startswith("noise_misc/silence/")
    return not digital_silence and not book.said_in(row.text, book.expand([THIEF, UNIVERSAL]))


def _placed(wave: Wave, around: Surroundings, rng: random.Random) -> Pcm:
    """A recording somewhere in a room, near or far, in some noise, and a pause after it."""
    whole = np.pad(wave / np.abs(wave).max(), (0, samples(rng.uniform(200, 1500))))
    if rng.random() < 0.6:
        whole = convolved(whole, around.room(rng))
    whole = whole * factor(rng.uniform(-30, -3)) / np.abs(whole).max()
    noise = hiss(len(whole), rng)
    if rng.random() < 0.5:
        noise = noise + around.noise(len(whole), rng) * rms(whole) * factor(-rng.uniform(10, 30))
    return pcm(whole + noise)

"""An hour of other people's talk and noise, and an hour of the narrator: no thief may be heard in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from models.train.evaluate.bench import Bench, chance
from models.train.evaluate.corpus import Row
from models.train.evaluate.ears import grammar, results
from models.train.evaluate.narrator import lines
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Figure, Table, most
from models.train.evaluate.sound import Pcm, Surroundings, Wave, convolved, factor, hiss, pcm, rms
from models.train.evaluate.vocabulary import strict
from voicenuts.hearing.hearing import Hearing
from voicenuts.values import BLOCK, RATE, UNIVERSAL, Heard, samples

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
    """A thief heard at sample `at`; `doubted` is one that the table would ask back about."""

    phrase: str
    at: int
    doubted: bool


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Thief names and universal commands open while nobody plays")
    ids = bench.ears.vocabulary.book.expand([THIEF, UNIVERSAL])
    if bench.quick:
        table.notes.append("Left out, as it takes two hours of audio.")
        return table
    for name, title, made in (
        ("talk", "ordinary talk and noise", _talk),
        ("narrator", "the narrator's voice", _narrator),
    ):
        parts = bench.prepared.samples(name, partial(made, bench))
        _report(bench, table, title, parts, ids)
    table.notes.append(
        "The table knows what its loudspeaker plays, subtracts the echo and closes a name while it says it; "
        "here neither helps: the narrator is heard as a stranger would be."
    )
    return table


def _report(bench: Bench, table: Table, title: str, parts: list[Sample], ids: frozenset[str]) -> None:
    whole = np.concatenate([part.pcm for part in parts])
    hours = len(whole) / RATE / 3600
    heard, commands = product(bench, whole, ids)
    false, named = sorted_out(bench, heard, parts)
    minutes, doubted = round(60 * hours, 1), sum(event.doubted for event, _ in false)
    table.figures.append(
        Figure(
            f"{title}, thieves falsely accepted",
            len(false) / hours,
            "an hour",
            minutes,
            "minutes",
            bar=most(AN_HOUR),
        )
    )
    table.notes.append(
        f"{title}: {len(false)} false, of these {doubted} that the table would ask back about; "
        f"universal commands accepted: {commands}."
    )
    by_part = Counter(part.how for _, part in false)
    seconds = Counter[str]()
    for part in parts:
        seconds[part.how] += len(part.pcm) // RATE
    told = [f"{how} {by_part[how]} in {seconds[how] / 60:.0f} minutes" for how in sorted(seconds)]
    table.notes.append(f"{title}, by part: {'; '.join(told)}.")
    for event, part in false:
        table.notes.append(f"{title}: {event.phrase} heard in {part.text or part.who!r}.")
    if named:
        table.notes.append(f"{title}: {len(named)} accepted where the line does say the name (not counted).")
    few = whole[: RAW_MINUTES * 60 * RATE]
    raw, _ = sorted_out(bench, list(_raw(bench, few, ids)), parts)
    name = f"{title}, the same rule on a recogniser fed without a pause"
    table.figures.append(Figure(name, len(raw) * 60 / RAW_MINUTES, "an hour", RAW_MINUTES, "minutes"))


def product(bench: Bench, whole: Pcm, ids: frozenset[str]) -> tuple[list[Event], int]:
    """Thieves as the table hears them, cut by its own voice activity; and how many universal commands.

    Second hearings are left out: no thief can come from one.
    """
    hearing = Hearing(bench.ears.model, strict(bench.ears.vocabulary.book), 1, reference=False)
    silence = np.zeros(BLOCK, np.int16)
    blocks = np.pad(whole, (0, RATE + -len(whole) % BLOCK))
    events, commands = [], 0
    for begin in range(0, len(blocks) // BLOCK * BLOCK, BLOCK):
        for verdict in hearing.hear(blocks[begin : begin + BLOCK, None], silence, lambda _: ids):
            if isinstance(verdict, Heard) and verdict.phrase.startswith(THIEF + "."):
                events.append(Event(verdict.phrase, verdict.onset, verdict.doubt is not None))
            commands += isinstance(verdict, Heard) and verdict.phrase.startswith(UNIVERSAL + ".")
    return events, commands


def _raw(bench: Bench, whole: Pcm, ids: frozenset[str]) -> Iterator[Event]:
    book = bench.ears.vocabulary.book
    recogniser = bench.ears.model.recogniser(grammar(book.grammar(ids)), RATE)
    for words in results(recogniser, whole):
        accepted = book.accept([(w["word"], w["conf"]) for w in words], ids)
        if accepted is not None and accepted.phrase.startswith(THIEF + "."):
            yield Event(accepted.phrase, samples(1000 * float(words[0]["start"])), doubted=False)


def sorted_out(
    bench: Bench, events: Iterable[Event], parts: list[Sample]
) -> tuple[list[tuple[Event, Sample]], list[tuple[Event, Sample]]]:
    """False events, and those in whose part the name is said, each with its part."""
    ends = np.cumsum([len(part.pcm) for part in parts])
    false: list[tuple[Event, Sample]] = []
    named: list[tuple[Event, Sample]] = []
    for event in events:
        part = parts[min(int(np.searchsorted(ends, event.at, "right")), len(parts) - 1)]
        said = bench.ears.vocabulary.whole.said_in(part.text, [event.phrase])
        (named if said else false).append((event, part))
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
        yield Sample(text, "narrator", "narrator, never trained on", part, 0, len(part))
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

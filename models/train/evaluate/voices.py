"""Five unseen neural voices say every phrase in every state of a game where it is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from models.train.evaluate.bench import CONDITIONS, Bench, chance
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Bar, Table, least, share, worst
from models.train.evaluate.vocabulary import State
from voicenuts.values import UNIVERSAL, samples

BARS: dict[str, tuple[Bar, Bar, Bar]] = {
    "clean": (least(98), least(99), least(97)),
    "noisy": (least(93), least(97), least(92)),
}
"""All phrases, full thief names, short thief names, accepted by the rule, in per cent."""

THIEF = "thief"
TAKES = 4
"""Thief names are few: they are heard so often, from another sample or in another noise each time."""

SHIFTS = tuple(samples(ms) for ms in (0, 7, 14, 21))
"""By so much the takes begin later: the network sees every third frame of 10 ms."""

STATES_A_COMMAND = 2
"""A universal command, legal everywhere, is tried in so many states a voice, others for every voice."""

OUTSIDE = 2
"""Phrases a voice that are tried where they are not legal, in each state."""


@dataclass(slots=True)
class Tally:
    """How often phrases were accepted."""

    tried: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    reheard: int = 0

    def add(self, name: str, right: bool, reheard: bool) -> None:
        """Count one trial of `name`."""
        self.tried[name] += 1
        self.missed[name] += not right
        self.reheard += reheard

    @property
    def n(self) -> int:
        """Trials."""
        return self.tried.total()

    @property
    def right(self) -> int:
        """Trials that were accepted as what they were."""
        return self.n - self.missed.total()


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Neural voices never trained on, every state of every game, accepted by the rule")
    clips = made(bench)
    for condition in CONDITIONS:
        tallies = _measured(bench, [c for c in clips if c.how.startswith(condition)])
        everything, full, short, states, false = (
            tallies[k] for k in ("all", "full", "short", "states", "no")
        )
        bars = BARS[condition]
        n = everything.n
        table.figures += [
            share(f"{condition}, all phrases", everything.right, n, bars[0]),
            share(f"{condition}, all phrases, with the table's second hearing", everything.reheard, n),
            share(
                f"{condition}, all phrases, at any confidence and beside anything", tallies["any"].right, n
            ),
            share(f"{condition}, right but not plausible", tallies["doubted"].missed.total(), n),
            share(f"{condition}, full thief names, {TAKES} takes", full.right, full.n, bars[1]),
            share(f"{condition}, short thief names, {TAKES} takes", short.right, short.n, bars[2]),
            share(f"{condition}, phrases outside the grammar accepted", false.missed.total(), false.n),
            share(f"{condition}, the same with the second hearing", false.n - false.reheard, false.n),
        ]
        table.notes.append(f"{condition}, missed: {worst(+everything.missed, everything.tried, 20)}.")
        table.notes.append(
            f"{condition}, missed thief names: {worst(full.missed + short.missed, full.tried + short.tried)}."
        )
        table.notes.append(f"{condition}, missed by state: {worst(+states.missed, states.tried, 40)}.")
        table.notes.append(f"{condition}, accepted outside the grammar: {worst(+false.missed, false.tried)}.")
    absent = sorted(set(_forms(bench)) - {clip.text for clip in clips})
    table.notes.append(
        f"Forms that nobody recorded and nothing measures, {len(absent)}: {', '.join(absent)}."
    )
    return table


def made(bench: Bench) -> list[Sample]:
    """All clips of the voices; `how` is the condition and, of thief names, the number of the take."""
    return bench.prepared.samples("voices", lambda: _made(bench))


def trials(
    bench: Bench, clips: Iterable[Sample], *, once: bool = False
) -> Iterator[tuple[State, Sample, str]]:
    """Each clip in each state where it is legal, with the phrase it should be accepted as.

    With `once` each clip in only one of these states, another one for every voice.
    """
    states = bench.ears.vocabulary.states
    whos: dict[str, int] = {}
    texts: dict[str, int] = {}
    for clip in clips:
        number = whos.setdefault(clip.who, len(whos)) + texts.setdefault(clip.text, len(texts))
        legal = [(s, id) for s in states if (id := bench.ears.vocabulary.meant(clip.text, s.ids))]
        command = all(id.startswith(UNIVERSAL + ".") for _, id in legal)
        many = 1 if once else STATES_A_COMMAND if command else len(legal)
        if len(legal) > many:
            legal = [legal[(number + i * len(legal) // many) % len(legal)] for i in range(many)]
        for state, id in legal:
            yield state, clip, id


def _measured(bench: Bench, clips: list[Sample]) -> dict[str, Tally]:
    tallies = {name: Tally() for name in ("all", "full", "short", "states", "no", "any", "doubted")}
    first = [clip for clip in clips if clip.how.endswith(" 0")]
    for state, clip, id in _fewer(bench, trials(bench, first)):
        heard = bench.ears.impression(clip, state.ids)
        right = heard.accepted is not None and heard.accepted.phrase == id
        again = right or bench.ears.reheard(clip, state.ids, heard.accepted) == id
        tallies["all"].add(clip.text, right, again)
        tallies["states"].add(state.name, right, again)
        tallies["any"].add(clip.text, bench.ears.vocabulary.meant(heard.text, state.ids) == id, again)
        tallies["doubted"].add(clip.text, heard.doubted is None or heard.doubted.phrase != id, again)
    for state, clip, id in _calls(bench, clips):
        accepted = bench.ears.accepted(clip, state.ids)
        right = accepted is not None and accepted.phrase == id
        tallies["full" if " " in clip.text else "short"].add(clip.text, right, right)
    for state, clip in _outside(bench, first):
        accepted = bench.ears.accepted(clip, state.ids)
        tallies["no"].add(clip.text, accepted is None, bench.ears.reheard(clip, state.ids, accepted) is None)
    return tallies


def _calls(bench: Bench, clips: Iterable[Sample]) -> Iterator[tuple[State, Sample, str]]:
    """Every take of every thief's name, in the first state in which all of them are open."""
    vocabulary = bench.ears.vocabulary
    thieves = frozenset(id for id in vocabulary.book.phrases if id.startswith(THIEF + "."))
    state = next((state for state in vocabulary.states if thieves <= state.ids), None)
    for clip in clips if state is not None else []:
        id = vocabulary.meant(clip.text, thieves)
        if state is not None and id is not None:
            yield state, clip, id


def _fewer(bench: Bench, tried: Iterator[tuple[State, Sample, str]]) -> Iterator[tuple[State, Sample, str]]:
    return (trial for number, trial in enumerate(tried) if not bench.quick or number % 4 == 0)


def _outside(bench: Bench, clips: list[Sample]) -> Iterator[tuple[State, Sample]]:
    """Phrases that share no word with what is open."""
    voices: dict[str, list[Sample]] = {}
    for clip in clips:
        voices.setdefault(clip.who, []).append(clip)
    for state in bench.ears.vocabulary.states:
        words = bench.ears.vocabulary.words(state.ids)
        for who, said in voices.items():
            other = [clip for clip in said if not words & set(clip.text.split())]
            many = 1 if bench.quick else OUTSIDE
            for clip in chance("outside", state.name, who).sample(other, min(many, len(other))):
                yield state, clip


def _forms(bench: Bench) -> Iterator[str]:
    """Every form of every state, in the book's own words."""
    for state in bench.ears.vocabulary.states:
        for id in state.ids:
            yield from bench.ears.vocabulary.whole.phrases[id].forms


def _made(bench: Bench) -> Iterator[Sample]:
    book = bench.ears.vocabulary.whole
    thieves = {form for id in book.expand([THIEF]) for form in book.phrases[id].forms}
    for row in bench.corpus.voices:
        wave = bench.corpus.wave(row)
        for take in range(TAKES if row.text in thieves else 1):
            for condition in CONDITIONS:
                rng = chance("voices", condition, row.path, take)
                yield bench.sample(
                    row.text, row.speaker, f"{condition} {take}", wave, rng, samples(300) + SHIFTS[take]
                )

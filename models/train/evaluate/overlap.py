"""One full thief name while another person shouts another one, one microphone for both."""

from __future__ import annotations

from collections.abc import Iterator

from models.train.evaluate.bench import Bench, chance
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Table, least, most, share
from models.train.evaluate.sound import CLEAN_PEAK, LEAD, hiss, mixed, padded, pcm
from models.train.evaluate.vocabulary import State
from voicenuts.values import samples

NAMES = ("max the marten", "leo the lynx", "fritz the fox")
APART = samples(120)
"""The second shout begins so much after the first."""

RIGHT = {12: 90, 9: 80, 6: 60}
"""How much stronger the target is (dB, RMS), and how often it must be accepted, in per cent."""

OTHER = 2
"""The other's name may be credited in so many per cent."""


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("A full thief name while another voice shouts another one 120 ms before or after it")
    vocabulary = bench.ears.vocabulary
    state = next((s for s in vocabulary.states if all(vocabulary.meant(name, s.ids) for name in NAMES)), None)
    if state is None:
        table.notes.append("Not measured: the model lacks words of the names.")
        return table
    clips = bench.prepared.samples("overlap", lambda: _made(bench))
    right, _, n = _counted(bench, state, [c for c in clips if c.how == "alone"])
    table.figures.append(share("alone", right, n))
    for stronger, limit in RIGHT.items():
        of = bench.fewer([c for c in clips if c.how.startswith(f"{stronger} ")], 3)
        right, wrong, n = _counted(bench, state, of)
        table.figures.append(share(f"target stronger by {stronger} dB, right", right, n, least(limit)))
        table.figures.append(share(f"target stronger by {stronger} dB, other's name", wrong, n, most(OTHER)))
        for order in ("first", "second"):
            right, wrong, n = _counted(bench, state, [c for c in of if c.how.endswith(order)])
            table.notes.append(f"{stronger} dB, target {order}: {right} right, {wrong} other of {n}.")
    return table


def _counted(bench: Bench, state: State, clips: list[Sample]) -> tuple[int, int, int]:
    """Right, the other's name, all."""
    right = wrong = 0
    for clip in clips:
        target, _, other = clip.text.partition(" / ")
        accepted = bench.ears.accepted(clip, state.ids)
        right += accepted is not None and accepted.phrase == bench.ears.vocabulary.meant(target, state.ids)
        wrong += accepted is not None and accepted.phrase == bench.ears.vocabulary.meant(other, state.ids)
    return right, wrong, len(clips)


def _made(bench: Bench) -> Iterator[Sample]:
    waves = {(r.speaker, r.text): bench.corpus.wave(r) for r in bench.corpus.voices if r.text in NAMES}
    for who, name in sorted(waves):
        target = waves[who, name]
        for take in range(4):
            rng = chance("alone", who, name, take)
            yield bench.sample(name, who, "alone", target, rng, LEAD + samples(7 * take))
        others = [key for key in sorted(waves) if key[0] != who and key[1] != name]
        # Each other voice shouts once, the names in turn.
        for voice in sorted({key[0] for key in others}):
            rng = chance("overlap", who, name, voice)
            other = rng.choice([key for key in others if key[0] == voice])
            for stronger in RIGHT:
                for order, delay in (("first", APART), ("second", -APART)):
                    both = mixed(target, waves[other], stronger, delay)
                    whole = padded(both / abs(both).max() * CLEAN_PEAK)
                    whole = whole + hiss(len(whole), rng)
                    text = f"{name} / {other[1]}"
                    end = LEAD + len(both)
                    yield Sample(text, who, f"{stronger} dB, {order}", pcm(whole), LEAD, end)

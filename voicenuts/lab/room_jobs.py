"""What is measured in simulated rooms: conditions, how much of each, and one job of it done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np

from voicenuts import resources
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.stages import STAGES
from voicenuts.lab import disturbances, voices
from voicenuts.lab.disturbances import Disturbed
from voicenuts.lab.shouts import planned, singles
from voicenuts.lab.space import Space, SpaceAir, own_delay
from voicenuts.lab.suppression import suppression_db
from voicenuts.lab.tally import Tally, tallied
from voicenuts.lab.trials import Trials
from voicenuts.table.session import hearing_of

SEATS: Final = 4

CALLS: Final = ("thief",)
LISTENS: Final = ("thief", "command")
BESIDE: Final = ("turn", "place")
"""What Knights of the Hazelnut listens for in a shout window, and what is heard but does not count."""

Work = Literal["trials", "singles", "talk", "noise", "narrator"]

CLEAN: Final = "clean"
TELEVISION: Final = "television"
OMNI: Final = "table-top microphones"
NARRATOR: Final = "narrator"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something to be measured in a kind of room.

    The quick bench and the full one take so many trials or minutes, shared out among so many such rooms.
    """

    name: str
    work: Work
    space: Space
    quick: tuple[int, int]
    full: tuple[int, int]
    alone: bool = False  # whether it is measured with each stage left out, too


CONDITIONS: Final = (
    Condition(CLEAN, "trials", Space(), (64, 4), (384, 8), alone=True),
    Condition(TELEVISION, "singles", Space(noise="television"), (24, 2), (192, 4)),
    Condition(OMNI, "trials", Space("omni"), (32, 2), (192, 4)),
    Condition("headsets", "trials", Space("close"), (16, 1), (96, 2)),
    Condition("table-top cardioids", "trials", Space("cardioid"), (16, 1), (96, 2)),
    Condition(NARRATOR, "narrator", Space(loudspeaker_db=6.0), (2, 1), (60, 10), alone=True),
    Condition("family talk", "talk", Space(), (1, 1), (20, 4)),
    Condition("television all the time", "noise", Space(noise="television"), (1, 1), (20, 4)),
    Condition("dishes", "noise", Space(noise="dishes"), (1, 1), (20, 4)),
)
"""Lapel microphones and a reverberation time of 0.4 s where nothing else is said; noise at 10 dB."""

SHOUTS_A_MINUTE: Final = 6
"""Over the narrator."""


@dataclass(frozen=True, slots=True)
class Job:
    """One room of a condition, measured by itself; `amount` are trials or minutes."""

    condition: str
    work: Work
    space: Space
    amount: float
    without: frozenset[str]
    model: Path | None


@dataclass(slots=True)
class Cost:
    """Seconds of the processor that hearing took for so many seconds of audio."""

    cpu_s: float = 0.0
    audio_s: float = 0.0

    def add(self, other: Cost) -> None:
        """Add what it took elsewhere."""
        self.cpu_s += other.cpu_s
        self.audio_s += other.audio_s


@dataclass(slots=True)
class Measured:
    """What jobs came to: counts by condition and kind of trial, calls nobody made, and what hearing cost.

    `suppression_db` has one value for every seat and neighbour in the clean rooms.
    """

    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    disturbed: dict[str, Disturbed] = field(default_factory=dict)
    suppression_db: list[float] = field(default_factory=list)
    costs: dict[str, Cost] = field(default_factory=dict)

    def add(self, other: Measured) -> None:
        """Add what another job came to."""
        for key, tally in other.tallies.items():
            self.tallies.setdefault(key, Tally()).add(tally)
        for name, disturbed in other.disturbed.items():
            self.disturbed.setdefault(name, Disturbed()).add(disturbed)
        self.suppression_db += other.suppression_db
        for name, cost in other.costs.items():
            self.costs.setdefault(name, Cost()).add(cost)


def jobs(
    full: bool,
    seed: int,
    without: frozenset[str],
    model: Path | None = None,
    *,
    only_alone: bool = False,
) -> list[Job]:
    """The jobs of a bench; `only_alone` leaves those that each stage is measured by, half as long."""
    made: list[Job] = []
    for condition in CONDITIONS:
        if only_alone and not condition.alone:
            continue
        amount, rooms = condition.full if full else condition.quick
        share = amount / rooms
        for room in range(-(-rooms // 2) if only_alone else rooms):
            space = replace(condition.space, seed=seed + room)
            made.append(Job(condition.name, condition.work, space, share, without, model))
    return made


def done(job: Job) -> Measured:
    """Do one job; PlainError without a model, noises or the library that simulates rooms."""
    model, book = hearing_of("en", job.model)
    forms = {id: book.phrases[id].forms for id in book.expand(CALLS)}
    cast = _cast(job.space.seed)
    hearing = Hearing(model, book, SEATS, stages=STAGES - job.without)
    listens, beside = book.expand(LISTENS), book.expand(BESIDE)
    trials = Trials(
        hearing,
        SpaceAir(job.space, SEATS),
        cast,
        [own_delay(job.space, SEATS, seat) for seat in range(SEATS)],
        frozenset(forms),
        lambda seat: listens,
        lambda seat: beside,
        job.space.seed,
    )
    trials.sign_on()
    measured, count = Measured(), round(job.amount)
    match job.work:
        case "trials" | "singles":
            plan = planned if job.work == "trials" else singles
            outcomes = [trials.run(trial) for trial in plan(count, SEATS, forms, job.space.seed)]
            measured.tallies = {(job.condition, row): tally for row, tally in tallied(outcomes).items()}
        case "talk" | "noise":
            found = disturbances.chatter(trials, job.amount, talk=job.work == "talk")
            measured.disturbed[job.condition] = found
        case "narrator":
            shouts = singles(SHOUTS_A_MINUTE * count, SEATS, forms, job.space.seed)
            found, over = disturbances.narrated(trials, book, job.amount, shouts, job.space.seed)
            measured.disturbed[job.condition] = found
            measured.tallies[job.condition, "single"] = over
    if job.condition == CLEAN and hearing.separation is not None:
        beams = list(hearing.separation.filters)
        measured.suppression_db = suppression_db(beams, job.space, cast, job.space.seed)
    measured.costs[job.condition] = Cost(trials.cpu_s, trials.audio_s)
    return measured


def _cast(seed: int) -> Sequence[voices.Voice]:
    """A voice for every seat, others in every room."""
    everybody = voices.load(resources.folder("voices"))
    order = np.random.default_rng(seed).permutation(len(everybody))
    return [everybody[int(number)] for number in order[:SEATS]]

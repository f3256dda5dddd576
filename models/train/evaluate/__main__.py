"""`python -m models.train.evaluate MODEL_DIR --data AUDIO_DIR`: measure a model, print tables."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from models.train.evaluate import cost, overlap, real, robust, talk, voices
from models.train.evaluate.bench import Bench
from models.train.evaluate.corpus import Corpus
from models.train.evaluate.ears import ears
from models.train.evaluate.prepared import Prepared
from models.train.evaluate.report import Table
from voicenuts import resources
from voicenuts.errors import PlainError

TABLES: dict[str, Callable[[Bench], Table]] = {
    "real": real.measure,
    "voices": voices.measure,
    "overlap": overlap.measure,
    "talk": talk.measure,
    "robust": robust.measure,
    "cost": cost.measure,
}


@dataclass(frozen=True, slots=True)
class Job:
    """All that a process needs to measure: folders and how thoroughly."""

    model: Path
    data: Path
    work: Path
    quick: bool

    def bench(self) -> Bench:
        """The model and the recordings, opened."""
        corpus = Corpus(self.data)
        prepared = Prepared(self.work / corpus.key)
        phrases = resources.folder("prompts") / "en" / "phrases.toml"
        return Bench(ears(self.model, phrases), corpus, prepared, self.quick)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 with a plain sentence if something is wrong with what was given."""
    args = _parser().parse_args(arguments)
    job = Job(args.model, args.data, args.work, args.quick)
    try:
        names = _chosen(args.only)
        missing = job.bench().ears.vocabulary.missing
        print(f"Model {args.model}")
        print(f"Words it lacks, {len(missing)}, forms with them are skipped: {', '.join(missing) or 'none'}.")
        tables = _measured(job, names, args.jobs)
        if args.json is not None:
            data = {"model": str(args.model), "lacks": missing, "quick": args.quick}
            data["tables"] = {name: table.data() for name, table in tables.items()}
            args.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except PlainError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _measured(job: Job, names: list[str], jobs: int) -> dict[str, Table]:
    """Each table printed when it and those before it are done; cost alone at the end, as it takes time."""
    tables: dict[str, Table] = {}
    together = [name for name in names if name != "cost"]
    if jobs > 1:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            for name, table in zip(together, pool.map(_table, [(job, n) for n in together]), strict=True):
                tables[name] = _told(table)
        together = []
    bench = job.bench()
    for name in [*together, *(name for name in names if name == "cost")]:
        tables[name] = _told(_timed(bench, name))
    return tables


def _table(asked: tuple[Job, str]) -> Table:
    job, name = asked
    return _timed(job.bench(), name)


def _timed(bench: Bench, name: str) -> Table:
    begin = time.process_time()
    table = TABLES[name](bench)
    table.notes.append(f"Took {time.process_time() - begin:.0f} s of processor time.")
    return table


def _told(table: Table) -> Table:
    print()
    print("\n".join(table.lines()), flush=True)
    return table


def _chosen(only: str | None) -> list[str]:
    names = list(TABLES) if only is None else only.split(",")
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise PlainError(f"There is no table {unknown[0]!r}: --only takes {', '.join(TABLES)}, with commas.")
    return names


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.train.evaluate", description="Measure a Vosk model folder for this game."
    )
    parser.add_argument("model", type=Path, metavar="MODEL_DIR", help="the model's folder")
    parser.add_argument(
        "--data", type=Path, required=True, metavar="AUDIO_DIR", help="recordings, see the manifest"
    )
    parser.add_argument("--only", metavar="TABLES", help=f"of {', '.join(TABLES)}, with commas between")
    parser.add_argument("--quick", action="store_true", help="fewer clips, no hours of talk")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there, too")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--work", type=Path, default=Path("build/evaluate"), help="where prepared audio is kept (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""Games ended by SIGKILL at random moments: nothing that was said or written may be lost.

The games are played by the real command and its recorded players; their captions, their journals and
how they go on are compared.  This is a measuring tool: its kills come by the computer's own clock.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from voicenuts.games.registry import GAMES
from voicenuts.lab.retold import Lost, Story, follow, story
from voicenuts.table.journal import Journal
from voicenuts.table.session import NAMES

SEATS = NAMES[:2]
SHORT: dict[str, dict[str, Any]] = {
    "hazelnut": {"goal": 3},
    "go-nuts": {"goal": 10},
    "nutventure": {"snow": 2},
}
"""Options of the games there are with which some can be played to their end."""

WHOLE = 0.25
"""Share of games begun by the command itself; the others go on with a journal in which nothing stands."""

EARLY = 0.2
"""Share of kills before the first line."""

LOADING_S = 1.5
"""They come within this time."""

LINES = 45
"""The other kills come after so many lines at most."""

BETWEEN_S = 0.05
"""And within this time after the line."""

KILLS_A_GAME = 6
"""No game is killed more often; then it is played to its end, if it is a short one."""

ENDS_S = 300
"""A game that is not over by then is stuck."""

Kept = list[tuple[int, int, dict[str, Any]]]


@dataclass(slots=True)
class Figures:
    """What came of it; `unsaid` is the greatest number of events in a journal of which no word had begun."""

    kills: int = 0
    before_a_journal: int = 0
    games: int = 0
    games_over: int = 0
    lines: int = 0
    events: int = 0
    unsaid: int = 0
    losses: list[str] = field(default_factory=list)

    def report(self) -> Iterator[str]:
        """One line for each figure, one for each loss."""
        for name, value in asdict(self).items():
            if name != "losses":
                yield f"{name.replace('_', ' ')}: {value}"
        yield f"losses: {len(self.losses)}"
        yield from self.losses


def run(times: int, seed: int, home: Path) -> Figures:
    """Kill so many programs, whose data lies in `home`; one game after the other is played."""
    figures, chance = Figures(), Random(seed)
    while figures.kills < times:
        figures.games += 1
        kind = list(SHORT)[(figures.games - 1) % len(SHORT)]
        game = _Game(kind, home, seed * 1000 + figures.games, chance, figures)
        try:
            game.play(times)
        except Lost as loss:
            figures.losses.append(f"game {figures.games}: {loss}")
    return figures


class _Game:
    """One game: begun, killed, gone on with, killed again, and some of them played to their end."""

    def __init__(self, kind: str, home: Path, seed: int, chance: Random, figures: Figures) -> None:
        self._kind = kind
        self._home, self._seed, self._chance, self._figures = home, seed, chance, figures
        self._journals = home / "data" / "voicenuts" / "journals"
        self._known = set(self._journals.glob("*"))
        self._kept: Kept = []
        self._short = chance.random() >= WHOLE

    def play(self, times: int) -> None:
        """Until the game is over, or has been killed often enough; raises Lost."""
        path = self._begin() if self._short else None
        for _ in range(KILLS_A_GAME):
            if self._figures.kills == times:
                break
            begin = ("play", self._kind, "--seats", "2", "--seed", str(self._seed))
            going_on = ("resume", path.stem) if path else begin
            lines, killed = self._until_killed(*going_on)
            self._figures.kills += killed
            path = path or self._found()
            if path is None:
                self._figures.before_a_journal += killed
                if any("narrator" in line for line in lines):
                    raise Lost("the narrator spoke, but there is no journal")
            elif self._over(path, lines):
                return
        if self._short and path is not None:
            self._to_the_end(path)

    def _begin(self) -> Path:
        path = self._journals / f"short-{self._seed}.sqlite"
        options = asdict(GAMES[self._kind].Options(**SHORT[self._kind]))
        Journal.create(path, self._kind, SEATS, options, self._seed, recorded=True).close()
        return path

    def _found(self) -> Path | None:
        new = [path for path in self._journals.glob("*.sqlite") if path not in self._known]
        return new[0] if new else None

    def _start(self, *command: str) -> subprocess.Popen[str]:
        places = {f"XDG_{kind}_HOME": str(self._home / kind.lower()) for kind in ("DATA", "CACHE", "STATE")}
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        sound = str(self._home / "game.wav")
        return subprocess.Popen(
            [sys.executable, "-m", "voicenuts", *command, "--fast", "--sound", sound],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self._home,
            env=os.environ | places | {"PYTHONPATH": paths},
        )

    def _until_killed(self, *command: str) -> tuple[list[str], bool]:
        """The whole lines a program wrote in its life, and whether it was killed before its end."""
        child = self._start(*command)
        assert child.stdout is not None
        lines: list[str] = []
        wanted = 0 if self._chance.random() < EARLY else self._chance.randint(1, LINES)
        for line in child.stdout if wanted else ():
            lines.append(line)
            if len(lines) == wanted:
                break
        time.sleep(self._chance.uniform(0, BETWEEN_S if wanted else LOADING_S))
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
        status = child.wait()
        if status not in (0, -signal.SIGKILL):
            raise Lost(f"{' '.join(command)} ended with {status}: {''.join(lines[-3:])}")
        return [line.rstrip("\n") for line in lines if line.endswith("\n")], status != 0

    def _over(self, path: Path, lines: list[str]) -> bool:
        """Compare the journal with what was there before and with what has been said; whether all is over."""
        kept, told = _read(path)
        if kept[: len(self._kept)] != self._kept:
            raise Lost(f"{path.stem}: entries that were in the journal are gone")
        said, unsaid = follow(lines, told, len(self._kept))
        self._figures.lines += said
        self._figures.events += len(kept) - len(self._kept)
        self._figures.unsaid = max(self._figures.unsaid, unsaid)
        self._kept = kept
        self._figures.games_over += told.over
        return told.over

    def _to_the_end(self, path: Path) -> None:
        child = self._start("resume", path.stem)
        try:
            lines = child.communicate(timeout=ENDS_S)[0].splitlines()
        except subprocess.TimeoutExpired:
            child.kill()
            raise Lost(f"{path.stem} does not come to its end") from None
        if child.returncode or not self._over(path, lines):
            raise Lost(f"{path.stem} was not played to its end: {' '.join(lines[-2:])}")


def _read(path: Path) -> tuple[Kept, Story]:
    with Journal.open(path) as journal:
        return list(journal.events()), story(journal)


def main() -> int:
    """Print the figures; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description="Kill recorded games at random moments and go on with them.")
    parser.add_argument("--times", type=int, default=200, help="how many kills (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments and games (default 1)")
    args = parser.parse_args()
    with TemporaryDirectory(prefix="voicenuts-kills-") as home:
        figures = run(args.times, args.seed, Path(home))
    for line in figures.report():
        print(line)
    return 1 if figures.losses else 0


if __name__ == "__main__":
    sys.exit(main())

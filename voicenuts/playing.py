"""A session played to its end: by people at a live table, or by recorded players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from voicenuts.devices import keys
from voicenuts.devices.loudspeaker import Loudspeaker
from voicenuts.devices.resample import Block
from voicenuts.devices.stream import Live, play_only
from voicenuts.errors import PlainError
from voicenuts.evening import Stage, Stages
from voicenuts.speaking.narrator import Played
from voicenuts.table.captions import Captions
from voicenuts.table.session import Session
from voicenuts.table.sign_on_state import MOST

MUTE = 3
"""So many lines in a row that could not be made are no accident any more."""


class Mute:
    """Says on the screen what the narrator could not say, and ends a game whose narrator lost his voice."""

    def __init__(self) -> None:
        self._in_a_row = 0

    def __call__(self, at: int, what: object) -> None:
        """Observe one thing the table told."""
        if isinstance(what, Played):
            self._in_a_row = 0
        elif isinstance(what, BaseException):
            self._in_a_row += 1
            if self._in_a_row == MUTE:
                raise what
            print(what, file=sys.stderr)


def live(stages: Stages, devices: Live, write: Callable[[str], None]) -> None:
    """People play, one stage after another; captions without secrets go to `write`, a line per utterance.

    Where there is a terminal, its keys 1 to 4 claim the next call for their seat.
    """
    with keys.keys(MOST) as pressed, closing(_Evening(stages, pressed, write)) as evening:
        if evening.stage is not None:
            devices.run(evening.process)


class _Evening:
    """The stage that is on, and those to come."""

    def __init__(self, stages: Stages, pressed: keys.Keys, write: Callable[[str], None]) -> None:
        self._stages, self._keys, self._write = stages, pressed, write
        self.stage: Stage | None = None
        self._next()

    def process(self, block: Block) -> Block | None:
        """A block for the stage that is on; None when the last one is over."""
        if self.stage is not None and self.stage.table.over:
            self._next()
        if self.stage is None:
            return None
        for seat in self._keys.pressed():
            if seat < len(self.stage.names):
                self.stage.table.claim(seat)
        return self.stage.process(block)

    def close(self) -> None:
        """End the stage that is on."""
        self._stages.close()

    def _next(self) -> None:
        self.stage = next(self._stages, None)
        if self.stage is not None:
            table = self.stage.table
            secret = self.stage.prompts.render("table-secret")
            table.observers.append(Captions(self.stage.names, table.game.SHOUTS, self._write, secret=secret))
            table.observers.append(Mute())


def recorded(
    begin: Callable[[], Session], sound: Path, output: str | None, fast: bool, write: Callable[[str], None]
) -> None:
    """Recorded players play the session that `begin` makes, in real time where there is a loudspeaker.

    The sound of it is written to `sound`.  PlainError when the game gets stuck.
    """
    from voicenuts.lab import demo

    with ExitStack() as devices:
        loudspeaker = None if fast else _loudspeaker(output)
        if loudspeaker is not None:
            devices.enter_context(loudspeaker)
        with begin() as session:
            record = demo.show(session, sound, loudspeaker, write)
            seed, anew = session.setup.seed, not session.start
    if record.stuck:
        raise PlainError(f"The recorded game with seed {seed} got stuck: please report it with this seed.")
    if any(spoken.written for spoken in record.script):
        print("What has no recording, such as what real dice show, was handed in as text: see the captions.")
    print(f"{'The whole game' if anew else 'The rest of the game'} is in {sound}.")


def _loudspeaker(name: str | None) -> Loudspeaker | None:
    try:
        return play_only(name)
    except PlainError:
        if name:
            raise
        print("There is no loudspeaker to play it on: the game is written down without waiting.")
        return None

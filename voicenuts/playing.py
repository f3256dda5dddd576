"""A session played to its end: by people at a live table, or by recorded players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from voicenuts.devices import keys
from voicenuts.devices.loudspeaker import Loudspeaker
from voicenuts.devices.resample import Block
from voicenuts.devices.stream import Live, play_only
from voicenuts.errors import PlainError
from voicenuts.speaking.narrator import Played
from voicenuts.table.captions import Captions
from voicenuts.table.session import Session

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


def live(session: Session, devices: Live, write: Callable[[str], None]) -> None:
    """People play; captions, without secrets, go to `write`, one line per utterance.

    Where there is a terminal, its keys 1 to 4 claim the next call for their seat.
    """
    table = session.table
    table.observers.append(
        Captions(session.setup.names, table.game.SHOUTS, write, secret=session.prompts.render("table-secret"))
    )
    table.observers.append(Mute())
    with keys.keys(len(session.setup.names)) as pressed:

        def goes_on(block: Block) -> Block | None:
            for seat in pressed.pressed():
                table.claim(seat)
            return None if table.over else table.process(block)

        devices.run(goes_on)


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
    print(f"{'The whole game' if anew else 'The rest of the game'} is in {sound}.")


def _loudspeaker(name: str | None) -> Loudspeaker | None:
    try:
        return play_only(name)
    except PlainError:
        if name:
            raise
        print("There is no loudspeaker to play it on: the game is written down without waiting.")
        return None

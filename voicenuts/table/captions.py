"""What is said at the table as plain lines: "0:41 Ben: Leo the lynx!"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voicenuts.speaking.narrator import Played
from voicenuts.values import BLOCK, RATE, Heard


class Captions:
    """Writes one line per utterance through `write`, in order of their beginnings.

    Used as an observer of a table it writes what was heard of the players; with `heard` False only the
    narration, for tables whose players' words are known from elsewhere.  `secret`, if given, stands for
    whatever one player alone may know.
    """

    def __init__(
        self,
        names: Sequence[str],
        shouts: frozenset[str],
        write: Callable[[str], None],
        *,
        heard: bool = True,
        secret: str | None = None,
    ) -> None:
        self._names, self._shouts, self._write, self._heard = names, shouts, write, heard
        self._secret = secret

    def __call__(self, at: int, what: object) -> None:
        """Observe one thing the table told."""
        if isinstance(what, Played):
            if what.clip.alarms:
                return  # somebody spoke over it, and it begins again
            to = None if what.channel == 0 else self._names[what.channel - 1]
            text = self._secret if what.secret and self._secret is not None else what.text
            self._write(narrated(what.start + BLOCK, to, text))
        elif isinstance(what, Heard) and self._heard:
            self.said(what.onset, what.seat, what.words, what.phrase)

    def said(self, onset: int, seat: int, words: str, phrase: str | None) -> None:
        """Write what a player said; a shout gets its exclamation mark."""
        mark = "!" if phrase in self._shouts else "."
        self._write(f"{clock(onset)} {self._names[seat]}: {words[:1].upper()}{words[1:]}{mark}")


def narrated(at: int, to: str | None, text: str) -> str:
    """A line of the narrator's at sample `at`, to all or to one player.

    >>> narrated(0, "Amber", "Fritz")
    '0:00 narrator to Amber: Fritz'
    """
    return f"{clock(at)} narrator{'' if to is None else f' to {to}'}: {text}"


def clock(at: int) -> str:
    """Samples as minutes and seconds.

    >>> clock(41 * 16000 + 100)
    '0:41'
    """
    minutes, seconds = divmod(at // RATE, 60)
    return f"{minutes}:{seconds:02d}"

"""One microphone for the whole table: whose voice it is tells the name that every call begins with."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.addressed import ALONE, addressed, listening, of_seat, said, seat_of
from voicenuts.hearing.ear import Listens, nothing
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.segment import Unheard
from voicenuts.values import RATE, Heard, samples

ANYBODYS = frozenset({"command.pause", "command.resume"})
"""Heard without a name, too: they are for all, and nobody should have to think first."""

HESITATES = samples(700)
"""A name and what its seat wants to say may lie so far apart."""

NOTICE = samples(150)
"""A voice is noticed at the latest so long after it began."""

CLAIMED = 4 * RATE
"""A seat that has pressed its key needs no name for so long."""


class SharedHearing:
    """Listens with one channel for all seats; verdicts are as if every seat had a channel of its own.

    A call's onset is that of its seat's name.  Two calls in one stretch of speech are two verdicts.  A
    phrase that nobody's name was said before is `Unheard` and `nameless`, unless it is one of
    `ANYBODYS`, which count as the first seat's, or a seat alone has pressed its key just before.

    `names` are the seats' names, PlainError if the model does not know one.  For the rest see `Hearing`.
    """

    def __init__(
        self,
        model: Model,
        book: PhraseBook,
        names: tuple[str, ...],
        *,
        live: bool = False,
        reference: bool = True,
        start: int = 0,
    ) -> None:
        self._book = addressed(book, names, model.knows)
        self._hearing = Hearing(model, self._book, 1, live=live, reference=reference, start=start)
        self._seats = len(names)
        self._names = [said(name) for name in names]
        self._open: deque[tuple[int, tuple[frozenset[str], ...]]] = deque(maxlen=8)
        self._named: Heard | None = None
        self._claims: dict[int, int] = {}

    @property
    def at(self) -> int:
        """The first sample of the next block."""
        return self._hearing.at

    def hear(
        self,
        block: NDArray[np.int16],
        played: NDArray[np.int16],
        listens: Listens,
        beside: Listens = nothing,
    ) -> list[Heard | Unheard]:
        """Take in one (480, 1) block, and the (480,) block the loudspeaker played before it."""
        verdicts = self._hearing.hear(
            block, played, lambda _: self._listen(listens), lambda _: self._besides(beside)
        )
        return [self._attributed(verdict) for verdict in verdicts]

    def claim(self, seat: int) -> None:
        """The seat has pressed its key: its next phrase needs no name."""
        self._claims[seat] = self.at

    @property
    def speaking(self) -> tuple[int | None, ...]:
        """Per seat the onset of the earliest speech that has no verdict yet: anybody's may be any seat's.

        A name that nothing has followed so far counts as speech until it is too late for more.
        """
        (now,) = self._hearing.speaking
        every = [now] * self._seats
        if self._named is not None:
            until = self._named.end + HESITATES
            if self.at <= until + NOTICE or (now is not None and now <= until):
                every[self._named.seat] = self._named.onset
        return tuple(every)

    @property
    def voices(self) -> tuple[int | None, ...]:
        """Per seat the onset of the voice sounding now, which may be any seat's."""
        return self._hearing.voices * self._seats

    def close(self) -> None:
        """End the worker thread."""
        self._hearing.close()

    # ------------------------------------------------------------ whose voice it was

    def _listen(self, listens: Listens) -> frozenset[str]:
        every = [listens(seat) for seat in range(self._seats)]
        # A phrase that sounds like another seat's is not listened for either: names do not tell them apart.
        apart = self._book.apart(frozenset().union(*every))
        open_to = tuple(ids & apart for ids in every)
        self._open.append((self._hearing.at, open_to))
        return listening(open_to)

    def _besides(self, beside: Listens) -> frozenset[str]:
        """What would not count, only with a name: nobody knows whose it is without."""
        return frozenset(of_seat(id, seat) for seat in range(self._seats) for id in beside(seat))

    def _attributed(self, verdict: Heard | Unheard) -> Heard | Unheard:
        """The verdict as its seat's own."""
        named, self._named = self._named, None
        if isinstance(verdict, Unheard):
            return self._unheard(verdict)
        if verdict.doubt is not None:
            other, _ = seat_of(verdict.doubt)
            verdict = replace(verdict, doubt="" if other == seat_of(verdict.phrase)[0] else other)
        phrase, seat = seat_of(verdict.phrase)
        if seat is None:
            return self._nameless(verdict, named)
        if phrase == ALONE:
            self._named = replace(verdict, seat=seat)
            return Unheard(seat, verdict.onset, verdict.end, "", verdict.confidence)
        self._claims.pop(seat, None)
        words = verdict.words.removeprefix(self._names[seat]).strip()
        return replace(verdict, seat=seat, phrase=phrase, words=words, own=True)

    def _nameless(self, verdict: Heard, named: Heard | None) -> Heard | Unheard:
        """A phrase without a name: its name came just before, or is not needed."""
        if (
            named is not None
            and verdict.onset <= named.end + HESITATES
            and self._may_say(named.seat, verdict)
        ):
            return replace(verdict, seat=named.seat, onset=named.onset, own=True)
        pressed = [s for s, at in self._claims.items() if at <= verdict.onset <= at + CLAIMED]
        if len(pressed) == 1 and self._may_say(pressed[0], verdict):
            del self._claims[pressed[0]]
            return replace(verdict, seat=pressed[0], own=True)
        if verdict.phrase in ANYBODYS:
            return replace(verdict, seat=0, own=True)
        whose = next((seat for seat in range(self._seats) if self._may_say(seat, verdict)), 0)
        return Unheard(whose, verdict.onset, verdict.end, verdict.words, verdict.confidence, nameless=True)

    def _unheard(self, verdict: Unheard) -> Unheard:
        """What was no phrase is the seat's that was named in it, else that of whom most is expected."""
        phrase, whose = seat_of(verdict.untimely)
        if whose is not None:
            words = verdict.words.removeprefix(self._names[whose]).strip()
            return replace(verdict, seat=whose, words=words, untimely=phrase)
        for seat, name in enumerate(self._names):
            before, found, after = f" {verdict.words} ".partition(f" {name} ")
            if found:
                return replace(verdict, seat=seat, words=f"{before} {after}".strip())
        open_to = self._open_to(verdict)
        return replace(verdict, seat=max(range(self._seats), key=lambda seat: len(open_to[seat])))

    def _may_say(self, seat: int, verdict: Heard) -> bool:
        return verdict.phrase in self._open_to(verdict)[seat]

    def _open_to(self, verdict: Heard | Unheard) -> tuple[frozenset[str], ...]:
        """What every seat could say when the voice began that this verdict is on."""
        begun = (open_to for at, open_to in reversed(self._open) if at <= verdict.end)
        return next(begun, self._open[0][1])

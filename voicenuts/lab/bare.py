"""Whole games without a sound: minds, rules and the simplest arbiter, in a few milliseconds each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Event
from voicenuts.lab.hazelnut_mind import Mind
from voicenuts.values import (
    RATE,
    Bid,
    Cue,
    Cued,
    Effect,
    Heard,
    Lapsed,
    Open,
    Resolution,
    Resolved,
    Say,
    Secret,
    Window,
    samples,
)

GRACE: Final = samples(1500)
"""Samples in which others may still call after a first wrong call."""
DEAD_HEAT: Final = samples(80)
SPOKEN: Final = RATE
"""Samples every line of narration is taken to last."""
MAX_EVENTS: Final = 20_000
TURN: Final = ("turn.roll", "turn.ready", "turn.back")
"""What the one player the table waits for may have to say, where there is no choice."""
STANDARD: Final = hazelnut.Options()


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its last state, the events that led there, the cards drawn and the calls."""

    state: hazelnut.State
    events: tuple[Event, ...]
    draws: int
    calls: int

    @property
    def turns(self) -> int:
        """Turns begun."""
        return self.state.turn


def play(seats: int, seed: int, options: hazelnut.Options = STANDARD) -> Played:
    """Play one game of bot minds to its end; the same arguments give the same game.

    Raises RuntimeError if the rules stop asking anybody anything.
    """
    return _Game(seats, seed, options).run()


def last_state(seats: int, seed: int) -> hazelnut.State:
    """How that game ended: small enough to come back from a worker process."""
    return play(seats, seed).state


def settle(window: Window, bids: list[Bid]) -> Resolution | None:
    """The bids that count: up to the first decisive one, a wrong first one keeping its grace open."""
    counted: list[Bid] = []
    for bid in sorted(bids, key=lambda bid: bid.onset):
        if counted and bid.onset > counted[0].onset + GRACE:
            break
        counted.append(bid)
        if bid.phrase in window.decisive:
            break
    if not counted:
        return None
    best = next((bid for bid in counted if bid.phrase in window.decisive), counted[0])
    decisive = best.phrase in window.decisive
    rivals = [
        bid
        for bid in bids
        if 0 <= bid.onset - best.onset < DEAD_HEAT and (bid.phrase in window.decisive) is decisive
    ]
    counted += [bid for bid in rivals if bid not in counted]
    margin = counted[1].onset - counted[0].onset if len(counted) > 1 else None
    tied = frozenset(bid.seat for bid in rivals) if len(rivals) > 1 else frozenset()
    return Resolution(window.id, tuple(counted), margin, tied)


class _Game:
    """One game being played; its clock moves only by what is said and heard."""

    def __init__(self, seats: int, seed: int, options: hazelnut.Options) -> None:
        self.state = hazelnut.new(seats, options, seed)
        self.minds = [Mind(seat, seats, seed * 8 + seat) for seat in range(seats)]
        self.now = 0
        self.cues: list[str] = []
        self.window: Window | None = None
        self.bids: list[Bid] = []
        self.events: list[Event] = []
        self.draws = 0
        self.calls = 0

    def run(self) -> Played:
        self._happens(Cued("start", 0))
        while self.state.phase is not hazelnut.Phase.OVER:
            if len(self.events) > MAX_EVENTS:
                raise RuntimeError("the game does not come to an end")
            self._goes_on()
        return Played(self.state, tuple(self.events), self.draws, self.calls)

    def _goes_on(self) -> None:
        """The next thing that happens: a cue, the end of a window, or the active player speaks."""
        if self.cues:
            self.now += SPOKEN
            self._happens(Cued(self.cues.pop(0), self.now))
        elif self.window is not None:
            self._close(self.window)
        else:
            self._speaks()

    def _happens(self, event: Event) -> None:
        self.events.append(event)
        self.state, effects = hazelnut.step(self.state, event)
        for effect in effects:
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Say() | Secret():
                for mind in self.minds:
                    mind.hears(effect)
            case Cue(id=cue, after=0):  # bots need no reminders, which come after a silence
                self.cues.append(cue)
            case Open():
                self._open(effect.window)

    def _open(self, window: Window) -> None:
        if self.window is None:
            self.draws += 1
            for seat in sorted(window.seats):
                phrase = self.minds[seat].calls()
                if phrase is not None:
                    onset = window.opens + samples(self.minds[seat].reaction() * 1000)
                    self.bids.append(Bid(seat, phrase, onset))
        self.window = window

    def _close(self, window: Window) -> None:
        """Who called before the window closed, by its time or by the next player's throw?"""
        closes = window.closes
        if closes is None:
            assert window.earliest_close is not None
            closes = window.earliest_close + samples(self.minds[self.state.next_seat].reaction() * 1000)
        resolution = settle(window, [bid for bid in self.bids if bid.onset < closes])
        if resolution is None:
            self.now = closes
            event: Event = Lapsed(window.id, closes)
        else:
            self.calls += len(resolution.bids)
            self.now = max(bid.onset for bid in resolution.bids) + GRACE
            event = Resolved(resolution, self.now)
        if resolution is not None or window.closes is None or not self._thief_stays():
            self.window, self.bids = None, []
        self._happens(event)

    def _thief_stays(self) -> bool:
        """The window goes on after the hush: a put-back follows."""
        assert self.window is not None
        return bool(self.window.decisive) and self.state.options.secret != "open"

    def _speaks(self) -> None:
        """The one player the table listens to says what that player's mind decides."""
        listening = hazelnut.listening(self.state)
        seat = next((seat for seat, phrases in enumerate(listening) if phrases), None)
        if seat is None:
            raise RuntimeError(f"nobody may speak in phase {self.state.phase}")
        mind, phrases = self.minds[seat], listening[seat]
        self.now += samples(mind.reaction() * 1000)
        if "place" in phrases:
            phrase = mind.choose(mind.offered)
        elif "paws" in phrases:
            phrase = mind.throws()
        else:
            phrase = next(phrase for phrase in TURN if phrase in phrases)
        event = hazelnut.command(Heard(seat, phrase, self.now, self.now, 1.0))
        assert event is not None
        self._happens(event)

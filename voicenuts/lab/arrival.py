"""Guests with recorded voices who come to a table and sign on by voice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.space import Space, air_of
from voicenuts.lab.voices import Voice
from voicenuts.speaking.narrator import Played
from voicenuts.table.talk import Talk
from voicenuts.values import BLOCK, RATE, samples

LONGEST_S = 300.0
"""A sign-on that has not ended after five minutes is stuck."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a voice in front of microphone `channel`, who will be called `name`.

    `hears` says that there is a private ear; `silent` that the microphone is off; `begins` that this guest
    wants to begin, and says so before being tried out.
    """

    voice: Voice
    channel: int
    name: str
    hears: bool = True
    silent: bool = False
    begins: bool = False


@dataclass(slots=True)
class Arrival:
    """What happened: who said what, what was told when (audio samples), how long it took."""

    script: list[Utterance] = field(default_factory=list)
    told: list[tuple[int, Any]] = field(default_factory=list)
    samples: int = 0
    stuck: bool = False

    def messages(self) -> list[str]:
        """The messages that sounded, in order."""
        return [what.message for _, what in self.told if isinstance(what, Played)]


def arrive(
    talk: Talk,
    guests: Sequence[Guest],
    room: Room | Space,
    again: str = "no",
    longest_s: float = LONGEST_S,
    game: str = "hazelnut",
) -> Arrival:
    """Let the guests sign on, or say what they want to play.

    `again` is what the first says when earlier players or games are offered, `game` the game it wants.

    Whoever has not answered after `longest_s` seconds of audio never will.
    """
    arrival, air = Arrival(), air_of(room, talk.channels)
    mouths = [Mouth(channel) for channel in range(talk.channels)]
    answers: list[tuple[int, Guest, str]] = []

    def tell(at: int, what: Any) -> None:
        arrival.told.append((at, what))
        if isinstance(what, Played):
            answer = _answer(what, guests, again, game, talk)
            if answer is not None:
                answers.append((what.end + samples(500), *answer))

    talk.table.observers.append(tell)
    out = np.zeros((BLOCK, 1 + talk.channels), dtype=np.int16)
    while not talk.table.over:
        at = arrival.samples
        for due in [a for a in answers if at >= a[0] and talk.table.quiet]:
            answers.remove(due)
            _, guest, text = due
            if not guest.silent:
                arrival.script.append(mouths[guest.channel].say(guest.voice.clips[text], at, None))
        block: NDArray[np.int16] = air.block([mouth.block(at) for mouth in mouths], out[:, 0])
        out = talk.process(block)
        arrival.samples += BLOCK
        if arrival.samples > longest_s * RATE:
            arrival.stuck = True
            break
    return arrival


def _answer(
    played: Played, guests: Sequence[Guest], again: str, game: str, talk: Talk
) -> tuple[Guest, str] | None:
    """Who answers the question that is being put, and what."""
    question = played.message.rpartition("-")[0]
    state = talk.table.state
    match question:
        case "menu-unfinished" | "menu-again" | "same":
            return guests[0], again
        case "menu-game":
            return guests[0], game
        case "count":
            return guests[0], f"{('two', 'three', 'four')[len(guests) - 2]} players"
        case "name":
            guest = guests[len(state.signed)]
            return guest, guest.name.lower()
        case "word" if guests[len(state.signed) - 1].begins and state.starter is None:
            return guests[len(state.signed) - 1], "start"
        case "word":
            return guests[len(state.signed) - 1], talk.book.phrases[state.options.password].forms[0]
        case "secret":
            return guests[-1], "yes"
        case "ear" if played.message == "ear-number":
            guest = next(g for g in guests if g.channel == played.channel - 1)
            return (guest, played.text.strip(".").lower()) if guest.hears else None
    return None

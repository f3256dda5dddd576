"""The same evening with each kind of card: nothing differs for the others before the outcome.

Compared are all samples of all channels, and all that the table does, with its times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.segment import Unheard
from voicenuts.lab.room import Room
from voicenuts.speaking.narrator import Played
from voicenuts.speaking.whisper import AROUND, WORD
from voicenuts.table.clock import Paused
from voicenuts.values import BLOCK, Heard, Lapsed, Open, Secret, SecretMode

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening
    from voicenuts.speaking.voice import Voice

DRAWER, EAR = 0, 1
ROOMS = {
    "headphones": Room(crosstalk_db=-20.0, echo_db=-28.0, noise_db=-68.0, seed=3),
    "whisper": Room(crosstalk_db=-20.0, echo_db=-120.0, noise_db=-68.0, seed=3),
}
"""Where it whispers, no microphone hears it: what is in the room as sound is not the table's to hide."""

Scene = Callable[["Evening", str], object]


def quiet(evening: Evening, card: str) -> None:
    evening.reach(Phase.HUSH, card)


def questions(evening: Evening, card: str) -> None:
    """The drawer and the others ask, from the draw on, and the word is repeated."""
    evening.reach(looks(evening), card)
    evening.say(2, "status")
    evening.run(1.6).say(DRAWER, "repeat")
    evening.run(1.6).say(1, "repeat")
    evening.until_phase(Phase.HUSH)
    evening.say(DRAWER, "where am i")
    evening.say(1, "help", in_ms=600)
    evening.say(2, "options", in_ms=1200)


def talk_over_everything(evening: Evening, card: str) -> None:
    """Prompts are cut; names are called too early, and in time by the drawer."""
    evening.reach(Phase.MOVE, card).say(DRAWER, "tree two")
    if evening.table.state.options.secret == "whisper":
        evening.until_played("prompt-ear").run(0.5).say(DRAWER, "ready")
        evening.until_phase(Phase.WHISPER).run(0.9).say(DRAWER, "back")
        evening.say(2, "max the marten")
    evening.until_phase(Phase.DRAW)
    evening.say(1, "leo")
    evening.until_phase(Phase.HUSH).say(DRAWER, "fritz the fox", in_ms=300)
    evening.run(0.5).say(2, "did you see that")


def pause(evening: Evening, card: str) -> None:
    evening.reach(looks(evening), card).run(0.5).say(1, "pause")
    evening.until_told(Paused).run(3).say(2, "resume")
    if evening.table.state.options.secret == "whisper":
        evening.until_phase(Phase.EAR).until(lambda: evening.table.quiet).say(DRAWER, "ready")
    evening.until_phase(Phase.HUSH)


def looks(evening: Evening) -> Phase:
    """The phase in which the drawer learns his card."""
    return Phase.WHISPER if evening.table.state.options.secret == "whisper" else Phase.DRAW


def told(evening: Evening) -> list[tuple[int, Any]]:
    """What the table did until the outcome, without what the drawer alone knows."""
    until = next(number for number, (_, what) in enumerate(evening.told) if isinstance(what, Lapsed))
    return [(at, masked(what)) for at, what in evening.told[:until]]


def masked(what: Any) -> Any:
    if isinstance(what, Secret):
        return replace(what, message="")
    if isinstance(what, Open):
        return replace(what.window, decisive=frozenset())
    if isinstance(what, Heard):
        return replace(what, confidence=0.0, level_db=0.0)
    if isinstance(what, Unheard):
        return replace(what, confidence=0.0)
    if isinstance(what, Played):
        words = (what.channel,) if what.secret else (what.channel, what.text)
        # A private word may be repeated into its ear, at its own length.
        return (*words, what.start, None if what.secret and what.clip.passing else what.end)
    return what


@pytest.mark.parametrize(
    ("scene", "thief", "understood"),
    [
        (quiet, "marten", ()),
        (questions, "lynx", ("repeat", "repeat", "status", "help", "options")),
        (talk_over_everything, "fox", ()),
        (pause, "marten", ("pause", "resume")),
    ],
)
@pytest.mark.parametrize("secret", ["headphones", "whisper"])
def test_only_the_drawers_ear_knows_before_the_outcome(
    begin: Begin, narrator: Voice, secret: SecretMode, scene: Scene, thief: str, understood: tuple[str, ...]
) -> None:
    evenings = []
    for card in ("hazelnut", thief):
        evening = begin(narrator, secret=secret, room=ROOMS[secret])
        scene(evening, card)
        evenings.append(evening.until_told(Lapsed))
    nut, other = evenings
    heard = Counter(heard.phrase for heard in nut.of(Heard))
    assert heard >= Counter(f"command.{word}" for word in understood)
    assert told(other) == told(nut)
    assert other.table.state.chance == nut.table.state.chance
    for channel in {*range(nut.channels)} - {EAR}:
        assert np.array_equal(outside(other, channel), outside(nut, channel))


def outside(evening: Evening, channel: int) -> np.ndarray:
    """A channel until the outcome, without the words that the loudspeaker whispered."""
    sound = evening.sound(channel)[: evening.at].copy()
    for start in whispers(evening) if channel == 0 else ():
        sound[start + AROUND : start + AROUND + WORD] = 0
    return sound


def whispers(evening: Evening) -> list[int]:
    """When the loudspeaker began to whisper a word."""
    if evening.table.state.options.secret != "whisper":
        return []
    return [played.start + BLOCK for played in evening.of(Played) if played.secret]

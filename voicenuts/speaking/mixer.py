"""The sample-exact mixer: channel 0 is the loudspeaker, channels 1..n are private ears."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicenuts.speaking.lane import Lane
from voicenuts.speaking.pcm import Pcm, fade_out, noise, ready
from voicenuts.speaking.script import Clip, Fired, Mark, Played, Whisper
from voicenuts.values import BLOCK, Rank, samples

TOP = 32_000
"""Where sound that was made louder levels off (int16)."""

MEMORY = samples(10_000)
"""How long the mixer remembers what it played."""


@dataclass(frozen=True, slots=True)
class _Veil:
    """A secret being told: from `start` to `end` each ear hears its sound and no line but it."""

    start: int
    end: int
    sounds: tuple[Pcm, ...]


class Mixer:
    """Mixes clips, marks, secrets and loops into blocks; the clock `now` counts the samples made.

    The first block begins at sample `start`.  Everything asked for between two blocks takes effect from
    sample `now` on.
    """

    def __init__(self, ears: int, start: int = 0) -> None:
        self.ears = ears
        self.now = start
        self.faults: list[BaseException] = []
        self.expected: Pcm = np.zeros(BLOCK, np.int16)
        """What microphones may expect of the loudspeaker's last block, whatever the secrets in it."""
        self._lanes = [Lane(channel) for channel in range(1 + ears)]
        self._gains = [1.0] * (1 + ears)
        self._rising: dict[int, float] = {}
        self._veils: list[_Veil] = []
        self._whispering: tuple[Played, NDArray[np.int32]] | None = None
        self._history: deque[Played] = deque()

    # ------------------------------------------------------------ script

    def enqueue(self, channel: int, item: Clip | Mark) -> None:
        """Append a clip or a mark to the script of `channel`."""
        self._lanes[channel].enqueue(item, self.now)

    def interject(self, channel: int, clip: Clip) -> None:
        """Play `clip` before everything but a result now sounding."""
        self._lanes[channel].interject(clip, self.now)

    def announce(self, channel: int, clip: Clip) -> None:
        """Play `clip` next on `channel`, even while held."""
        self._lanes[channel].announce(clip)

    def overlay(self, channel: int, pcm: Pcm) -> None:
        """Mix `pcm` over whatever `channel` plays, from sample `now` on."""
        self._lanes[channel].overlay(pcm)

    def secret(self, seat: int, word: Future[Pcm], cover: Pcm, text: str = "", message: str = "") -> None:
        """Queue a secret: `cover` on the loudspeaker, `word` in the seat's ear, noise in all others.

        All three begin and end at the same samples whatever the word is.  ValueError if the seat has
        no ear, or the word is known to be longer than the cover.
        """
        if not 0 <= seat < self.ears:
            raise ValueError(f"seat {seat} has no private ear to tell a secret to")
        if word.done() and not word.exception() and len(word.result()) > len(cover):
            raise ValueError(f"the secret '{text}' is longer than its cover sound")
        for ear in range(self.ears):
            noise(len(cover), ear)  # made now, so that no block waits for it
        whisper = Whisper(seat, Clip(word, text, message, secret=True))
        self.enqueue(0, Clip(ready(cover), rank=Rank.RESULT, whisper=whisper))

    def whisper(
        self, seat: int, sound: Future[Pcm], stand_in: Pcm, text: str = "", message: str = ""
    ) -> None:
        """Queue a secret for the seat that holds the loudspeaker to an ear; a pause ends it for good.

        In `expected` the `stand_in` of the same length takes the place of its sound.
        """
        whisper = Whisper(seat, Clip(sound, text, message, secret=True), stand_in)
        self.enqueue(0, Clip(sound, rank=Rank.RESULT, passing=True, whisper=whisper))

    def loop(self, name: str, pcm: Pcm) -> None:
        """Mix `pcm` over the loudspeaker again and again until `unloop`."""
        self._lanes[0].loop(name, pcm)

    def unloop(self, name: str) -> None:
        """End the loop with a fade."""
        self._lanes[0].unloop(name)

    def gain(self, channel: int, db: float) -> None:
        """Make everything on `channel` louder or softer, gliding there within the next block."""
        self._rising[channel] = float(10 ** (db / 20))

    # ------------------------------------------------------------ barge-in and pause

    def barge_in(self) -> bool:
        """Cut the public prompt or chatter now sounding and keep it aside until dismiss or restart.

        True if something was cut.  A result or prompt queued meanwhile dismisses it; if nothing
        happens at all it starts again by itself.
        """
        return self._lanes[0].barge_in(self.now)

    def dismiss(self) -> None:
        """The shout was meant: drop the cut item and the chatter behind it; its marks fire now."""
        self._lanes[0].dismiss()

    def answered(self) -> None:
        """Drop every public prompt and all chatter: the players have gone on; marks still fire."""
        self._lanes[0].answered(self.now)

    def restart(self) -> None:
        """False alarm: play the cut item again from its beginning."""
        self._lanes[0].restart()

    def hold(self) -> None:
        """Stop every script within a block; `release` starts the current clips again."""
        for lane in self._lanes:
            lane.hold(self.now)
        for veil in self._veils:
            for lane, sound in zip(self._lanes[1:], veil.sounds, strict=True):
                lane.overlay(fade_out(sound[self.now - veil.start :]))
        self._veils.clear()

    def release(self) -> None:
        """Go on after `hold`."""
        for lane in self._lanes:
            lane.release()

    # ------------------------------------------------------------ state

    def idle(self, channel: int) -> bool:
        """Whether the script of `channel` is at its end."""
        return self._lanes[channel].idle

    def playing(self) -> list[Played]:
        """What is being spoken at sample `now`, on any channel."""
        return self.spoken_between(self.now, self.now + 1)

    def spoken_between(self, start: int, end: int) -> list[Played]:
        """What was spoken in any part of [start, end), as far as the last ten seconds go."""
        return [p for p in self._history if p.text and p.start < end and p.end > start]

    # ------------------------------------------------------------ rendering

    def block(self) -> tuple[Pcm, list[Fired], list[Played]]:
        """The next block (BLOCK, 1 + ears), the marks reached in it and the clips begun in it."""
        out = np.zeros((1 + self.ears + 1, BLOCK), np.int32)
        public, *ears = self._lanes
        public.render(out[0], self.now)
        begun = self._collect(public)
        told = [self._veil(played, played.clip.whisper) for played in begun if played.clip.whisper]
        out[-1] = out[0]
        self._disguise(out[-1])
        for lane in ears:
            self._render_ear(lane, out[lane.channel])
        started = begun + told + [played for lane in ears for played in self._collect(lane)]
        self._remember(started)
        self.now += BLOCK
        self._veils = [veil for veil in self._veils if veil.end > self.now]
        fired, public.fired = public.fired, []
        self._level(0, out[0], out[-1])
        for channel in range(1, 1 + self.ears):
            self._level(channel, out[channel])
        *sounds, self.expected = np.clip(out, -32768, 32767).astype(np.int16)
        return np.stack(sounds, axis=1), fired, started

    def _disguise(self, expected: NDArray[np.int32]) -> None:
        """Put the stand-in in the place of a whisper that sounds in this block."""
        if self._whispering is None:
            return
        played, difference = self._whispering
        low, high = max(played.start - self.now, 0), min(played.end - self.now, BLOCK)
        if low < high:
            expected[low:high] += difference[self.now + low - played.start : self.now + high - played.start]
        else:
            self._whispering = None

    def _level(self, channel: int, *sounds: NDArray[np.int32]) -> None:
        """Apply the channel's gain; what is made louder bends at the top instead of breaking."""
        before, after = self._gains[channel], self._rising.pop(channel, self._gains[channel])
        self._gains[channel] = after
        if before == after == 1.0:
            return
        for sound in sounds:
            louder = sound * np.linspace(before, after, len(sound))
            if max(before, after) > 1.0:
                louder = TOP * np.tanh(louder / TOP)
            sound[:] = np.rint(louder)

    def _collect(self, lane: Lane) -> list[Played]:
        started, lane.started = lane.started, []
        self.faults += lane.faults
        lane.faults.clear()
        return started

    def _remember(self, started: list[Played]) -> None:
        self._history.extend(started)
        while self._history and self._history[0].end < self.now - MEMORY:
            self._history.popleft()

    def _veil(self, cover: Played, whisper: Whisper) -> Played:
        """Begin to tell a secret for exactly as long as its cover sounds, or is the secret itself."""
        if whisper.stand_in is not None:
            self._whispering = cover, whisper.stand_in.astype(np.int32) - whisper.word.sound.result()
        else:
            length = cover.end - cover.start
            sounds = [noise(length, ear) for ear in range(self.ears)]
            sounds[whisper.seat] = self._padded(whisper.word, length)
            self._veils.append(_Veil(cover.start, cover.end, tuple(sounds)))
        word, channel = whisper.word, 1 + whisper.seat
        return Played(channel, word.text, word.message, word.rank, cover.start, cover.end, word)

    def _padded(self, word: Clip, length: int) -> Pcm:
        """The word's sound padded to `length`; silence and a fault if there is none that fits."""
        padded = np.zeros(length, np.int16)
        fault = word.sound.exception()
        if fault is None and len(word.sound.result()) > length:
            fault = ValueError(f"the secret '{word.text}' is longer than its cover sound")
        if fault is not None:
            self.faults.append(fault)
        else:
            padded[: len(word.sound.result())] = word.sound.result()
        return padded

    def _render_ear(self, lane: Lane, out: NDArray[np.int32]) -> None:
        """The lane's own script, except where a veil covers it; what is laid over the script always."""
        done = 0
        for veil in self._veils:
            low, high = max(done, veil.start - self.now), min(BLOCK, veil.end - self.now)
            if low > done:
                lane.render(out[done:low], self.now + done)
            lane.give_way(self.now + low)
            sound = veil.sounds[lane.channel - 1]
            out[low:high] = sound[self.now + low - veil.start : self.now + high - veil.start]
            # Whoever commands or calls meanwhile hears at once that it was taken.
            lane.render_layers(out[low:high])
            done = high
        if done < BLOCK:
            lane.render(out[done:], self.now + done)

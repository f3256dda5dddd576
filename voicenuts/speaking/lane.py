"""One channel of the mixer: an ordered queue of clips and marks, played to the sample."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicenuts.speaking.pcm import Pcm, fade_out
from voicenuts.speaking.script import Clip, Fired, Mark, Played
from voicenuts.values import Rank, samples

GAP = samples(150)
"""Silence kept between two spoken lines of a lane: the breath a reader would take."""

MERCY = 2
"""False alarms after which an item is played to its end; one is enough for what is of the moment."""

PATIENCE = samples(5000)
"""A cut item that nobody dismissed or restarted starts again after this time."""


@dataclass(eq=False, slots=True)
class _Layer:
    """Sound mixed over the script: an earcon, a fading tail, or a loop."""

    pcm: Pcm
    at: int = 0
    loop: bool = False


class Lane:
    """The script of one channel.  `now` is always the first sample of the next block."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.fired: list[Fired] = []
        self.started: list[Played] = []
        self.faults: list[BaseException] = []
        self._queue: deque[Clip | Mark] = deque()
        self._urgent: deque[Clip] = deque()
        self._current: Clip | None = None
        self._played: Played | None = None
        self._pcm: Pcm = np.zeros(0, np.int16)
        self._at = 0
        self._suspended: Clip | None = None
        self._suspended_at = 0
        self._held = False
        self._speech_end = -GAP
        self._layers: list[_Layer] = []
        self._loops: dict[str, _Layer] = {}

    # ------------------------------------------------------------ script

    def enqueue(self, item: Clip | Mark, now: int) -> None:
        """Append to the script.  A prompt takes the place of an older one; marks survive."""
        if isinstance(item, Clip) and item.rank is not Rank.CHATTER:
            self._suspended = None
        if isinstance(item, Clip) and item.rank is Rank.PROMPT:
            self._queue = deque(i for i in self._queue if isinstance(i, Mark) or i.rank is not Rank.PROMPT)
            if self._current is not None and self._current.rank is Rank.PROMPT:
                self._cut(now)
        self._queue.append(item)

    def interject(self, clip: Clip, now: int) -> None:
        """Play before everything but a result now sounding; an interrupted line starts again after."""
        current = self._current
        if current is not None and current.passing:
            if self.channel:
                self._cut(now)  # in a private ear the newest answer replaces the older one
        elif current is not None and current.rank is not Rank.RESULT:
            self._cut(now)
            self._queue.appendleft(current)
        self._urgent.append(clip)

    def announce(self, clip: Clip) -> None:
        """Play next, even while held."""
        self._urgent.append(clip)

    # ------------------------------------------------------------ barge-in and pause

    def barge_in(self, now: int) -> bool:
        """Cut the prompt or chatter now sounding and keep it aside; False if nothing may be cut."""
        clip = self._current
        if clip is None or clip.rank is Rank.RESULT or clip.alarms >= (1 if clip.passing else MERCY):
            return False
        self._cut(now)
        self._suspended, self._suspended_at = clip, now
        return True

    def dismiss(self) -> None:
        """Drop the cut item and the chatter queued behind it: the players have gone on."""
        if self._suspended is not None:
            self._suspended = None
            self._queue = deque(i for i in self._queue if isinstance(i, Mark) or i.rank is not Rank.CHATTER)

    def answered(self, now: int) -> None:
        """What was asked has been answered: drop prompts and chatter, sounding, kept aside or waiting.

        Marks survive, and so does what is said to the moment.
        """
        self._suspended = None
        self._queue = deque(i for i in self._queue if isinstance(i, Mark) or i.rank is Rank.RESULT)
        if self._current is not None and self._current.rank is not Rank.RESULT and not self._current.passing:
            self._cut(now)

    def restart(self) -> None:
        """False alarm: the cut item plays again from its beginning."""
        if self._suspended is not None:
            self._suspended.alarms += 1
            self._queue.appendleft(self._suspended)
            self._suspended = None

    def hold(self, now: int) -> None:
        """Stop the script with a fade; what was sounding will start again from its beginning."""
        kept = [clip for clip in (self._suspended, self._current) if clip is not None and not clip.passing]
        sounding = [*self._layers, *([] if self._held else self._loops.values())]
        self._layers = [_Layer(fade_out(layer.pcm[layer.at :])) for layer in sounding]
        for loop in self._loops.values():
            loop.at = 0
        self._cut(now)
        self._held = True
        self._suspended = None
        self._urgent.clear()
        self._queue = deque(i for i in self._queue if isinstance(i, Mark) or not i.passing)
        self._queue.extendleft(kept)

    def release(self) -> None:
        """Go on after `hold`."""
        self._held = False

    # ------------------------------------------------------------ layers

    def overlay(self, pcm: Pcm) -> None:
        """Mix `pcm` over the script from the next block on."""
        self._layers.append(_Layer(pcm))

    def loop(self, name: str, pcm: Pcm) -> None:
        """Mix `pcm` over the script again and again; nothing changes if it already plays."""
        self._loops.setdefault(name, _Layer(pcm, loop=True))

    def unloop(self, name: str) -> None:
        """End a loop with a fade; an unknown name is no fault."""
        layer = self._loops.pop(name, None)
        if layer is not None and not self._held:
            self._layers.append(_Layer(fade_out(layer.pcm[layer.at :])))

    # ------------------------------------------------------------ state

    @property
    def idle(self) -> bool:
        """Whether the script is at its end: nothing sounds, waits, or is kept aside."""
        return not (self._current or self._queue or self._urgent or self._suspended)

    # ------------------------------------------------------------ rendering

    def render(self, out: NDArray[np.int32], start: int) -> None:
        """Add this lane's next `len(out)` samples to `out`; `start` is the clock at its beginning."""
        if self._suspended is not None and start - self._suspended_at >= PATIENCE:
            self.restart()
        self.render_layers(out)
        position = 0
        while position < len(out):
            if self._current is None:
                position = self._begin_next(start, position, len(out))
                if self._current is None:
                    break
            count = min(len(out) - position, len(self._pcm) - self._at)
            out[position : position + count] += self._pcm[self._at : self._at + count]
            self._at += count
            position += count
            if self._at == len(self._pcm):
                self._finish(start + position)

    def give_way(self, now: int) -> None:
        """A secret takes the channel at sample `now`: the line that was sounding starts again after it."""
        clip = self._current
        self._finish(now)
        if clip is not None and clip.passing:
            self._urgent.appendleft(clip)
        elif clip is not None:
            self._queue.appendleft(clip)

    def _begin_next(self, start: int, position: int, stop: int) -> int:
        """Begin the next clip that may play before sample `stop` of the block; returns where."""
        while position < stop and (clip := self._due(start + position)) is not None:
            pause = self._speech_end + GAP - start - position if clip.text else 0
            if pause > 0:
                position += pause
            elif self._begin(clip, start + position):
                break
        return position

    def _due(self, now: int) -> Clip | None:
        """The clip whose turn it is and whose sound is there; fires the marks before it."""
        if self._urgent:
            return self._urgent[0] if self._urgent[0].ready else None
        if self._held or self._suspended is not None:
            return None
        while self._queue:
            item = self._queue[0]
            if isinstance(item, Clip):
                return item if item.ready else None
            self._queue.popleft()
            self.fired.append(Fired(item.id, now, item.after))
        return None

    def _begin(self, clip: Clip, now: int) -> bool:
        """Take `clip` off its queue and start it; False if there is no sound in it."""
        (self._urgent if self._urgent else self._queue).popleft()
        fault = clip.sound.exception()
        pcm = np.zeros(0, np.int16) if fault else clip.sound.result()
        if fault:
            self.faults.append(fault)
        if not len(pcm):
            return False
        self._current, self._pcm, self._at = clip, pcm, 0
        self._played = Played(self.channel, clip.text, clip.message, clip.rank, now, now + len(pcm), clip)
        self.started.append(self._played)
        return True

    def render_layers(self, out: NDArray[np.int32]) -> None:
        """Add what is mixed over the script alone: earcons of the moment, fades, loops."""
        layers = self._layers if self._held else [*self._layers, *self._loops.values()]
        for layer in layers:
            position = 0
            while position < len(out) and layer.at < len(layer.pcm):
                count = min(len(out) - position, len(layer.pcm) - layer.at)
                out[position : position + count] += layer.pcm[layer.at : layer.at + count]
                layer.at += count
                position += count
                if layer.loop and layer.at == len(layer.pcm):
                    layer.at = 0
        self._layers = [layer for layer in self._layers if layer.at < len(layer.pcm)]

    def _cut(self, now: int) -> None:
        """End what sounds with a short fade."""
        if self._current is None:
            return
        tail = fade_out(self._pcm[self._at :])
        self._layers.append(_Layer(tail))
        self._finish(now, len(tail))

    def _finish(self, now: int, tail: int = 0) -> None:
        if self._current is not None and self._current.text:
            self._speech_end = now
        if self._played is not None:
            self._played.end = now + tail
        self._current = self._played = None

"""A voice with a memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from voicenuts.errors import PlainError
from voicenuts.speaking.cache import Key, SpeechCache
from voicenuts.speaking.pcm import Pcm, ready
from voicenuts.speaking.voice import Speaker

HASTE = (1.0, 1.3, 1.7, 2.2)
"""Factors on the speech rate tried one after another until a secret fits its cover."""
UNSAID = "The voice could not say a word that is for one player alone; if it stays so, reinstall pyttsx3."


def changed(source: Future[Pcm], change: Callable[[Pcm], Pcm]) -> Future[Pcm]:
    """What `source` comes to, changed, or its fault."""
    target: Future[Pcm] = Future()

    def arrived(done: Future[Pcm]) -> None:
        fault = done.exception()
        if fault is None:
            target.set_result(change(done.result()))
        else:
            target.set_exception(fault)

    source.add_done_callback(arrived)
    return target


class Speech:
    """The sound of a text: from the cache if it was said before, else from the voice."""

    def __init__(self, voice: Speaker, cache: SpeechCache) -> None:
        self._voice = voice
        self._cache = cache
        self._coming: dict[Key, Future[Pcm]] = {}

    def say(self, text: str, rate: int) -> Future[Pcm]:
        """The sound of `text`, perhaps still to come; a failure is a PlainError in the future."""
        key = (self._voice.name, rate, text)
        pcm = self._cache.get(key)
        if pcm is not None:
            return ready(pcm)
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = Future()
            self._voice.say(text, rate).add_done_callback(lambda done: self._arrived(key, done))
        return coming

    def secret(self, text: str, texts: Sequence[str], rate: int, length: int) -> Future[Pcm]:
        """The sound of `text` in at most `length` samples, done when those of all `texts` are.

        So the time it takes tells nothing of which of them it is, and neither does a fault.
        """
        chosen = self.say_within(text, rate, length)
        together: Future[Pcm] = Future()
        waiting = [self.say_within(other, rate, length) for other in texts] + [chosen]

        def one_more(_: Future[Pcm] | None = None) -> None:
            if waiting:
                waiting.pop().add_done_callback(one_more)
            elif chosen.exception() is None:
                together.set_result(chosen.result())
            else:
                together.set_exception(PlainError(UNSAID))

        one_more()
        return together

    def say_within(self, text: str, rate: int, length: int) -> Future[Pcm]:
        """The sound of `text` in at most `length` samples, faster than `rate` if it must be."""
        fitting: Future[Pcm] = Future()

        def attempt(step: int) -> None:
            self.say(text, round(rate * HASTE[step])).add_done_callback(lambda done: check(step, done))

        def check(step: int, done: Future[Pcm]) -> None:
            fault = done.exception()
            if fault is not None:
                fitting.set_exception(fault)
            elif len(done.result()) <= length or step + 1 == len(HASTE):
                fitting.set_result(done.result()[:length])
            else:
                attempt(step + 1)

        attempt(0)
        return fitting

    def _arrived(self, key: Key, done: Future[Pcm]) -> None:
        fault = done.exception()
        coming = self._coming[key]
        if fault is None:
            self._cache.put(key, done.result())
        del self._coming[key]
        if fault is None:
            coming.set_result(done.result())
        else:
            coming.set_exception(fault)

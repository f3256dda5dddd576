"""The narrator: carries out the audio effects of a game and hands out the sound block by block."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import replace

from voicenuts.speaking import whisper
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.delivery import Delivery
from voicenuts.speaking.earcons import earcon
from voicenuts.speaking.mixer import Mixer
from voicenuts.speaking.pcm import Pcm, ready
from voicenuts.speaking.prompts import USUAL, VARIANTS, Args, Prompts
from voicenuts.speaking.script import Clip, Fired, Mark, Played
from voicenuts.speaking.speech import Speech, changed
from voicenuts.speaking.voice import Speaker
from voicenuts.values import Arg, Cue, Earcon, Effect, Rank, Say, Secret

__all__ = ["Fired", "Narrator", "Played"]

DRUM_ROLL = "drum-roll"

IN_FULL = max(VARIANTS)
"""The level of detail at which everything is explained."""


class Narrator:
    """Everything the players hear.

    With `wait` (offline) a line is synthesised before `perform` returns, so that the sound is a
    function of the effects; without it (live) nothing blocks and the lane waits for the line.
    With `ears` 0 everything goes to the loudspeaker, secrets softly, for the ear held to it.  A line
    that could not be made is left out and its fault stands in `faults` (live) or is raised (offline).
    One that `teaches` says what has a long wording in full the first time, unless all want less.
    The first block begins at sample `start`.
    """

    def __init__(
        self,
        prompts: Prompts,
        voice: Speaker,
        cache: SpeechCache,
        ears: int,
        wait: bool = False,
        start: int = 0,
        teaches: bool = False,
    ) -> None:
        self.prompts = prompts
        self._taught: set[tuple[str, Arg | None]] | None = set() if teaches else None
        self.ears = ears
        self._speech = Speech(voice, cache)
        self._wait = wait
        self._mixer = Mixer(ears, start)
        self._delivery = [Delivery()] * (1 + ears)
        self._last: dict[int, Played] = {}
        self._secrets = [
            prompts.render(message) for message in prompts.messages if _is_secret(prompts, message)
        ]

    def deliver(self, seat: int | None, delivery: Delivery) -> None:
        """From now on speak so to all (None) or into one ear; lines already queued keep their words.

        A seat without an ear is spoken to like all.
        """
        self._delivery[self._channel(seat)] = delivery
        self._mixer.gain(self._channel(seat), delivery.gain_db)

    # ------------------------------------------------------------ effects

    def perform(self, effect: Effect) -> None:
        """Carry out Say, Earcon, Secret or Cue; Open is the table's and ignored.

        KeyError for an unknown earcon, PlainError for a message the prompts do not have.
        """
        match effect:
            case Say(to):
                self._mixer.enqueue(self._channel(to), self._clip(effect))
            case Earcon(id, to, at_once, whose):
                if at_once:
                    self._mixer.overlay(self._channel(to), earcon(id))
                    if whose is not None and self.ears:
                        self._mixer.overlay(self._channel(whose), earcon(id))
                else:
                    self._mixer.enqueue(self._channel(to), Clip(ready(earcon(id)), message=id))
            case Secret():
                self._secret(effect)
            case Cue(id, after):
                self._mixer.enqueue(0, Mark(id, after))

    def answer(self, seat: int, say: Say) -> None:
        """Reply at once: in the seat's ear, or without ears to all, before all but a result."""
        clip = self._clip(say)
        clip.rank, clip.passing = Rank.CHATTER, True
        self._mixer.interject(self._channel(seat), clip)

    def announce(self, say: Say) -> None:
        """Say to all what the table itself has to say, even while paused."""
        clip = self._clip(say)
        clip.rank, clip.passing = Rank.RESULT, True
        self._mixer.announce(0, clip)

    def repeat(self, seat: int) -> None:
        """Say again to `seat` the last public line, or its last private one if that came later."""
        heard = [self._last[channel] for channel in {0, self._channel(seat)} if channel in self._last]
        if heard:
            last = max(heard, key=lambda played: (played.start, played.channel))
            clip = replace(last.clip, rank=Rank.CHATTER, passing=True, alarms=0)
            self._mixer.interject(self._channel(seat), clip)
        else:
            self.answer(seat, Say(seat, "table-nothing-yet"))

    def drum_roll(self, on: bool) -> None:
        """Start or end the drum roll under everything else."""
        if on:
            self._mixer.loop(DRUM_ROLL, earcon(DRUM_ROLL))
        else:
            self._mixer.unloop(DRUM_ROLL)

    def warm(self, lines: Iterable[Say | Secret]) -> list[Future[Pcm]]:
        """Have lines made ahead of time, so that they come at once when they are needed."""
        seats = [(line, line.to if isinstance(line, Say) else line.seat) for line in lines]
        return [self._spoken(line.message, line.args, seat)[1] for line, seat in seats]

    # ------------------------------------------------------------ barge-in and pause

    def barge_in(self) -> bool:
        """Somebody speaks: cut the public prompt or chatter now sounding; True if one was cut."""
        return self._mixer.barge_in()

    def dismiss(self) -> None:
        """What was said was meant: the cut line is dropped and the script goes on."""
        self._mixer.dismiss()

    def answered(self) -> None:
        """A command was accepted: no prompt or chatter from before it is said any more."""
        self._mixer.answered()

    def restart(self) -> None:
        """It was a false alarm: the cut line starts again."""
        self._mixer.restart()

    def pause(self, message: str = "table-paused") -> None:
        """Stop the script within a block and say so."""
        self._mixer.hold()
        self.announce(Say(None, message))

    def resume(self, message: str = "table-resumed") -> None:
        """Say so, then start the stopped line again and go on."""
        self.announce(Say(None, message))
        self._mixer.release()

    # ------------------------------------------------------------ sound

    def block(self) -> tuple[Pcm, list[Fired], list[Played]]:
        """The next block (BLOCK, 1 + ears), the cues reached and the utterances begun in it."""
        pcm, fired, started = self._mixer.block()
        spoken = [played for played in started if played.text]
        for played in spoken:
            if self._may_repeat(played):
                self._last[played.channel] = played
        return pcm, fired, spoken

    @property
    def expected(self) -> Pcm:
        """What microphones may expect of the loudspeaker's last block, whatever the secrets in it."""
        return self._mixer.expected

    @property
    def now(self) -> int:
        """The first sample of the next block."""
        return self._mixer.now

    @property
    def faults(self) -> list[BaseException]:
        """Lines that could not be made, oldest first; the caller may clear the list."""
        return self._mixer.faults

    def idle(self, seat: int | None = None) -> bool:
        """Whether nothing more is to be said to all, or to one seat."""
        return self._mixer.idle(self._channel(seat))

    def playing(self) -> list[Played]:
        """What is being spoken now, on any channel."""
        return self._mixer.playing()

    def spoken_between(self, start: int, end: int) -> list[Played]:
        """What was spoken in any part of [start, end) samples of the last ten seconds."""
        return self._mixer.spoken_between(start, end)

    # ------------------------------------------------------------ help

    def _may_repeat(self, played: Played) -> bool:
        """Not what was said to the moment; a secret only where there is an ear to repeat it into."""
        return bool(self.ears) if played.secret else not (played.clip.passing and played.rank is Rank.RESULT)

    def _channel(self, seat: int | None) -> int:
        """The seat's ear, or the loudspeaker."""
        if seat is None or not self.ears:
            return 0
        if not 0 <= seat < self.ears:
            raise ValueError(f"there is no ear for seat {seat}")
        return 1 + seat

    def _clip(self, say: Say) -> Clip:
        text, sound = self._spoken(say.message, say.args, say.to, self._is_new(say))
        return Clip(self._made(sound), text, say.message, say.rank)

    def _secret(self, secret: Secret) -> None:
        """Into the seat's ear while the cover plays to all, or by the loudspeaker held to that ear."""
        seat, message = secret.seat, secret.message
        text, rate = self.prompts.render(message, secret.args), self._delivery[self._channel(seat)].rate
        length = len(earcon(secret.cover)) if self.ears else whisper.WORD
        word = self._made(self._speech.secret(text, self._secrets, rate, length))
        if self.ears:
            self._mixer.secret(seat, word, earcon(secret.cover), text, message)
        else:
            sound = changed(word, whisper.whispered)
            self._mixer.whisper(seat, sound, whisper.stand_in(), text, message)

    def _is_new(self, say: Say) -> bool:
        """Whether what is said to all has to be told in full: the first time, a prompt of each seat's."""
        asked = dict(say.args).get("seat") if say.rank is Rank.PROMPT else None
        if self._taught is None or say.to is not None or (say.message, asked) in self._taught:
            return False
        self._taught.add((say.message, asked))
        return True

    def _spoken(
        self, message: str, args: Args, seat: int | None, in_full: bool = False
    ) -> tuple[str, Future[Pcm]]:
        """The words and the sound of a message as the seat, or all, want to be spoken to."""
        delivery = self._delivery[self._channel(seat)]
        in_full = in_full and delivery.level == USUAL
        text = self.prompts.render(message, args, IN_FULL if in_full else delivery.level)
        return text, self._speech.say(text, delivery.rate)

    def _made(self, sound: Future[Pcm]) -> Future[Pcm]:
        """Offline, wait for the sound (raises its PlainError); live, take it as it is."""
        if self._wait:
            sound.result()
        return sound


def _is_secret(prompts: Prompts, message: str) -> bool:
    return prompts.kind(message) == "secret" and not prompts.variables(message)

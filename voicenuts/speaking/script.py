"""What a lane plays, and what it tells about it."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field

from voicenuts.speaking.pcm import Pcm
from voicenuts.values import Rank


@dataclass(frozen=True, slots=True)
class Whisper:
    """The private half of a clip: `word` for one seat while the clip itself plays on the loudspeaker.

    With a `stand_in` the clip is the word itself, and microphones are told of the stand-in.
    """

    seat: int
    word: Clip
    stand_in: Pcm | None = None


@dataclass(eq=False, slots=True)
class Clip:
    """Sound to be played in turn; `text` is what it says (empty for an earcon).

    `sound` may still be on its way: the lane waits for it without blocking.  A `passing` clip (an
    answer, "Paused.", a whisper) is of the moment and never played after a pause.  What a `secret` clip
    says is for one seat alone, even in writing.
    """

    sound: Future[Pcm]
    text: str = ""
    message: str = ""
    rank: Rank = Rank.RESULT
    passing: bool = False
    whisper: Whisper | None = None
    secret: bool = False
    alarms: int = 0

    @property
    def ready(self) -> bool:
        """Whether playing can begin."""
        return self.sound.done() and (self.whisper is None or self.whisper.word.sound.done())


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the script: it fires when everything before it in the lane has ended."""

    id: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Fired:
    """The mark `id` was reached at sample `at`; `after` is passed on from the mark."""

    id: str
    at: int
    after: int = 0


@dataclass(eq=False, slots=True)
class Played:
    """A clip that began at sample `start`; `end` is moved forward if the clip is cut.

    `channel` 0 is told to all, 1 + seat to that seat alone.
    """

    channel: int
    text: str
    message: str
    rank: Rank
    start: int
    end: int
    clip: Clip = field(repr=False)

    @property
    def secret(self) -> bool:
        """Whether nobody but its seat may know what is said."""
        return self.clip.secret

"""What a program printed of a game, compared with what its journal tells of the same game."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from voicenuts import resources
from voicenuts.games.hazelnut.state import THIEVES
from voicenuts.speaking.prompts import USUAL, VARIANTS, Prompts
from voicenuts.table.journal import Journal
from voicenuts.table.replay import begun, retell
from voicenuts.table.session import game_named
from voicenuts.values import Name, Ref, Say, Secret

LEVELS = (USUAL, *VARIANTS)
"""A line may be said in each of these wordings."""

RECENT = 12
"""A line that was cut, or asked for once more, is said again before so many others."""

TABLES_OWN = "table.ftl"
"""The file of what the table says of itself: nothing of it is an event."""

_CAPTION = re.compile(r"\d+:\d\d narrator(?: to ([^:]*))?: (.*)")
_MESSAGE = re.compile(r"^([a-z][a-z0-9-]*) =", re.MULTILINE)


class Lost(Exception):
    """Something that was said or written is gone; the message says what."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the narrator had to say, in each of its wordings; `to` is a name, or None for all."""

    entry: int
    to: str | None
    wordings: frozenset[str]


@dataclass(frozen=True, slots=True)
class Story:
    """A journal's lines in order, what the table says on its `own`, and whether the game is `over`."""

    lines: tuple[Line, ...]
    own: re.Pattern[str]
    over: bool


def story(journal: Journal) -> Story:
    """The whole game; PlainError if an entry cannot be read."""
    prompts = Prompts(resources.folder("prompts"), "en", journal.seats)
    history = begun(journal, game_named(journal.game))
    lines = []
    for number, (_, _, effects) in enumerate(retell(journal, history)):
        for effect in effects:
            if isinstance(effect, Say | Secret):
                seat = effect.to if isinstance(effect, Say) else effect.seat
                said = frozenset(prompts.render(effect.message, effect.args, level) for level in LEVELS)
                lines.append(Line(number, None if seat is None else journal.seats[seat], said))
    own = _own(prompts, len(journal.seats))
    return Story(tuple(lines), own, bool(history.state.over))


def follow(printed: Sequence[str], told: Story, since: int) -> tuple[int, int]:
    """Find every caption among the lines of the entries from `since` on; raises Lost if one is not there.

    What was said to all must be there in its order.  Returns how many captions there were, and how many
    of the last entries had something to say to all of which nothing was printed.
    """
    captions = [match.groups() for line in printed if (match := _CAPTION.fullmatch(line))]
    lines = [line for line in told.lines if line.entry >= since]
    public = [line for line in lines if line.to is None]
    recent: deque[str] = deque(maxlen=RECENT)
    at = 0
    for to, text in captions:
        if text in recent or told.own.fullmatch(text):
            continue
        recent.append(text)
        if to is not None:
            if not any(line.to == to and text in line.wordings for line in lines):
                raise Lost(f"{to} was told {text!r}, of which the journal knows nothing")
            continue
        while at < len(public) and text not in public[at].wordings:
            at += 1
        if at == len(public):
            raise Lost(f"all were told {text!r}, of which the journal knows nothing at this place")
        at += 1
    return len(captions), len({line.entry for line in public[at:]})


def _own(prompts: Prompts, seats: int) -> re.Pattern[str]:
    text = (resources.folder("prompts") / "en" / TABLES_OWN).read_text(encoding="utf-8")
    names = [(("seat", Name(seat)),) for seat in range(seats)]
    found = set()
    for message in _MESSAGE.findall(text):
        if prompts.variables(message) <= {"seat"}:
            found |= {prompts.render(message, name) for name in names}
    thieves = [Ref(f"thief-{thief}") for thief in THIEVES]
    calls = [(*name, ("thief", thief)) for name in names for thief in thieves]
    found |= {prompts.render("ask-back", (*call, ("other", other))) for call in calls for other in thieves}
    # A challenge is answered with who called whom, and how much later.
    first = "|".join(re.escape(prompts.render("call-first", call)) for call in calls)
    one = f"(?:{first})(?:, [^,]+ later)?"
    return re.compile("|".join([*map(re.escape, sorted(found)), f"{one}(?:, {one})?\\."]))

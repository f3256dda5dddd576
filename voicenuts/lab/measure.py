"""One virtual game in figures: what was heard right, decided right, and how long everything took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from voicenuts.arbiter import Settled
from voicenuts.arbiter.limits import T_GRACE
from voicenuts.lab.answers import answer_ms
from voicenuts.lab.frenzy import frenzies
from voicenuts.lab.script import Utterance
from voicenuts.lab.truth import SHOUTS, Judged, judge, table_time
from voicenuts.lab.virtual import Record
from voicenuts.speaking.lane import MERCY
from voicenuts.speaking.narrator import Played
from voicenuts.values import BLOCK, Bid, Heard, Name, Rank, Say, millis, samples

SLACK = samples(150)
"""How far a verdict's times may lie outside the utterance it belongs to."""


@dataclass(slots=True)
class Figures:
    """Counts and times (ms) of one game, or of many added up."""

    games: int = 0
    stuck: int = 0
    phrases: int = 0
    phrases_right: int = 0
    windows: int = 0
    windows_right: int = 0
    windows_right_as_heard: int = 0
    windows_shouted: int = 0
    windows_shouted_right: int = 0
    self_triggers: int = 0
    wrong_seats: int = 0
    talk_taken: int = 0
    mumbles: int = 0
    mumbles_taken_wrongly: int = 0
    calls_heard_right: int = 0
    calls_doubted: int = 0
    asked_back: int = 0
    saved_by_doubt: int = 0
    frenzies: int = 0
    frenzies_right: int = 0
    commands: int = 0
    unanswered: int = 0
    scores_wrong: int = 0
    replays_identical: int = 0
    audio_s: float = 0.0
    cpu_s: float = 0.0
    rss_mb: float = 0.0
    decision_ms: list[float] = field(default_factory=list)
    undecided_ms: list[float] = field(default_factory=list)
    earcon_ms: list[float] = field(default_factory=list)
    barge_in_ms: list[float] = field(default_factory=list)
    gong_ms: list[float] = field(default_factory=list)
    answer_ms: list[float] = field(default_factory=list)
    said: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        """Add another game's figures; memory is the larger of the two."""
        rss = max(self.rss_mb, other.rss_mb)
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.rss_mb = rss


def figures(record: Record, heard_sound: list[float]) -> Figures:
    """The figures of one game but for its cost; `heard_sound` are its decision-to-earcon times (ms)."""
    result = Figures(games=1, stuck=int(record.stuck), earcon_ms=heard_sound)
    _phrases(record, result)
    _strays(record, result)
    _windows(record, result)
    _barge_ins(record, result)
    _doubts(record, result)
    _answers(record, result)
    _frenzies(record, result)
    return result


def _phrases(record: Record, result: Figures) -> None:
    heard = [h for _, h in record.of(Heard)]
    for spoken in record.script:
        if spoken.phrase is None or spoken.mumbled:
            continue
        right = any(
            h.seat == spoken.seat and h.phrase == spoken.phrase and _belongs(h, spoken) for h in heard
        )
        result.phrases += 1
        result.phrases_right += right
        result.said[spoken.text] += 1
        result.missed[spoken.text] += not right


def _strays(record: Record, result: Figures) -> None:
    """Phrases heard where their seat had said none."""
    for _, heard in record.of(Heard):
        spoken = [u for u in record.script if _belongs(heard, u)]
        own = [u for u in spoken if u.seat == heard.seat]
        result.self_triggers += not spoken
        result.wrong_seats += bool(spoken) and not own
        result.talk_taken += bool(own) and all(u.phrase is None for u in own)


def _windows(record: Record, result: Figures) -> None:
    for window in judge(record):
        right = window.by_truth.allows(window.actual)
        shouted = bool(window.by_truth.winners or window.by_truth.losers)
        result.windows += 1
        result.windows_right += right
        as_heard = window.by_heard.allows(window.actual)
        result.windows_right_as_heard += as_heard
        # Credited neither by what was said nor by what was heard: that is no mishearing.
        result.scores_wrong += not (right or as_heard)
        result.windows_shouted += shouted
        result.windows_shouted_right += shouted and right
        if isinstance(window.verdict, Settled):
            _decision(record, window, window.verdict, result)


def _decision(record: Record, window: Judged, verdict: Settled, result: Figures) -> None:
    bids = verdict.resolution.bids
    if bids[0].phrase not in window.window.decisive:
        grace = bids[0].onset + T_GRACE
        result.undecided_ms.append(millis(table_time(record, window.decided) - grace))
        return
    ends = [
        u.end
        for u in record.script
        if u.seat == bids[0].seat
        and u.phrase == bids[0].phrase
        and abs(table_time(record, u.onset) - bids[0].onset) < SLACK
    ]
    if ends:
        result.decision_ms.append(millis(window.decided - ends[-1]))


def _barge_ins(record: Record, result: Figures) -> None:
    """From the onset of the first voice over a prompt to the prompt's last sample, cut or not."""
    for _, played in record.of(Played):
        if played.channel or played.rank is Rank.RESULT or played.clip.passing:
            continue
        whole = played.end >= played.start + len(played.clip.sound.result())
        if whole and played.clip.alarms >= MERCY:
            continue  # interrupted for nothing so often, it was told to its end on purpose
        # What the mixer makes for a block sounds during the next one.
        begin, end = played.start + BLOCK, played.end + BLOCK
        over = [u.onset for u in record.script if begin < u.onset < end]
        if over:
            result.barge_in_ms.append(millis(end - min(over)))


def _doubts(record: Record, result: Figures) -> None:
    """How often a clear call was doubted, and a seat kept from paying for what it had not said."""
    truth = {}
    for _, heard in record.of(Heard):
        if heard.phrase not in SHOUTS:
            continue
        own = [u for u in record.script if u.seat == heard.seat and _belongs(heard, u)]
        said = next((u.phrase for u in own if u.phrase == heard.phrase), None)
        truth[heard.seat, table_time(record, heard.onset)] = said
        clear = said is not None and not any(u.mumbled for u in own)
        result.calls_heard_right += clear
        result.calls_doubted += clear and heard.doubt is not None
        result.mumbles_taken_wrongly += said is None and any(u.mumbled for u in own)
    result.mumbles += sum(u.mumbled for u in record.script)
    bids: tuple[Bid, ...] = ()
    for _, what in record.of(Settled, Say):
        if isinstance(what, Settled):
            bids = what.resolution.bids
        elif what.message.startswith("ask-back"):
            seat = dict(what.args)["seat"]
            result.asked_back += 1
            result.saved_by_doubt += any(
                Name(b.seat) == seat and truth.get((b.seat, b.onset)) is None for b in bids
            )


def _answers(record: Record, result: Figures) -> None:
    times = answer_ms(record)
    result.commands += len(times)
    result.unanswered += times.count(None)
    result.answer_ms += [time for time in times if time is not None]


def _frenzies(record: Record, result: Figures) -> None:
    for frenzy in frenzies(record):
        result.frenzies += 1
        result.frenzies_right += frenzy.right
        if frenzy.gong is not None:
            result.gong_ms.append(millis(frenzy.gong))


def _belongs(heard: Heard, spoken: Utterance) -> bool:
    return heard.onset < spoken.end + SLACK and heard.end > spoken.onset - SLACK

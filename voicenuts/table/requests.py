"""What is said to the table and not to the game: questions, wishes, pauses, second thoughts, leaving."""

from __future__ import annotations

from voicenuts.table.answers import Answers
from voicenuts.table.clock import Paused, Resumed
from voicenuts.table.deliveries import COMMANDS as MANNERS
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.fame import Fame
from voicenuts.table.hands import Hands
from voicenuts.table.leaving import Leaving, Outcome
from voicenuts.table.lessons import CHAPTER, Lessons
from voicenuts.table.second_thoughts import Back
from voicenuts.table.shouting import Shouting
from voicenuts.values import UNIVERSAL, Asked, Earcon, Heard, Say, Undone

GROUPS = frozenset({UNIVERSAL, "second", "vote", "topic", CHAPTER})
"""The groups of phrases that are said to the table."""


class Requests:
    """Takes what any seat may ask of the table in any state, and remembers what was asked."""

    def __init__(
        self, hands: Hands, shouting: Shouting, answers: Answers, deliveries: Deliveries, fame: Fame
    ) -> None:
        seats = hands.state.seats
        self._hands, self._shouting, self._answers = hands, shouting, answers
        self._game, self._clock, self._narrator = hands.game, hands.clock, hands.narrator
        self._deliveries, self._fame = deliveries, fame
        self._lessons = Lessons(hands.game.TOPICS, seats)
        self._leaving = Leaving(seats)

    def phrases(self, seat: int) -> frozenset[str]:
        """What the seat may say now to contest or to agree."""
        now = self._clock.now
        return self._shouting.second.phrases(seat, now) | self._leaving.phrases(now)

    def lessons(self, seat: int) -> frozenset[str]:
        """What the seat may say now to be taught."""
        return self._lessons.phrases(seat, self._clock.now) | self._lessons.chapters()

    def goes_on(self, may_ask: bool) -> None:
        """Time has passed: ask all whether to leave if `may_ask`, drop what nobody answered."""
        self._leave(self._leaving.goes_on(self._clock.now, may_ask))
        self._think_again(self._shouting.second.lapse(self._clock.now))

    def take(self, heard: Heard) -> None:
        """What is said to the table itself, in any state: acknowledged at once, then answered."""
        if heard.phrase != "command.pause":
            self._hands.perform(Earcon("ok", to=heard.seat, at_once=True))
        match heard.phrase.partition(".")[0]:
            case "second":
                self._think_again(self._shouting.second.take(heard.seat, heard.phrase, self._clock.now))
            case "vote":
                self._leave(self._leaving.answer(heard.seat, heard.phrase))
            case "topic":
                self._hands.step(self._lessons.more(heard.seat, heard.onset))
            case group if group == CHAPTER:
                self._hands.step(self._lessons.chapter(heard.seat, heard.phrase, heard.onset))
            case _:
                self._universal(heard)

    def _universal(self, heard: Heard) -> None:
        match heard.phrase:
            case "command.pause":
                self._clock.pause()
                self._hands.tell(Paused(self._clock.audio))
                self._narrator.pause()
            case "command.resume":
                broken_off = self._clock.paused and self._hands.state.at_ear
                self._clock.resume()
                self._hands.tell(Resumed(self._clock.audio))
                self._narrator.resume()
                if broken_off:  # nobody knows where the loudspeaker has been meanwhile
                    self._hands.step(self._game.Resume(self._clock.now))
            case "command.repeat" if heard.phrase not in self._game.listening(self._hands.state)[heard.seat]:
                self._answers.repeat(heard.seat, self._hands.state.at_ear)
            case "command.undo":
                self._think_again(
                    self._shouting.second.undo(heard.seat, self._clock.now, self._hands.history)
                )
            case "command.quit" if not self._hands.state.over:
                self._leaving.want()
            case "command.winners":
                self._hands.perform(self._fame.answer(heard.seat))
            case _ if heard.phrase in MANNERS:
                self._hands.perform(self._deliveries.wish(heard.seat, heard.phrase))
            case _:
                self._hands.step(self._question(heard))

    def _question(self, heard: Heard) -> Asked:
        """What the game is asked; the rules begin with the list of their topics, if it has any."""
        if heard.phrase == "command.help":
            self._lessons.begin(heard.seat, self._clock.now)
        rules = heard.phrase == "command.rules"
        contents = self._lessons.contents(heard.seat, heard.onset) if rules else None
        return contents or Asked(heard.seat, heard.phrase, heard.onset)

    def _leave(self, outcome: Outcome | None) -> None:
        """Ask all whether to end the game, say that it goes on, or end it."""
        if outcome in (Outcome.ASK, Outcome.STAY):
            say = Say(None, outcome.value)
            self._hands.tell(say)
            self._narrator.announce(say)
        elif outcome is Outcome.LEAVE:
            self._start_over()
            self._hands.step(self._game.Quit(self._clock.now))

    def _think_again(self, actions: list[Say | Back]) -> None:
        """Say what second thoughts have to say, and go back as far as they go."""
        for action in actions:
            if isinstance(action, Say):
                self._hands.perform(action)
                continue
            self._start_over()
            self._hands.step(Undone(action.to, self._clock.now))
            if action.window is None or action.resolution is None:
                self._hands.step(self._game.Resume(self._clock.now))
            else:
                self._shouting.settle(action.window, action.resolution, self._clock.now)

    def _start_over(self) -> None:
        """Whatever was being asked, called or contested is no more."""
        self._narrator.answered()
        self._shouting.drop()

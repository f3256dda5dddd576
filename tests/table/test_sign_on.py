from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts import resources
from voicenuts.speaking.prompts import Prompts
from voicenuts.table import sign_on
from voicenuts.table.sign_on import _open
from voicenuts.table.sign_on_state import (
    LOUD_DB,
    NUMBERS,
    PASSWORD,
    QUIET_DB,
    SAME_MOUTH,
    Answered,
    Event,
    Options,
    Outcome,
    Phase,
)
from voicenuts.table.starter import BEGIN, start_seat
from voicenuts.values import Asked, Cue, Cued, Earcon, Effect, Say

WISHES = {BEGIN, "dice.virtual", "dice.real", "dice.all"}
NAMES = (("amber", "Amber"), ("dusty", "Dusty"), ("ginger", "Ginger"), ("pepper", "Pepper"))
ASKABLE = ("score", "status", "where-am-i", "around-me", "everyone", "options", "help")


class Evening:
    """A sign-on and everything it has said."""

    def __init__(self, channels: int = 4, ears: bool = False, **options: Any) -> None:
        self.state = sign_on.new(channels, Options(NAMES, ears, **options))
        self.effects: list[Effect] = []
        self.take(Cued("start", 0))

    def take(self, event: Event) -> list[Effect]:
        self.state, effects = sign_on.step(self.state, event)
        self.effects += effects
        return list(effects)

    def say(self, channel: int, phrase: str, level_db: float = -35.0, at: int = 0) -> list[Effect]:
        return self.take(Answered(channel, phrase, level_db, at))

    def silence(self) -> list[Effect]:
        """The last question's patience is over."""
        ids = [effect.id for effect in self.effects if isinstance(effect, Cue)]
        return self.take(Cued(next(id for id in reversed(ids) if id.startswith("silence")), 0))

    def sit(self, channel: int, name: str) -> Evening:
        """Sign on a player who hears and is heard."""
        self.say(channel, f"name.{name}")
        if self.state.phase is Phase.EAR:
            self.say(channel, f"number.{self.state.number}")
        self.say(channel, PASSWORD)
        return self

    @property
    def said(self) -> list[str]:
        return [effect.message for effect in self.effects if isinstance(effect, Say)]


def seated(evening: Evening) -> list[tuple[int, str]]:
    return [(player.channel, player.name) for player in evening.state.signed]


def test_players_sit_where_they_spoke_clockwise_as_they_came() -> None:
    evening = Evening(channels=4)
    evening.say(2, "number.three")
    evening.sit(2, "ginger").sit(0, "amber").sit(3, "pepper")
    assert seated(evening) == [(2, "Ginger"), (0, "Amber"), (3, "Pepper")]
    evening.say(0, "answer.no")
    assert (evening.state.outcome, evening.state.secret) == (Outcome.NEW, "open")
    motifs = [effect.id for effect in evening.effects if isinstance(effect, Earcon)]
    assert motifs == ["your-turn-1", "your-turn-2", "your-turn-3"]


def test_two_microphones_are_for_two_players_without_a_question() -> None:
    evening = Evening(channels=2).sit(1, "amber").sit(0, "dusty")
    assert "count-ask" not in evening.said
    assert seated(evening) == [(1, "Amber"), (0, "Dusty")]


@pytest.mark.parametrize(
    ("channels", "counts"), [(1, {2, 3, 4}), (3, {2, 3}), (4, {2, 3, 4}), (6, {2, 3, 4})]
)
def test_as_many_can_play_as_can_be_heard(channels: int, counts: set[int]) -> None:
    evening = Evening(channels=channels)
    open_now = {id.partition(".")[2] for id in _open(evening.state, 0) - WISHES}
    assert {NUMBERS[id] for id in open_now} == counts


def test_one_microphone_serves_all() -> None:
    evening = Evening(channels=1)
    evening.say(0, "number.two")
    evening.sit(0, "amber").sit(0, "dusty")
    evening.say(0, "answer.yes")
    assert seated(evening) == [(0, "Amber"), (0, "Dusty")]
    assert evening.state.secret == "whisper"


def test_everybody_with_an_ear_plays_with_headphones() -> None:
    evening = Evening(channels=2, ears=True).sit(0, "amber").sit(1, "dusty")
    assert evening.state.secret == "headphones"
    assert evening.state.over
    assert "secret-ask" not in evening.said


@pytest.mark.parametrize("first", ["number", "answer.no", "silence"])
def test_an_ear_that_does_not_hear_is_given_up_after_a_second_number(first: str) -> None:
    evening = Evening(channels=2, ears=True)
    evening.say(0, "name.amber")
    told = evening.state.number
    if first == "silence":
        evening.silence()
    else:
        wrong = next(id for id in NUMBERS if id != told)
        evening.say(0, f"number.{wrong}" if first == "number" else first)
    assert evening.said[-1] == "ear-again"
    assert evening.state.number != told
    evening.silence()
    assert evening.said[-2:] == ["ear-none", "word-ask"]
    evening.say(0, PASSWORD)
    evening.sit(1, "dusty")
    assert evening.state.phase is Phase.SECRET


def test_the_number_is_told_to_one_ear_alone() -> None:
    evening = Evening(channels=2, ears=True)
    evening.say(1, "name.amber")
    (effect,) = evening.take(Cued(f"ear-{evening.state.asked}", 0))
    assert effect == Say(1, "ear-number", (("number", NUMBERS[evening.state.number]),))


def test_a_taken_name_and_a_taken_microphone_are_not_open_any_more() -> None:
    evening = Evening(channels=3)
    evening.say(0, "number.three")
    evening.sit(0, "amber")
    assert _open(evening.state, 0) == WISHES
    assert "name.amber" not in _open(evening.state, 1)
    assert evening.say(1, "name.amber") == []
    assert seated(evening) == [(0, "Amber")]


def test_a_name_that_leaked_belongs_to_the_louder_microphone() -> None:
    evening = Evening(channels=2)
    evening.say(0, "name.dusty", -44.0, at=16_000)
    evening.say(1, "name.dusty", -35.0, at=16_000 - SAME_MOUTH // 2)
    assert seated(evening) == [(1, "Dusty")]
    evening.say(0, "name.dusty", -20.0, at=16_000 + 2 * SAME_MOUTH)
    assert seated(evening) == [(1, "Dusty")], "long after it is another's word"


def test_somebody_who_is_not_heard_is_helped_once_and_then_waited_for() -> None:
    evening = Evening(channels=2)
    first = evening.silence()
    assert [e.message for e in first if isinstance(e, Say)] == ["name-again"]
    assert evening.silence() == [Earcon("your-turn-1")]
    evening.sit(0, "amber").sit(1, "dusty")
    assert len(evening.state.signed) == 2


@pytest.mark.parametrize(("level_db", "message"), [(QUIET_DB - 1, "word-quiet"), (LOUD_DB + 1, "word-loud")])
def test_a_badly_set_microphone_is_told_once(level_db: float, message: str) -> None:
    evening = Evening(channels=2)
    evening.say(0, "name.amber")
    evening.say(0, PASSWORD, level_db)
    assert evening.said[-1] == message
    evening.say(0, PASSWORD, level_db)
    assert evening.state.phase is Phase.NAME
    assert evening.state.signed[0].level_db == level_db


def test_a_password_never_heard_keeps_nobody_out() -> None:
    evening = Evening(channels=2)
    evening.say(0, "name.amber")
    evening.silence()
    evening.silence()
    assert evening.said[-3:] == ["word-again", "word-later", "name-ask"]


def test_no_answer_about_secrets_means_an_open_table() -> None:
    evening = Evening(channels=2).sit(0, "amber").sit(1, "dusty")
    evening.silence()
    evening.silence()
    assert (evening.state.outcome, evening.state.secret) == (Outcome.NEW, "open")


def test_how_cards_are_told_is_not_asked_when_it_is_settled() -> None:
    evening = Evening(channels=2, secret="open").sit(0, "amber").sit(1, "dusty")
    assert (evening.state.over, evening.state.secret) == (True, "open")


def test_the_same_table_is_one_word() -> None:
    evening = Evening(last=("Ann", "Ben"))
    evening.say(1, "answer.yes")
    assert evening.said == ["same-ask"]
    assert evening.state.outcome is Outcome.SAME


def test_the_same_table_is_asked_how_it_wants_to_be_told_secrets_if_nobody_has() -> None:
    evening = Evening(last=("Ann", "Ben"), asks_last=True)
    evening.say(1, "answer.yes")
    evening.say(0, "answer.yes")
    assert evening.said == ["same-ask", "secret-ask"]
    assert (evening.state.outcome, evening.state.secret) == (Outcome.SAME, "whisper")


def test_players_who_sit_already_are_asked_for_nothing_else() -> None:
    evening = Evening(last=("Ann", "Ben"), seated=True, asks_last=True)
    evening.say(0, "answer.no")
    assert evening.said == ["secret-ask"]
    assert (evening.state.outcome, evening.state.secret) == (Outcome.SAME, "open")


def test_everybody_says_a_phrase_of_the_game_to_be_played() -> None:
    evening = Evening(channels=2, password="nuts.go-nuts")
    evening.say(0, "name.amber")
    evening.say(0, PASSWORD)
    assert str(evening.state.phase) == "word"
    evening.say(0, "nuts.go-nuts")
    assert str(evening.state.phase) == "name"


def test_nobody_wants_to_play() -> None:
    evening = Evening(last=("Ann", "Ben"))
    evening.take(sign_on.Quit(0))
    assert evening.state.over
    assert evening.state.outcome is None


def test_everybody_learns_the_sounds_of_the_seat() -> None:
    evening = Evening(channels=2, signs=("your-turn", "bark")).sit(1, "amber").sit(0, "dusty")
    sounds = [effect.id for effect in evening.effects if isinstance(effect, Earcon)]
    assert sounds == ["your-turn-1", "bark-1", "your-turn-2", "bark-2"]


def test_anybody_chooses_the_dice_and_the_last_one_counts() -> None:
    evening = Evening(channels=2)
    for channel, wish in ((1, "all"), (0, "real")):
        told, question, _ = evening.say(channel, f"dice.{wish}")
        assert told == Say(None, f"dice-{wish}")
        assert isinstance(question, Say)
        assert question.message == "name-ask", "it answers no question"
    evening.sit(0, "amber").sit(1, "dusty")
    assert evening.state.dice == "real"


def test_whoever_asks_what_may_be_said_hears_of_the_wishes() -> None:
    evening = Evening(channels=2)
    assert evening.take(Asked(1, "command.options", 0)) == [Say(1, "sign-on-options")]


# ---------------------------------------------------------------- who begins


def start(evening: Evening) -> int | None:
    return start_seat(evening.state.starter, tuple(player.channel for player in evening.state.signed))


def test_nobody_who_says_nothing_begins() -> None:
    assert start(Evening(channels=2).sit(1, "amber").sit(0, "dusty")) is None


def test_the_last_one_who_wants_to_begin_does_and_is_told_so_by_name() -> None:
    evening = Evening(channels=3)
    evening.say(0, "number.three")
    evening.sit(2, "ginger").sit(0, "amber")
    for channel, seat, name in ((2, 0, "Ginger"), (0, 1, "Amber"), (2, 0, "Ginger")):
        told, question, _ = evening.say(channel, BEGIN, at=10**6 * len(evening.effects))
        assert told == Say(None, "begin-known", (("name", name),))
        assert isinstance(question, Say)
        assert question.message == "name-ask", "it answers no question"
        assert start(evening) == seat
    evening.sit(1, "dusty")
    assert start(evening) == 0


def test_whoever_has_no_name_yet_may_want_to_begin() -> None:
    evening = Evening(channels=2)
    assert evening.say(0, BEGIN)[0] == Say(0, "begin-you")
    evening.sit(1, "amber").sit(0, "dusty")
    assert start(evening) == 1


def test_who_wants_to_begin_and_does_not_play_does_not_begin() -> None:
    evening = Evening(channels=3)
    evening.say(0, "number.two")
    evening.say(0, BEGIN)
    evening.sit(1, "amber").sit(2, "dusty")
    assert start(evening) is None


def test_a_wish_to_begin_that_leaked_is_the_louder_microphones() -> None:
    evening = Evening(channels=2)
    evening.sit(0, "amber")
    for channel, level_db, at in ((1, -44.0, 0), (0, -35.0, SAME_MOUTH // 2), (1, -40.0, SAME_MOUTH)):
        evening.say(channel, BEGIN, level_db, at)
    evening.sit(1, "dusty")
    assert start(evening) == 0
    assert evening.said.count("begin-known") + evening.said.count("begin-you") == 2


def test_at_one_microphone_it_is_the_player_who_is_asked() -> None:
    evening = Evening(channels=1)
    assert evening.say(0, BEGIN) == [], "nobody is asked yet"
    evening.say(0, "number.three")
    evening.sit(0, "amber")
    assert evening.say(0, BEGIN)[0] == Say(0, "begin-you"), "the second player has no name yet"
    evening.sit(0, "dusty")
    assert start(evening) == 1
    evening.say(0, "name.ginger")
    assert evening.say(0, BEGIN)[0] == Say(None, "begin-known", (("name", "Ginger"),))
    evening.say(0, PASSWORD)
    assert evening.say(0, BEGIN) == []
    assert start(evening) == 2


def test_the_same_players_may_want_to_begin_too() -> None:
    evening = Evening(last=("Ann", "Ben"))
    assert evening.say(3, BEGIN)[0] == Say(3, "begin-you")
    evening.say(1, "answer.yes")
    assert start_seat(evening.state.starter, (1, 3)) == 1


def prompts() -> Prompts:
    return Prompts(resources.folder("prompts"), "en", ("Microphone 1", "Microphone 2"))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_whatever_is_said_the_sign_on_answers_everything_and_can_end(seed: int) -> None:
    rng, words = random.Random(seed), prompts()
    last = ("Ann", "Ben") if rng.random() < 0.3 else ()
    evening = Evening(rng.randint(1, 5), rng.random() < 0.5, last=last)
    said: list[str] = []
    for _ in range(400):
        if evening.state.over:
            break
        state, channel = evening.state, rng.randrange(evening.state.channels)
        for about in ASKABLE:
            reply = sign_on.step(state, Asked(channel, f"command.{about}", 0))
            assert reply[0] == state
            assert [e.to for e in reply[1] if isinstance(e, Say)] == [channel]
        options = sorted(_open(state, channel)) or ["name.amber"]
        effects = evening.silence() if rng.random() < 0.2 else evening.say(channel, rng.choice(options))
        if rng.random() < 0.1:
            effects = evening.take(sign_on.Resume(0))
        new = [words.render(e.message, e.args) for e in effects if isinstance(e, Say)]
        said += new
        names = [player.name for player in evening.state.signed]
        assert len(set(names)) == len(names) <= 4
    assert evening.state.over
    assert all(re.fullmatch(r"[^{}\d]+", text) for text in said)


def test_every_message_of_the_file_is_used() -> None:
    text = (resources.folder("prompts") / "en" / "sign-on.ftl").read_text()
    written = set(re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE))
    questions = {f"{phase}-{how}" for phase in Phase for how in ("ask", "again")}
    questions -= {f"{phase}-{how}" for phase in (Phase.SETUP, Phase.OVER) for how in ("ask", "again")}
    assert {m for m in written if m.endswith(("-ask", "-again"))} == questions
    assert {m for m in written if m.startswith("sign-on-help-")} == {f"sign-on-help-{p}" for p in Phase}

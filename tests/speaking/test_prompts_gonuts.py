"""Everything that Go Nuts! can say has words, within their limits, and none of them too early."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product
from typing import Any, get_args

import pytest

from tests.games.gonuts.play import Play, everywhere
from tests.speaking.test_prompts import FOLDER, LANGUAGES, NAMES, WORDS, variants
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.events import Consent, Pace, Report, ReportAll, Same, Total
from voicenuts.games.gonuts.state import BEAT
from voicenuts.speaking.prompts import Prompts
from voicenuts.values import Asked, Cue, Cued, Effect, Heard, Rank, Say

ASKED = (
    *("score", "status", "where-am-i", "around-me", "everyone", "options", "help"),
    *(f"topic.{topic}" for topic in gonuts.TOPICS),
)
SAME: tuple[Same, ...] = get_args(Same)
CALLS = re.compile(r"\b(woof|wolf)\b", re.IGNORECASE)
CHOICES = re.compile(r"\b(again|hide|bank|roll|throw|go nuts|all squirrels)\b", re.IGNORECASE)


def questions(state: gonuts.State, rng: random.Random) -> list[Effect]:
    effects: list[Effect] = []
    for about in rng.sample(ASKED, 5):
        seat = rng.randrange(state.seats)
        effects += gonuts.step(state, Asked(seat, about if "." in about else f"command.{about}", 0))[1]
    return effects


def said_to(state: gonuts.State, rng: random.Random, at: int) -> list[Any]:
    """What the seats may say now, and sometimes more than is true."""
    events: list[Any] = []
    for seat, groups in enumerate(gonuts.listening(state)):
        for group in groups:
            if group == "thrown":
                nuts = rng.randint(0, state.dice)
                events += [Report(seat, nuts, rng.randint(0, state.dice + 1 - nuts), at)]
                events += [ReportAll(seat, rng.choice(SAME), at)]
            elif group == "total":
                events.append(Total(seat, rng.randint(0, 50), at))
            else:
                events.append(gonuts.command(Heard(seat, group, at, at, 1.0)))
    return events


def played(seed: int) -> list[Effect]:
    """All effects of a game in which anything happens that can happen."""
    rng = random.Random(seed)
    options = gonuts.Options(
        goal=rng.choice([None, 3, 10]),
        dice=rng.choice(["virtual", "physical", "mixed"]),
        faces=rng.choice(["birds", "cars"]),
        rescue=rng.random() < 0.5,
    )
    state, now = gonuts.new(rng.randint(2, 4), options, seed), 0
    effects, cues = questions(state, rng), [(0, "start")]
    for _ in range(1500):
        now += rng.randrange(8000)
        due = sorted(cue for cue in cues if cue[0] <= now)
        events: list[Any] = [Cued(id, at) for at, id in due]
        events = events or said_to(state, rng, now)
        cues = [cue for cue in cues if cue not in due]
        if rng.random() < 0.02:
            events.append(gonuts.Resume(now))
        if rng.random() < 0.02:
            events.append(gonuts.command(Heard(rng.randrange(state.seats), "turn.roll", now, now, 1.0)))
        for event in events if due else rng.sample(events, min(len(events), 1)):
            state, new = gonuts.step(state, event)
            effects += [*new, *questions(state, rng)]
            cues += [(now + cue.after, cue.id) for cue in new if isinstance(cue, Cue)]
        if state.over:
            break
    last = (
        gonuts.step(state, gonuts.Quit(now))[1]
        if rng.random() < 0.3
        else gonuts.step(state, gonuts.Resume(1))[1]
    )
    return [*effects, *last, *questions(state, rng)]


def seldom() -> list[Effect]:
    """What is too rare to wait for: level seats, a nut on the last die, throws after the gong, silence."""
    plays = [
        Play(2, score=(50, 50)).throw(2, 3).hide().throw(2, 3).hide(),
        Play(rescue=True).throw(nuts=1, birds=4).throw(nuts=1),
    ]
    late = Play(2, dice="physical").report_all("squirrels").go().until("beat-")
    plays.append(late.until("beat-").woof_at(1, late.now - 100))
    late = Play(2).frenzy().beat(1, 1)
    plays.append(late.beat(3).woof_at(1, late.drum.beats[0].at + BEAT // 2))
    effects = [effect for play in plays for effect in play.effects] + without_a_drum()
    for state in (*everywhere().values(), Play(2, dice="physical").state):
        effects += gonuts.step(state, Cued(f"nudge-{state.turn}-{state.asked}", 9))[1]
    return effects


def without_a_drum() -> list[Effect]:
    """All there is to say where real dice of a frenzy are thrown as fast as everybody likes."""
    play = Play(2, dice="physical").tell(Pace(0, True, 0))
    effects = [*play.effects, *play.tell(Consent(1, True, 0)).effects]
    asked = ("command.options", "command.help", "topic.frenzy", "topic.dogs")
    go_on: tuple[Callable[[], Play], ...] = (
        lambda: play.report_all("squirrels"),
        play.go,
        lambda: play.until("beat-"),
    )
    for going in go_on:
        effects += going().effects
        for seat, about in product(range(2), asked):
            effects += gonuts.step(play.state, Asked(seat, about, 0))[1]
    return effects


def test_everything_it_can_say_has_words() -> None:
    prompts = Prompts(FOLDER, "en", NAMES)
    effects = seldom() + [effect for seed in range(30) for effect in played(seed)]
    said = {(effect.message, effect.args) for effect in effects if isinstance(effect, Say)}
    for message, args in sorted(said, key=str):
        for level in (1, 2, 3):
            text = prompts.render(message, args, level)
            assert len(text.split()) <= WORDS[prompts.kind(message)], text
            assert not re.search(r"[{}$_]|\s\s|\s[,.;:!?]|[,.;:!?][,.;:!?]", text), text
    written = re.findall(r"^([a-z][\w-]*) =", (FOLDER / "en" / "go-nuts.ftl").read_text(), re.MULTILINE)
    whole = {message for message in written if prompts.kind(message) != "part"}
    assert whole == {message for message, _ in said if message.startswith("nuts-")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_the_call_while_the_drum_beats(language: str) -> None:
    """What may be said meanwhile would close the ear it is said into for the call itself."""
    prompts = Prompts(FOLDER, language, NAMES)
    meanwhile = [m for m in prompts.messages if re.search(r"^nuts-\w+-(drum|bark|back|frenzy)", m)]
    assert len(meanwhile) > 8
    for message in {*meanwhile, "answer-score", "nuts-where", "nuts-where-there"} - {"nuts-topic-frenzy"}:
        if prompts.kind(message) != "lesson":
            for args in variants(prompts, message):
                assert not CALLS.search(prompts.render(message, args)), message


def test_only_questions_lessons_and_help_name_the_words_to_say() -> None:
    """Questions may be cut short by an answer; a result never is, and would be taken for it."""
    prompts = Prompts(FOLDER, "en", NAMES)
    effects = seldom() + [effect for seed in range(10) for effect in played(seed)]
    cut_short = {say.message for say in effects if isinstance(say, Say) and say.rank is not Rank.RESULT}
    for message in prompts.messages:
        if not message.startswith("nuts-") or prompts.kind(message) in ("help", "options", "part"):
            continue
        naming = any(CHOICES.search(prompts.render(message, args)) for args in variants(prompts, message))
        assert not naming or message in cut_short | {"nuts-all-squirrels", "nuts-which-cars"}, message

"""Everything that Nutventure can say has words, within their limits."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.games.nutventure.play import begin, stores
from tests.games.nutventure.test_properties import QUESTIONS, fitting
from tests.speaking.test_prompts import FOLDER, NAMES, WORDS
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.events import ReportFace, Roll
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.speaking.prompts import Prompts
from voicenuts.values import Asked, Cued, Effect, Heard, Rank, Say


def misplaced(state: nutventure.State, rng: Random) -> list[object]:
    """What somebody may say without thinking."""
    words = ("turn.roll", "step.up", "step.down", "step.right", "step.left", "step.keep-it", "go.fern")
    seat = rng.choice((state.active, rng.randrange(state.seats)))
    said = [nutventure.command(Heard(seat, rng.choice(words), 5, 5, 1.0))]
    return [*said, Cued(f"nudge-{state.moment}", 5), nutventure.Resume(5)]


def questions(state: nutventure.State, rng: Random) -> list[Effect]:
    effects: list[Effect] = []
    for about in rng.sample(QUESTIONS, 3):
        asked = about if "." in about else f"command.{about}"
        effects += nutventure.step(state, Asked(rng.randrange(state.seats), asked, 5))[1]
    return effects


def played(seed: int) -> list[Effect]:
    """All effects of a game in which anything happens that can happen."""
    rng = Random(seed)
    options = nutventure.Options(
        dice=rng.choice(["virtual", "physical"]), assist=rng.random() < 0.7, snow=rng.choice([1, 6])
    )
    state = nutventure.new(rng.randint(2, 4), options, seed)
    effects = questions(state, rng)
    while not state.over:
        event: Any = fitting(state, rng.randrange(2**16))
        if rng.random() < 0.15:
            event = rng.choice(misplaced(state, rng))
        state, new = nutventure.step(state, event)
        effects += [*new, *questions(state, rng)]
    return [*effects, *nutventure.step(state, nutventure.Resume(5))[1]]


def seldom() -> list[Effect]:
    """What is too rare to wait for: level seats, four full stores, a game left early, steps refused."""
    effects: list[Effect] = []
    ends = (
        ((stores(nest=2), stores(nest=1, hive=1)), (0, 0)),
        ((stores(nest=2), stores(hive=2)), (1, 2)),
        ((stores(nest=2), stores(hive=2)), (1, 1)),
        ((stores(nest=2), stores()), (1, 1)),
    )
    for filled, carry in ends:
        play = begin(2, stores=filled, carry=carry, active=1, turn=40)
        effects += play.roll(*("red-blue",) * 4).move("right", "left", "right", "left").effects
    play = begin(2, stores=((1, 1, 1, 1), stores())).roll().done()
    effects += [*play.effects, play.ask("where-am-i")]
    effects += begin().tell(nutventure.Quit(5)).effects
    left, _ = nutventure.step(begin().state, nutventure.Quit(5))
    effects += nutventure.step(left, Asked(0, "command.status", 5))[1]
    play = begin(dice="physical").tell(Roll(0, 5)).faces("red")
    effects += play.tell(ReportFace(0, "red", 5)).effects
    effects += begin(carry=(1, 0, 0, 0)).roll().keep().effects
    for at, way in (("bottom-5", "right"), ("top-4", "down"), ("top-1", "up")):
        effects += begin(at=(at,)).roll().move(way).effects
    return [*effects, *begin().roll("red", "red", "red", "blue").move("right", "right").effects]


def test_no_result_holds_words_that_would_count_meanwhile(book: PhraseBook) -> None:
    """A question may be cut short by its answer; a result never is, so what it names is not listened to.

    Places are named in results all the same: nobody goes back at once to where the step led.
    """
    prompts = Prompts(FOLDER, "en", NAMES)
    for seed in range(12):
        rng = Random(seed)
        state = nutventure.new(3, nutventure.Options(), seed)
        event: Any = Cued("start", 0)
        while not state.over and state.turn < 12:
            state, effects = nutventure.step(state, event)
            open_now = book.expand(frozenset[str]().union({"command"}, *nutventure.listening(state)))
            for say in effects:
                if isinstance(say, Say) and say.to is None and say.rank is Rank.RESULT:
                    hot = book.said_in(prompts.render(say.message, say.args), open_now)
                    assert all(phrase.startswith("square.") for phrase in hot), (say, hot)
            event = fitting(state, rng.randrange(2**16))


def test_everything_it_can_say_has_words() -> None:
    prompts = Prompts(FOLDER, "en", NAMES)
    effects = seldom() + [effect for seed in range(24) for effect in played(seed)]
    said = {(effect.message, effect.args) for effect in effects if isinstance(effect, Say)}
    for message, args in sorted(said, key=str):
        text = prompts.render(message, args)
        assert len(text.split()) <= WORDS[prompts.kind(message)], text
        assert not re.search(r"[{}$_\d]|\s\s|\s[,.;:!?]|[,.;:!?][,.;:!?]", text), text
    written = re.findall(r"^([a-z][\w-]*) =", (FOLDER / "en" / "nutventure.ftl").read_text(), re.MULTILINE)
    whole = {message for message in written if prompts.kind(message) != "part"}
    assert whole == {message for message, _ in said}

"""Another language is one folder of files: with every word of it exchanged, no old one is left anywhere."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import ast, parse, serialize

from voicenuts import resources
from voicenuts.games.registry import GAMES
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.speaking.prompts import USUAL, VARIANTS, Prompts
from voicenuts.table import menu, sign_on
from voicenuts.values import Asked, Cue, Cued, Effect, Heard, Lapsed, Open, Resolution, Resolved, Say, Secret

WIDE = str.maketrans({c: chr(ord(c) - ord("!") + 0xFF01) for c in string.ascii_letters})
"""Every letter becomes its full-width sister."""
NAMES = tuple(name.translate(WIDE) for name in ("Amber", "Dusty", "Ginger", "Pepper"))
JOINERS = {"fr": {"et", "ou"}, "pl": {"i", "lub"}}
"""What the language itself puts into lists."""
EVENTS = 2000
ABOUT = ("score", "status", "where-am-i", "around-me", "everyone", "options", "help", "rules")


def exchanged(node: Any) -> None:
    """Exchange the letters of every text below a node but those of `.kind`, which no player hears."""
    if isinstance(node, ast.TextElement):
        node.value = node.value.translate(WIDE)
    if isinstance(node, ast.Attribute) and node.id.name == "kind":
        return
    for child in vars(node).values():
        for part in child if isinstance(child, list) else [child]:
            if isinstance(part, ast.BaseNode):
                exchanged(part)


@pytest.fixture(scope="module", params=sorted(JOINERS))
def prompts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Prompts:
    """The English prompts as a folder of another language, with none of their words."""
    folder: Path = tmp_path_factory.mktemp("prompts")
    (folder / request.param).mkdir()
    for file in (resources.folder("prompts") / "en").glob("*.ftl"):
        tree = parse(file.read_text(encoding="utf-8"))
        exchanged(tree)
        (folder / request.param / file.name).write_text(serialize(tree), encoding="utf-8")
    return Prompts(folder, request.param, NAMES)


def check(prompts: Prompts, effects: Iterator[Effect]) -> int:
    """Every line comes from the files alone, however long it is wanted; how many there were."""
    count = 0
    for effect in effects:
        if isinstance(effect, Say | Secret):
            count += 1
            for level in (USUAL, *VARIANTS):
                text = prompts.render(effect.message, effect.args, level)
                left = set(re.findall("[a-zA-Z]+", text)) - JOINERS[prompts.language]
                assert not left, f"{effect.message}: {text}"
    return count


def played(rules: Any, state: Any, book: PhraseBook, seed: int) -> Iterator[Effect]:
    """What is said while random players say whatever they may, and ask whatever they like."""
    rng = random.Random(seed)
    waiting: list[Any] = [Cued("start", 0)]
    for at in range(EVENTS):
        event = waiting.pop(0) if waiting and rng.random() < 0.5 else _said(rules, state, book, rng, at)
        state, effects = rules.step(state, event)
        waiting += [after for effect in effects for after in _comes_of(effect, at)]
        yield from effects
    last = [rules.Resume(EVENTS), rules.Quit(EVENTS)]
    for event in (*last, *(Asked(0, f"topic.{topic}", EVENTS) for topic in rules.TOPICS)):
        yield from rules.step(state, event)[1]


def _said(rules: Any, state: Any, book: PhraseBook, rng: random.Random, at: int) -> Any:
    """What one player says, or asks where there is nothing to be said."""
    seat = rng.randrange(state.seats)
    open_now = sorted(book.expand(rules.listening(state)[seat]))
    if open_now and rng.random() < 0.9:
        return rules.command(Heard(seat, rng.choice(open_now), at, at, 1.0, level_db=-35.0))
    return Asked(seat, f"command.{rng.choice(ABOUT)}", at)


def _comes_of(effect: Effect, at: int) -> list[Any]:
    """What a table makes of an effect: cues come due, and in every other shout window nobody calls."""
    match effect:
        case Cue(id=id):
            return [Cued(id, at)]
        case Open(window=window) if at % 2:
            return [Lapsed(window.id, at)]
        case Open(window=window):
            return [Resolved(Resolution(window.id, ()), at)]
    return []


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("dice", ["virtual", "physical"])
def test_a_game_speaks_its_language_alone(prompts: Prompts, book: PhraseBook, game: str, dice: str) -> None:
    rules = GAMES[game]
    state = rules.new(4, rules.Options(dice=dice), 1)
    assert check(prompts, played(rules, state, book, 1)) > 300


def test_so_do_the_menu_and_the_sign_on(prompts: Prompts, book: PhraseBook) -> None:
    said = 0
    for last, seed in (("", 1), ("hazelnut", 2)):
        options = menu.Options(tuple(GAMES), unfinished=() if last else NAMES[:2], last=last)
        said += check(prompts, played(menu, menu.new(2, options), book, seed))
        names = tuple((name, name.translate(WIDE)) for name in ("amber", "dusty", "ginger", "pepper"))
        arriving = sign_on.new(3, sign_on.Options(names, last=NAMES[:2] if last else ()))
        said += check(prompts, played(sign_on, arriving, book, seed))
    assert said > 20


def test_every_message_is_in_the_files_of_the_language(prompts: Prompts) -> None:
    """Whatever a module of the table says by name can be said."""
    room = Path(menu.__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in room.glob("*.py"))
    named = set(re.findall(r'Say\((?:None|[a-z_.]+), "([a-z-]+)"', text))
    assert named
    assert named <= set(prompts.messages)


def test_english_is_in_its_files(book: PhraseBook) -> None:
    """The check finds a word where there is one."""
    words = Prompts(resources.folder("prompts"), "en", NAMES)
    assert re.search("[a-zA-Z]", words.render("table-paused"))

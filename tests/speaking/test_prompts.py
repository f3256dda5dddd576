from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.speaking import longest_host, longest_nutventure
from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.turn import close
from voicenuts.speaking.prompts import Prompts
from voicenuts.values import (
    Arg,
    Asked,
    Bid,
    Cue,
    Cued,
    Effect,
    Heard,
    Lapsed,
    Listing,
    Name,
    Open,
    Ref,
    Resolution,
    Resolved,
    Say,
    Secret,
    Window,
)

FOLDER = resources.folder("prompts")
LANGUAGES = sorted(file.parent.name for file in FOLDER.glob("*/table.ftl"))
NAMES = ("Amber", "Dusty", "Ginger", "Pepper")

WORDS = {
    "event": 8,
    "chain": 16,
    "prompt": 12,
    "question": 12,
    "result": 12,
    "status": 12,
    "where": 15,
    "score": 20,
    "answer": 20,
    "options": 20,
    "everyone": 24,
    "help": 25,
    "lesson": 25,
    "secret": 1,
    "setting": 2,
    "asking": 6,
    "part": 9,
}
"""The most words a message of each kind may have with its longest arguments."""

PLACES = tuple(Ref(f"place-{name}") for name in ("tree-3", "tree-5", "tree-7", "hollow-log"))
SCORES = tuple(
    Ref("seat-score", (("seat", Name(seat)), ("total", -4), ("nuts", 11))) for seat in range(len(NAMES))
)
SQUARES = tuple(Ref("seat-at", (("seat", Name(seat)), ("place", PLACES[seat]))) for seat in range(4))
CROWD = Listing((Name(1), Name(2), Name(3)), "and")
TREES = [(("place", Ref(f"place-tree-{number}")), ("cards", 7)) for number in (1, 3, 7)]
EXITS = (
    Listing((*(Ref("exit-tree", tree) for tree in TREES[:2]),
             Ref("exit-tree-with", (*TREES[2], ("others", CROWD)))), "then"),
    Listing(tuple(Ref("exit-tree-with", (*tree, ("others", Listing((Name(seat),), "and"))))
                  for seat, tree in enumerate(TREES, 1)), "then"),
)  # fmt: skip
CALLS = tuple(
    Ref(f"call-{'close' if seat else 'first'}",
        (("seat", Name(seat)), ("thief", Ref("thief-fox")), ("hundredths", 60)))
    for seat in range(2)
)  # fmt: skip
LONGEST: dict[str, tuple[Arg, ...]] = {
    "seat": (Name(2),),
    "next": (Name(3),),
    "seats": (Listing((Name(0), Name(1), Name(2), Name(3)), "and"),),
    "others": (Listing((Name(1), Name(2), Name(3)), "and"),),
    "place": PLACES,
    "places": (Listing(PLACES, "or"), Listing(SQUARES, "then")),
    "scores": (Listing(SCORES, "then"),),
    "other": (Ref("thief-marten"),),
    "thief": tuple(Ref(f"thief-{thief}") for thief in ("marten", "lynx", "fox")),
    "paws": (1, 2, 3),
    "nuts": (1, 11),
    "gain": (1, 10),
    "total": (-4, 1, 24),
    "goal": (15, 25),
    "left": (1, 4),
    "cards": (0, 1, 7),
    "points": (0, 1, 24),
    "dice": (1, 5),
    "count": (1, 5),
    "beats": (1, 22),
    "most": (50,),
    "faces": (
        Listing(
            tuple(Ref(f"nuts-{face}", (("count", 1),)) for face in ("nuts", "birds", "squirrels")), "then"
        ),
    ),
    "flyers": (Ref("nuts-word-birds"), Ref("nuts-word-cars")),
    "exits": EXITS,
    "calls": (Listing(CALLS, "then"),),
    "hundredths": (60,),
    "number": (4,),
    "numbers": (Listing((2, 3, 4), "or"),),
    "name": ("Amber",),
    "names": (Listing(("Amber", "Dusty", "Ginger", "Pepper"), "and"),),
}
"""Values for every argument name; a new name in a prompt file must be given some here."""

COMMANDS = re.compile(
    r"\b(roll|throw|scores?|points?|status|help|rules|repeat|pause|wait|resume|where am i|marten|lynx|fox|"
    r"max|leo|fritz|log|oak|options|ready|shorter|longer|faster|slower|louder|quieter)\b",
    re.IGNORECASE,
)
"""Words players say; only the messages that must name them may."""

GAMES = {"nutventure-": longest_nutventure, "menu-": longest_host, "fame-": longest_host}
"""Where the games whose messages begin so have what is their own: LONGEST, OF_MESSAGE and COMMANDS."""


def longest(message: str) -> dict[str, tuple[Arg, ...]]:
    """Values for every argument name in this message."""
    values = dict(LONGEST)
    for begin, game in GAMES.items():
        if message.startswith(begin):
            values |= game.LONGEST | game.OF_MESSAGE.get(message, {})
    return values


def variants(prompts: Prompts, message: str) -> list[tuple[tuple[str, Arg], ...]]:
    """Arguments that try every value of every argument at least once."""
    names, values = sorted(prompts.variables(message)), longest(message)
    count = max((len(values[name]) for name in names), default=1)
    return [tuple((name, values[name][i % len(values[name])]) for name in names) for i in range(count)]


@pytest.fixture(scope="module", params=LANGUAGES)
def prompts(request: pytest.FixtureRequest) -> Prompts:
    return Prompts(FOLDER, request.param, NAMES)


def english() -> Prompts:
    return Prompts(FOLDER, "en", NAMES)


def test_there_is_a_language() -> None:
    assert "en" in LANGUAGES


def test_every_message_keeps_its_limit_and_comes_out_clean(prompts: Prompts) -> None:
    for message in prompts.messages:
        for args in variants(prompts, message):
            if message in ("positions", "answer-everyone"):
                args = (("places", Listing(SQUARES, "then")),)
            elif "places" in prompts.variables(message):
                args = tuple((name, Listing(PLACES) if name == "places" else arg) for name, arg in args)
            for level in (1, 2, 3):
                text = prompts.render(message, args, level)
                assert text
                assert not re.search(r"[{}$\u2066-\u2069\d_]|\s\s|\s[,.;:!?]|[,.;:!?][,.;:!?]", text), text
                assert text == text.strip(), message
                limit = WORDS[prompts.kind(message)]
                assert len(text.split()) <= limit, f"{message} has more than {limit} words: {text}"


def test_short_is_never_longer_and_long_never_shorter(prompts: Prompts) -> None:
    for message in prompts.messages:
        args = variants(prompts, message)[0]
        counts = [len(prompts.render(message, args, level).split()) for level in (1, 2, 3)]
        assert counts == sorted(counts), message


def test_a_level_reaches_into_the_parts_of_a_message(tmp_path: Path) -> None:
    text = (
        "all = { $x } is here\n    .short = { $x }\n"
        "some = the fox\n    .short = fox\n    .long = the red fox\n"
    )
    prompts = Prompts(folder(tmp_path, text), "en", NAMES)
    said = [prompts.render("all", (("x", Ref("some")),), level) for level in (1, 2, 3)]
    assert said == ["Fox", "The fox is here", "The red fox is here"]


def test_every_language_has_the_same_messages_and_arguments(prompts: Prompts) -> None:
    expected = english()
    ours = {m for m in prompts.messages if not m.startswith("number-")}
    assert ours == {m for m in expected.messages if not m.startswith("number-")}
    for message in ours:
        assert prompts.variables(message) == expected.variables(message), message
        assert prompts.kind(message) == expected.kind(message), message


def test_only_help_and_named_places_use_words_that_players_say() -> None:
    prompts = english()
    naming = {"place", "places", "thief", "calls", "ways"}
    for message in prompts.messages:
        if (
            prompts.kind(message) in ("help", "options", "lesson", "secret", "part")
            or message in ("prompt-ear", "nudge-ear")
            or message.endswith(("nudge-ready", "nudge-back"))
            or prompts.variables(message) & naming
        ):
            continue
        words = next((game.COMMANDS for begin, game in GAMES.items() if message.startswith(begin)), COMMANDS)
        for level in (1, 2) if "prompt-ready" in message else (1, 2, 3):
            text = prompts.render(message, variants(prompts, message)[0], level)
            assert not words.search(text), text


@pytest.mark.parametrize(
    ("message", "args", "text"),
    [
        (
            "prompt-move",
            (("seat", Name(0)), ("paws", 2), ("places", Listing((PLACES[0], Ref("place-old-oak"))))),
            "Amber. Two paws. Tree three or Old Oak?",
        ),
        (
            "prompt-move",
            (("seat", Name(1)), ("paws", 1), ("places", Listing(PLACES))),
            "Dusty. One paw. Tree three, tree five, tree seven, or Hollow Log?",
        ),
        ("right-call", (("thief", Ref("thief-lynx")), ("seat", Name(1)), ("total", 9)),
         "Leo the Lynx! Dusty was first. Dusty nine."),
        ("wrong-call", (("seat", Name(2)), ("total", -2)), "Wrong, Ginger. Ginger minus two."),
        ("dead-heat", (("seats", Listing((Name(0), Name(3)), "and")),), "Dead heat! Amber and Pepper."),
        ("shared-win", (("seats", Listing((Name(0), Name(1)), "and")), ("total", 9)),
         "Amber and Dusty share the win with nine!"),
        ("wins", (("seat", Name(0)), ("total", 21)), "Amber wins with twenty-one!"),
        ("where-tree", (("place", Ref("place-tree-2")), ("cards", 0)),
         "You are at tree two. It has no cards."),
        ("where-tree", (("place", Ref("place-tree-2")), ("cards", 1)),
         "You are at tree two. It has one card."),
        ("answer-score", (("scores", Listing(SCORES[:2], "then")),),
         "Amber minus four holding eleven, Dusty minus four holding eleven."),
    ],
)  # fmt: skip
def test_wording(message: str, args: tuple[tuple[str, Arg], ...], text: str) -> None:
    assert english().render(message, args) == text


def test_no_help_names_what_somebody_may_have_to_call_meanwhile() -> None:
    prompts = english()
    lessons = [m for m in prompts.messages if m.startswith(("topic-", "help-", "options-"))]
    assert len(lessons) > 20
    for message in lessons:
        for args in variants(prompts, message):
            text = prompts.render(message, args)
            assert not re.search(r"\b(max|marten|leo|lynx|fritz|fox)\b", text, re.IGNORECASE), text


ASKED = (
    *("score", "status", "where-am-i", "around-me", "everyone", "options", "help", "unheard-of"),
    *(f"topic.{topic}" for topic in hazelnut.TOPICS),
)


def events(state: hazelnut.State, open_windows: list[Window], cues: list[str], rng: random.Random) -> Any:
    """Something that may happen next, likely or not."""
    seat, at = rng.randrange(state.seats), rng.randrange(10**6)
    choices: list[object] = [Cued("start", at)] if state.phase is hazelnut.Phase.SETUP else []
    choices += [Cued(cue, at) for cue in cues[-3:]]
    if rng.random() < 0.2 or not choices:
        topic = rng.choice(ASKED)
        choices.append(Asked(seat, topic if "." in topic else f"command.{topic}", at))
    for listener, groups in enumerate(hazelnut.listening(state)):
        for group in groups:
            if group == "place":
                phrase = f"place.{rng.choice(['old-oak', 'hollow-log', *(f'tree-{n}' for n in range(1, 9))])}"
            else:
                phrase = {"paws": f"paws.{rng.choice(['one', 'two', 'three'])}"}.get(group, group)
            choices.append(hazelnut.command(Heard(listener, phrase, at, at, 1.0)))
    if rng.random() < 0.1:
        choices.append(hazelnut.command(Heard(seat, "turn.roll", at, at, 1.0)))
    if open_windows:
        window = open_windows[-1]
        choices.append(Lapsed(window.id, at))
        seats = rng.sample(sorted(window.seats), rng.randint(1, len(window.seats)))
        bids = tuple(Bid(s, rng.choice(sorted(window.phrases)), i) for i, s in enumerate(seats))
        tied = frozenset(seats[:2]) if len(seats) > 1 and rng.random() < 0.3 else frozenset[int]()
        choices.append(Resolved(Resolution(window.id, bids, None, tied), at))
    return rng.choice([choice for choice in choices if choice is not None])


def played(seed: int) -> list[Effect]:
    """All effects of a game in which anything happens that can happen."""
    rng = random.Random(seed)
    options = hazelnut.Options(
        goal=rng.choice([None, 4, 60, 60]),
        dice="physical" if rng.random() < 0.4 else "virtual",
        secret=rng.choice(["headphones", "headphones", "whisper", "open"]),
    )
    state = hazelnut.new(rng.randint(2, 4), options, seed)
    effects: list[Effect] = list(hazelnut.step(state, Asked(0, "command.status", 0))[1])
    windows: list[Window] = []
    cues: list[str] = []
    for _ in range(3000):
        state, new = hazelnut.step(state, events(state, windows, cues, rng))
        effects += new
        if rng.random() < 0.05:
            for about in ASKED[1:7]:
                for seat in range(state.seats):
                    effects += hazelnut.step(state, Asked(seat, f"command.{about}", 0))[1]
        windows += [effect.window for effect in new if isinstance(effect, Open)]
        cues += [effect.id for effect in new if isinstance(effect, Cue)]
        if state.phase is hazelnut.Phase.OVER and rng.random() < 0.2:
            break
    state, last = hazelnut.step(state, hazelnut.Quit(0)) if rng.random() < 0.3 else (state, ())
    effects += last
    for topic in ("score", "status", "where-am-i", "around-me", "everyone", "options", "help"):
        effects += hazelnut.step(state, Asked(0, f"command.{topic}", 0))[1]
    return effects


def tied() -> list[Effect]:
    """The ends of games too rare to wait for: equal points, with and without a nut more."""
    state = hazelnut.new(2, hazelnut.Options(), 1)
    state = state._replace(stacks=((), (), *state.stacks[2:]))
    return [effect for front in ((0, 0), (1, 2)) for effect in close(state._replace(front=front), ())[1]]


def never_begun() -> list[Effect]:
    """A game that is asked about and left before its start."""
    state = hazelnut.new(3, hazelnut.Options(), 1)
    effects: list[Effect] = []
    for event in (Asked(0, "command.help", 0), hazelnut.Quit(0), Asked(0, "command.status", 0)):
        state, new = hazelnut.step(state, event)
        effects += new
    return effects


def test_everything_a_game_can_say_has_words() -> None:
    prompts = english()
    effects = [*tied(), *never_begun(), *(effect for seed in range(24) for effect in played(seed))]
    said = {(effect.message, effect.args) for effect in effects if isinstance(effect, Say | Secret)}
    for message, args in sorted(said, key=str):
        text = prompts.render(message, args)
        assert len(text.split()) <= WORDS[prompts.kind(message)], text
    written = re.findall(r"^([a-z][\w-]*) =", (FOLDER / "en" / "hazelnut.ftl").read_text(), re.MULTILINE)
    whole = {message for message in written if prompts.kind(message) != "part"}
    assert whole == {message for message, _ in said}


# ---------------------------------------------------------------- broken files


def folder(tmp_path: Path, text: str | bytes, language: str = "en") -> Path:
    (tmp_path / language).mkdir()
    data = text.encode() if isinstance(text, str) else text
    (tmp_path / language / "some.ftl").write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hello = Hi { $name\nbye = Bye\n", "some.ftl"),
        ("hello = Hi\nhello = Ho\n", "'hello' twice"),
        ("hello =\n    .kind = event\n", "'hello' without words"),
        (b"hello = \xff\xfe\n", "some.ftl"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str | bytes, named: str) -> None:
    with pytest.raises(PlainError, match=named):
        Prompts(folder(tmp_path, text), "en", NAMES)


def test_no_files_or_no_such_language_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="no prompts"):
        Prompts(tmp_path, "en", NAMES)
    with pytest.raises(PlainError, match="'klingonese'"):
        Prompts(tmp_path, "klingonese", NAMES)


def test_an_unknown_message_and_a_missing_argument_are_named(tmp_path: Path) -> None:
    prompts = Prompts(folder(tmp_path, "hello = Hi { $name }\nwrong = { nobody }\n"), "en", NAMES)
    with pytest.raises(PlainError, match="'bye'"):
        prompts.render("bye")
    with pytest.raises(PlainError, match="name"):
        prompts.render("hello")
    with pytest.raises(PlainError, match="nobody"):
        prompts.render("wrong")
    with pytest.raises(PlainError, match="'lost'"):
        prompts.render("hello", (("name", Ref("lost")),))
    assert prompts.render("hello", (("name", "Ola"), ("more", 3))) == "Hi Ola"


def test_numbers_keep_their_plural_and_fall_back_to_digits(tmp_path: Path) -> None:
    text = (
        "nuts = { $n ->\n    [one] { $n } orzech\n    [few] { $n } orzechy\n   *[many] { $n } orzechów\n }\n"
    )
    prompts = Prompts(folder(tmp_path, text, "pl"), "pl", NAMES)
    spoken = [prompts.render("nuts", (("n", n),)) for n in (1, 2, 5, -3)]
    assert spoken == ["1 orzech", "2 orzechy", "5 orzechów", "-3 orzechy"]


def test_lists_are_joined_as_the_language_does(tmp_path: Path) -> None:
    prompts = Prompts(folder(tmp_path, "all = { $x }\n", "fr"), "fr", NAMES)
    names = (Name(0), Name(1), 3)
    joined = [prompts.render("all", (("x", Listing(names, joiner)),)) for joiner in ("or", "and", "then")]
    assert joined == ["Amber, Dusty ou 3", "Amber, Dusty et 3", "Amber, Dusty, 3"]

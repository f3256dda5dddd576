"""The narrator's lines: every message with arguments by chance, said by the table's own voice."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator

from models.train.evaluate.sound import Wave
from voicenuts import resources
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Voice
from voicenuts.values import Arg, Listing, Name, Ref

NAMES = ("Amber", "Dusty", "Ginger", "Pepper")
RATES = (140, 180, 180, 180, 220, 260)
"""Words a minute; 180 is usual."""

PLACES = (*(f"place-tree-{n}" for n in range(1, 9)), "place-old-oak", "place-hollow-log")
THIEVES = ("thief-marten", "thief-lynx", "thief-fox")
LARGEST = 20
"""Numbers are drawn from 1 to this."""


def version() -> str:
    """Changes with the prompts."""
    files = sorted((resources.folder("prompts") / "en").glob("*.ftl"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def lines(rng: random.Random) -> Iterator[tuple[str, Wave]]:
    """Text and sound of one line after another, without end; the same generator gives the same lines."""
    prompts = Prompts(resources.folder("prompts"), "en", NAMES)
    messages = [m for m in prompts.messages if prompts.kind(m) != "part"]
    voice = Voice("en")
    known: dict[tuple[str, int], Wave] = {}
    try:
        while True:
            for message in rng.sample(messages, len(messages)):
                key = rendered(prompts, message, rng), rng.choice(RATES)
                if key not in known:
                    known[key] = voice.say(*key).result() / 32768.0
                if len(known[key]):
                    yield key[0], known[key]
    finally:
        voice.close()


def rendered(prompts: Prompts, message: str, rng: random.Random) -> str:
    """A message in words, its arguments and its level of detail by chance."""
    args = tuple((name, _argument(name, message, rng)) for name in sorted(prompts.variables(message)))
    return prompts.render(message, args, rng.choice((1, 2, 2, 3)))


def _name(rng: random.Random) -> Arg:
    return Name(rng.randrange(len(NAMES)))


def _names(rng: random.Random) -> Arg:
    return Listing(tuple(Name(seat) for seat in rng.sample(range(len(NAMES)), rng.randint(1, 3))), "and")


def _places(rng: random.Random) -> Arg:
    return Listing(tuple(Ref(place) for place in rng.sample(PLACES, rng.randint(1, 4))), "or")


def _squares(rng: random.Random) -> Arg:
    at = [(("seat", _name(rng)), ("place", Ref(place))) for place in rng.sample(PLACES, 2)]
    return Listing(tuple(Ref("seat-at", one) for one in at), "then")


def _scores(rng: random.Random) -> Arg:
    def one() -> Ref:
        numbers = (("total", rng.randint(1, 25)), ("nuts", rng.randint(0, 9)))
        return Ref("seat-score", (("seat", _name(rng)), *numbers))

    return Listing((one(), one()), "then")


def _exits(rng: random.Random) -> Arg:
    trees = (("place", Ref(place)) for place in rng.sample(PLACES[:8], 2))
    return Listing(tuple(Ref("exit-tree", (tree, ("cards", rng.randint(0, 7)))) for tree in trees), "then")


def _calls(rng: random.Random) -> Arg:
    return Ref("call-first", (("seat", _name(rng)), ("thief", _thief(rng))))


def _thief(rng: random.Random) -> Arg:
    return Ref(rng.choice(THIEVES))


def _numbers(rng: random.Random) -> Arg:
    return Listing((2, 3, 4), "or")


ARGUMENTS: dict[str, Callable[[random.Random], Arg]] = {
    "seat": _name,
    "next": _name,
    "name": _name,
    "names": _names,
    "seats": _names,
    "others": _names,
    "place": lambda rng: Ref(rng.choice(PLACES)),
    "places": _places,
    "scores": _scores,
    "exits": _exits,
    "calls": _calls,
    "thief": _thief,
    "other": _thief,
    "numbers": _numbers,
    "hundredths": lambda rng: rng.randint(1, 99),
}
"""By the argument's name; all others are numbers."""


def _argument(name: str, message: str, rng: random.Random) -> Arg:
    if name == "places" and message in ("positions", "answer-everyone"):
        return _squares(rng)
    return ARGUMENTS[name](rng) if name in ARGUMENTS else rng.randint(1, LARGEST)

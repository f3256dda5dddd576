"""The longest arguments the messages of Nutventure may have to carry, and the words its players say."""

from __future__ import annotations

import re
from typing import Final

from voicenuts.games.nutventure.words import colour, part, place, target
from voicenuts.values import Arg, Listing, Name, Ref

MIDDLE_TWELVE: Final = place(12)
NUTS = part("nuts", nuts=2)
STEP = Listing((MIDDLE_TWELVE, colour("yellow"), NUTS), "then")
WHOLE = Listing((MIDDLE_TWELVE, colour("yellow"), part("ladder"), NUTS), "then")
FACE = Listing((colour("green"), colour("blue")))
DIRECTIONS = tuple(part(f"direction-{direction}") for direction in ("left", "right", "up"))
HOURS = Listing((5, 9, 1, 5), "and")
THREE = Listing(tuple(target(store) for store in ("nest", "hive", "mushroom")), "then")


def _each(message: str, **args: Arg) -> tuple[Ref, ...]:
    return tuple(part(message, seat=Name(seat), **args) for seat in range(4))


EXITS = Listing(tuple(part("exit", direction=go, colour=colour("blue")) for go in DIRECTIONS), "then")
AROUND = Listing(
    tuple(part("exit-with", direction=go, colour=colour("blue"), there=NUTS) for go in DIRECTIONS), "then"
)
STOPS = Listing(
    (
        part("stop-store", target=target("mushroom"), unused=0),
        part("stop-nuts", square=MIDDLE_TWELVE, nuts=2, unused=0),
        part("stop-nuts", square=MIDDLE_TWELVE, nuts=1, unused=3),
    ),
    "then",
)
OWL = tuple(part("owl-moves", owl=Listing((n,), "and")) for n in (5, 9, 5, 9))
NOBODY = tuple(part("none-moves", times=times) for times in (1, 2))


def _both(*hours: int) -> Ref:
    return part("both-move", owl=Listing(hours, "and"), fox=Listing(hours, "and"))


LONGEST: Final[dict[str, tuple[Arg, ...]]] = {
    "hour": (1, 12),
    "owl": (9,),
    "fox": (11,),
    "square": (MIDDLE_TWELVE, place(0)),
    "colour": (colour("yellow"),),
    "colours": (Listing(tuple(map(colour, ("yellow", "green", "blue", "red")))),),
    **dict.fromkeys(("face", "first", "second", "third", "fourth"), (FACE,)),
    "direction": DIRECTIONS,
    "there": (NUTS, target("mushroom")),
    "ways": (EXITS,),
    "target": (MIDDLE_TWELVE, target("crown"), target("nut")),
    "store": (target("mushroom"),),
    "stores": (1, 4),
    "stops": (STOPS,),
    "moves": tuple(
        Listing(moves, "then")
        for moves in (
            OWL,
            (_both(5), NOBODY[0], _both(9)),
            (_both(5), OWL[1], NOBODY[1]),
            (_both(5, 9), OWL[0]),
            (_both(5, 9, 1, 5),),
        )
    ),
    "scared": (Listing(_each("scared-drops", nuts=2), "then"),),
    "nuts": (1, 2),
    "unused": (0, 1, 3),
    "steps": (1, 4),
    "number": (4,),
    "times": (1, 4),
    "round": (20,),
    "rounds": (20,),
    "burden": (part("carrying", nuts=2), part("carrying-nothing")),
    "empty": (part("empty-some", stores=THREE), part("empty-all"), part("empty-none")),
    "everyone": (
        Listing(
            (*_each("seat-at", square=MIDDLE_TWELVE, nuts=2), part("owl-at", hour=5), part("fox-at", hour=7)),
            "then",
        ),
    ),
    "scores": (Listing(_each("seat-score", total=8, stores=4), "then"),),
}
"""By argument."""

OF_MESSAGE: Final[dict[str, dict[str, tuple[Arg, ...]]]] = {
    "nutventure-step": {"square": (STEP,)},
    "nutventure-where": {"square": (WHOLE,)},
    "nutventure-answer-around": {"ways": (AROUND,)},
    "nutventure-empty-some": {"stores": (THREE,)},
    "nutventure-owl-moves": {"owl": (HOURS,)},
    "nutventure-fox-moves": {"fox": (HOURS,)},
    "nutventure-both-move": {name: (Listing((5,), "and"),) for name in ("owl", "fox")},
}
"""By message and argument, where a message has an argument to itself."""

COMMANDS: Final = re.compile(
    r"\b(roll|throw|scores?|points?|status|help|repeat|pause|wait|resume|where am i|options|shorter|longer|"
    r"faster|slower|louder|quieter|undo|right|left|up|down|done|keep it|leave it|yes|go (nest|hive|fern|"
    r"mushroom|nut|crown))\b",
    re.IGNORECASE,
)
"""Words players say; only help, options and the question for a step may."""

"""The longest arguments the host's messages may have to carry, and the words its players say."""

from __future__ import annotations

import re
from typing import Final

from voicenuts.games.registry import GAMES
from voicenuts.values import Arg, Listing, Ref

TITLES = tuple(Ref(f"game-{game}") for game in GAMES)
EVERYBODY = Listing(("Amber", "Dusty", "Ginger", "Pepper"), "and")

LONGEST: Final[dict[str, tuple[Arg, ...]]] = {
    "game": TITLES,
    "games": (Listing(TITLES, "or"),),
    "winners": (EVERYBODY,),
    "best": ("Ginger",),
    "total": (1, 61),
}

OF_MESSAGE: Final[dict[str, dict[str, tuple[Arg, ...]]]] = {
    "fame-last-and-most": {"games": (2, 30)},
}
"""Values for arguments that mean something else in one message."""

COMMANDS: Final = re.compile(r"\b(yes|quit game|top squirrels)\b", re.IGNORECASE)
"""Words players say; only the help may name them."""

"""Which kind of player plays which game."""

from __future__ import annotations

from typing import Final

from voicenuts.lab.gonuts_player import NutsPlayer
from voicenuts.lab.hazelnut_player import HazelnutPlayer
from voicenuts.lab.nutventure_player import TreePlayer
from voicenuts.lab.player import Player

PLAYERS: Final[dict[str, type[Player]]] = {
    "hazelnut": HazelnutPlayer,
    "go-nuts": NutsPlayer,
    "nutventure": TreePlayer,
}
"""By the name of the game."""

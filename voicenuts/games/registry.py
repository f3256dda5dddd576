"""The games there are: a line each, and everything else finds them here."""

from __future__ import annotations

from typing import Final, cast

from voicenuts.games.game import Game
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.nutventure import game as nutventure

GAMES: Final[dict[str, Game]] = {
    "hazelnut": cast(Game, hazelnut),
    "go-nuts": cast(Game, gonuts),
    "nutventure": cast(Game, nutventure),
}
"""By the name that the command line, journals, `menu.NAME` phrases and `game-NAME` messages use."""

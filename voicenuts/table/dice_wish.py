"""Whose dice are thrown: said by anybody at the sign-on or in the menu, the last one counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from voicenuts.values import Effect, Say

GROUP: Final = "dice"
"""The group of phrases; the tail of an id is the wish, a key of `Game.DICE_WISHES`."""

WISHES: Final = ("virtual", "real", "all")
"""The table's dice; real ones where that is fair; real ones wherever the game has dice."""


def told(wish: str) -> Effect:
    """The confirmation."""
    return Say(None, f"dice-{wish}")


def wished(options: Mapping[str, Any], wish: str) -> dict[str, Any]:
    """The options with this wish, if there is one ("": none)."""
    return {**options, "dice": wish} if wish else dict(options)


def kept(options: Mapping[str, Any]) -> dict[str, str]:
    """What of these options holds for another game, too: whose dice are thrown.

    >>> kept({"dice": "mixed", "rescue": True}), kept({"dice": "all"}), kept({})
    ({'dice': 'real'}, {'dice': 'all'}, {})
    """
    dice = options.get("dice")
    if dice is None:
        return {}
    return {"dice": dice if dice in WISHES else "real"}

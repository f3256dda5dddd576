"""Events as plain JSON values and back: what a journal writes and a resume reads.

Any frozen dataclass can be an event if its fields are int, float, bool, str, None, literals, enums,
tuples, frozensets or dataclasses of those.  The shared events are known by their class name; a game's own
by `game.Class`, so that two games may both have a `Roll`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from voicenuts.games.registry import GAMES
from voicenuts.values import Asked, Cued, Lapsed, Resolved, Undone

Plain = dict[str, Any]
"""A dict that `json.dumps` takes as it is."""


class CodecError(ValueError):
    """An event that cannot be written, or a dict that is no event; the message says why."""


class UnknownEvent(CodecError):
    """The event's kind was never registered: written by another version or another game."""


_KINDS: dict[str, type] = {}
_TAGS: dict[type, str] = {}


def register(game: str, *kinds: type) -> None:
    """Make a game's event classes known; `game` "" is for events that all games share."""
    for kind in kinds:
        tag = f"{game}.{kind.__name__}" if game else kind.__name__
        _KINDS[tag], _TAGS[kind] = kind, tag


register("", Asked, Cued, Resolved, Lapsed, Undone)
for _name, _game in GAMES.items():
    register(_name, *_game.COMMANDS)


def dump(event: object) -> Plain:
    """The event as a dict of JSON values, its kind under "event"; raises `UnknownEvent`.

    >>> dump(Cued("start", 480))
    {'event': 'Cued', 'id': 'start', 'at': 480}
    """
    tag = _TAGS.get(type(event))
    if tag is None:
        raise UnknownEvent(f"{type(event).__name__} is not a registered event")
    record: Plain = _plain(event)
    return {"event": tag} | record


def load(record: Plain) -> Any:
    """The event `dump` made the record from; raises `UnknownEvent` or `CodecError`.

    >>> load({"event": "Cued", "id": "start", "at": 480})
    Cued(id='start', at=480)
    """
    tag = record.get("event") if isinstance(record, dict) else None
    if not isinstance(tag, str):
        raise CodecError(f"a record of an event names its kind under 'event'; this is {record!r}")
    if tag not in _KINDS:
        raise UnknownEvent(f"event {tag!r} is not known to this version")
    return load_as(_KINDS[tag], {name: value for name, value in record.items() if name != "event"})


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def load_as(kind: type, value: Any) -> Any:
    """A dataclass of `kind` from a dict; fields with defaults may be missing, no others may be there.

    Raises `CodecError` for those, and for values of another type than the field's.
    """
    if not isinstance(value, dict):
        raise CodecError(f"{kind.__name__} needs its fields; this is {value!r}")
    hints = _hints(kind)
    strange = value.keys() - hints.keys()
    if strange:
        raise CodecError(f"{kind.__name__} has no field {', '.join(sorted(strange))}")
    try:
        return kind(**{name: _typed(hints[name], item) for name, item in value.items()})
    except TypeError as error:
        raise CodecError(f"{kind.__name__} lacks a field: {error}") from error


def _typed(hint: Any, value: Any) -> Any:
    """The value as its annotated type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _either(get_args(hint), value)
    if origin in (tuple, frozenset):
        return _several(origin, get_args(hint), value)
    if origin is Literal:
        return _one_of(get_args(hint), value)
    if is_dataclass(hint) and isinstance(hint, type):
        return load_as(hint, value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint, value)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise CodecError(f"{value!r} is not {getattr(hint, '__name__', hint)}")
    return value


def _either(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return _typed(kind, value)
        except CodecError:
            continue
    raise CodecError(f"{value!r} is none of {', '.join(map(str, kinds))}")


def _one_of(members: tuple[Any, ...], value: Any) -> Any:
    if value not in members:
        raise CodecError(f"{value!r} is none of {', '.join(map(repr, members))}")
    return value


def _several(make: Callable[[list[Any]], Any], kinds: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        raise CodecError(f"{value!r} is not a list")
    if len(kinds) > 1 and kinds[1] is not Ellipsis:
        if len(kinds) != len(value):
            raise CodecError(f"{value!r} should have {len(kinds)} items")
        return make([_typed(kind, item) for kind, item in zip(kinds, value, strict=True)])
    return make([_typed(kinds[0], item) for item in value])


def _member(kind: type[Enum], value: Any) -> Enum:
    try:
        return kind(value)
    except ValueError as error:
        raise CodecError(f"{value!r} is no {kind.__name__}") from error

"""How sure a model must be of each phrase: thresholds measured with it, kept in its folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

from voicenuts.errors import PlainError

FILE = "confidence.toml"
"""`[group]` tables of `name = confidence`, the ids of a phrase book."""


def read(model: Path) -> dict[str, float]:
    """The thresholds (0-1) by phrase id; none for a model without the file.

    Confidences of two models are not alike, so a phrase book's own thresholds are only a beginning: those
    of our models were chosen on recordings nothing was trained on, for each phrase as low as other
    people's talk and other phrases allow.  PlainError when the file is damaged.
    """
    path = model / FILE
    if not path.exists():
        return {}
    try:
        groups = tomllib.loads(path.read_text(encoding="utf-8"))
        sure = {f"{group}.{name}": value for group, names in groups.items() for name, value in names.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise PlainError(
            f"The thresholds {path} cannot be read: {error}. Copy the model's folder again, or remove them."
        ) from error
    for id, value in sure.items():
        if not _is_share(value):
            raise PlainError(
                f"The thresholds {path} give {id} the confidence {value!r}: it must be a number from 0 to 1. "
                "Copy the model's folder again, or remove them."
            )
    return sure


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1

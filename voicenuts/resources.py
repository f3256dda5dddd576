"""Where embedded models, prompts, player voices and noises lie, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL = _PACKAGE / "_data"
_CHECKOUT = {
    "models": "models",
    "prompts": "prompts",
    "voices": "fixtures/voices",
    "noises": "fixtures/noises",
}


def folder(kind: str) -> Path:
    """The folder `models`, `prompts`, `voices` or `noises`; independent of the working directory."""
    installed = _WHEEL / kind
    return installed if installed.is_dir() else _PACKAGE.parent / _CHECKOUT[kind]

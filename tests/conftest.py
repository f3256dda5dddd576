"""What every room's tests may use: the embedded model, the English phrase book, the players' voices."""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from voicenuts import resources
from voicenuts.hearing import confidence, phrasebook
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab import voices
from voicenuts.lab.voices import Voice

settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


@pytest.fixture(scope="session")
def model() -> Model:
    return Model(resources.folder("models") / "en")


@pytest.fixture(scope="session")
def book(model: Model) -> PhraseBook:
    path = resources.folder("prompts") / "en" / "phrases.toml"
    return phrasebook.load(path, model.knows, confidence.read(model.path))


@pytest.fixture(scope="session")
def players() -> dict[str, Voice]:
    return {voice.name: voice for voice in voices.load(resources.folder("voices"))}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the user's own data or cache folders."""
    home = tmp_path / "home"
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    return home

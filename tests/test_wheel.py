"""The wheel holds everything a game needs, and works from wherever it lies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
SHOUT = CHECKOUT / "fixtures" / "scenes" / "one-shout.flac"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, which stays as it is."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-B", "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    built = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (path,) = out.glob("*.whl")
    return path


def test_everything_is_inside_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for part in ("models/en/am/final.mdl", "prompts/en/phrases.toml", "prompts/en/hazelnut.ftl"):
        assert f"voicenuts/_data/{part}" in names
    places = {
        "models/en": "models/en",
        "prompts": "prompts",
        "fixtures/voices": "voices",
        "fixtures/noises": "noises",
    }
    kept = {
        path.relative_to(CHECKOUT / where).as_posix(): inside
        for where, inside in places.items()
        for path in (CHECKOUT / where).rglob("*")
        if path.is_file()
    }
    assert {f"voicenuts/_data/{inside}/{path}" for path, inside in kept.items()} <= names
    modules = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "voicenuts").rglob("*.py")}
    assert modules <= names
    assert not [name for name in names if name.startswith(("tests", "fixtures")) or name.endswith(".pyc")]
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"voicenuts"}


def test_the_command_is_declared(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (scripts,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "voicenuts = voicenuts." in archive.read(scripts).decode()
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())


def test_it_hears_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    place, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(place)
    script = (
        "import sys, voicenuts; assert voicenuts.__file__.startswith(sys.argv[1]), voicenuts.__file__; "
        "from voicenuts.cli import main; sys.exit(main(sys.argv[2:]))"
    )
    hear = ["hear", str(SHOUT), "--listen", "thief,place", "--json"]
    command = [sys.executable, "-c", script, str(place), *hear]
    env = {**os.environ, "PYTHONPATH": str(place)}
    ran = subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    heard = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(one["seat"], one["phrase"]) for one in heard] == [(1, "place.tree-2"), (2, "thief.lynx")]
    assert list(elsewhere.iterdir()) == []

"""Where models, prompts and voices are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicenuts import resources


@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("models", "en/am"),
        ("prompts", "en/phrases.toml"),
        ("voices", "manifest.jsonl"),
        ("noises", "README.md"),
    ],
)
def test_a_checkout_has_them_wherever_one_stands(
    kind: str, inside: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert resources.folder(kind).is_absolute()
    assert (resources.folder(kind) / inside).exists()


def test_an_installed_wheel_has_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "prompts").mkdir()
    monkeypatch.setattr(resources, "_WHEEL", tmp_path)
    assert resources.folder("prompts") == tmp_path / "prompts"
    # What the wheel should lack is still looked for beside the package.
    assert resources.folder("models") == Path(resources.__file__).parents[1] / "models"


def test_there_is_no_other_kind() -> None:
    with pytest.raises(KeyError):
        resources.folder("secrets")

"""A live game on a shared screen: everybody may read along, and learns no secret."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest

from voicenuts import evening, playing
from voicenuts.devices.files import read_blocks
from voicenuts.devices.stream import Live, Process
from voicenuts.games.hazelnut.state import Card
from voicenuts.lab import demo, scenes
from voicenuts.lab.scenes import Scene
from voicenuts.lab.script import Utterance
from voicenuts.lab.virtual import Record
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.session import Session, Setup

SCENES = Path(__file__).parents[1] / "fixtures" / "scenes"


class Recording:
    """Devices that play a scene's microphones and then are silent."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def run(self, process: Process) -> None:
        """Every block of the scene."""
        for block in read_blocks(self._scene.sound, len(self._scene.names)):
            process(block)


def captions(name: str, card: str, path: Path) -> list[str]:
    """What a live game writes of a scene when another card is drawn."""
    scene = scenes.load(SCENES / f"{name}.toml")
    lines: list[str] = []
    setup = Setup(names=scene.names, secret=scene.secret, options={"known": True})
    session = Session(setup, path, FakeVoice())
    scenes.set_up(scene, session.table)
    stacks = [(*stack[:-1], Card(card)) for stack in session.table.state.stacks]
    session.table.state = session.table.state._replace(stacks=tuple(stacks))
    playing.live(evening.straight(session), cast(Live, Recording(scene)), lines.append)
    return lines


@pytest.mark.parametrize(("name", "told_s"), [("one-shout", (1, 4)), ("whisper-mode", (5, 8))])
def test_captions_of_a_live_game_do_not_show_secrets(
    name: str, told_s: tuple[int, int], tmp_path: Path
) -> None:
    evenings = {card: captions(name, card, tmp_path / f"{card}.sqlite") for card in ("hazelnut", "lynx")}
    nut = evenings["hazelnut"]
    (secret,) = [line for line in nut if "narrator to Amber" in line]
    time, _, line = secret.partition(" ")
    assert line == "narrator to Amber: (a secret)"
    assert told_s[0] <= int(time.removeprefix("0:")) <= told_s[1]
    call = next(number for number, line in enumerate(nut) if line.endswith("!"))
    for lines in evenings.values():
        assert lines[: call + 1] == nut[: call + 1]


@pytest.mark.parametrize("written", [True, False])
def test_it_is_told_when_players_had_to_write(
    written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Utterance(0, "two nuts", "thrown.nuts-2", 0, 9, written=written)
    monkeypatch.setattr(demo, "show", lambda *args: Record(script=[said]))
    begin = partial(Session, Setup("go-nuts"), tmp_path / "game.sqlite", FakeVoice())
    playing.recorded(begin, tmp_path / "game.flac", None, True, print)
    assert ("handed in as text" in capsys.readouterr().out) is written

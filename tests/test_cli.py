"""The command line: what it prints, what it refuses, and one whole game from another folder."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from voicenuts import commands, playing, resources
from voicenuts.cli import main
from voicenuts.devices.listing import OneMicrophone
from voicenuts.errors import PlainError
from voicenuts.games.registry import GAMES
from voicenuts.lab import bench, demo
from voicenuts.lab.virtual import Record
from voicenuts.table.session import Setup
from voicenuts.values import RATE

SCENES = Path(__file__).parents[1] / "fixtures" / "scenes"
SHOUT = SCENES / "one-shout.flac"
COMMANDS = ("play", "resume", "games", "replay", "hear", "devices", "bench", "model")

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """The command sets its own; the test's come back."""
    before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}
    yield
    for which, handler in before.items():
        signal.signal(which, handler)


def refusal(argv: list[str], capfd: Capture) -> str:
    """The one line on stderr with which a command ends in status 2."""
    assert main(argv) == 2
    said = capfd.readouterr()
    assert said.err.endswith(".\n")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


# ---------------------------------------------------------------- help and arguments


@pytest.mark.parametrize("argv", [["--help"], *([command, "--help"] for command in COMMANDS)])
def test_every_command_has_help(argv: list[str], capfd: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 0
    said = capfd.readouterr()
    assert said.out.startswith("usage: voicenuts")
    assert said.err == ""
    if len(argv) == 1:
        assert all(re.search(rf"^    {command} ", said.out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["play", "chess"], "invalid choice: 'chess'"),
        (["play", "--seats", "7"], "'7', where two, three or four can play"),
        (["play", "--secret", "shout"], "invalid choice: 'shout'"),
        (["play", "--seats"], "--seats: expected one argument"),
        (["play", "--seed", "x"], "'x', where a whole number from 0 up is needed"),
        (["play", "--seed", "-5"], "'-5', where a whole number from 0 up is needed"),
        (["play", "--s", "3"], "ambiguous option: --s"),
        (["play", "--bogus"], "unrecognized arguments: --bogus"),
        (["bench", "--games", "0"], "'0', where a whole number from 1 up is needed"),
        (["bench", "--games", "many"], "'many', where a whole number"),
        (["hear", "one.wav", "two.wav"], "unrecognized arguments: two.wav"),
        (["hear"], "FILE"),
        (["replay"], "GAME"),
    ],
)
def test_a_wrong_argument_is_one_sentence_that_names_the_help(
    argv: list[str], said: str, capfd: Capture
) -> None:
    sentence = refusal(argv, capfd)
    assert said in sentence
    assert re.match(r"voicenuts( \w+)?: ", sentence)
    assert re.search(r"; 'voicenuts( \w+)? --help' says what may be typed\.$", sentence)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--names", "Ola,Jan", "--seats", "3"], "2 names for 3 seats"),
        (["--names", "Ola"], "1 name for 2 to 4 seats"),
        (["--names", "A,B,C,D,E"], "5 names for 2 to 4 seats"),
        (["--names", ""], "1 name for 2 to 4 seats"),
        (["--names", "Ola,Ola"], "the same name or none"),
        (["--names", "Ola,"], "the same name or none"),
        (["--names", "Ola,ola"], "the same name or none"),
    ],
)
def test_names_and_seats_must_fit(argv: list[str], said: str, capfd: Capture) -> None:
    assert said in refusal(["play", "--fast", *argv], capfd)


# ---------------------------------------------------------------- hear


def test_hear_prints_plain_lines(capfd: Capture) -> None:
    assert main(["hear", str(SHOUT), "--listen", "thief,place"]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    tree, leo = said.out.splitlines()
    number = r"\d+\.\d\d"
    times = rf"{number} to {number} seconds"
    assert re.fullmatch(rf"{times}, seat 1: tree two \(place\.tree-2\), confidence {number}", tree)
    assert re.fullmatch(rf"{times}, seat 2: leo \(thief\.lynx\), confidence {number}", leo)


def test_hear_prints_one_json_object_a_line(capfd: Capture) -> None:
    assert main(["hear", str(SHOUT), "--listen", "thief,place", "--json"]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    tree, leo = (json.loads(line) for line in said.out.splitlines())
    assert list(leo) == ["seat", "phrase", "words", "onset_s", "end_s", "confidence"]
    assert (tree["seat"], tree["phrase"], tree["words"]) == (1, "place.tree-2", "tree two")
    assert (leo["seat"], leo["phrase"], leo["words"]) == (2, "thief.lynx", "leo")
    assert leo["onset_s"] == pytest.approx(4.8, abs=0.04)
    assert leo["onset_s"] < leo["end_s"] < 5.6
    assert 0.7 <= leo["confidence"] <= 1


def test_hear_listens_for_what_it_is_told(capfd: Capture) -> None:
    assert main(["hear", str(SHOUT), "--listen", "thief.lynx", "--json"]) == 0
    (only,) = map(json.loads, capfd.readouterr().out.splitlines())
    assert only["phrase"] == "thief.lynx"


def test_a_wrong_group_is_refused_with_the_groups_there_are(capfd: Capture) -> None:
    said = refusal(["hear", str(SHOUT), "--listen", "thief,spells"], capfd)
    assert "no phrase or group 'spells'" in said
    assert re.search(r"its groups are .*\bthief\b.*\bplace\b", said)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.wav", None, "There is no file"),
        ("notes.wav", b"Dear diary, today we played.\n", "is not a sound file"),
        ("empty.wav", b"", "is empty"),
    ],
)
def test_what_is_no_recording_is_refused(
    name: str, content: bytes | None, said: str, tmp_path: Path, capfd: Capture
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    line = refusal(["hear", str(file)], capfd)
    assert said in line
    assert str(file) in line


def test_a_recording_without_a_phrase(tmp_path: Path, capfd: Capture) -> None:
    file = tmp_path / "silence.wav"
    soundfile.write(file, np.zeros((RATE, 2)), RATE)
    assert main(["hear", str(file)]) == 0
    assert capfd.readouterr().out == "No phrase was heard.\n"
    assert main(["hear", str(file), "--json"]) == 0
    assert capfd.readouterr().out == ""


# ---------------------------------------------------------------- models


def damaged(folder: Path, *files: str) -> Path:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(b"not a model")
    return folder


@pytest.mark.parametrize("command", [["hear", str(SHOUT)], ["play", "--fast"]])
@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], "There is no model folder"),
        (["readme.txt"], "is not a Vosk model: it has no am/final.mdl"),
        (["inner/am/final.mdl"], "The model lies one level deeper: give --model"),
        (["am/final.mdl", "graph/HCLG.fst"], "has no runtime graph (HCLr.fst and Gr.fst missing)"),
        (["am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst"], "does not load: its files seem damaged"),
    ],
)
def test_a_wrong_model_is_one_line(
    command: list[str], files: list[str], said: str, tmp_path: Path, monkeypatch: Any, capfd: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    model = damaged(tmp_path / "model", *files)
    assert said in refusal([*command, "--model", str(model)], capfd)
    assert not (tmp_path / "voicenuts.flac").exists()


def test_the_embedded_model_may_be_named_too(capfd: Capture) -> None:
    model = resources.folder("models") / "en"
    assert main(["hear", str(SHOUT), "--listen", "thief", "--model", str(model)]) == 0
    assert "thief.lynx" in capfd.readouterr().out


# ---------------------------------------------------------------- play and bench


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Any, ...]]:
    """No sound system, and games that are over before they begin: what they would have been is listed."""
    calls: list[tuple[Any, ...]] = []

    def refuse(*_: Any) -> None:
        raise PlainError("No microphone was found: connect one, then start again.")

    def show(session: Any, sound: Path, loudspeaker: Any, write: Any) -> Record:
        calls.append((session.setup, sound, loudspeaker))
        write("0:00 narrator: Hello.")
        return Record()

    monkeypatch.setattr(commands, "most", refuse)
    monkeypatch.setattr(commands, "Live", refuse)
    monkeypatch.setattr(playing, "play_only", refuse)
    monkeypatch.setattr(demo, "show", show)
    monkeypatch.chdir(tmp_path)
    return calls


@pytest.mark.parametrize("argv", [[], ["play"]])
def test_without_devices_recorded_players_take_the_seats(
    argv: list[str], shown: list[Any], capfd: Capture
) -> None:
    assert main(argv) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert said.out.splitlines() == [
        "No microphone was found: connect one, then start again.",
        "Recorded players take the seats.",
        "There is no loudspeaker to play it on: the game is written down without waiting.",
        "0:00 narrator: Hello.",
        "The whole game is in voicenuts.flac.",
    ]
    ((setup, sound, loudspeaker),) = shown
    assert (setup.names, setup.seed, setup.recorded) == (
        ("Amber", "Dusty", "Ginger"),
        commands.DEMO_SEED,
        True,
    )
    assert (sound, loudspeaker) == (Path("voicenuts.flac"), None)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_recorded_players_play_every_game(game: str, shown: list[Any]) -> None:
    assert main(["play", game, "--demo"]) == 0
    ((setup, *_),) = shown
    assert setup.game == game


def test_a_games_own_options_are_typed_by_name(shown: list[Any]) -> None:
    assert main(["play", "go-nuts", "--fast", "--with", "dice=mixed, rescue=yes,goal=30"]) == 0
    ((setup, *_),) = shown
    assert setup.options == {"dice": "mixed", "rescue": True, "goal": 30}


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("dice", "--with dice: write NAME=VALUE"),
        ("wings=2", "no option 'wings': its options are dice, faces, goal"),
        ("dice=wooden", "cannot be played so: 'wooden' is none of 'virtual', 'physical', 'mixed'"),
        ("goal=0", "cannot be played so: the goal must be at least 1"),
    ],
)
def test_an_option_that_a_game_does_not_have(wish: str, said: str, shown: list[Any], capfd: Capture) -> None:
    assert said in refusal(["play", "go-nuts", "--fast", "--with", wish], capfd)
    assert shown == []


def test_a_device_that_was_named_must_be_there(shown: list[Any], capfd: Capture) -> None:
    assert "No microphone" in refusal(["play", "--input", "studio"], capfd)
    assert "No microphone" in refusal(["play", "--output", "studio"], capfd)
    assert "No microphone" in refusal(["play", "--demo", "--output", "studio"], capfd)
    assert shown == []


def test_fast_play_looks_for_no_device(shown: list[Any], capfd: Capture, tmp_path: Path) -> None:
    names = ["--names", " Ola , Jan,Ewa,Piotr", "--seats", "4"]
    assert main(["play", "hazelnut", "--fast", "--seed", "9", "--sound", "mine.wav", *names]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "The whole game is in mine.wav."
    ((setup, sound, _),) = shown
    assert (setup.game, setup.names, setup.seed) == ("hazelnut", ("Ola", "Jan", "Ewa", "Piotr"), 9)
    assert sound == Path("mine.wav")


@pytest.mark.parametrize(
    ("wishes", "secret"),
    [
        ([], "headphones"),
        (["--secret", "headphones"], "headphones"),
        (["--secret", "whisper"], "whisper"),
        (["--secret", "open"], "open"),
        (["--one-microphone"], "whisper"),
        (["--one-microphone", "--secret", "open"], "open"),
    ],
)
def test_how_recorded_players_learn_their_cards(wishes: list[str], secret: str, shown: list[Any]) -> None:
    assert main(["play", "--fast", *wishes]) == 0
    ((setup, *_),) = shown
    assert setup.secret == secret


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Setup]]:
    """A stereo output, with no ear for anybody; the ears wanted and what was agreed on are listed."""
    games: list[tuple[int, Setup]] = []
    wanted: list[int] = []

    class Stereo(contextlib.ExitStack):
        def __init__(self, seats: int, ears: int, source: str | None, sink: str | None) -> None:
            super().__init__()
            wanted.append(ears)
            self.ears, self.channels = ears if ears < 2 else 0, seats

    monkeypatch.setattr(commands, "Live", Stereo)
    monkeypatch.setattr(playing, "live", lambda stages, *_: games.append((wanted[-1], next(stages).setup)))
    return games


@pytest.mark.parametrize(
    ("wishes", "ears", "secret"),
    [
        ([], 3, "open"),
        (["--secret", "whisper"], 0, "whisper"),
        (["--secret", "open"], 0, "open"),
        (["--one-microphone"], 0, "whisper"),
        (["--one-microphone", "--secret", "open"], 0, "open"),
    ],
)
def test_how_live_players_learn_their_cards(
    wishes: list[str], ears: int, secret: str, live: list[tuple[int, Setup]]
) -> None:
    assert main(["play", "--seats", "3", *wishes]) == 0
    ((wanted, setup),) = live
    assert (wanted, setup.secret, setup.live) == (ears, secret, True)


def test_a_single_microphone_serves_the_whole_table(
    live: list[tuple[int, Setup]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plenty: Any = vars(commands)["Live"]

    def one(seats: int, *rest: Any) -> Any:
        if seats > 1:
            raise OneMicrophone("Headset has 1 input, 3 seats need 3.")
        return plenty(seats, *rest)

    monkeypatch.setattr(commands, "Live", one)
    assert main(["play", "--seats", "3"]) == 0
    ((_, setup),) = live
    assert (setup.shared, setup.secret, len(setup.names)) == (True, "whisper", 3)
    assert capsys.readouterr().out.splitlines() == [commands.ONE_FOR_ALL]


@pytest.mark.parametrize("more", [[], ["--one-microphone"]])
def test_headphones_need_an_output_with_ears(
    more: list[str], live: list[tuple[int, Setup]], capfd: Capture
) -> None:
    said = refusal(["play", "--seats", "3", "--secret", "headphones", *more], capfd)
    assert "fewer than 4 channels" in said
    assert "--secret whisper" in said
    assert live == []


def test_a_game_that_gets_stuck_is_owned_up_to(shown: list[Any], monkeypatch: Any, capfd: Capture) -> None:
    monkeypatch.setattr(demo, "show", lambda *_: Record(stuck=True))
    assert "seed 5 got stuck: please report it" in refusal(["play", "--fast", "--seed", "5"], capfd)


def test_bench_hands_its_arguments_on(monkeypatch: pytest.MonkeyPatch, capfd: Capture) -> None:
    asked = []

    def run(*args: Any) -> dict[str, Any]:
        asked.append(args)
        return {"games": 2, "worst_phrases": []}

    monkeypatch.setattr(bench, "run", run)
    assert main(["bench", "--games", "2", "--seats", "4", "--seed", "8", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {"games": 2, "worst_phrases": []}
    assert main(["bench"]) == 0
    assert capfd.readouterr().out == "games: 2\n"
    assert main(["bench", "--mixed", "--goal", "5"]) == 0
    assert main(["bench", "go-nuts"]) == 0
    assert asked.pop()[1] == (bench.Kind(3, game="go-nuts"),)
    one, all = (bench.Kind(4),), bench.mixed("hazelnut")
    assert asked == [(2, one, 8, None, None), (20, (bench.Kind(3),), 1, None, None), (20, all, 1, None, 5)]


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m voicenuts hear {SHOUT} | true"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("argv", "status"), [(["hear", str(SHOUT)], 2), (["hear", "none.wav"], 2)])
@pytest.mark.parametrize("streams", ["> /dev/full", "> /dev/full 2>&1", ">&-", ">&- 2>&- <&-"])
def test_streams_that_take_nothing_end_no_command_in_a_traceback(
    argv: list[str], status: int, streams: str, tmp_path: Path
) -> None:
    command = f"{sys.executable} -m voicenuts {' '.join(argv)} {streams}"
    ran = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(SCENES.parents[1])},
    )
    assert ran.returncode == (0 if streams.startswith(">&-") and argv[1] == str(SHOUT) else status)
    assert ran.stderr.count("\n") <= 1
    assert "Traceback" not in ran.stderr + ran.stdout


def test_a_terminal_without_the_letters_of_a_name_is_no_fault(tmp_path: Path) -> None:
    program = "import sys; from voicenuts import cli; sys.exit(cli.main(['hear', 'Michał.wav']))"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(SCENES.parents[1]), "PYTHONIOENCODING": "ascii"},
    )
    assert (ran.returncode, ran.stderr) == (2, "There is no file Micha?.wav: check the name.\n")


# ---------------------------------------------------------------- one whole game


def test_a_whole_game_from_another_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "voicenuts", "play", "--fast", "--seats", "2", "--seed", "1"]
    path = os.pathsep.join(filter(None, [str(SCENES.parents[1]), os.environ.get("PYTHONPATH")]))
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    *lines, last = ran.stdout.splitlines()
    assert last == "The whole game is in voicenuts.flac."
    assert all(re.match(r"\d+:\d\d (narrator( to (Amber|Dusty))?|Amber|Dusty): \S", line) for line in lines)
    assert re.search(r"narrator: (Amber|Dusty) wins|share the win", ran.stdout)
    assert sum("!" in line and "narrator" not in line for line in lines) >= 1  # somebody shouted
    minutes, seconds = lines[-1].split()[0].split(":")
    told = 60 * int(minutes) + int(seconds)
    info = soundfile.info(tmp_path / "voicenuts.flac")
    assert (info.channels, info.samplerate, info.format) == (2, RATE, "FLAC")
    assert told < info.duration < told + 20
    wave, _ = soundfile.read(tmp_path / "voicenuts.flac", dtype="int16")
    for minute in range(0, len(wave) - 60 * RATE, 60 * RATE):
        assert (np.abs(wave[minute : minute + 60 * RATE]).max(axis=0) > 1000).all()
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["voicenuts.flac"]


def test_who_shares_a_microphone_is_told_apart_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    scene = Path(__file__).parents[1] / "fixtures" / "scenes" / "one-microphone.flac"
    assert main(["hear", str(scene), "--names", "Amber, Dusty,Ginger", "--listen", "thief"]) == 0
    heard = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[2].partition(",")[0] for line in heard] == [
        " seat 3: leo (thief.lynx)",
        " seat 1: max the marten (thief.marten)",
    ]
    assert main(["hear", str(scene), "--names", "Amber,Ola"]) == 2
    assert "cannot hear the name 'Ola'" in capsys.readouterr().err

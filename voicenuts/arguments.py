"""The arguments of the `voicenuts` command: what may be typed, and how help tells it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn, get_args

from voicenuts.errors import PlainError
from voicenuts.games.registry import GAMES
from voicenuts.hearing.stages import STAGES
from voicenuts.values import SecretMode

ROOM = "room"
"""What `bench` measures beside the games."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are PlainErrors, without the lines of usage before them."""

    def error(self, message: str) -> NoReturn:
        """Raise the PlainError."""
        raise PlainError(f"{self.prog}: {message}; '{self.prog} --help' says what may be typed.")


def parser() -> Parser:
    """The parser of everything that may be typed; it names the command in `command`."""
    main = Parser(
        prog="voicenuts",
        description="Squirrel party games played aloud: one microphone per player, no screen, no network.",
    )
    commands = main.add_subparsers(
        required=True, dest="command", metavar="COMMAND", description="Without a command: play."
    )
    _play_parser(commands.add_parser("play", help="play a game"))
    resume = commands.add_parser("resume", help="go on with a game that was interrupted")
    resume.add_argument(
        "id", nargs="?", metavar="GAME", help="its number in the list of games (default: the newest)"
    )
    _table(resume, "voicenuts-rest.flac")
    commands.add_parser("games", help="list the games there are, newest first")
    replay = commands.add_parser("replay", help="tell an earlier game again, line by line")
    replay.add_argument("id", metavar="GAME", help="its number in the list of games")
    hear = commands.add_parser("hear", help="tell what was said in a recording, by whom and when")
    hear.add_argument("file", type=Path, metavar="FILE", help="WAV or FLAC, one channel per seat")
    hear.add_argument(
        "--listen", metavar="GROUPS", help="phrase groups or ids, with commas between (default: all)"
    )
    hear.add_argument(
        "--names", metavar="A,B,C", help="all share the first channel and begin with these names"
    )
    hear.add_argument("--json", action="store_true", help="one JSON object a line")
    _model(hear)
    commands.add_parser("devices", help="list microphones and loudspeakers")
    _bench_parser(commands.add_parser("bench", help="measure virtual games, or shouts in simulated rooms"))
    model = commands.add_parser("model", help="change what a model hears")
    actions = model.add_subparsers(required=True, dest="action", metavar="ACTION")
    _add_word_parser(actions.add_parser("add-word", help="teach a model one more word"))
    return main


def _bench_parser(bench: argparse.ArgumentParser) -> None:
    what = [*sorted(GAMES), ROOM]
    bench.add_argument("game", nargs="?", default="hazelnut", choices=what, help="which game, or room")
    bench.add_argument("--games", type=_count, default=20, help="how many (default 20)")
    bench.add_argument("--seats", type=_seats, default=3, help="2 to 4 (default 3)")
    bench.add_argument("--mixed", action="store_true", help="every number of seats and way to tell secrets")
    bench.add_argument("--goal", type=_count, help="points that win (default: as ever)")
    bench.add_argument("--seed", type=_seed, default=1, help="of the first game or room (default 1)")
    bench.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    room = bench.add_argument_group("only with room")
    length = room.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true", help="some minutes (as without --full)")
    length.add_argument("--full", action="store_true", help="half an hour, and without each stage of hearing")
    room.add_argument("--figure", type=Path, metavar="FILE", help="a picture (PNG) of what was right")
    room.add_argument(
        "--without", action="append", default=[], choices=sorted(STAGES), help="leave a stage of hearing out"
    )
    _model(bench)


def _add_word_parser(add: argparse.ArgumentParser) -> None:
    add.add_argument("word", metavar="WORD", help="in small letters, such as grandma")
    add.add_argument(
        "pronunciations",
        nargs="+",
        metavar="PRONUNCIATION",
        help='how it is said, in ARPAbet, such as "G R AE N D M AA"; several for several ways',
    )
    _model(add)


def _play_parser(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "game", nargs="?", choices=sorted(GAMES), help="which game (default: the players are asked)"
    )
    play.add_argument("--seats", type=_seats, help="2 to 4 (default 3, or as many as there are names)")
    play.add_argument("--names", metavar="A,B,C", help="the players' names, clockwise")
    play.add_argument("--seed", type=_seed, help="repeat the cards and dice of an earlier game")
    play.add_argument(
        "--one-microphone", action="store_true", help="one for all: every call begins with the player's name"
    )
    play.add_argument(
        "--secret",
        choices=get_args(SecretMode),
        help="how a card is told: in a private ear, whispered by the loudspeaker held to an ear, or not at "
        "all (default: headphones if the output has an ear for every player, else open)",
    )
    play.add_argument(
        "--with",
        dest="options",
        metavar="NAME=VALUE,...",
        help="the game's own options, such as dice=physical or rescue=yes",
    )
    _table(play, "voicenuts.flac")


def _table(parser: argparse.ArgumentParser, sound: str) -> None:
    parser.add_argument("--input", metavar="NAME", help="microphones: part of the device's name")
    parser.add_argument("--output", metavar="NAME", help="loudspeaker: part of the device's name")
    parser.add_argument("--demo", action="store_true", help="recorded players take the seats")
    parser.add_argument("--fast", action="store_true", help="recorded players, without waiting for real time")
    parser.add_argument(
        "--sound", type=Path, metavar="FILE", help=f"stereo WAV or FLAC of a recorded game ({sound})"
    )
    _model(parser)


def _model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", type=Path, metavar="DIR", help="another Vosk model (default: the embedded)"
    )


def _seats(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise argparse.ArgumentTypeError(f"{text!r}, where two, three or four can play")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}, where a whole number from 0 up is needed")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}, where a whole number from 1 up is needed")
    return int(text)

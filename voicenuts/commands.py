"""What each command of `voicenuts` does, from its arguments to the exit status."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from voicenuts import evening, playing, recorded, resources
from voicenuts.arguments import ROOM
from voicenuts.devices.listing import OneMicrophone, devices, most
from voicenuts.devices.stream import Live
from voicenuts.errors import PlainError
from voicenuts.table import retelling, shelf
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.session import NAMES, Session, Setup, agreed, game_named
from voicenuts.table.sign_on_state import MOST
from voicenuts.values import SecretMode

ONE_FOR_ALL = "There is one microphone for the whole table: begin everything you say with your name."

DEFAULT = "hazelnut"
"""The game that is played where nobody has said which, and nobody can be asked."""

DEMO_SEED = 1
"""The game recorded players play unless told otherwise."""


def _play(args: argparse.Namespace) -> int:
    names = _names(args)
    if args.demo or args.fast:
        return _play_recorded(args, names)
    try:
        live = _live(args, len(names)) if args.names or args.seats else _widest(args)
    except PlainError as error:
        if args.input or args.output:
            raise
        print(error)
        print("Recorded players take the seats.")
        return _play_recorded(args, names)
    with live:
        return _play_live(args, names, live)


def _play_live(args: argparse.Namespace, names: tuple[str, ...], live: Live) -> int:
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    known = bool(args.names or args.seats)
    chosen = args.secret or args.one_microphone or live.ears
    secret: SecretMode = _secret(args) if chosen else "open"
    if secret == "headphones" and not live.ears:
        seats = len(names) if known else live.channels
        raise PlainError(
            f"The output has fewer than {1 + seats} channels, so there is no ear for every player: "
            "connect another one, name it with --output, or choose --secret whisper."
        )
    setup = Setup(
        args.game or DEFAULT,
        names,
        seed,
        model=args.model,
        secret=secret,
        options=_options(args),
        live=True,
        shared=args.one_microphone,
    )
    devices = evening.Devices(live.channels, live.ears > 0, args.secret)
    players = evening.players(setup) if known else None
    playing.live(evening.hosted(setup, devices, players, asks_game=args.game is None), live, _say)
    return 0


def _widest(args: argparse.Namespace) -> Live:
    """As many microphones as there are: the players will tell who sits where."""
    channels = 1 if args.one_microphone else most(args.input, MOST)
    if channels == 1:
        print(ONE_FOR_ALL)
    ears = _ears(args, channels) if channels > 1 else 0
    return Live(channels, ears, args.input, args.output)


def _live(args: argparse.Namespace, seats: int) -> Live:
    """A microphone for every seat, or one for the whole table if there is only one, which is said."""
    try:
        if not args.one_microphone:
            return Live(seats, _ears(args, seats), args.input, args.output)
    except OneMicrophone:
        print(ONE_FOR_ALL)
        args.one_microphone = True
    return Live(1, _ears(args, seats), args.input, args.output)


def _ears(args: argparse.Namespace, seats: int) -> int:
    """How many private ears are wanted."""
    return seats if _secret(args) == "headphones" else 0


def _secret(args: argparse.Namespace) -> SecretMode:
    """How cards are to be told: as was said, else in private ears where everybody has a microphone."""
    secret: SecretMode = args.secret or ("whisper" if args.one_microphone else "headphones")
    return secret


def _play_recorded(args: argparse.Namespace, names: tuple[str, ...]) -> int:
    seed = DEMO_SEED if args.seed is None else args.seed
    setup = Setup(
        args.game or DEFAULT,
        names,
        seed,
        model=args.model,
        secret=_secret(args),
        options=_options(args),
        recorded=True,
        shared=args.one_microphone,
    )
    sound = args.sound or Path("voicenuts.flac")
    path = journal_path(shelf.new_id())
    playing.recorded(lambda: Session(setup, path), sound, args.output, args.fast, _say)
    return 0


def _resume(args: argparse.Namespace) -> int:
    with shelf.open_named(args.id) if args.id else shelf.open_newest(_warn) as journal:
        result = shelf.result(journal)
        if result is not None:
            print(f"{shelf.label(journal.path)}: {result}")
            return 0
        print(f"Going on with the game of {shelf.label(journal.path)}: {', '.join(journal.seats)}.")
        if args.demo or args.fast or journal.recorded:
            sound = args.sound or Path("voicenuts-rest.flac")
            begin = partial(Session.resumed, journal, model=args.model)
            playing.recorded(begin, sound, args.output, args.fast, _say)
            return 0
        return _resume_live(args, journal)


def _resume_live(args: argparse.Namespace, journal: Journal) -> int:
    setup = agreed(journal)
    channels = setup.seats_at.least_channels
    ears = channels if setup.ears else 0
    with Live(channels, ears, args.input, args.output) as live:
        if live.ears < ears:
            raise PlainError(
                "This game was begun with an earphone for every player: "
                f"connect an output with {1 + ears} channels, or name it with --output."
            )
        setup = replace(setup, model=args.model, live=True)
        devices = evening.Devices(channels, live.ears > 0)
        playing.live(evening.going_on(journal, setup, devices), live, _say)
    return 0


def _games(args: argparse.Namespace) -> int:
    kept = shelf.files()
    for number, path in enumerate(kept, 1):
        _say(f"{number}: {shelf.line(path)}")
    if not kept:
        print("No game has been played yet.")
    return 0


def _replay(args: argparse.Namespace) -> int:
    with shelf.open_named(args.id) as journal:
        begun = False
        for line in retelling.retold(journal, game_named(journal.game)):
            begun = True
            _say(line)
        if not begun:
            print("Nothing was said: this game was not begun.")
    return 0


def _hear(args: argparse.Namespace) -> int:
    listen = args.listen.split(",") if args.listen else None
    heard_any = False
    names = tuple(map(str.strip, args.names.split(","))) if args.names else ()
    for heard in recorded.hear(args.file, listen, args.model, names):
        heard_any = True
        _say(recorded.as_json(heard) if args.json else recorded.as_line(heard))
    if not heard_any and not args.json:
        print("No phrase was heard.")
    return 0


def _devices(args: argparse.Namespace) -> int:
    found = devices()
    for device in found:
        print(device)
    if not found:
        print("No sound device was found.")
    return 0


def _bench(args: argparse.Namespace) -> int:
    from voicenuts.lab import bench, room_bench

    if args.game == ROOM:
        result = room_bench.run(args.full, args.seed, args.without, args.model, args.figure)
        print(room_bench.report(result, args.json))
        return 0
    if args.quick or args.full or args.figure or args.without:
        raise PlainError("--quick, --full, --figure and --without are for 'voicenuts bench room'.")
    kinds = bench.mixed(args.game) if args.mixed else (bench.Kind(args.seats, game=args.game),)
    print(bench.report(bench.run(args.games, kinds, args.seed, args.model, args.goal), args.json))
    return 0


def _change_model(args: argparse.Namespace) -> int:
    from voicenuts.modelling.add_word import add_word

    model = args.model or resources.folder("models") / "en"
    if add_word(model, args.word, args.pronunciations):
        print(f"The model in {model} hears {args.word!r} now.")
    else:
        print(f"The model in {model} hears {args.word!r} already, said like that; nothing was changed.")
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "resume": _resume,
    "games": _games,
    "replay": _replay,
    "hear": _hear,
    "devices": _devices,
    "bench": _bench,
    "model": _change_model,
}
"""What each command does; returns the exit status."""


# ---------------------------------------------------------------- help


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The game's options as they were typed: NAME=VALUE with commas between."""
    found: dict[str, Any] = {}
    for wish in filter(None, (args.options or "").split(",")):
        name, given, value = (part.strip() for part in wish.partition("="))
        if not given:
            raise PlainError(f"--with {wish}: write NAME=VALUE, such as dice=physical.")
        yes_or_no = {"yes": True, "no": False}.get(value)
        found[name.replace("-", "_")] = yes_or_no if yes_or_no is not None else _number_or_text(value)
    return found


def _number_or_text(value: str) -> int | str:
    return int(value) if value.removeprefix("-").isdecimal() else value


def _names(args: argparse.Namespace) -> tuple[str, ...]:
    given = None if args.names is None else args.names.split(",")
    names = NAMES[: args.seats or 3] if given is None else tuple(map(str.strip, given))
    if args.seats not in (None, len(names)) or not 2 <= len(names) <= 4:
        count = f"{len(names)} name{'' if len(names) == 1 else 's'}"
        raise PlainError(f"{count} for {args.seats or '2 to 4'} seats: give one name per seat.")
    return names


def _warn(error: PlainError) -> None:
    print(error, file=sys.stderr)


def _say(line: str) -> None:
    print(line, flush=True)

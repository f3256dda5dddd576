"""The `voicenuts` command."""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import secrets
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import platformdirs

from voicenuts import arguments, playing, recorded
from voicenuts.devices.listing import OneMicrophone, devices
from voicenuts.devices.stream import Live
from voicenuts.errors import PlainError
from voicenuts.table import retelling, shelf
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.preferences import Preferences, default_path
from voicenuts.table.session import NAMES, Session, Setup, agreed, game_named
from voicenuts.values import SecretMode

DEMO_SEED = 1
"""The game recorded players play unless told otherwise."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 2 for a PlainError, 130 after Ctrl-C or SIGTERM."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name may have letters that this terminal lacks
    try:
        args = arguments.parser().parse_args(argv)
        with contextlib.suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _interrupt)
            signal.signal(signal.SIGTERM, _interrupt)
        with _library_noise_to_log():
            status = COMMANDS[args.command](args)
        print(end="", flush=True)
        return status
    except PlainError as error:
        return _refused(error, 2)
    except KeyboardInterrupt:
        return _refused("Stopped. Nothing is lost: the journal is kept.", 130)
    except BrokenPipeError:
        _nobody_reads()
        return 0
    except OSError as error:
        _nobody_reads()
        why = error.strerror or str(error)
        sentence = f"The system refused ({why}): what is recorded is kept; put that right, then resume."
        return _refused(sentence, 2)


def _refused(sentence: object, status: int) -> int:
    """Say why the command ends, where anybody can hear it."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr)
    return status


def _nobody_reads() -> None:
    """The output takes nothing more: what still waits to be written is let go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(number: int, frame: object) -> None:
    """The first Ctrl-C or SIGTERM ends the program in good order; a second Ctrl-C does not spoil that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise KeyboardInterrupt


# ---------------------------------------------------------------- commands


def _play(args: argparse.Namespace) -> int:
    names = _names(args)
    if args.demo or args.fast:
        return _play_recorded(args, names)
    try:
        live = _live(args, len(names))
    except PlainError as error:
        if args.input or args.output:
            raise
        print(error)
        print("Recorded players take the seats.")
        return _play_recorded(args, names)
    with live:
        return _play_live(args, names, live)


def _live(args: argparse.Namespace, seats: int) -> Live:
    """A microphone for every seat, or one for the whole table if there is only one, which is said."""
    try:
        if not args.one_microphone:
            return Live(seats, _ears(args, seats), args.input, args.output)
    except OneMicrophone:
        print("There is one microphone for the whole table: begin everything you say with your name.")
        args.one_microphone = True
    return Live(1, _ears(args, seats), args.input, args.output)


def _ears(args: argparse.Namespace, seats: int) -> int:
    """How many private ears are wanted."""
    return seats if _secret(args) == "headphones" else 0


def _secret(args: argparse.Namespace) -> SecretMode:
    """How cards are to be told: as was said, else in private ears where everybody has a microphone."""
    secret: SecretMode = args.secret or ("open" if args.one_microphone else "headphones")
    return secret


def _play_live(args: argparse.Namespace, names: tuple[str, ...], live: Live) -> int:
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    secret: SecretMode = args.secret or ("headphones" if live.ears else "open")
    if secret == "headphones" and not live.ears:
        raise PlainError(
            f"The output has fewer than {1 + len(names)} channels, so there is no ear for every player: "
            "connect another one, name it with --output, or choose --secret whisper."
        )
    setup = Setup(
        args.game, names, seed, model=args.model, secret=secret, live=True, shared=args.one_microphone
    )
    with Session(setup, journal_path(shelf.new_id()), preferences=Preferences(default_path())) as session:
        playing.live(session, live, _say)
    return 0


def _play_recorded(args: argparse.Namespace, names: tuple[str, ...]) -> int:
    seed = DEMO_SEED if args.seed is None else args.seed
    setup = Setup(
        args.game,
        names,
        seed,
        model=args.model,
        secret=_secret(args),
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
    ears = setup.ears
    preferences = Preferences(default_path())
    with Live(setup.seats_at.least_channels, ears, args.input, args.output) as live:
        if live.ears < ears:
            raise PlainError(
                "This game was begun with an earphone for every player: "
                f"connect an output with {1 + ears} channels, or name it with --output."
            )
        with Session.resumed(journal, preferences=preferences, model=args.model, live=True) as session:
            playing.live(session, live, _say)
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
        for line in retelling.retold(journal, game_named(journal.game)):
            _say(line)
    return 0


def _hear(args: argparse.Namespace) -> int:
    listen = args.listen.split(",") if args.listen else None
    heard_any = False
    for heard in recorded.hear(args.file, listen, args.model):
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
    from voicenuts.lab import bench

    kinds = bench.MIXED if args.mixed else (bench.Kind(args.seats),)
    print(bench.report(bench.run(args.games, kinds, args.seed, args.model, args.goal), args.json))
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "resume": _resume,
    "games": _games,
    "replay": _replay,
    "hear": _hear,
    "devices": _devices,
    "bench": _bench,
}
"""What each command does; returns the exit status."""


# ---------------------------------------------------------------- help


def _names(args: argparse.Namespace) -> tuple[str, ...]:
    given = None if args.names is None else args.names.split(",")
    names = NAMES[: args.seats or 3] if given is None else tuple(map(str.strip, given))
    if args.seats not in (None, len(names)) or not 2 <= len(names) <= 4:
        raise PlainError(f"{len(names)} names for {args.seats or '2 to 4'} seats: give one name per seat.")
    return names


def _warn(error: PlainError) -> None:
    print(error, file=sys.stderr)


def _say(line: str) -> None:
    print(line, flush=True)


@contextlib.contextmanager
def _library_noise_to_log() -> Iterator[None]:
    """What C libraries write to stderr, and what is logged, goes to the log file; our sentences do not."""
    log = Path(platformdirs.user_log_dir("voicenuts", appauthor=False)) / "libraries.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        kept = os.dup(2)
    except OSError:
        yield
        return
    ours = sys.stderr
    messages = logging.StreamHandler(os.fdopen(os.dup(target), "w"))
    logging.getLogger().addHandler(messages)
    sys.stderr = os.fdopen(os.dup(kept), "w", buffering=1, errors="replace")
    os.dup2(target, 2)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(messages)
        messages.stream.close()
        sys.stderr.flush()
        sys.stderr = ours
        os.dup2(kept, 2)
        os.close(kept)
        os.close(target)

"""The `voicenuts` command."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import platformdirs

from voicenuts import arguments, commands
from voicenuts.errors import PlainError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 2 for a PlainError, 130 after Ctrl-C or SIGTERM."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name may have letters that this terminal lacks
    try:
        typed = sys.argv[1:] if argv is None else argv
        args = arguments.parser().parse_args(typed or ["play"])
        with contextlib.suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _interrupt)
            signal.signal(signal.SIGTERM, _interrupt)
        with _library_noise_to_log():
            status = commands.COMMANDS[args.command](args)
        print(end="", flush=True)
        return status
    except PlainError as error:
        return _refused(error, 2)
    except KeyboardInterrupt:
        return _refused("Stopped. Nothing is lost: the journal is kept.", 130)
    except BrokenPipeError:
        _nobody_reads(sys.stdout)
        return 0
    except OSError as error:
        _nobody_reads(sys.stdout)
        why = error.strerror or str(error)
        sentence = f"The system refused ({why}): what is recorded is kept; put that right, then resume."
        return _refused(sentence, 2)


def _refused(sentence: object, status: int) -> int:
    """Say why the command ends, where anybody can hear it."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        _nobody_reads(sys.stderr)
    return status


def _nobody_reads(stream: TextIO) -> None:
    """`stream` takes nothing more: what still waits to be written is let go, or Python ends with 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _interrupt(number: int, frame: object) -> None:
    """The first Ctrl-C or SIGTERM ends the program in good order; a second Ctrl-C does not spoil that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise KeyboardInterrupt


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

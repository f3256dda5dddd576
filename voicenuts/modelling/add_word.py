"""Teaching a model a word: its graph made anew and put in place so that it is never half old and half new."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from voicenuts.errors import PlainError
from voicenuts.hearing.model import Model, check
from voicenuts.modelling.graph import SOURCES, read_graph_sources, write_graph
from voicenuts.modelling.lexicon import check_word, pronunciation

_ORDER = (*SOURCES, "disambig_tid.int", "phones/word_boundary.int", "HCLr.fst", "words.txt", "Gr.fst")
"""In which files are replaced: sources first, so that a repetition finishes the work.  The labels of known
words never change, so a new `HCLr.fst` beside the old other two hears what the old one did, and with the
new `words.txt` the new word too."""

_BEING_MADE = ".new"


def add_word(model: Path, word: str, pronunciations: Iterable[str]) -> bool:
    """Make the Vosk model in a folder hear `word`, said in these ways, beside what it hears already.

    Returns whether anything changed: False when it knew all that.  The new graph is loaded and asked for
    the word before it takes the place of the old one.  If the program is killed, the folder hears as before,
    or as after; adding the word again finishes it.

    PlainError for a bad word or pronunciation, a folder that is no model, keeps no sources or cannot be
    written; nothing the model heard is lost then.
    """
    check_word(word)
    ways = [pronunciation(text) for text in pronunciations]
    check(model)
    graph = model / "graph"
    sources = read_graph_sources(graph)
    known = sources.lexicon
    lexicon = {**known, word: tuple(dict.fromkeys((*known.get(word, ()), *ways)))}
    if not all(os.access(folder, os.W_OK) for folder in (model, graph, graph / "phones")):
        if lexicon == known:
            return False
        raise PlainError(
            f"The model in {model} is installed read-only: copy that folder, and name the copy with --model."
        )
    made = model / _BEING_MADE
    try:
        shutil.rmtree(made, ignore_errors=True)  # of a run that was killed
        for part in ("am", "conf"):
            shutil.copytree(model / part, made / part)
        write_graph(made / "graph", lexicon, sources.decoys, sources.filler, sources.costs, sources.contexts)
        _prove(made, word)
        return _replace(made / "graph", graph)
    except OSError as error:
        raise PlainError(
            f"The graph in {graph} could not be written ({error.strerror or error}): what the model heard it "
            "hears still; put that right and add the word again."
        ) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _prove(made: Path, word: str) -> None:
    if not Model(made).knows(word):
        raise PlainError(f"The new graph does not know {word!r} after all, so the old one was kept.")


def _replace(made: Path, graph: Path) -> bool:
    """Put every file that differs in the place of the old one, each at once; tells whether any did."""
    labels = (graph / "words.txt").read_bytes()
    if not (made / "words.txt").read_bytes().startswith(labels):
        raise PlainError(
            f"The words in {graph}/words.txt are not those of the lexicon.txt beside it, so the graph cannot "
            "be changed: copy the model folder anew."
        )
    changed = [name for name in _ORDER if _content(made / name) != _content(graph / name)]
    for name in changed:
        _flush(made / name)
        os.replace(made / name, graph / name)
    return bool(changed)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _flush(path: Path) -> None:
    """What stands in the file outlasts a power cut."""
    with path.open("rb") as file:
        os.fsync(file.fileno())

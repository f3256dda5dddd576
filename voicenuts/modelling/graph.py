"""A model's graph folder: what Vosk reads, beside the sources it is made from.

Vosk reads `HCLr.fst`, `Gr.fst`, `words.txt`, `disambig_tid.int` and `phones/word_boundary.int`.  The sources
`lexicon.txt`, `decoys.txt`, `filler.txt` and `graph.toml` let words be added later.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from voicenuts.errors import PlainError
from voicenuts.modelling import filler as fillers
from voicenuts.modelling import lexicon as lexicons
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.fst import Builder, const
from voicenuts.modelling.lexicon import Lexicon
from voicenuts.modelling.lookahead import olabel_lookahead
from voicenuts.modelling.network import UNKNOWN, Costs, Network, decoy_costs
from voicenuts.modelling.phones import WORD_BOUNDARY, Contexts

SOURCES = ("lexicon.txt", "decoys.txt", "filler.txt", "graph.toml")

_HEAD = "# What this graph was made with: costs, and which phones before a phone count as the same.\n"


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything a graph is made from."""

    lexicon: Lexicon
    decoys: Lexicon
    filler: Filler
    costs: Costs
    contexts: Contexts


def write_graph(
    folder: Path, lexicon: Lexicon, decoys: Lexicon, filler: Filler, costs: Costs, contexts: Contexts
) -> None:
    """Write a graph and its sources into `folder`, which is made; the same arguments give the same bytes.

    `contexts` must be those of the acoustic model beside it: they number the transitions.  A decoy is a way
    to say `[unk]`; its word is there for the reader only.  OSError when something cannot be written.
    """
    (folder / "phones").mkdir(parents=True, exist_ok=True)
    lexicons.write(folder / "lexicon.txt", lexicon)
    lexicons.write(folder / "decoys.txt", decoys)
    fillers.write(folder / "filler.txt", filler)
    (folder / "graph.toml").write_text(_toml(costs, contexts), encoding="utf-8")
    network = Network(contexts, costs)
    network.add_words(lexicon)
    network.add_filler(filler)
    network.add_decoys(decoy_costs(lexicon, decoys, costs))
    graph, labels = olabel_lookahead(network.done())
    words = {word: labels[label] for label, word in enumerate(("[unk]", *lexicon), UNKNOWN)}
    (folder / "HCLr.fst").write_bytes(graph)
    (folder / "Gr.fst").write_bytes(_any_word(words))
    table = "".join(f"{word} {label}\n" for word, label in (("<eps>", 0), *words.items()))
    (folder / "words.txt").write_text(table, encoding="utf-8")
    unused = 2 * len(contexts.tuples) + 1
    (folder / "disambig_tid.int").write_text(f"{unused}\n", encoding="utf-8")
    borders = "".join(f"{phone} {kind}\n" for phone, kind in enumerate(WORD_BOUNDARY, 1))
    (folder / "phones" / "word_boundary.int").write_text(borders, encoding="utf-8")


def _any_word(words: Mapping[str, int]) -> bytes:
    """The grammar of a recogniser that is given none: any words, all as likely."""
    grammar = Builder()
    state = grammar.state()
    grammar.end(state)
    for label in sorted(words.values()):
        grammar.arc(state, state, label, label, math.log(len(words)))
    return const(grammar.done())


def read_graph_sources(folder: Path) -> Sources:
    """What `write_graph` wrote.  PlainError when a file is missing or is not as it was written."""
    missing = [name for name in SOURCES if not (folder / name).is_file()]
    if missing:
        raise PlainError(
            f"The graph in {folder} cannot be made anew, for it has no {' and no '.join(missing)}: "
            "use a model that keeps them, as the embedded one does."
        )
    costs, contexts = _read_toml(folder / "graph.toml")
    return Sources(
        lexicons.read(folder / "lexicon.txt"),
        lexicons.read(folder / "decoys.txt"),
        fillers.read(folder / "filler.txt"),
        costs,
        contexts,
    )


def _toml(costs: Costs, contexts: Contexts) -> str:
    numbers = "".join(f"{name} = {float(cost)!r}\n" for name, cost in asdict(costs).items())
    rows = "".join("  [" + ", ".join(f'"{phone}"' for phone in row) + "],\n" for row in contexts.classes)
    return f"{_HEAD}\n[costs]\n{numbers}\n[contexts]\nclasses = [\n{rows}]\n"


def _read_toml(path: Path) -> tuple[Costs, Contexts]:
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        costs = Costs(**{name: float(cost) for name, cost in data["costs"].items()})
        return costs, Contexts(tuple(map(tuple, data["contexts"]["classes"])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlainError(f"{path} is not as it was written ({error}): copy the model anew.") from error

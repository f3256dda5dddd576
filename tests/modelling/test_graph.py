"""A graph written here loads in Vosk and hears what it should; its sources give it back."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.hearing.model import Model
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.graph import SOURCES, read_graph_sources, write_graph
from voicenuts.modelling.network import Costs
from voicenuts.modelling.phones import PHONE_COUNT, Contexts

EMBEDDED = resources.folder("models") / "en"
FOX = (("F", "AA", "K", "S"), ("F", "AO", "K", "S"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the embedded model without its graph."""
    shutil.copytree(EMBEDDED, tmp_path / "en")
    shutil.rmtree(tmp_path / "en" / "graph")
    return tmp_path / "en"


@pytest.fixture
def filler() -> Filler:
    return read_graph_sources(EMBEDDED / "graph").filler


@pytest.fixture
def contexts() -> Contexts:
    """Those of the embedded network: another graph would read other outputs than it has learnt."""
    return read_graph_sources(EMBEDDED / "graph").contexts


def heard(model: Model, clip: str, *phrases: str) -> str:
    """What a recogniser of these phrases makes of a recorded player's clip."""
    sound, rate = soundfile.read(resources.folder("voices") / clip, dtype="int16")
    recogniser = model.recogniser(json.dumps([*phrases, "[unk]"]), rate)
    recogniser.AcceptWaveform(
        np.concatenate((np.zeros(6400, np.int16), sound, np.zeros(9600, np.int16))).tobytes()
    )
    text: str = json.loads(recogniser.FinalResult())["text"]
    return text


def test_the_embedded_graph_is_what_its_sources_give(tmp_path: Path) -> None:
    sources = read_graph_sources(EMBEDDED / "graph")
    write_graph(tmp_path, sources.lexicon, sources.decoys, sources.filler, sources.costs, sources.contexts)
    for path in EMBEDDED.glob("graph/**/*"):
        if path.is_file():
            assert (tmp_path / path.relative_to(EMBEDDED / "graph")).read_bytes() == path.read_bytes(), (
                path.name
            )


def test_the_embedded_model_knows_every_word_of_the_phrase_book(model: Model) -> None:
    book = tomllib.loads((resources.folder("prompts") / "en" / "phrases.toml").read_text(encoding="utf-8"))
    entries = (entry for group in book.values() if isinstance(group, dict) for entry in group.values())
    forms = [form for entry in entries if isinstance(entry, dict) for form in entry["say"]]
    assert len(forms) > 50
    assert [word for form in forms for word in form.split() if not model.knows(word)] == []


def test_vosk_hears_over_a_new_graph(folder: Path, filler: Filler, contexts: Contexts) -> None:
    lexicon = {"leo": (("L", "IY", "OW"),), "fox": FOX, "the": (("DH", "AH"), ("DH", "IY"))}
    write_graph(folder / "graph", lexicon, {}, filler, Costs(), contexts)
    model = Model(folder)
    assert [word for word in ("leo", "fox", "the", "[unk]", "hazelnut") if model.knows(word)] == [
        "leo",
        "fox",
        "the",
        "[unk]",
    ]
    assert heard(model, "af_sarah/fox.flac", "leo", "fox") == "fox"
    assert heard(model, "bm_lewis/leo.flac", "leo", "fox") == "leo"
    assert heard(model, "af_sarah/fox.flac", "leo", "the") == "[unk]"


def test_a_word_that_is_not_listed_is_rejected_by_its_own_decoy(
    folder: Path, filler: Filler, contexts: Contexts
) -> None:
    never = Costs(unk=100.0)  # the filler is too dear
    fritz = {"fritz": (("F", "R", "IH", "T", "S"),)}
    write_graph(folder / "graph", fritz, {}, filler, never, contexts)
    assert heard(Model(folder), "af_sarah/fox.flac", "fritz") == "fritz"
    write_graph(folder / "graph", {**fritz, "fox": FOX}, {}, filler, never, contexts)
    assert heard(Model(folder), "af_sarah/fox.flac", "fritz") == "[unk]"


def test_labels_follow_the_lexicon_so_that_new_words_change_none(tmp_path: Path, filler: Filler) -> None:
    lexicon = {"leo": (("L", "IY", "OW"),), "fox": FOX}
    write_graph(tmp_path / "a", lexicon, {}, filler, Costs(), Contexts())
    write_graph(tmp_path / "b", lexicon | {"a": (("AH",),)}, {}, filler, Costs(), Contexts())
    table = (tmp_path / "a" / "words.txt").read_text()
    assert table == "<eps> 0\n[unk] 1\nleo 2\nfox 3\n"
    assert (tmp_path / "b" / "words.txt").read_text() == table + "a 4\n"


def test_small_files_say_what_vosk_needs(tmp_path: Path, filler: Filler) -> None:
    contexts = Contexts((("AA", "AO"),))
    write_graph(tmp_path, {"fox": FOX}, {}, filler, Costs(), contexts)
    unused = int((tmp_path / "disambig_tid.int").read_text())
    assert unused == 2 * len(contexts.tuples) + 1 == 2 * (PHONE_COUNT + 2 * 39) + 1
    borders = (tmp_path / "phones" / "word_boundary.int").read_text().splitlines()
    assert borders[:5] == ["1 nonword", "2 begin", "3 internal", "4 end", "5 singleton"]
    assert len(borders) == PHONE_COUNT


def test_sources_come_back(tmp_path: Path, filler: Filler) -> None:
    costs = Costs(silence=0.7, unk=0.1, phone=-0.25, decoy=3.5, near=5.0, vocabulary=7.0)
    contexts = Contexts((("AA", "AO"), ("S",)))
    lexicon, decoys = {"fox": FOX}, {"folks": (("F", "OW", "K", "S"),)}
    write_graph(tmp_path, lexicon, decoys, filler, costs, contexts)
    sources = read_graph_sources(tmp_path)
    assert (sources.lexicon, sources.decoys, sources.costs) == (lexicon, decoys, costs)
    assert sources.contexts == contexts
    assert (sources.filler.after == filler.after).all()


@pytest.mark.parametrize("name", SOURCES)
def test_a_missing_source_is_named(tmp_path: Path, filler: Filler, name: str) -> None:
    write_graph(tmp_path, {"fox": FOX}, {}, filler, Costs(), Contexts())
    (tmp_path / name).unlink()
    with pytest.raises(PlainError, match=f"it has no {name}: use a model that keeps them"):
        read_graph_sources(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "[costs",
        "[contexts]\nclasses = []\n",
        "[costs]\n[contexts]\nclasses = [['XX']]\n",
        "[costs]\nluck = 1.0\n[contexts]\nclasses = []\n",
        "[costs]\nunk = 'dear'\n[contexts]\nclasses = []\n",
    ],
)
def test_damaged_settings_are_one_sentence(tmp_path: Path, filler: Filler, text: str) -> None:
    write_graph(tmp_path, {"fox": FOX}, {}, filler, Costs(), Contexts())
    (tmp_path / "graph.toml").write_text(text)
    with pytest.raises(PlainError, match="is not as it was written"):
        read_graph_sources(tmp_path)

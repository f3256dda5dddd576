"""`python -m models.train STEP`: from data folders to a finished model, each step resumable.

speak     neural voices say the phrases
prepare   blocks of augmented utterances, as many as asked for
train     the network, from its checkpoint on
export    a Vosk model folder
keep      the network, small, beside the recipe, for a later run to start from
all       speak, prepare, train and export, one after the other
"""

from __future__ import annotations

import argparse
import logging
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from voicenuts.errors import PlainError
from voicenuts.modelling import lexicon
from voicenuts.modelling.phones import NUMBER

HERE = Path(__file__).resolve().parent

log = logging.getLogger("models.train")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the step asked for; a PlainError ends it with one sentence and status 2."""
    args = _arguments().parse_args(argv)
    args.work.mkdir(parents=True, exist_ok=True)
    handlers: list[logging.Handler] = [logging.FileHandler(args.work / "log.txt"), logging.StreamHandler()]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", handlers=handlers)
    try:
        for step in ALL if args.step == "all" else (args.step,):
            STEPS[step](args)
    except PlainError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__.partition(":")[2])
    parser.add_argument("step", choices=[*STEPS, "all"])
    parser.add_argument(
        "--data",
        type=Path,
        nargs="+",
        default=[Path("data")],
        help="folders of speech and noise (default data)",
    )
    parser.add_argument(
        "--voices", type=Path, help="folder of Kokoro's voices (default: kokoro-voices in the first of DATA)"
    )
    parser.add_argument(
        "--work", type=Path, default=Path("build/model"), help="folder for what is made on the way"
    )
    parser.add_argument(
        "--recipe", type=Path, default=HERE / "en" / "recipe.toml", help="numbers of the recipe"
    )
    parser.add_argument("--out", type=Path, default=HERE.parent / "en", help="the model folder to write")
    parser.add_argument("--clips", type=int, default=6000, help="clips by neural voices (default 6000)")
    parser.add_argument("--blocks", type=int, default=160, help="blocks of utterances (default 160)")
    parser.add_argument("--steps", type=int, default=30000, help="training steps (default 30000)")
    parser.add_argument(
        "--part", default="0/1", metavar="K/N", help="do every N-th piece of speak and prepare"
    )
    return parser


def _speak(args: argparse.Namespace) -> None:
    from models.train.speak import narrate, speak

    part, parts = map(int, args.part.split("/"))
    voices = args.voices or args.data[0] / "kokoro-voices"
    lists = args.recipe.parent
    speak(lists / "phrases.toml", voices, args.work / "speech", args.clips, part, parts)
    speak(lists / "talk.toml", voices, args.work / "talk", args.clips // 4, part, parts)
    if part == 0:
        narrate(args.work / "narrator", args.clips // 6)


def _prepare(args: argparse.Namespace) -> None:
    from tqdm import trange

    from models.train.data import clips
    from models.train.prepare import Kitchen, block

    part, parts = map(int, args.part.split("/"))
    recipe, folder = _recipe(args), args.work / "blocks"
    folder.mkdir(exist_ok=True)
    missing = [n for n in range(part, args.blocks, parts) if not (folder / f"block-{n:04d}.npz").exists()]
    spoken = [
        place
        for place in (args.data[0] / "kokoro", args.work / "speech", args.work / "talk")
        if place.exists()
    ]
    narrator = args.work / "narrator"
    listed = [*args.data, narrator] if (narrator / "manifest.tsv").exists() else args.data
    for index in trange(len(missing), desc="blocks", disable=None):
        number = missing[index]
        if index % 10 == 0:  # clips may have been added meanwhile
            pools = clips(listed, spoken)
            if not pools.get("neural"):
                raise PlainError(
                    f"There are no clips by neural voices in {args.work}: run the step speak first."
                )
            kitchen = Kitchen(pools, recipe, args.work)
            log.info("block %d from clips: %s", number, kitchen.counts)
        # Nothing is learnt from block 0.
        source = kitchen if number else Kitchen(pools, recipe, args.work, held=True)
        block(source, number, recipe["blocks"]["utterances"], folder)


def _train(args: argparse.Namespace) -> None:
    import torch
    from tqdm import tqdm

    from models.train import start
    from models.train.blocks import Store
    from models.train.trainer import Trainer

    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    says = speller(args.recipe.parent / "lexicon.txt")
    beside = args.recipe.parent / "start.npz"
    first = start.read(beside) if beside.exists() else None
    if not (args.work / "blocks" / "block-0000.npz").exists():
        raise PlainError(f"There are no blocks of utterances in {args.work}: run the step prepare first.")
    recipe = _recipe(args)
    words = competitors(args.recipe.parent, recipe["training"]["known"])
    trainer = Trainer(Store(args.work / "blocks", says), recipe, says, words, args.work, log.info, first)
    log.info("training from step %d to %d", trainer.step, args.steps)
    trainer.run(
        args.steps,
        lambda steps: iter(tqdm(steps, total=args.steps - trainer.step, desc="steps", disable=None)),
    )


def _keep(args: argparse.Namespace) -> None:
    from models.train import start
    from models.train.export import load

    network, phones, contexts = load(args.work / "checkpoint.pt")
    state = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    start.write(args.recipe.parent / "start.npz", start.Start(state, network.shape, contexts, phones))


def _export(args: argparse.Namespace) -> None:
    from models.train.export import export

    export(args.work / "checkpoint.pt", args.recipe, args.out)
    log.info("wrote %s", args.out)


STEPS: dict[str, Callable[[argparse.Namespace], None]] = {
    "speak": _speak,
    "prepare": _prepare,
    "train": _train,
    "export": _export,
    "keep": _keep,
}


ALL = ("speak", "prepare", "train", "export")


def speller(lexicon: Path) -> Callable[[str], Sequence[tuple[int, ...]]]:
    """Pronunciations as numbers of base phones, from the lexicon and a dictionary."""
    from models.train.pronounce import Pronouncer

    pronouncer = Pronouncer(lexicon)

    @cache
    def says(word: str) -> Sequence[tuple[int, ...]]:
        return tuple(tuple(NUMBER[phone] for phone in phones) for phones in pronouncer.of(word))

    return says


def competitors(lists: Path, known: float) -> list[tuple[float, list[tuple[int, ...]]]]:
    """The words of the vocabulary, which weigh `known`, and its decoys, as numbers of base phones."""
    kinds = []
    for weight, name in ((known, "lexicon.txt"), (1 - known, "decoys.txt")):
        said = [phones for ways in lexicon.read(lists / name).values() for phones in ways]
        kinds.append((weight, [tuple(NUMBER[phone] for phone in phones) for phones in said]))
    return kinds


def _recipe(args: argparse.Namespace) -> dict[str, Any]:
    return tomllib.loads(args.recipe.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())

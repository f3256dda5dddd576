"""`python -m models.train.listing FOLDER SET …`: writes the manifest of sets of speech as they are published.

A set is a folder in FOLDER of one of two layouts: `WORD/NAME.wav`, one word or name a folder (Speech
Commands, where NAME is `SPEAKER_nohash_NUMBER`, maybe with the word before it), or a `transcripts.tsv` with
the columns path, speaker and text (read sentences).  FLAC will do for WAV.  Single words of known speakers
become the pool `real`, other single words `wake`, sentences `talk`; what is in a folder `noise` or `rooms` in
place of a word becomes noise, or responses of rooms.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import soundfile

from voicenuts.errors import PlainError

COLUMNS = ("path", "speaker", "text", "licence", "use", "seconds", "pool")
"""Of a manifest; the last may be missing where `models.train.data` knows the folder."""

_SPEAKER = re.compile(r"(?:[a-z]+_)?([0-9a-f]{8})_nohash_\d+")

SILENT = {"noise": ("noise", "noise"), "rooms": ("rir", "room")}
"""Folder in which nobody speaks -> use and pool."""

Row = tuple[str, str, str, str, str]
"""path, speaker, text, use, pool."""


def main(argv: Sequence[str] | None = None) -> int:
    """Write the manifest; status 2 and one sentence when a set is not there."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("set", nargs="+")
    parser.add_argument("--licence", default="see the card")
    args = parser.parse_args(argv)
    try:
        count = write(args.folder, args.set, args.licence)
    except PlainError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{count} clips listed in {args.folder / 'manifest.tsv'}")
    return 0


def write(folder: Path, sets: Sequence[str], licence: str) -> int:
    """Write the manifest of `sets` and give its number of clips; files that are no sound are left out.

    PlainError when a set has no folder.
    """
    written = 0
    lines = ["\t".join(COLUMNS)]
    for name in sets:
        if not (folder / name).is_dir():
            raise PlainError(f"There is no folder {folder / name}: name the sets that {folder} holds.")
        for path, speaker, text, use, pool in _rows(folder, name):
            try:
                seconds = soundfile.info(folder / path).duration
            except soundfile.LibsndfileError:
                continue
            lines.append("\t".join((path, speaker, text, licence, use, f"{seconds:.2f}", pool)))
            written += 1
    (folder / "manifest.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return written


def _rows(folder: Path, name: str) -> Iterator[Row]:
    transcripts = folder / name / "transcripts.tsv"
    if transcripts.exists():
        with transcripts.open(encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                speaker = f"{name}_{row['speaker']}"
                yield f"{name}/{row['path']}", speaker, row["text"].lower(), "train", "talk"
        return
    for path in sorted((folder / name).glob("*/*")):
        if path.suffix.lower() not in (".wav", ".flac"):
            continue
        said, where = path.parent.name.replace("_", " ").strip(), path.relative_to(folder).as_posix()
        known = _SPEAKER.fullmatch(path.stem)
        if said in SILENT:
            yield where, "", "", *SILENT[said]
        elif known:
            yield where, f"gsc_{known[1]}", said, "train", "real"
        else:
            yield where, f"{name}_unknown", said, "train", "wake"


if __name__ == "__main__":
    sys.exit(main())

"""The journal keeps what it acknowledged, and says plainly what is wrong with a file."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from voicenuts.errors import PlainError
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.journal_file import _STEPS, SCHEMA

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "one.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.create(path, "hazelnut", ("Ola", "Michał"), {"goal": 20, "dice": "virtual"}, 7) as made:
        yield made


def refused(path: Path) -> str:
    """What is said of the file, which stays as it was."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(PlainError) as caught:
        Journal.open(path)
    message = str(caught.value)
    assert not path.is_file() or path.read_bytes() == before
    assert str(path) in message
    assert "\n" not in message
    assert message.endswith(".")
    return message


def test_what_was_agreed_on_is_read_again(journal: Journal, path: Path) -> None:
    journal.close()
    with Journal.open(path) as again:
        assert (again.game, again.seats, again.seed) == ("hazelnut", ("Ola", "Michał"), 7)
        assert again.options == {"goal": 20, "dice": "virtual"}
        assert list(again.events()) == []


def test_events_come_back_in_order_with_their_audio_time(journal: Journal, path: Path) -> None:
    assert journal.append(480, {"event": "Cued", "id": "start"}) == 1
    assert journal.append(480, {"event": "Roll", "name": "orzeł", "seats": [1, None]}) == 2
    journal.close()
    with Journal.open(path) as again:
        assert again.append(960, {}) == 3
        assert list(again.events()) == [
            (1, 480, {"event": "Cued", "id": "start"}),
            (2, 480, {"event": "Roll", "name": "orzeł", "seats": [1, None]}),
            (3, 960, {}),
        ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.integers(0, 2**62), st.dictionaries(st.text(), JSON, max_size=4)), max_size=6))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_comes_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[int, dict[str, object]]]
) -> None:
    path = tmp_path_factory.mktemp("journal") / "game.sqlite"
    with Journal.create(path, "hazelnut", ("A", "B"), {}, 1) as journal:
        for audio_at, event in entries:
            journal.append(audio_at, event)
        assert [(at, event) for _, at, event in journal.events()] == entries


APPENDING = """
import sys
from pathlib import Path
from voicenuts.table.journal import Journal
journal = Journal.create(Path(sys.argv[1]), "hazelnut", ("Ola", "Jan"), {}, 1)
for number in range(1, 1_000_000):
    print(journal.append(number * 480, {"number": number, "filling": "x" * (number % 900)}), flush=True)
"""


def test_kill_9_loses_nothing_that_was_acknowledged(path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", APPENDING, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert child.stdout is not None
    acknowledged = 0
    for line in child.stdout:
        acknowledged = int(line)
        if acknowledged == 300:
            child.send_signal(signal.SIGKILL)
            break
    acknowledged = max([acknowledged, *(int(line) for line in child.stdout.read().splitlines())])
    assert child.wait() == -signal.SIGKILL
    with Journal.open(path) as journal:
        events = list(journal.events())
        assert len(events) >= acknowledged >= 300
        assert [event["number"] for _, _, event in events] == list(range(1, len(events) + 1))
        assert journal.append(0, {}) == len(events) + 1


def test_a_journal_is_never_overwritten(journal: Journal, path: Path) -> None:
    with pytest.raises(PlainError, match="exists already"):
        Journal.create(path, "hazelnut", ("A", "B"), {}, 1)


def test_only_one_program_at_a_time(journal: Journal, path: Path) -> None:
    assert "in use by another game" in refused(path)
    journal.close()
    with Journal.open(path):
        assert "in use by another game" in refused(path)


def test_a_missing_file(tmp_path: Path) -> None:
    assert "There is no journal" in refused(tmp_path / "none.sqlite")


def test_a_folder(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"# notes\n", b"SQLite format 3\x00", b"SQLite format 3\x00" + bytes(900)]
)
def test_a_file_that_is_no_journal(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.sqlite"
    path.write_bytes(content)
    assert "is not a Voicenuts journal" in refused(path)
    assert path.read_bytes() == content


def test_somebody_elses_database(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE event (number INTEGER)")
    connection.close()
    assert "is not a Voicenuts journal" in refused(path)


def test_a_file_cut_short(journal: Journal, path: Path) -> None:
    for number in range(200):
        journal.append(number, {"filling": "x" * 100})
    journal.close()
    whole = path.read_bytes()
    for length in (100, 1000, 4096, 8192, len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:length])
        assert "damaged or cut short" in refused(path) or "is not a Voicenuts journal" in refused(path)


def test_an_entry_that_is_no_json(journal: Journal, path: Path) -> None:
    journal.append(1, {})
    journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE event SET body = '{'")
    connection.close()
    assert "damaged" in refused(path)


@pytest.mark.parametrize(
    "change", ["DELETE FROM about WHERE key = 'seed'", "DELETE FROM about", "DROP TABLE about"]
)
def test_missing_data_about_the_game(journal: Journal, path: Path, change: str) -> None:
    journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    assert "damaged or cut short" in refused(path)


def test_a_newer_layout(path: Path) -> None:
    Journal.create(path, "hazelnut", ("A", "B"), {}, 1).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (SCHEMA + 1,))
    connection.close()
    message = refused(path)
    assert "newer Voicenuts" in message
    assert "update" in message


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlainError, match="cannot be written"):
        Journal.create(tmp_path / "file" / "game.sqlite", "hazelnut", ("A", "B"), {}, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_is_not_ours(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PlainError, match="cannot be written"):
        Journal.create(tmp_path / "game.sqlite", "hazelnut", ("A", "B"), {}, 1)


def test_a_full_disk_is_said_plainly_and_loses_nothing(journal: Journal, path: Path) -> None:
    journal.append(1, {"kept": True})
    journal._connection.execute("PRAGMA max_page_count = 8")
    with pytest.raises(PlainError, match="disk is full"):
        journal.append(2, {"filling": "x" * 50_000})
    journal.close()
    with Journal.open(path) as again:
        assert next(again.events()) == (1, 1, {"kept": True})


def test_nothing_half_made_is_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.sqlite"
    with pytest.raises(TypeError):
        Journal.create(path, "hazelnut", ("A", "B"), {"goal": object()}, 1)
    assert list(tmp_path.iterdir()) == []
    Journal.create(path, "hazelnut", ("A", "B"), {}, 1).close()


def test_a_journal_that_became_read_only_is_said_plainly(journal: Journal) -> None:
    journal._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(PlainError, match="cannot be written"):
        journal.append(1, {})


def test_the_usual_place_is_the_users_data_folder(own_home: Path) -> None:
    assert (
        journal_path("2026-01-02")
        == own_home / "xdg_data_home" / "voicenuts" / "journals" / "2026-01-02.sqlite"
    )


def made_up_version_0(path: Path) -> None:
    """A journal as no Voicenuts ever wrote it: times in seconds, players for seats."""
    about = {"schema": 0, "game": "hazelnut", "players": "Ola, Michał", "options": {}, "seed": 7}
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA application_id=0x564E5554")
        connection.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        connection.execute(
            "CREATE TABLE event (number INTEGER PRIMARY KEY, seconds REAL, body TEXT NOT NULL)"
        )
        rows = [(key, json.dumps(value)) for key, value in about.items()]
        connection.executemany("INSERT INTO about VALUES (?, ?)", rows)
        connection.execute("INSERT INTO event (seconds, body) VALUES (1.5, '{}')")
    connection.close()


def from_0(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE event RENAME COLUMN seconds TO audio_at")
    connection.execute("UPDATE event SET audio_at = CAST(audio_at * 16000 AS INTEGER)")
    (players,) = connection.execute("SELECT value FROM about WHERE key = 'players'").fetchone()
    seats = json.dumps(json.loads(players).split(", "))
    connection.execute("UPDATE about SET key = 'seats', value = ? WHERE key = 'players'", (seats,))


def test_an_older_layout_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.mkdir()
    made_up_version_0(path)
    monkeypatch.setitem(_STEPS, 0, from_0)
    for _ in range(2):
        with Journal.open(path) as journal:
            assert (journal.seats, journal.seed) == (("Ola", "Michał"), 7)
            assert list(journal.events()) == [(1, 24_000, {})]
        monkeypatch.setitem(_STEPS, 0, pytest.fail)  # once is enough


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(connection: sqlite3.Connection) -> None:
        from_0(connection)
        connection.execute("DROP TABLE nowhere")

    path.parent.mkdir()
    made_up_version_0(path)
    monkeypatch.setitem(_STEPS, 0, stumble)
    assert "damaged" in refused(path)
    monkeypatch.setitem(_STEPS, 0, from_0)
    with Journal.open(path) as journal:
        assert journal.seats == ("Ola", "Michał")


def test_a_layout_that_never_was(path: Path) -> None:
    path.parent.mkdir()
    made_up_version_0(path)
    assert "layout (0) that no Voicenuts has ever written" in refused(path)


def test_who_sits_at_the_table_is_kept(journal: Journal, path: Path) -> None:
    assert not journal.recorded
    other = path.with_name("two.sqlite")
    Journal.create(other, "hazelnut", ("A", "B"), {}, 1, recorded=True).close()
    with Journal.open(other) as again:
        assert again.recorded

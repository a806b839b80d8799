"""The commands backup, restore, migrate, export and import, as an operator types them."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.database_commands import ProgressBar
from bot.processes.process import Process
from bot.store.maintenance.migrate import get_newest_revision
from tests.next_migration import NEXT, WORDS, next_migration

ROOT = Path(__file__).parents[2]
DUMPS = ROOT / "tests" / "bot" / "store"


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["tractor", *arguments])
        status, captured = main(), capsys.readouterr()
        return status, captured.out, captured.err

    return run


def write_database(file):
    file.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as made:
        made.executescript((DUMPS / f"written_by_{get_newest_revision()}.sql").read_text())
        made.execute("DELETE FROM leases")
        made.commit()


def read(file, query):
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(query).fetchall()


def test_restore_keeps_old_database(tmp_path, command):
    database = tmp_path / "data" / "tractor.db"
    write_database(database)
    assert command("backup", "copy.db")[0] == 0
    with closing(sqlite3.connect(database)) as changed:
        changed.execute("UPDATE people SET name = 'Zoe' WHERE name = 'Ann'")
        changed.commit()
    status, out, err = command("restore", "copy.db")
    assert (status, err) == (0, "")
    names = "SELECT name FROM people WHERE name IS NOT NULL"
    assert read(database, names) == [("Ann",)]
    (kept,) = (tmp_path / "data").glob("tractor.before-restore-*.db")
    assert read(kept, names) == [("Zoe",)]
    assert str(kept.relative_to(tmp_path)) in out
    assert read(database, "SELECT * FROM leases WHERE owner <> ''") == [], "the bot can start at once"
    assert read(database, "SELECT version_num FROM alembic_version") == [(get_newest_revision(),)]


def test_refused_restore_changes_nothing(tmp_path, command):
    database = tmp_path / "data" / "tractor.db"
    write_database(database)
    (tmp_path / "notes.db").write_bytes(b"no database at all" * 300)
    for source in ("notes.db", "nothing.db", "data"):
        status, out, err = command("restore", source)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
    assert not list((tmp_path / "data").glob("*.before-restore-*"))
    assert read(database, "SELECT name FROM people WHERE name IS NOT NULL") == [("Ann",)]


@pytest.mark.long
def test_restore_works_without_a_database(tmp_path, command):
    write_database(tmp_path / "copy.db")
    with next_migration():
        status, out, _ = command("restore", "copy.db")
    assert status == 0
    assert f"revision {NEXT}" in out
    assert read(tmp_path / "data" / "tractor.db", "SELECT count(*) FROM tables") == [(2,)]
    assert not list((tmp_path / "data").glob("*before*"))


def test_restore_refuses_while_a_bot_runs(tmp_path, command):
    database = tmp_path / "data" / "tractor.db"
    write_database(database)
    write_database(tmp_path / "copy.db")
    holder = Process.current()
    with closing(sqlite3.connect(database)) as held:
        values = ("bot", "other", holder.host, holder.machine, holder.number, holder.started, 9e9)
        held.execute(
            "INSERT INTO leases (name, owner, host, machine, process, process_started, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            values,
        )
        held.execute("UPDATE people SET name = 'Zoe' WHERE name = 'Ann'")
        held.commit()
    status, _, err = command("restore", "copy.db")
    assert status == 2
    assert err.startswith("DATABASE_URL: another bot uses this database")
    assert err.count("\n") == 1
    assert read(database, "SELECT count(*) FROM people WHERE name = 'Zoe'") == [(1,)]
    assert not list((tmp_path / "data").glob("*before*"))


def damage_page(file, table):
    """Overwrite a table's first page, so that the database can be opened but not copied."""
    ((page,),) = read(file, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")
    ((size,),) = read(file, "PRAGMA page_size")
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)


@pytest.mark.long
def test_damaged_page_is_reported_in_one_line_with_cure(tmp_path, command):
    database = tmp_path / "data" / "tractor.db"
    write_database(database)
    assert command("backup", "copy.db")[0] == 0
    damage_page(database, "actions")
    status, _, err = command("backup", "other.db")
    assert (status, err.count("\n")) == (2, 1)
    assert "the database is damaged" in err
    status, _, err = command("restore", "copy.db")
    assert (status, err.count("\n")) == (2, 1)
    assert f"move {database.relative_to(tmp_path)}* away and restore again" in err
    status, out, _ = command("check")
    assert status == 1
    (_, cure) = out[out.index("PROBLEM  integrity: ") :].splitlines()[:2]
    assert "cure: move data/tractor.db* away" in cure


@pytest.mark.long
def test_restore_over_damaged_database_names_cure(tmp_path, command):
    write_database(tmp_path / "copy.db")
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / "tractor.db"
    database.write_text("no database " * 1000)
    status, _, err = command("restore", "copy.db")
    assert status == 2
    assert "move data/tractor.db* away" in err
    database.rename(tmp_path / "damaged.db")
    assert command("restore", "copy.db")[0] == 0


@pytest.mark.long
def test_old_backup_replaces_newer_database(tmp_path, command):
    """`migrate` refuses a newer version's database, but `restore` replaces it with a backup."""
    database = tmp_path / "data" / "tractor.db"
    write_database(database)
    write_database(tmp_path / "copy.db")
    with closing(sqlite3.connect(database)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9998'")
        newer.commit()
    status, _, err = command("migrate")
    assert status == 2
    assert "another version of the program wrote it (revision 9998" in err
    assert "never downgraded" in err
    assert command("restore", "copy.db")[0] == 0
    assert command("migrate")[0] == 0


def test_migrate_names_each_migration(tmp_path, command):
    write_database(tmp_path / "data" / "tractor.db")
    with next_migration():
        status, out, _ = command("migrate")
        assert status == 0
        assert out.splitlines() == [f"revision {NEXT}: {WORDS}.", f"The database has the newest revision, {NEXT}."]
        assert len(command("migrate")[1].splitlines()) == 1


def test_migrate_copies_database_before_upgrade(tmp_path, command, monkeypatch):
    revision = get_newest_revision()
    monkeypatch.setenv("BACKUP_FOLDER", "kept/here")
    write_database(tmp_path / "data" / "tractor.db")
    with next_migration():
        assert command("migrate")[0] == 0
        (copy,) = (tmp_path / "kept" / "here").iterdir()
        assert copy.name.startswith(f"before-upgrade-from-{revision}-")
        assert read(copy, "SELECT version_num FROM alembic_version") == [(revision,)]
        assert command("migrate")[0] == 0
        assert len(list((tmp_path / "kept" / "here").iterdir())) == 1, "nothing to upgrade, nothing to copy"


@pytest.mark.long
def test_export_can_be_imported_into_new_database(tmp_path, command, monkeypatch):
    write_database(tmp_path / "data" / "tractor.db")
    assert command("migrate")[0] == 0
    status, out, err = command("export", "all.jsonl.gz")
    assert (status, err) == (0, "")
    assert "all.jsonl.gz holds " in out
    status, _, err = command("import", "all.jsonl.gz")
    assert status == 2
    assert "not empty" in err
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///data/other.db")
    assert command("import", "all.jsonl.gz")[0] == 0
    assert read(tmp_path / "data" / "other.db", "SELECT name FROM people WHERE name IS NOT NULL") == [("Ann",)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("restore", "nothing.db"), "no backup at nothing.db"),
        (("import", "nothing.jsonl"), "nothing.jsonl"),
        (("export", "all.jsonl"), "no database at data/tractor.db"),
        (("backup", "all.db"), "no database at data/tractor.db"),
    ],
)
def test_missing_file_is_reported_in_one_line(tmp_path, command, arguments, words):
    status, _, err = command(*arguments)
    assert status == 2
    assert words in err
    assert err.count("\n") == 1


def test_backup_and_restore_refuse_postgresql(tmp_path, command, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://u:hidden@h/d")
    for name, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        status, _, err = command(name, "copy.db")
        assert status == 2
        assert tool in err
        assert "hidden" not in err
    monkeypatch.setenv("BACKUP_FOLDER", "kept")
    status, _, err = command("migrate")
    assert (status, err) == (2, "BACKUP_FOLDER: only SQLite is backed up this way; PostgreSQL has pg_dump\n")


def test_progress_is_shown_only_on_a_terminal(capsys, monkeypatch):
    ProgressBar("pages").show(3, 6)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bar = ProgressBar("pages")
    bar.show(3, 6)
    bar.advance(3)
    lines = capsys.readouterr().err
    assert lines.split("\r")[1:] == [f"pages    [{'#' * 15}{'.' * 15}] 3/6", f"pages    [{'#' * 30}] 6/6\n"]

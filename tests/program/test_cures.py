"""If an operator carries out a cure that `python -m bot check` names, the problem is gone."""

import asyncio
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_check import FakeDiscord
from test_database_commands import damage_page, write_database

from bot.__main__ import main
from bot.check.discord_api import NEEDED
from bot.check.findings import Severity
from bot.operations.scheduled_backups import ScheduledBackups
from bot.play.clock.timing import SystemClock
from bot.settings import Settings
from bot.store.maintenance.migrate import get_newest_revision
from tests.everyday import spread
from tests.next_migration import next_migration

DATABASE = Path("data/tractor.db")
SHORTENED = "table 1: its record breaks the rules: wrong_deck"
"""A problem that every test ignores. It arises because these tests store only the beginning of a record."""
NOBODY = 65534


@pytest.fixture
def tractor(tmp_path, monkeypatch, capsys):
    """A function that runs a command in an empty folder, and returns its status and output."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 << 30))

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["tractor", *arguments])
        status, written = main(), "".join(capsys.readouterr())
        assert "Traceback" not in written
        return status, written

    return run


def read_findings(written):
    """Return the text and the cure of each warning and problem, by name."""
    lines = re.findall(r"^(?:WARNING|PROBLEM)  (\w+): (.*)\n +cure: (.*)$", written, re.MULTILINE)
    return {name: (text, cure) for name, text, cure in lines if text != SHORTENED}


def find(tractor, name, *arguments):
    """Run the check, and return the text and the cure of the finding with this name."""
    return read_findings(tractor("check", *arguments)[1])[name]


def check_cured(tractor, *arguments):
    status, written = tractor("check", *arguments)
    assert read_findings(written) == {}
    assert status == int(SHORTENED in written)


def run_command_of(cure):
    """Run the command that a cure ends with."""
    command = cure.rpartition(": ")[2].removeprefix("sudo ")
    subprocess.run(shlex.split(command), check=True)


def move_away(cure):
    pattern = re.search(r"move (\S+)\* away", cure)[1]
    folder = Path("away")
    folder.mkdir()
    for file in Path().glob(f"{pattern}*"):
        file.rename(folder / file.name)


@pytest.mark.parametrize("mode", spread(1, [0o644, 0o660]))
@pytest.mark.unix
def test_cure_protects_files_that_others_can_read(tractor, mode):
    write_database(DATABASE)
    DATABASE.chmod(mode)
    Path(".env").write_text("DISCORD_TOKEN=\n#")
    assert "others on this machine can read data/tractor.db" in find(tractor, "files")[0]
    run_command_of(find_once(tractor, DATABASE, mode))
    check_cured(tractor)


def find_once(tractor, file, mode):
    file.chmod(mode)  # the bot removed these rights when it opened the database
    return find(tractor, "files")[1]


def test_cure_renames_misspelt_setting(tractor):
    Path(".env").write_text("METRIC_PORT=9000\n")
    text, cure = find(tractor, "settings")
    right = re.fullmatch(r"did you mean (\w+)\?", cure)[1]
    Path(".env").write_text(Path(".env").read_text().replace(text.split()[0], right))
    check_cured(tractor)


def test_cure_resumes_stopped_backups(tractor, monkeypatch):
    """The cure is to start the bot, which makes a missed backup at once."""
    write_database(DATABASE)
    Path("backups").mkdir()
    (Path("backups") / f"tractor-{datetime.now(UTC) - timedelta(days=9):%Y%m%dT%H%M%SZ}.db").touch()
    monkeypatch.setenv("BACKUP_FOLDER", "backups")
    assert find(tractor, "backups")[1].startswith("start the bot")

    async def start():
        made = ScheduledBackups(Settings(_env_file=None), Path("backups"), SystemClock())
        made.start()
        async with asyncio.timeout(120):
            while len(os.listdir("backups")) < 2:  # noqa: ASYNC110, PTH208 - files have no event
                await asyncio.sleep(0.01)
        await made.close()

    asyncio.run(start())
    check_cured(tractor)


@pytest.mark.parametrize("records", spread(1, [False, True]))
def test_cure_restores_damaged_database(tractor, records):
    arguments = ("--records",) if records else ()
    write_database(DATABASE)
    tractor("backup", "copy.db")
    damage_page(DATABASE, "actions")
    cure = find(tractor, "records" if arguments else "integrity", *arguments)[1]
    move_away(cure)
    command = cure.rpartition("python -m bot ")[2].replace("FILE", "copy.db").split()
    assert tractor(*command)[0] == 0
    check_cured(tractor, *arguments)


def test_cure_replaces_file_that_is_no_database(tractor):
    write_database(Path("copy.db"))
    DATABASE.parent.mkdir()
    DATABASE.write_bytes(b"no database at all" * 300)
    cure = find(tractor, "database")[1]
    move_away(cure)
    assert tractor("restore", "copy.db")[0] == 0
    check_cured(tractor)


def test_cure_for_folder_at_database_path_is_another_file(tractor, monkeypatch):
    DATABASE.mkdir(parents=True)
    assert find(tractor, "database") == ("data/tractor.db is a folder", "name a file in DATABASE_URL")
    assert find(tractor, "database", "--records") == ("data/tractor.db is a folder", "name a file in DATABASE_URL")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///data/tractor.db/tractor.db")
    check_cured(tractor)


def set_revision(revision):
    with closing(sqlite3.connect(DATABASE)) as changed:
        changed.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        changed.commit()


@pytest.mark.parametrize("arguments", [(), ("--records",)])
def test_cure_for_newer_database_is_its_own_version(tractor, arguments):
    """The cure is to run the version that wrote the database."""
    write_database(DATABASE)
    set_revision("9999")
    text, cure = find(tractor, "records" if arguments else "database", *arguments)
    assert "revision 9999" in text
    assert cure.startswith("run that version")
    set_revision(get_newest_revision())
    check_cured(tractor, *arguments)


@pytest.mark.long
def test_cure_for_newer_database_is_an_old_backup(tractor):
    """Another cure is to restore a backup from before the upgrade."""
    write_database(DATABASE)
    tractor("backup", "copy.db")
    set_revision("9999")
    assert "restore a backup from before the upgrade" in find(tractor, "database")[1]
    assert tractor("restore", "copy.db")[0] == 0
    check_cured(tractor)


def test_cure_upgrades_older_database_before_checking_records(tractor):
    """The check asks for the upgrade in two lines, without a traceback."""
    write_database(DATABASE)
    with next_migration():
        status, written = tractor("check", "--records")
        assert (status, written.count("\n")) == (1, 2)
        assert "upgrade it first with the command migrate" in read_findings(written)["records"][1]
        assert "upgrade it first with the command migrate" in tractor("export", "all.jsonl")[1]
        assert tractor("migrate")[0] == 0
        check_cured(tractor, "--records")


def test_cure_for_empty_file_is_migrate(tractor):
    DATABASE.parent.mkdir()
    DATABASE.touch()
    status, written = tractor("check", "--records")
    assert (status, written.count("\n")) == (1, 2)
    assert read_findings(written)["records"] == ("it is empty", "the command migrate creates its tables")
    assert tractor("migrate")[0] == 0
    check_cured(tractor, "--records")


def test_cure_for_missing_database_names_right_file(tractor, monkeypatch):
    """The cure does not suggest a check without --records, because that check would find nothing wrong."""
    text, cure = find(tractor, "records", "--records")
    assert text == "there is no database at data/tractor.db"
    write_database(Path("elsewhere.db"))
    assert cure.endswith("name the right file in DATABASE_URL")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///elsewhere.db")
    check_cured(tractor, "--records")


def test_cure_replaces_wrong_records_by_those_of_a_backup(tractor):
    write_database(DATABASE)
    tractor("backup", "copy.db")
    with closing(sqlite3.connect(DATABASE)) as changed:
        changed.execute("UPDATE actions SET revision = revision + 100 WHERE table_id = 1")
        changed.commit()
    assert find(tractor, "records", "--records")[1].startswith("restore a backup")
    assert tractor("restore", "copy.db")[0] == 0
    check_cured(tractor, "--records")


@pytest.mark.long
def test_cure_for_locked_database_ends_other_program(tractor, monkeypatch):
    monkeypatch.setattr("bot.store.connection.engines.BUSY_SECONDS", 0.1)
    write_database(DATABASE)
    with closing(sqlite3.connect(DATABASE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert find(tractor, "database")[1].endswith("end the program that keeps the database locked")
    check_cured(tractor)


@pytest.fixture
def powerless(monkeypatch):
    """Run the test as a user who may only read its folder. Yield a function that carries out an action as root."""
    if not hasattr(os, "setresuid") or os.getuid() != 0:
        pytest.skip("only root can become another user")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("LOGNAME", str(NOBODY))

        def become(user):
            os.setresuid(user, user, 0)

        def as_root(action, *given):
            become(0)
            action(*given)
            become(NOBODY)

        become(NOBODY)
        try:
            yield as_root
        finally:
            become(0)


@pytest.mark.parametrize("arguments", [(), ("--records",)])
@pytest.mark.unix
def test_cure_gives_missing_rights_and_loses_nothing(tractor, powerless, arguments):
    """No cure suggests restoring a backup, which would lose the games since then."""
    powerless(write_database, DATABASE)
    powerless(os.chown, "data", NOBODY, NOBODY)
    powerless(DATABASE.chmod, 0o600)
    findings = read_findings(tractor("check", *arguments)[1])
    assert not any("restore" in cure for _, cure in findings.values())
    powerless(run_command_of, findings["database"][1])
    check_cured(tractor, *arguments)


@pytest.mark.unix
def test_cure_gives_folder_of_another_user_to_bot(tractor, powerless, monkeypatch):
    powerless(Path("data").mkdir)
    monkeypatch.setenv("BACKUP_FOLDER", "data/backups")
    findings = read_findings(tractor("check")[1])
    assert findings.keys() == {"database", "backups"}
    powerless(run_command_of, findings["backups"][1])
    check_cured(tractor)


@pytest.mark.long
async def test_cures_of_findings_at_discord_work():
    discord = FakeDiscord()
    discord.permissions["Club"] = 0
    discord.emoji.pop()
    discord.left, discord.ahead = 3, 60.0
    discord.application |= {"flags": 1 << 15, "integration_types_config": {"1": {}}}
    found = await discord.ask()
    bad = {one.name: one.cure for one in found.values() if one.severity is not Severity.OK}
    assert bad.keys() == {"permissions", "emoji", "starts", "clock", "intents", "installation"}
    assert all(bad.values())
    healthy = FakeDiscord()
    # an operator cures these by setting the clock, by waiting, and by starting the bot
    discord.ahead, discord.left, discord.emoji = 0.0, healthy.left, healthy.emoji
    discord.permissions["Club"] = sum(NEEDED.values())
    discord.application = {"id": "7", "integration_types_config": {}}
    apply_installation(discord.application, bad["installation"])
    assert {one.severity for one in (await discord.ask()).values()} == {Severity.OK}


def apply_installation(application, cure):
    """Carry out the steps that the cure names on the portal's page Installation."""
    kinds = {"1": {}}
    for step in cure.partition("Installation: ")[2].split("; "):
        kinds |= {"0": {}} if step == "switch on Guild Install" else {}
        if step == "switch off User Install":
            kinds.pop("1")
    application["integration_types_config"] = kinds

"""The command line: the settings and files that it reads, and the local Discord that it starts.

A problem that stops a command is reported in one line.
"""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import sys
import urllib.request
from pathlib import Path

import pytest
from kept_logging import keep_logging

from bot.__main__ import main
from bot.app import StartupError, _run_until_stopped
from bot.create_bot import create_bot
from bot.settings import InvalidSettings, Settings, find_readable_secret, read_settings
from tests.wire.driven_loopback import DrivenLoopback

ROOT = Path(__file__).parents[2]


async def bot(folder, *arguments, **settings):
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | settings | {"PYTHONPATH": str(ROOT)}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=env,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Yield a function that runs a command quickly, in this process. The command must end by itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)

    def run(*arguments, **settings):
        monkeypatch.setattr(sys, "argv", ["tractor", *arguments])
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        status = main()
        written = capsys.readouterr()
        assert status == 0 or not written.out or "is ready" in written.out
        return status, written.err

    with keep_logging():
        yield run


@pytest.fixture
def used_port():
    """A port that is already in use."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield str(server.getsockname()[1])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://somewhere"),
        ("DATABASE_URL", "sqlite+aiosqlite:///"),
        ("DATABASE_URL", "sqlite+aiosqlite:///:memory:"),
        ("LOCAL_PORT", "many"),
        ("LOCAL_PORT", "70000"),
        ("LOG_LEVEL", "loud"),
        ("PACE", "0"),
        ("PACE", "1e-300"),
        ("DEFAULT_LANGUAGE", "klingon"),
        ("DEFAULT_LANGUAGE", ""),
    ],
)
def test_bad_setting_is_reported_in_one_line(command, name, value):
    status, err = command("check", **{name: value})
    assert status == 2
    assert err.startswith(f"{name}: ")
    assert err.count("\n") == 1


def test_settings_errors_hide_the_token(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a-real-secret")
    monkeypatch.setenv("PICTURE_WORKERS", "none")
    with pytest.raises(InvalidSettings) as bad:
        read_settings()
    assert "secret" not in str(bad.value)
    monkeypatch.delenv("PICTURE_WORKERS")
    assert "secret" not in repr(read_settings())


def test_empty_setting_counts_as_unset(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nLOG_LEVEL=warning\n", encoding="utf-8")
    assert read_settings().discord_token is None
    assert read_settings().log_level == "warning"


def test_empty_metrics_host_is_this_machine(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("METRICS_HOST=\n", encoding="utf-8")
    assert read_settings().metrics_host == "127.0.0.1"


@pytest.mark.parametrize("arguments", [("migrate",), ("export", "all.jsonl"), ("backup", "copy.db")])
def test_password_with_special_characters_is_not_shown(command, arguments):
    status, err = command(*arguments, DATABASE_URL="postgresql+asyncpg://user:pass@secret:word@host/name")
    assert status == 2
    assert "write %40 for @" in err
    assert "word" not in err.replace("password", "")


def test_env_file_of_a_windows_editor_is_read(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=abc\nLOG_LEVEL=warning\n", encoding="utf-8-sig")
    assert read_settings().discord_token is not None


def test_unreadable_env_file_is_reported_in_one_line(tmp_path, command, monkeypatch):
    (tmp_path / ".env").write_text("DISCORD_TOKEN=abc\n", encoding="utf-16")
    assert command("run") == (2, ".env cannot be read: save it as UTF-8 text\n")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", ".env")

    monkeypatch.setattr("dotenv.main.open", refuse, raising=False)
    assert command("run") == (2, ".env cannot be read: Permission denied\n")


def test_setting_without_equals_sign_is_refused(tmp_path, command):
    (tmp_path / ".env").write_text("# mine\nexport PACE=2\nDISCORD_TOKEN\nother\n", encoding="utf-8")
    (tmp_path / ".env").chmod(0o600)
    assert command("migrate") == (2, ".env: DISCORD_TOKEN must be followed by = and its value\n")


@pytest.mark.parametrize("line", ["DISCORD_TOKEN: abc", 'DISCORD_TOKEN="abc'])
def test_line_that_is_no_setting_is_refused(tmp_path, command, line):
    """The refused line may hold the token. If the bot skipped it, the bot would start on a local Discord."""
    (tmp_path / ".env").write_text(f"PACE=2\n{line}\nLOG_LEVEL=info\n", encoding="utf-8")
    (tmp_path / ".env").chmod(0o600)
    assert command("migrate") == (2, ".env: line 2 must be NAME=value, with quotes in pairs\n")


def test_example_file_names_every_setting():
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert {name.upper() for name in Settings.model_fields} <= set(re.findall(r"^#? ?([A-Z_]+)=", text, re.MULTILINE))


@pytest.mark.long
@pytest.mark.unix
async def test_local_run_serves_page_with_private_files(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    sqlite3.connect(data / "tractor.db").close()
    (data / "tractor.db").chmod(0o644)
    process = await bot(tmp_path, "run")
    line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
    page = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert page, line
    html = await asyncio.to_thread(lambda: urllib.request.urlopen(page[0], timeout=5).read().decode())
    assert "<html" in html
    modes = await wait_for_files(data, {"tractor.db", "local-discord.db"})
    process.send_signal(signal.SIGTERM)
    _, err = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, err.decode()
    assert b"Traceback" not in err
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.long
@pytest.mark.unix
async def test_container_says_that_its_token_is_missing(tmp_path):
    """No address inside the container is printed. All log lines are JSON, also the debug lines of libraries."""
    process = await bot(tmp_path, "run", container="oci", LOG_FORMAT="json", LOG_LEVEL="debug", PYTHONWARNINGS="always")
    lines = []
    async with asyncio.timeout(120):
        while not any(line["event"] == "started" for line in lines):
            lines.append(json.loads(await process.stderr.readline()))
    process.send_signal(signal.SIGTERM)
    out, err = await asyncio.wait_for(process.communicate(), 120)
    lines += map(json.loads, err.splitlines())
    assert (process.returncode, out) == (0, b"")
    assert "DISCORD_TOKEN is missing" in " ".join(line["event"] for line in lines if line["level"] == "warning")
    assert "http://" not in str(lines)


async def wait_for_files(folder, names):
    """Wait until these files exist, and return the modes of all files in the folder by name."""
    async with asyncio.timeout(120):
        while True:
            modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
            if names <= modes.keys():
                return modes
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BACKUP_HOURS", "abc", "must be a number; it is 'abc'"),
        ("BACKUP_HOURS", "0", "must be 0.1 or more; it is '0'"),
        ("METRICS_PORT", "x", "must be a whole number; it is 'x'"),
        ("METRICS_PORT", "99999", "must be 65535 or less; it is '99999'"),
        ("ADMIN_SERVER", "0", "must be more than 0; it is '0'"),
        ("SEARCH_WORKERS", "1.5", "must be a whole number; it is '1.5'"),
        ("LOG_FORMAT", "xml", "must be 'text' or 'json'; it is 'xml'"),
        ("SHARD_IDS", "a", "must be numbers with commas between them, such as 0,1; it is 'a'"),
        ("DATABASE_URL", "mysql://u:hush@x", "must begin with sqlite+aiosqlite:/// or postgresql+asyncpg://"),
    ],
)
def test_error_about_setting_quotes_its_value(command, name, value, sentence):
    """The value is not quoted if it is an address with a password."""
    assert command("migrate", **{name: value}) == (2, f"{name}: {sentence}\n")


def test_error_about_file_names_it(command, tmp_path):
    """The error names the file that the user gave, or its folder, but never a temporary file."""
    assert command("migrate")[0] == 0
    for arguments, sentence in (
        (("backup", "nowhere/x"), "the copy could not be made: there is no {}/nowhere"),
        (("export", "nowhere/x"), "there is no {}/nowhere"),
        (("import", "nowhere/x"), "there is no nowhere/x"),
        (("import", "data"), "data is a folder"),
        (("restore", "nowhere/x"), "there is no backup at nowhere/x"),
        (("export", "data/tractor.db/x"), "{}/data/tractor.db is no folder"),
    ):
        assert command(*arguments) == (2, sentence.format(tmp_path) + "\n")


def test_misspelt_setting_is_named_at_the_start(command, tmp_path, used_port):
    (tmp_path / ".env").write_text("METRIC_PORT=9\nPATHS=x\n")
    _, err = command("run", "--port", used_port)
    (line,) = [line for line in err.splitlines() if "is no setting" in line]
    assert "METRIC_PORT" in line
    assert "METRICS_PORT" in line


def test_port_in_use_is_reported_in_one_line(command, used_port):
    status, err = command("run", "--port", used_port)
    assert status == 2
    assert err.splitlines()[-1].startswith("LOCAL_PORT: ")
    assert "Traceback" not in err


@pytest.mark.long
def test_backup_refuses_missing_and_existing_files(tmp_path, command):
    status, err = command("backup", "copy.db")
    assert status == 2
    assert "no database" in err
    assert command("migrate")[0] == 0
    (tmp_path / "copy.db").write_text("mine")
    status, err = command("backup", "copy.db")
    assert status == 2
    assert "is there already" in err
    assert command("backup", "other.db")[0] == 0
    with sqlite3.connect(tmp_path / "other.db") as copy:
        assert copy.execute("select count(*) from actions").fetchone() == (0,)


def test_broken_database_is_reported_in_one_line(tmp_path, command):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tractor.db").write_text("this is no database, but it is long enough to look at" * 40)
    status, err = command("migrate")
    assert status == 2
    assert err.splitlines()[-1].startswith("DATABASE_URL: ")
    assert "Traceback" not in err


def test_folder_at_database_path_keeps_its_permissions(tmp_path, command):
    folder = tmp_path / "data"
    folder.mkdir()
    before = folder.stat().st_mode
    status, err = command("migrate", DATABASE_URL=f"sqlite+aiosqlite:///{folder}")
    assert status == 2
    assert err.splitlines()[-1].startswith("DATABASE_URL: ")
    assert folder.stat().st_mode == before


def write_older_database(folder):
    (folder / "data").mkdir()
    with sqlite3.connect(folder / "data" / "tractor.db") as old:
        old.executescript(
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('0119')"
        )


def check_older_database_is_refused(status, err):
    assert status == 2
    (line,) = [line for line in err.splitlines() if "DATABASE_URL" in line]
    assert "revision 0119" in line
    assert "run that version, whose `export` saves everything in a file" in line
    assert "Traceback" not in err


def test_migrate_refuses_database_of_an_older_version(tmp_path, command):
    write_older_database(tmp_path)
    check_older_database_is_refused(*command("migrate"))


def test_start_refuses_older_database_in_one_line(tmp_path, command):
    write_older_database(tmp_path)
    check_older_database_is_refused(*command("run"))


async def test_unknown_token_is_reported_in_one_line(tmp_path, loopback):
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path}/t.db", search_workers=0)
    async with create_bot(settings, local=loopback) as running:
        with pytest.raises(StartupError, match=r"^DISCORD_TOKEN: "):
            await _run_until_stopped(running.client.start("wrong"))


async def test_unreachable_discord_is_reported_in_one_line(tmp_path):
    gone = await DrivenLoopback.start()
    await gone.stop()
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path}/t.db", search_workers=0)
    async with create_bot(settings, local=gone) as running:
        with pytest.raises(StartupError, match=r"^Discord cannot be reached: ") as ended:
            await _run_until_stopped(running.client.start(gone.token))
    assert ended.value.status == 1, "systemd starts the program again"


async def test_refused_login_is_reported_in_one_line(tmp_path, loopback):
    await loopback.remote.arrange("fault", kind="status", method="GET", path="users/@me$", times=1, status=503)
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path}/t.db", search_workers=0)
    async with create_bot(settings, local=loopback) as running:
        with pytest.raises(StartupError, match=r"^Discord cannot be reached: 503 ") as ended:
            await _run_until_stopped(running.client.start(loopback.token))
    assert ended.value.status == 1


@pytest.mark.long
async def test_impossible_port_is_refused_in_one_line(tmp_path):
    process = await bot(tmp_path, "run", "--port", "99999")
    _, err = await process.communicate()
    assert process.returncode == 2
    assert err.decode().splitlines()[-1].endswith("not a port from 0 to 65535: 99999")
    assert b"Traceback" not in err


@pytest.mark.long
def test_impossible_latency_is_reported_in_one_line(command):
    status, err = command("run", "--latency", "2001")
    assert status == 2
    assert err.splitlines()[-1].startswith("--latency: ")
    assert "Traceback" not in err


def test_uncreatable_database_folder_is_reported_in_one_line(tmp_path, command):
    (tmp_path / "data").write_text("a file where the folder belongs")
    status, err = command("run", "--port", "0")
    assert status == 2
    (line,) = err.splitlines()
    assert line.startswith("DATABASE_URL: the database cannot be opened: ")
    assert "data: File exists" in line


@pytest.mark.long
def test_uncreatable_local_state_is_reported_in_one_line(tmp_path, command):
    (tmp_path / "state").write_text("a file where the folder belongs")
    status, err = command("run", "--port", "0", LOCAL_STATE="state/local.db")
    assert status == 2
    assert err.splitlines()[-1] == "LOCAL_STATE: state: File exists"


@pytest.mark.parametrize(
    ("text", "mode", "found"),
    [
        ("DISCORD_TOKEN=abc", 0o644, True),
        ("\ufeffDISCORD_TOKEN=abc", 0o644, True),
        ("# a comment\nexport DISCORD_TOKEN = abc\n", 0o640, True),
        ("DISCORD_TOKEN=abc", 0o600, False),
        ("DISCORD_TOKEN=\nPACE=2", 0o644, False),
        ("#DISCORD_TOKEN=abc", 0o644, False),
    ],
)
@pytest.mark.unix
def test_token_that_others_can_read_is_found(tmp_path, text, mode, found):
    file = tmp_path / ".env"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    assert find_readable_secret(file) == (file if found else None)


@pytest.mark.unix
def test_start_warns_if_others_can_read_the_token(tmp_path, command):
    (tmp_path / ".env").write_text("DISCORD_TOKEN=abc\n")
    (tmp_path / ".env").chmod(0o644)
    status, err = command("run", DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path}/.env/x.db")
    assert status == 2
    assert "chmod 600" in err
    assert "abc" not in err


@pytest.mark.long
def test_metrics_port_in_use_is_reported_in_one_line(command, used_port):
    status, err = command("run", "--port", "0", METRICS_PORT=used_port)
    assert status == 2
    assert err.splitlines()[-1].startswith(f"METRICS_PORT: nothing can listen on 127.0.0.1:{used_port}")
    assert "Traceback" not in err

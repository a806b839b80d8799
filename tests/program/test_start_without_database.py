"""A bot that starts before its database waits and logs the cause once; with a wrong setting it ends at once."""

import asyncio
import errno
import os
import signal
import sqlite3
import sys
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest
import sqlalchemy
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

from bot.app import run_bot
from bot.operations import open_database as opening
from bot.operations.open_database import StartupError, wait_for_database
from bot.play.clock.timing import SystemClock
from bot.settings import Settings
from bot.store.connection import engines
from bot.store.connection.engines import Unavailable
from bot.store.connection.temporary_errors import describe_error, is_outage

ROOT = Path(__file__).parents[2]
POSTGRES = os.environ.get("TEST_POSTGRES_URL")


class HastyClock(SystemClock):
    """A clock whose waits take no time. Each wait calls `during` with the number of waits so far."""

    def __init__(self, during):
        super().__init__()
        self.waits, self.during = 0, during

    async def sleep_until(self, at):
        self.waits += 1
        await self.during(self.waits)


def settings(url, **others):
    return Settings(_env_file=None, database_url=url, **others)


@asynccontextmanager
async def serve_refusal(sqlstate, text):
    """Serve a PostgreSQL that refuses each connection with one error."""

    async def refuse(reader, writer):
        length = int.from_bytes(await reader.readexactly(4), "big")
        if length == 8:  # the client asks for TLS first
            await reader.readexactly(4)
            writer.write(b"N")
            length = int.from_bytes(await reader.readexactly(4), "big")
        await reader.readexactly(length - 4)
        fields = b"".join(
            f"{key}{value}\0".encode() for key, value in (("S", "FATAL"), ("V", "FATAL"), ("C", sqlstate), ("M", text))
        )
        writer.write(b"E" + (len(fields) + 5).to_bytes(4, "big") + fields + b"\0")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


async def start(url, waits=3):
    """Start, wait `waits` times for the database, give up, and return the logged causes."""

    async def give_up(done):
        if done == waits:
            raise TimeoutError

    with capture_logs() as logs:
        async with AsyncExitStack() as stack:
            with pytest.raises(TimeoutError):
                await wait_for_database(settings(url), HastyClock(give_up), stack)
    assert {line["event"] for line in logs} == {"the database cannot be reached: trying again"}
    return [line["cause"] for line in logs]


async def test_start_waits_while_connection_is_refused():
    (cause,) = await start("postgresql+asyncpg://bot@127.0.0.1:1/bot")
    assert "127.0.0.1" in cause


async def test_start_waits_while_name_is_unresolved():
    assert len(await start("postgresql+asyncpg://bot@database.invalid/bot")) == 1


@pytest.mark.parametrize(
    ("sqlstate", "text"),
    [("57P03", "the database system is starting up"), ("53300", "sorry, too many clients already")],
)
async def test_start_waits_while_server_is_not_ready(sqlstate, text):
    async with serve_refusal(sqlstate, text) as port:
        assert await start(f"postgresql+asyncpg://bot@127.0.0.1:{port}/bot") == [f"the database did not answer: {text}"]


@pytest.mark.parametrize(
    ("sqlstate", "text"),
    [("28P01", 'password authentication failed for user "bot"'), ("3D000", 'database "bot" does not exist')],
)
async def test_wrong_setting_ends_start_at_once(sqlstate, text):
    async with serve_refusal(sqlstate, text) as port, AsyncExitStack() as stack:
        url = f"postgresql+asyncpg://bot@127.0.0.1:{port}/bot"
        with pytest.raises(StartupError) as ended:
            await asyncio.wait_for(wait_for_database(settings(url), SystemClock(), stack), 120)
    assert str(ended.value) == f"DATABASE_URL: the database cannot be opened: the database did not answer: {text}"


async def test_start_waits_while_disk_is_full(tmp_path, monkeypatch):
    """The bot starts as soon as there is space, and has logged the cause once."""

    def fill(file):
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    async def free(waits):
        if waits == 4:
            monkeypatch.undo()

    monkeypatch.setattr(engines, "protect_file", fill)
    with capture_logs() as logs:
        async with AsyncExitStack() as stack:
            url = f"sqlite+aiosqlite:///{tmp_path}/bot.db"
            opened = await wait_for_database(settings(url), HastyClock(free), stack)
            assert opened.lease.is_held
        assert not opened.lease.is_held
    assert [line["event"] for line in logs] == [
        "the database cannot be reached: trying again",
        "the database can be reached again",
    ]
    assert "No space left" in logs[0]["cause"]


def fail_in_sqlite(statement, file=":memory:"):
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as made:
            made.executescript(statement)
    except sqlite3.Error as error:
        return error


FULL = "PRAGMA max_page_count = 1; CREATE TABLE a (b); CREATE TABLE c (d);"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (fail_in_sqlite(FULL), True),
        (fail_in_sqlite("SELECT nothing"), False),
        (fail_in_sqlite("SELECT 1 FROM sqlite_master", "/"), False),
        (PermissionError(errno.EACCES, "Permission denied"), False),
        (OSError(errno.EROFS, "Read-only file system"), False),
        (OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 5432, 0, 0), [Errno 111] …"), True),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), True),
    ],
)
def test_outages_are_distinguished_from_faults(error, expected):
    assert is_outage(error) is expected
    with pytest.raises(Unavailable) as wrapped:
        raise Unavailable("the database did not answer") from error
    assert is_outage(wrapped.value) is expected, "the cause decides"


async def test_unknown_error_is_reported_in_one_line(tmp_path, monkeypatch):
    async def fail(_url):
        await database.store.key_values._connections.execute(sqlalchemy.text("SELECT 1\nFROM nowhere"))

    url = f"sqlite+aiosqlite:///{tmp_path}/bot.db"
    async with AsyncExitStack() as stack:
        database = (await wait_for_database(settings(url), SystemClock(), stack)).database
        monkeypatch.setattr(opening, "check_revision", fail)
        with pytest.raises(StartupError) as ended:
            await wait_for_database(settings(url), SystemClock(), stack)
    assert str(ended.value) == "DATABASE_URL: the database cannot be opened: no such table: nowhere"
    assert describe_error(ValueError()) == "ValueError"


@pytest.mark.unix
async def test_waiting_program_can_be_stopped():
    """A signal ends the program with status 0."""
    running = asyncio.create_task(run_bot(settings("postgresql+asyncpg://bot@127.0.0.1:1/bot"), None))
    with capture_logs() as logs:
        async with asyncio.timeout(120):
            while not logs:  # noqa: ASYNC110 - a list has no event
                await asyncio.sleep(0.01)
            os.kill(os.getpid(), signal.SIGTERM)
            assert await running == 0


@pytest.mark.long
@pytest.mark.skipif(POSTGRES is None, reason="no PostgreSQL: set TEST_POSTGRES_URL")
async def test_bot_connects_once_port_opens(tmp_path):
    """The program starts before PostgreSQL listens on the port, and connects as soon as PostgreSQL does."""
    target = make_url(POSTGRES)
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as free:
        port = free.sockets[0].getsockname()[1]
    url = target.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | {"PYTHONPATH": str(ROOT), "DATABASE_URL": url}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=tmp_path, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )  # fmt: skip
    async with asyncio.timeout(120):  # on a busy machine, the first try comes late
        first = await program.stderr.readline()
    assert b"the database cannot be reached: trying again" in first
    await asyncio.sleep(10)
    assert program.returncode is None

    async def forward(reader, writer):
        there = await asyncio.open_connection(target.host, target.port)
        await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))

    async with await asyncio.start_server(forward, "127.0.0.1", port):
        async with asyncio.timeout(120):
            assert b"is ready" in await program.stdout.readline()
        program.send_signal(signal.SIGTERM)
        _, err = await program.communicate()
    assert program.returncode == 0
    assert b"the database cannot be reached: trying again" not in err, "it says so once"
    assert err.count(b"the database can be reached again") == 1


async def pump(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()

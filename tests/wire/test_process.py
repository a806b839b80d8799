"""The local Discord as a process of its own, with command line, state file and access control."""

import asyncio
import os
import re
import socket
import sqlite3
import sys
from contextlib import asynccontextmanager
from types import SimpleNamespace

import aiohttp
import pytest
from fruit_bot import FruitBot, Stall, picture, png, pointed_at, running

from bot.loopback.server import RealTokenError
from bot.loopback.world.keep import Keeper
from tests.wire.driven_loopback import DrivenLoopback, Remote


@asynccontextmanager
async def process(*options, **environment):
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | environment
    running_one = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.loopback",
        *options,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=env,
    )
    try:
        yield running_one
    finally:
        if running_one.returncode is None:
            running_one.terminate()
        await asyncio.wait_for(running_one.communicate(), 120)


async def address(one):
    line = (await asyncio.wait_for(one.stdout.readline(), 120)).decode()
    return re.search(r"http://127\.0\.0\.1:\d+", line).group()


def pointed(url):
    return pointed_at(url + "/api/v10", url.replace("http", "ws") + "/gateway/", url + "/cdn")


async def people(remote):
    """Return the names of the people in the page's order."""
    return [person["name"] for person in (await remote.call("GET", "state", query={"as": "ann"}))["people"]]


@pytest.mark.long
async def test_state_outlives_process(tmp_path):
    file = str(tmp_path / "state.db")
    async with process("--state", file) as one:
        url = await address(one)
        async with Remote(url) as remote:
            ann = remote.person("ann")
            with pointed(url):
                async with running(FruitBot(guild_ready_timeout=0.05)):
                    stall = (await ann.slash("tractor", "stall")).message
                    mine = (await ann.slash("tractor", "basket show")).message
                    await ann.slash("tractor", "thread", name="plums")
                    await ann.wait_for("tractor", lambda m: "thread" in m.raw)
                    await ann.wait_for((await ann.threads())["plums"], lambda m: m.content == "first words")
                    before = [m.id for m in await ann.messages("tractor")]
                    order = await people(remote)
    assert one.returncode == 0
    async with process("--state", file) as one:
        url = await address(one)
        async with Remote(url) as remote:
            ann = remote.person("ann")
            again = await ann.messages("tractor")
            assert [m.id for m in again] == before
            shown = next(m for m in again if m.id == mine.id)
            assert shown.ephemeral
            assert await remote.picture(shown.pictures[0].url) == png()  # the picture's address has the new port
            assert "plums" in await ann.threads()
            assert await people(remote) == order
            assert all(m.id != mine.id for m in await remote.person("bob").messages("tractor"))
            with pointed(url):
                async with running(FruitBot(guild_ready_timeout=0.05)) as bot:
                    assert "Sold" in (await ann.click(stall, "buy")).message.text
                    later = await bot.get_channel(int(stall.channel)).send("later")
                    assert later.id > int(before[-1])


@pytest.mark.long
async def test_state_is_written_while_running(tmp_path):
    file = tmp_path / "state.db"
    async with process("--state", str(file)) as one:
        url = await address(one)
        async with Remote(url) as remote:
            await remote.person("ann").say("tractor", "kept")
            await asyncio.sleep(1.3)
        one.kill()
        await one.wait()
    async with await DrivenLoopback.start(state=file) as loopback:
        assert [m.content for m in await loopback.person("ann").messages("tractor")] == ["kept"]


async def test_unreadable_file_is_set_aside(tmp_path):
    file = tmp_path / "state.db"
    file.write_text("this is no state of ours " * 100)
    async with await DrivenLoopback.start(state=file) as loopback:
        assert await loopback.person("ann").messages("tractor") == []
    assert (tmp_path / "state.db.unreadable").read_text().startswith("this is no state")


def test_file_out_of_reach_stays_where_it_is(tmp_path):
    file = tmp_path / "state.db"
    file.mkdir()
    with pytest.raises(sqlite3.OperationalError):
        Keeper(SimpleNamespace(), file)
    assert [path.name for path in tmp_path.iterdir()] == ["state.db"]


async def test_file_of_other_version_is_set_aside(tmp_path):
    file = tmp_path / "state.db"
    async with await DrivenLoopback.start(state=file) as loopback:
        await loopback.person("ann").say("tractor", "old")
    with sqlite3.connect(file) as opened:
        opened.execute("insert into thing values ('hat', '1', '{}')")
    opened.close()
    async with await DrivenLoopback.start(state=file) as loopback:
        assert await loopback.person("ann").messages("tractor") == []
    with sqlite3.connect(tmp_path / "state.db.unreadable") as opened:
        assert opened.execute("select count(*) from thing where kind = 'message'").fetchone() == (1,)
    opened.close()


async def test_locked_state_file_is_logged_and_retried(tmp_path, caplog):
    file = tmp_path / "state.db"
    async with await DrivenLoopback.start(state=file) as loopback:
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("begin exclusive")  # this blocks other writers
            loopback._keeper._file.execute("pragma busy_timeout = 0")
            await loopback.person("ann").say("tractor", "kept")
            async with asyncio.timeout(120):
                while "could not be saved" not in caplog.text:  # noqa: ASYNC110 - the log has no event
                    await asyncio.sleep(0.05)
            other.execute("rollback")
        other.close()
    async with await DrivenLoopback.start(state=file) as loopback:
        assert [m.content for m in await loopback.person("ann").messages("tractor")] == ["kept"]


async def test_real_token_prevents_start(monkeypatch):
    async with process(DISCORD_TOKEN="abc.def.ghi") as one:
        _, errors = await one.communicate()
    assert one.returncode == 2
    assert b"DISCORD_TOKEN is set" in errors
    assert b"Traceback" not in errors
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    with pytest.raises(RealTokenError):
        await DrivenLoopback.start()


@pytest.mark.long
async def test_taken_port_prints_one_line(loopback):
    port = loopback.url.rpartition(":")[2]
    async with process("--port", port) as one:
        _, errors = await one.communicate()
    assert one.returncode == 2
    assert f"could not start on port {port}" in errors.decode()
    assert b"Traceback" not in errors


async def test_listens_on_this_machine_only(loopback):
    addresses = {s.getsockname()[0] for site in loopback._runner.sites for s in site._server.sockets}
    assert addresses == {"127.0.0.1"}
    port = int(loopback.url.rpartition(":")[2])
    for address_ in {i[4][0] for i in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {
        "127.0.0.1",
        "127.0.1.1",
    }:
        with pytest.raises(OSError), socket.create_connection((address_, port), timeout=1):
            pass


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "127.0.0.1:x"}, 421),
        ({"Host": "127.0.0.1:1"}, 200),
        ({"Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:1"}, 200),
        ({"Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:2"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
async def test_foreign_host_and_origin_are_refused(loopback, headers, status):
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/four", "/control/state?as=ann", "/api/v10/gateway"):
            async with session.get(loopback.url + path, headers=headers) as response:
                assert response.status == status, path


async def test_foreign_page_gets_no_websocket(loopback):
    async with aiohttp.ClientSession() as session:
        for path in ("/control/feed?as=ann", "/gateway/"):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(loopback.url + path, headers={"Origin": "http://evil.example"})
        ws = await session.ws_connect(loopback.url + "/control/feed?as=ann", headers={"Origin": loopback.url})
        assert (await ws.receive_json())["event"] == "HELLO"
        await ws.close()


@pytest.mark.parametrize(("mode", "status"), [("navigate", 200), ("no-cors", 403)])
async def test_links_of_foreign_pages_may_be_followed(loopback, mode, status):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode}
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/four"):
            async with session.get(loopback.url + path, headers=headers) as response:
                assert response.status == status, path


@pytest.mark.parametrize("path", ["", "four"])
async def test_page_loads_nothing_from_elsewhere(loopback, path):
    async with aiohttp.ClientSession() as session, session.get(loopback.page + path) as response:
        policy = response.headers["Content-Security-Policy"]
        text = await response.text()
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy  # only pages of the same server, such as /four, may frame it
    assert "http" not in policy.replace("'self'", "")
    assert not re.findall(r"(?:src|href)=\"(?!/page/|#)", text)


async def test_feed_shows_ephemeral_to_its_user_only(bot, loopback, ann):
    async with aiohttp.ClientSession() as session:
        feeds = {n: await session.ws_connect(f"{loopback.url}/control/feed?as={n}") for n in ("ann", "bob")}
        for feed in feeds.values():
            await feed.receive_json()
        ephemeral = (await ann.slash("tractor", "basket show")).message
        public = await bot.get_channel(int(ephemeral.channel)).send(view=Stall("x"), file=picture())
        heard = {n: [] for n in feeds}
        for name, feed in feeds.items():
            while not heard[name] or heard[name][-1]["data"].get("id") != str(public.id):
                heard[name].append(await asyncio.wait_for(feed.receive_json(), 120))
        assert ephemeral.id in str(heard["ann"])
        assert ephemeral.id not in str(heard["bob"])
        assert "INTERACTION" not in str([h["event"] for h in heard["bob"]])


async def test_tokens_are_hidden_from_people(bot, loopback, ann):
    answer = await ann.slash("tractor", "basket show")
    token = bot.interactions[-1].token
    assert token not in str(answer.raw)
    assert token not in str(await loopback.remote.call("GET", "state", query={"as": "ann"}))


async def test_request_log_continues_from_position(bot, loopback, ann):
    await ann.slash("tractor", "basket show")
    first = await loopback.remote.requests()
    await ann.slash("tractor", "fruit", kind="fig")
    later = await loopback.remote.requests(len(first))
    assert [r["path"].rpartition("/")[2] for r in later] == ["callback"]
    shown = next(r for r in first if r["uploads"])
    assert shown["uploads"][0]["filename"] == "apple.png"
    assert shown["uploads"][0]["size"] == len(png())
    assert len(shown["uploads"][0]["sha256"]) == 64

"""The gateway with real clients: compression, shards, resuming and faults on demand."""

import asyncio
import base64
import json
import zlib

import aiohttp
import discord
import pytest
import zstandard
from fruit_bot import FruitBot, pointed_at, running

from bot.loopback.gateway.serve import serve
from bot.loopback.rest.serve import decode
from tests.wire.driven_loopback import DrivenLoopback


async def wait_until(wished, seconds=100.0):
    async with asyncio.timeout(seconds):
        while not wished():  # noqa: ASYNC110 - the condition has no event
            await asyncio.sleep(0.01)


class Wire:
    """A bare gateway connection."""

    def __init__(self, ws, decode):
        self.ws, self.decode = ws, decode

    async def get(self):
        message = await asyncio.wait_for(self.ws.receive(), 120)
        if message.type is aiohttp.WSMsgType.CLOSE:
            return message.data
        return self.decode(message.data)

    async def put(self, op, d):
        await self.ws.send_str(json.dumps({"op": op, "d": d}))

    async def until(self, name):
        while True:
            message = await self.get()
            if not isinstance(message, dict) or message["t"] == name or message["op"] == name:
                return message


@pytest.fixture
async def connect(loopback):
    async with aiohttp.ClientSession() as session:

        async def open_one(query="", decode=json.loads):
            return Wire(await session.ws_connect(loopback.gateway + "?v=10&encoding=json" + query), decode)

        yield open_one


def identify(**more):
    return {"token": "loopback", "intents": 1, "properties": {}, **more}


async def test_gateway_sends_hello_heartbeat_answer_and_ready(connect):
    wire = await connect()
    assert (await wire.get())["d"]["heartbeat_interval"] == 41_250
    sent = asyncio.get_running_loop().time()
    await wire.put(1, None)
    assert (await wire.get())["op"] == 11
    assert asyncio.get_running_loop().time() - sent > 0.05, "no network answers before the sender knows that it sent"
    await wire.put(2, identify())
    ready = (await wire.get())["d"]
    assert ready["v"] == 10
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1")
    guild = (await wire.get())["d"]
    assert [c["name"] for c in guild["channels"]] == ["tractor", "general"]
    # only the bot is listed, because the intent for members is off
    assert [m["user"]["username"] for m in guild["members"]] == ["tractor"]


def inflating():
    stream = zlib.decompressobj()
    return lambda data: json.loads(stream.decompress(data))


def unpacking():
    stream = zstandard.ZstdDecompressor().decompressobj()
    return lambda data: json.loads(stream.decompress(data))


@pytest.mark.parametrize(("name", "decode"), [("zlib-stream", inflating), ("zstd-stream", unpacking)])
async def test_gateway_compresses_its_stream(connect, name, decode):
    wire = await connect(f"&compress={name}", decode())
    assert (await wire.get())["op"] == 10
    await wire.put(2, identify())
    assert (await wire.get())["t"] == "READY"
    assert (await wire.get())["t"] == "GUILD_CREATE"


async def test_discord_py_uses_zstd(bot, ann):
    assert discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream"
    assert (await ann.slash("tractor", "fruit", kind="fig")).answered


class Inflating:
    """Decompresses as discord.py does where `zstandard` is not installed."""

    COMPRESSION_TYPE = "zlib-stream"

    def __init__(self):
        self.stream = zlib.decompressobj()

    def decompress(self, data, /):
        assert data.endswith(b"\x00\x00\xff\xff")
        return self.stream.decompress(data).decode()


async def test_discord_py_works_over_zlib(here, ann, monkeypatch):
    monkeypatch.setattr(discord.utils, "_ActiveDecompressionContext", Inflating)
    async with running(FruitBot(guild_ready_timeout=0.05)):
        assert (await ann.slash("tractor", "fruit", kind="fig")).answered


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, identify(token="stolen"), 4004),
        (2, identify(intents=1 << 30), 4013),
        (2, identify(intents=1 | 1 << 15), 4014),
        (2, identify(shard=[2, 2]), 4010),
        (8, {"guild_id": "1"}, 4003),
        (99, None, 4003),
    ],
)
async def test_gateway_closes_with_discords_codes(connect, op, data, code):
    wire = await connect()
    await wire.get()
    await wire.put(op, data)
    assert await wire.get() == code


async def test_json_may_come_in_binary_frames(connect, loopback):
    wire = await connect()
    await wire.get()
    await wire.ws.send_bytes(json.dumps({"op": 2, "d": identify(token=f"Bot {loopback.token}")}).encode())
    assert (await wire.get())["t"] == "READY"


@pytest.mark.parametrize(
    ("token", "status"),
    [("{id}.abc.def-_g", 200), ("loopback", 200), ("{id}.abc", 401), ("MTIz.abc.def", 401), ("{id}..x", 401)],
)
async def test_malformed_or_foreign_token_is_refused(loopback, token, status):
    first = base64.b64encode(str(loopback.world.bot.id).encode()).decode().rstrip("=")
    headers = {"Authorization": "Bot " + token.replace("{id}", first)}
    async with aiohttp.ClientSession() as session, session.get(f"{loopback.api}/users/@me", headers=headers) as answer:
        assert answer.status == status


async def test_second_identify_or_nonsense_closes_connection(connect):
    wire = await connect()
    await wire.get()
    await wire.put(2, identify())
    await wire.until("GUILD_CREATE")
    await wire.put(2, identify())
    assert await wire.get() == 4005
    wire = await connect()
    await wire.get()
    await wire.ws.send_str("{nonsense")
    assert await wire.get() == 4002


async def test_connection_closes_after_120_messages_in_a_minute(connect):
    wire = await connect()
    await wire.get()
    for _ in range(121):
        await wire.put(1, None)
    assert await wire.until(4008) == 4008


async def test_ungranted_privileged_intent_closes_connection(here):
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(FruitBot(intents=discord.Intents(guilds=True, message_content=True))):
            pass


async def test_intents_select_events(connect, ann):
    quiet, listening = await connect(), await connect()
    for wire, intents in ((quiet, 1), (listening, 1 | 1 << 9)):
        await wire.get()
        await wire.put(2, identify(intents=intents))
        await wire.until("GUILD_CREATE")
    await ann.say("tractor", "hello")
    heard = await listening.until("MESSAGE_CREATE")
    assert heard["d"]["content"] == ""  # without the content intent, the text is empty
    await ann.say("tractor", f"hello <@{heard['d']['guild_id']}>")
    await quiet.put(1, None)
    assert (await quiet.get())["op"] == 11  # the heartbeat's answer comes first, so there was no event


async def test_granted_intent_shows_message_content(ann):
    loopback = await DrivenLoopback.start(privileged_intents=1 << 15)
    try:
        with pointed_at(loopback.api, loopback.gateway, loopback.cdn):
            intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
            async with running(FruitBot(intents=intents, guild_ready_timeout=0.05)) as bot:
                await loopback.person("ann").say("tractor", "plums?")
                await wait_until(lambda: bot.heard)
                assert bot.heard[0].content == "plums?"
    finally:
        await loopback.stop()


async def test_resume_sends_missed_events(connect, ann):
    wire = await connect()
    await wire.get()
    await wire.put(2, identify(intents=1 | 1 << 9))
    session = (await wire.until("READY"))["d"]["session_id"]
    seq = (await wire.until("GUILD_CREATE"))["s"]
    await wire.ws.close(code=4000)
    await ann.say("tractor", "one")
    await ann.say("tractor", "two")
    wire = await connect()
    await wire.get()
    await wire.put(6, {"token": "loopback", "session_id": session, "seq": seq})
    assert [(await wire.get())["t"] for _ in range(3)] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]


async def test_resuming_unknown_session_is_invalid(connect):
    wire = await connect()
    await wire.get()
    await wire.put(6, {"token": "loopback", "session_id": "nobody's", "seq": 3})
    assert await wire.get() == {"op": 9, "d": False, "s": None, "t": None}


async def test_session_closed_by_client_cannot_be_resumed(connect):
    wire = await connect()
    await wire.get()
    await wire.put(2, identify())
    session = (await wire.until("READY"))["d"]["session_id"]
    await wire.ws.close(code=1000)
    wire = await connect()
    await wire.get()
    await wire.put(6, {"token": "loopback", "session_id": session, "seq": 1})
    assert (await wire.get())["op"] == 9


class Resuming(FruitBot):
    def __init__(self, **options):
        super().__init__(guild_ready_timeout=0.05, **options)
        self.resumed, self.readied = 0, 0

    async def on_resumed(self):
        self.resumed += 1

    async def on_ready(self):
        self.readied += 1


@pytest.mark.parametrize("what", ["drop", "reconnect", "invalidate"])
async def test_discord_py_reconnects_and_answers(here, ann, what, monkeypatch):
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    async with running(Resuming()) as bot:
        await wait_until(lambda: bot.readied == 1)
        await here.remote.arrange(what, **({"resumable": True} if what == "invalidate" else {}))
        await wait_until(lambda: bot.resumed == 1)
        assert (await ann.slash("tractor", "fruit", kind="fig")).answered


async def test_press_during_gap_reaches_resumed_session(here, ann, monkeypatch):
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    async with running(Resuming()) as bot:
        await here.remote.arrange("close_gateway", seconds=0.4)
        await here.remote.arrange("drop")
        assert (await ann.slash("tractor", "fruit", kind="fig")).answered
        assert bot.resumed == 1


async def test_client_identifies_again_after_invalid_session(here, ann, monkeypatch):
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    real = asyncio.sleep
    monkeypatch.setattr("discord.client.asyncio.sleep", lambda seconds, *_: real(min(seconds, 0.05)))
    async with running(Resuming()) as bot:
        await wait_until(lambda: bot.readied == 1)
        await here.remote.arrange("invalidate")
        await wait_until(lambda: bot.readied == 2)
        assert (await ann.slash("tractor", "fruit", kind="fig")).answered


async def test_fault_can_lose_or_repeat_event(bot, ann, here, clock):
    await here.remote.arrange("fault", kind="lose", event="INTERACTION_CREATE")
    asking = asyncio.create_task(ann.slash("tractor", "fruit", kind="fig"))
    await asyncio.sleep(0.1)
    clock.advance(3)
    assert not (await asking).answered
    await here.remote.arrange("fault", kind="repeat", event="INTERACTION_CREATE")
    assert (await ann.slash("tractor", "basket inner count")).answered
    await wait_until(lambda: len(bot.interactions) == 2)
    assert bot.interactions[0].id == bot.interactions[1].id


@pytest.mark.parametrize("fault", [{"kind": "drop"}, {"kind": "drop", "code": 4000}, {"kind": "reconnect"}])
async def test_event_during_lost_connection_is_replayed(here, ann, fault, monkeypatch):
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    async with running(Resuming()) as bot:
        await wait_until(lambda: bot.readied == 1)
        await here.remote.arrange("fault", event="INTERACTION_CREATE", **fault)
        assert (await ann.slash("tractor", "fruit", kind="fig")).answered
        await wait_until(lambda: bot.resumed == 1)
        assert len(bot.interactions) == 1


async def test_request_is_answered_although_gateway_drops(here, monkeypatch):
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    async with running(Resuming()) as bot:
        await wait_until(lambda: bot.readied == 1)
        await here.remote.arrange("fault", kind="drop", method="POST", route="/channels/{channel}/messages")
        await bot.guilds[0].text_channels[0].send("through")
        await wait_until(lambda: bot.resumed == 1)


async def test_unavailable_servers_come_back(bot, ann, here, clock):
    guild, gone, back = bot.guilds[0], asyncio.Event(), asyncio.Event()
    bot.on_guild_unavailable, bot.on_guild_available = _set(gone), _set(back)
    await here.remote.arrange("unavailable", seconds=0.3)
    await asyncio.wait_for(gone.wait(), 120)
    assert guild.unavailable
    asking = asyncio.create_task(ann.slash("tractor", "fruit", kind="fig"))
    await asyncio.wait_for(back.wait(), 120)
    clock.advance(3)
    assert not (await asking).answered, "nothing of a server arrives while it is away"
    assert (await ann.slash("tractor", "fruit", kind="fig")).answered


def _set(event):
    async def happens(_):
        event.set()

    return happens


@pytest.mark.long
async def test_each_shard_serves_its_servers(here):
    with_guilds = {0: [], 1: []}
    here.world.shards = 2
    for n in range(40):
        made = await here.remote.arrange("add_guild", name=f"g{n}", channel=f"c{n}")
        with_guilds[(int(made["guild"]) >> 22) % 2].append(made["channel"])
        if all(with_guilds.values()):
            break
        await asyncio.sleep(0.001)
    assert all(with_guilds.values())

    class Sharded(discord.AutoShardedClient):
        def __init__(self):
            super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
            self.tree = discord.app_commands.CommandTree(self)

            @self.tree.command(description="Where")
            async def where(interaction: discord.Interaction):
                await interaction.response.send_message(f"shard {interaction.guild.shard_id}")

        async def setup_hook(self):
            await self.tree.sync()

    async with running(Sharded()) as bot:
        await wait_until(lambda: len(bot.shards) == 2 and len(bot.guilds) == len(here.world.guilds))
        ann = here.person("ann")
        for shard, channels in with_guilds.items():
            assert (await ann.slash(channels[0], "where")).message.content == f"shard {shard}"


async def test_page_shows_bot_presence(loopback, here):
    state = await loopback.remote.call("GET", "state", query={"as": "ann"})
    assert state["online"] is False
    async with running(FruitBot(guild_ready_timeout=0.05)):
        assert (await loopback.remote.call("GET", "state", query={"as": "ann"}))["online"] is True
    await wait_until(lambda: not loopback.hub.connected())


UPGRADE = (
    "GET /gateway/?v=10&encoding=json HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def test_client_gone_before_socket_opens_logs_nothing(loopback, monkeypatch, caplog):
    """A bot that stops while it connects leaves no traceback in the log."""
    reached, ended = asyncio.Event(), asyncio.Event()

    async def serve_late(request, hub):
        reached.set()
        await wait_until(lambda: request.transport is None)
        try:
            return await serve(request, hub)
        finally:
            ended.set()

    monkeypatch.setattr("bot.loopback.server.serve_gateway", serve_late)
    _, writer = await asyncio.open_connection("127.0.0.1", int(loopback.url.rpartition(":")[2]))
    writer.write(UPGRADE.encode())
    await asyncio.wait_for(reached.wait(), 120)
    writer.transport.abort()
    await asyncio.wait_for(ended.wait(), 120)
    await asyncio.sleep(0)
    assert caplog.records == []


async def test_bot_stopped_during_request_logs_nothing(loopback, monkeypatch, caplog):
    ended = asyncio.Event()

    async def decode_late(request):
        await wait_until(lambda: request.transport is None)
        try:
            return await decode(request)
        finally:
            ended.set()

    monkeypatch.setattr("bot.loopback.rest.serve.decode", decode_late)
    _, writer = await asyncio.open_connection("127.0.0.1", int(loopback.url.rpartition(":")[2]))
    writer.write(b"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 99\r\n\r\n{")
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.transport.abort()
    await asyncio.wait_for(ended.wait(), 120)
    await asyncio.sleep(0)
    assert caplog.records == []

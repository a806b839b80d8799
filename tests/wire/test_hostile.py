"""Malformed and malicious input on every interface always gets an answer, never an internal error or a hang."""

import asyncio
import copy
import json
import logging
from contextlib import suppress

import aiohttp
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from bot.loopback.interactions.start import begin
from bot.loopback.rest.router import TABLE
from bot.loopback.wire import InteractionType
from tests.everyday import law
from tests.wire.driven_loopback import DrivenLoopback
from tests.wire.stage import _ARRANGEMENTS

pytestmark = pytest.mark.asyncio(loop_scope="module")

BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "c", "emoji": {"name": "🃏", "id": None}}
OPTION = {"label": "a", "value": "a", "description": "d", "default": True, "emoji": {"name": "🃏"}}
CHOICE = {"name": "a", "value": "b", "name_localizations": {"zh-CN": "甲"}}
LEAF = {"type": 3, "name": "o", "description": "d", "required": True, "choices": [CHOICE], "max_length": 5}
BODIES = [
    {
        "content": "x",
        "nonce": "n",
        "enforce_nonce": True,
        "embeds": [{"title": "t", "fields": [{"name": "a", "value": "b"}], "footer": {"text": "x"}, "color": 1}],
        "allowed_mentions": {"parse": ["users"], "roles": ["1"]},
        "attachments": [{"id": 0, "description": "x", "filename": "a.png"}],
        "message_reference": {"message_id": "1", "fail_if_not_exists": False},
    },
    {"content": "x", "components": [{"type": 1, "components": [BUTTON]}], "flags": 4096},
    {
        "flags": 1 << 15,
        "components": [
            {
                "type": 17,
                "accent_color": 1,
                "components": [
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "x"}],
                        "accessory": {"type": 11, "media": {"url": "attachment://a.png"}},
                    },
                    {"type": 12, "items": [{"media": {"url": "https://example.org"}, "description": "d"}]},
                    {"type": 13, "file": {"url": "attachment://a.png"}},
                    {"type": 14, "spacing": 2, "divider": False},
                    {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [OPTION], "max_values": 1}]},
                ],
            },
        ],
    },
    {"name": "abc", "description": "x", "options": [{"type": 1, "name": "sub", "description": "x", "options": [LEAF]}]},
    [
        {"name": "abc", "description": "x", "options": [LEAF], "default_member_permissions": "8"},
        {"name": "b", "type": 2},
    ],
    {"name": "thread", "type": 11, "auto_archive_duration": 60, "rate_limit_per_user": 5, "archived": True},
    {"permission_overwrites": [{"id": "1", "type": 0, "allow": "0", "deny": "0"}], "name": "x", "topic": "t"},
    {"messages": ["1", "2"]},
    {"recipient_id": "1"},
    {"type": 4, "data": {"content": "x", "flags": 64, "embeds": [{"title": "t"}]}},
    {
        "type": 9,
        "data": {
            "title": "t",
            "custom_id": "x",
            "components": [
                {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "t", "style": 1, "max_length": 4}},
                {"type": 18, "label": "l", "component": {"type": 21, "custom_id": "r", "options": [OPTION, OPTION]}},
                {"type": 18, "label": "l", "component": {"type": 19, "custom_id": "u", "max_values": 1}},
            ],
        },
    },
    {"type": 8, "data": {"choices": [CHOICE]}},
    {"nick": "x", "roles": ["1"]},
    {"name": "x", "permissions": "8", "color": 1, "mentionable": True},
    {"allow": "1", "deny": "2", "type": 1},
    {"name": "emo", "image": "data:image/png;base64,aGFsbG8="},
    {"username": "x"},
]
ATOMS = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1,
        3,
        17,
        1 << 70,
        1.5,
        "",
        "x",
        "1",
        "-1",
        "x" * 5000,
        "\ud83c",
        "\0",
        "9" * 5000,
        [],
        {},
        [[]],
    ]
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "id", "name", "components", "options", "url", "value"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def list_entries(node, found):
    """Append (parent, key) of every entry of a body to `found`, and return `found`."""
    for key in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
        found.append((node, key))
        list_entries(node[key], found)
    return found


@st.composite
def corrupted(draw, bodies=BODIES):
    """Return a valid body with one or two of its values replaced or removed."""
    body = copy.deepcopy(draw(st.sampled_from(bodies)))
    for _ in range(draw(st.integers(1, 2))):
        there = list_entries(body, [])
        if not there:
            break
        holder, key = draw(st.sampled_from(there))
        if draw(st.booleans()):
            holder[key] = copy.deepcopy(draw(VALUES))  # copied, because later changes must not reach VALUES
        else:
            del holder[key]
    return body


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def session():
    async with aiohttp.ClientSession(headers={"Authorization": "Bot loopback"}) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def target():
    started = await DrivenLoopback.start(limits=False)
    yield started
    await started.stop()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def calm():
    """Yield a local Discord that stays in its usual state. `target` may lose its permissions or its gateway."""
    started = await DrivenLoopback.start(limits=False)
    yield started
    await started.stop()


ENOUGH = law(150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def filled(loopback, template, draw):
    """Return a route's path, filled with ids that exist and with nonsense."""
    world = loopback.world
    if not world.interactions:
        channel = next(c for c in world.channels.values() if c.guild)
        begin(
            world, next(u for u in world.users.values() if not u.bot), channel, InteractionType.COMMAND, {"name": "x"}
        )
    asked = next(reversed(world.interactions.values()))
    message = next(reversed(world.messages), 1)
    person = next(u.id for u in world.users.values() if not u.bot)
    there = {
        "channel": next(iter(world.channels)),
        "guild": next(iter(world.guilds)),
        "message": message,
        "user": person,
        "target": person,
        "application": world.bot.id,
        "webhook": world.bot.id,
        "role": next(reversed(world.roles)),
        "command": next(iter(world.commands), 1),
        "emoji": next(iter(world.emojis), 1),
        "interaction": asked.id,
        "token": asked.token,
    }
    for name, value in there.items():
        if "{" + name + "}" in template:
            wrong = draw(st.sampled_from(["x", "-1", "1", "9" * 30, "@me", "@original", "%00", "٣"]))
            template = template.replace("{" + name + "}", wrong if draw(st.integers(0, 9)) == 0 else str(value))
    return template


@ENOUGH
@given(data=st.data())
async def test_rest_answers_every_body_and_path(target, session, caplog, data):
    routes = [r for r in TABLE if (r.method, r.template) != ("DELETE", "/channels/{channel}")]
    entry = data.draw(st.sampled_from(routes))
    path = filled(target, entry.template, data.draw)
    query = data.draw(
        st.dictionaries(
            st.sampled_from(["limit", "before", "after", "around", "with_response"]),
            st.sampled_from(["", "x", "-5", "1", "true", "9" * 30]),
            max_size=2,
        )
    )
    body = None if entry.method == "GET" else data.draw(st.one_of(corrupted(), VALUES))
    with caplog.at_level(logging.ERROR):
        async with asyncio.timeout(120):
            async with session.request(entry.method, target.api + path, params=query, json=body) as response:
                await response.read()
    assert caplog.records == []  # an internal error would be logged
    assert response.status < 500


@pytest.mark.parametrize(
    "raw", [b"{", b"\xff\xfe", b"[" * 100_000, b'"' + b"x" * 70_000, b"NaN", b"", json.dumps({"type": 1}).encode()]
)
async def test_invalid_json_is_refused(calm, session, raw):
    channel = next(iter(calm.world.channels))
    for kind in ("application/json", "multipart/form-data; boundary=x", "multipart/form-data", "text/plain"):
        url = f"{calm.api}/channels/{channel}/messages"
        async with session.post(url, data=raw, headers={"Content-Type": kind}) as response:
            assert (response.status, (await response.json())["code"]) in {(400, 50109), (400, 50006), (400, 50035)}


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x"])
async def test_too_large_body_in_chunks_is_refused(calm, session, kind):
    async def write():
        for _ in range(27):
            yield b" " * 2**20

    url = f"{calm.api}/channels/{next(iter(calm.world.channels))}/messages"
    async with session.post(url, data=write(), headers={"Content-Type": kind}) as response:
        assert (response.status, (await response.json())["code"]) == (413, 40005)


ACTS = [
    {"channel": "tractor", "content": "x"},
    {"channel": "tractor", "command": "tractor new", "values": {"a": 1}},
    {"channel": "tractor", "command": "tractor new", "values": {"a": 1}, "focused": "a"},
    {"message": "1", "custom_id": "c"},
    {"message": "1", "custom_id": "c", "values": ["a"]},
    {"interaction": "1", "values": {"a": "b"}},
    {"channel": "tractor", "command": "Greet", "target": "ann"},
]
WORDS = ["say", "slash", "autocomplete", "menu", "submit", "click", "select", "dismiss", "erase", "dance"]
STAGED = [
    {"seconds": 1},
    {"on": False},
    {"kind": "status", "method": "NEVER", "times": 1},
    {"name": "THREAD_UPDATE", "times": 1},
    {"channel": "general", "archived": False},
    {"message": "1"},
    {"channel": "tractor", "user": "ann", "allow": 1, "deny": 0},
    {"guild": "1", "name": "x", "locale": "zh-CN"},
]


@ENOUGH
@given(data=st.data())
async def test_control_interface_answers_everything(target, session, caplog, data):
    if data.draw(st.booleans()):
        name = data.draw(st.sampled_from(["ann", "小梅", "x" * 40, "%0A", "<b>"]))
        path, body = f"people/{name}/{data.draw(st.sampled_from(WORDS))}", data.draw(st.one_of(corrupted(ACTS), VALUES))
    else:
        harmless = sorted(set(_ARRANGEMENTS) - {"advance", "delete_channel", "kick_bot", "bot_permissions", "leave"})
        path = f"stage/{data.draw(st.sampled_from([*harmless, 'dance']))}"
        body = data.draw(st.one_of(corrupted(STAGED), VALUES))
    with caplog.at_level(logging.ERROR):
        async with asyncio.timeout(120):
            async with session.post(f"{target.url}/control/{path}", json=body) as response:
                assert isinstance(await response.json(), dict)
    assert caplog.records == []
    assert response.status == 200


@pytest.mark.parametrize(
    "path",
    [
        "state",
        "state?as=",
        "changes",
        "changes?since=x",
        "changes?since=0&seconds=nan",
        "requests?since=x",
        "people/ann/channels/nowhere/messages",
        "people/ann/channels/tractor/messages?limit=x",
        "people/ann/channels/tractor/messages?before=x",
        "feed?as=" + "x" * 50,
    ],
)
async def test_bad_queries_cause_no_internal_error(calm, session, caplog, path):
    with caplog.at_level(logging.ERROR):
        async with session.get(f"{calm.url}/control/{path}") as response:
            assert response.status < 500
    assert caplog.records == []


@ENOUGH
@given(
    messages=st.lists(
        st.one_of(
            st.tuples(st.sampled_from([1, 2, 3, 6, 8, 99, "x", None]), VALUES).map(lambda m: {"op": m[0], "d": m[1]}),
            corrupted([{"op": 2, "d": {"token": "loopback", "intents": 1, "shard": [0, 1], "properties": {}}}]),
            corrupted([{"op": 8, "d": {"guild_id": "1", "user_ids": ["1"], "query": "", "limit": 0}}]),
            corrupted([{"op": 6, "d": {"token": "loopback", "session_id": "x", "seq": 0}}]),
        ),
        min_size=1,
        max_size=4,
    ),
    begun=st.booleans(),
)
async def test_gateway_answers_or_closes_with_code(calm, session, caplog, messages, begun):
    with caplog.at_level(logging.ERROR):
        ws = await session.ws_connect(calm.gateway + "?v=10&encoding=json")
        if begun:
            await ws.send_json({"op": 2, "d": {"token": "loopback", "intents": 1, "properties": {}}})
        with suppress(ConnectionError):  # The gateway may close before everything is sent.
            for message in [*messages, {"op": 1, "d": None}]:  # An open gateway answers the heartbeat.
                await ws.send_str(json.dumps(message))
        async with asyncio.timeout(120):
            while True:
                frame = await ws.receive()
                if frame.type is not aiohttp.WSMsgType.TEXT or json.loads(frame.data)["op"] == 11:
                    break
        await ws.close()
    assert caplog.records == []
    assert frame.type is aiohttp.WSMsgType.TEXT or 4000 <= (ws.close_code or 0) < 5000


async def test_nonsense_bytes_and_unknown_versions_close_gateway(calm, session):
    ws = await session.ws_connect(calm.gateway + "?v=10&encoding=json")
    await ws.receive()
    await ws.send_bytes(b"\x83h")
    assert (await ws.receive()).data == 4002
    ws = await session.ws_connect(calm.gateway + "?v=3&encoding=json")
    assert (await ws.receive()).data == 4012
    ws = await session.ws_connect(calm.gateway + "?v=10&encoding=etf")
    assert (await ws.receive()).data == 4002


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "1e300", "x"])
async def test_clock_refuses_nonsense(calm, session, seconds):
    before = calm.world.clock.time()
    async with session.post(f"{calm.url}/control/stage/advance", json={"seconds": seconds}) as response:
        assert "cannot" in await response.json()
    assert before <= calm.world.clock.time() < before + 60

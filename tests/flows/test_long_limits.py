"""Under rate limits that last for minutes, the bot sends at once what Discord allows, and nobody waits for the rest."""

import asyncio
from dataclasses import replace

import pytest
from bot_harness import LOGGED, connected
from discord.http import Route
from play_by_panel import SHORT_DEAL, sit_down, until
from test_emoji_at_tables import WITH, every_emoji, settled, shown, uploads  # noqa: F401 - a fixture
from test_threads import IN_THREADS, act_next, threads

from bot.ids import ChannelId, MessageId
from bot.loopback.rest import router
from bot.loopback.rest.limits import Limit
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.rate_limits import wait_at_most
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from tests.everyday import spread
from tests.wire.faults import Fault, Kind

TO_THREADS, TO_EMOJI = r"/messages/\d+/threads$", "/emojis$"
SAID = "Discord opens no new threads at the moment"


@pytest.fixture
def limit(monkeypatch):
    """Return a function that sets a new limit for all routes whose paths end with a given text."""

    def change(end, requests, seconds):
        changed = [
            replace(r, limit=Limit(requests, seconds), bucket=end) if r.template.endswith(end) else r
            for r in router.TABLE
        ]
        monkeypatch.setattr(router, "TABLE", changed)

    return change


async def start_second_match(people):
    """Let two people start a match each."""
    for person, number in zip(people, (1, 2), strict=False):
        await sit_down(person, **SHORT_DEAL) if number == 1 else await start_table(person, number)


async def start_table(person, number):
    await person.slash("tractor new", computers=3)
    lobby = await until(person, person.board, lambda s: f"Table {number}" in s.text and s.has(ControlVerb.START))
    await person.click(lobby, lobby.ids(ControlVerb.START)[0])


async def _now(value):
    return value


async def played_in_channel(person, number):
    return await until(person, person.board, lambda s: f"Table {number}" in s.text and s.has(ControlVerb.SHOW_HAND))


@pytest.mark.long
async def test_every_match_within_a_long_limit_gets_a_thread(tmp_path, loopback, people, blank_pictures, limit):
    limit("/threads", 50, 300.0)
    async with connected(tmp_path, loopback, ui_config=IN_THREADS):
        await start_second_match(people)
        await until(people[1], lambda: _now(threads(loopback)), lambda found: len(found) == 2)


@pytest.mark.long
async def test_match_stays_in_channel_while_no_thread_is_allowed(tmp_path, loopback, people, blank_pictures, limit):
    limit("/threads", 1, 300.0)
    async with connected(tmp_path, loopback, ui_config=replace(IN_THREADS, thread_patience=0.5)) as bot:
        await start_second_match(people)
        await played_in_channel(people[1], 2)
        assert len(threads(loopback)) == 1, "the first match has the thread, though discord.py held the answer back"
        assert any(f"{SAID}, so table 2" in s.text for s in await people[1].screens())
        assert await bot.client._services.threads.find_thread(1) == threads(loopback)[0].id


@pytest.mark.parametrize(
    "fault",
    spread(
        1,
        [
            {"kind": "rate_limit", "seconds": 300.0, "times": 1},
            {"kind": "status", "status": 400, "code": 160006, "times": 1},
            {"kind": "status", "status": 503, "times": 3},
        ],
    ),
)
async def test_refused_thread_is_explained(tmp_path, loopback, people, blank_pictures, fault, monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.debounce.FIRST_RETRY_SECONDS", 0.05)
    await loopback.remote.arrange("fault", method="POST", path=TO_THREADS, **fault)
    async with connected(tmp_path, loopback, ui_config=replace(IN_THREADS, thread_patience=0.5)):
        await sit_down(people[0], **SHORT_DEAL)
        await played_in_channel(people[0], 1)
        assert sum(SAID in s.text for s in await people[0].screens()) == 1
        assert not threads(loopback)
        assert sum("a thread could not be opened" in line for line in LOGGED) == 1


@pytest.mark.long
async def test_emoji_of_a_long_limit_are_uploaded_at_once(tmp_path, loopback, blank_pictures, limit, every_emoji):  # noqa: F811 - the fixture
    limit(TO_EMOJI.rstrip("$"), 500, 3600.0)
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(every_emoji)
        assert len(await uploads(loopback)) == len(every_emoji)


@pytest.mark.long
async def test_emoji_upload_is_retried_until_complete(tmp_path, loopback, blank_pictures, every_emoji, monkeypatch):  # noqa: F811 - the fixture
    """About every tenth upload fails, so the bot needs several rounds, each of which uploads some more emoji."""
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.FIRST_RETRY_SECONDS", 0.01)

    refusals = list(range(5, 85, 10))

    def fail_now_and_then(_):
        if refusals and len(loopback.world.emojis) >= refusals[0]:
            refusals.pop(0)
            loopback.rest.faults.add(Fault(Kind.STATUS, "POST", TO_EMOJI, status=503))

    loopback.rest.observers.append(fail_now_and_then)
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(every_emoji)
    assert not refusals
    assert sum("not all uploaded yet" in line for line in LOGGED) == 1, "one line for each cause"


@pytest.mark.long
async def test_held_back_emoji_do_not_block_stopping(tmp_path, loopback, people, blank_pictures, monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.SLOW_AFTER", 0.05)
    await loopback.remote.arrange("fault", kind="rate_limit", method="POST", path=TO_EMOJI, seconds=3600.0)
    async with asyncio.timeout(120), connected(tmp_path, loopback, ui_config=WITH):
        await sit_down(people[0], **SHORT_DEAL)
        await until(
            people[0], lambda: _now(LOGGED), lambda lines: any("Discord makes the bot wait" in s for s in lines)
        )


async def test_limited_edit_of_an_old_message_replaces_it(running, loopback, people):
    """Discord refuses the edit with a 429. discord.py alone would sleep, but the bot sends a new message."""
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    first = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    fault = {"method": "PATCH", "path": f"/messages/{first.id}", "seconds": 3600.0, "code": 30046}
    await loopback.remote.arrange("fault", kind="rate_limit", **fault)
    await act_next(ann)
    await until(ann, ann.board, lambda s: s.id != first.id and s.has(ControlVerb.SHOW_HAND))
    await until(ann, ann.screens, lambda screens: first.id not in {s.id for s in screens})
    assert loopback.world.messages[(await ann.board()).id].flags & (1 << 15), "only its age was refused"


@pytest.mark.long
async def test_renaming_waits_long_and_reading_does_not(tmp_path, loopback, people, blank_pictures, monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.messages.PATIENCE", 0.3)
    async with connected(tmp_path, loopback, ui_config=IN_THREADS) as bot:
        await sit_down(people[0], **SHORT_DEAL)
        (thread,) = await until(people[0], lambda: _now(threads(loopback)), bool)
        await bot.outbox.idle()
        messenger = Messenger(bot.client, bot.outbox._services)
        for method in ("PATCH", "GET"):
            path = rf"/channels/{thread.id}$"
            await loopback.remote.arrange("fault", kind="rate_limit", method=method, path=path, seconds=1.0)
        with pytest.raises(SendFailed) as late:
            await messenger.is_buried(ChannelId(thread.id), MessageId(1))
        assert late.value.fault is SendFault.TEMPORARY
        await messenger.rename_thread(ChannelId(thread.id), "another name")
        assert thread.name == "another name"


async def test_request_cancelled_in_a_global_limit_blocks_no_others(running, loopback):
    """With discord.py alone, all later requests would wait for ever for the one that has been cancelled."""
    fault = {
        "kind": "rate_limit",
        "method": "GET",
        "path": "/users/@me$",
        "seconds": 0.3,
        "scope": "global",
        "times": 1,
    }
    await loopback.remote.arrange("fault", **fault)
    http = running.client.http
    with pytest.raises(TimeoutError):
        await wait_at_most(0.1, http.request(Route("GET", "/users/@me")))
    assert await asyncio.wait_for(http.request(Route("GET", "/users/@me")), 20)

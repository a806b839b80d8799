"""Presses and commands are answered and carried out once, even before discord.py knows the bot's servers."""

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import replace
from unittest.mock import patch

import pytest
from bot_harness import MANNERS, PATIENCE, QUICK, connected, settings_for
from play_by_panel import SHORT_DEAL, act, sit_down, until
from shared_resources import BlankRenderer, shared_catalogue

from bot.create_bot import create_bot
from bot.ids import TableId
from bot.ui.client import ShardedClient, TractorClient
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.connectors import LocalOnlyConnector, redirect_discord_py

KINDS = pytest.mark.parametrize("client_class", [ShardedClient, pytest.param(TractorClient, marks=pytest.mark.long)])


@pytest.fixture(autouse=True)
def _blank_pictures():
    with patch("bot.create_bot.PictureRenderer", BlankRenderer):
        yield


@asynccontextmanager
async def starting(folder, loopback, client_class=TractorClient, **options):
    """Start the bot. Once it is connected to the gateway, yield the bot and an event.

    The bot becomes ready only after the test has set the event.
    """
    may_be_ready = asyncio.Event()

    def create_client(services, outbox, opened, _settings, _local):
        redirect_discord_py(loopback.url)
        made = client_class(services, outbox, opened.lease, connector=LocalOnlyConnector(), guild_ready_timeout=0.1)
        hold_ready(made._connection, may_be_ready)
        return made

    config = replace(MANNERS, **{"defer_after": 0.5} | options)  # the bot defers an answer after `defer_after` seconds
    with shared_catalogue(), patch("bot.create_bot._create_client", create_client):
        async with create_bot(settings_for(folder), timing=QUICK, ui_config=config, local=loopback) as running:
            task = asyncio.create_task(running.client.start(loopback.token))
            try:
                await loopback.remote.bot_online(PATIENCE)
                yield running, may_be_ready
            finally:
                await running.client.close()
                await asyncio.gather(task, return_exceptions=True)


def hold_ready(state, until_):
    """Let discord.py wait for servers until an event is set."""
    name = "_delay_shard_ready" if hasattr(state, "_delay_shard_ready") else "_delay_ready"
    delay = getattr(state, name)

    async def delay_longer(*shard):
        await until_.wait()
        await delay(*shard)

    setattr(state, name, delay_longer)


async def find_asked(player):
    return await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))


async def count_actions(running):
    return len((await running.database.store.tables.load(TableId(1))).entries)


@pytest.mark.long
@KINDS
async def test_commands_before_ready_are_answered(tmp_path, loopback, people, client_class):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        pass
    async with starting(tmp_path, loopback, client_class) as (bot, may_be_ready):
        assert not bot.client.is_ready()
        opened, seen = await asyncio.gather(
            ann.person.slash(ann.channel, "tractor new", settle=False, computers=2),
            bob.person.slash(bob.channel, "help", settle=False),
        )
        assert not bot.client.opened.is_set()
        assert opened.answered
        assert seen.answered
        may_be_ready.set()
        await until(ann, ann.screens, lambda seen: any(s.private and "at table 1" in s.text for s in seen))
        await until(bob, bob.screens, lambda seen: any(s.private and "/tractor new" in s.text for s in seen))
        await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
        assert [table.id for table in bot.registry.list_live()] == [1]


@KINDS
async def test_play_before_ready_is_done_once(tmp_path, loopback, people, client_class):
    ann, rng = people[0], random.Random(4)
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
        panel = await find_playing(ann, rng)
    async with starting(tmp_path, loopback, client_class) as (bot, may_be_ready):
        before = await count_actions(bot)
        press = panel.ids(ControlVerb.PLAY)[0]
        answer = await ann.person.click(str(panel.id), custom_id=press)
        assert answer.answered
        assert not bot.client.opened.is_set()
        may_be_ready.set()
        await bot.client.opened.wait()
        await until(ann, lambda: count_actions(bot), lambda actions: actions > before)
        await until(ann, ann.panel, lambda s: press not in s.buttons)
        assert await count_acts(bot, before) == 1
        assert not any("wrong" in s.text for s in await ann.screens())


async def find_pending(running):
    return list(running.client._dispatcher._pending)


async def count_acts(running, since):
    """Count the actions of the first seat, leaving out the first `since` actions of all seats."""
    entries = (await running.database.store.tables.load(TableId(1))).entries[since:]
    return [entry.seat for entry in entries].count(0)


async def find_playing(player, rng):
    """Play until the panel has a button that plays cards at once; return the panel."""
    while True:
        panel = await find_asked(player)
        if panel.has(ControlVerb.PLAY):
            return panel
        await act(player, panel, rng)


@pytest.mark.long
async def test_press_before_ready_survives_stop(tmp_path, loopback, people):
    ann, rng = people[0], random.Random(4)
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
        panel = await find_playing(ann, rng)
    async with starting(tmp_path, loopback) as (bot, _):
        before = await count_actions(bot)
        press = asyncio.create_task(ann.person.click(str(panel.id), custom_id=panel.ids(ControlVerb.PLAY)[0]))
        await until(ann, lambda: find_pending(bot), bool)
        await bot.client.close()
        assert not bot.client.opened.is_set()
        assert (await press).answered
    async with connected(tmp_path, loopback) as bot:
        assert await count_actions(bot) > before

"""Slow players are pinged: one message pings one person and is deleted after their action."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from bot_harness import MANNERS, QUICK, connected
from play_by_panel import SHORT_DEAL, act, join_all, patiently, until
from screens import LoopbackPlayer

from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.people import PingPreference, Preferences

CALLING = replace(MANNERS, turn_pings=True, ping_after=0.3, final_ping_before=0.5)


CARDS = {
    ControlVerb.BURY,
    ControlVerb.SUGGEST_BURY,
    ControlVerb.PLAY,
    ControlVerb.PICK,
    ControlVerb.TAKE_POINTS,
}


async def pings_for(player):
    """Return the messages that ping a person, as that person sees them."""
    return [m for m in await player.person.messages(player.channel) if m.pinged]


async def start_table(host, others, running, **wishes):
    """Open and start a table. `wishes` has ping settings by player's name; all other players get no pings."""
    await host.slash("tractor new", computers=3 - len(others), changes=SHORT_DEAL["changes"])
    board = await until(host, host.board, lambda s: s.has(ControlVerb.JOIN) or s.has(ControlVerb.START))
    await join_all(host, others, board)
    for player in (host, *others):
        chosen = Preferences(ping=wishes.get(player.name, PingPreference.NEVER))
        await running.client._services.people.save_preferences(int(player.id), chosen)
    board = await until(host, host.board, lambda s: s.has(ControlVerb.START))
    await host.click(board, board.ids(ControlVerb.START)[0])


async def play_until_first_card(players):
    """Let the players pass until one of them must play a card. Return this player and the others."""
    for _ in patiently():
        for player in players:
            panel = await player.panel()
            if panel is None:
                continue
            if panel.has(ControlVerb.PASS):
                with suppress(ClientError):  # the panel may have changed since it was read
                    await player.click(panel, panel.ids(ControlVerb.PASS)[0])
            elif panel.verbs & CARDS:
                return player, [p for p in players if p is not player]
        await players[0].pause()
    raise AssertionError("nobody was asked anything")


async def test_slow_player_is_pinged_once_until_acting(tmp_path, loopback, people, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        ann, bob = people[:2]
        await start_table(ann, [bob], running, ann=PingPreference.WHEN_SLOW, bob=PingPreference.WHEN_SLOW)
        slow, (other,) = await play_until_first_card([ann, bob])
        call = await until(slow, lambda: first_call(slow), bool)
        assert f"<@{slow.id}>" in call.text
        assert "your turn" in call.text
        assert await pings_for(other) == []
        panel = await slow.panel()
        while not await act(slow, panel, random.Random(3)):
            panel = await slow.panel()
        await until(slow, lambda: gone(slow, call), bool)


@pytest.mark.long
async def test_any_interaction_ends_pings_of_a_turn(tmp_path, loopback, people, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        ann, bob = people[:2]
        await start_table(ann, [bob], running, ann=PingPreference.WHEN_SLOW, bob=PingPreference.WHEN_SLOW)
        slow, _ = await play_until_first_card([ann, bob])
        call = await until(slow, lambda: first_call(slow), bool)
        await slow.slash("help")
        await until(slow, lambda: gone(slow, call), bool)
        await asyncio.sleep(2 * CALLING.ping_after)
        assert await pings_for(slow) == [], "the turn goes on, and its player knows"


async def first_call(player):
    return next(iter(await pings_for(player)), None)


async def gone(player, call):
    return all(m.id != call.id for m in await player.person.messages(player.channel))


@pytest.mark.long
async def test_ping_is_in_language_of_its_reader(tmp_path, loopback, people):
    """One player has chosen a language in the settings, the other has one in Discord; the server's is English."""
    hua = LoopbackPlayer(loopback.person("hua", locale="zh-CN"))
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        ann = people[0]
        await start_table(ann, [hua], running)
        for player, language in ((ann, "zh-TW"), (hua, None)):
            chosen = Preferences(ping=PingPreference.WHEN_SLOW, language=language)
            await running.client._services.people.save_preferences(int(player.id), chosen)
        slow, _ = await play_until_first_card([ann, hua])
        call = await until(slow, lambda: first_call(slow), bool)
        words, hand = ("輪到你了", "看我的手牌") if slow is ann else ("轮到你了", "看我的手牌")
        assert words in call.text
        assert [one["label"] for one in call.buttons] == [hand]


@pytest.mark.long
async def test_pings_can_be_switched_off(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, ui_config=replace(CALLING, ping_after=0.0)) as running:
        ann, bob = people[:2]
        await start_table(ann, [bob], running)
        slow, _ = await play_until_first_card([ann, bob])
        for _ in range(20):
            await slow.pause()
        assert await pings_for(slow) == []


@pytest.mark.long
async def test_last_ping_names_the_deadline(tmp_path, loopback, people):
    timing = replace(QUICK, turn=3.0, bury=3.0)
    manners = replace(CALLING, ping_after=0.1, final_ping_before=2.0)
    async with connected(tmp_path, loopback, ui_config=manners, timing=timing) as running:
        ann, bob = people[:2]
        await start_table(ann, [bob], running, ann=PingPreference.WHEN_SLOW, bob=PingPreference.WHEN_SLOW)
        slow, _ = await play_until_first_card([ann, bob])

        async def last():
            return next((m for m in await pings_for(slow) if "<t:" in m.text), None)

        assert await until(slow, last, bool)


@pytest.mark.long
async def test_ping_from_before_restart_is_deleted(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        await start_table(ann, [bob], running, ann=PingPreference.WHEN_SLOW, bob=PingPreference.WHEN_SLOW)
        slow, _ = await play_until_first_card([ann, bob])
        call = await until(slow, lambda: first_call(slow), bool)
    async with connected(tmp_path, loopback, ui_config=replace(CALLING, ping_after=60.0)):
        await until(slow, lambda: gone(slow, call), bool)


@pytest.mark.long
@pytest.mark.parametrize("ping", [PingPreference.DM])
async def test_ping_is_a_direct_message_if_chosen(tmp_path, loopback, people, ping):
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        ann, bob = people[:2]
        await start_table(ann, [bob], running, ann=ping, bob=ping)
        slow, _ = await play_until_first_card([ann, bob])

        async def told():
            return await running.database.store.tables.list_turn_pings(1)

        assert await until(slow, told, bool)
        assert await pings_for(slow) == []

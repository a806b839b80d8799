"""The puzzle of the day is announced where managers want it."""

import asyncio

import pytest
from bot_harness import connected
from puzzle_flows import answer, find_guild
from test_bot_permissions import deny
from test_user_and_server_settings import grant_manage_server

from bot.loopback.world.permissions import Permission
from bot.puzzles.days import DAY_SECONDS, Period
from bot.ui.puzzles.control_ids import OpenPuzzle, ShowPuzzleBoard


async def test_puzzle_is_announced_once_where_managers_want_it(
    tmp_path, loopback, people, blank_pictures, wall, searches
):
    ann, bob = people[:2]
    await grant_manage_server(loopback, "ann")
    async with connected(tmp_path, loopback) as running:
        check = running.client.puzzle_clock.action
        await check()
        assert not searches.looked_at, "nobody here has asked for puzzles"
        shown = await ann.click(await ann.slash("config"), "conf:puzzle:1")
        assert "The puzzle of the day is announced in <#" in shown.text
        await check_until_announced(check, bob, 1)
        await check()
    async with connected(tmp_path, loopback) as running:
        check = running.client.puzzle_clock.action
        await check()
        (post,) = await list_announcements(bob)
        assert "October 4" in post.text
        assert "Yesterday" not in post.text
        opened = await bob.click(post, str(OpenPuzzle()))
        assert opened.private
        assert "Find the best lead" in opened.text
        assert "Nobody has answered" in (await bob.click(post, str(ShowPuzzleBoard(Period.WEEK)))).text
        await answer(bob, searches)
        wall.now += DAY_SECONDS
        assert len(searches.looked_at) == 2, "tomorrow's is made ahead"
        await check_until_announced(check, bob, 2)
        assert "Yesterday 1 of 1 person got it right" in (await list_announcements(bob))[-1].text
        shown = await ann.click(await ann.slash("config"), "conf:puzzle:0")
        assert "announced in" not in shown.text
        wall.now += DAY_SECONDS
        await check()
        await check()
        assert len(await list_announcements(bob)) == 2, "switched off"


async def check_until_announced(check, player, number):
    """Check for due puzzles until `number` of them have been announced."""
    async with asyncio.timeout(120):
        while len(await list_announcements(player)) < number:
            await check()
            await asyncio.sleep(0.02)


async def list_announcements(player):
    return [one for one in await player.screens() if not one.private and str(OpenPuzzle()) in one.buttons]


@pytest.mark.long
async def test_announcement_needs_permission(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    async with connected(tmp_path, loopback) as running:
        await deny(loopback, Permission.SEND_MESSAGES)
        refused = await ann.click(await ann.slash("config"), "conf:puzzle:1")
        assert "Send Messages" in refused.text
        settings = await running.client._services.guild_settings.load_settings(find_guild(loopback))
        assert settings.puzzle_channel is None

"""Seasons close by hand or by themselves and are announced at most once, whatever fails meanwhile."""

import time
from contextlib import suppress
from unittest.mock import patch

import pytest
from bot_harness import connected
from league_steps import create_league, find_control, ids, import_won_deal, manage_league, may_manage, show_league
from play_by_panel import until
from screens import LoopbackPlayer

from bot.ids import GuildId, LeagueId, UserId
from bot.league.leagues.access import Caller, LeagueAccess
from bot.store.results.league_posts import SqlLeaguePosts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.league.season_clock import send_announcements


async def test_season_closes_once_and_announces_champion(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await create_league(ann, news_channel="general")
        await import_won_deal(ann)
        assert not await may_manage(bob)
        assert find_control(await manage_league(ann), "toopen") is None
        asked = await manage_league(ann, "toclose")
        assert "has **Undo**" in asked.text
        kept = await ann.click(asked, find_control(asked, "manage"))
        assert find_control(kept, "toclose")
        asked, old = await manage_league(ann, "toclose"), await manage_league(ann)
    async with connected(tmp_path, loopback):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
        assert "is closed" in closed.text
        news = LoopbackPlayer(bob.person, "general")
        told = [s for s in await news.screens() if "Champions of **Spring**" in s.text or "ended without" in s.text]
        assert len(told) == 1
        twice = await ann.click(old, find_control(old, "toclose"))
        assert "no open season" in twice.text
        history = await show_league(bob, "history")
        assert "**1.**" in history.text
        opened = await manage_league(ann, "toopen")
        assert "season 2" in opened.text
        first = await ann.click(opened, ids(opened, "lg:open:")[0])
        assert "Season 2" in first.text
        past = await bob.select(history, ids(history, "lg:past:")[0], ["1"])
        assert "Season 1" in past.alts[0]


@pytest.mark.long
async def test_late_press_does_not_close_next_season(running, people):
    ann = people[0]
    await create_league(ann)
    asked = await manage_league(ann, "toclose")
    other = await manage_league(ann, "toclose")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    opened = await manage_league(ann, "toopen")
    await ann.click(opened, ids(opened, "lg:open:")[0])
    late = await ann.click(other, ids(other, "lg:close:")[0])
    assert "changed in the meantime" in late.text
    assert "Season 2" in late.text


@pytest.mark.long
async def test_unsendable_announcement_is_harmless(running, loopback, people):
    ann = people[0]
    await create_league(ann, news_channel="general")
    await loopback.remote.arrange("delete_channel", channel="general")
    asked = await manage_league(ann, "toclose")
    closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "is closed" in closed.text
    assert "Not announced" in closed.text


@pytest.mark.long
async def test_season_closes_by_itself(running, people):
    ann, bob = people[:2]
    await create_league(ann, season_days=1, news_channel="general")
    assert await running.client.season_clock.action() == 0
    with patch.object(LeagueAccess, "now", staticmethod(lambda: time.time() + 2 * 86_400)):
        assert await running.client.season_clock.action() == 1
        assert await running.client.season_clock.action() == 0
    (told,) = await announcements_in(bob)
    assert "ended without" in told
    assert "still open" in (await show_league(bob, "history")).text


async def announcements_in(bob):
    """Return the texts about the ends of seasons in #general, without the league's card."""
    shown = [s.text for s in await LoopbackPlayer(bob.person, "general").screens() if "Spring" in s.text]
    return [text for text in shown if not text.startswith("## League")]


@pytest.mark.long
async def test_announcement_survives_crash_and_is_sent_once(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await create_league(ann, news_channel="general")
        league, boss = running.client._services.league, Caller(UserId(ann.id), admin=True)
        guild = GuildId(running.client.guilds[0].id)
        await running.client.season_clock.close()
        await league.admin.close_season(boss, guild, LeagueId(1))  # the program dies before it announces this
    async with connected(tmp_path, loopback) as running:
        league = running.client._services.league
        await until(bob, lambda: announcements_in(bob), lambda told: len(told) == 1)
        await until(
            bob, league.posts.list_announcements, lambda waiting: not waiting
        )  # the announcement is also recorded as sent
        await running.client.season_clock.close()
        await league.admin.open_season(boss, guild, LeagueId(1))
        await league.admin.close_season(boss, guild, LeagueId(1))
        with (
            patch.object(SqlLeaguePosts, "delete_announcement", side_effect=RuntimeError("dies after it was sent")),
            suppress(RuntimeError),
        ):
            await send_announcements(running.client._services, running.client)
        assert len(await announcements_in(bob)) == 2
        assert await league.posts.list_announcements()
    async with connected(tmp_path, loopback) as running:
        league = running.client._services.league
        await until(bob, league.posts.list_announcements, lambda waiting: not waiting)
        assert len(await announcements_in(bob)) == 2


@pytest.mark.long
async def test_announcement_waits_for_discord(running, people):
    ann, bob = people[:2]
    await create_league(ann, news_channel="general")
    await running.client.season_clock.close()
    asked = await manage_league(ann, "toclose")
    with patch.object(Messenger, "send", side_effect=SendFailed(SendFault.TEMPORARY, 503)):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "will follow" in closed.text
    assert await announcements_in(bob) == []
    await running.client.season_clock.action()
    assert len(await announcements_in(bob)) == 1
    with patch.object(LeagueAccess, "now", staticmethod(lambda: time.time() + 2 * 86_400)):
        await running.client.season_clock.action()
    assert len(await announcements_in(bob)) == 1

"""Seasons end by hand or by themselves, and the news of them are told once, whatever happens meanwhile."""

import time
from contextlib import suppress
from unittest.mock import patch

from hosting import connected
from leagues import ids, league_of_forty, past_deal
from playing import until
from screens import LoopbackPlayer

from bot.league.callers import Caller
from bot.league.ids import GuildId, LeagueId, UserId
from bot.league.service import League
from bot.ui.league.heralding import tell_news
from bot.ui.mail import Fault, Mail, NotSent


async def test_a_season_is_closed_once_and_its_champion_announced(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await league_of_forty(ann, news="general")
        await past_deal(ann)
        assert "managers of" in (await bob.slash("league season", step="close")).text
        assert "Season 1 is running" in (await ann.slash("league season", step="open")).text
        asked = await ann.slash("league season", step="close")
        assert "cannot be opened again" in asked.text
        kept = await ann.click(asked, "lg:cancel")
        assert "stays as it is" in kept.text
        asked = await ann.slash("league season", step="close")
    async with connected(tmp_path, loopback):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
        assert "is closed" in closed.text
        news = LoopbackPlayer(bob.person, "general")
        told = [s for s in await news.screens() if "Champions of **Spring**" in s.text or "ended without" in s.text]
        assert len(told) == 1
        twice = await ann.slash("league season", step="close")
        assert "No season" in twice.text
        history = await bob.slash("league history")
        assert "**1.**" in history.text
        opened = await ann.slash("league season", step="open")
        assert "season 2" in opened.text
        first = await ann.click(opened, ids(opened, "lg:open:")[0])
        assert "Season 2" in first.text
        past = await bob.select(history, ids(history, "lg:past:")[0], ["1"])
        assert "Season 1" in past.alts[0]


async def test_a_late_press_closes_no_other_season(running, people):
    ann = people[0]
    await league_of_forty(ann)
    asked = await ann.slash("league season", step="close")
    other = await ann.slash("league season", step="close")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    opened = await ann.slash("league season", step="open")
    await ann.click(opened, ids(opened, "lg:open:")[0])
    late = await ann.click(other, ids(other, "lg:close:")[0])
    assert "changed meanwhile" in late.text
    assert "Season 2" in late.text


async def test_news_that_cannot_be_sent_do_no_harm(running, loopback, people):
    ann = people[0]
    await league_of_forty(ann, news="general")
    await loopback.remote.arrange("delete_channel", channel="general")
    asked = await ann.slash("league season", step="close")
    closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "is closed" in closed.text
    assert "could not be announced" in closed.text


async def test_a_season_ends_by_itself(running, people):
    ann, bob = people[:2]
    await league_of_forty(ann, days=1, news="general")
    assert await running.client.calendar.look() == 0
    with patch.object(running.client._kit.league, "_now", lambda: time.time() + 2 * 86_400):
        assert await running.client.calendar.look() == 1
        assert await running.client.calendar.look() == 0
    told = [s.text for s in await LoopbackPlayer(bob.person, "general").screens() if "Spring" in s.text]
    assert len(told) == 2
    assert "ended without" in told[0]
    assert "Season 2" in told[1]
    assert "still open" in (await bob.slash("league history")).text


async def news_of(bob):
    return [s.text for s in await LoopbackPlayer(bob.person, "general").screens() if "Spring" in s.text]


async def test_news_outlast_a_program_that_dies_and_are_told_once(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await league_of_forty(ann, news="general")
        league, boss = running.client._kit.league, Caller(UserId(ann.id), admin=True)
        guild = GuildId(running.client.guilds[0].id)
        await running.client.calendar.close()
        await league.close_season(boss, guild, LeagueId(1))  # and the program dies before it says so
    async with connected(tmp_path, loopback) as running:
        league = running.client._kit.league
        await until(bob, lambda: news_of(bob), lambda told: len(told) == 1)
        await until(bob, league.news, lambda waiting: not waiting)  # that it was told is noted too
        await running.client.calendar.close()
        await league.open_season(boss, guild, LeagueId(1))
        with patch.object(League, "told", side_effect=RuntimeError("dies after it was sent")), suppress(RuntimeError):
            await tell_news(running.client._kit, running.client)
        assert len(await news_of(bob)) == 2
        assert await league.news()
    async with connected(tmp_path, loopback) as running:
        league = running.client._kit.league
        await until(bob, league.news, lambda waiting: not waiting)
        assert len(await news_of(bob)) == 2


async def test_news_wait_while_discord_has_trouble(running, people):
    ann, bob = people[:2]
    await league_of_forty(ann, news="general")
    await running.client.calendar.close()
    asked = await ann.slash("league season", step="close")
    with patch.object(Mail, "post", side_effect=NotSent(Fault.PASSING, 503)):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "as soon as it does" in closed.text
    assert await news_of(bob) == []
    await running.client.calendar.look()
    assert len(await news_of(bob)) == 1
    with patch.object(running.client._kit.league, "_now", lambda: time.time() + 2 * 86_400):
        await running.client.calendar.look()
    assert len(await news_of(bob)) == 1

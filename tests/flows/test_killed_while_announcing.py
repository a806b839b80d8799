"""If the bot is killed while it closes a season, the season is still open, or closed and announced exactly once."""

import asyncio
from contextlib import suppress

import pytest
from league_steps import manage_league, new_league, show_league
from play_by_panel import until
from screens import LoopbackPlayer
from test_killed import run_process


async def announcements(player):
    told = [screen.text for screen in await LoopbackPlayer(player.person, "general").screens()]
    return [text for text in told if "of **Spring**" in text or "ended without" in text]


@pytest.mark.long
async def test_season_closes_once_despite_kill(tmp_path, loopback, people):
    ann = people[0]
    async with run_process(loopback, tmp_path):
        await new_league(ann, name="Spring", preset="forty-points", news_channel="general")
        asked = await manage_league(ann, "toclose")
        button = next(i for i in asked.buttons if i.startswith("lg:close:"))
        pressing = asyncio.create_task(ann.person.click(str(asked.id), custom_id=button))
        await asyncio.sleep(0.05)
    with suppress(Exception):  # the press fails if the bot was down at that moment
        await asyncio.wait_for(pressing, 120)
    async with run_process(loopback, tmp_path):
        history = await until(ann, lambda: show_league(ann, "history"), lambda screen: "**1.**" in screen.text)
        if "still open" in history.text:
            assert await announcements(ann) == [], "it was killed before it had closed anything"
            return
        await until(ann, lambda: announcements(ann), lambda told: len(told) == 1)
    async with run_process(loopback, tmp_path):
        await show_league(ann, "history")
        assert len(await announcements(ann)) == 1

"""The bot is killed again and again in a round of an event, or while it undoes a result; Discord lives on."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from event_flows import enter_all, find_button, find_event_text, find_screen, manage, press, report
from play_by_panel import play_match, until
from shared_resources import database_url
from test_killed import run_process

from bot.events.matches import MatchStatus, Verdict
from bot.events.model import EventStatus
from bot.ids import EventId, TableId
from bot.store.database import Database
from bot.ui.core.interactions.table_controls import ControlVerb


@asynccontextmanager
async def opened_store(folder):
    database = await Database.open(database_url(folder))
    try:
        yield database.store
    finally:
        await database.close()


async def load_event(folder):
    async with opened_store(folder) as store:
        return await store.events.find_event(EventId(1))


@pytest.mark.timeout(900)
@pytest.mark.long
async def test_round_survives_several_kills(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with run_process(loopback, tmp_path):
        await enter_all(people, format="individual", rounds=1)
        await manage(ann, "start")
    async with run_process(loopback, tmp_path):  # the first bot was killed before or while it paired the round
        await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)
        for person in (ann, bob):
            await press(person, "here")
    await end_time(tmp_path)  # No bot runs now. The next one pings the missing people again.
    async with run_process(loopback, tmp_path):  # This bot is killed as soon as the match is marked as begun.
        await until(ann, lambda: find_screen(ann, "here"), lambda s: "is waiting for you" in s.text)
        await end_time(tmp_path)
        await press(ann, "here")
        await until(ann, lambda: load_event(tmp_path), lambda e: e.round.matches[0].status is MatchStatus.PLAYING)
    async with run_process(loopback, tmp_path):
        await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        for person in (ann, bob):
            await person.slash("hand")
        await play_match([ann, bob])  # the bot is killed as soon as the match is over
    async with run_process(loopback, tmp_path):
        await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    await check_end(tmp_path)
    assert len([s for s in await ann.screens() if not s.private and s.text.startswith("## Friday")]) == 1


@pytest.mark.timeout(900)
@pytest.mark.long
async def test_undo_killed_midway_happens_once(tmp_path, loopback, people):
    ann = people[0]
    async with run_process(loopback, tmp_path):
        await enter_all(people, format="individual", rounds=2, automatic=False)
        await manage(ann, "start")
        await until(ann, lambda: find_screen(ann, "here"), bool)
        assert "now has the result 2 : 0" in (await report(ann, 1, "first", 2)).text
        await until(ann, lambda: find_event_text(ann), lambda s: "2 : 0" in s.text)
        panel, second = await manage(ann), await manage(ann)
        pressed = asyncio.create_task(ann.click(panel, find_button(panel, "undo")))
        await until(ann, lambda: load_event(tmp_path), lambda e: e.round.matches[0].status is MatchStatus.PAIRED)
    pressed.cancel()  # the bot was killed as soon as the undo was saved
    await asyncio.gather(pressed, return_exceptions=True)
    async with run_process(loopback, tmp_path):
        await until(ann, lambda: find_event_text(ann), lambda s: "2 : 0" not in s.text)
        assert find_button(await manage(ann), "undo") is None
        assert "can't be undone any more" in (await ann.click(second, find_button(second, "undo"))).text
    event = await load_event(tmp_path)
    assert (event.round.matches[0].status, event.round.matches[0].result) == (MatchStatus.PAIRED, None)
    assert len([s for s in await ann.screens() if not s.private and s.text.startswith("## Friday")]) == 1


async def end_time(folder):
    async with opened_store(folder) as store:
        await store.events.update_and_book(EventId(1), lambda event: event.with_round(replace(event.round, due_at=0.0)))


async def check_end(folder):
    event = await load_event(folder)
    assert event.status is EventStatus.FINISHED
    (match,) = event.rounds[0].matches
    assert (match.status, match.result.verdict) == (MatchStatus.SETTLED, Verdict.PLAYED)
    async with opened_store(folder) as store:
        assert await store.tables.load(TableId(2)) is None
        assert await store.tables.find_event_table(match.id) == TableId(1)

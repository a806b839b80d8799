"""Events act at their times: they start, remind, wait for missing players, and survive restarts."""

import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from bot_harness import connected
from event_flows import (
    QUICK,
    end_match,
    end_waiting,
    enter_all,
    find_event_text,
    find_screen,
    list_tables,
    load_event,
    manage,
    new_event,
    press,
    report,
)
from play_by_panel import until
from refuse_requests import refuse
from sqlalchemy import text

from bot.events.model import EventStatus
from bot.ids import EventId
from bot.setting_fields import format_values


@pytest.mark.long
async def test_event_continues_after_restart(tmp_path, loopback, people, blank_pictures):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await enter_all(people, format="individual", rounds=1)
        await manage(ann, "start")
        await until(ann, lambda: find_screen(ann, "here"), bool)
        await press(ann, "here")
    async with connected(tmp_path, loopback) as running:
        for person in people[1:]:
            await press(person, "here")
        (table,) = await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
        await running.client.event_clock.close()  # from now on nothing checks whether a match has ended
        await end_match(table)
    async with connected(tmp_path, loopback) as running:
        await until(ann, lambda: find_event_text(ann), lambda s: "ended without a result" in s.text)
        reported = await report(ann, table=1, winner="first", margin=2)
        assert "Round 1, table 1 now has the result 2 : 0" in reported.text
        event = await until(ann, lambda: load_event(running), lambda e: e.status is EventStatus.FINISHED)
        assert event.rounds[0].matches[0].result.scores == (2.0, 0.0)
        await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
        assert len([s for s in await ann.screens() if not s.private and s.text.startswith("## Friday")]) == 1
        calls = [s for s in await ann.screens() if not s.private and "round 1 begins" in s.text]
        assert len(calls) == 1


@pytest.mark.long
async def test_nobody_forfeits_while_the_program_is_away(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await enter_all(people, format="individual", rounds=1, no_show="forfeit")
        await manage(ann, "start")
        await until(ann, lambda: find_screen(ann, "here"), bool)
        await press(ann, "here")
    async with connected(tmp_path, loopback) as running:
        await running.client.event_clock.close()

        def change(event):
            return event.with_round(replace(event.round, due_at=time.time() - 600.0))

        await running.database.store.events.update_and_book(EventId(1), change)
    async with connected(tmp_path, loopback) as running:
        again = await until(bob, lambda: find_screen(bob, "here"), lambda s: "is waiting for you" in s.text)
        assert f"<@{bob.id}>" in again.text
        assert f"<@{ann.id}>" not in again.text
        for person in people[1:]:
            await press(person, "here")
        await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
        await end_waiting(running)


@pytest.mark.long
async def test_missing_people_are_reminded_in_their_language(running, people):
    ann, bob, cat = people[:3]
    settings = await cat.slash("settings")
    await cat.select(settings, "set:language", ["zh-CN"])
    soon = datetime.fromtimestamp(time.time() + 3600.0, UTC).isoformat()
    await new_event(ann, name="Friday", format="individual", starts=soon, **QUICK)
    await manage(ann, "open")
    await press(bob, "enter")
    await press(cat, "enter")
    await move_start(running, time.time() + 600.0)
    reminder = await until(ann, lambda: find_screen(ann, "check"), lambda s: "haven't checked in" in s.text)
    assert f"<@{bob.id}>" in reminder.text
    assert f"<@{cat.id}>：你还没有签到 **Friday**" in reminder.text
    for person in people:
        await press(person, "enter")
        await press(person, "check")
    await manage(ann, "start")
    await press(ann, "here")

    def change(event):
        return event.with_round(replace(event.round, due_at=time.time() + 100.0))

    await running.database.store.events.update_and_book(EventId(1), change)
    running.client.event_clock._services.events.wake()
    again = await until(ann, lambda: find_screen(ann, "here"), lambda s: "is waiting for you" in s.text)
    assert f"<@{cat.id}>：Friday 的牌桌在等你" in again.text
    assert f"<@{ann.id}>" not in again.text
    calls = [s for s in await ann.screens() if not s.private and "haven't checked in" in s.text]
    assert len(calls) == 1


async def move_start(running, at):
    """Move the planned start to another time."""
    events = running.database.store.events
    settings = replace((await events.find_event(EventId(1))).settings, starts_at=at)
    async with events._connections.write() as connection:
        stored = format_values(settings, without=("name",))
        await connection.execute(text("UPDATE events SET settings = :stored"), {"stored": stored})
        await connection.commit()
    running.client.event_clock._services.events.wake()


async def test_planned_event_starts_by_itself(running, people):
    ann = people[0]
    past = await new_event(ann, name="Friday", format="individual", starts="2020-01-01 10:00", **QUICK)
    assert "is in the past" in past.text
    soon = datetime.fromtimestamp(time.time() + 3600.0, UTC).isoformat()
    made = await new_event(ann, name="Friday", format="individual", starts=soon, **QUICK)
    assert "Starts by itself" in made.text
    await manage(ann, "open")
    for person in people:
        await press(person, "enter")
        await press(person, "check")
    await move_start(running, time.time() - 1.0)
    await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)


@pytest.mark.long
async def test_refused_round_ping_is_not_repeated(running, loopback, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=1)

    def pings(request):
        return request.method == "POST" and "round 1 begins" in str(request.body)

    with refuse(loopback, pings, 403, 50013) as refused:
        await manage(ann, "start")
        await until(ann, lambda: load_event(running), lambda e: e.round is not None and e.round.is_pinged)
        for _ in range(3):
            await running.client.event_clock.check_events()
    assert len(refused) == 1

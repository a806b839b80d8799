"""An event as people use it: entries, check-in, tables, results, standings."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import AsyncMock

import pytest
from bot_harness import connected
from league_steps import download_files
from play_by_panel import play_match, until
from sqlalchemy import text
from team_steps import direct_messages, form_team

from bot.events.model import EventStatus
from bot.ids import EventId, UserId
from bot.play.occupants import Computer
from bot.play.ports import TableStatus
from bot.ui.core.table_ids import ControlVerb
from bot.ui.discord_io.messages import Messenger, SendFailed, SendFault
from tests.everyday import spread

HEADINGS = ("## Friday", "## Cup", "## Next")
QUICK = {"preset": "forty-points", "deals": 1}


async def find_screen(player, action):
    """Return the newest public message with a live button of this kind."""
    screens = [s for s in await player.screens() if not s.private]
    return next((s for s in reversed(screens) if find_button(s, action)), None)


def find_button(screen, action):
    return next((i for i in screen.buttons if i.startswith(f"ev:{action}:")), None)


async def press(player, action):
    screen = await until(player, lambda: find_screen(player, action), bool)
    return await player.click(screen, find_button(screen, action))


async def find_event_text(player):
    """Return the text of the event's own message."""
    return next((s for s in reversed(await player.screens()) if not s.private and s.text.startswith(HEADINGS)), None)


async def load_event(running):
    return await running.database.store.events.find_event(EventId(1))


async def end_waiting(running):
    """Let the time in which players come to their tables be over."""

    def change(event):
        return event.with_round(replace(event.round, due_at=0.0))

    await running.database.store.events.update(EventId(1), change)
    running.client.event_clock._services.events.wake()


async def enter_all(people, **options):
    ann = people[0]
    made = await ann.slash("event create", name="Friday", **(QUICK | options))
    assert "Friday" in made.text
    assert made.private
    assert "open" in (await ann.slash("event open")).text
    for person in people:
        answer = await press(person, "enter")
        assert "You are in **Friday**" in answer.text
        checked = await person.click(answer, find_button(answer, "check"))
        assert "checked in" in checked.text


async def test_people_enter_check_in_and_are_seated(running, people):
    ann, bob = people[:2]
    await enter_all(people, format="individual", rounds=1)
    shown = await until(bob, lambda: find_event_text(bob), lambda s: "**4** checked in" in s.text)
    assert "individuals, changing partners · 40 points · 4 players a table · 1 deal · 1 round" in shown.text
    assert all(person.name.title() in shown.text for person in people)
    assert "Only the managers" in (await bob.slash("event start")).text
    assert "Entrants: 4, rounds: 1" in (await ann.slash("event start")).text
    call = await until(bob, lambda: find_screen(bob, "here"), lambda s: "round 1 begins" in s.text)
    assert all(f"<@{person.id}>" in call.text for person in people)
    assert "3 players are still missing" in (await press(ann, "here")).text
    await until(ann, lambda: find_event_text(ann), lambda s: "waiting for 3 players" in s.text)
    for person in people[1:]:
        last = await press(person, "here")
    assert "Your match starts now" in last.text
    (table,) = await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
    assert {occupant.user for occupant in table.occupants} == {int(person.id) for person in people}
    assert (table.facts.match_deals, table.facts.status) == (1, TableStatus.PLAYING)
    await until(ann, lambda: find_event_text(ann), lambda s: "[playing](" in s.text)
    assert "started already" in (await press(bob, "here")).text


async def list_tables(running):
    return list(running.registry.list_live())


@pytest.mark.long
async def test_missing_players_are_replaced_and_results_make_standings(running, people):
    ann, bob, cat, dan = people
    await enter_all(people, format="individual", rounds=2)
    await ann.slash("event start")
    await until(ann, lambda: find_screen(ann, "here"), bool)
    for person in (ann, bob):
        await press(person, "here")
    await end_waiting(running)
    (table,) = await until(ann, lambda: list_tables(running), bool)
    assert sum(occupant == Computer("club", n) for n, occupant in enumerate(sort_computers(table), 1)) == 2
    for person in (ann, bob):
        await person.slash("hand")
    playing = await until(ann, lambda: find_event_text(ann), lambda s: "[playing](" in s.text)
    assert " for Cat" in playing.text or "a computer player for" in playing.text
    await play_match([ann, bob])
    board = await ann.board()
    assert "Table 1 (Friday, round 1)" in board.text
    assert "Part of [Friday](https://discord.com/channels/" in board.text
    assert not board.has(ControlVerb.REMATCH)
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "The next round waits: 2 checked in" in s.text)
    event = await load_event(running)
    winners = event.rounds[0].matches[0].result.scores
    assert winners[0] != winners[1]
    assert shown.text.count("· 1 ·") == 2
    table, newest = (await press(bob, "standings")).alts
    assert table.count("W–D–L: 1–0–0") == 2
    assert "Round 1 of 2. Table 1: " in newest
    for person in (cat, dan):
        assert "checked in" in (await press(person, "check")).text
    await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 2 begins" in s.text)
    files = await download_files(running.loopback, await ann.slash("event export"))
    assert set(files) == {"event-standings.csv", "event-results.csv"}
    assert files["event-results.csv"].count("\n") == 3


def sort_computers(table):
    return [occupant for occupant in table.occupants if isinstance(occupant, Computer)]


@pytest.mark.long
async def test_returning_player_learns_who_keeps_their_seat(running, people):
    ann, bob, cat, dan = people
    await ann.slash("event create", name="Friday", format="individual", absent="substitute_stays", rounds=3, **QUICK)
    await ann.slash("event open")
    events = running.client.event_clock._services.events
    for person in (ann, bob, cat):
        await press(person, "enter")
        await press(person, "check")
    await events.enter(await load_event(running), (UserId(10**17),))
    await events.check_in(await load_event(running), UserId(10**17))
    await press(dan, "volunteer")
    await events.volunteer(await load_event(running), UserId(2 * 10**17))
    await ann.slash("event start")
    for person in (ann, bob):
        await press(person, "here")
    await end_waiting(running)
    await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
    assert "has taken your seat and keeps it" in (await press(cat, "check")).text
    assert "your seat" not in (await press(ann, "check")).text


@pytest.mark.long
async def test_event_goes_on_after_a_restart(tmp_path, loopback, people, blank_pictures):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await enter_all(people, format="individual", rounds=1)
        await ann.slash("event start")
        await until(ann, lambda: find_screen(ann, "here"), bool)
        await press(ann, "here")
    async with connected(tmp_path, loopback) as running:
        for person in people[1:]:
            await press(person, "here")
        (table,) = await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
        await running.client.event_clock.close()  # so that the match ends while nobody looks
        await end_match(table)
    async with connected(tmp_path, loopback) as running:
        await until(ann, lambda: find_event_text(ann), lambda s: "ended without a result" in s.text)
        reported = await ann.slash("event report", table=1, winner="first", margin=2)
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
        await enter_all(people, format="individual", rounds=1, absent="forfeit")
        await ann.slash("event start")
        await until(ann, lambda: find_screen(ann, "here"), bool)
        await press(ann, "here")
    async with connected(tmp_path, loopback) as running:
        await running.client.event_clock.close()

        def change(event):
            return event.with_round(replace(event.round, due_at=time.time() - 600.0))

        await running.database.store.events.update(EventId(1), change)
    async with connected(tmp_path, loopback) as running:
        again = await until(bob, lambda: find_screen(bob, "here"), lambda s: "is waiting for you" in s.text)
        assert f"<@{bob.id}>" in again.text
        assert f"<@{ann.id}>" not in again.text
        for person in people[1:]:
            await press(person, "here")
        await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
        await end_waiting(running)


async def end_match(table):
    await table.voting.close(table.facts.host, by_right=True)


async def test_teams_enter_by_name_and_cancel_ends_everything(running, people):
    ann, bob, cat, dan = people
    await ann.slash("event create", name="Cup", format="round_robin", absent="forfeit", **QUICK)
    await ann.slash("event open", event="cup")
    assert "a team with 2 members" in (await press(ann, "enter")).text
    await form_team(ann, "Dragons", bob)
    await form_team(cat, "Tigers", dan)
    for first, second in ((ann, bob), (cat, dan)):
        await press(first, "enter")
        await press(second, "check")
    assert "Entrants: 2" in (await ann.slash("event start")).text
    await until(ann, lambda: find_event_text(ann), lambda s: "Dragons – Tigers" in s.text)
    for person in (ann, bob, cat):
        await press(person, "here")
    await end_waiting(running)
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    assert "1. **Dragons** · 1 ·" in shown.text
    podium, table = (await ann.slash("event standings", event="cup")).alts
    assert podium.startswith("Cup. Final standings. 1. Dragons: Points: 1. 2. Tigers: Points: 0")
    assert "1. Dragons: Points: 1" in table
    assert await list_tables(running) == []
    assert "No event is planned" in (await ann.slash("event cancel")).text
    await ann.slash("event create", name="Next", format="swiss", starts="2030-01-02 20:00", **QUICK)
    planned = await bob.slash("event schedule")
    assert "<t:1893614400:f>: **Next** (Swiss)" in planned.text
    calendar = (await download_files(running.loopback, planned))["events.ics"]
    assert "\r\nDTSTART:20300102T200000Z\r\nSUMMARY:Next\r\n" in calendar
    asked = await ann.slash("event cancel")
    assert "Next** is cancelled" in (await ann.click(asked, find_button(asked, "cancel"))).text
    await until(ann, lambda: find_event_text(ann), lambda s: "was cancelled" in s.text or "Next" not in s.text)


async def test_knockout_ends_with_the_final(running, people):
    ann, bob, cat, dan = people
    await ann.slash("event create", name="Cup", format="knockout", absent="forfeit", rounds=5, **QUICK)
    await ann.slash("event open", event="cup")
    await form_team(ann, "Dragons", bob)
    await form_team(cat, "Tigers", dan)
    for first, second in ((ann, bob), (cat, dan)):
        await press(first, "enter")
        await press(second, "check")
    assert "Entrants: 2, rounds: 1" in (await ann.slash("event start")).text
    await until(ann, lambda: find_event_text(ann), lambda s: "knockout" in s.text and "waiting for 4" in s.text)
    for person in (ann, bob):
        await press(person, "here")
    shown = (await press(ann, "standings")).alts
    assert "Cup. Final. Table 1:" in shown[0]
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    podium, _, bracket = (await ann.slash("event standings", event="cup")).alts
    assert bracket.startswith("Cup. Final: ")
    assert "Dragons 🏆" in bracket
    assert "1. Dragons" in podium


@pytest.mark.long
async def test_late_presses_say_what_has_happened(running, people):
    ann, bob = people[:2]
    await enter_all(people, format="individual", rounds=2, absent="forfeit")
    assert "hasn't started yet" in (await ann.slash("event report", table=1, winner="draw")).text
    await ann.slash("event start")
    call = await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)
    assert "Tables without a result: 1" in (await ann.slash("event round")).text
    await press(ann, "here")
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "forfeited" in s.text)
    assert "The match at table 1 is over" in (await bob.click(call, find_button(call, "here"))).text
    first, second = await ann.slash("event cancel"), await ann.slash("event cancel")
    await ann.click(first, find_button(first, "cancel"))
    assert "is over" in (await ann.click(second, find_button(second, "keep"))).text
    assert "is over" in (await bob.click(call, find_button(call, "here"))).text
    assert "**Friday** is over" in (await ann.slash("event open", event="Friday")).text


@pytest.mark.long
async def test_picture_of_a_round_counts_missing_players(running, people):
    await enter_all(people, format="individual", rounds=1)
    await people[0].slash("event start")
    await press(people[0], "here")
    assert ": 3 missing" in (await press(people[0], "standings")).alts[0]


@pytest.mark.long
async def test_entering_again_after_check_in_changes_nothing(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=1)
    assert "You have checked in for **Friday**" in (await press(ann, "enter")).text
    await ann.slash("event start")
    assert "from the next round on" in (await press(ann, "enter")).text


async def test_substitutes_show_before_anybody_enters(running, people):
    ann, bob = people[:2]
    await ann.slash("event create", name="Friday", format="swiss", **QUICK)
    await ann.slash("event open")
    await press(bob, "volunteer")
    await until(ann, lambda: find_event_text(ann), lambda s: "1 substitute is ready" in s.text)


@pytest.mark.parametrize(
    ("options", "words"),
    spread(
        1,
        [
            ({"format": "individual", "changes": "players=6"}, "only at tables of four"),
            ({"format": "swiss", "changes": "teams=friends, players=5"}, "two fixed sides"),
            ({"format": "swiss", "starts": "tomorrow"}, "isn't a time"),
        ],
    ),
)
async def test_events_that_cannot_be_played_are_refused(people, running, options, words):
    assert words in (await people[0].slash("event create", name="Friday", deals=1, **options)).text
    assert "manage the server" in (await people[1].slash("event create", name="Friday", format="swiss")).text


@pytest.mark.long
async def test_missing_people_are_reminded_in_their_language(running, people):
    ann, bob, cat = people[:3]
    settings = await cat.slash("settings")
    await cat.select(settings, "set:language", ["zh-CN"])
    soon = datetime.fromtimestamp(time.time() + 3600.0, UTC).isoformat()
    await ann.slash("event create", name="Friday", format="individual", starts=soon, **QUICK)
    await ann.slash("event open")
    await press(bob, "enter")
    await press(cat, "enter")
    await move_start(running, time.time() + 600.0)
    reminder = await until(ann, lambda: find_screen(ann, "check"), lambda s: "haven't checked in" in s.text)
    assert f"<@{bob.id}>" in reminder.text
    assert f"<@{cat.id}>：**Friday**" in reminder.text
    for person in people:
        await press(person, "enter")
        await press(person, "check")
    await ann.slash("event start")
    await press(ann, "here")

    def change(event):
        return event.with_round(replace(event.round, due_at=time.time() + 100.0))

    await running.database.store.events.update(EventId(1), change)
    running.client.event_clock._services.events.wake()
    again = await until(ann, lambda: find_screen(ann, "here"), lambda s: "is waiting for you" in s.text)
    assert f"<@{cat.id}>：Friday 的牌桌在等你" in again.text
    assert f"<@{ann.id}>" not in again.text
    calls = [s for s in await ann.screens() if not s.private and "haven't checked in" in s.text]
    assert len(calls) == 1


async def move_start(running, at):
    """Let the planned start be at another time."""
    async with running.database.store.events._connections.write() as connection:
        await connection.execute(text("UPDATE events SET starts_at = :at"), {"at": at})
        await connection.commit()
    running.client.event_clock._services.events.wake()


@pytest.mark.long
async def test_withdrawal_asks_first_and_there_is_a_way_back(running, people):
    ann, bob = people[:2]
    await ann.slash("event create", name="Cup", format="knockout", absent="forfeit", **QUICK)
    await ann.slash("event open", event="cup")
    await form_team(ann, "Dragons", bob)
    await form_team(people[2], "Tigers", people[3])
    assert "aren't in **Cup**" in (await press(ann, "withdraw")).text
    for person in (ann, people[2]):
        await press(person, "enter")
        await press(person, "check")
    asked = await press(bob, "withdraw")
    assert "withdraw **Dragons** from **Cup**" in asked.text
    assert "you can enter again" in asked.text
    assert "still in **Cup**" in (await bob.click(asked, find_button(asked, "stay"))).text
    assert len([one for one in (await load_event(running)).entrants if one.status == "present"]) == 2
    await ann.slash("event start")
    await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)
    asked = await press(bob, "withdraw")
    assert "goes on without playing" in asked.text
    assert "aren't paired in further rounds" in (await bob.click(asked, find_button(asked, "leave"))).text
    assert (await load_event(running)).entrants[0].status == "withdrawn"
    assert "checked in" in (await press(ann, "check")).text
    assert (await load_event(running)).entrants[0].status == "present"


@pytest.mark.long
async def test_report_of_a_playing_table_asks_and_ends_it(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=2)
    await ann.slash("event start")
    for person in people:
        await press(person, "here")
    (table,) = await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
    old = await find_screen(ann, "here")
    asked = await ann.slash("event report", table=1, winner="first", margin=2)
    assert "still being played" in asked.text
    assert "plays on" in (await ann.click(asked, "ev:play")).text
    assert table.facts.status is TableStatus.PLAYING
    asked = await ann.slash("event report", table=1, winner="first", margin=2)
    said = await ann.click(asked, find_button(asked, "report"))
    assert "Round 1, table 1 now has the result 2 : 0" in said.text
    call = await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 2 begins" in s.text)
    assert await list_tables(running) == [], "nobody sits at two tables"
    assert table.facts.status is TableStatus.OVER
    if old is not None:
        assert "no longer valid" in (await ann.click(old, find_button(old, "here"))).text
    assert "players are still missing" in (await ann.click(call, find_button(call, "here"))).text


@pytest.mark.long
async def test_two_friends_enter_without_a_team(running, people):
    ann, bob = people[:2]
    await ann.slash("event create", name="Friday", format="swiss", **QUICK)
    await ann.slash("event create", name="Cup", format="individual", **QUICK)
    await ann.slash("event open", event="Friday")
    assert "2 different people" in (await ann.slash("event enter", partner=ann.id, event="Friday")).text
    chosen = await ann.slash("event enter", partner=bob.id)
    assert "Choose one" in chosen.text
    assert "You have asked" in (await ann.select(chosen, next(iter(chosen.selects)), ["1"])).text
    asked = await until(bob, lambda: find_invitation(bob), bool)
    assert "enter **Friday** together" in asked.text
    said = await bob.click(asked, find_button(asked, "accept"))
    assert "You are in **Friday** together" in said.text
    await until(ann, lambda: find_event_text(ann), lambda s: "**1** entered" in s.text or "## Cup" in s.text)
    event = await load_event(running)
    assert [one.members for one in event.entrants] == [(int(ann.id), int(bob.id))]
    assert "checked in" in (await bob.click(await event_screen(bob, 1), "ev:check:1")).text


@pytest.mark.long
async def test_question_in_the_channel_stays_until_the_friend_has_answered(running, people, monkeypatch):
    ann, bob, cat = people[:3]
    await ann.slash("event create", name="Friday", format="swiss", **QUICK)
    await ann.slash("event open")
    closed = AsyncMock(side_effect=SendFailed(SendFault.FORBIDDEN, 50007))
    monkeypatch.setattr(Messenger, "send_direct", closed)
    assert "I asked in this channel" in (await ann.slash("event enter", partner=bob.id)).text
    asked = await find_screen(bob, "accept")
    assert "once everybody has" in (await ann.click(asked, find_button(asked, "accept"))).text
    assert closed.await_count == 1, "people are not told what they themselves pressed"
    assert "isn't for you" in (await cat.click(asked, find_button(asked, "accept"))).text
    still = await find_screen(bob, "accept")
    assert "together" in (await bob.click(still, find_button(still, "accept"))).text
    assert await find_screen(bob, "accept") is None


async def find_invitation(player):
    return next((s for s in reversed(await direct_messages(player)) if find_button(s, "accept")), None)


async def event_screen(player, number):
    screens = await player.screens()
    return next(s for s in reversed(screens) if not s.private and f"ev:check:{number}" in s.buttons)


async def test_named_manager_leads_the_event(running, people):
    ann, bob, cat = people[:3]
    await ann.slash("event create", name="Friday", format="swiss", **QUICK)
    assert "Only the organizer" in (await bob.slash("event managers", person=cat.id)).text
    assert "Only the managers" in (await bob.slash("event open")).text
    assert f"(organizer), {bob.name.title()}" in (await ann.slash("event managers", person=bob.id)).text
    assert "are open" in (await bob.slash("event open")).text
    removed = await ann.slash("event managers", person=bob.id, step="remove")
    assert bob.name.title() not in removed.text
    assert "Only the managers" in (await bob.slash("event close")).text


async def test_planned_event_starts_by_itself(running, people):
    ann = people[0]
    past = await ann.slash("event create", name="Friday", format="individual", starts="2020-01-01 10:00", **QUICK)
    assert "is in the past" in past.text
    soon = datetime.fromtimestamp(time.time() + 3600.0, UTC).isoformat()
    made = await ann.slash("event create", name="Friday", format="individual", starts=soon, **QUICK)
    assert "Starts by itself" in made.text
    await ann.slash("event open")
    for person in people:
        await press(person, "enter")
        await press(person, "check")
    await move_start(running, time.time() - 1.0)
    await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)


@pytest.mark.long
async def test_standings_say_what_happened(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=3, absent="forfeit")
    before = await download_files(running.loopback, await ann.slash("event export"))
    assert before["event-standings.csv"].count("checked in") == 4
    assert "no results yet" in (await ann.slash("event standings")).text
    await ann.slash("event start")
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "### Entrants" in s.text)
    assert "1. **" not in shown.text
    assert "Round 1 of 3. Table 1:" in (await press(ann, "standings")).alts[0]
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "both sides forfeited" in s.text)
    table, newest = (await press(ann, "standings")).alts
    assert "After round 1 of 3" in table
    assert "both forfeit" in newest
    after = await download_files(running.loopback, await ann.slash("event export"))
    assert ",,,settled,forfeited by both" in after["event-results.csv"]
    await ann.slash("event report", table=1, winner="first", margin=2)
    assert "2 : 0 (set by a manager)" in (await press(ann, "standings")).alts[1]


@pytest.mark.long
async def test_byes_show_in_the_standings(running, people):
    ann = people[0]
    await ann.slash("event create", name="Cup", format="swiss", rounds=1, absent="forfeit", **QUICK)
    await ann.slash("event open")
    for first in (10**17, 2 * 10**17, 3 * 10**17):
        members = UserId(first), UserId(first + 1)
        await running.client._services.events.enter(await load_event(running), members)
        await running.client._services.events.check_in(await load_event(running), members[0])
    await ann.slash("event start")
    await until(ann, lambda: find_screen(ann, "here"), bool)
    await ann.slash("event report", table=1, winner="draw")
    await until(ann, lambda: find_event_text(ann), lambda s: "1 bye" in s.text)
    assert "W–D–L (byes): 0–0–0 (1)" in (await press(ann, "standings")).alts[1]

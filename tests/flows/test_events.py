"""People enter an event, check in, play at its tables, and see the results and standings."""

import pytest
from event_flows import (
    QUICK,
    end_waiting,
    enter_all,
    find_button,
    find_event_text,
    find_screen,
    list_tables,
    load_event,
    manage,
    new_event,
    open_panel,
    press,
    report,
)
from league_steps import download_files
from play_by_panel import play_match, until
from team_steps import form_team

from bot.ids import UserId
from bot.play.values.table_info import Computer, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb


async def test_people_enter_check_in_and_are_seated(running, people):
    ann, bob = people[:2]
    await enter_all(people, format="individual", rounds=1)
    shown = await until(bob, lambda: find_event_text(bob), lambda s: "**4** checked in" in s.text)
    assert "individuals, changing partners · 40 points · 4 players a table · 1 deal · 1 round" in shown.text
    assert all(person.name.title() in shown.text for person in people)
    assert find_button(await open_panel(bob), "manage") is None
    assert "Entrants: 4, rounds: 1" in (await manage(ann, "start")).text
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


@pytest.mark.long
async def test_missing_players_are_replaced_and_results_make_standings(running, people):
    ann, bob, cat, dan = people
    await enter_all(people, format="individual", rounds=2)
    await manage(ann, "start")
    await until(ann, lambda: find_screen(ann, "here"), bool)
    for person in (ann, bob):
        await press(person, "here")
    await end_waiting(running)
    (table,) = await until(ann, lambda: list_tables(running), bool)
    assert sum(occupant == Computer("expert", n) for n, occupant in enumerate(sort_computers(table), 1)) == 2
    for person in (ann, bob):
        await person.slash("hand")
    playing = await until(ann, lambda: find_event_text(ann), lambda s: "[playing](" in s.text)
    assert " for Cat" in playing.text or "a computer player for" in playing.text
    await play_match([ann, bob])
    board = await ann.board()
    assert "Table 1 · " in board.text
    assert "Part of [Friday](https://discord.com/channels/" in board.text
    assert not board.has(ControlVerb.REMATCH)
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "The next round waits: 2 checked in" in s.text)
    assert "check in who plays on" in (await manage(ann)).text, "the managers' page says what the round waits for"
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
    files = await download_files(running.loopback, await manage(ann, "files"))
    assert set(files) == {"event-standings.csv", "event-results.csv"}
    assert files["event-results.csv"].count("\n") == 3


def sort_computers(table):
    return [occupant for occupant in table.occupants if isinstance(occupant, Computer)]


@pytest.mark.long
async def test_returning_player_sees_seat_taken(running, people):
    ann, bob, cat, dan = people
    await new_event(ann, name="Friday", format="individual", no_show="substitute_stays", rounds=3, **QUICK)
    await manage(ann, "open")
    events = running.client.event_clock._services.events
    for person in (ann, bob, cat):
        await press(person, "enter")
        await press(person, "check")
    await events.enter(await load_event(running), (UserId(10**17),))
    await events.check_in(await load_event(running), UserId(10**17))
    await press(dan, "volunteer")
    await events.volunteer(await load_event(running), UserId(2 * 10**17))
    await manage(ann, "start")
    for person in (ann, bob):
        await press(person, "here")
    await end_waiting(running)
    await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
    assert "has taken your seat and keeps it" in (await press(cat, "check")).text
    assert "your seat" not in (await press(ann, "check")).text


async def test_knockout_ends_with_the_final(running, people):
    ann, bob, cat, dan = people
    await new_event(ann, name="Cup", format="knockout", no_show="forfeit", **QUICK)
    await manage(ann, "open", event="cup")
    await form_team(ann, "Dragons", bob)
    await form_team(cat, "Tigers", dan)
    for first, second in ((ann, bob), (cat, dan)):
        await press(first, "enter")
        await press(second, "check")
    assert "Entrants: 2, rounds: 1" in (await manage(ann, "start")).text
    await until(ann, lambda: find_event_text(ann), lambda s: "knockout" in s.text and "waiting for 4" in s.text)
    for person in (ann, bob):
        await press(person, "here")
    shown = (await press(ann, "standings")).alts
    assert "Cup. Final. Table 1:" in shown[0]
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    podium, _, bracket = (await press(ann, "standings")).alts
    assert bracket.startswith("Cup. Final: ")
    assert "Dragons 🏆" in bracket
    assert "1. Dragons" in podium


@pytest.mark.long
async def test_late_presses_explain_the_state(running, people):
    ann, bob = people[:2]
    await enter_all(people, format="individual", rounds=2, no_show="forfeit")
    await manage(ann, "start")
    call = await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)
    assert find_button(await manage(ann), "round") is None
    await press(ann, "here")
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "forfeited" in s.text)
    assert "Table 1 was forfeited" in (await bob.click(call, find_button(call, "here"))).text
    first, second, old = await manage(ann, "end"), await manage(ann, "end"), await manage(ann)
    await ann.click(first, find_button(first, "cancel"))
    assert "was cancelled" in (await ann.click(second, find_button(second, "manage"))).text
    assert "is over" in (await bob.click(call, find_button(call, "here"))).text
    assert "was cancelled" in (await ann.click(old, find_button(old, "panel"))).text


@pytest.mark.long
async def test_picture_of_a_round_counts_missing_players(running, people):
    await enter_all(people, format="individual", rounds=1)
    await manage(people[0], "start")
    await press(people[0], "here")
    assert ": 3 missing" in (await press(people[0], "standings")).alts[0]


@pytest.mark.long
async def test_report_ends_playing_table_after_question(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=2)
    await manage(ann, "start")
    for person in people:
        await press(person, "here")
    (table,) = await until(ann, lambda: list_tables(running), lambda found: found and found[0].phase)
    old = await find_screen(ann, "here")
    asked = await report(ann, table=1, winner="first", margin=2)
    assert "still being played" in asked.text
    assert "Which table?" in str((await ann.click(asked, find_button(asked, "tables"))).selects)
    assert table.facts.status is TableStatus.PLAYING
    asked = await report(ann, table=1, winner="first", margin=2)
    said = await ann.click(asked, find_button(asked, "report"))
    assert "Round 1, table 1 now has the result 2 : 0" in said.text
    assert find_button(said, "manage"), "the tables are shown again"
    call = await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 2 begins" in s.text)
    assert await list_tables(running) == [], "nobody sits at two tables"
    assert table.facts.status is TableStatus.OVER
    if old is not None:
        assert "no longer valid" in (await ann.click(old, find_button(old, "here"))).text
    assert "players are still missing" in (await ann.click(call, find_button(call, "here"))).text


@pytest.mark.long
async def test_standings_describe_results(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=3, no_show="forfeit")
    before = await download_files(running.loopback, await manage(ann, "files"))
    assert before["event-standings.csv"].count("checked in") == 4
    await manage(ann, "start")
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "### Entrants" in s.text)
    assert "1. **" not in shown.text
    assert "Round 1 of 3. Table 1:" in (await press(ann, "standings")).alts[0]
    await end_waiting(running)
    await until(ann, lambda: find_event_text(ann), lambda s: "both sides forfeited" in s.text)
    table, newest = (await press(ann, "standings")).alts
    assert "After round 1 of 3" in table
    assert "both forfeit" in newest
    after = await download_files(running.loopback, await manage(ann, "files"))
    assert ",,,settled,forfeited by both" in after["event-results.csv"]
    await report(ann, table=1, winner="first", margin=2)
    assert "2 : 0 (set by a manager)" in (await press(ann, "standings")).alts[1]


@pytest.mark.long
async def test_byes_show_in_the_standings(running, people):
    ann = people[0]
    await new_event(ann, name="Cup", format="swiss", rounds=1, no_show="forfeit", **QUICK)
    await manage(ann, "open")
    for first in (10**17, 2 * 10**17, 3 * 10**17):
        members = UserId(first), UserId(first + 1)
        await running.client._services.events.enter(await load_event(running), members)
        await running.client._services.events.check_in(await load_event(running), members[0])
    await manage(ann, "start")
    await until(ann, lambda: find_screen(ann, "here"), bool)
    await report(ann, table=1, winner="draw")
    await until(ann, lambda: find_event_text(ann), lambda s: "1 bye" in s.text)
    standings = await press(ann, "standings")
    assert "W–D–L: 0–0–0 (1)" in standings.alts[1]
    assert "In brackets: byes" in standings.text

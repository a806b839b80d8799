"""Pictures and pages of events show brackets, crosstables, tables, settings, and results that do not count."""

from dataclasses import replace

import pytest
from event_flows import change_setting, manage, new_event, open_table, press, report
from play_by_panel import until

from bot.events.model import EntrantStatus
from bot.ids import EventId, UserId


async def load(running):
    return await running.database.store.events.find_event(EventId(1))


async def enter_strangers(running, count, size=2):
    """Enter and check in people who are not on this Discord."""
    events = running.client.event_clock._services.events
    for number in range(count):
        members = tuple(UserId(1_100_000_000_000_000_000 + number * size + n) for n in range(size))
        await events.enter(await load(running), members)
        await events.check_in(await load(running), members[0])


async def prepare(running, ann, count, **options):
    await new_event(ann, name="Cup", preset="forty-points", deals=1, **options)
    await manage(ann, "open")
    await enter_strangers(running, count)
    await manage(ann, "start")
    await running.client.event_clock._services.events.director.advance(EventId(1))


async def report_round(running, ann, *winners):
    number = len((await load(running)).rounds)
    for table, winner in enumerate(winners, 1):
        await report(ann, table=table, winner=winner, number=number)
    await running.client.event_clock._services.events.director.advance(EventId(1))


async def find_own_message(player):
    """Return the newest public message of the event, or None."""
    return next((s for s in reversed(await player.screens()) if not s.private and s.text.startswith("## Cup")), None)


@pytest.mark.long
async def test_bracket_of_best_of_three_has_pages(running, people):
    ann, bob = people[:2]
    choices = {"format": "knockout", "seeding": "entry", "best-of": "3", "consolation": True}
    await prepare(running, ann, 9, **choices)
    event = await load(running)
    assert (event.settings.bracket.best_of, event.settings.bracket.consolation) == (3, True)
    assert event.settings.seeding == "entry"
    assert len(event.round.byes) == 7
    await report_round(running, ann, "first")
    await report_round(running, ann, "second")
    own = await until(bob, lambda: find_own_message(bob), lambda s: "Round of 16, game 3 (best of 3)" in s.text)
    assert "best of 3 · Consolation" in own.text
    shown = await press(bob, "bracket")
    (alt,) = shown.alts
    assert "best of 3" in alt
    assert "Quarterfinals" in alt
    second = await bob.click(shown, next(i for i in shown.buttons if i.startswith("ev:bracket:") and i.endswith(":f")))
    assert "section 1" in second.alts[0]
    assert "1:1" in second.alts[0]
    assert "(bye)" in second.alts[0]
    standings = await press(bob, "standings")
    assert len(standings.alts) == 3
    assert "Round of 16, game 3 (best of 3)" in standings.alts[1]


@pytest.mark.long
async def test_page_of_a_table_says_what_a_result_changes(running, people):
    ann = people[0]
    await prepare(running, ann, 4, format="knockout", seeding="entry")
    await report_round(running, ann, "first", "first")
    assert (await load(running)).round.number == 2
    own = await until(ann, lambda: find_own_message(ann), lambda s: "### Final" in s.text)
    assert own.text.count(" · Third place · waiting for 4 players") == 1
    assert "the match isn't played" in (await open_table(ann, 1)).text
    assert "Rounds that have been paired stay" in (await open_table(ann, 1, number=1)).text
    assert all(match.result is None for match in (await load(running)).round.matches)
    corrected = await report(ann, table=1, winner="second", number=1)
    assert "Round 1, table 1 now has the result 0 : 1" in corrected.text
    assert " – " in corrected.text
    assert "who plays in it stays the same" in corrected.text
    said = await report(ann, table=1, winner="second")
    assert "Round 2, table 1 now has the result 0 : 1" in said.text


@pytest.mark.long
@pytest.mark.parametrize(("style", "legend"), [("swiss", "beat no. 7"), ("round_robin", "½ drawn")])
async def test_crosstable_shows_results_and_forfeits(running, people, style, legend):
    ann = people[0]
    await prepare(running, ann, 4, format=style, rounds=2)
    await report_round(running, ann, "first", "draw")
    (alt,) = (await press(ann, "cross")).alts
    assert legend in alt
    assert "Points: 1; " in alt


@pytest.mark.long
async def test_settings_that_cannot_matter_are_not_shown(running, people):
    ann = people[0]
    await new_event(ann, name="Cup", format="knockout", preset="forty-points", **{"best-of": "3"})
    refused = await change_setting(ann, await manage(ann), "seeding", "standings")
    assert "by which earlier event" in refused.text
    shown = await ann.click(await manage(ann), "ev:settings:1")
    assert "Best of: **best of 3**" in shown.text
    assert "Rounds" not in shown.text
    shown = await change_setting(ann, shown, "format", "swiss")
    assert "Best of" not in shown.text
    assert "Rounds: **as many as needed" in shown.text
    assert (await load(running)).settings.bracket.best_of == 1


@pytest.mark.long
async def test_organiser_reads_which_results_do_not_count(running, people):
    ann = people[0]
    await prepare(running, ann, 4, format="round_robin")
    await report_round(running, ann, "first", "first")
    gone = (await load(running)).competitors[3]

    def withdraw(event):
        return event.with_entrant(replace(event.find_entrant(gone.id), status=EntrantStatus.WITHDRAWN))

    await running.database.store.events.update_and_book(EventId(1), withdraw)
    running.client.event_clock._services.events.wake()
    words = "left after 1 of 3 games: results against them don't count for places."
    assert words in (await press(ann, "standings")).text
    assert words in (await press(ann, "cross")).text
    await until(ann, lambda: find_own_message(ann), lambda s: words in s.text)

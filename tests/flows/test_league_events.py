"""A league's events are created for the league, count in its season, and are listed with a calendar."""

import pytest
from event_flows import manage, new_event, report
from league_steps import create_league, download_files, open_league, show_league
from test_event_pictures import load, report_round

from bot.ids import EventId, UserId
from bot.ui.events.panel_view import CALENDAR_FILENAME


def get_events(running):
    return running.client.event_clock._services.events


async def start_pairs(running, ann, other, **options):
    """Start an event of two pairs, in which Ann and a stranger play against two other strangers."""
    answer = await new_event(ann, name="Cup", deals=1, league="Spring", **options)
    await manage(ann, "open")
    events = get_events(running)
    for members in ((int(ann.person.id), other), (other + 1, other + 2)):
        await events.enter(await load(running), tuple(map(UserId, members)))
        await events.check_in(await load(running), UserId(members[0]))
    await manage(ann, "start")
    await events.director.advance(EventId(1))
    return answer


STRANGER = 1_100_000_000_000_000_000


@pytest.mark.long
async def test_corrected_event_places_count_in_season(running, people):
    ann = people[0]
    made = await create_league(ann, order="places", places="12-6")
    assert "Places in events give 12-6 points" in made.text
    answer = await start_pairs(running, ann, STRANGER, format="knockout", seeding="entry")
    assert "the places give 12-6 points" in answer.text
    await report_round(running, ann, "first")
    assert "Events: 12" in (await show_league(ann, "standings")).alts[0]
    await report(ann, table=1, winner="second", event="Cup")
    assert "Events: 6" in (await show_league(ann, "standings")).alts[0]


async def test_event_deals_need_league_rules(running, people):
    ann = people[0]
    await create_league(ann, event_deals=True)
    refused = await new_event(ann, name="Cup", format="swiss", league="Spring", preset="standard")
    assert "they need its rules" in refused.text
    made = await new_event(ann, name="Cup", format="swiss", league="Spring")
    assert "its deals count there" in made.text
    event = await load(running)
    assert event.settings.league_deals
    assert event.settings.preset == "forty-points"


@pytest.mark.long
async def test_league_schedule_lists_events_with_calendar(running, people):
    ann, bob = people[:2]
    await create_league(ann)
    listed = await bob.click(await open_league(bob), "ev:list:1")
    assert "No event of **Spring** is planned" in listed.text
    await new_event(ann, name="Other", format="swiss", starts="2027-01-02 20:00")
    made = await new_event(ann, name="Cup", format="swiss", league="Spring", starts="2027-01-02 21:00")
    assert "where nothing in it counts" in made.text
    assert "**Event deals**" in made.text, "the setting that changes it is named"
    shown = await bob.click(await open_league(bob, "Spring"), "ev:list:1")
    assert "**Cup**" in shown.text
    assert "Other" not in shown.text
    calendar = (await download_files(running.loopback, shown))[CALENDAR_FILENAME]
    assert calendar.count("BEGIN:VEVENT") == 1
    refused = await new_event(bob, name="Mine", format="swiss", league="Spring")
    assert "manage" in refused.text

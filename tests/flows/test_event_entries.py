"""People, teams and friends enter an event before it starts, and can enter again after a withdrawal."""

from unittest.mock import AsyncMock

import pytest
from event_flows import (
    QUICK,
    choose,
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
)
from league_steps import download_files
from play_by_panel import until
from team_steps import direct_messages, form_team

from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from tests.everyday import spread


@pytest.mark.long
async def test_teams_play_an_event_and_a_planned_one_is_cancelled(running, people):
    ann, bob, cat, dan = people
    await new_event(ann, name="Cup", format="round_robin", no_show="forfeit", **QUICK)
    await manage(ann, "open", event="cup")
    assert "Pick who enters with you" in (await press(ann, "enter")).text
    await form_team(ann, "Dragons", bob)
    await form_team(cat, "Tigers", dan)
    for first, second in ((ann, bob), (cat, dan)):
        await press(first, "enter")
        await press(second, "check")
    assert "Entrants: 2" in (await manage(ann, "start")).text
    await until(ann, lambda: find_event_text(ann), lambda s: "Dragons – Tigers" in s.text)
    for person in (ann, bob, cat):
        await press(person, "here")
    await end_waiting(running)
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    assert "1. **Dragons** · 1 ·" in shown.text
    podium, table = (await press(ann, "standings")).alts
    assert podium.startswith("Cup. Final standings. 1. Dragons: Points: 1. 2. Tigers: Points: 0")
    assert "1. Dragons: Points: 1" in table
    assert await list_tables(running) == []
    await new_event(ann, name="Next", format="swiss", starts="2030-01-02 20:00", **QUICK)
    panel = await open_panel(bob)
    planned = await bob.click(panel, "ev:list")
    assert "<t:1893614400:f>: **Next** (Swiss)" in planned.text
    calendar = (await download_files(running.loopback, planned))["events.ics"]
    assert "\r\nDTSTART:20300102T200000Z\r\nSUMMARY:Next\r\n" in calendar
    asked = await manage(ann, "end", event="Next")
    assert "Next** is cancelled" in (await ann.click(asked, find_button(asked, "cancel"))).text
    await until(ann, lambda: find_event_text(ann), lambda s: "was cancelled" in s.text or "Next" not in s.text)


@pytest.mark.long
async def test_entering_again_after_check_in_changes_nothing(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=2)
    assert "You have checked in for **Friday**" in (await press(ann, "enter")).text
    await manage(ann, "start")
    assert "from the next round on" in (await press(ann, "enter")).text


@pytest.mark.long
async def test_substitutes_show_before_anybody_enters(running, people):
    ann, bob = people[:2]
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    await manage(ann, "open")
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
    assert words in (await new_event(people[0], name="Friday", deals=1, **options)).text
    assert "manage the server" in (await new_event(people[1], name="Friday", format="swiss")).text


@pytest.mark.long
async def test_withdrawal_asks_first_and_can_be_undone(running, people):
    ann, bob = people[:2]
    await new_event(ann, name="Cup", format="knockout", no_show="forfeit", **QUICK)
    await manage(ann, "open", event="cup")
    await form_team(ann, "Dragons", bob)
    await form_team(people[2], "Tigers", people[3])
    assert find_button(await open_panel(ann), "withdraw") is None
    for person in (ann, people[2]):
        await press(person, "enter")
        await press(person, "check")
    asked = await press(bob, "withdraw")
    assert "withdraw **Dragons** from **Cup**" in asked.text
    assert "you can enter again" in asked.text
    assert find_button(await bob.click(asked, find_button(asked, "panel")), "withdraw")
    assert len([one for one in (await load_event(running)).entrants if one.status == "present"]) == 2
    await manage(ann, "start")
    await until(ann, lambda: find_screen(ann, "here"), lambda s: "round 1 begins" in s.text)
    asked = await press(bob, "withdraw")
    assert "goes on without playing" in asked.text
    assert "aren't paired in further rounds" in (await bob.click(asked, find_button(asked, "leave"))).text
    assert (await load_event(running)).entrants[0].status == "withdrawn"
    assert "checked in" in (await press(ann, "check")).text
    assert (await load_event(running)).entrants[0].status == "present"


@pytest.mark.long
async def test_two_friends_enter_without_a_team(running, people):
    ann, bob = people[:2]
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    await new_event(ann, name="Cup", format="individual", **QUICK)
    await manage(ann, "open", event="Friday")
    asking = await ann.click(await open_panel(ann, "Friday"), "ev:with:1")
    assert "2 different people" in (await choose(ann, asking, "with", [ann.name])).text
    assert "That's a bot" in (await choose(ann, asking, "with", ["tractor"])).text
    assert "You have asked" in (await choose(ann, asking, "with", [bob.name])).text
    asked = await until(bob, lambda: find_invitation(bob), bool)
    assert "enter **Friday** together" in asked.text
    said = await bob.click(asked, find_button(asked, "accept"))
    assert "You are in **Friday** together" in said.text
    await until(ann, lambda: find_event_text(ann), lambda s: "**1** entered" in s.text or "## Cup" in s.text)
    event = await load_event(running)
    assert [one.members for one in event.entrants] == [(int(ann.id), int(bob.id))]
    assert "checked in" in (await bob.click(await event_screen(bob, 1), "ev:check:1")).text


@pytest.mark.long
async def test_channel_invitation_stays_until_answered(running, people, monkeypatch):
    ann, bob, cat = people[:3]
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    await manage(ann, "open")
    closed = AsyncMock(side_effect=SendFailed(SendFault.FORBIDDEN, 50007))
    monkeypatch.setattr(Messenger, "send_direct", closed)
    asking = await press(ann, "enter")
    assert "the invitation is in this channel" in (await choose(ann, asking, "with", [bob.name])).text
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
    ann, bob = people[:2]
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    assert find_button(await open_panel(bob), "manage") is None
    staff = await manage(ann, "staff")
    assert f"(organizer), {bob.name.title()}" in (await choose(ann, staff, "hire", [bob.name])).text
    assert (await manage(bob, "staff")).pickers == {}
    assert "are open" in (await manage(bob, "open")).text
    old = await manage(bob)
    removed = await choose(ann, await manage(ann, "staff"), "fire", str(bob.id))
    assert bob.name.title() not in removed.text
    assert "Only the managers" in (await bob.click(old, find_button(old, "close"))).text

"""People form and lead a team on its panel, which also links to the team's league and event."""

import pytest
from event_flows import manage, new_event, press
from league_steps import new_league, show_league
from team_steps import ask_leave, find_control, form_team, lead_team, open_team, rename_team

from bot.ui.teams.control_ids import TeamAction


async def test_team_is_formed_from_the_panel(running, people):
    ann, bob = people[:2]
    listed = await open_team(ann)
    opened = await ann.person.click(str(listed.id), custom_id=next(i for i in listed.buttons if "team:do:new" in i))
    made = await ann.submit(opened, {"name": "Dragons", "seats": ["3"]})
    assert "**Dragons** is formed" in made.text
    invited = await ann.select(made, find_control(made, "invite"), [bob.name])
    assert "invited bob" in invited.text.lower()
    assert "+ a computer" in (await bob.slash("standings")).text


@pytest.mark.long
async def test_wrong_team_name_offers_the_nearest(running, people):
    ann, bob = people[:2]
    await form_team(ann, "Dragons", bob)
    offered = await open_team(ann, "Dragon")
    assert "Is it one of these?" in offered.text
    assert "## Dragons" in (await ann.click(offered, next(iter(offered.buttons)))).text


async def test_captain_is_asked_before_removing_somebody(running, people):
    ann, bob = people[:2]
    await form_team(ann, "Dragons", bob)
    panel = await open_team(ann)
    page = await ann.click(panel, find_control(panel, "manage"))
    asked = await ann.select(page, find_control(page, "remove"), ["Bob"])
    assert "come back only if they accept an invitation" in asked.text
    assert "Dragons · Manage" in (await ann.click(asked, find_control(asked, "manage"))).text
    assert "is no longer in" in (await lead_team(ann, "remove", "Bob")).text


@pytest.mark.long
async def test_former_captain_can_no_longer_lead(running, people):
    """All controls on an old panel of a former captain are refused."""
    _, bob, cat, dan = people
    await form_team(bob, "Dragons", cat)
    old = await open_team(bob)
    page = await bob.click(old, find_control(old, "manage"))
    assert "captain of **Dragons**" in (await lead_team(bob, "captain", "Cat")).text
    for action in ("invite", "substitute", "replace", "remove"):
        person = dan.name if action in {"invite", "substitute"} else "Cat"
        assert "Only the captain" in (await bob.select(page, find_control(page, action), [person])).text
    for action in ("rename", "disband"):
        assert "Only the captain" in (await bob.click(page, find_control(page, action))).text
    assert "**Lions**" in (await rename_team(cat, "Lions")).text
    asked = await ask_leave(bob)
    assert "Leave **Lions**?" in asked.text
    assert set(TeamAction) >= {"manage", "leave"}


async def test_team_leads_to_its_league_and_next_event(running, people):
    ann, bob = people[:2]
    await form_team(ann, "Dragons", bob)
    assert "lg:card:1" not in (await open_team(ann)).buttons
    await new_league(ann, name="Spring", preset="forty-points", ranked_by="teams")
    await show_league(ann, "join")
    await new_event(ann, name="Cup", format="swiss", preset="forty-points", league="Spring")
    await manage(ann, "open")
    await press(ann, "enter")
    panel = await open_team(bob)
    league = await bob.click(panel, "lg:card:1")
    assert "League Spring" in league.text
    event = await bob.click(await open_team(bob), "ev:see:1")
    assert event.text.startswith("## Cup")
    assert "League Spring" in (await bob.click(event, "lg:card:1")).text

"""Managers decide who takes part in a league, move players and teams, and share their rights with a role."""

import pytest
from league_steps import (
    choose_on,
    create_league,
    find_control,
    manage_league,
    may_manage,
    new_league,
    open_league,
    show_league,
)
from team_steps import form_team, lead_team, open_team, rename_team

from bot.ids import GuildId


async def entrants(running, name):
    """Return the users and teams in a league."""
    league = running.client._services.league
    found = await league.queries.get_league_by_name(GuildId(running.client.guilds[0].id), name)
    listed = await league.leagues.list_entrants(found.id)
    return {one.user or f"team {one.team}" for one in listed}


async def add_role(running, name, *members):
    """Make a role of the server and give it to members."""
    guild = running.client.guilds[0]
    role = await guild.create_role(name=name)
    for member in members:
        await running.client.http.add_role(guild.id, member.id, role.id)
    return role


async def test_closed_entries_refuse_players_but_not_managers(running, people):
    ann, bob, cat = people[:3]
    await create_league(ann)
    old = await open_league(bob)
    assert "are closed" in (await manage_league(ann, "entries")).text
    refused = await bob.click(old, find_control(old, "join"))
    assert "are closed" in refused.text
    assert find_control(await open_league(bob), "join") is None
    entered = await choose_on(ann, await manage_league(ann, "people"), "enter", bob.name)
    assert "**Bob** is in **Spring**" in entered.text
    bot = await choose_on(ann, entered, "enter", "tractor")
    assert "bot" in bot.text
    assert await entrants(running, "Spring") == {ann.id, bob.id}
    one = await choose_on(ann, await manage_league(ann, "people"), "entrant", "Bob")
    assert "Earlier ones stay" in one.text
    assert "is out of **Spring**" in (await ann.click(one, find_control(one, "drop"))).text
    page, second = await manage_league(ann), await manage_league(ann)
    assert "Can be undone: took Bob out" in page.text
    back = await ann.click(page, find_control(page, "undo"))
    assert "It is undone" in back.text
    assert await entrants(running, "Spring") == {ann.id, bob.id}
    assert "can't be undone any more" in (await ann.click(second, find_control(second, "undo"))).text
    assert find_control(await manage_league(ann), "undo") is None, "an undo is not undone"
    assert "are open" in (await manage_league(ann, "entries")).text
    report = await show_league(ann, "report")
    audit = (await ann.click(report, next(i for i in report.buttons if i.startswith("lg:audit:")))).text
    for line in ("closed the entries", "opened the entries", "undo: entered Bob", "took Bob out"):
        assert line in audit
    assert "joined" in (await show_league(cat, "join")).text
    assert await entrants(running, "Spring") == {ann.id, bob.id, cat.id}


async def test_entrants_move_between_leagues(running, people):
    ann = people[0]
    await create_league(ann)
    await new_league(ann, name="Autumn", preset="forty-points")
    one = await choose_on(ann, await manage_league(ann, "people", name="Spring"), "entrant", "Ann")
    old = await choose_on(ann, await manage_league(ann, "people", name="Spring"), "entrant", "Ann")
    moved = await choose_on(ann, one, "move", "Autumn")
    assert "from **Spring** to **Autumn**" in moved.text
    assert await entrants(running, "Spring") == set()
    assert await entrants(running, "Autumn") == {ann.id}
    assert "Not in **Spring**" in (await choose_on(ann, old, "move", "Autumn")).text


@pytest.mark.long
async def test_manager_leads_and_moves_members_of_teams(running, people):
    ann, bob, cat, dan = people
    await new_league(ann, name="Pairs", preset="forty-points", ranked_by="teams")
    await form_team(bob, "Dragons", cat)
    await dan.slash("new team", name="Tigers")
    for name in ("Dragons", "Tigers"):
        page = await manage_league(ann, "people")
        assert f"**{name}** is in **Pairs**" in (await choose_on(ann, page, "team", name)).text
    panel = await open_team(bob, "Dragons")
    page = await bob.click(panel, next(i for i in panel.buttons if i.startswith("team:do:manage:")))
    assert not any(i.startswith("team:do:move:") for i in page.selects), "only managers of leagues move members"
    asked = await lead_team(ann, "move", "Cat", "Dragons")
    moved = await ann.select(asked, next(iter(asked.selects)), ["Tigers"])
    assert "from **Dragons** to **Tigers**" in moved.text
    assert "Cat" in (await open_team(dan, "Tigers")).text
    assert "**Lions**" in (await rename_team(ann, "Lions", "Tigers")).text
    one = await choose_on(ann, await manage_league(ann, "people"), "entrant", "Dragons")
    assert "is out of **Pairs**" in (await ann.click(one, find_control(one, "drop"))).text
    report = await show_league(ann, "report")
    audit = await ann.click(report, next(i for i in report.buttons if i.startswith("lg:audit:")))
    for line in (
        "entered the team Dragons",
        "took the team Dragons out",
        "took Cat out of the team Dragons",
        "brought Cat into the team Tigers",
        "renamed the team Tigers to Lions",
    ):
        assert line in audit.text


@pytest.mark.long
async def test_members_of_role_manage_league(running, loopback, people):
    ann, bob, cat = people[:3]
    await loopback.remote.arrange("bot_permissions", permissions=1 << 3)
    await create_league(ann)
    role = await add_role(running, "Umpires", bob)
    assert not await may_manage(bob)
    shown = await choose_on(ann, await manage_league(ann, "staff"), "role", str(role.id))
    assert f"<@&{role.id}>" in shown.text
    assert "are closed" in (await manage_league(bob, "entries")).text
    assert not await may_manage(cat)
    shown = await choose_on(ann, await manage_league(ann, "staff"), "norole", str(role.id))
    assert f"<@&{role.id}>" not in shown.text
    assert not await may_manage(bob)

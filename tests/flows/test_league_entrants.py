"""Managers open and close entries, enter, withdraw and move players and teams, and share their rights with a role."""

import pytest
from league_steps import create_league
from team_steps import form_team

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
    assert "managers" in (await bob.slash("league entries", step="close")).text
    assert "are closed" in (await ann.slash("league entries", step="close")).text
    refused = await bob.slash("league join")
    assert refused.private
    assert "are closed" in refused.text
    report = await bob.slash("league report")
    assert not any(i.startswith("lg:join") for i in report.buttons)
    assert "**Bob** is in **Spring**" in (await ann.slash("league enter", player="bob")).text
    assert await entrants(running, "Spring") == {ann.id, bob.id}
    assert "managers" in (await bob.slash("league enter", player="cat")).text
    assert "is out of **Spring**" in (await ann.slash("league withdraw", player="bob")).text
    assert "are open" in (await ann.slash("league entries", step="open")).text
    report = await ann.slash("league report")
    audit = (await ann.click(report, next(i for i in report.buttons if i.startswith("lg:audit:")))).text
    for line in ("closed the entries", "opened the entries", "entered Bob", "took Bob out"):
        assert line in audit
    assert "joined" in (await cat.slash("league join")).text
    assert await entrants(running, "Spring") == {ann.id, cat.id}


async def test_entrants_move_between_leagues(running, people):
    ann, bob, cat = people[:3]
    await create_league(ann)
    await ann.slash("league create", name="Autumn", preset="forty-points")
    moved = await ann.slash("league move", league="Spring", to="Autumn", player="ann")
    assert "from **Spring** to **Autumn**" in moved.text
    assert await entrants(running, "Spring") == set()
    assert await entrants(running, "Autumn") == {ann.id}
    assert "Not in **Spring**" in (await ann.slash("league move", league="Spring", to="Autumn", player="ann")).text
    assert "player or a team" in (await ann.slash("league enter", league="Autumn")).text
    assert "managers" in (await bob.slash("league move", league="Autumn", to="Spring", player="ann")).text
    assert await cat.autocomplete("league move", "to", "au", league="Spring") == ["Autumn"]


async def test_manager_leads_and_moves_members_of_teams(running, people):
    ann, bob, cat, dan = people
    await ann.slash("league create", name="Pairs", preset="forty-points", ranked_by="teams")
    await form_team(bob, "Dragons", cat)
    await dan.slash("team create", name="Tigers")
    for name in ("Dragons", "Tigers"):
        assert f"**{name}** is in **Pairs**" in (await ann.slash("league enter", team=name)).text
    assert "managers" in (await bob.slash("team move", person="cat", team="Dragons", to="Tigers")).text
    moved = await ann.slash("team move", person="cat", team="Dragons", to="Tigers")
    assert "from **Dragons** to **Tigers**" in moved.text
    assert "Cat" in (await dan.slash("team show", team="Tigers")).text
    assert "**Lions**" in (await ann.slash("team rename", team="Tigers", name="Lions")).text
    assert "is out of **Pairs**" in (await ann.slash("league withdraw", team="Dragons")).text
    report = await ann.slash("league report")
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
    assert "managers" in (await bob.slash("league entries", step="close")).text
    shown = await ann.slash("league roles", manager=str(role.id))
    assert f"<@&{role.id}>" in shown.text
    assert "are closed" in (await bob.slash("league entries", step="close")).text
    assert "managers" in (await cat.slash("league entries", step="open")).text
    assert f"<@&{role.id}>" not in (await ann.slash("league roles", no_manager=str(role.id))).text
    assert "managers" in (await bob.slash("league entries", step="open")).text

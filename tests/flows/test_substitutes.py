"""Teams can have substitutes who play for them, have three members, change their names, and be disbanded."""

from functools import partial

import pytest
from bot_harness import connected
from league_steps import new_league, show_league
from play_by_panel import until
from team_steps import answer, ask_leave, find_control, form_team, lead_team, names_all, open_team, rename_team

from bot.ids import GuildId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Level


def of(screen, start):
    return next(i for i in screen.buttons if i.startswith(start))


@pytest.mark.long
async def test_captain_names_substitutes(running, people):
    ann, bob, cat, dan = people
    await form_team(ann, "Dragons", bob)
    assert find_control(await open_team(bob), "manage") is None
    assert "invited cat" in (await lead_team(ann, "substitute", "cat")).text.lower()
    assert "already invited" in (await lead_team(ann, "substitute", "cat")).text
    assert "substitutes" not in (await dan.slash("standings")).text, "not before she accepts"
    assert "substitute of **Dragons** now" in (await answer(cat)).text
    assert "already are a substitute" in (await lead_team(ann, "substitute", "cat")).text
    assert "already are a member" in (await lead_team(ann, "substitute", "bob")).text
    shown = (await dan.slash("standings")).text
    assert "substitutes: Cat" in shown
    assert "\nSubstitutes: Cat\n" in (await open_team(ann)).text
    assert find_control(await open_team(dan, "Dragons"), "manage") is None
    assert "**Phoenix**" in (await rename_team(ann, "Phoenix")).text
    assert await bob.autocomplete("team", "team", "ph") == ["Phoenix"]
    asked = await ask_leave(cat, "phoenix")
    assert "left **Phoenix**" in (await cat.click(asked, of(asked, "team:do:leave:"))).text
    assert "substitutes" not in (await ann.slash("standings")).text


@pytest.mark.long
async def test_captain_disbands_team_after_confirmation(tmp_path, loopback, people):
    ann, bob, cat = people[:3]
    async with connected(tmp_path, loopback):
        await form_team(ann, "Dragons", bob)
        assert find_control(await open_team(bob), "manage") is None
        asked = await lead_team(ann, "disband")
        assert "can't undo" in asked.text
        assert "Manage" in (await ann.click(asked, of(asked, "team:do:manage:"))).text
        assert "Dragons" in (await cat.slash("standings")).text
        asked, again = await lead_team(ann, "disband"), await lead_team(ann, "disband")
    async with connected(tmp_path, loopback):
        done = await ann.click(asked, of(asked, "team:do:disband:"))
        assert "is disbanded" in done.text
        late = await ann.click(again, of(again, "team:do:disband:"))
        assert "no such team" in late.text.lower() or "no team" in late.text.lower()
        assert "Dragons" not in (await cat.slash("standings")).text


@pytest.mark.long
async def test_three_form_team_for_six_players(running, people):
    ann, bob, cat = people[:3]
    made = await form_team(ann, "Three", bob, cat)
    assert names_all(made.text, "Bob", "Cat")
    assert (await cat.slash("standings")).text.count("+") == 2
    await form_team(ann, "Wide", bob, seats=3)
    assert "+ a computer" in (await cat.slash("standings")).text
    await new_league(ann, name="Sixes", preset="pagat-six", ranked_by="teams")
    await form_team(ann, "Pair", bob)
    assert "3 seats" in (await show_league(ann, "join", "Sixes", team="Pair")).text
    assert "**Three** joined **Sixes**" in (await show_league(cat, "join", "Sixes")).text


async def test_substitute_plays_at_teams_level(running, people):
    ann, bob, cat = people[:3]
    await form_team(ann, "Dragons", bob)
    await lead_team(ann, "substitute", "cat")
    await answer(cat)
    guild = GuildId(running.client.guilds[0].id)
    league = running.client._services.league
    await ann.slash("tractor new", preset="forty-points")
    lobby = await until(cat, cat.board, lambda s: s.has(ControlVerb.SIT))
    await cat.select(lobby, lobby.ids(ControlVerb.SIT)[0], ["2"])
    for filled in (3, 4):
        lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.ADD_COMPUTER))
        await ann.click(lobby, lobby.ids(ControlVerb.ADD_COMPUTER)[0])
        lobby = await until(ann, ann.board, lambda s, n=filled: s.alts[0].count("Empty seat") == 4 - n)
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    standings = partial(league.teams.list_team_standings, guild)
    (line,) = await until(ann, standings, lambda lines: lines[0].progress.table_side)
    assert (line.progress.level, line.progress.table_side.side) == (Level.TWO, 0)

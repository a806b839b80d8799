"""Teams that change: new names, substitutes who play for the team, teams of three, disbanded teams."""

from functools import partial

import pytest
from bot_harness import connected
from play_by_panel import until
from team_steps import answer, form_team, names_all

from bot.ids import GuildId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Level


def of(screen, start):
    return next(i for i in screen.buttons if i.startswith(start))


@pytest.mark.long
async def test_captain_names_substitutes(running, people):
    ann, bob, cat, dan = people
    await form_team(ann, "Dragons", bob)
    assert "Only the captain" in (await bob.slash("team substitute", person="cat")).text
    assert "invited cat" in (await ann.slash("team substitute", person="cat")).text.lower()
    assert "already invited" in (await ann.slash("team substitute", person="cat")).text
    assert "substitutes" not in (await dan.slash("team list")).text, "not before she accepts"
    assert "substitute of **Dragons** now" in (await answer(cat)).text
    assert "already are a substitute" in (await ann.slash("team substitute", person="cat")).text
    assert "already are a member" in (await ann.slash("team substitute", person="bob")).text
    assert "no team" in (await dan.slash("team substitute", person="cat")).text
    shown = (await dan.slash("team list")).text
    assert "substitutes: Cat" in shown
    assert "\nSubstitutes: Cat\n" in (await ann.slash("team show")).text
    refused = await dan.slash("team rename", name="Mine", team="Dragons")
    assert "member" in refused.text
    assert "**Phoenix**" in (await ann.slash("team rename", name="Phoenix")).text
    assert await bob.autocomplete("team rename", "team", "ph") == ["Phoenix"]
    asked = await cat.slash("team leave", team="phoenix")
    assert "left **Phoenix**" in (await cat.click(asked, of(asked, "team:leave:"))).text
    assert "substitutes" not in (await ann.slash("team list")).text
    assert "isn't in" in (await ann.slash("team substitute", person="cat", step="remove")).text


@pytest.mark.long
async def test_member_disbands_team_after_confirmation(tmp_path, loopback, people):
    ann, bob, cat = people[:3]
    async with connected(tmp_path, loopback):
        await form_team(ann, "Dragons", bob)
        assert "Only the captain" in (await bob.slash("team disband")).text
        asked = await ann.slash("team disband")
        assert "can't undo" in asked.text
        assert "Nothing changed" in (await ann.click(asked, "team:keep")).text
        assert "Dragons" in (await cat.slash("team list")).text
        asked, again = await ann.slash("team disband"), await ann.slash("team disband")
    async with connected(tmp_path, loopback):
        done = await ann.click(asked, of(asked, "team:disband:"))
        assert "is disbanded" in done.text
        late = await ann.click(again, of(again, "team:disband:"))
        assert "no such team" in late.text.lower() or "no team" in late.text.lower()
        assert "Dragons" not in (await cat.slash("team list")).text


@pytest.mark.long
async def test_three_form_team_for_six_players(running, people):
    ann, bob, cat = people[:3]
    made = await form_team(ann, "Three", bob, cat)
    assert names_all(made.text, "Bob", "Cat")
    assert (await cat.slash("team list")).text.count("+") == 2
    await form_team(ann, "Wide", bob, seats=3)
    assert "+ a computer" in (await cat.slash("team list")).text
    await ann.slash("league create", name="Sixes", preset="pagat-six", ranked_by="teams")
    await form_team(ann, "Pair", bob)
    assert "3 seats" in (await ann.slash("league join", league="Sixes", team="Pair")).text
    assert "**Three** joined **Sixes**" in (await cat.slash("league join", league="Sixes")).text


async def test_substitute_plays_at_teams_level(running, people):
    ann, bob, cat = people[:3]
    await form_team(ann, "Dragons", bob)
    await ann.slash("team substitute", person="cat")
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

"""A table names its league and teams. It warns if deals will not count, or if a side is no team of the league."""

import pytest
from league_steps import ids, manage_league, new_league, show_league
from play_by_panel import join_all, until
from screens import LoopbackPlayer
from team_steps import form_team

from bot.ids import TableId
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb


async def test_table_names_its_league(running, people):
    ann = people[0]
    await new_league(ann, name="Spring 1", preset="forty-points")
    refused = await ann.slash("tractor new", league="Spring 1", preset="standard")
    assert r"for **Spring 1** uses its rules" in refused.text
    assert "uses its rules" in (await ann.slash("tractor new", league="Spring 1", players=4)).text
    assert not list(running.registry.list_live())

    panel = await ann.slash("tractor new", league="Spring 1", preset="forty-points")
    assert "count in **Spring 1**" in panel.text
    await until(ann, ann.board, lambda s: "count in **Spring 1**" in s.text)
    changed = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_PRESET)[0], ["standard"])
    assert r"no longer count in **Spring 1**" in changed.text
    await until(ann, ann.board, lambda s: r"These aren't the rules of **Spring 1**" in s.text)


@pytest.mark.long
async def test_rule_change_warns_about_league(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="standard")
    panel = await ann.slash("tractor new", preset="standard")  # equal rules alone do not make the deals count
    await until(ann, ann.board, lambda s: "The host can play for **Spring** instead" in s.text)
    purpose = panel.selects[panel.ids(ControlVerb.CHOOSE_PURPOSE)[0]]
    panel = await ann.select(panel, purpose["custom_id"], ["1"])
    lobby = await until(ann, ann.board, lambda s: "count in **Spring**" in s.text)
    parts = await ann.click(panel, ids(panel, "alter:")[0])
    part = await ann.select(parts, ids(parts, "alter:")[0], ["numbers"])
    option = await ann.select(part, next(i for i in part.selects if ":of:" in i), ["final_level"])
    value = option.selects[next(i for i in option.selects if ":to:" in i)]
    other = next(o["value"] for o in value["options"] if not o.get("default"))
    told = await ann.select(option, value["custom_id"], [other])
    assert "no longer count in **Spring**" in told.text
    await until(ann, ann.board, lambda s: s.id == lobby.id and "These aren't the rules of **Spring**" in s.text)


@pytest.mark.long
async def test_league_table_needs_a_season(running, loopback, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    asked = await manage_league(ann, "toclose")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    panel = await ann.slash("tractor new", league="Spring")
    assert "No season of **Spring** is open" in panel.text
    assert "count in" not in panel.text
    heading = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,c:skilled,c:casual"
    file = await ann.person.upload("past.csv", f"{heading}\n{line}\n".encode())
    tried = await LoopbackPlayer(ann.person).slash("league", file=file)
    assert "**Spring** has no open season" in tried.text
    assert not tried.buttons


async def create_teams(ann, bob, cat, dan):
    await form_team(ann, "Dragons", bob)
    await form_team(cat, "Tigers", dan)
    await new_league(ann, name="Cup", preset="forty-points", ranked_by="teams")
    await show_league(ann, "join", "Cup", team="Dragons")


@pytest.mark.long
async def test_start_warns_that_a_side_is_no_team(running, people):
    ann, bob, cat, dan = people
    await create_teams(ann, bob, cat, dan)
    panel = await ann.slash("tractor new", league="Cup")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    await join_all(ann, (cat, bob, dan), lobby)
    lobby = await until(ann, ann.board, lambda s: "aren't a team of **Cup**" in s.text)
    table = await running.registry.get_table(TableId(1))
    assert [one.user for one in table.occupants] == [ann.id, cat.id, bob.id, dan.id]
    assert "Deals here count in **Cup** for its teams" in lobby.text
    assert "**Dragons** 2 – no team 2" in lobby.text
    asked = await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert asked.private
    assert "seats 2 and 4 aren't a team of **Cup**" in asked.text
    assert table.facts.status is TableStatus.LOBBY
    (anyway,) = asked.ids(ControlVerb.START)
    await show_league(cat, "join", "Cup", team="Tigers")
    refused = await bob.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert "host" in refused.text
    await ann.click(asked, anyway)  # both sides are teams by now
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert "**Dragons** 2 – **Tigers** 2" in board.text
    assert table.facts.league == 1
    assert panel.private


@pytest.mark.long
async def test_friendly_table_moves_no_level(running, people):
    ann, bob, cat, dan = people
    await create_teams(ann, bob, cat, dan)
    panel = await ann.slash("tractor new", preset="forty-points")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    await until(ann, ann.board, lambda s: "**Dragons** 2 – no team 2" in s.text)
    (purpose,) = panel.ids(ControlVerb.CHOOSE_PURPOSE)
    options = [one["value"] for one in panel.selects[purpose]["options"]]
    assert options == ["open", "friendly", "1"]
    panel = await ann.select(panel, purpose, ["friendly"])
    lobby = await until(ann, ann.board, lambda s: "Friendly: not rated" in s.text)
    assert "Dragons" not in lobby.text
    for count in (2, 1):
        lobby = await until(ann, ann.board, lambda s, n=count: s.alts[0].count("Empty seat") == n)
        await ann.click(lobby, lobby.ids(ControlVerb.ADD_COMPUTER)[0])
    lobby = await until(ann, ann.board, lambda s: "Empty seat" not in s.alts[0])
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert "Dragons" not in board.text
    table = await running.registry.get_table(TableId(1))
    assert (table.facts.is_friendly, table.facts.start_levels) == (True, None)
    assert await running.client._services.league.tables.list_playing_teams(table.id) == []


@pytest.mark.long
async def test_table_cannot_be_played_for_an_archived_league(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    panel = await ann.slash("tractor new", preset="forty-points")
    (purpose,) = panel.ids(ControlVerb.CHOOSE_PURPOSE)
    table = await running.registry.get_table(TableId(1))
    assert table.facts.league is None
    panel = await ann.select(panel, purpose, ["1"])
    await until(ann, ann.board, lambda s: "Not in **Spring** yet: Ann" in s.text)
    panel = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_PURPOSE)[0], ["open"])
    assert table.facts.league is None
    asked = await manage_league(ann, "toend", name="Spring")
    await ann.click(asked, ids(asked, "lg:archive:")[0])
    await ann.select(panel, panel.ids(ControlVerb.CHOOSE_PURPOSE)[0], ["1"])  # the league is archived by now
    assert table.facts.league is None


async def test_lobby_names_people_that_league_needs(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    await show_league(ann, "join")
    await ann.slash("tractor new", league="Spring", computers=3)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert "Deals count in **Spring** only with at least 4 people at the table" in lobby.text
    asked = await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert "at least 4 people" in asked.text
    assert "Start anyway" in asked.buttons[asked.ids(ControlVerb.START)[0]]


@pytest.mark.long
async def test_house_rules_are_called_unrated(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="forty-points", changes="final_level=K")
    await until(ann, ann.board, lambda s: "House rules: not rated" in s.text)

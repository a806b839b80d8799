"""A table names the leagues that count its deals, and says when they no longer do."""

import pytest
from league_steps import ids
from play_by_panel import until
from screens import LoopbackPlayer

from bot.ui.core.table_ids import ControlVerb


async def test_table_names_its_league(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring *1*", preset="forty-points")
    refused = await ann.slash("tractor new", league="Spring *1*", preset="club")
    assert r"for **Spring \*1\*** uses its rules" in refused.text
    assert "uses its rules" in (await ann.slash("tractor new", league="Spring *1*", players=4)).text
    assert not list(running.registry.list_live())

    panel = await ann.slash("tractor new", league="Spring *1*", preset="forty-points")
    assert r"count in **Spring \*1\***" in panel.text
    await until(ann, ann.board, lambda s: r"count in **Spring \*1\***" in s.text)
    changed = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_PRESET)[0], ["club"])
    assert r"no longer count in **Spring \*1\***" in changed.text
    await until(ann, ann.board, lambda s: s.has(ControlVerb.START) is False and "Spring" not in s.text)


@pytest.mark.long
async def test_rule_change_warns_about_league(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="club")
    panel = await ann.slash("tractor new", preset="club")  # who opened it does not matter, only the rules
    lobby = await until(ann, ann.board, lambda s: "count in **Spring**" in s.text)
    parts = await ann.click(panel, ids(panel, "alter:")[0])
    part = await ann.select(parts, ids(parts, "alter:")[0], ["numbers"])
    option = await ann.select(part, next(i for i in part.selects if ":of:" in i), ["final_level"])
    value = option.selects[next(i for i in option.selects if ":to:" in i)]
    other = next(o["value"] for o in value["options"] if not o.get("default"))
    told = await ann.select(option, value["custom_id"], [other])
    assert "no longer count in **Spring**" in told.text
    await until(ann, ann.board, lambda s: s.id == lobby.id and "Spring" not in s.text)


async def test_league_table_needs_a_season(running, loopback, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    asked = await ann.slash("league season", step="close")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    panel = await ann.slash("tractor new", league="Spring")
    assert "no season is open" in panel.text
    assert "count in" not in panel.text
    heading = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,c:casual,c:novice"
    file = await ann.person.upload("past.csv", f"{heading}\n{line}\n".encode())
    tried = await LoopbackPlayer(ann.person).slash("league import", file=file)
    assert "**Spring** has no open season" in tried.text
    assert not tried.buttons

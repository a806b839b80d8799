"""Tables of a league say for which leagues they count, and when they no longer do."""

import pytest
from leagues import ids
from playing import until
from screens import LoopbackPlayer

from bot.ui.ids import Verb


async def test_a_table_says_for_which_league_it_counts(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring *1*", preset="forty-points")
    refused = await ann.slash("tractor new", league="Spring *1*", preset="club")
    assert r"for **Spring \*1\*** plays by its rules" in refused.text
    assert "plays by its rules" in (await ann.slash("tractor new", league="Spring *1*", players=4)).text
    assert not list(running.registry.live())

    panel = await ann.slash("tractor new", league="Spring *1*", preset="forty-points")
    assert r"count in **Spring \*1\***" in panel.text
    await until(ann, ann.board, lambda s: r"count in **Spring \*1\***" in s.text)
    changed = await ann.select(panel, panel.ids(Verb.PRESET)[0], ["club"])
    assert r"no longer count in **Spring \*1\***" in changed.text
    await until(ann, ann.board, lambda s: s.has(Verb.START) is False and "Spring" not in s.text)


@pytest.mark.long
async def test_a_changed_rule_says_that_deals_count_no_more(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="club")
    panel = await ann.slash("tractor new", preset="club")  # whoever opened it: the rules tell
    lobby = await until(ann, ann.board, lambda s: "count in **Spring**" in s.text)
    parts = await ann.click(panel, ids(panel, "alter:")[0])
    part = await ann.select(parts, ids(parts, "alter:")[0], ["numbers"])
    option = await ann.select(part, next(i for i in part.selects if ":of:" in i), ["final_level"])
    value = option.selects[next(i for i in option.selects if ":to:" in i)]
    other = next(o["value"] for o in value["options"] if not o.get("default"))
    told = await ann.select(option, value["custom_id"], [other])
    assert "no longer count in **Spring**" in told.text
    await until(ann, ann.board, lambda s: s.id == lobby.id and "Spring" not in s.text)


async def test_without_a_season_nothing_is_promised(running, loopback, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    asked = await ann.slash("league season", step="close")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    panel = await ann.slash("tractor new", league="Spring")
    assert "no season of it is open" in panel.text
    assert "count in" not in panel.text
    heading = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,c:casual,c:novice"
    file = await ann.person.upload("past.csv", f"{heading}\n{line}\n".encode())
    tried = await LoopbackPlayer(ann.person).slash("league import", file=file)
    assert "No season of **Spring** is open" in tried.text
    assert not tried.buttons

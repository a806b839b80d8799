"""A refused league form opens again with its previous input."""

import pytest
from bot_harness import connected
from league_steps import HEADING, ids, import_file


def form_values(opened):
    """Return the values in an open form."""
    inside = [part["component"] for part in opened.modal["components"]]
    chosen = {
        field["custom_id"]: next((one["value"] for one in field["options"] if one.get("default")), "")
        for field in inside
        if "options" in field
    }
    return {field["custom_id"]: field.get("value", "") for field in inside} | chosen


@pytest.mark.long
async def test_refused_league_form_keeps_input(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await ann.slash("league create", name="Spring", preset="forty-points")
        opened = await ann.person.slash("tractor", "league edit")
        typed = {"name": "Summer", "days": "many", "points": "2 0 5", "changes": "", "order": ["wins"]}
        refused = ann._screen((await ann.person.submit(opened, typed)).message)
        assert "many" in refused.text
        again = await ann.person.click(str(refused.id), custom_id=ids(refused, "lg:again:")[0])
        assert form_values(again) == typed | {"order": "wins"}
        done = await ann.person.submit(again, {**typed, "days": "7"})
        assert "Summer" in done.message.text
        assert "Ranked by deals won" in done.message.text
        assert "lasts 7 days" in done.message.text
        opened = await ann.person.slash("tractor", "league edit")
        refused = ann._screen((await ann.person.submit(opened, typed)).message)
    async with connected(tmp_path, loopback):  # the input is lost, the button is not
        again = await ann.person.click(str(refused.id), custom_id=ids(refused, "lg:again:")[0])
        assert form_values(again)["days"] == "7"


async def test_refused_ruling_form_keeps_input(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    await ann.slash("league join")
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,c:skilled,c:casual"
    ready = await import_file(ann, f"{HEADING}\n{line}\n")
    await ann.click(ready, ids(ready, "lg:import:")[0])
    report = await ann.slash("league report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    correct = next(i for i in ids(one, "lg:ask:") if i.endswith(":correct"))
    opened = await ann.person.click(str(one.id), custom_id=correct)
    typed = {"winner": "nobody", "rise": "1", "points": "45", "reason": "They *miscounted* for long"}
    refused = ann._screen((await ann.person.submit(opened, typed)).message)
    assert "nobody" in refused.text
    again = await ann.person.click(str(refused.id), custom_id=ids(refused, "lg:again:")[0])
    assert form_values(again) == typed
    done = await ann.person.submit(again, {**typed, "winner": "o", "rise": "0"})
    assert r"They \*miscounted\* for long" in done.message.text


@pytest.mark.long
async def test_form_chooses_the_order_of_the_next_season(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points", min_deals=3)
    opened = await ann.person.slash("tractor", "league edit")
    values = form_values(opened)
    assert values["order"] == "average"
    done = ann._screen((await ann.person.submit(opened, {**values, "order": ["wins"]})).message)
    assert "Ranked by deals won, from 3 deals on" in done.text
    assert "Season 1 still counts as it did when it opened: Ranked by points per deal" in done.text
    assert "apply from the next season" in done.text
    refused = await ann.slash("league create", name="Pairs", ranked_by="teams", order="rating")
    assert "can rank by rating" in refused.text
    made = await ann.slash("league create", name="Open", order="rating", min_people=2)
    assert "Ranked by rating, from 10 deals on" in made.text
    assert "at least 2 people" in made.text

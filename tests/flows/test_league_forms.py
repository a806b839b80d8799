"""A refused form for a ruling opens again with its input; a changed ranking order waits for the next season."""

import pytest
from league_steps import HEADING, choose_on, edit_league, ids, import_file, manage_league, new_league, show_league


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
async def test_refused_ruling_form_keeps_input(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    await show_league(ann, "join")
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,c:skilled,c:casual"
    ready = await import_file(ann, f"{HEADING}\n{line}\n")
    await ann.click(ready, ids(ready, "lg:import:")[0])
    report = await show_league(ann, "report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    correct = next(i for i in ids(one, "lg:rule:") if i.endswith(":correct"))
    opened = await ann.person.click(str(one.id), custom_id=correct)
    typed = {"winner": ["opponents"], "rise": "no", "points": "45", "reason": "They *miscounted* for long"}
    refused = await ann.submit(opened, typed)
    assert "“no”" in refused.text
    again = await ann.person.click(str(refused.id), custom_id=ids(refused, "lg:rule:")[0])
    assert form_values(again) == typed | {"winner": "opponents"}
    done = await ann.person.submit(again, {**typed, "rise": "0"})
    assert r"They \*miscounted\* for long" in done.message.text


@pytest.mark.long
async def test_ranking_order_changes_from_the_next_season(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points", min_deals=3)
    page = await choose_on(ann, await manage_league(ann, "settings"), "setting", "order")
    assert "applies from the next season" in page.text
    done = await edit_league(ann, order="wins")
    assert "Ranked by deals won, from 3 deals on" in done.text
    assert "Season 1 still counts as it did when it opened: Ranked by points per deal" in done.text
    refused = await new_league(ann, name="Pairs", ranked_by="teams", order="rating")
    assert "can rank by rating" in refused.text
    made = await new_league(ann, name="Open", order="rating", min_people=2)
    assert "Ranked by rating, from 10 deals on" in made.text
    assert "at least 2 people" in made.text

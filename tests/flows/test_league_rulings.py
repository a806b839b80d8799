"""Former managers can make no rulings, and rulings on a closed season are announced."""

import pytest
from league_steps import choose_on, edit_league, ids, manage_league, new_league, show_league
from play_by_panel import play_deal, sit_down, until
from screens import LoopbackPlayer


async def newest_result(player, league):
    report = await show_league(player, "report", league)
    choice = ids(report, "lg:result:")[0]
    return await player.select(report, choice, [report.selects[choice]["options"][0]["value"]])


@pytest.mark.long
async def test_ruling_on_a_closed_season_is_announced(running, people):
    ann, bob = people[:2]
    await new_league(ann, name="Spring", preset="forty-points", min_people=1, min_deals=1)
    await show_league(ann, "join", "Spring")
    await sit_down(ann, league="Spring", computers=3)
    await play_deal([ann])
    await until(ann, ann.board, lambda s: "Counted in **Spring**." in s.text)
    await choose_on(ann, await manage_league(ann, "staff", name="Spring"), "hire", bob.name)

    one = await newest_result(bob, "Spring")
    assert "closed" not in one.text
    opened = await bob.person.click(str(one.id), custom_id=ids(one, "lg:rule:")[0])
    assert opened.modal
    await choose_on(ann, await manage_league(ann, "staff", name="Spring"), "fire", str(bob.id))
    late = await bob.person.submit(opened, {"reason": "Late"})
    assert "managers of **Spring**" in late.message.text

    await edit_league(ann, "Spring", news_channel="general")
    asked = await manage_league(ann, "toclose", name="Spring")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    before = await show_league(ann, "history", "Spring")
    assert "since its end" not in before.text
    one = await newest_result(ann, "Spring")
    assert "Season 1 of **Spring** is closed" in one.text
    opened = await ann.person.click(str(one.id), custom_id=ids(one, "lg:rule:")[0])
    void = (await ann.person.submit(opened, {"reason": "Cards were shown"})).message
    assert "Champions of **Spring**, season 1, are now: nobody played" in void.text
    news = [s.text for s in await LoopbackPlayer(bob.person, "general").screens()]
    assert "Champions of **Spring**, season 1, are now: nobody played" in news
    history = await show_league(ann, "history", "Spring")
    assert "nobody played · one ruling since its end" in history.text

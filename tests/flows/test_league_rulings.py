"""Rulings with wide effects: an earlier version counted the deal in two leagues, or its season is over."""

import pytest
from league_steps import ids
from play_by_panel import play_deal, sit_down, until
from screens import LoopbackPlayer
from sqlalchemy import insert

from bot.store.schema.league_models import CountedDealRow


async def newest_result(player, league):
    report = await player.slash("league report", league=league)
    choice = ids(report, "lg:result:")[0]
    return await player.select(report, choice, [report.selects[choice]["options"][0]["value"]])


async def count_in_copy(running):
    """Count the deal in the second league too, as earlier versions did where the rules were the same."""
    async with running.database.store.tables._connections.write() as connection:
        row = {"season_id": 2, "entrant_id": 2, "result_id": 1, "seat": 0, "won": True}
        await connection.execute(insert(CountedDealRow).values(**row))
        await connection.commit()


@pytest.mark.long
async def test_ruling_lists_affected_leagues_and_seasons(running, people):
    ann, bob = people[:2]
    for name in ("Spring", "Copy two"):
        await ann.slash("league create", name=name, preset="forty-points", min_people=1, min_deals=1)
        await ann.slash("league join", league=name)
    await sit_down(ann, league="Spring", computers=3)
    await play_deal([ann])
    await until(ann, ann.board, lambda s: "Counted in **Spring**." in s.text)
    await count_in_copy(running)
    await ann.slash("league edit", league="Spring", manager="bob")

    one = await newest_result(bob, "Spring")
    assert "Counts in Spring and Copy two: a ruling applies to all" in one.text
    assert "closed" not in one.text
    refused = await bob.click(one, ids(one, "lg:ask:")[0])
    assert "only somebody who manages all of them" in refused.text
    await ann.slash("league edit", league="Copy two", manager="bob")
    opened = await bob.person.click(str(one.id), custom_id=ids(one, "lg:ask:")[0])
    assert opened.modal
    await ann.slash("league edit", league="Spring", no_manager="bob")
    late = await bob.person.submit(opened, {"reason": "Late"})
    assert "managers of **Spring**" in late.message.text

    await ann.slash("league edit", league="Spring", news_channel="general")
    asked = await ann.slash("league season", step="close", league="Spring")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    before = await ann.slash("league history", league="Spring")
    assert "since its end" not in before.text
    one = await newest_result(ann, "Spring")
    assert "Season 1 of **Spring** is closed" in one.text
    assert "Season 1 of **Copy" not in one.text
    opened = await ann.person.click(str(one.id), custom_id=ids(one, "lg:ask:")[0])
    void = (await ann.person.submit(opened, {"reason": "Cards were shown"})).message
    assert "Champions of **Spring**, season 1, are now: nobody played" in void.text
    news = [s.text for s in await LoopbackPlayer(bob.person, "general").screens()]
    assert "Champions of **Spring**, season 1, are now: nobody played" in news
    history = await ann.slash("league history", league="Spring")
    assert "nobody played · one ruling since its end" in history.text

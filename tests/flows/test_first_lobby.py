"""The lobby of one person with computers has few controls, and friends who come choose their side of the table."""

import pytest
from play_by_panel import SHORT_DEAL, join, join_all, open_more, until

from bot.ids import TableId
from bot.play.values.table_info import Computer
from bot.ui.core.interactions.table_controls import ControlVerb


async def test_lobby_of_one_person_has_four_controls(running, people):
    ann, bob = people[:2]
    panel = await ann.slash("tractor new", **SHORT_DEAL)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert not panel.buttons
    assert not panel.selects
    assert list(lobby.buttons.values()) == ["Start", "Rules", "More"]
    (difficulty,) = lobby.selects
    refused = await bob.select(lobby, difficulty, ["* casual"])
    assert "no seat" in refused.text
    await ann.select(lobby, difficulty, ["* casual"])
    table = await running.registry.get_table(TableId(1))
    assert {one.level for one in table.occupants if isinstance(one, Computer)} == {"casual"}
    more = await open_more(ann)
    assert more.has(ControlVerb.CHOOSE_PRESET)
    again = await ann.select(more, more.ids(ControlVerb.CHOOSE_LENGTH)[0], ["d4m"])
    assert again.has(ControlVerb.CHOOSE_LENGTH), "a choice does not close the list"


async def test_visitor_joins_as_partner_or_opponent(running, people):
    ann, bob, cat = people[:3]
    await ann.slash("tractor new", **SHORT_DEAL)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.LOBBY_MORE))
    asked = await bob.click(lobby, lobby.ids(ControlVerb.LOBBY_MORE)[0])
    by_label = {label: custom_id for custom_id, label in asked.buttons.items()}
    await bob.click(asked, by_label["Join as partner of Ann"])
    table = await running.registry.get_table(TableId(1))
    assert table.seat_of(int(bob.id)) == 2
    late = await cat.click(lobby, lobby.ids(ControlVerb.LOBBY_MORE)[0])
    assert list(late.buttons.values()) == ["Join against Ann and Bob"]
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.SIT))
    await bob.select(lobby, lobby.ids(ControlVerb.SIT)[0], ["3"])
    assert table.seat_of(int(bob.id)) == 3, "a seat of a computer, which moves"


@pytest.mark.long
async def test_old_button_never_joins_another_side(running, people):
    ann, bob, cat, dan = people[:4]
    await ann.slash("tractor new", preset="forty-points")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    assert [lobby.buttons[i] for i in lobby.ids(ControlVerb.JOIN)] == ["Join as partner of Ann", "Join against Ann"]
    partner = lobby.ids(ControlVerb.JOIN)[0]
    await bob.click(lobby, partner)
    refused = await cat.click(lobby, partner)
    assert "Seat 3 is taken." in refused.text
    lobby = await until(ann, ann.board, lambda s: len(s.ids(ControlVerb.JOIN)) == 1)
    await join_all(ann, [cat], lobby)
    await join(dan, await ann.board())
    table = await running.registry.get_table(TableId(1))
    assert [one.user for one in table.occupants] == [int(one.id) for one in (ann, cat, bob, dan)]

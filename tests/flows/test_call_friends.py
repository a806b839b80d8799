"""At a table of eight, a player calls the suggested friends or picks cards from lists, which also have low ranks."""

from collections import Counter

import pytest
from fixed_deals import deal_hands, declare, fill_hands
from play_by_panel import bury, sit_down, until

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.hand.friends_view import decode_calls
from engine.model.actions import FriendCall
from engine.model.cards import parse_card
from engine.model.presets import preset, preset_with
from tests.table_control_ids import parse_table_control_id

PLAYERS = 8


@pytest.fixture
async def caller(running, people):
    """Seat Ann with seven computers; return her, the table and her panel when she calls friends."""
    ann = people[0]
    with deal_hands(*fill_hands(preset("looking-for-friends", PLAYERS), "BJ BJ")):
        await sit_down(ann, preset="looking-for-friends", players=PLAYERS, computers=PLAYERS - 1)
    panel = await declare(ann, "BJ BJ")
    await bury(ann, panel, None)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.PICK_FRIEND_SUIT))
    return ann, await running.registry.get_table(TableId(1)), panel


@pytest.mark.long
async def test_conditions_on_friend_cards_combine(running, people):
    """Trumps, points and the highest cards cannot be called; the panel says so and its lists leave them out."""
    ann = people[0]
    changes = {"friend_cards": "no_trumps,no_points,no_highest"}
    with deal_hands(*fill_hands(preset("looking-for-friends", PLAYERS), "BJ BJ")):
        options = "friend_cards=no_highest,no_trumps,no_points"
        await sit_down(ann, preset="looking-for-friends", players=PLAYERS, computers=PLAYERS - 1, changes=options)
    panel = await declare(ann, "BJ BJ")
    await bury(ann, panel, None)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.PICK_FRIEND_SUIT))
    table = await running.registry.get_table(TableId(1))
    assert table.facts.rules == preset_with("looking-for-friends", players=PLAYERS, **changes)
    assert "You can't call trumps, cards worth points, or the highest card of a suit." in panel.text
    panel = await choose(ann, panel, ControlVerb.PICK_FRIEND_SUIT, "S")
    (cards,) = panel.ids(ControlVerb.PICK_FRIEND_CARD)
    offered = [option["value"] for option in panel.selects[cards]["options"]]
    assert offered == [f"S{rank}" for rank in ["Q", "J", "9", "8", "7", "6", "4", "3"]]
    await ann.click(panel, panel.ids(ControlVerb.CALL_FRIENDS)[0])
    assert len(table.spectator_view().friends) == 3


async def choose(ann, panel, verb, value):
    (custom_id,) = panel.ids(verb)
    return await ann.select(panel, custom_id, [value])


def called_by(panel):
    (call,) = panel.ids(ControlVerb.CALL_FRIENDS)
    return decode_calls(parse_table_control_id(call).argument)


@pytest.mark.long
async def test_low_ranks_are_called_by_lists(caller):
    ann, table, panel = caller
    assert "joins your side" in panel.text
    suggested = called_by(panel)
    assert len(suggested) == table.facts.rules.friend_count == 3
    for suit in "SCD":
        panel = await choose(ann, panel, ControlVerb.PICK_FRIEND_SUIT, suit)
        panel = await choose(ann, panel, ControlVerb.PICK_FRIEND_CARD, f"{suit}3")
    panel = await choose(ann, panel, ControlVerb.PICK_FRIEND_COPY, "2")
    calls = called_by(panel)
    assert [call.card for call in calls] == [parse_card("S3"), parse_card("C3"), parse_card("D3")]
    assert calls[-1] == FriendCall(parse_card("D3"), 2)
    assert calls != suggested
    await ann.click(panel, panel.ids(ControlVerb.CALL_FRIENDS)[0])
    assert Counter(friend.call for friend in table.spectator_view().friends) == Counter(calls)


async def test_suggested_friends_are_called_with_one_press(caller):
    ann, table, panel = caller
    await ann.click(panel, panel.ids(ControlVerb.CALL_FRIENDS)[0])
    assert tuple(friend.call for friend in table.spectator_view().friends) == called_by(panel)

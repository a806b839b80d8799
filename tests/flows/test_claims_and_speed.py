"""A player who will win all remaining tricks can claim them with one press. The host sets the computers' speed."""

import pytest
from bot_harness import connected
from fixed_deals import FixedDeal, deal_hands, declare_and_lead
from play_by_panel import SHORT_DEAL, open_more, sit_down, until

from bot.ids import TableId, UserId
from bot.loopback.errors import ClientError
from bot.play.values.table_info import Speed
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.table.vote_view import OpenVotes, SpeedControl

ALL_TRUMPS = FixedDeal(
    "standard",
    "low_cut=J start_level=J kitty_size=4",
    (
        "BJ BJ LJ LJ SJ SJ HJ HJ",
        "SQ SQ SK SK SA SA HQ HQ",
        "HK HK HA HA CJ DJ CQ CQ",
        "CK CK CA CA DQ DQ DK DK",
        "CJ DJ DA DA",
    ),
)


async def test_claim_plays_the_rest(tmp_path, loopback, people, blank_pictures):
    ann = people[0]
    with deal_hands(*ALL_TRUMPS.hands, most=1):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, preset=ALL_TRUMPS.preset, computers=3, changes=ALL_TRUMPS.changes)
            panel = await declare_and_lead(ann, "SJ SJ", ALL_TRUMPS.kitty)
            (claim,) = panel.ids(ControlVerb.CLAIM_REST)
            (first,) = panel.ids(ControlVerb.PLAY)
            assert "you win it all" in panel.buttons[claim]
            await ann.click(panel, first)  # after one lead the claim is still offered
            panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.CLAIM_REST))
            await ann.click(panel, panel.ids(ControlVerb.CLAIM_REST)[0])
            shown = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
            table = await running.registry.get_table(TableId(1))
            view, seat = table.spectator_view(), table.seat_of(ann.id)
            assert {trick.winner for trick in view.tricks} == {seat}
            assert len(view.tricks) == 4, "copies are led together"
            assert not table.claims or table.spectator_view().result is not None
            assert "You won" in shown.text


async def test_speed_that_host_sets_in_match_is_remembered(running, people):
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    table = await running.registry.get_table(TableId(1))
    board = await until(ann, ann.board, lambda s: str(OpenVotes(TableId(1))) in s.buttons)
    votes = await ann.click(board, str(OpenVotes(TableId(1))))
    choice = str(SpeedControl(TableId(1), Speed.NORMAL.value))
    shown = await ann.select(votes, choice, ["fast"])
    assert table.facts.speed is Speed.FAST
    assert str(SpeedControl(TableId(1), Speed.FAST.value)) in shown.selects
    assert (await running.database.store.settings.load_preferences(UserId(int(ann.id))))["speed"] == "fast"
    try:
        refused = await bob.select(shown, str(SpeedControl(TableId(1), Speed.FAST.value)), ["calm"])
    except (ClientError, LookupError):
        refused = None  # others cannot press anything in a private message
    assert refused is None
    assert table.facts.speed is Speed.FAST


@pytest.mark.long
async def test_speed_from_lobby_holds_for_next_solo_match(running, people):
    """The host's next match alone with computers has the same speed; a match with friends has the normal speed."""
    ann, bob = people[:2]
    await ann.slash("tractor new", **SHORT_DEAL)
    lobby = await open_more(ann)
    (host,) = lobby.ids(ControlVerb.HOST_ACTION)
    shown = await ann.select(lobby, host, ["speed calm"])
    assert "Computers play calmly" in shown.text
    table = await running.registry.get_table(TableId(1))
    assert table.facts.speed is Speed.CALM
    await ann.slash("tractor end")
    elsewhere = type(ann)(ann.person, channel="general")
    await sit_down(elsewhere, **SHORT_DEAL)
    assert (await running.registry.get_table(TableId(2))).facts.speed is Speed.CALM
    await sit_down(ann, [bob], **SHORT_DEAL | {"computers": 2})
    assert (await running.registry.get_table(TableId(3))).facts.speed is None

"""The deal of the day keeps its secrets from forged controls, in exports, and in everything sent before a play."""

import random
from dataclasses import replace
from unittest.mock import patch

import pytest
from bot_harness import LOGGED, connected
from daily_flows import BOARD, MASTER, play_on, prepare, view_of
from leak_search import draw_into, no_ids, options_of
from puzzle_flows import DAY, find_guild
from screens import LoopbackPlayer

from bot.ids import UserId
from bot.puzzles.days import Day
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import encode_cards
from bot.ui.core.messages.message import Button, Buttons
from bot.ui.puzzles.control_ids import DailyControl
from engine.model.view import Ask
from engine.puzzles.solo_deal import play_solo_deal
from tests.bot.puzzles.puzzle_factories import make_daily
from tests.wire.driven_loopback import DrivenLoopback

pytestmark = pytest.mark.usefixtures("quick_master")


@pytest.mark.long
async def test_leaderboard_waits_until_the_deal_is_finished(
    tmp_path, loopback, people, blank_pictures, wall, monkeypatch
):
    """Before users have finished the deal, no forged button shows them results or the computer Master's deal."""
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        await play_on(ann, await ann.slash("daily"))
        refused = await press_forged(monkeypatch, bob, BOARD)
        assert "once you've finished" in refused.text
        assert "Ann" not in refused.text
        refused = await press_forged(monkeypatch, bob, MASTER)
        assert "once you've finished" in refused.text
        assert not refused.alts


@pytest.mark.long
async def test_forged_controls_change_nothing(tmp_path, loopback, people, blank_pictures, wall, monkeypatch):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        view = view_of()
        foreign = encode_cards([next(card for card in range(54) if card not in view.hand)])
        verb = ControlVerb.BURY if view.ask is Ask.BURY else ControlVerb.PLAY
        wrong = ControlVerb.PLAY if view.ask is Ask.BURY else ControlVerb.BURY
        for forged in (
            *(str(DailyControl(DAY, 0, one.value, foreign)) for one in (verb, wrong)),
            f"daily:{DAY}:0:{verb.value}:?",
            f"daily:{DAY}:0:dance",
            f"daily:{DAY}:7:{verb.value}:{foreign}",
        ):
            told = await press_forged(monkeypatch, ann, forged)
            assert "Deal of the day" in told.text, forged
        found = running.database.store.daily_deals
        assert await found.find_play(find_guild(loopback), DAY, UserId(int(ann.id))) is None
        to_come = await press_forged(monkeypatch, ann, str(DailyControl(Day(DAY + 1), 0, verb.value, foreign)))
        assert "isn't available" in to_come.text


async def press_forged(monkeypatch, player, forged):
    """Open the deal with a forged control in place of the panel's controls, and press that control."""
    row = Buttons((Button(forged, "forged"),))
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.puzzles.panel_parts.convert_controls", lambda *_: (row,))
        shown = await player.slash("daily")
    return await player.click(shown, forged)


async def test_export_has_own_actions_and_no_hidden_cards(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        await play_on(ann, await ann.slash("daily"), times=3)
        kept = await running.database.store.personal_data.export_personal_data(UserId(int(ann.id)))
        (row,) = kept["daily_plays"]
        assert row["actions"].startswith("0 ")
        assert "daily_deals" not in kept
        assert "deal" not in row["actions"]


@pytest.mark.long
async def test_hidden_cards_change_no_byte(tmp_path, wall):
    """The first panel stays the same if cards in the hidden hands are exchanged."""
    sent = []
    for deal in (make_daily(1, DAY), swap_hidden_cards(make_daily(1, DAY))):
        folder = tmp_path / str(len(sent))
        folder.mkdir()
        sent.append(await collect_sent(folder, deal))
    assert sent[0] == sent[1]
    assert sum(len(body) for body in sent[0]["bodies"]) > 10_000, "pictures too"


async def collect_sent(folder, deal):
    """Return everything that is sent and logged when the deal is opened."""
    LOGGED.clear()
    loopback, bodies = await DrivenLoopback.start(limits=False), []
    try:
        with patch("bot.ui.dispatch.send_response.to_discord", draw_into(bodies)):
            async with connected(folder, loopback) as running:
                await running.database.store.daily_deals.add_deal(replace(deal, guild=find_guild(loopback)))
                ann = LoopbackPlayer(loopback.person("ann"))
                await ann.slash("daily")
                screens = [(no_ids(s.text), s.alts, list(s.buttons), options_of(s)) for s in await ann.screens()]
    finally:
        await loopback.stop()
    return {"screens": screens, "bodies": sorted(map(no_ids, map(repr, bodies))), "log": sorted(map(no_ids, LOGGED))}


def swap_hidden_cards(deal, tries=300):
    """Exchange cards of the deal that its player cannot see, and return the changed deal."""
    rng, known, swapped = random.Random(1), play_solo_deal(deal.record, deal.seed, ()).view, 0
    for _ in range(tries):
        (move,) = deal.record.moves
        order = list(move.action.order)
        a, b = rng.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        changed = replace(deal.record, moves=(replace(move, action=replace(move.action, order=tuple(order))),))
        if order[a] != order[b] and play_solo_deal(changed, deal.seed, ()).view == known:
            deal, swapped = replace(deal, record=changed), swapped + 1
    assert swapped > 2
    return deal

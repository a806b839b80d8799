"""Once a deal is nearly over, no player can avoid its rated result or leave it to somebody else."""

import os
import random
from dataclasses import replace
from itertools import cycle

import pytest
from bot_harness import QUICK, connected
from play_by_panel import accept_seat, act, end_table, press_leave, sit_down, until
from refuse_requests import posts_to, refuse
from test_rated_play import SHORT, count_rated_deals

from bot.ids import TableId
from bot.play.values.table_info import Person, Proposal, ProposalKind, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.table.vote_view import encode_proposal
from engine.model.view import PhaseName


@pytest.fixture(autouse=True)
def deal_without_long_last_lead(monkeypatch):
    """Use a seed with which nobody leads all their last cards at once, or tests would miss hands of few cards."""
    monkeypatch.setenv("SEED", os.environ.get("SEED", "1"))


async def play_until(table, players, cards):
    """Let the players act on their panels until nobody has more than `cards` cards, or the deal is over."""
    rng = random.Random(7)
    for player in cycle(players):
        view = table.spectator_view()
        over = table.facts.status is TableStatus.OVER or view.phase is PhaseName.FINISHED
        if over or (view.phase is PhaseName.PLAYING and max(view.hand_sizes) <= cards):
            return
        panel = await player.panel()
        if panel is not None and panel.verbs - {ControlVerb.NEXT_DEAL}:
            await act(player, panel, rng)
        await player.pause()


async def begin(running, ann, bob, cards=2):
    """Let Ann and Bob play until no hand has more than `cards` cards; return the table."""
    await sit_down(ann, [bob], **SHORT | {"computers": 2})
    table = await running.registry.get_table(TableId(1))
    await play_until(table, [ann, bob], cards)
    return table


async def count_deals(running, *players):
    return [await count_rated_deals(running, one) for one in players]


@pytest.mark.long
async def test_lost_deal_cannot_be_handed_on(running, people):
    ann, bob, cat = people[:3]
    table = await begin(running, ann, bob)
    seat = table.seat_of(bob.id)
    asked = await bob.slash("seat", user=cat.id)
    assert "whether they take seat" in asked.text
    assert table.occupants[seat] == Person(bob.id), "Cat has pressed nothing"
    question = await until(cat, cat.board, lambda s: f"<@{cat.id}>, Bob offers you seat" in s.text)
    wrong = await ann.click(question, next(i for i in question.buttons if i.endswith(":1")))
    assert "Nobody offers you this seat" in wrong.text
    panel = await accept_seat(cat)
    assert table.occupants[seat] == Person(cat.id)
    assert panel.private
    await play_until(table, [ann, cat], 0)
    assert await count_deals(running, ann, bob, cat) == [1, 1, 0]


async def test_offered_seat_can_be_declined(running, people):
    ann, bob, cat = people[:3]
    table = await begin(running, ann, bob, cards=12)
    await bob.slash("seat", user=cat.id)
    question = await until(cat, cat.board, lambda s: "offers you seat" in s.text)
    no = next(i for i in question.buttons if i.endswith(":0"))
    assert "don't take the seat" in (await cat.click(question, no)).text
    await until(bob, bob.screens, lambda seen: any("doesn't take seat" in s.text for s in seen))
    assert table.occupants[table.seat_of(bob.id)] == Person(bob.id)


@pytest.mark.long
async def test_undelivered_offer_gives_no_seat_away(running, loopback, people):
    ann, bob, cat = people[:3]
    table = await begin(running, ann, bob, cards=12)
    with refuse(loopback, posts_to(table.facts.channel), 403, 50013):
        answer = await bob.slash("seat", user=cat.id)
    assert "I can't reach Cat here" in answer.text
    assert table.occupants[table.seat_of(bob.id)] == Person(bob.id)


@pytest.mark.long
async def test_player_who_leaves_with_few_cards_is_rated(running, people):
    ann, bob = people[:2]
    table = await begin(running, ann, bob)
    left = await press_leave(bob)
    assert "The current deal still counts for you" in left[0].text
    await play_until(table, [ann], 0)
    assert await count_deals(running, ann, bob) == [1, 1]


@pytest.mark.long
async def test_host_cannot_end_a_decided_deal_unrated(running, people):
    ann, bob = people[:2]
    table = await begin(running, ann, bob)
    asked = await ann.slash("tractor end")
    assert "as good as decided" in asked.text
    await end_table(ann)
    assert table.facts.status is TableStatus.OVER
    await until(bob, bob.board, lambda s: "The match is over" in s.text and "Kitty" in " ".join(s.alts))
    assert [await _rated(running, table, one) for one in (ann, bob)] == [1, 1]


async def _rated(running, table, user):
    ratings = running.client._services.league.ratings
    profile = await ratings.find_profile(table.facts.guild, user.id, "forty-points")
    return profile.rating.deals if profile else 0


@pytest.mark.long
async def test_undecided_deal_is_not_rated_if_host_ends_it(running, people):
    ann, bob = people[:2]
    table = await begin(running, ann, bob, cards=12)
    asked = await ann.slash("tractor end")
    assert "as good as decided:" not in asked.text
    await end_table(ann)
    assert [await _rated(running, table, one) for one in (ann, bob)] == [0, 0]


@pytest.mark.long
async def test_player_whose_time_runs_out_is_rated(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, timing=replace(QUICK, turn=2.0)) as running:
        table = await begin(running, ann, bob, cards=2)
        await play_until(table, [ann], 0)
        assert await count_deals(running, ann, bob) == [1, 1]


@pytest.mark.long
async def test_leaver_is_rated_before_data_can_be_deleted(running, people):
    ann, bob = people[:2]
    table = await begin(running, ann, bob, cards=3)
    await press_leave(bob)

    async def delete():
        asked = await bob.slash("privacy delete")
        return await bob.click(asked, next(i for i in asked.buttons if i.startswith("priv:forget")))

    assert "seen cards" in (await delete()).text
    assert await count_deals(running, bob) == [0]
    await play_until(table, [ann], 0)
    assert await count_deals(running, ann, bob) == [1, 1]
    assert "seen cards" not in (await delete()).text
    profile = await running.client._services.league.ratings.find_profile(table.facts.guild, ann.id, "forty-points")
    assert profile.rating.deals == 1
    assert profile.rating.mean != 25, "what Ann won or lost stays"


@pytest.mark.long
@pytest.mark.parametrize("agree", [True, False])
async def test_others_may_void_a_deal_that_somebody_left(running, people, agree):
    """Ann and Bob are opponents. After Bob has left, Ann can void the result only if her own side wins."""
    ann, bob = people[:2]
    table = await begin(running, ann, bob, cards=3)
    await press_leave(bob)
    if agree:
        board = await until(ann, ann.board, lambda s: any(i.startswith("council:") for i in s.buttons))
        shown = await ann.click(board, next(i for i in board.buttons if i.startswith("council:")))
        list_ = next(i for i in shown.selects if i.startswith("vote:"))
        shown = await ann.select(shown, list_, [encode_proposal(Proposal(ProposalKind.VOID))])
        assert "Count this deal for nobody" in shown.text
        assert "Done" not in shown.text, "it is decided when the deal ends"
    await play_until(table, [ann], 0)
    wins = table.seat_of(ann.id) in table.snapshot().results[-1].winning_seats
    counts = 0 if agree and wins else 1
    assert await count_deals(running, ann, bob) == [counts, counts]
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert ("counts for nobody" in board.text) is (counts == 0)

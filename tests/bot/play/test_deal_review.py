"""Reviews of finished deals: which plays are judged, from which views, for which users, and how many at a time."""

import asyncio
import random
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from bot.ids import TableId, UserId
from bot.play.finished_deals.background_reviews import MAX_PER_HOUR, ReviewBook
from bot.play.finished_deals.deal_review import (
    DealReview,
    ReviewedPlay,
    count_steps,
    may_review,
    review_deal,
    review_play,
)
from bot.play.finished_deals.history import FinishedDeal, list_decisions
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Computer, Person
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.io.record import Move
from engine.model.actions import Bury, Deal, Draw, Play
from engine.model.presets import preset_with
from engine.model.seats import TABLE
from engine.model.view import Ask, PhaseName
from engine.players.advice.compare_plays import ComparedPlay, CompareEffort, compare_plays
from engine.players.levels import choose
from tests.bot.ui.panel_positions import choice

ANN, BEN = UserId(1), UserId(2)
LITTLE = CompareEffort(plays=2, first_deals=2, deals=12)


SEATS = (Person(ANN), Computer("expert", 1), Person(BEN), Computer("expert", 2))


@cache
def finish_deal(seed=1):
    """Play a deal of one deck that depends on the seed alone; seat 0 plays at random, the others by rules."""
    rng, rules = random.Random(seed), preset_with("standard", decks=1)
    phase, moves = start(rules), []
    while True:
        view = spectator_view(phase)
        if view.phase is PhaseName.FINISHED:
            break
        if view.phase is PhaseName.READY:
            cards = list(full_pack(rules))
            rng.shuffle(cards)
            seat, action = TABLE, Deal(tuple(cards), 0)
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            seat, action = TABLE, Draw(min(view.to_draw, 30))
        else:
            seat = to_act(phase)[0]
            mine = view_for(phase, seat)
            action = choice(mine, rng) if seat == 0 else choose("expert", mine, rng) or choice(mine, rng)
        phase = apply(phase, seat, action).phase
        moves.append(Move(seat, action))
    return FinishedDeal(1, 1, SEATS, SEATS, start(rules), tuple(moves), view)


class QuickAdviser:
    """An adviser that compares plays in the event loop and records the views that it gets."""

    def __init__(self, better=None):
        self.shown, self.better = [], better

    async def advise_by_rules(self, view):
        return choose("expert", view, random.Random(1))

    async def compare_when_idle(self, view, cards):
        self.shown.append(view)
        found = compare_plays(view, cards, random.Random(1), LITTLE)
        if found and self.better is not None:
            levels = found[0].levels + self.better
            other = ComparedPlay(found[-1].cards, 0.0, levels, -self.better, 0.1, 24, points_behind=-20 * self.better)
            return (found[0], other)
        return found


async def review(deal, user, adviser):
    decisions = list_decisions(deal, user)
    found = [one async for one in review_deal(deal, decisions, adviser)]
    return decisions, found[:-1], found[-1]


async def test_review_covers_each_trick_and_the_result():
    deal = finish_deal()
    decisions, steps, done = await review(deal, ANN, QuickAdviser())
    assert steps == list(range(1, count_steps(decisions) + 1))
    assert isinstance(done, DealReview)
    assert done.final_points == deal.final_view.result.opponents_points
    assert len(done.plays) > 5
    assert [one.trick for one in done.plays] == sorted(one.trick for one in done.plays)
    tricks = [one.trick for one in decisions if isinstance(one.action, Play)]
    assert tricks == list(range(1, len(tricks) + 1))
    assert all(one.cost >= 0 for one in done.plays)
    sign = -1 if done.declares else 1
    own = [sign * points for points in (done.plays[0].best_points, done.final_points)]
    bury = done.bury.cost if done.bury else 0
    assert not done.unjudged
    assert done.skill + bury + done.luck == pytest.approx(own[1] - own[0]), "one scale that adds up"


@pytest.mark.parametrize("hold", [True, False])
async def test_levels_won_by_opponents_count_against_a_player(hold):
    class Silent(QuickAdviser):
        async def compare_when_idle(self, *_):
            return ()

    deal = finish_deal()
    result = replace(deal.final_view.result, declarers_hold=hold, rise=2)
    ended = replace(deal, final_view=replace(deal.final_view, result=result))
    _, _, done = await review(ended, ANN, Silent())
    assert done.final_levels == (2.0 if 0 in result.winning_seats else -2.0)


async def test_review_uses_only_what_player_knew():
    """The adviser sees the player's own views, rebuilt here from the moves, and else only their other possible kitties."""
    deal, adviser = finish_deal(2), QuickAdviser()
    await review(deal, BEN, adviser)
    phase, own = deal.phase_before, []
    for move in deal.moves:
        if move.seat == 2 and isinstance(move.action, Play | Bury):
            own.append(view_for(phase, 2))
        phase = apply(phase, move.seat, move.action).phase
    kitties = [view for view in adviser.shown if view not in own]
    assert all(view.seat == 2 and view.ask is Ask.LEAD and not view.tricks for view in kitties), (
        "another kitty of one's own"
    )
    assert len(adviser.shown) > 5


@pytest.mark.long
async def test_play_is_costly_only_if_its_loss_is_certain():
    deal = finish_deal(3)
    _, _, doubtful = await review(deal, BEN, QuickAdviser(better=0.29))
    assert not doubtful.costly_plays
    assert {one.best for one in doubtful.plays} == {one.cards for one in doubtful.plays}
    _, _, certain = await review(deal, BEN, QuickAdviser(better=0.5))
    assert {one.cost for one in certain.plays} == {10.0}
    assert certain.skill <= -10 * len(certain.plays)
    assert [one.trick for one in certain.costly_plays] == sorted(one.trick for one in certain.costly_plays)


def test_swings_come_from_other_players():
    def play(trick, points, cost=0.0):
        return ReviewedPlay(trick, None, (), points, points / 100, (), cost, points + cost, (points + cost) / 100)

    done = DealReview((play(1, 80), play(2, 70, cost=10), play(3, 95), play(4, 95)), None, 90, 1.0, 5, declares=False)
    assert [(one.since, one.until, one.points) for one in done.swings] == [(2, 3, 25), (4, None, -5)], (
        "not one's own mistake, nor what changes nothing"
    )
    assert (done.skill, done.luck) == (-10.0, 20.0)
    assert [one.trick for one in done.costly_plays] == [2]
    part = replace(done, unjudged=(3,), plays=(*done.plays[:2], done.plays[3]))
    assert [(one.since, one.until, one.points) for one in part.swings] == [(4, None, -5)], (
        "nobody knows what the third play did"
    )
    assert (part.luck, part.luck_levels) == (-5, pytest.approx(0.05))
    declares = replace(done, declares=True, plays=(play(1, 80), play(2, 70)))
    assert [(one.since, one.points) for one in declares.swings] == [(2, -20), (1, 10)], "the others' points"


async def test_kitty_is_judged_at_the_first_lead():
    class Even(QuickAdviser):
        async def compare_when_idle(self, view, cards):
            self.shown.append(view)
            return (ComparedPlay(cards, 60.0, 0.0, 0.0, 0.1, 24),)

    deal, adviser = finish_deal(2), Even()
    buried = next(move for move in deal.moves if isinstance(move.action, Bury))
    _, _, done = await review(deal, ANN, adviser)
    assert sorted(done.bury.cards) == sorted(buried.action.cards)
    assert any(sorted(view.kitty or ()) == sorted(buried.action.cards) and not view.tricks for view in adviser.shown)


@pytest.mark.long
async def test_kitty_is_reviewed_only_for_its_burier():
    for seed in range(12):
        deal = finish_deal(seed)
        buried = next(move for move in deal.moves if isinstance(move.action, Bury))
        user = {0: ANN, 2: BEN}.get(buried.seat)
        if user is not None:
            _, _, done = await review(deal, user, QuickAdviser())
            assert sorted(done.bury.cards) == sorted(buried.action.cards)
            assert 0 <= done.bury.points <= 400
            _, _, other = await review(deal, ANN if user == BEN else BEN, QuickAdviser())
            assert other.bury is None
            return
    raise AssertionError("no person ever buried")


def test_only_players_may_review():
    deal = finish_deal()
    assert may_review(deal, ANN)
    assert not may_review(deal, UserId(9))
    assert list_decisions(deal, UserId(9)) == ()


class HeldAdviser(QuickAdviser):
    def __init__(self):
        super().__init__()
        self.go = asyncio.Event()

    async def compare_when_idle(self, view, cards):
        await self.go.wait()
        return ()


async def test_user_has_one_pending_review():
    adviser, clock = HeldAdviser(), SimpleNamespace(now=0.0)
    book = ReviewBook(adviser, lambda: clock.now)
    deal = finish_deal()
    job = book.open(TableId(1), deal, ANN)
    assert book.open(TableId(1), deal, ANN) is job
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(2), deal, ANN)
    assert refused.value.reason is TableRefusal.REVIEW_RUNNING
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(1), deal, UserId(9))
    assert refused.value.reason is TableRefusal.NOT_AT_DEAL
    await wait_for(lambda: job.step == 1)
    adviser.go.set()
    await wait_for(lambda: job.is_over)
    assert book.open(TableId(1), deal, ANN).review is job.review is not None
    await book.close()


async def test_play_is_judged_alone_if_its_review_is_gone():
    """After a restart a user can try a play again although its review is gone."""
    adviser, deal = QuickAdviser(better=1.0), finish_deal()
    decisions = [one for one in list_decisions(deal, ANN) if isinstance(one.action, Play) and len(one.view.hand) < 6]
    expected = {one.trick: await review_play(one, adviser) for one in decisions}
    (trick, play) = next((trick, play) for trick, play in expected.items() if play is not None)
    judged = len(adviser.shown)
    book = ReviewBook(adviser, lambda: 0.0)
    assert await book.find_play(deal, ANN, trick) == play
    assert len(adviser.shown) == judged + 1
    with pytest.raises(TableRefused) as refused:
        await book.find_play(deal, UserId(9), trick)
    assert refused.value.reason is TableRefusal.NOT_AT_DEAL


async def test_reviews_of_an_hour_are_limited():
    adviser, clock = HeldAdviser(), SimpleNamespace(now=0.0)
    adviser.go.set()
    book, deal = ReviewBook(adviser, lambda: clock.now), finish_deal()
    for table in range(MAX_PER_HOUR):
        job = book.open(TableId(table), deal, ANN)
        await wait_for(lambda job=job: job.is_over and not book._running)
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(99), deal, ANN)
    assert refused.value.reason is TableRefusal.TOO_MANY_REVIEWS
    clock.now = 3601.0
    book.open(TableId(99), deal, ANN)
    await book.close()


async def test_failed_review_starts_over():
    class Broken(QuickAdviser):
        async def compare_when_idle(self, *_):
            raise RuntimeError("no worker")

    book, deal = ReviewBook(Broken(), lambda: 0.0), finish_deal()
    job = book.open(TableId(1), deal, ANN)
    await wait_for(lambda: job.failed and not book._running)
    assert book.open(TableId(1), deal, ANN) is not job
    await book.close()


async def wait_for(condition):
    async with asyncio.timeout(100):
        while not condition():  # noqa: ASYNC110 - several conditions of the book
            await asyncio.sleep(0.01)

"""A review of a finished deal judges a player's decisions from what the player knew. Only players may ask for it."""

import random
from dataclasses import replace
from functools import cache

import pytest

from bot.ids import UserId
from bot.play.finished_deals.deal_review import (
    DealReview,
    ReviewedBury,
    ReviewedPlay,
    count_steps,
    may_review,
    review_deal,
    review_play,
)
from bot.play.finished_deals.history import FinishedDeal, list_decisions
from bot.play.values.table_info import Computer, Person
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.io.record import Move
from engine.model.actions import Bury, Deal, Draw, Play, Sit, Undo
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
    """Return a finished deal of one deck that depends on the seed alone. Seat 0 plays at random, others by rules."""
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
    """The adviser sees only Ben's views. They show the deal as played, or its first lead after another bury."""
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


def test_swings_are_caused_by_other_players():
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
async def test_kitty_is_reviewed_only_for_the_player_who_buried_it():
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


def judged(trick, points, levels=0.0, *, cost=0.0, gained=0.0):
    """Return a reviewed play. The best alternative is better by `cost` card points and `gained` levels."""
    best = points - cost, levels + gained
    return ReviewedPlay(trick, None, ("mine",), points, levels, ("best",), cost, *best)


def test_review_adds_up_skill_and_luck():
    plays = judged(1, 80, 0.5), judged(2, 90, 0.25, cost=8.0, gained=0.125), judged(4, 70, 1.0, cost=2.0, gained=0.5)
    bury = ReviewedBury(None, (), (), 75, 0.5, 70, 0.75, is_worse=True)
    done = DealReview(plays, bury, 60, -2.0, 5, declares=False)
    assert (bury.cost, replace(bury, is_worse=False).cost) == (5, 0.0)
    assert (done.skill, done.skill_levels) == (-15.0, -0.125 - 0.5 - 0.25)
    assert (done.luck, done.luck_levels) == (2.0 - 22.0 - 10.0, -0.125 + 1.25 - 3.0)
    for other in (None, replace(bury, is_worse=False)):
        without_bury = replace(done, bury=other)
        assert (without_bury.skill, without_bury.skill_levels) == (-10.0, -0.625)
    assert done.costly_plays == plays[1:]
    declares = replace(done, declares=True)
    assert (declares.luck, declares.luck_levels) == (-done.luck, done.luck_levels), "levels are those of the own side"


@pytest.mark.parametrize(
    ("unjudged", "swings"),
    [
        ((), [(1, 3), (3, 5), (5, None)]),
        ((1, 2), [(3, 5), (5, None)]),
        ((1,), [(1, 3), (3, 5), (5, None)]),
        ((3,), [(3, 5), (5, None)]),
        ((5,), [(1, 3), (5, None)]),
        ((6,), [(1, 3), (3, 5)]),
        ((8,), [(1, 3), (3, 5)]),
        ((9,), [(1, 3), (3, 5), (5, None)]),
    ],
)
def test_swing_with_an_unjudged_choice_is_left_out(unjudged, swings):
    plays = tuple(judged(trick, points) for trick, points in ((1, 50), (3, 60), (5, 70)))
    done = DealReview(plays, None, 80, 1.0, 8, declares=False, unjudged=unjudged)
    assert sorted((one.since, one.until) for one in done.swings if one.until) == [one for one in swings if one[1]]
    assert ((5, None) in [(one.since, one.until) for one in done.swings]) is ((5, None) in swings)
    assert done.luck == 10.0 * len(swings)


def test_largest_three_swings_are_shown():
    ends = (50, 60, 55, 75, 73, 74.9, 60)
    plays = tuple(judged(trick, points) for trick, points in enumerate(ends, 1))
    done = DealReview(plays, None, 62, 1.0, 9, declares=False)
    assert [(one.since, one.points) for one in done.swings] == [(3, 20), (6, pytest.approx(-14.9)), (1, 10)]
    few = DealReview(plays[3:6], None, 72.9, 1.0, 9, declares=False)
    assert [one.since for one in few.swings] == [4, 6], "two card points are noticed, less is not"


def test_costly_play_is_compared_with_the_better_one():
    better, mine = judged(2, 90, 0.25, cost=8.0, gained=0.125).compared
    assert (better.cards, better.points, better.levels, better.behind) == (("best",), 82.0, 0.375, 0.0)
    assert (mine.cards, mine.points, mine.levels, mine.behind) == (("mine",), 90, 0.25, pytest.approx(0.16))
    assert (better.points_behind, mine.points_behind, mine.deals) == (0.0, 8.0, CompareEffort().deals)


class Scripted(QuickAdviser):
    """An adviser whose answers the test sets: the cards to bury (`kitty`) and a function that compares plays."""

    def __init__(self, compared, kitty=None):
        super().__init__()
        self.compared, self.kitty = compared, kitty

    async def advise_by_rules(self, view):
        if view.ask is Ask.BURY:
            return self.kitty and Bury(self.kitty)
        return Play(view.hand[:1])

    async def compare_when_idle(self, view, cards):
        self.shown.append(view)
        return self.compared(view, cards)


@pytest.mark.parametrize(
    ("others", "best"),
    [
        ((), ("mine", 60.0, 0.5, 0.0)),
        (((-0.75, 0.25, -5.0),), ("mine", 60.0, 0.5, 0.0)),  # exactly three standard errors worse is not yet certain
        (((-0.76, 0.25, -5.0),), (0, 50.0, 1.5, 5.0)),
        (((-0.76, 0.25, -2.0),), (0, 50.0, 1.5, 2.0)),
        (((-0.76, 0.25, -1.9),), ("mine", 60.0, 0.5, 0.0)),
        (((-0.8, 0.25, -5.0), (-0.9, 0.25, -4.0), (-0.85, 0.25, -6.0)), (1, 50.0, 1.5, 4.0)),
        (((0.9, 0.25, -5.0),), ("mine", 60.0, 0.5, 0.0)),
    ],
)
async def test_play_costs_only_what_is_certain_and_large_enough(others, best):
    one = next(one for one in list_decisions(finish_deal(), ANN) if isinstance(one.action, Play))

    def compare(_view, cards):
        mine = ComparedPlay(("another order",), 60.0, 0.5, 0.0, 0.0, 9)
        rest = (
            ComparedPlay((number,), 50.0, 1.5, behind, error, 9, points_behind=points)
            for number, (behind, error, points) in enumerate(others)
        )
        return (mine, *rest)

    found = await review_play(replace(one, failed=True), Scripted(compare))
    cards = one.action.cards if best[0] == "mine" else (best[0],)
    assert (found.best, found.best_points, found.best_levels, found.cost) == (cards, *best[1:])
    assert (found.cards, found.points, found.levels, found.trick) == (one.action.cards, 60.0, 0.5, one.trick)
    assert found.failed
    assert not (await review_play(one, Scripted(compare))).failed
    can_undo = replace(one, view=replace(one.view, can_take_back=True))
    assert not (await review_play(can_undo, Scripted(compare))).view.can_take_back, "as in a later review"
    assert await review_play(one, Scripted(lambda *_: ())) is None


@pytest.mark.parametrize(
    ("mine", "best", "is_worse"),
    [
        ((60.0, 0.0, 0.03), (50.0, 0.16, 0.04), True),
        ((60.0, 0.0, 0.03), (50.0, 0.14, 0.04), False),
        ((60.0, 0.5, 0.0), (50.0, 0.5, 0.0), False),
        ((52.0, 0.0, 0.0), (50.0, 1.0, 0.0), True),
        ((51.9, 0.0, 0.0), (50.0, 1.0, 0.0), False),
        ((50.0, 1.0, 0.0), (60.0, 0.0, 0.0), False),
    ],
)
async def test_other_kitty_is_better_only_if_certain(mine, best, is_worse):
    decisions = list_decisions(finish_deal(2), ANN)
    bury, lead = decisions[:2]
    other = bury.view.hand[-len(bury.action.cards) :]
    assert sorted(other) != sorted(bury.action.cards)

    def compare(view, cards):
        points, worth, error = mine if sorted(view.kitty) == sorted(bury.action.cards) else best
        worse = ComparedPlay(cards, 0.0, 0.0, 0.0, 0.0, 9)
        return worse, ComparedPlay(cards, points, worth, -1.0, 0.0, 9, worth=worth, worth_error=error)

    adviser = Scripted(compare, other)
    *_, done = [one async for one in review_deal(finish_deal(2), (bury, lead), adviser)]
    found = done.bury
    assert (found.cards, found.best, found.is_worse) == (bury.action.cards, other, is_worse)
    assert (found.points, found.levels, found.best_points, found.best_levels) == (*mine[:2], *best[:2])
    kitties = [view for view in adviser.shown if view.kitty is not None and sorted(view.kitty) == sorted(other)]
    held = sorted((*lead.view.hand, *bury.action.cards))
    assert [sorted((*view.hand, *other)) for view in kitties] == [held], "the same cards, buried differently"


async def test_kitty_is_not_judged_without_a_comparison():
    deal = finish_deal(2)
    bury, lead, *rest = list_decisions(deal, ANN)
    value = ComparedPlay((), 60.0, 0.0, 0.0, 0.0, 9)
    same = Scripted(lambda *_: (value,), bury.action.cards)
    for decisions, adviser, is_judged in (
        ((bury, lead), same, True),
        ((bury,), same, False),
        ((bury, *rest), same, False),  # somebody else led first
        ((lead, *rest), same, False),
        ((bury, lead), Scripted(lambda *_: (value,)), False),
        ((bury, lead), Scripted(lambda *_: (), bury.action.cards), False),
    ):
        *_, done = [one async for one in review_deal(deal, decisions, adviser)]
        assert (done.bury is not None) is is_judged
    assert not done.plays
    assert done.unjudged == (lead.trick,)
    assert (done.tricks, done.declares) == (1, deal.final_view.result.declarers.count(0) == 1)


def list_chosen(deal, user):
    return [(one.trick, sorted(one.view.hand), one.action) for one in list_decisions(deal, user)]


@pytest.mark.parametrize("seat", [0, 2])
def test_play_that_was_taken_back_is_no_decision(seat):
    deal = finish_deal(2)
    for number, move in enumerate(deal.moves):
        if isinstance(move.action, Play) and move.seat == seat and number % 3 == 0:
            again = (*deal.moves[: number + 1], Move(TABLE, Undo(seat)), *deal.moves[number:])
            undone = replace(deal, moves=again)
            for user in (ANN, BEN):
                assert list_chosen(undone, user) == list_chosen(deal, user)


def test_user_who_held_a_seat_may_review():
    deal = finish_deal()
    number = next(n for n, move in enumerate(deal.moves) if isinstance(move.action, Play))
    substitute = Move(TABLE, Sit(2, "u:77"))
    moves = (*deal.moves[:number], substitute, *deal.moves[number:])
    for user, may in ((UserId(77), True), (BEN, True), (UserId(78), False)):
        assert may_review(replace(deal, moves=moves), user) is may
    held = replace(deal, moves=moves)
    assert [isinstance(one.action, Play) for one in list_decisions(held, UserId(77))]
    assert not any(isinstance(one.action, Play) for one in list_decisions(held, BEN))

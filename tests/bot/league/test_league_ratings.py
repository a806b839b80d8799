"""Ratings: the formulas of docs/ratings.md, worked out by hand; order, computers, fading."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.deals import DealFact, Role, Ruling, SeatFact, Verdict, ruled
from bot.league.ids import ResultId, UserId
from bot.league.ratings import (
    COMPUTERS,
    DAY,
    LUCK,
    MEAN,
    NEWCOMER,
    RESTLESS,
    SETTLED,
    SPREAD,
    Rating,
    faded,
    fold,
    rated,
    shown,
)


def seat(n, who, *, declaring, won):
    user, computer = (None, who) if isinstance(who, str) else (UserId(who), None)
    role = (Role.DECLARER if n == 0 else Role.PARTNER) if declaring else Role.OPPONENT
    return SeatFact(n, user, computer, role, won)


def deal(*people, declaring=(0, 2), hold=True, id_=1, at=0.0, **changes):
    seats = tuple(seat(n, who, declaring=n in declaring, won=(n in declaring) == hold) for n, who in enumerate(people))
    return replace(DealFact(ResultId(id_), at, 0, 40, 1, seats), **changes)


def by_hand(winners, losers):
    """The formulas of docs/ratings.md for (mean, spread) pairs."""
    stirred = [[(m, math.sqrt(s**2 + RESTLESS**2)) for m, s in side] for side in (winners, losers)]
    means = [sum(m for m, _ in side) for side in stirred]
    spreads = [sum(s**2 for _, s in side) for side in stirred]
    c = math.sqrt(sum(spreads) + 2 * LUCK**2)
    p = 1 / (1 + math.exp((means[1] - means[0]) / c))
    new = []
    for side, variance, sign in zip(stirred, spreads, (1, -1), strict=True):
        omega = sign * variance * (1 - p) / c
        delta = math.sqrt(variance) / c * variance * p * (1 - p) / c**2
        new.append(
            [(m + s**2 / variance * omega, s * math.sqrt(max(1 - s**2 / variance * delta, 0.0001))) for m, s in side]
        )
    return new


RATING = st.tuples(st.floats(-10, 60), st.floats(0.5, SPREAD))


@given(st.lists(RATING, min_size=4, max_size=4), st.booleans())
def test_the_formulas_are_those_of_the_page(ratings, hold):
    known = {UserId(n): Rating(m, s, 5, 0.0) for n, (m, s) in enumerate(ratings, 1)}
    new = rated(known, deal(1, 2, 3, 4, hold=hold))
    declarers, opponents = [ratings[0], ratings[2]], [ratings[1], ratings[3]]
    won, lost = by_hand(declarers, opponents) if hold else by_hand(opponents, declarers)
    order = dict(zip((1, 3, 2, 4) if hold else (2, 4, 1, 3), won + lost, strict=True))
    for user, (mean, spread) in order.items():
        assert new[user].mean == pytest.approx(mean, rel=1e-9, abs=1e-9)
        assert new[user].spread == pytest.approx(spread, rel=1e-9)
        assert new[user].deals == 6


def test_a_smaller_side_is_filled():
    new = rated({}, deal(1, 2, 3, 4, 5, declaring=(0,)))
    (alone, *_), others = by_hand([(MEAN, SPREAD), *[(MEAN, 1.0)] * 3], [(MEAN, SPREAD)] * 4)
    assert (new[1].mean, new[1].spread) == pytest.approx(alone)
    assert (new[2].mean, new[2].spread) == pytest.approx(others[0])


def test_computers_are_what_they_are():
    new = rated({}, deal(1, "club", "novice", "casual"))
    ((mine, _), _) = by_hand([(MEAN, SPREAD), (COMPUTERS["novice"], 1.0)], [(25.0, 1.0), (22.0, 1.0)])
    assert set(new) == {1}
    assert (new[1].mean, new[1].spread) == pytest.approx(mine)
    assert rated({}, deal("club", "club", "club", "club")) == {}
    easy, hard = (rated({}, deal(1, level, "club", level))[1].mean for level in ("novice", "club"))
    assert hard > easy
    assert rated({}, deal(1, "no such level", "club", "club"))[1] == rated({}, deal(1, "club", "club", "club"))[1]


def test_nothing_comes_of_a_void_deal_or_one_without_two_sides():
    assert rated({}, deal(1, 2, 3, 4, void=True)) == {}
    assert rated({}, deal(1, 2, 3, 4, declaring=(0, 1, 2, 3))) == {}


def test_winners_rise_losers_fall_and_all_are_better_known():
    new = rated({}, deal(1, 2, 3, 4))
    assert new[1].mean == new[3].mean > MEAN > new[2].mean == new[4].mean
    assert all(rating.spread < SPREAD for rating in new.values())


def test_newcomers_are_shown_a_round_thousand_and_have_no_rank():
    assert NEWCOMER.shown == shown(0.0) == 1000
    assert NEWCOMER.provisional
    assert Rating(deals=SETTLED - 1).provisional
    assert not Rating(deals=SETTLED).provisional


@given(st.floats(0, SPREAD), st.floats(-10, 10_000), st.floats(0, 1))
def test_fading_never_goes_too_far(spread, days, decay):
    grown = faded(spread, days * DAY, decay)
    assert spread <= grown <= SPREAD
    if not decay or days <= 0:
        assert grown == spread


def test_who_was_away_is_less_known_where_a_league_wants_that():
    known = {UserId(1): Rating(30.0, 2.0, 50, 0.0)}
    soon = rated(known, deal(1, 2, 3, 4, at=DAY, decay=0.5))[1]
    late = rated(known, deal(1, 2, 3, 4, at=400 * DAY, decay=0.5))[1]
    without = rated(known, deal(1, 2, 3, 4, at=400 * DAY))[1]
    assert late.spread > soon.spread > without.spread
    assert late.mean > soon.mean


def test_deals_that_share_nobody_may_change_places():
    one, other = deal(1, 2, 3, 4, id_=1), deal(5, 6, "club", 7, id_=2, hold=False)
    assert {c.user: c.rating for c in fold({}, [one, other])} == {c.user: c.rating for c in fold({}, [other, one])}


DEALS = st.lists(
    st.tuples(st.permutations([1, 2, 3, 4, 5, "club"]), st.booleans(), st.integers(0, 30)), min_size=1, max_size=12
)


@given(DEALS, st.integers(0, 12))
def test_a_fold_goes_on_from_anywhere(drawn, cut):
    deals = [
        deal(*people[:4], hold=hold, id_=n, at=n * DAY + days, decay=0.1)
        for n, (people, hold, days) in enumerate(drawn, 1)
    ]
    changes = fold({}, deals)
    head = fold({}, deals[:cut])
    known = {change.user: change.rating for change in head}
    assert head + fold(known, deals[cut:]) == changes


def test_the_better_players_get_the_better_ratings():
    changes = fold({}, [deal(1, 2, 3, 4, hold=n % 4 != 0, id_=n) for n in range(100)])
    latest = {change.user: change.rating for change in changes}
    assert latest[1].rank_value > latest[2].rank_value
    assert latest[1].shown > 1300


def test_rulings_about_a_deal():
    played = deal(1, 2, 3, 4)
    assert ruled(played, Ruling(Verdict.VOID)).void
    assert ruled(replace(played, void=True), Ruling(Verdict.RESTORE)) == played
    other = ruled(played, Ruling(Verdict.CORRECT, declarers_hold=False, rise=2, points=120))
    assert (other.declarers_hold, other.points, other.rise) == (False, 120, 2)
    assert [s.gained for s in other.seats] == [0, 2, 0, 2]
    same = ruled(played, Ruling(Verdict.CORRECT, declarers_hold=True, rise=1, points=0))
    assert same.seats == played.seats
    won = replace(played, seats=tuple(replace(s, match_won=s.won) for s in played.seats))
    assert won.match_over
    assert not ruled(won, Ruling(Verdict.CORRECT, declarers_hold=False, rise=1)).match_over

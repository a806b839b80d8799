"""Ratings follow the formulas of docs/ratings.md. They decay with absence, and rulings change them."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import ResultId, UserId
from bot.league.results.deals import BookedDeal, BookedSeat, Ruling, RulingKind, SeatRole, apply_ruling
from bot.league.results.ratings import (
    BETA,
    COMPUTER_MEANS,
    DAY_SECONDS,
    INITIAL_MEAN,
    INITIAL_SPREAD,
    NEW_RATING,
    TAU,
    Rating,
    decayed_spread,
    rate_deal,
    rate_deals,
    to_displayed,
)
from bot.league.results.read_models import WinRecord
from tests.bench.measure_levels import ANCHOR, compute_mean, read_record


def seat(n, who, *, declaring, won):
    user, computer = (None, who) if isinstance(who, str) else (UserId(who), None)
    role = (SeatRole.DECLARER if n == 0 else SeatRole.PARTNER) if declaring else SeatRole.OPPONENT
    return BookedSeat(n, user, computer, role, won, False, 2, 2)


def deal(*people, declaring=(0, 2), hold=True, id_=1, at=0.0, **changes):
    seats = tuple(seat(n, who, declaring=n in declaring, won=(n in declaring) == hold) for n, who in enumerate(people))
    return replace(BookedDeal(ResultId(id_), at, 0, 40, 1, seats), **changes)


def by_hand(winners, losers):
    """Return the new (mean, spread) pairs of both sides by the formulas of docs/ratings.md."""
    stirred = [[(m, math.sqrt(s**2 + TAU**2)) for m, s in side] for side in (winners, losers)]
    means = [sum(m for m, _ in side) for side in stirred]
    spreads = [sum(s**2 for _, s in side) for side in stirred]
    c = math.sqrt(sum(spreads) + 2 * BETA**2)
    p = 1 / (1 + math.exp((means[1] - means[0]) / c))
    new = []
    for side, variance, sign in zip(stirred, spreads, (1, -1), strict=True):
        omega = sign * variance * (1 - p) / c
        delta = math.sqrt(variance) / c * variance * p * (1 - p) / c**2
        new.append(
            [(m + s**2 / variance * omega, s * math.sqrt(max(1 - s**2 / variance * delta, 0.0001))) for m, s in side]
        )
    return new


RATING = st.tuples(st.floats(-10, 60), st.floats(0.5, INITIAL_SPREAD))


@given(st.lists(RATING, min_size=4, max_size=4), st.booleans())
def test_ratings_follow_the_documented_formulas(ratings, hold):
    known = {UserId(n): Rating(m, s, 5, 0.0) for n, (m, s) in enumerate(ratings, 1)}
    new = rate_deal(known, deal(1, 2, 3, 4, hold=hold))
    declarers, opponents = [ratings[0], ratings[2]], [ratings[1], ratings[3]]
    won, lost = by_hand(declarers, opponents) if hold else by_hand(opponents, declarers)
    order = dict(zip((1, 3, 2, 4) if hold else (2, 4, 1, 3), won + lost, strict=True))
    for user, (mean, spread) in order.items():
        assert new[user].mean == pytest.approx(mean, rel=1e-9, abs=1e-9)
        assert new[user].spread == pytest.approx(spread, rel=1e-9)
        assert new[user].deals == 6


def test_smaller_side_is_filled_up_with_average_players():
    new = rate_deal({}, deal(1, 2, 3, 4, 5, declaring=(0,)))
    (alone, *_), others = by_hand(
        [(INITIAL_MEAN, INITIAL_SPREAD), *[(INITIAL_MEAN, 1.0)] * 3], [(INITIAL_MEAN, INITIAL_SPREAD)] * 4
    )
    assert (new[1].mean, new[1].spread) == pytest.approx(alone)
    assert (new[2].mean, new[2].spread) == pytest.approx(others[0])


def test_computers_keep_their_ratings():
    new = rate_deal({}, deal(1, "expert", "casual", "skilled"))
    ((mine, _), _) = by_hand(
        [(INITIAL_MEAN, INITIAL_SPREAD), (COMPUTER_MEANS["casual"], 1.0)], [(25.0, 1.0), (22.0, 1.0)]
    )
    assert set(new) == {1}
    assert (new[1].mean, new[1].spread) == pytest.approx(mine)
    assert rate_deal({}, deal("expert", "expert", "expert", "expert")) == {}
    easy, hard = (rate_deal({}, deal(1, level, "expert", level))[1].mean for level in ("casual", "expert"))
    assert hard > easy
    assert (
        rate_deal({}, deal(1, "no such level", "expert", "expert"))[1]
        == rate_deal({}, deal(1, "expert", "expert", "expert"))[1]
    )


def test_means_of_computers_match_measured_win_rates():
    recorded = read_record()
    assert set(recorded) >= {"casual", "skilled"}
    assert COMPUTER_MEANS[ANCHOR] == INITIAL_MEAN
    for level, found in recorded.items():
        low, high = (compute_mean(found["won"] + side * found["won_margin"]) for side in (-1, 1))
        assert low <= COMPUTER_MEANS[level] <= high


def test_void_and_one_sided_deals_change_no_rating():
    assert rate_deal({}, deal(1, 2, 3, 4, void=True)) == {}
    assert rate_deal({}, deal(1, 2, 3, 4, declaring=(0, 1, 2, 3))) == {}


def test_winners_rise_and_losers_fall_and_spreads_shrink():
    new = rate_deal({}, deal(1, 2, 3, 4))
    assert new[1].mean == new[3].mean > INITIAL_MEAN > new[2].mean == new[4].mean
    assert all(rating.spread < INITIAL_SPREAD for rating in new.values())


def test_newcomers_display_1000_without_a_rank():
    assert NEW_RATING.displayed == to_displayed(0.0) == 1000
    assert NEW_RATING.provisional
    assert [Rating(deals=deals).provisional for deals in (19, 20)] == [True, False]


@given(st.floats(0, INITIAL_SPREAD), st.floats(-10, 10_000), st.floats(0, 1))
def test_decay_stays_within_limits(spread, days, decay):
    grown = decayed_spread(spread, days * DAY_SECONDS, decay)
    assert spread <= grown <= INITIAL_SPREAD
    if not decay or days <= 0:
        assert grown == spread


def test_spread_grows_with_absence_if_decay_is_on():
    known = {UserId(1): Rating(30.0, 2.0, 50, 0.0)}
    soon = rate_deal(known, deal(1, 2, 3, 4, at=DAY_SECONDS, decay=0.5))[1]
    late = rate_deal(known, deal(1, 2, 3, 4, at=400 * DAY_SECONDS, decay=0.5))[1]
    without = rate_deal(known, deal(1, 2, 3, 4, at=400 * DAY_SECONDS))[1]
    assert late.spread > soon.spread > without.spread
    assert late.mean > soon.mean


def test_order_of_deals_without_common_players_does_not_matter():
    one, other = deal(1, 2, 3, 4, id_=1), deal(5, 6, "expert", 7, id_=2, hold=False)
    assert {c.user: c.rating for c in rate_deals({}, [one, other])} == {
        c.user: c.rating for c in rate_deals({}, [other, one])
    }


DEALS = st.lists(
    st.tuples(st.permutations([1, 2, 3, 4, 5, "expert"]), st.booleans(), st.integers(0, 30)), min_size=1, max_size=12
)


@given(DEALS, st.integers(0, 12))
def test_rating_can_resume_after_any_deal(drawn, cut):
    deals = [
        deal(*people[:4], hold=hold, id_=n, at=n * DAY_SECONDS + days, decay=0.1)
        for n, (people, hold, days) in enumerate(drawn, 1)
    ]
    changes = rate_deals({}, deals)
    head = rate_deals({}, deals[:cut])
    known = {change.user: change.rating for change in head}
    assert head + rate_deals(known, deals[cut:]) == changes


def test_better_players_get_better_ratings():
    changes = rate_deals({}, [deal(1, 2, 3, 4, hold=n % 4 != 0, id_=n) for n in range(100)])
    latest = {change.user: change.rating for change in changes}
    assert latest[1].rank_value > latest[2].rank_value
    assert latest[1].displayed > 1300


@pytest.mark.parametrize(("record", "lost", "rate"), [(WinRecord(), 0, 0.0), (WinRecord(4, 1), 3, 0.25)])
def test_win_record_counts_losses_and_share(record, lost, rate):
    assert (record.lost, record.win_rate) == (lost, rate)


def test_rulings_change_how_a_deal_counts():
    played = deal(1, 2, 3, 4)
    assert apply_ruling(played, Ruling(RulingKind.VOID)).void
    assert apply_ruling(replace(played, void=True), Ruling(RulingKind.RESTORE)) == played
    other = apply_ruling(played, Ruling(RulingKind.CORRECT, declarers_hold=False, rise=2, points=120))
    assert (other.declarers_hold, other.points, other.rise) == (False, 120, 2)
    assert [s.levels_gained for s in other.seats] == [0, 2, 0, 2]
    same = apply_ruling(played, Ruling(RulingKind.CORRECT, declarers_hold=True, rise=1, points=0))
    assert same.seats == played.seats
    won = replace(played, seats=tuple(replace(s, match_won=s.won) for s in played.seats))
    assert won.match_over
    assert not apply_ruling(won, Ruling(RulingKind.CORRECT, declarers_hold=False, rise=1)).match_over


def test_corrected_result_keeps_the_declarers_bonus():
    seats = (
        BookedSeat(0, None, "expert", SeatRole.DECLARER, True, False, 2, 5),
        BookedSeat(1, None, "expert", SeatRole.FRIEND, True, False, 2, 3),
        BookedSeat(2, None, "expert", SeatRole.OPPONENT, False, False, 2, 2),
    )
    played = BookedDeal(ResultId(1), 0.0, 0, 35, 1, seats)
    for hold, rise, gained in ((True, 3, [5, 3, 0]), (True, 0, [0, 0, 0]), (False, 1, [0, 0, 1])):
        corrected = apply_ruling(played, Ruling(RulingKind.CORRECT, declarers_hold=hold, rise=rise, points=0))
        assert [seat.levels_gained for seat in corrected.seats] == gained

"""Season standings: points, order, shared ranks."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import EntrantId, ResultId
from bot.league.build_profile import current_streak
from bot.league.deals import BookedDeal, BookedSeat, Role
from bot.league.leagues import Entrant, LeagueSettings, LevelReset, PointScheme, get_season_end, reset_level
from bot.league.ratings import NEW_RATING
from bot.league.read_models import RatingPoint, thin_out
from bot.league.refusals import LeagueRefused
from bot.league.season_standings import (
    FORM_LENGTH,
    MAX_TIED_GROUP,
    Score,
    add_deal_to_score,
    compute_score,
    rank_entrants,
)
from bot.league.validate import validate_settings


def booked_deal(won, rise=1, match_won=False, id_=1):
    role = Role.OPPONENT
    return BookedDeal(ResultId(id_), 0.0, 0, 100, rise, (BookedSeat(0, None, "club", role, won, match_won),))


def test_points_follow_the_scheme():
    scheme = PointScheme(2, 3, 10)
    score = compute_score(
        [(booked_deal(True, 2), 0), (booked_deal(False, 3), 0), (booked_deal(True, 0, True), 0)], scheme
    )
    assert score == Score(8 + 0 + 12, 3, 2, 2 - 3 + 0, 1, 1, "WLW")


def test_form_and_streak_show_the_latest_deals():
    score = Score()
    for n in range(FORM_LENGTH + 5):
        score = add_deal_to_score(score, booked_deal(n > 2), booked_deal(n > 2).seats[0], PointScheme())
    assert (score.form, score.streak) == ("W" * FORM_LENGTH, FORM_LENGTH + 2)
    lost = add_deal_to_score(score, booked_deal(False), booked_deal(False).seats[0], PointScheme())
    assert (lost.form[-2:], lost.streak) == ("WL", -1)
    assert current_streak([]) == 0
    assert current_streak([True, False, False]) == -2


def entrants(*scores):
    return [(Entrant(EntrantId(n)), score) for n, score in enumerate(scores, 1)]


def test_standings_are_in_order():
    rows = entrants(
        Score(points=5, won=2), Score(points=9, won=2), Score(points=9, won=3), Score(points=5, won=2, margin=4),
        Score(points=5, won=2, margin=4, deals=3), Score(points=5, won=2, margin=4),
    )  # fmt: skip
    lines = rank_entrants(rows, {})
    assert [(line.rank, line.entrant.id) for line in lines] == [(1, 3), (2, 2), (3, 6), (3, 4), (5, 5), (6, 1)]


def test_mutual_wins_decide_before_the_margin():
    rows = entrants(Score(points=1, margin=9), Score(points=1), Score(points=1, margin=5))
    met = {(EntrantId(2), EntrantId(1)): 2, (EntrantId(1), EntrantId(2)): 1, (EntrantId(3), EntrantId(9)): 7}
    assert [line.entrant.id for line in rank_entrants(rows, met)] == [2, 3, 1]


def test_mutual_wins_do_not_count_in_large_groups():
    rows = entrants(*[Score(points=1)] * (MAX_TIED_GROUP + 1))
    lines = rank_entrants(rows, {(EntrantId(1), EntrantId(2)): 5})
    assert {line.rank for line in lines} == {1}


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(-1, 1)), min_size=1, max_size=5), st.data())
def test_the_order_of_input_does_not_matter(drawn, data):
    rows = entrants(*(Score(points=p, won=w, margin=m) for p, w, m in drawn))
    lines = rank_entrants(rows, {})
    assert all(rank_entrants(mixed, {}) == lines for mixed in list(permutations(rows))[:24])


@pytest.mark.parametrize(
    ("level", "reset", "after"),
    [(14, LevelReset.SOFT, 8), (2, LevelReset.SOFT, 2), (9, LevelReset.FULL, 2), (9, LevelReset.KEEP, 9)],
)
def test_a_new_season_resets_levels(level, reset, after):
    assert reset_level(level, 2, reset) == after


def test_settings_have_one_normal_form():
    settings = validate_settings(LeagueSettings("  a  league ", "club", "decks=2 players=4", season_days=30))
    assert settings.name == "a league"
    assert settings.rules.startswith("players=4 ") or "players=4 " in settings.rules
    assert get_season_end(settings, 100.0) == 100.0 + 30 * 86_400
    assert validate_settings(settings) == settings
    with pytest.raises(LeagueRefused, match="bad_rules"):
        validate_settings(LeagueSettings("x", "club", "decks=2 decks=2"))


@given(st.integers(0, 500), st.integers(2, 60))
def test_a_long_history_keeps_its_ends(count, most):
    points = [RatingPoint(ResultId(n), NEW_RATING) for n in range(count)]
    thin = thin_out(points, most)
    assert len(thin) == min(count, most)
    assert list(thin) == sorted(set(thin), key=lambda point: point.result)
    if count:
        assert (thin[0], thin[-1]) == (points[0], points[-1])

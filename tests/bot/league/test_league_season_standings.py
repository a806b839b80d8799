"""Season standings follow a point scheme and an order. New seasons reset levels, and rating histories are thinned."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import EntrantId, ResultId
from bot.league.leagues.league_settings import LeagueSettings, LevelReset, PointScheme, RankedBy, StandingsOrder
from bot.league.leagues.leagues import Entrant
from bot.league.leagues.season_changes import reset_level
from bot.league.leagues.validate import validate_settings
from bot.league.refusals import LeagueRefused
from bot.league.results.deals import BookedDeal, BookedSeat, SeatRole
from bot.league.results.ratings import NEW_RATING
from bot.league.results.read_models import RatingPoint, thin_out
from bot.league.results.season_standings import MAX_TIED_GROUP, Score, add_deal_to_score, compute_score, rank_entrants
from engine.model.notation import format_rules
from engine.model.presets import preset, preset_with


def booked_deal(won, rise=1, match_won=False, id_=1):
    role = SeatRole.OPPONENT
    return BookedDeal(ResultId(id_), 0.0, 0, 100, rise, (BookedSeat(0, None, "expert", role, won, match_won, 2, 2),))


def test_points_follow_the_scheme():
    scheme = PointScheme(2, 3, 10, StandingsOrder.WINS, 1)
    score = compute_score(
        [(booked_deal(True, 2), 0), (booked_deal(False, 3), 0), (booked_deal(True, 0, True), 0)], scheme
    )
    assert score == Score(8 + 0 + 12, 3, 2, 2 - 3 + 0, 1, 1, "WLW", settled=True, value=2.0)


def season_of(wins, losses, scheme, rating=None):
    """Return a score. Wins and losses of one level each alternate, until only wins or only losses remain."""
    played = [(booked_deal(won), 0) for won in [True, False] * min(wins, losses)]
    played += [(booked_deal(wins > losses), 0)] * abs(wins - losses)
    return compute_score(played, scheme, rating)


@pytest.mark.parametrize(
    ("order", "better", "worse"),
    [
        (StandingsOrder.AVERAGE, (12, 4), (15, 15)),  # playing more does not make up for losing
        (StandingsOrder.AVERAGE, (6, 4), (60, 60)),
        (StandingsOrder.AVERAGE, (5, 5), (9, 0)),  # nine deals are too few for a rank
        (StandingsOrder.WINS, (15, 15), (12, 4)),
    ],
)
def test_chosen_order_decides_who_leads(order, better, worse):
    scheme = PointScheme(order=order)
    rows = entrants(season_of(*worse, scheme), season_of(*better, scheme))
    assert [line.entrant.id for line in rank_entrants(rows, {})] == [2, 1]


def test_seasons_of_people_rank_by_average_by_default():
    assert PointScheme().order is StandingsOrder.AVERAGE
    assert LeagueSettings("", "", "").min_people is None


def test_ratings_rank_entrants_if_the_season_says_so():
    scheme = PointScheme(order=StandingsOrder.RATING, min_deals=3)
    rows = entrants(season_of(9, 0, scheme, 10.0), season_of(3, 6, scheme, 12.5), season_of(2, 0, scheme, 20.0))
    lines = rank_entrants(rows, {})
    assert [line.entrant.id for line in lines] == [2, 1, 3]
    assert [line.is_champion for line in lines] == [True, False, False]
    assert not rank_entrants(rows[2:], {})[0].is_champion  # two deals are too few to be champion


@given(st.lists(st.booleans(), max_size=30), st.sampled_from(StandingsOrder), st.integers(1, 20), st.floats(-5, 40))
def test_a_score_equals_its_recomputation(wins, order, least, rating):
    scheme, score = PointScheme(order=order, min_deals=least), Score()
    played = [(booked_deal(won, id_=n), 0) for n, won in enumerate(wins)]
    for deal, seat in played:
        score = add_deal_to_score(score, deal, deal.seats[seat], scheme, rating)
    assert score == compute_score(played, scheme, rating)
    assert score.settled == (len(wins) >= least and order is not StandingsOrder.PLACES)
    assert add_deal_to_score(score, booked_deal(True), booked_deal(True).seats[0], scheme).value >= score.value - 1e-9


def test_places_in_events_decide_and_deals_break_ties():
    scheme, deal = PointScheme(order=StandingsOrder.PLACES, min_deals=50), (booked_deal(True), 0)
    scores = [
        compute_score(*given)
        for given in (([deal], scheme, None, (7, 3)), ([], scheme, 30.0, (10,)), ([deal] * 9, scheme))
    ]
    assert [(score.value, score.settled) for score in scores] == [(10.0, True), (10.0, True), (0.0, False)]
    lines = rank_entrants(entrants(*scores), {})
    assert [line.entrant.id for line in lines] == [1, 2, 3]
    assert [line.is_champion for line in lines] == [True, False, False]


def test_form_and_streak_show_the_latest_deals():
    score = Score()
    for n in range(15):
        score = add_deal_to_score(score, booked_deal(n > 2), booked_deal(n > 2).seats[0], PointScheme())
    assert (score.form, score.streak) == ("W" * 10, 12)
    lost = add_deal_to_score(score, booked_deal(False), booked_deal(False).seats[0], PointScheme())
    assert (lost.form[-2:], lost.streak) == ("WL", -1)


def entrants(*scores):
    return [(Entrant(EntrantId(n)), score) for n, score in enumerate(scores, 1)]


def test_standings_are_in_order():
    rows = entrants(
        Score(value=5, won=2), Score(value=9, won=2), Score(value=9, won=3), Score(value=5, won=2, margin=4),
        Score(value=5, won=2, margin=4, deals=3), Score(value=5, won=2, margin=4), Score(value=1, settled=True),
    )  # fmt: skip
    lines = rank_entrants(rows, {})
    assert [(line.rank, line.entrant.id) for line in lines] == [
        (1, 7), (2, 3), (3, 2), (4, 6), (4, 4), (6, 5), (7, 1),
    ]  # fmt: skip


def test_wins_against_each_other_decide_before_the_margin():
    rows = entrants(Score(value=1, margin=9), Score(value=1), Score(value=1, margin=5))
    met = {(EntrantId(2), EntrantId(1)): 2, (EntrantId(1), EntrantId(2)): 1, (EntrantId(3), EntrantId(9)): 7}
    assert [line.entrant.id for line in rank_entrants(rows, met)] == [2, 3, 1]


def test_wins_against_each_other_do_not_count_in_large_groups():
    rows = entrants(*[Score(value=1)] * (MAX_TIED_GROUP + 1))
    lines = rank_entrants(rows, {(EntrantId(1), EntrantId(2)): 5})
    assert {line.rank for line in lines} == {1}


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(-1, 1)), min_size=1, max_size=5), st.data())
def test_the_order_of_input_does_not_matter(drawn, data):
    rows = entrants(*(Score(value=p, won=w, margin=m) for p, w, m in drawn))
    lines = rank_entrants(rows, {})
    assert all(rank_entrants(mixed, {}) == lines for mixed in list(permutations(rows))[:24])


@pytest.mark.parametrize(
    ("level", "reset", "after"),
    [(14, LevelReset.SOFT, 8), (2, LevelReset.SOFT, 2), (9, LevelReset.FULL, 2), (9, LevelReset.KEEP, 9)],
)
def test_a_new_season_resets_levels(level, reset, after):
    assert reset_level(level, 2, reset) == after


def test_settings_are_normalized():
    settings = validate_settings(LeagueSettings("  a  league ", "standard", "decks=2 players=4", season_days=30))
    assert settings.name == "a league"
    assert settings.rules.startswith("players=4 ") or "players=4 " in settings.rules
    assert validate_settings(settings) == settings
    with pytest.raises(LeagueRefused, match="bad_rules"):
        validate_settings(LeagueSettings("x", "standard", "decks=2 decks=2"))


BY_RATING = LeagueSettings(
    "x", "standard", format_rules(preset("standard")), scheme=PointScheme(order=StandingsOrder.RATING)
)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (replace(BY_RATING, ranked_by=RankedBy.TEAMS), "rating_order"),
        (replace(BY_RATING, rules=format_rules(preset_with("standard", final_level="K"))), "rating_order"),
        (replace(BY_RATING, scheme=PointScheme(min_deals=0)), "bad_settings"),
        (replace(BY_RATING, min_people=5), "bad_settings"),
        (replace(BY_RATING, min_people=0), "bad_settings"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, why):
    assert validate_settings(BY_RATING).scheme.order is StandingsOrder.RATING
    with pytest.raises(LeagueRefused, match=why):
        validate_settings(settings)


@given(st.integers(0, 500), st.integers(2, 60))
def test_thinned_history_keeps_its_first_and_last_point(count, most):
    points = [RatingPoint(ResultId(n), NEW_RATING) for n in range(count)]
    thin = thin_out(points, most)
    assert len(thin) == min(count, most)
    assert list(thin) == sorted(set(thin), key=lambda point: point.result)
    if count:
        assert (thin[0], thin[-1]) == (points[0], points[-1])

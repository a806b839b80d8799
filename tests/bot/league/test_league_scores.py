"""The table of a season: points, order, shared ranks."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.deals import DealFact, Role, SeatFact
from bot.league.drafts import checked
from bot.league.ids import EntrantId, ResultId
from bot.league.leagues import Draft, Entrant, Reset, Scheme, closes, reset_level
from bot.league.looks import Moment, thinned
from bot.league.profiles import streak
from bot.league.ratings import NEWCOMER
from bot.league.refusals import LeagueRefused
from bot.league.scores import FORM, MOST_TIED, Score, counted, table, total


def fact(won, rise=1, match_won=False, id_=1):
    role = Role.OPPONENT
    return DealFact(ResultId(id_), 0.0, 0, 100, rise, (SeatFact(0, None, "club", role, won, match_won),))


def test_what_a_deal_is_worth():
    scheme = Scheme(2, 3, 10)
    score = total([(fact(True, 2), 0), (fact(False, 3), 0), (fact(True, 0, True), 0)], scheme)
    assert score == Score(8 + 0 + 12, 3, 2, 2 - 3 + 0, 1, 1, "WLW")


def test_form_and_streak_are_of_the_latest():
    score = Score()
    for n in range(FORM + 5):
        score = counted(score, fact(n > 2), fact(n > 2).seats[0], Scheme())
    assert (score.form, score.streak) == ("W" * FORM, FORM + 2)
    lost = counted(score, fact(False), fact(False).seats[0], Scheme())
    assert (lost.form[-2:], lost.streak) == ("WL", -1)
    assert streak([]) == 0
    assert streak([True, False, False]) == -2


def entrants(*scores):
    return [(Entrant(EntrantId(n)), score) for n, score in enumerate(scores, 1)]


def test_the_order_of_a_table():
    rows = entrants(
        Score(points=5, won=2), Score(points=9, won=2), Score(points=9, won=3), Score(points=5, won=2, margin=4),
        Score(points=5, won=2, margin=4, deals=3), Score(points=5, won=2, margin=4),
    )  # fmt: skip
    lines = table(rows, {})
    assert [(line.rank, line.entrant.id) for line in lines] == [(1, 3), (2, 2), (3, 6), (3, 4), (5, 5), (6, 1)]


def test_meetings_decide_before_the_margin():
    rows = entrants(Score(points=1, margin=9), Score(points=1), Score(points=1, margin=5))
    met = {(EntrantId(2), EntrantId(1)): 2, (EntrantId(1), EntrantId(2)): 1, (EntrantId(3), EntrantId(9)): 7}
    assert [line.entrant.id for line in table(rows, met)] == [2, 3, 1]


def test_in_a_crowd_meetings_are_not_looked_at():
    rows = entrants(*[Score(points=1)] * (MOST_TIED + 1))
    lines = table(rows, {(EntrantId(1), EntrantId(2)): 5})
    assert {line.rank for line in lines} == {1}


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(-1, 1)), min_size=1, max_size=5), st.data())
def test_the_order_does_not_depend_on_who_is_named_first(drawn, data):
    rows = entrants(*(Score(points=p, won=w, margin=m) for p, w, m in drawn))
    lines = table(rows, {})
    assert all(table(mixed, {}) == lines for mixed in list(permutations(rows))[:24])


@pytest.mark.parametrize(
    ("level", "reset", "after"), [(14, Reset.SOFT, 8), (2, Reset.SOFT, 2), (9, Reset.FULL, 2), (9, Reset.KEEP, 9)]
)
def test_what_a_season_does_to_a_level(level, reset, after):
    assert reset_level(level, 2, reset) == after


def test_a_draft_is_kept_in_one_way():
    draft = checked(Draft("  a  league ", "club", "decks=2 players=4", days=30))
    assert draft.name == "a league"
    assert draft.rules.startswith("players=4 ") or "players=4 " in draft.rules
    assert closes(draft, 100.0) == 100.0 + 30 * 86_400
    assert checked(draft) == draft
    with pytest.raises(LeagueRefused, match="bad_rules"):
        checked(Draft("x", "club", "decks=2 decks=2"))


@given(st.integers(0, 500), st.integers(2, 60))
def test_a_long_history_is_thinned_and_keeps_its_ends(count, most):
    moments = [Moment(ResultId(n), NEWCOMER) for n in range(count)]
    thin = thinned(moments, most)
    assert len(thin) == min(count, most)
    assert list(thin) == sorted(set(thin), key=lambda moment: moment.result)
    if count:
        assert (thin[0], thin[-1]) == (moments[0], moments[-1])

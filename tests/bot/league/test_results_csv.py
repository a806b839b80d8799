"""Results that are written as CSV can be read again. No database is needed."""

import pytest

from bot.league.files.export_csv import format_results_csv
from bot.league.files.import_csv import BadLineReason, ParsedResults, parse_results_csv
from bot.league.results.deals import Ruling, RulingKind, apply_ruling, expected_outcome, get_points_range
from bot.league.results.read_models import LeagueResult
from engine.model.rules import Rules

NOW = 1_700_000_900.0
FILE = """at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4
2023-11-14T20:15,1,1 3,declarers,35,2,no,u:11,u:12,c:expert,u:13
2023-11-14T20:25,4,2 4,opponents,120,1,yes,u:11,u:-5,c:master,u:13
"""
VOID, FINE = Ruling(RulingKind.VOID), Ruling(RulingKind.CORRECT, declarers_hold=True, rise=5, points=80)
FIRST, SECOND = parse_results_csv(FILE, Rules(), NOW).deals.values()


@pytest.mark.parametrize(
    ("results", "read"),
    [
        ([LeagueResult(FIRST), LeagueResult(SECOND)], ParsedResults({2: FIRST, 3: SECOND})),
        ([LeagueResult(apply_ruling(FIRST, VOID), VOID), LeagueResult(SECOND)], ParsedResults({3: SECOND}, [], [2])),
        ([LeagueResult(apply_ruling(FIRST, FINE), FINE)], ParsedResults({2: apply_ruling(FIRST, FINE)})),
    ],
    ids=["as booked", "void", "corrected to what no cards give"],
)
def test_written_results_are_read_back_unchanged(results, read):
    assert parse_results_csv(format_results_csv(results, 4), Rules(), NOW) == read


@pytest.mark.parametrize(("beyond", "is_bad"), [(0, False), (5, True)])
def test_points_are_at_most_what_rules_can_give(beyond, is_bad):
    _, most = get_points_range(Rules())
    (rise,) = expected_outcome(most, Rules(), 2)[1]
    line = FILE.replace("opponents,120,1", f"opponents,{most + beyond},{rise}")
    bad = parse_results_csv(line, Rules(), NOW).bad_lines
    assert [one.why for one in bad] == [BadLineReason.POINTS] * is_bad

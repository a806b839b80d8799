"""Results as CSV, without a database: what is written can be read again."""

import pytest

from bot.league.files.export_csv import format_results_csv
from bot.league.files.import_csv import ParsedResults, parse_results_csv
from bot.league.results.deals import Ruling, RulingKind, apply_ruling
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
def test_written_results_read_the_same(results, read):
    assert parse_results_csv(format_results_csv(results, 4), Rules(), NOW) == read

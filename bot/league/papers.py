"""Results, tables and ratings as files: CSV for spreadsheets, JSON for programs.

What `results_csv` writes is what `past.read_results` reads. Seats count from 1 there; times are ISO 8601 in UTC.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from bot.league.deals import Verdict
from bot.league.ids import TeamId, UserId
from bot.league.leagues import LeagueFacts, Season
from bot.league.looks import LeaderLine, Result
from bot.league.scores import Line

FIXED: Final = ("at", "declarer", "declaring", "winners", "points", "rise", "match")
EXTRA: Final = ("result", "void", "corrected")
"""What results may say besides: files of earlier versions lack it."""
DECLARERS, OPPONENTS, YES, NO = "declarers", "opponents", "yes", "no"
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would take a name that begins so for a formula."""


def results_csv(results: Iterable[Result], players: int) -> str:
    """Return deals as CSV."""
    seats = tuple(f"seat{n}" for n in range(1, players + 1))
    return _csv((*FIXED, *seats, *EXTRA), (_deal_row(result) for result in results))


def parts(results: str, most: int) -> list[str]:
    """Return what `results_csv` wrote as files of at most `most` results, each with the heading."""
    heading, *rows = results.splitlines(keepends=True)
    return [heading + "".join(rows[first : first + most]) for first in range(0, max(1, len(rows)), most)]


def table_csv(lines: Iterable[Line], names: Mapping[UserId, str], teams: Mapping[TeamId, str]) -> str:
    """Return a season's table as CSV."""
    rows = [_line_values(line, names, teams) for line in lines]
    return _csv(tuple(_LINE), ([safe(str(value)) for value in row.values()] for row in rows))


def ratings_csv(lines: Iterable[LeaderLine], names: Mapping[UserId, str]) -> str:
    """Return ratings as CSV, with the figures to their last digit."""
    heading = ("rank", "person", "name", "rating", "mean", "spread", "deals")
    return _csv(heading, ([safe(str(v)) for v in _rating_values(line, names).values()] for line in lines))


def season_json(
    league: LeagueFacts,
    season: Season,
    lines: Iterable[Line],
    results: Iterable[Result],
    names: Mapping[UserId, str],
    teams: Mapping[TeamId, str],
) -> str:
    """Return a season whole, as JSON: league, table, results."""
    whole = {
        "league": {"name": league.name},
        "season": {
            "number": season.number,
            "preset": season.preset,
            "rules": season.rules,
            "opened_at": _moment(season.opened_at),
            "closed_at": None if season.closed_at is None else _moment(season.closed_at),
            "points": {"deal": season.scheme.deal, "level": season.scheme.level, "match": season.scheme.match},
        },
        "table": [_line_values(line, names, teams) for line in lines],
        "results": [_deal_values(result) for result in results],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def safe(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; numbers stay numbers."""
    number = text.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{text}" if text.startswith(_FORMULAS) and not number else text


def _deal_row(result: Result) -> list[str]:
    values = _deal_values(result)
    return [str(word) for word in (*(values[n] for n in FIXED), *values["seats"], *(values[n] for n in EXTRA))]


def _deal_values(result: Result) -> dict[str, Any]:
    deal, corrected = result.deal, result.ruling is not None and result.ruling.verdict is Verdict.CORRECT
    return {
        "result": int(deal.id),
        "at": _moment(deal.at),
        "declarer": deal.declarer + 1,
        "declaring": " ".join(str(s.seat + 1) for s in deal.seats if s.declaring),
        "winners": DECLARERS if deal.declarers_hold else OPPONENTS,
        "points": deal.points,
        "rise": deal.rise,
        "match": YES if deal.match_over else NO,
        "void": YES if deal.void else NO,
        "corrected": YES if corrected else NO,
        "seats": [f"c:{s.computer}" if s.user is None else f"u:{s.user}" for s in deal.seats],
    }


_LINE: Final = (
    "rank", "person", "team", "name", "points", "deals", "won", "margin", "matches_won", "streak", "form", "left",
)  # fmt: skip


def _line_values(line: Line, names: Mapping[UserId, str], teams: Mapping[TeamId, str]) -> dict[str, Any]:
    entrant, score = line.entrant, line.score
    name = names.get(entrant.user, "") if entrant.user is not None else ""
    if entrant.team is not None:
        name = teams.get(entrant.team, "")
    person = "" if entrant.user is None else str(entrant.user)
    values = (line.rank, person, entrant.team or "", name, score.points, score.deals, score.won, score.margin)
    rest = score.matches_won, score.streak, score.form, YES if entrant.left else NO
    return dict(zip(_LINE, (*values, *rest), strict=True))


def _rating_values(line: LeaderLine, names: Mapping[UserId, str]) -> dict[str, Any]:
    rating, name = line.rating, names.get(line.user, "")
    figures = rating.shown, repr(rating.mean), repr(rating.spread), rating.deals
    keys = ("rank", "person", "name", "rating", "mean", "spread", "deals")
    return dict(zip(keys, (line.rank or "", str(line.user), name, *figures), strict=True))


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return out.getvalue()

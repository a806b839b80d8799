"""Formats results, standings and ratings as CSV or JSON. Seats count from 1; times are ISO 8601 in UTC."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from bot.ids import TeamId, UserId
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.deals import RulingKind
from bot.league.results.read_models import LeaderboardEntry, LeagueResult
from bot.league.results.season_standings import SeasonStanding
from bot.setting_fields import get_values

UTF8_WITH_BOM: Final = "utf-8-sig"
"""Without the byte order mark, spreadsheets assume an older encoding and break Chinese names."""
REQUIRED_COLUMNS: Final = ("at", "declarer", "declaring", "winners", "points", "rise", "match")
OPTIONAL_COLUMNS: Final = ("result", "void", "corrected")
"""Columns that an imported file may lack."""
DECLARERS, OPPONENTS, YES, NO = "declarers", "opponents", "yes", "no"
_FORMULA_STARTS: Final = frozenset("=+-@\N{MINUS SIGN}")
"""Spreadsheets run a cell as a formula if it begins with one of these, some even after invisible characters."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
"""Unicode's categories of characters that nobody sees, such as spaces and control characters."""
_STANDING_COLUMNS: Final = (
    "rank", "person", "team", "name", "points", "deals", "won", "margin", "matches_won", "streak", "form", "left",
    "value", "settled",
)  # fmt: skip


def format_results_csv(results: Iterable[LeagueResult], players: int) -> str:
    """Return deals as CSV."""
    seats = tuple(f"seat{n}" for n in range(1, players + 1))
    return format_csv((*REQUIRED_COLUMNS, *seats, *OPTIONAL_COLUMNS), (_list_deal_cells(result) for result in results))


def split_results_csv(results: str, most: int) -> list[str]:
    """Split the text of `format_results_csv` into files of at most `most` results. Each file has the heading."""
    heading, *rows = results.splitlines(keepends=True)
    return [heading + "".join(rows[first : first + most]) for first in range(0, max(1, len(rows)), most)]


def format_standings_csv(
    lines: Iterable[SeasonStanding], names: Mapping[UserId, str], teams: Mapping[TeamId, str]
) -> str:
    """Return a season's standings as CSV."""
    rows = [_standing_values(line, names, teams) for line in lines]
    return format_csv(_STANDING_COLUMNS, ([escape_formula(str(value)) for value in row.values()] for row in rows))


def format_ratings_csv(lines: Iterable[LeaderboardEntry], names: Mapping[UserId, str]) -> str:
    """Return ratings as CSV, with mean and spread unrounded."""
    heading = ("rank", "person", "name", "rating", "mean", "spread", "deals")
    return format_csv(heading, ([escape_formula(str(v)) for v in _list_rating_cells(line, names)] for line in lines))


def format_season_json(
    league: LeagueInfo,
    season: Season,
    lines: Iterable[SeasonStanding],
    results: Iterable[LeagueResult],
    names: Mapping[UserId, str],
    teams: Mapping[TeamId, str],
) -> str:
    """Return a season as JSON: league, standings, results."""
    scheme = get_values(season.scheme)
    season_data = {
        "league": {"name": league.name},
        "season": {
            "number": season.number,
            "preset": season.preset,
            "rules": season.rules,
            "opened_at": _format_time(season.opened_at),
            "closed_at": None if season.closed_at is None else _format_time(season.closed_at),
            "points": {name: scheme.pop(name) for name in ("deal", "level", "match")},
            "ranked_by": scheme.pop("order"),
            **scheme,
            "min_people": season.min_people,
        },
        "table": [_standing_values(line, names, teams) for line in lines],
        "results": [_deal_values(result) for result in results],
    }
    return json.dumps(season_data, ensure_ascii=False, indent=1)


def escape_formula(text: str) -> str:
    """Return text that no spreadsheet executes as a formula; numbers stay numbers."""
    number = text.removeprefix("-").replace(".", "", 1).isdigit()
    plain = unicodedata.normalize("NFKC", text)
    first = next((one for one in plain if unicodedata.category(one) not in _UNSEEN), "")
    return f"'{text}" if (first in _FORMULA_STARTS or text.startswith(("\t", "\r"))) and not number else text


def _list_deal_cells(result: LeagueResult) -> list[str]:
    values = _deal_values(result)
    required, optional = ([str(values[name]) for name in names] for names in (REQUIRED_COLUMNS, OPTIONAL_COLUMNS))
    return [*required, *values["seats"], *optional]


def _deal_values(result: LeagueResult) -> dict[str, Any]:
    deal, corrected = result.deal, result.ruling is not None and result.ruling.kind is RulingKind.CORRECT
    return {
        "result": int(deal.id),
        "at": _format_time(deal.at),
        "declarer": deal.declarer + 1,
        "declaring": " ".join(str(s.seat + 1) for s in deal.seats if s.declaring),
        "winners": DECLARERS if deal.declarers_hold else OPPONENTS,
        "points": deal.points,
        "rise": deal.rise,
        "match": YES if deal.match_over else NO,
        "void": YES if deal.void else NO,
        "corrected": YES if corrected else NO,
        "seats": [f"c:{s.computer_level}" if s.user is None else f"u:{s.user}" for s in deal.seats],
    }


def _standing_values(line: SeasonStanding, names: Mapping[UserId, str], teams: Mapping[TeamId, str]) -> dict[str, Any]:
    entrant, score = line.entrant, line.score
    name = names.get(entrant.user, "") if entrant.user is not None else ""
    if entrant.team is not None:
        name = teams.get(entrant.team, "")
    person = "" if entrant.user is None else str(entrant.user)
    values = (line.rank, person, entrant.team or "", name, score.points, score.deals, score.won, score.margin)
    settled = YES if score.settled else NO
    rest = score.matches_won, score.streak, score.form, YES if entrant.left else NO, round(score.value, 4), settled
    return dict(zip(_STANDING_COLUMNS, (*values, *rest), strict=True))


def _list_rating_cells(line: LeaderboardEntry, names: Mapping[UserId, str]) -> tuple[object, ...]:
    rating = line.rating
    figures = rating.displayed, repr(rating.mean), repr(rating.spread), rating.deals
    return line.rank or "", line.user, names.get(line.user, ""), *figures


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def format_csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; callers pass what people have typed through `escape_formula` first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return out.getvalue()

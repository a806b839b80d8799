"""Results, tables and ratings as files: CSV for spreadsheets, JSON for programs; and past results read from CSV.

What `results_csv` writes is what `read_results` reads. Seats count from 1 there; times are ISO 8601 in UTC.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from bot.league.deals import HIGHEST_RISE, DealFact, SeatFact, role_of
from bot.league.ids import ResultId, TeamId, UserId
from bot.league.leagues import LeagueFacts, Season
from bot.league.looks import LeaderLine
from bot.league.ratings import COMPUTERS
from bot.league.scores import Line
from engine.rules import Rules, Teams

MOST_POINTS: Final = 10_000
"""No deal of any rules has more, penalties included."""
MOST_LINES: Final = 500
"""Lines of a file that is brought in: they are booked in one step, during which no table can save."""
FIXED: Final = ("at", "declarer", "declaring", "winners", "points", "rise", "match")
EXTRA: Final = ("result", "void")
DECLARERS, OPPONENTS, YES, NO = "declarers", "opponents", "yes", "no"
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would take a name that begins so for a formula."""
_LARGEST_ID: Final = 2**63


class BadLineWhy(StrEnum):
    """Why a line of a file cannot be read. Each has its words as `league.line.<why>`."""

    COLUMNS = "columns"  # a column is missing, or there are too many
    TIME = "time"
    FUTURE = "future"
    SEATS = "seats"  # given seats that the rules do not have, or sides that cannot be
    WINNERS = "winners"
    NUMBER = "number"
    YES_NO = "yes_no"
    PLAYER = "player"  # neither u:<id> nor c:<level>
    TWICE = "twice"  # somebody has two seats
    NOBODY = "nobody"  # only computers
    KNOWN = "known"  # this deal has been booked, or stands in the file twice


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read; `line` counts from 1, the heading is the first. `given` is what stands there."""

    line: int
    why: BadLineWhy
    given: str = ""


class _Unread(Exception):  # noqa: N818 - read as a sentence
    def __init__(self, why: BadLineWhy, given: str = "") -> None:
        super().__init__(why)
        self.why, self.given = why, given


def results_csv(deals: Iterable[DealFact], players: int) -> str:
    """Return deals as CSV."""
    seats = tuple(f"seat{n}" for n in range(1, players + 1))
    return _csv((*FIXED, *seats, *EXTRA), (_deal_row(deal) for deal in deals))


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
    deals: Iterable[DealFact],
    names: Mapping[UserId, str],
    teams: Mapping[TeamId, str],
) -> str:
    """Return a season whole, as JSON: league, table, results."""
    whole = {
        "league": {"name": league.name, "preset": league.draft.preset, "rules": league.draft.rules},
        "season": {
            "number": season.number,
            "opened_at": _moment(season.opened_at),
            "closed_at": None if season.closed_at is None else _moment(season.closed_at),
            "points": {"deal": season.scheme.deal, "level": season.scheme.level, "match": season.scheme.match},
        },
        "table": [_line_values(line, names, teams) for line in lines],
        "results": [_deal_values(deal) for deal in deals],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def read_results(text: str, rules: Rules, now: float) -> tuple[dict[int, DealFact], list[BadLine]]:
    """Return the deals of a CSV file by line, in its order, and every line that cannot be read.

    Deals get their ids when they are booked.
    """
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        heading = [name.strip().lower() for name in next(rows, [])]
        needed = {*FIXED, *(f"seat{n}" for n in range(1, rules.players + 1))}
        if missing := sorted(needed - set(heading)):
            return {}, [BadLine(1, BadLineWhy.COLUMNS, " ".join(missing))]
        return _read(rows, heading, rules, now)
    except csv.Error as error:
        return {}, [BadLine(rows.line_num, BadLineWhy.COLUMNS, str(error))]


def safe(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; numbers stay numbers."""
    number = text.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{text}" if text.startswith(_FORMULAS) and not number else text


def _read(
    rows: Iterator[list[str]], heading: Sequence[str], rules: Rules, now: float
) -> tuple[dict[int, DealFact], list[BadLine]]:
    deals, bad, seen = dict[int, DealFact](), list[BadLine](), set[tuple[Any, ...]]()
    for number, row in enumerate(rows, 2):
        if not any(word.strip() for word in row):
            continue
        try:
            deal = _new(_deal(_words(heading, row), rules, now), seen)
        except _Unread as unread:
            bad.append(BadLine(number, unread.why, unread.given[:60]))
        else:
            seen.add(fingerprint(deal))
            deals[number] = deal
    return deals, bad


def _new(deal: DealFact, seen: AbstractSet[tuple[Any, ...]]) -> DealFact:
    if fingerprint(deal) in seen:
        raise _Unread(BadLineWhy.KNOWN)
    return deal


def fingerprint(deal: DealFact) -> tuple[Any, ...]:
    """Return what two different deals cannot have in common: the moment and who sat where."""
    return round(deal.at, 3), tuple(seat.user for seat in deal.seats)


def _words(heading: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(heading):
        raise _Unread(BadLineWhy.COLUMNS, str(len(row)))
    return {name: word.strip() for name, word in zip(heading, row, strict=True)}


def _deal(words: Mapping[str, str], rules: Rules, now: float) -> DealFact:
    at = _time(words["at"], now)
    declarer = _whole(words["declarer"], 1, rules.players, BadLineWhy.SEATS) - 1
    declaring = _declaring(words["declaring"], declarer, rules)
    hold = _one_of(words["winners"], DECLARERS, OPPONENTS, BadLineWhy.WINNERS)
    points, rise = _whole(words["points"], 0, MOST_POINTS), _whole(words["rise"], 0, HIGHEST_RISE)
    over = _one_of(words["match"], YES, NO, BadLineWhy.YES_NO)
    who = [_player(words[f"seat{n + 1}"]) for n in range(rules.players)]
    people = [user for user, _ in who if user is not None]
    if not people:
        raise _Unread(BadLineWhy.NOBODY)
    if len(set(people)) != len(people):
        raise _Unread(BadLineWhy.TWICE)
    seats = []
    for n, (user, computer) in enumerate(who):
        fixed = rules.teams is Teams.FIXED
        role = role_of(declarer=n == declarer, declaring=n in declaring, fixed=fixed)
        won = (n in declaring) == hold
        begun = int(rules.start_level)
        after = min(begun + rise, 2 + HIGHEST_RISE) if won else begun
        seats.append(SeatFact(n, user, computer, role, won, won and over, begun, after))
    return DealFact(ResultId(0), at, declarer, points, rise, tuple(seats))


def _declaring(words: str, declarer: int, rules: Rules) -> set[int]:
    seats = {_whole(word, 1, rules.players, BadLineWhy.SEATS) - 1 for word in words.split()}
    sides = {n for n in range(rules.players) if n % 2 == declarer % 2}
    if declarer not in seats or len(seats) == rules.players or (rules.teams is Teams.FIXED and seats != sides):
        raise _Unread(BadLineWhy.SEATS, words)
    return seats


def _time(word: str, now: float) -> float:
    try:
        moment = datetime.fromisoformat(word)
        at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError) as error:
        raise _Unread(BadLineWhy.TIME, word) from error
    if not 0 <= at <= now:
        raise _Unread(BadLineWhy.FUTURE if at > now else BadLineWhy.TIME, word)
    return at


def _whole(word: str, smallest: int, largest: int, why: BadLineWhy = BadLineWhy.NUMBER) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(_LARGEST_ID))):
        raise _Unread(why, word)
    if not smallest <= int(word) <= largest:
        raise _Unread(why, word)
    return int(word)


def _one_of(word: str, yes: str, no: str, why: BadLineWhy) -> bool:
    if word.lower() not in {yes, no}:
        raise _Unread(why, word)
    return word.lower() == yes


def _player(word: str) -> tuple[UserId | None, str | None]:
    kind, _, rest = word.partition(":")
    if kind == "u":
        return UserId(_whole(rest, 1, _LARGEST_ID - 1, BadLineWhy.PLAYER)), None
    if kind == "c" and rest in COMPUTERS:
        return None, rest
    raise _Unread(BadLineWhy.PLAYER, word)


def _deal_row(deal: DealFact) -> list[str]:
    values = _deal_values(deal)
    words = [values[name] for name in FIXED]
    return [str(word) for word in (*words, *values["seats"], values["result"], values["void"])]


def _deal_values(deal: DealFact) -> dict[str, Any]:
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

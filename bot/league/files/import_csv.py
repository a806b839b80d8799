"""Reads past results from a CSV file, and separates deals that can be booked from void deals and bad lines."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from bot.ids import ResultId, UserId
from bot.league.files.export_csv import DECLARERS, NO, OPPONENTS, OPTIONAL_COLUMNS, REQUIRED_COLUMNS, YES
from bot.league.results.deals import (
    MAX_POINTS,
    MAX_RISE,
    POINT_STEP,
    BookedDeal,
    BookedSeat,
    expected_outcome,
    get_points_range,
    get_role,
)
from bot.league.results.ratings import COMPUTER_MEANS
from engine.deal.scoring import declarer_bonus
from engine.model.rules import Rules

MAX_LINES: Final = 500
"""The most lines below a file's heading. All are booked in one transaction, and tables have to wait for its end."""
_LARGEST_ID: Final = 2**63
_MAX_RISE_GIVEN: Final = 250
"""The greatest rise in levels that a file may state. `MAX_POINTS` give about as many levels."""
Fingerprint = tuple[Any, ...]
"""What identifies a deal in any file: the moment and the user in each seat."""


class BadLineReason(StrEnum):
    """Why a line cannot be booked, worded as `league.line.<value>`."""

    COLUMNS = "columns"  # a column is missing, or there are too many
    CSV = "csv"  # a cell is too long, or contains a lone carriage return
    TIME = "time"
    FUTURE = "future"
    SEATS = "seats"  # seats or sides that the rules do not allow
    WINNERS = "winners"
    NUMBER = "number"
    POINTS = "points"  # more or fewer points than the rules allow, or no multiple of `POINT_STEP`
    RESULT = "result"  # the points lead to another winner or rise, which `BadLine.given` names
    YES_NO = "yes_no"
    PLAYER = "player"  # neither u:<id> nor c:<level>
    TWICE = "twice"  # somebody has two seats
    NOBODY = "nobody"  # only computers
    KNOWN = "known"  # the deal has been booked before, or is in the file twice


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be booked. `line` counts the heading as 1. `given` is the fault, or what should be there."""

    line: int
    why: BadLineReason
    given: str = ""


@dataclass(slots=True)
class ParsedResults:
    """The contents of a file. They are the deals by line number, the bad lines, and the line numbers of void deals."""

    deals: dict[int, BookedDeal] = field(default_factory=dict)
    bad_lines: list[BadLine] = field(default_factory=list)
    void_lines: list[int] = field(default_factory=list)


class _BadCell(Exception):  # noqa: N818 - `raise _BadCell` needs no "Error"
    def __init__(self, why: BadLineReason, given: str = "") -> None:
        super().__init__(why)
        self.why, self.given = why, given


def parse_results_csv(text: str, rules: Rules, now: float) -> ParsedResults:
    """Return the contents of a CSV file. Its deals have no ids yet. A user with deleted data has a negative id."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        heading = [name.strip().lower() for name in next(rows, [])]
        needed = {*REQUIRED_COLUMNS, *(f"seat{n}" for n in range(1, rules.players + 1))}
        if missing := sorted(needed - set(heading)):
            return ParsedResults(bad_lines=[BadLine(1, BadLineReason.COLUMNS, ", ".join(missing))])
        return _parse_rows(rows, heading, rules, now)
    except csv.Error:
        return ParsedResults(bad_lines=[BadLine(rows.line_num, BadLineReason.CSV)])


def deal_fingerprint(deal: BookedDeal) -> Fingerprint:
    """Return what identifies a deal in any file: its time and users, except deleted ones, whose ids differ by file."""
    return round(deal.at, 3), tuple(None if seat.user is None or seat.user < 0 else seat.user for seat in deal.seats)


def _parse_rows(rows: Iterator[list[str]], heading: Sequence[str], rules: Rules, now: float) -> ParsedResults:
    parsed, seen, limits = ParsedResults(), set[Fingerprint](), get_points_range(rules)
    for number, row in enumerate(rows, 2):
        if not any(cell.strip() for cell in row):
            continue
        try:
            cells = _get_cells(heading, row)
            if _parse_choice(cells["void"], YES, NO, BadLineReason.YES_NO):
                parsed.void_lines.append(number)
                continue
            deal = _parse_deal(cells, rules, limits, now)
            if deal_fingerprint(deal) in seen:
                raise _BadCell(BadLineReason.KNOWN)  # noqa: TRY301 - one handler collects all bad lines
        except _BadCell as error:
            parsed.bad_lines.append(BadLine(number, error.why, error.given[:60]))
        else:
            seen.add(deal_fingerprint(deal))
            parsed.deals[number] = deal
    return parsed


def _get_cells(heading: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(heading):
        raise _BadCell(BadLineReason.COLUMNS, str(len(row)))
    given = {name: word.strip() for name, word in zip(heading, row, strict=True)}
    return given | {name: given.get(name) or NO for name in OPTIONAL_COLUMNS}


def _parse_deal(cells: Mapping[str, str], rules: Rules, limits: tuple[int, int], now: float) -> BookedDeal:
    at = _parse_time(cells["at"], now)
    declarer = _parse_whole(cells["declarer"], 1, rules.players, BadLineReason.SEATS) - 1
    declaring = _parse_declaring(cells["declaring"], declarer, rules)
    hold, points, rise = _parse_result(cells, rules, limits, len(declaring))
    over = _parse_choice(cells["match"], YES, NO, BadLineReason.YES_NO)
    fixed, begun, seats = rules.partner_step is not None, int(rules.start_level), []
    for n, (user, computer) in enumerate(_parse_players(cells, rules)):
        role = get_role(declarer=n == declarer, declaring=n in declaring, fixed=fixed)
        won = (n in declaring) == hold
        earned = rise + (declarer_bonus(rise, rules) if n == declarer and hold else 0)
        after = min(begun + earned, 2 + MAX_RISE) if won else begun
        seats.append(BookedSeat(n, user, computer, role, won, won and over, begun, after))
    return BookedDeal(ResultId(0), at, declarer, points, rise, tuple(seats))


def _parse_result(cells: Mapping[str, str], rules: Rules, limits: tuple[int, int], side: int) -> tuple[bool, int, int]:
    """Return whether the declarers won, the points and the rise. Only a corrected result may contradict its points."""
    hold = _parse_choice(cells["winners"], DECLARERS, OPPONENTS, BadLineReason.WINNERS)
    points, rise = _parse_signed(cells["points"]), _parse_whole(cells["rise"], 0, _MAX_RISE_GIVEN)
    if not limits[0] <= points <= limits[1] or points % POINT_STEP:
        raise _BadCell(BadLineReason.POINTS, cells["points"])
    if not _parse_choice(cells["corrected"], YES, NO, BadLineReason.YES_NO):
        held, levels = expected_outcome(points, rules, side)
        if hold != held or rise not in levels:
            expected = "/".join(map(str, levels))
            raise _BadCell(BadLineReason.RESULT, f"{DECLARERS if held else OPPONENTS} {expected}")
    return hold, points, rise


def _parse_players(cells: Mapping[str, str], rules: Rules) -> list[tuple[UserId | None, str | None]]:
    players = [_parse_player(cells[f"seat{n + 1}"]) for n in range(rules.players)]
    people = [user for user, _ in players if user is not None]
    if not people:
        raise _BadCell(BadLineReason.NOBODY)
    if len(set(people)) != len(people):
        raise _BadCell(BadLineReason.TWICE)
    return players


def _parse_declaring(text: str, declarer: int, rules: Rules) -> set[int]:
    seats = {_parse_whole(word, 1, rules.players, BadLineReason.SEATS) - 1 for word in text.split()}
    alone = {declarer} if rules.plays_alone else set()
    side = alone or {n for n in range(rules.players) if rules.are_partners(n, declarer)}
    if declarer not in seats or len(seats) == rules.players or (side and seats != side):
        raise _BadCell(BadLineReason.SEATS, text)
    return seats


def _parse_time(word: str, now: float) -> float:
    try:
        moment = datetime.fromisoformat(word)
        at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError) as error:
        raise _BadCell(BadLineReason.TIME, word) from error
    if not 0 <= at <= now:
        raise _BadCell(BadLineReason.FUTURE if at > now else BadLineReason.TIME, word)
    return at


def _parse_whole(word: str, smallest: int, largest: int, why: BadLineReason = BadLineReason.NUMBER) -> int:
    is_number = word.isascii() and word.isdigit() and len(word) <= len(str(_LARGEST_ID))
    if not is_number or not smallest <= int(word) <= largest:
        raise _BadCell(why, word)
    return int(word)


def _parse_signed(word: str) -> int:
    number = _parse_whole(word.removeprefix("-"), 0, MAX_POINTS)
    return -number if word.startswith("-") else number


def _parse_choice(word: str, yes: str, no: str, why: BadLineReason) -> bool:
    if word.lower() not in {yes, no}:
        raise _BadCell(why, word)
    return word.lower() == yes


def _parse_player(word: str) -> tuple[UserId | None, str | None]:
    kind, _, rest = word.partition(":")
    if kind == "u":
        number = _parse_whole(rest.removeprefix("-"), 1, _LARGEST_ID - 1, BadLineReason.PLAYER)
        return UserId(-number if rest.startswith("-") else number), None  # a negative number is a deleted user
    if kind == "c" and rest in COMPUTER_MEANS:
        return None, rest
    raise _BadCell(BadLineReason.PLAYER, word)

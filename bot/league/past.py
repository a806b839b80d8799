"""Past results read from CSV, line by line: what can be booked, what cannot and why, what is left out."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from bot.league.deals import HIGHEST_RISE, DealFact, SeatFact, role_of
from bot.league.ids import ResultId, UserId
from bot.league.papers import DECLARERS, EXTRA, FIXED, NO, OPPONENTS, YES
from bot.league.plausible import MOST_POINTS, STEP, means, span
from bot.league.ratings import COMPUTERS
from engine.rules import Rules, Teams

MOST_LINES: Final = 500
"""Lines of a file that is brought in: they are booked in one step, during which no table can save."""
_LARGEST_ID: Final = 2**63
_MOST_RISE: Final = 250
"""Levels that `MOST_POINTS` come to; what is beyond the last level is lost."""


class BadLineWhy(StrEnum):
    """Why a line of a file cannot be read. Each has its words as `league.line.<why>`."""

    COLUMNS = "columns"  # a column is missing, or there are too many
    TIME = "time"
    FUTURE = "future"
    SEATS = "seats"  # given seats that the rules do not have, or sides that cannot be
    WINNERS = "winners"
    NUMBER = "number"
    POINTS = "points"  # more or fewer than a deal by these rules can have, or no card points
    RESULT = "result"  # another winner or rise than the points give; given: what they give
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


@dataclass(slots=True)
class Reading:
    """What a file holds: deals by line, in its order; bad lines; lines of void deals, which count for nothing."""

    deals: dict[int, DealFact] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    void: list[int] = field(default_factory=list)


class _Unread(Exception):  # noqa: N818 - read as a sentence
    def __init__(self, why: BadLineWhy, given: str = "") -> None:
        super().__init__(why)
        self.why, self.given = why, given


def read_results(text: str, rules: Rules, now: float) -> Reading:
    """Return what a CSV file holds. Deals get their ids when they are booked.

    Somebody who was forgotten (`u:` and a number below zero) is one person throughout the file.
    """
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        heading = [name.strip().lower() for name in next(rows, [])]
        needed = {*FIXED, *(f"seat{n}" for n in range(1, rules.players + 1))}
        if missing := sorted(needed - set(heading)):
            return Reading(bad=[BadLine(1, BadLineWhy.COLUMNS, " ".join(missing))])
        return _read(rows, heading, rules, now)
    except csv.Error as error:
        return Reading(bad=[BadLine(rows.line_num, BadLineWhy.COLUMNS, str(error))])


def fingerprint(deal: DealFact) -> tuple[Any, ...]:
    """Return what two different deals cannot have in common: the moment and who sat where.

    Whoever was forgotten has another number in each copy of a deal: his seat tells nothing.
    """
    return round(deal.at, 3), tuple(None if seat.user is None or seat.user < 0 else seat.user for seat in deal.seats)


def _read(rows: Iterator[list[str]], heading: Sequence[str], rules: Rules, now: float) -> Reading:
    read, seen, limits = Reading(), set[tuple[Any, ...]](), span(rules)
    for number, row in enumerate(rows, 2):
        if not any(word.strip() for word in row):
            continue
        try:
            words = _words(heading, row)
            if _one_of(words["void"], YES, NO, BadLineWhy.YES_NO):
                read.void.append(number)
                continue
            deal = _deal(words, rules, limits, now)
            if fingerprint(deal) in seen:
                raise _Unread(BadLineWhy.KNOWN)  # noqa: TRY301 - one place keeps bad lines
        except _Unread as unread:
            read.bad.append(BadLine(number, unread.why, unread.given[:60]))
        else:
            seen.add(fingerprint(deal))
            read.deals[number] = deal
    return read


def _words(heading: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(heading):
        raise _Unread(BadLineWhy.COLUMNS, str(len(row)))
    given = {name: word.strip() for name, word in zip(heading, row, strict=True)}
    return given | {name: given.get(name) or NO for name in EXTRA}


def _deal(words: Mapping[str, str], rules: Rules, limits: tuple[int, int], now: float) -> DealFact:
    at = _time(words["at"], now)
    declarer = _whole(words["declarer"], 1, rules.players, BadLineWhy.SEATS) - 1
    declaring = _declaring(words["declaring"], declarer, rules)
    hold, points, rise = _result(words, rules, limits, len(declaring))
    over = _one_of(words["match"], YES, NO, BadLineWhy.YES_NO)
    fixed, begun, seats = rules.teams is Teams.FIXED, int(rules.start_level), []
    for n, (user, computer) in enumerate(_who(words, rules)):
        role = role_of(declarer=n == declarer, declaring=n in declaring, fixed=fixed)
        won = (n in declaring) == hold
        after = min(begun + rise, 2 + HIGHEST_RISE) if won else begun
        seats.append(SeatFact(n, user, computer, role, won, won and over, begun, after))
    return DealFact(ResultId(0), at, declarer, points, rise, tuple(seats))


def _result(words: Mapping[str, str], rules: Rules, limits: tuple[int, int], side: int) -> tuple[bool, int, int]:
    """Return whether declarers held, the points and the rise. What was corrected need not follow from the cards."""
    hold = _one_of(words["winners"], DECLARERS, OPPONENTS, BadLineWhy.WINNERS)
    points, rise = _signed(words["points"]), _whole(words["rise"], 0, _MOST_RISE)
    if not limits[0] <= points <= limits[1] or points % STEP:
        raise _Unread(BadLineWhy.POINTS, words["points"])
    if not _one_of(words["corrected"], YES, NO, BadLineWhy.YES_NO):
        held, levels = means(points, rules, side)
        if (hold, rise) != (held, levels):
            raise _Unread(BadLineWhy.RESULT, f"{DECLARERS if held else OPPONENTS} {levels}")
    return hold, points, rise


def _who(words: Mapping[str, str], rules: Rules) -> list[tuple[UserId | None, str | None]]:
    who = [_player(words[f"seat{n + 1}"]) for n in range(rules.players)]
    people = [user for user, _ in who if user is not None]
    if not people:
        raise _Unread(BadLineWhy.NOBODY)
    if len(set(people)) != len(people):
        raise _Unread(BadLineWhy.TWICE)
    return who


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


def _signed(word: str) -> int:
    number = _whole(word.removeprefix("-"), 0, MOST_POINTS)
    return -number if word.startswith("-") else number


def _one_of(word: str, yes: str, no: str, why: BadLineWhy) -> bool:
    if word.lower() not in {yes, no}:
        raise _Unread(why, word)
    return word.lower() == yes


def _player(word: str) -> tuple[UserId | None, str | None]:
    kind, _, rest = word.partition(":")
    if kind == "u":
        number = _whole(rest.removeprefix("-"), 1, _LARGEST_ID - 1, BadLineWhy.PLAYER)
        return UserId(-number if rest.startswith("-") else number), None  # below zero: somebody who was forgotten
    if kind == "c" and rest in COMPUTERS:
        return None, rest
    raise _Unread(BadLineWhy.PLAYER, word)

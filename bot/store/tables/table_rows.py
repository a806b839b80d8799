"""Converts rows to the values of `bot.play.values` and back."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from bot.ids import TableId, UserId
from bot.play.values.stored_table import Deadline, DeadlineKind, DealSecret, RecordEntry
from bot.play.values.table_info import (
    Computer,
    Occupant,
    OpenProposal,
    Person,
    Proposal,
    ProposalKind,
    Speed,
    TableInfo,
    TableStatus,
    parse_occupant,
)
from engine.model.actions import Action, Sit
from engine.model.notation import format_action, format_rules, parse_action, parse_level, parse_rules
from engine.model.options import Level
from engine.model.seats import Seat

_SHORT: Final = 24
"""The longest action text whose parsed form is cached. Longer texts are mostly deals, which never repeat."""
_SAME_NAMES: Final = (
    "preset", "opened_at", "paused", "turn_seconds", "bury_seconds", "match_deals", "match_minutes", "match_ends_at",
    "first_declarer", "language",
)  # fmt: skip
_PLAIN_COLUMNS: Final = {name: name for name in _SAME_NAMES} | {
    "guild": "guild_id",
    "channel": "channel_id",
    "host": "host_id",
    "rematch_table": "successor_id",
    "rematch_of": "predecessor_id",
    "next_deal_seconds": "next_seconds",
    "league": "league_id",
    "is_friendly": "friendly",
    "event_match": "event_match_id",
    "is_sealed": "sealed",
}
"""The column of each field of a `TableInfo` whose value is stored unchanged."""
_parse_short: Final = lru_cache(maxsize=8192)(parse_action)


class BrokenRecord(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The stored rows of a table are damaged or were not written by this program."""


def table_values(table: TableInfo) -> dict[str, Any]:
    """Return the columns of `tables` that belong to a `TableInfo`."""
    return {column: getattr(table, field) for field, column in _PLAIN_COLUMNS.items()} | {
        "rules": format_rules(table.rules),
        "status": table.status.value,
        "speed": None if table.speed is None else table.speed.value,
        "levels": format_levels(table.start_levels),
        "away": format_seats(table.away) or None,
        "ready": json.dumps(table.ready, ensure_ascii=False) if table.ready else None,
    }


def to_table_info(row: Any, seats: Iterable[Any], proposals: Iterable[Any] = ()) -> TableInfo:
    """Return a table from its row and the rows of its seats and proposals. Raises BrokenRecord for unreadable rows."""
    try:
        rules = parse_rules(row.rules)
        return TableInfo(
            id=row.id,
            rules=rules,
            seats=_to_occupants(seats, rules.players),
            status=TableStatus(row.status),
            speed=None if row.speed is None else Speed(row.speed),
            start_levels=None if row.levels is None else tuple(parse_level(word) for word in row.levels.split()),
            away=parse_seats(row.away),
            proposals=tuple(map(to_proposal, proposals)),
            ready=tuple((Seat(seat), str(share)) for seat, share in json.loads(row.ready or "[]")),
            **{field: getattr(row, column) for field, column in _PLAIN_COLUMNS.items()},
        )
    except ValueError as error:
        raise BrokenRecord(f"table {row.id}: {error}") from error


def _to_occupants(rows: Iterable[Any], players: int) -> tuple[Occupant | None, ...]:
    found = {row.seat: to_occupant(row) for row in rows}
    if found and max(found) >= players:
        raise ValueError(f"there is no seat {max(found)}")
    return tuple(map(found.get, range(players)))


def parse_seats(text: str | None) -> frozenset[Seat]:
    """Parse seats separated by spaces; None means no seats. Raises ValueError: the text holds something else."""
    return frozenset(Seat(int(word)) for word in (text or "").split())


def format_seats(seats: Iterable[Seat]) -> str:
    """Return seats separated by spaces, in order."""
    return " ".join(map(str, sorted(seats)))


def proposal_values(table: TableId, proposals: Iterable[OpenProposal]) -> list[dict[str, Any]]:
    """Return the rows of a table's open proposals."""
    return [
        {
            "table_id": table,
            "place": place,
            "kind": open_proposal.proposal.kind.value,
            "seat": open_proposal.proposal.seat,
            "newcomer_id": open_proposal.proposal.newcomer,
            "seats": format_seats(open_proposal.voters),
        }
        for place, open_proposal in enumerate(proposals)
    ]


def to_proposal(row: Any) -> OpenProposal:
    """Return an open proposal. Raises ValueError: its kind is unknown, or a seat is invalid."""
    seat = None if row.seat is None else Seat(row.seat)
    return OpenProposal(Proposal(ProposalKind(row.kind), seat, row.newcomer_id), parse_seats(row.seats))


def format_levels(levels: tuple[Level, ...] | None) -> str | None:
    """Return levels separated by spaces; None stays None."""
    return None if levels is None else " ".join(level.text for level in levels)


def seat_values(table: TableId, seats: Iterable[Occupant | None]) -> list[dict[str, Any]]:
    """Return the rows of the taken seats."""
    return [
        {"table_id": table, "seat": seat, **occupant_values(occupant)}
        for seat, occupant in enumerate(seats)
        if occupant is not None
    ]


def occupant_values(occupant: Occupant) -> dict[str, Any]:
    """Return the columns of a seat's occupant."""
    match occupant:
        case Person(user):
            return {"user_id": user, "computer_level": None, "computer_number": None}
        case Computer(level, number):
            return {"user_id": None, "computer_level": level, "computer_number": number}


def to_occupant(row: Any) -> Occupant:
    """Return a seat's occupant."""
    if row.user_id is not None:
        return Person(row.user_id)
    return Computer(row.computer_level or "", row.computer_number or 0)


def entry_values(table: TableId, entry: RecordEntry) -> dict[str, Any]:
    """Return the row of an action."""
    return {
        "table_id": table,
        "revision": entry.revision,
        "at": entry.at,
        "text": format_action(entry.seat, entry.action),
        "user_id": find_named_user(entry.action),
    }


def find_named_user(action: Action) -> UserId | None:
    """Return the person named in an action's text, if any."""
    match action:
        case Sit(who=who) if who.startswith("u:"):
            occupant = parse_occupant(who)
            return occupant.user if isinstance(occupant, Person) else None
        case _:
            return None


def to_entries(table: TableId, rows: Iterable[Any]) -> tuple[RecordEntry, ...]:
    """Return a record from its rows in order of revision. Raises BrokenRecord: an action is missing or unreadable."""
    entries = []
    for expected, row in enumerate(rows, 1):
        if row.revision != expected:
            raise BrokenRecord(f"table {table}: action {expected} is missing")
        try:
            seat, action = (_parse_short if len(row.text) <= _SHORT else parse_action)(row.text)
        except ValueError as error:
            # The text may hold cards that are still hidden, so the message has only the action's number.
            raise BrokenRecord(f"table {table}: action {expected} cannot be read") from error
        entries.append(RecordEntry(row.revision, seat, action, row.at))
    return tuple(entries)


def to_deal_secret(row: Any) -> DealSecret:
    """Return a deal's secret."""
    return DealSecret(row.number, bytes(row.secret), row.commitment, row.cut)


def deadline_values(table: TableId, place: int, deadline: Deadline) -> Mapping[str, Any]:
    """Return the row of a deadline."""
    return {"table_id": table, "place": place, **asdict(deadline), "kind": deadline.kind.value}


def to_deadline(row: Any) -> Deadline:
    """Return a deadline."""
    return Deadline(DeadlineKind(row.kind), row.at, None if row.seat is None else Seat(row.seat), row.task)

"""From rows to the values of the ports and back: texts, ids and seats."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from bot.play.motions import Matter, MatterKind, Motion
from bot.play.occupants import ChannelId, Computer, GuildId, Occupant, Person, TableId, UserId, parse_who
from bot.play.ports import Deadline, DealSecret, DueKind, Entry, Status, TableFacts
from engine.actions import Action, Sit
from engine.notation import action_text, parse_action, parse_level, parse_rules, rules_text
from engine.rules import Level
from engine.seats import Seat


class BrokenRecord(ValueError):  # noqa: N818 - read as a sentence
    """What is kept of a table does not hold together: it was not written by this program, or was damaged."""


class _SeatColumns(Protocol):
    seat: int
    user_id: int | None
    computer_level: str | None
    computer_number: int | None


def facts_values(facts: TableFacts) -> dict[str, Any]:
    """Return the columns of `tables` that may change, and those that stay."""
    return {
        "guild_id": facts.guild,
        "channel_id": facts.channel,
        "host_id": facts.host,
        "preset": facts.preset,
        "rules": rules_text(facts.rules),
        "status": facts.status.value,
        "opened_at": facts.opened_at,
        "levels": levels_text(facts.levels),
        "away": seats_text(facts.away) or None,
        "paused": facts.paused,
        "turn_seconds": facts.turn_seconds,
        "bury_seconds": facts.bury_seconds,
        "successor_id": facts.successor,
        "next_seconds": facts.next_seconds,
        "ready": json.dumps(facts.ready, ensure_ascii=False) if facts.ready else None,
    }


def facts_of(row: Any, seats: Iterable[Any], motions: Iterable[Any] = ()) -> TableFacts:
    """Return a table's facts from its row and the rows of its seats and motions.

    Raises:
        BrokenRecord: a text cannot be read, or a seat is not at this table.
    """
    try:
        rules = parse_rules(row.rules)
        levels = None if row.levels is None else tuple(parse_level(word) for word in row.levels.split())
        status = Status(row.status)
        away = seats_in(row.away)
        ready = tuple((Seat(seat), str(share)) for seat, share in json.loads(row.ready or "[]"))
        known = tuple(map(motion_of, motions))
    except ValueError as error:
        raise BrokenRecord(f"table {row.id}: {error}") from error
    occupants: list[Occupant | None] = [None] * rules.players
    for seat in seats:
        if seat.seat >= rules.players:
            raise BrokenRecord(f"table {row.id}: there is no seat {seat.seat}")
        occupants[seat.seat] = occupant_of(seat)
    return TableFacts(
        id=TableId(row.id),
        guild=GuildId(row.guild_id),
        channel=ChannelId(row.channel_id),
        host=UserId(row.host_id),
        preset=row.preset,
        rules=rules,
        seats=tuple(occupants),
        status=status,
        opened_at=row.opened_at,
        levels=levels,
        away=away,
        paused=bool(row.paused),
        turn_seconds=row.turn_seconds,
        bury_seconds=row.bury_seconds,
        successor=None if row.successor_id is None else TableId(row.successor_id),
        next_seconds=row.next_seconds,
        motions=known,
        ready=ready,
    )


def seats_in(text: str | None) -> frozenset[Seat]:
    """Read seats parted by blanks; None: there are none.

    Raises:
        ValueError: it is something else.
    """
    return frozenset(Seat(int(word)) for word in (text or "").split())


def seats_text(seats: Iterable[Seat]) -> str:
    """Return seats parted by blanks, in order."""
    return " ".join(map(str, sorted(seats)))


def motion_values(table: TableId, motions: Iterable[Motion]) -> list[dict[str, Any]]:
    """Return the rows of what a table is deciding."""
    return [
        {
            "table_id": table,
            "place": place,
            "kind": motion.matter.kind.value,
            "seat": motion.matter.seat,
            "newcomer_id": motion.matter.newcomer,
            "seats": seats_text(motion.seats),
        }
        for place, motion in enumerate(motions)
    ]


def motion_of(row: Any) -> Motion:
    """Return something that a table is deciding.

    Raises:
        ValueError: its kind is unknown, or its seats are none.
    """
    seat = None if row.seat is None else Seat(row.seat)
    newcomer = None if row.newcomer_id is None else UserId(row.newcomer_id)
    return Motion(Matter(MatterKind(row.kind), seat, newcomer), seats_in(row.seats))


def levels_text(levels: tuple[Level, ...] | None) -> str | None:
    """Return levels parted by blanks."""
    return None if levels is None else " ".join(level.text for level in levels)


def seat_values(table: TableId, seats: Iterable[Occupant | None]) -> list[dict[str, Any]]:
    """Return the rows of the seats that are taken."""
    return [
        {"table_id": table, "seat": seat, **occupant_values(occupant)}
        for seat, occupant in enumerate(seats)
        if occupant is not None
    ]


def occupant_values(occupant: Occupant) -> dict[str, Any]:
    """Return the columns that say who sits in a seat."""
    match occupant:
        case Person(user):
            return {"user_id": user, "computer_level": None, "computer_number": None}
        case Computer(level, number):
            return {"user_id": None, "computer_level": level, "computer_number": number}


def occupant_of(row: _SeatColumns) -> Occupant:
    """Return who sits in a seat."""
    if row.user_id is not None:
        return Person(UserId(row.user_id))
    return Computer(row.computer_level or "", row.computer_number or 0)


def entry_values(table: TableId, entry: Entry) -> dict[str, Any]:
    """Return the row of an action."""
    return {
        "table_id": table,
        "revision": entry.revision,
        "at": entry.at,
        "text": action_text(entry.seat, entry.action),
        "user_id": person_in(entry.action),
    }


def person_in(action: Action) -> UserId | None:
    """Return the person whom an action's text names; None when it names nobody."""
    match action:
        case Sit(who=who) if who.startswith("u:"):
            occupant = parse_who(who)
            return occupant.user if isinstance(occupant, Person) else None
        case _:
            return None


def entries_of(table: TableId, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return a record in order.

    Raises:
        BrokenRecord: an action is missing or cannot be read.
    """
    entries = []
    for expected, row in enumerate(rows, 1):
        if row.revision != expected:
            raise BrokenRecord(f"table {table}: action {expected} is missing")
        try:
            seat, action = parse_action(row.text)
        except ValueError as error:
            # The text may hold cards that are still hidden: it is named by number only.
            raise BrokenRecord(f"table {table}: action {expected} cannot be read") from error
        entries.append(Entry(row.revision, seat, action, row.at))
    return tuple(entries)


def deal_of(row: Any) -> DealSecret:
    """Return where a deal's chance came from."""
    return DealSecret(row.number, bytes(row.secret), row.commitment, row.cut)


def deadline_values(table: TableId, place: int, deadline: Deadline) -> Mapping[str, Any]:
    """Return the row of a deadline."""
    return {
        "table_id": table,
        "place": place,
        "kind": deadline.kind.value,
        "at": deadline.at,
        "seat": deadline.seat,
        "task": deadline.task,
    }


def deadline_of(row: Any) -> Deadline:
    """Return a deadline."""
    return Deadline(DueKind(row.kind), row.at, None if row.seat is None else Seat(row.seat), row.task)

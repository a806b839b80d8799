"""Changes the players of a match. They may give their seat away, be absent, or ask for the next deal."""

from collections.abc import Collection
from dataclasses import replace

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import create_computer, get_occupant, pass_host_on, require_host
from bot.play.values.table_info import Computer, Occupant, Person, TableInfo
from engine.model.seats import Seat
from engine.players.levels import ORACLE, RULES_LEVEL


def replace_with_computer(facts: TableInfo, seat: Seat) -> TableInfo:
    """Give a player's seat of a match to a computer player for good."""
    return pass_host_on(
        replace(facts.with_occupant(seat, create_computer(facts, RULES_LEVEL)), away=facts.away - {seat})
    )


def check_offer(facts: TableInfo, user: UserId, seat: Seat, newcomer: UserId) -> None:
    """Refuse an offer of a seat if `user` may not make it, or if `newcomer` may not take a seat.

    A player may offer their own seat. The host may also offer the seat of an absent player, or of a computer player
    other than an oracle.
    """
    there = get_occupant(facts, seat)
    if there != Person(user):
        require_host(facts, user)
    check_newcomer(facts, newcomer)
    refuse_oracle_seat(there)
    if isinstance(there, Person) and there.user != user and seat not in facts.away:
        raise TableRefused(TableRefusal.NOT_AWAY, seat=seat + 1)


def take_over_seat(facts: TableInfo, seat: Seat, newcomer: UserId) -> TableInfo:
    """Give `newcomer` a seat of a match. If the player who had it was host, the newcomer becomes host."""
    host = newcomer if facts.seats[seat] == Person(facts.host) else facts.host
    seated = facts.with_occupant(seat, Person(newcomer))
    proposals = tuple(one for one in seated.proposals if one.proposal.newcomer != newcomer)
    return replace(seated, away=facts.away - {seat}, host=host, proposals=proposals)


def refuse_oracle_seat(occupant: Occupant | None) -> None:
    """Refuse to replace an oracle in a match. Otherwise the deal would count, although the oracle saw all hands."""
    if isinstance(occupant, Computer) and occupant.level == ORACLE:
        raise TableRefused(TableRefusal.ORACLE_STAYS)


def check_newcomer(facts: TableInfo, newcomer: UserId | None) -> None:
    """Refuse a newcomer who has a seat already. Refuse everyone if computer players have all seats."""
    if facts.is_computers_only:
        raise TableRefused(TableRefusal.COMPUTERS_ONLY)
    if newcomer is None or Person(newcomer) in facts.seats:
        raise TableRefused(TableRefusal.NEWCOMER_SEATED)


def list_present_seats(facts: TableInfo) -> frozenset[Seat]:
    """Return the seats of people who are not away."""
    return frozenset(Seat(s) for s, o in enumerate(facts.seats) if isinstance(o, Person)) - facts.away


def mark_ready(facts: TableInfo, seat: Seat, share: str) -> TableInfo:
    """Return the table's facts with `seat` ready for the next deal; a second time changes nothing."""
    if any(one == seat for one, _ in facts.ready):
        return facts
    return replace(facts, ready=(*facts.ready, (seat, share)))


def is_everyone_ready(facts: TableInfo) -> bool:
    """Return whether everyone who is present has asked for the next deal."""
    here = list_present_seats(facts)
    return bool(here) and here <= {seat for seat, _ in facts.ready}


def mark_present(facts: TableInfo, seat: Seat) -> TableInfo:
    """Return the table's facts with a player present, because they have just acted."""
    return facts if seat not in facts.away else replace(facts, away=facts.away - {seat}, paused=False)


def mark_away(facts: TableInfo, seats: Collection[Seat]) -> TableInfo:
    """Return the facts with these players away. If no player is left, the table is paused."""
    return update_paused(replace(facts, away=facts.away | {*seats})) if seats else facts


def update_paused(facts: TableInfo) -> TableInfo:
    """Return the table's facts, paused if no player is present and not paused otherwise."""
    return replace(facts, paused=not list_present_seats(facts))

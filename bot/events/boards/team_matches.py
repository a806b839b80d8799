"""Team matches: two teams meet at two tables, and the difference on each board counts."""

from math import fsum

from bot.events.boards.board_standings import convert_levels, find_net_levels
from bot.events.boards.deal_boards import list_matches
from bot.events.matches import EventMatch, EventRound, MatchStatus
from bot.events.model import Event
from bot.events.pairing.ports import Encounter, EncounterResult, PlayedRound, RoundPairing
from bot.ids import EventEntrantId


def score_two_tables(this: EventRound, home: EventMatch, away: EventMatch) -> int | None:
    """Return the units of a board for the first side of `home`; None if it counts for nobody.

    At the second table of a team match, `away`, the same team sits on the other side.
    """
    board = this.find_board(home.board)
    if board is None or not board.is_revealed:
        return None
    first, second = find_net_levels(home), find_net_levels(away)
    return None if first is None or second is None else convert_levels(first - second)


def list_team_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds of team matches as pairings and standings see them: one meeting at two tables."""
    return [_to_team_round(event, this) for this in event.rounds]


def list_table_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds as pairings see them: each table once, whatever its boards."""
    return [
        (RoundPairing(tuple(_to_encounter(event, table) for table in this.tables), event.list_numbers(this.byes)), ())
        for this in event.rounds
    ]


def _to_team_round(event: Event, this: EventRound) -> PlayedRound:
    tables = sorted(this.tables, key=lambda one: one.table)
    homes = [(home, away) for home, away in zip(tables[::2], tables[1::2], strict=True)]
    pairing = RoundPairing(tuple(_to_encounter(event, home) for home, _ in homes), event.list_numbers(this.byes))
    results = [_score_meeting(event, this, home, away) for home, away in homes]
    return pairing, tuple(one for one in results if one is not None)


def _score_meeting(event: Event, this: EventRound, home: EventMatch, away: EventMatch) -> EncounterResult | None:
    """Return the result of two teams, once all their boards have been revealed."""
    if not this.is_over or any(not board.is_revealed for board in this.boards):
        return None
    encounter = _to_encounter(event, home)
    if forfeited := _list_forfeited(this, (home.table, away.table)):
        return EncounterResult(encounter, (), frozenset(event.list_numbers(forfeited)))
    units = [one for one in list_units(this, home.table, away.table) if one is not None]
    won = fsum(max(one, 0) for one in units), fsum(max(-one, 0) for one in units)
    return EncounterResult(encounter, won) if units else None


def list_units(this: EventRound, home: int, away: int) -> list[int | None]:
    """Return the units of each board for the first side of table `home`, whose team also sits at `away`."""
    found = []
    for board in this.boards:
        tables = {match.table: match for match in list_matches(this, board.number)}
        found.append(score_two_tables(this, tables[home], tables[away]))
    return found


def _list_forfeited(this: EventRound, tables: tuple[int, int]) -> frozenset[EventEntrantId]:
    results = [one.result for one in this.matches if one.table in tables and one.status is MatchStatus.SETTLED]
    return frozenset().union(*(one.forfeited for one in results if one is not None))


def _to_encounter(event: Event, match: EventMatch) -> Encounter:
    return Encounter(tuple(event.list_numbers(side) for side in match.sides))

"""Opens the card tables for an event's matches and boards, and reads their results."""

import itertools
from dataclasses import replace

from bot.events.boards.deal_boards import list_previous_matches
from bot.events.changes.begin_tables import join_shares
from bot.events.matches import EventMatch, SeatPlan
from bot.events.model import Event
from bot.events.ports import BoardScore, Outcome, WithoutResult
from bot.events.settings import SIDES
from bot.ids import EventMatchId, TableId
from bot.play.all_tables.registry import Registry
from bot.play.table_rules.limited_matches import rank_contenders
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table import Table
from bot.play.values.table_info import LIVE_STATUSES, Computer, EventPlace, Occupant, Person, TableInfo, TableStatus
from engine.model.events import DealResult
from engine.model.notation import parse_rules
from engine.model.seats import Seat
from engine.players.levels import RULES_LEVEL

TIE_BREAK = 0.5
"""If both sides gained equal levels, the side that is ahead by points or deals won gets this in addition."""


class MatchTables:
    """Implements `bot.events.ports.EventTables` on the program's tables."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def open(self, event: Event, match: EventMatch) -> None:
        """Open and start the table of a match of the newest round. A match that has a table gets no second one."""
        if match.board:
            await self._open_board(event, match)
            return
        settings = event.settings
        new = replace(
            new_table(event, match),
            match_deals=settings.deals,
            match_minutes=settings.minutes,
            league=settings.league if settings.league_deals else None,
        )
        await self._registry.start_event_match(new, join_shares(match))

    async def _open_board(self, event: Event, match: EventMatch) -> None:
        this = event.round
        assert this is not None
        board = this.find_board(match.board)
        assert board is not None
        last: TableId | None = None
        for earlier in list_previous_matches(this, match):
            last = last or await self._registry.find_event_table(earlier.id)
        new = replace(
            new_table(event, match),
            start_levels=(board.level,) * event.settings.players,
            rematch_of=last,
            match_deals=1,
            first_declarer=board.declarer,
            is_sealed=True,
        )
        await self._registry.start_event_match(new, this.cut or "", board.secret)

    async def end(self, match: EventMatchId) -> None:
        """End the table of a match, if it has one that is not over."""
        table = await self._find_table(match)
        if table is not None and table.facts.status in LIVE_STATUSES:
            await table.voting.close(table.facts.host, by_right=True)

    async def find_outcome(self, match: EventMatchId) -> Outcome | None:
        """Return the outcome of a match's table; None if its table does not exist or has not started."""
        id_ = await self._registry.find_event_table(match)
        if id_ is None:
            return None
        table = await self._registry.find_readable(id_)
        if table is None:
            return WithoutResult.NO_RESULT
        seen = table.snapshot()
        if seen.facts.status in LIVE_STATUSES:
            return WithoutResult.RUNNING if seen.has_started else None
        if seen.facts.is_board and seen.results:
            return to_board_score(seen.results[0])
        return score_sides(seen) or WithoutResult.NO_RESULT

    async def unseal(self, match: EventMatchId) -> None:
        """Show the table of a board to everybody from now on."""
        table = await self._find_table(match)
        if table is not None:
            await table.unseal()

    async def _find_table(self, match: EventMatchId) -> Table | None:
        id_ = await self._registry.find_event_table(match)
        return None if id_ is None else await self._registry.find_readable(id_)


def to_board_score(result: DealResult) -> BoardScore:
    """Return both sides' levels, and the opponents' card points, which are negative if the first side declared."""
    declaring = result.declarers[0] % SIDES
    winner = declaring if result.declarers_hold else 1 - declaring
    # this uses `rise` because some rules stop a side at a level or send it back, which changes only its level
    levels = (float(result.rise), 0.0) if winner == 0 else (0.0, float(result.rise))
    points = float(result.opponents_points)
    return BoardScore(levels, points if declaring else -points)


def score_sides(table: Snapshot) -> tuple[float, float] | None:
    """Return the levels that each side of a table gained. `TIE_BREAK` decides ties. None if no deal was finished."""
    ranked = rank_contenders(table.facts.rules, table.results)
    if not ranked:
        return None
    best, other = ranked[0], ranked[1]
    levels = {one.seats[0] % SIDES: float(one.levels_gained) for one in ranked}
    if best.rank_key != other.rank_key and best.levels_gained == other.levels_gained:
        levels[best.seats[0] % SIDES] += TIE_BREAK
    return levels[Seat(0)], levels[Seat(1)]


def new_table(event: Event, match: EventMatch) -> TableInfo:
    """Return a new table for a match. The caller adds the number of deals or minutes."""
    settings = event.settings
    return TableInfo(
        id=TableId(0),
        guild=event.guild,
        channel=event.channel,
        host=event.creator,
        preset=settings.preset,
        rules=parse_rules(settings.rules),
        seats=list_occupants(match.seats),
        status=TableStatus.LOBBY,
        language=event.language,
        event_match=match.id,
        event_place=_find_place(event, match),
    )


def _find_place(event: Event, match: EventMatch) -> EventPlace:
    number = next(one.number for one in event.rounds if match in one.matches)
    message = None if event.message is None else event.message.message
    return EventPlace(event.settings.name, number, match.table, message, match.board)


def list_occupants(seats: tuple[SeatPlan, ...]) -> tuple[Occupant, ...]:
    """Return who sits in each seat. Users whose data was deleted are replaced by computer players, numbered from 1."""
    numbers = itertools.count(1)
    return tuple(
        Computer(RULES_LEVEL, next(numbers)) if seat.user is None or seat.user <= 0 else Person(seat.user)
        for seat in seats
    )

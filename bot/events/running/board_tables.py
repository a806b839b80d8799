"""The tables of boards, which play one deal each, with the board's shuffle, levels and first declarer."""

from collections.abc import Sequence

from bot.events.matches import EventBoard, EventMatch, EventRound
from bot.events.model import Event
from bot.events.ports import BoardScore, Outcome
from bot.events.running.match_tables import find_place, find_table_outcome, list_occupants
from bot.events.settings import SIDES
from bot.ids import EventMatchId, TableId
from bot.play.all_tables.registry import Registry
from bot.play.table_info import TableInfo, TableStatus
from bot.play.tables.table import Table
from engine.model.events import DealResult
from engine.model.notation import parse_rules


class MatchBoardTables:
    """Implements `bot.events.ports.BoardTables` on the program's tables."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def open(self, event: Event, this: EventRound, match: EventMatch, before: Sequence[EventMatchId]) -> None:
        """Open the table of a board and start it; a match never gets a second one."""
        board = this.find_board(match.board)
        assert board is not None
        last = await self._find_last_table(before)
        await self._registry.start_event_match(_new_table(event, match, board, last), this.cut or "", board.secret)

    async def _find_last_table(self, before: Sequence[EventMatchId]) -> TableId | None:
        """Return the table of the first of these matches that has one, since not every board was played there."""
        for match in before:
            if (found := await self._registry.find_event_table(match)) is not None:
                return found
        return None

    async def find_outcome(self, match: EventMatchId) -> BoardScore | Outcome | None:
        """Return the result of a board at a table; None if its table does not exist or has not started."""
        return await find_table_outcome(
            self._registry, match, lambda seen: to_board_score(seen.results[0]) if seen.results else None
        )

    async def unseal(self, match: EventMatchId) -> None:
        """Show the table of a board to everybody from now on."""
        table = await self.find_table(match)
        if table is not None:
            await table.unseal()

    async def find_table(self, match: EventMatchId) -> Table | None:
        """Return the table of a board; None if there is none, or its record cannot be read."""
        id_ = await self._registry.find_event_table(match)
        return None if id_ is None else await self._registry.find_readable(id_)


def to_board_score(result: DealResult) -> BoardScore:
    """Return the levels gained by both sides, and the card points of the side that did not declare.

    What stops a rise or sends a side back depends on its levels, and is left out: only the deal counts.
    """
    declaring = result.declarers[0] % SIDES
    winner = declaring if result.declarers_hold else 1 - declaring
    levels = (float(result.rise), 0.0) if winner == 0 else (0.0, float(result.rise))
    points = float(result.opponents_points)
    return BoardScore(levels, points if declaring else -points)


def _new_table(event: Event, match: EventMatch, board: EventBoard, before: TableId | None) -> TableInfo:
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
        opened_at=0.0,
        start_levels=(board.level,) * settings.players,
        rematch_of=before,
        match_deals=1,
        event_match=match.id,
        event_place=find_place(event, match),
        first_declarer=board.declarer,
        is_sealed=True,
    )

"""A table before its match, with its seats, rules and pace."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from bot.ids import LeagueId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import match_length, table_changes
from bot.play.table_rules.game_state import create_game_state, list_sit_actions
from bot.play.table_rules.seat_teams import TeamGroup
from bot.play.table_rules.shuffle import shuffle_deal
from bot.play.tables.save_then_publish import record, save_facts, transaction
from bot.play.tables.table_state import TableState
from bot.play.values.table_info import TableInfo, TableStatus
from engine.deal.game import spectator_view
from engine.model.seats import TABLE, Seat


class Lobby:
    """A table before its match. Every method saves first, then publishes, and may raise `TableRefused`."""

    def __init__(self, state: TableState) -> None:
        self._state = state

    async def join(self, user: UserId, seat: Seat | None = None, teams: Collection[TeamGroup] = ()) -> None:
        """Seat a user in `seat` or the first empty one, beside those of their `teams`."""
        await self._change(user, lambda facts: table_changes.join(facts, user, seat, teams))

    async def move(self, user: UserId, seat: Seat) -> None:
        """Move a player to an empty seat, or swap with a computer player."""
        await self._change(user, lambda facts: table_changes.move(facts, user, seat))

    async def shuffle_seats(self, user: UserId, teams: Collection[TeamGroup] = ()) -> None:
        """Reorder all seats at random, but keep `teams` together. For the host only."""
        order = self._state.services.shuffler.random_order
        await self._change(user, lambda facts: table_changes.shuffle_seats(facts, user, order(len(facts.seats)), teams))

    async def transfer_host(self, user: UserId, to: UserId) -> None:
        """Make another player host. For the host only."""
        await self._change(user, lambda facts: table_changes.transfer_host(facts, user, to))

    async def kick(self, user: UserId, seat: Seat) -> None:
        """Empty somebody else's seat. For the host only."""
        await self._change(user, lambda facts: table_changes.kick(facts, user, seat))

    async def add_computer(self, user: UserId, level: str, seat: Seat | None = None) -> None:
        """Seat a computer player of `level` in `seat` or the first empty one. Any player may do this."""
        await self._change(user, lambda facts: table_changes.add_computer(facts, user, level, seat))

    async def remove_computer(self, user: UserId) -> None:
        """Remove the last computer player. Any player may do this."""
        await self._change(user, lambda facts: table_changes.remove_computer(facts, user))

    async def set_level(self, user: UserId, seat: Seat, level: str) -> None:
        """Set the level of the computer player in `seat`. Any player may do this."""
        await self._change(user, lambda facts: table_changes.set_level(facts, user, seat, level))

    async def set_rules(self, user: UserId, preset: str, overrides: Mapping[str, str]) -> None:
        """Replace the rules. For the host only."""
        await self._change(user, lambda facts: table_changes.set_rules(facts, user, preset, overrides))

    async def set_pace(self, user: UserId, turn: float | None, bury: float | None) -> None:
        """Set the seconds for a turn and for burying (0: no limit, None: the usual). For the host only."""
        await self._change(user, lambda facts: table_changes.set_pace(facts, user, turn, bury))

    async def set_next_deal(self, user: UserId, seconds: float | None) -> None:
        """Set how long after a deal the next begins by itself (0: never, None: the usual). For the host only."""
        await self._change(user, lambda facts: table_changes.set_next_deal(facts, user, seconds))

    async def set_purpose(
        self, user: UserId, league: LeagueId | None, *, friendly: bool, teams: Collection[TeamGroup] = ()
    ) -> None:
        """Set what deals count for: a league, ratings and the open ladder, or (`friendly`) nothing. For the host."""
        await self._change(
            user, lambda facts: table_changes.set_purpose(facts, user, league, friendly=friendly, teams=teams)
        )

    async def set_match_length(self, user: UserId, deals: int | None, minutes: int | None) -> None:
        """Set how many deals or minutes the match lasts (None: no such limit). For the host only."""
        await self._change(user, lambda facts: table_changes.set_match_length(facts, user, deals, minutes))

    async def start(self, user: UserId, cut: str) -> None:
        """Start the match: levels from the league, seats into the record, the first deal on the table.

        The host needs no seat where computer players have all of them. `cut` is the user's share in the shuffle, any
        text that the program could not foresee.
        """
        state = self._state
        async with state.lock:
            facts = state.require_lobby()
            if not facts.is_computers_only:
                table_changes.require_seat(facts, user)
            table_changes.require_host(facts, user)
            await self._begin_match(facts, cut)

    async def start_event_match(self, cut: str) -> None:
        """Start the match of an event; does nothing if it has started."""
        async with self._state.lock:
            self._state.require_available()
            if self._state.facts.status is TableStatus.LOBBY:
                await self._begin_match(self._state.facts, cut)

    async def _begin_match(self, facts: TableInfo, cut: str) -> None:
        """Start the match. The caller holds the lock."""
        state, seats = self._state, [o for o in facts.seats if o is not None]
        if len(seats) < len(facts.seats):
            raise TableRefused(TableRefusal.SEATS_EMPTY, empty=len(facts.seats) - len(seats))
        facts = replace(facts, is_friendly=facts.starts_friendly)
        async with transaction(state) as tx:
            levels = facts.start_levels
            if facts.has_ladder:
                levels = await tx.start_match(facts.id, facts.guild, facts.rules, seats, facts.league)
            facts = replace(facts, status=TableStatus.PLAYING, start_levels=levels, proposals=())
            facts = match_length.with_end_time(facts, state.services.clock.now())
            game, deal = create_game_state(facts), replace(state.deals[-1], cut=cut)
            first = shuffle_deal(facts.rules, deal, spectator_view(game.phase))
            update = await record(state, tx, facts, game, (*list_sit_actions(facts), (TABLE, first)), deal)
        state.publish(update)

    async def _change(self, user: UserId, change: Callable[[TableInfo], TableInfo]) -> None:
        """Save a change that only a lobby allows."""
        state = self._state
        async with state.lock:
            state.require_available()
            if state.facts.status is TableStatus.OVER:
                raise TableRefused(TableRefusal.ALREADY_STARTED)
            facts = change(state.require_lobby())
            await save_facts(state, facts, state.list_deadlines(facts, None, ()))  # a lobby in use is not idle
            state.mark_active(user)

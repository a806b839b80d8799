"""A table before its match, while its seats, rules and pace can still change."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Concatenate, ParamSpec

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import limited_matches, table_changes
from bot.play.table_rules.choose_seats import TeamGroup
from bot.play.table_rules.game_state import create_game_state, list_sit_actions
from bot.play.table_rules.shuffle import shuffle_deal
from bot.play.tables.save_then_publish import record, save_facts, transaction
from bot.play.tables.table_state import TableState
from bot.play.values.table_info import TableInfo, TableStatus
from engine.deal.game import spectator_view
from engine.model.seats import TABLE

P = ParamSpec("P")


class Lobby:
    """A table before its match. Methods save before they publish, and may raise `TableRefused`."""

    def __init__(self, state: TableState) -> None:
        self._state = state

    async def change(
        self,
        change: Callable[Concatenate[TableInfo, UserId, P], TableInfo],
        user: UserId,
        *args: P.args,
        **options: P.kwargs,
    ) -> None:
        """Apply a function of `table_changes`, such as `kick`, for the user who asks for the change."""
        state = self._state
        async with state.lock:
            state.require_available()
            if state.facts.status is TableStatus.OVER:
                raise TableRefused(TableRefusal.ALREADY_STARTED)
            facts = change(state.require_lobby(), user, *args, **options)
            await save_facts(state, facts, state.list_deadlines(facts, None, ()))  # a lobby in use does not expire
            state.mark_active(user)

    async def shuffle_seats(self, user: UserId, teams: Collection[TeamGroup] = ()) -> None:
        """Reorder all seats at random, but keep `teams` together. For the host only."""
        random_order = self._state.services.shuffler.random_order

        def shuffle(facts: TableInfo, user: UserId) -> TableInfo:
            return table_changes.shuffle_seats(facts, user, random_order(len(facts.seats)), teams)

        await self.change(shuffle, user)

    async def start(self, user: UserId, cut: str) -> None:
        """Start the match with its first deal. The shuffle uses `cut`, a text that the program cannot have foreseen."""
        state = self._state
        async with state.lock:
            facts = state.require_lobby()
            if not facts.is_computers_only:
                table_changes.require_seat(facts, user)
            table_changes.require_host(facts, user)
            await self._begin_match(facts, cut)

    async def start_event_match(self, cut: str) -> None:
        """Start the match of an event; do nothing if it has started."""
        async with self._state.lock:
            self._state.require_available()
            if self._state.facts.status is TableStatus.LOBBY:
                await self._begin_match(self._state.facts, cut)

    async def _begin_match(self, facts: TableInfo, cut: str) -> None:
        state, seats = self._state, [o for o in facts.seats if o is not None]
        if len(seats) < len(facts.seats):
            raise TableRefused(TableRefusal.SEATS_EMPTY, empty=len(facts.seats) - len(seats))
        facts = replace(facts, is_friendly=facts.starts_friendly)
        async with transaction(state) as tx:
            levels = facts.start_levels
            if facts.has_ladder:
                levels = await tx.start_match(facts.id, facts.guild, facts.rules, seats, facts.league)
            facts = replace(facts, status=TableStatus.PLAYING, start_levels=levels, proposals=())
            facts = limited_matches.with_end_time(facts, state.services.clock.now())
            game, deal = create_game_state(facts), replace(state.deals[-1], cut=cut)
            first = shuffle_deal(facts.rules, deal, spectator_view(game.phase))
            update = await record(state, tx, facts, game, (*list_sit_actions(facts), (TABLE, first)), deal)
        state.publish(update)

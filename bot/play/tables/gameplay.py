"""Runs a match at a table. It takes the seats' actions, acts at deadlines, and starts the next deal."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.ids import UserId
from bot.play.clock.timing import at_speed
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.table_rules import deadlines, limited_matches, match_changes, table_changes
from bot.play.table_rules.game_state import GameState
from bot.play.table_rules.shuffle import recut, shuffle_deal
from bot.play.tables.save_then_publish import save_actions, save_facts
from bot.play.tables.table_state import TableState
from bot.play.values.stored_table import Deadline, DeadlineKind, DealSecret, TableUpdate
from bot.play.values.table_info import Person, Phrase, Speed, TableInfo, TableStatus
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Action, CloseWindow, Draw, Pass, Play, TakeBack, Undo
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

_IDLE_REDEALS: Final = 3
"""After this many redeals in a row in which nobody pressed anything, all players count as away."""


class Gameplay:
    """The actions of a match. Methods may raise `TableRefused`. They save before they publish, except `say`."""

    def __init__(self, state: TableState) -> None:
        self._state = state

    async def next_deal(self, user: UserId, cut: str) -> None:
        """Ask for the next deal; it begins once all people who are present have asked.

        `cut` is as in `Lobby.start`. Asking twice changes nothing. Where only computer players sit, anybody may ask.
        """
        state = self._state
        async with state.lock:
            game = state.require_game()
            watched = state.facts.is_computers_only
            seat = Seat(0) if watched else table_changes.require_seat(state.facts, user)
            if state.facts.status is not TableStatus.PLAYING:
                raise TableRefused(TableRefusal.TABLE_CLOSED)
            if game.phase_name is not PhaseName.FINISHED:  # a redeal begins by itself
                raise TableRefused(TableRefusal.DEAL_IN_PROGRESS)
            facts = match_changes.mark_ready(match_changes.mark_present(state.facts, seat), seat, cut)
            if watched or match_changes.is_everyone_ready(facts):
                await self.deal_next(facts)
            elif facts != state.facts:
                await self._save_ready(seat, facts, game)
            state.mark_active(user)

    async def _save_ready(self, seat: Seat, facts: TableInfo, game: GameState) -> None:
        """Save that `seat` is ready. Once nobody looks back at the last deal, end the extra wait for the next deal."""
        state, kept = self._state, self._state.deadlines
        if seat in state.readers:
            state.readers.remove(seat)
            if not state.readers:
                timing, now = state.services.timing, state.services.clock.now()
                kept = deadlines.shift_deadlines(kept, DeadlineKind.NEXT_DEAL, -timing.reading, now)
        await save_facts(state, facts, state.list_deadlines(facts, game, kept))

    async def wait_for_reader(self, user: UserId) -> None:
        """Note that a player looks back at the last deal. The first such player postpones an automatic next deal."""
        state = self._state
        async with state.lock:
            seat, due = state.facts.seat_of(user), any(d.kind is DeadlineKind.NEXT_DEAL for d in state.deadlines)
            if state.is_lost or seat is None or not due or seat in dict(state.facts.ready):
                return
            first = not state.readers
            state.readers.add(seat)
            if first and not match_changes.is_everyone_ready(state.facts):
                wait = state.services.timing.reading
                later = deadlines.shift_deadlines(state.deadlines, DeadlineKind.NEXT_DEAL, wait, 0.0)
                await save_facts(state, state.facts, later)

    def say(self, user: UserId, phrase: Phrase) -> None:
        """Say a phrase to the other players, only between deals, because during one it could hint at cards."""
        state, now = self._state, self._state.services.clock.now()
        seat = table_changes.require_seat(state.facts, user)
        if state.require_game().phase_name is not PhaseName.FINISHED:
            raise TableRefused(TableRefusal.DEAL_IN_PROGRESS)
        _, since = state.phrases.get(seat, (phrase, -math.inf))
        if (left := since + state.services.timing.phrase_pause - now) > 0:
            raise TableRefused(TableRefusal.TOO_FAST, seconds=math.ceil(left))
        state.phrases.pop(seat, None)  # the newest phrase must come last
        state.phrases[seat] = phrase, now
        state.publish(TableUpdate(state.revision, (), is_private=True))

    async def set_speed(self, user: UserId, speed: Speed) -> None:
        """Set how fast computer players act and cards are drawn, at any time. For the host only."""
        state = self._state
        async with state.lock:
            facts = table_changes.set_speed(state.require_open(), user, speed)
            if facts != state.facts:
                await save_facts(state, facts)
            state.mark_active(user)

    async def claim(self, user: UserId, task: int) -> None:
        """Lead for a player who certainly wins all remaining tricks. From then on, the program leads for them.

        Raises StaleTask if the seat is asked something else now, cannot be sure to win, or has only one lead left.
        """
        seat = table_changes.require_seat(self._state.facts, user)
        if not (leads := find_sure_leads(self._state.require_game().view(seat))):
            raise StaleTask
        await self.submit(seat, Play(leads[0]), task)
        self._state.claims.add(seat)

    async def submit(
        self, seat: Seat, action: Action, task: int, on_applied: Callable[[GameState], None] | None = None
    ) -> None:
        """Take an action of `seat` in answer to the question `task`. A repeat of the seat's last action is ignored.

        `on_applied` is called with the game that is about to be saved. It must not show the game to anybody, and must
        not raise. Raises StaleTask if the seat is asked something else now, or IllegalAction; then nothing has changed.
        Raises TableRefused if the table is closed or the store did not answer.
        """
        state = self._state
        async with state.lock:
            game = state.require_game()
            if state.facts.status is not TableStatus.PLAYING:
                raise TableRefused(TableRefusal.TABLE_CLOSED)
            if game.last_actions[seat] == (task, action):
                return
            if game.tasks[seat] != task:
                raise StaleTask
            facts = match_changes.mark_present(state.facts, seat)
            passes = isinstance(action, Pass) and game.phase_name in deadlines.WINDOWS
            if isinstance(action, TakeBack) and game.goes_back(facts, seat):
                await save_actions(state, ((TABLE, Undo(seat)),), facts=facts)
                state.claims.discard(seat)
            elif passes and isinstance(facts.seats[seat], Person):
                await self._pass(seat, facts, game)
            else:
                await save_actions(state, ((seat, action),), facts=facts, on_applied=on_applied)
            state.missed_turns.pop(seat, None)
            if isinstance(person := state.facts.seats[seat], Person):
                state.mark_active(person.user)

    async def _pass(self, seat: Seat, facts: TableInfo, game: GameState) -> None:
        """Pass for a person. The pass becomes public when the program would pass for a seat that can only pass."""
        state, services = self._state, self._state.services
        if not deadlines.is_window_open(game):
            raise StaleTask  # nobody passes before the last card is drawn
        rules, timing, secret = facts.rules, at_speed(services.timing, facts.speed), state.deals[-1].secret
        deadline = deadlines.create_pass_deadline(game, rules, seat, timing, state.deadlines, secret)
        if deadline.at <= services.clock.now():
            await save_actions(state, ((seat, Pass()),), facts=facts)
        elif not deadlines.is_passing(state.deadlines, seat) or facts != state.facts:
            due = state.list_deadlines(facts, game, (*state.deadlines, deadline))
            await save_facts(state, facts, due, is_private=facts == state.facts)

    async def play_forced(self, seat: Seat, action: Action, task: int) -> None:
        """Make a player's only legal play for them. Whether they count as present does not change.

        Raises as `submit` does. StaleTask is also raised if the match is paused or over.
        """
        state = self._state
        async with state.lock:
            tasks = state.require_game().tasks
            if tasks[seat] != task or state.facts.status is not TableStatus.PLAYING or state.facts.paused:
                raise StaleTask
            await save_actions(state, ((seat, action),))

    async def handle_deadline(self, deadline: Deadline) -> None:
        """Do what is due, if the deadline is still set. `Attendance.submit_for_absent` handles turns instead."""
        state = self._state
        async with state.lock:
            if deadline not in state.deadlines or state.is_lost:
                return
            if deadline.kind in {DeadlineKind.LOBBY_EXPIRES, DeadlineKind.UNWATCHED, DeadlineKind.MATCH_ENDS}:
                await save_facts(state, table_changes.end_table(state.facts))
            elif deadline.kind is DeadlineKind.LOBBY_WARNING:
                await save_facts(state, state.facts, tuple(d for d in state.deadlines if d != deadline))
            elif deadline.kind is DeadlineKind.NEXT_DEAL:
                await self.deal_next(state.facts)
            elif deadline.kind is DeadlineKind.WINDOW_CLOSES:
                await save_actions(state, ((TABLE, CloseWindow()),))
            elif deadline.kind is DeadlineKind.PASSES and deadline.seat is not None:
                await save_actions(state, ((deadline.seat, Pass()),))
            elif deadline.kind is DeadlineKind.DRAW:
                await self._draw_batch()

    async def deal_next(self, facts: TableInfo) -> None:
        """Deal after a finished deal, or end a match whose time is up. The caller holds the lock."""
        if limited_matches.is_time_up(facts, self._state.services.clock.now()):
            await save_facts(self._state, table_changes.end_table(facts))
            return
        promised = self._state.deals[-1]
        # The cut is made of the texts of all who asked for the deal. If nobody asked, it is made from the last cut.
        shares = "+".join(share for _, share in sorted(facts.ready))
        deal = replace(promised, cut=shares) if shares else recut(promised, self._state.last_cut_deal)
        await self._deal(deal, replace(facts, proposals=(), ready=()))

    async def _draw_batch(self) -> None:
        state, game = self._state, self._state.require_game()
        if game.phase_name is PhaseName.READY:  # a redeal uses the last cut again
            state.idle_redeals += 1
            is_idle = state.idle_redeals >= _IDLE_REDEALS
            gone = match_changes.list_present_seats(state.facts) if is_idle else ()
            await self._deal(recut(state.deals[-1], state.last_cut_deal), match_changes.mark_away(state.facts, gone))
            return
        count = deadlines.get_batch_size(state.facts, state.services.timing, game.view(None).to_draw)
        await save_actions(state, ((TABLE, Draw(count)),))

    async def _deal(self, deal: DealSecret, facts: TableInfo) -> None:
        self._state.readers.clear()
        self._state.phrases.clear()
        self._state.claims.clear()
        before = self._state.require_game().view(None)
        action = shuffle_deal(facts.rules, deal, before)
        await save_actions(self._state, ((TABLE, action),), deal, facts)

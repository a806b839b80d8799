"""Handles players who come and go during a match."""

from dataclasses import replace

from bot.ids import UserId
from bot.play.refusals import StaleTask
from bot.play.table_rules import match_changes, proposal_rules, table_changes
from bot.play.table_rules.deadlines import WINDOWS, shift_deadlines
from bot.play.tables.save_then_publish import end_table, save_actions, save_facts
from bot.play.tables.table_state import TableState
from bot.play.values.stored_table import Deadline, DeadlineKind
from bot.play.values.table_info import Person, TableInfo, TableStatus, format_occupant
from engine.model.actions import Action, Sit
from engine.model.seats import TABLE, Seat


class Attendance:
    """The players present at a table. Methods save before they publish, and may raise `TableRefused`."""

    def __init__(self, state: TableState) -> None:
        self._state = state

    async def leave(self, user: UserId) -> None:
        """Take a user out of their seat; in a match, a computer player gets it. A table without people ends."""
        async with self._state.lock:
            facts = self._state.require_open()
            if facts.status is TableStatus.LOBBY:
                facts = table_changes.leave(facts, user)
                await save_facts(self._state, facts, self._state.list_deadlines(facts, None, ()))
            else:
                seat = table_changes.require_seat(facts, user)
                await self.reseat(match_changes.replace_with_computer(facts, seat), seat)

    async def offer_seat(self, user: UserId, seat: Seat, newcomer: UserId) -> None:
        """Offer a seat to `newcomer`.

        Users may offer their own seat. The host may also offer that of a computer player or an absent player. The offer
        lapses when the next deal begins. It lapses earlier if the seat changes hands, its absent player comes back, or
        another offer of the seat or to the newcomer is made. It also lapses if the newcomer declines or gets a seat.
        """
        state = self._state
        async with state.lock:
            facts = state.require_match()
            match_changes.check_offer(facts, user, seat, newcomer)
            state.refuse_newcomer(seat, newcomer)
            await save_facts(state, proposal_rules.with_offer(facts, user, seat, newcomer))

    async def accept_seat(self, newcomer: UserId, seat: Seat) -> None:
        """Take the offered seat of a match."""
        async with self._state.lock:
            await self.reseat(proposal_rules.accept_offer(self._state.require_match(), newcomer, seat), seat)

    async def step_away(self, user: UserId) -> None:
        """Let the program act for a player at once until they come back. If no player is left, the table pauses."""
        async with self._state.lock:
            facts = self._state.require_match()
            await self.save_attendance(replace(facts, away=facts.away | {table_changes.require_seat(facts, user)}))

    async def submit_for_absent(self, deadline: Deadline, action: Action) -> None:
        """Take an action for a player whose time is up. After too many missed turns, the player counts as away.

        A pass while seats declare, claim a redeal or take the kitty is not a missed turn. Raises StaleTask if
        `deadline` is outdated, otherwise as `Gameplay.submit` does.
        """
        state = self._state
        async with state.lock:
            game = state.require_game()
            if deadline not in state.deadlines or deadline.seat is None:
                raise StaleTask
            seat = deadline.seat
            missed = state.missed_turns.get(seat, 0) + (game.phase_name not in WINDOWS)
            away = (seat,) if missed >= state.services.timing.away_after_missed_turns else ()
            await save_actions(state, ((seat, action),), facts=match_changes.mark_away(state.facts, away))
            state.missed_turns[seat] = missed

    async def come_back(self, user: UserId) -> None:
        """Let an absent player take their own turns again; a paused table goes on."""
        async with self._state.lock:
            facts = self._state.require_match()
            seat = table_changes.require_seat(facts, user)
            self._state.missed_turns.pop(seat, None)
            await self.save_attendance(replace(facts, away=facts.away - {seat}))
            self._state.mark_active(user)

    async def note_opened_hand(self, user: UserId) -> None:
        """Note that a player's panel shows their hand. The last cards of the first deal wait for that."""
        state = self._state
        if user in state.opened_hands:
            return
        async with state.lock:
            if state.is_lost or state.game is None or state.facts.status is not TableStatus.PLAYING:
                return
            waited = state.list_awaited_hands()
            state.opened_hands.add(user)
            if waited and not state.list_awaited_hands():
                now, waited_for = state.services.clock.now(), state.services.timing.open_hands
                sooner = shift_deadlines(state.deadlines, DeadlineKind.DRAW, -waited_for, now)
                await save_facts(state, state.facts, sooner)

    async def reseat(self, facts: TableInfo, seat: Seat) -> None:
        """Record the new occupant of `seat`; refuse a user who has seen another hand. The caller holds the lock."""
        occupant = facts.seats[seat]
        assert occupant is not None
        if isinstance(occupant, Person):
            self._state.refuse_newcomer(seat, occupant.user)  # people join a match only through this method
        self._state.missed_turns.pop(seat, None)
        self._state.phrases.pop(seat, None)
        sit = (TABLE, Sit(seat, format_occupant(occupant)))
        if facts.status is TableStatus.OVER:  # no person is left at the table
            await end_table(self._state, facts, (sit,))
        else:
            await save_actions(self._state, (sit,), facts=match_changes.update_paused(facts))

    async def save_attendance(self, facts: TableInfo) -> None:
        """Save who is present, and the deadlines that change as a result. The caller holds the lock."""
        state, facts = self._state, match_changes.update_paused(facts)
        changed = facts.away ^ state.facts.away
        kept = () if facts.paused != state.facts.paused else [d for d in state.deadlines if d.seat not in changed]
        await save_facts(state, facts, state.list_deadlines(facts, state.game, kept))

"""Proposals and votes of a table, and its end."""

from dataclasses import dataclass

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import match_changes, proposal_rules, table_changes
from bot.play.tables.attendance import Attendance
from bot.play.tables.gameplay import Gameplay
from bot.play.tables.save_then_publish import end_table, save_facts
from bot.play.tables.table_state import TableState
from bot.play.values.table_info import Proposal, ProposalKind, TableInfo, TableStatus, Tally
from engine.model.seats import Seat


@dataclass(eq=False, repr=False)
class Voting:
    """The votes of a table. Methods save before they publish, and may raise `TableRefused`."""

    _state: TableState
    _attendance: Attendance
    _gameplay: Gameplay

    async def vote(self, user: UserId, proposal: Proposal) -> Tally:
        """Vote for `proposal`. A majority of those present, or the host alone, carries it out.

        Votes for `VOID` take effect only at the end of the deal. A second vote changes nothing, but votes are counted
        again.
        """
        state = self._state
        async with state.lock:
            facts, seat = state.require_open(), table_changes.require_seat(state.facts, user)
            if proposal.kind is ProposalKind.OFFER:
                raise TableRefused(TableRefusal.NOT_OFFERED)
            proposal_rules.check_proposal(facts, proposal, between_deals=state.is_between_deals)
            state.refuse_seen_hand(proposal.seat, proposal.newcomer)
            state.mark_active(user)
            facts = proposal_rules.with_vote(match_changes.mark_present(facts, seat), seat, proposal)
            tally = proposal_rules.count_votes(facts, proposal, state.idle_host_seats(facts))
            carried = proposal.kind is not ProposalKind.VOID and (tally.carried or user == facts.host)
            if carried:
                await self._carry_out(proposal, proposal_rules.without_proposal(facts, proposal))
            elif facts.status is TableStatus.LOBBY and facts != state.facts:  # a lobby in use does not expire
                await save_facts(state, facts, state.list_deadlines(facts, None, ()))
            elif facts != state.facts:
                await self._attendance.save_attendance(facts)
            return tally

    async def request_seat(self, user: UserId, seat: Seat) -> None:
        """Ask for the seat of a computer player or an absent player. The players vote on the request.

        The request replaces the user's earlier one.
        """
        state = self._state
        async with state.lock:
            facts, proposal = state.require_open(), Proposal(ProposalKind.NEWCOMER, seat, user)
            proposal_rules.check_proposal(facts, proposal, between_deals=state.is_between_deals)
            state.refuse_newcomer(seat, user)
            facts = proposal_rules.with_seat_request(facts, user, seat)
            if facts != state.facts:
                await save_facts(state, facts)

    async def withdraw_request(self, user: UserId) -> None:
        """Drop a user's request for a seat, and all offers of a seat to them."""
        async with self._state.lock:
            facts = proposal_rules.without_seat_requests(self._state.facts, user)
            if facts != self._state.facts:
                self._state.require_available()
                await save_facts(self._state, facts)

    async def close(self, user: UserId, *, by_right: bool = False) -> None:
        """End the table. Only the host may do so or, `by_right`, anyone whom the server allows to end any table."""
        async with self._state.lock:
            facts = self._state.require_open()
            if not by_right:
                table_changes.require_host(facts, user)
            await end_table(self._state, facts)

    async def _carry_out(self, proposal: Proposal, facts: TableInfo) -> None:
        match proposal:
            case Proposal(ProposalKind.CLOSE):
                await end_table(self._state, facts)
            case Proposal(ProposalKind.COMPUTER, seat) if seat is not None:
                await self._attendance.reseat(match_changes.replace_with_computer(facts, seat), seat)
            case Proposal(ProposalKind.NEWCOMER, seat, newcomer) if seat is not None and newcomer is not None:
                await self._attendance.reseat(match_changes.take_over_seat(facts, seat, newcomer), seat)
            case Proposal(ProposalKind.NEXT_DEAL):
                await self._gameplay.deal_next(facts)
            case _:
                await self._attendance.save_attendance(facts)  # a paused match resumes, because the voter is present

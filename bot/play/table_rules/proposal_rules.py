"""Decides which proposals are allowed and how votes count, and adds both to a table's facts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.match_changes import check_newcomer, list_present_seats, refuse_oracle_seat, take_over_seat
from bot.play.values.table_info import (
    Occupant,
    OpenProposal,
    Person,
    Proposal,
    ProposalKind,
    TableInfo,
    TableStatus,
    Tally,
)
from engine.model.events import DealResult
from engine.model.seats import Seat

MAX_SEAT_REQUESTS: Final = 6
"""How many users may request seats at a time; a further request replaces the oldest."""


def check_proposal(facts: TableInfo, proposal: Proposal, *, between_deals: bool) -> None:
    """Refuse a proposal that is pointless now. `between_deals` is true if no deal is being played."""
    if proposal.kind is not ProposalKind.CLOSE and facts.status is not TableStatus.PLAYING:
        raise TableRefused(TableRefusal.NOT_STARTED)
    match proposal.kind:
        case ProposalKind.OFFER:
            check_newcomer(facts, proposal.newcomer)
        case ProposalKind.VOID if not can_be_voided(facts, between_deals=between_deals):
            raise TableRefused(TableRefusal.NOTHING_TO_VOID)
        case ProposalKind.COMPUTER:
            check_seat(facts, proposal.seat, people_only=True)
        case ProposalKind.NEWCOMER:
            check_seat(facts, proposal.seat)
            check_newcomer(facts, proposal.newcomer)
        case ProposalKind.RESUME if not facts.paused:
            raise TableRefused(TableRefusal.NOT_PAUSED)
        case ProposalKind.NEXT_DEAL if not between_deals:
            raise TableRefused(TableRefusal.DEAL_IN_PROGRESS)


def can_be_voided(facts: TableInfo, *, between_deals: bool) -> bool:
    """Return whether a deal is being played that its winners may vote void."""
    counts = not facts.is_friendly and facts.event_match is None  # in events the managers decide
    return facts.status is TableStatus.PLAYING and counts and not between_deals


def check_seat(facts: TableInfo, seat: Seat | None, *, people_only: bool = False) -> None:
    """Refuse an unknown seat, or that of a present player or an oracle. `people_only` also refuses computer players."""
    if seat is None or not 0 <= seat < len(facts.seats):
        raise TableRefused(TableRefusal.UNKNOWN_SEAT, seat=-1 if seat is None else seat + 1, seats=len(facts.seats))
    refuse_oracle_seat(facts.seats[seat])
    person = isinstance(facts.seats[seat], Person)
    if (person and seat not in facts.away) or (people_only and not person):
        raise TableRefused(TableRefusal.NOT_AWAY, seat=seat + 1)


def with_vote(facts: TableInfo, seat: Seat, proposal: Proposal) -> TableInfo:
    """Return the table's facts with a vote of `seat` for `proposal`."""
    if (known := next((one for one in facts.proposals if one.proposal == proposal), None)) is None:
        return replace(facts, proposals=(*facts.proposals, OpenProposal(proposal, frozenset({seat}))))
    changed = OpenProposal(proposal, known.voters | {seat})
    return replace(facts, proposals=tuple(changed if one is known else one for one in facts.proposals))


def with_seat_request(facts: TableInfo, user: UserId, seat: Seat) -> TableInfo:
    """Return the facts with a newcomer's request for `seat`. Their earlier request, and offers to them, are dropped."""
    wanted = Proposal(ProposalKind.NEWCOMER, seat, user)
    if any(one.proposal == wanted for one in facts.proposals):
        return facts
    kept = without_seat_requests(facts, user).proposals
    open_ = [one for one in kept if one.proposal.kind is ProposalKind.NEWCOMER]
    surplus = open_[: max(0, len(open_) - MAX_SEAT_REQUESTS + 1)]
    return replace(facts, proposals=(*(one for one in kept if one not in surplus), OpenProposal(wanted)))


def with_offer(facts: TableInfo, user: UserId, seat: Seat, newcomer: UserId) -> TableInfo:
    """Return the facts with an offer of a seat to `newcomer`. Earlier offers of the seat, or to them, are dropped."""
    own = facts.seat_of(user)  # the host of an event's table may have no seat
    voters = frozenset[Seat]() if own is None else frozenset({own})
    offers = (one for one in facts.proposals if one.proposal.kind is ProposalKind.OFFER)
    dropped = [one for one in offers if one.proposal.newcomer == newcomer or one.proposal.seat == seat]
    other = (one for one in facts.proposals if one not in dropped)
    return replace(facts, proposals=(*other, OpenProposal(Proposal(ProposalKind.OFFER, seat, newcomer), voters)))


def accept_offer(facts: TableInfo, newcomer: UserId, seat: Seat) -> TableInfo:
    """Return the table's facts with `newcomer` in the offered seat; refuse if the offer no longer stands."""
    if not any(one.proposal == Proposal(ProposalKind.OFFER, seat, newcomer) for one in facts.proposals):
        raise TableRefused(TableRefusal.NOT_OFFERED)
    return take_over_seat(facts, seat, newcomer)


def is_voided(facts: TableInfo, dealt_in: Sequence[Occupant], result: DealResult) -> bool:
    """Return whether most winners voted a deal void. Newcomers to the deal do not count, as they could undo a loss."""
    votes = next((one.voters for one in facts.proposals if one.proposal.kind is ProposalKind.VOID), frozenset[Seat]())
    winners = {s for s in result.winning_seats if isinstance(dealt_in[s], Person) and facts.seats[s] == dealt_in[s]}
    return 2 * len(winners & votes) > len(winners)


def without_seat_requests(facts: TableInfo, user: UserId) -> TableInfo:
    """Return the table's facts without the proposals by which `user` would get a seat."""
    return replace(facts, proposals=tuple(one for one in facts.proposals if one.proposal.newcomer != user))


def without_proposal(facts: TableInfo, proposal: Proposal) -> TableInfo:
    """Return the table's facts without a proposal."""
    return replace(facts, proposals=tuple(one for one in facts.proposals if one.proposal != proposal))


def without_stale_proposals(facts: TableInfo, *, between_deals: bool) -> TableInfo:
    """Return the table's facts without proposals that no longer make sense."""
    kept = tuple(one for one in facts.proposals if _is_current(facts, one, between_deals=between_deals))
    return facts if kept == facts.proposals else replace(facts, proposals=kept)


def _is_current(facts: TableInfo, one: OpenProposal, *, between_deals: bool) -> bool:
    try:
        check_proposal(facts, one.proposal, between_deals=between_deals)
        if one.proposal.kind is ProposalKind.OFFER and one.proposal.seat not in one.voters:
            check_seat(facts, one.proposal.seat)  # the absent player may have come back
    except TableRefused:
        return False
    return True


def count_all_votes(facts: TableInfo, absent: Iterable[Seat] = ()) -> tuple[Tally, ...]:
    """Return the votes on all proposals except offers of seats. Players who are away or in `absent` have no vote."""
    voted = (one.proposal for one in facts.proposals if one.proposal.kind is not ProposalKind.OFFER)
    return tuple(count_votes(facts, one, absent) for one in voted)


def count_votes(facts: TableInfo, proposal: Proposal, absent: Iterable[Seat] = ()) -> Tally:
    """Return the votes on a proposal."""
    here = list_present_seats(facts) - frozenset(absent)
    seats = next((one.voters for one in facts.proposals if one.proposal == proposal), frozenset[Seat]())
    return Tally(proposal, seats & here, len(here), len(here) // 2 + 1)

"""A table accepts proposals that make sense at the time. New requests replace old ones, and votes are counted."""

from dataclasses import replace

import pytest
from table_harness import BOB, CAT, DAN
from test_match_length import result
from test_table_changes import MATCH, SEER, WATCHED, A, B, C, D, K, facts

from bot.ids import EventMatchId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import proposal_rules
from bot.play.table_rules.proposal_rules import MAX_SEAT_REQUESTS
from bot.play.values.table_info import OpenProposal, Person, Proposal, ProposalKind, TableStatus, Tally
from engine.model.seats import Seat

EVE = UserId(105)
CLOSE, RESUME, NEXT, VOID = (
    Proposal(kind) for kind in (ProposalKind.CLOSE, ProposalKind.RESUME, ProposalKind.NEXT_DEAL, ProposalKind.VOID)
)
LOBBY = facts(A, B, K, C)
PAUSED = replace(MATCH, paused=True, away=frozenset({0, 1, 3}))


def computer(seat):
    return Proposal(ProposalKind.COMPUTER, seat)


def newcomer(seat, user=DAN):
    return Proposal(ProposalKind.NEWCOMER, seat, user)


def offer(seat, user=DAN):
    return Proposal(ProposalKind.OFFER, seat, user)


def with_open(table, *proposals):
    """Return the facts with these open proposals. Each is given as a proposal and the seats that voted for it."""
    return replace(table, proposals=tuple(OpenProposal(one, frozenset(voters)) for one, *voters in proposals))


def list_proposed(table):
    return [(one.proposal, *sorted(one.voters)) for one in table.proposals]


@pytest.mark.parametrize(
    ("table", "proposal", "between_deals"),
    [
        (LOBBY, CLOSE, False),
        (MATCH, CLOSE, False),
        (MATCH, CLOSE, True),
        (MATCH, computer(3), False),
        (replace(MATCH, away=frozenset({0})), computer(0), False),
        (MATCH, newcomer(2), False),
        (MATCH, newcomer(3), True),
        (PAUSED, RESUME, False),
        (MATCH, NEXT, True),
        (MATCH, VOID, False),
        (MATCH, offer(0), False),
    ],
)
def test_timely_proposals_are_accepted(table, proposal, between_deals):
    proposal_rules.check_proposal(table, proposal, between_deals=between_deals)
    kept = proposal_rules.without_stale_proposals(with_open(table, (proposal, 0)), between_deals=between_deals)
    assert list_proposed(kept) == [(proposal, 0)]


UNTIMELY = [
    *(
        (LOBBY, one, False, TableRefusal.NOT_STARTED, {})
        for one in (computer(3), newcomer(2), RESUME, NEXT, VOID, offer(0))
    ),
    (replace(MATCH, status=TableStatus.OVER), NEXT, True, TableRefusal.NOT_STARTED, {}),
    (MATCH, offer(0, CAT), False, TableRefusal.NEWCOMER_SEATED, {}),
    (MATCH, newcomer(2, CAT), False, TableRefusal.NEWCOMER_SEATED, {}),
    (MATCH, newcomer(2, None), False, TableRefusal.NEWCOMER_SEATED, {}),
    (WATCHED, newcomer(2), False, TableRefusal.COMPUTERS_ONLY, {}),
    (MATCH, newcomer(1), False, TableRefusal.NOT_AWAY, {"seat": 2}),
    (MATCH, computer(0), False, TableRefusal.NOT_AWAY, {"seat": 1}),
    (MATCH, computer(2), False, TableRefusal.NOT_AWAY, {"seat": 3}),
    (MATCH, computer(4), False, TableRefusal.UNKNOWN_SEAT, {"seat": 5, "seats": 4}),
    (MATCH, computer(-1), False, TableRefusal.UNKNOWN_SEAT, {"seat": 0, "seats": 4}),
    (MATCH, computer(None), False, TableRefusal.UNKNOWN_SEAT, {"seat": -1, "seats": 4}),
    (facts(A, SEER, B, C, status=TableStatus.PLAYING), newcomer(1), False, TableRefusal.ORACLE_STAYS, {}),
    (MATCH, RESUME, False, TableRefusal.NOT_PAUSED, {}),
    (MATCH, NEXT, False, TableRefusal.DEAL_IN_PROGRESS, {}),
    (MATCH, VOID, True, TableRefusal.NOTHING_TO_VOID, {}),
    (replace(MATCH, is_friendly=True), VOID, False, TableRefusal.NOTHING_TO_VOID, {}),
    (replace(MATCH, event_match=EventMatchId(7)), VOID, False, TableRefusal.NOTHING_TO_VOID, {}),
]


@pytest.mark.parametrize(("table", "proposal", "between_deals", "why", "named"), UNTIMELY)
def test_untimely_proposals_are_refused_and_lapse(table, proposal, between_deals, why, named):
    with pytest.raises(TableRefused) as no:
        proposal_rules.check_proposal(table, proposal, between_deals=between_deals)
    assert (no.value.reason, no.value.facts) == (why, named)
    opened = with_open(table, (CLOSE, 1), (proposal, 0))
    kept = proposal_rules.without_stale_proposals(opened, between_deals=between_deals)
    assert list_proposed(kept) == [(CLOSE, 1)]


def test_offer_for_absent_player_lapses_on_their_return():
    own, by_host = (offer(1), 1), (offer(3, EVE), 0)
    table = with_open(MATCH, own, by_host)
    assert list_proposed(proposal_rules.without_stale_proposals(table, between_deals=False)) == [own, by_host]
    back = replace(table, away=frozenset())
    assert list_proposed(proposal_rules.without_stale_proposals(back, between_deals=False)) == [own]


def test_each_seat_votes_once_for_a_proposal():
    table = MATCH
    for seat, proposal in ((0, CLOSE), (1, VOID), (3, CLOSE), (0, CLOSE)):
        table = proposal_rules.with_vote(table, Seat(seat), proposal)
    assert list_proposed(table) == [(CLOSE, 0, 3), (VOID, 1)]
    assert list_proposed(proposal_rules.without_proposal(table, CLOSE)) == [(VOID, 1)]


@pytest.mark.parametrize(
    ("table", "absent", "tally"),
    [
        (facts(A, B, C, D), (), ({0, 1, 3}, 4, 3, True)),
        (facts(A, B, C, D), (0,), ({1, 3}, 3, 2, True)),
        (facts(A, B, C, D, away={1, 3}), (), ({0}, 2, 2, False)),
        (facts(A, B, C, D, away={1, 3}), (0,), (set(), 1, 1, False)),
        (facts(A, B, K, K), (), ({0, 1}, 2, 2, True)),
        (facts(K, B, K, K), (), ({1}, 1, 1, True)),
    ],
)
def test_more_than_half_of_those_present_carry_a_proposal(table, absent, tally):
    table = with_open(table, (offer(0), 1), (CLOSE, 0, 1, 3))
    (found,) = proposal_rules.count_all_votes(table, map(Seat, absent))
    assert (found.voters, found.present, found.needed, found.carried) == tally, "an offer is no vote"
    unknown = proposal_rules.count_votes(table, RESUME, map(Seat, absent))
    assert unknown == Tally(RESUME, frozenset(), found.present, found.needed)


def test_newcomer_has_one_request_and_only_the_newest_are_kept():
    table = with_open(MATCH, (CLOSE, 1), (offer(1, DAN), 1), (offer(0, EVE), 0))
    table = proposal_rules.with_seat_request(table, DAN, Seat(2))
    assert list_proposed(table) == [(CLOSE, 1), (offer(0, EVE), 0), (newcomer(2),)], "it replaces an offer to the user"
    voted = proposal_rules.with_vote(table, Seat(1), newcomer(2))
    assert proposal_rules.with_seat_request(voted, DAN, Seat(2)) == voted, "the same request keeps its votes"
    assert list_proposed(proposal_rules.with_seat_request(voted, DAN, Seat(3)))[2:] == [(newcomer(3),)]
    others = [UserId(user) for user in range(200, 200 + MAX_SEAT_REQUESTS)]
    for number, user in enumerate(others, 1):
        table = proposal_rules.with_seat_request(table, user, Seat(2))
        asked = [one.newcomer for one, *_ in list_proposed(table) if one.kind is ProposalKind.NEWCOMER]
        assert asked == [DAN, *others][max(0, number + 1 - MAX_SEAT_REQUESTS) : number + 1]
    assert list_proposed(table)[:2] == [(CLOSE, 1), (offer(0, EVE), 0)], "only requests are dropped"


def test_new_offer_replaces_others_for_its_seat_or_its_newcomer():
    table = with_open(MATCH, (newcomer(2, DAN), 0), (offer(1, EVE), 1), (offer(2, DAN), 0), (offer(3, BOB), 0))
    again = proposal_rules.with_offer(table, BOB, Seat(1), DAN)
    assert list_proposed(again) == [(newcomer(2, DAN), 0), (offer(3, BOB), 0), (offer(1, DAN), 1)]
    watching = replace(table, host=EVE)  # the host of an event's table may have no seat
    assert list_proposed(proposal_rules.with_offer(watching, EVE, Seat(3), UserId(9)))[-1] == (offer(3, UserId(9)),)


def test_only_the_offered_seat_is_taken():
    table = with_open(MATCH, (offer(1, DAN), 1), (newcomer(2, EVE), 0))
    assert proposal_rules.accept_offer(table, DAN, Seat(1)).seats == (A, D, K, C)
    for user, seat in ((DAN, 0), (EVE, 1), (EVE, 2)):
        with pytest.raises(TableRefused) as no:
            proposal_rules.accept_offer(table, user, Seat(seat))
        assert no.value.reason is TableRefusal.NOT_OFFERED


@pytest.mark.parametrize(
    ("seats", "dealt_in", "voters", "is_void"),
    [
        ((A, B, C, D), (A, B, C, D), (0, 2), True),
        ((A, B, C, D), (A, B, C, D), (0,), False),
        ((A, B, C, D), (A, B, C, D), (1, 3), False),
        ((A, B, K, D), (A, B, K, D), (0,), True),
        ((A, B, Person(EVE), D), (A, B, C, D), (0,), True),
        ((A, B, Person(EVE), D), (A, B, C, D), (2,), False),
        ((A, B, C, D), (A, B, C, D), (), False),
        ((K, B, K, D), (K, B, K, D), (1, 3), False),
    ],
)
def test_majority_of_winners_who_were_dealt_in_voids_a_deal(seats, dealt_in, voters, is_void):
    ended = result(60, declarers=(0, 2), hold=True)
    assert proposal_rules.is_voided(with_open(facts(*seats), (VOID, *voters)), dealt_in, ended) is is_void
    closing = with_open(facts(*seats), (CLOSE, 0, 2))
    assert not proposal_rules.is_voided(closing, dealt_in, ended), "a vote on something else"

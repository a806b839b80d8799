"""A deal counts for those who were dealt in, even if they leave. Nobody can avoid a lost deal or give it to others."""

import pytest
from table_harness import ANN, BOB, CAT, DAN

from bot.ids import ChannelId, GuildId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.save_then_publish import list_last_plays
from bot.play.values.table_info import Computer, Person, Proposal, ProposalKind, TableStatus
from engine.deal.game import apply
from engine.model.view import PhaseName

EVE = UserId(105)
VOID, CLOSE = Proposal(ProposalKind.VOID), Proposal(ProposalKind.CLOSE)


async def play_until(harness, table, cards=0):
    """Let everybody play by rules until nobody holds more than `cards` cards, or the deal is over."""
    for _ in range(3000):
        view = table.spectator_view()
        if view.phase is PhaseName.FINISHED or (view.phase is PhaseName.PLAYING and max(view.hand_sizes) <= cards):
            return
        asked = [s for s in view.to_act if isinstance(table.occupants[s], Person) and s not in table.facts.away]
        chosen = await harness.computer_players.choose(table.view(asked[0]), "expert", "x") if asked else None
        if chosen is not None and not view.to_draw:
            await table.gameplay.submit(asked[0], chosen, table.task(asked[0]))
        if chosen is None or view.phase is PhaseName.DECLARING:
            await harness.clock.advance(2.0)
    raise AssertionError("the deal never ended")


async def play_first_deal(harness, cards, computers=2, **kwargs):
    table = await harness.start_match(computers=computers, **kwargs)
    await play_until(harness, table, cards)
    return table


def users_booked(harness):
    (booking,) = harness.store.booked
    return {one.user for one in booking.seats if isinstance(one, Person)}


async def refused(attempt):
    with pytest.raises(TableRefused) as no:
        await attempt
    return no.value.reason


async def test_seat_goes_only_to_user_who_accepts(harness):
    table = await play_first_deal(harness, cards=1)
    seat = table.seat_of(BOB)
    assert await refused(table.attendance.accept_seat(CAT, seat)) is TableRefusal.NOT_OFFERED
    await table.attendance.offer_seat(BOB, seat, CAT)
    assert (table.occupants[seat], table.snapshot().tallies) == (Person(BOB), ())
    assert await refused(table.attendance.accept_seat(DAN, seat)) is TableRefusal.NOT_OFFERED
    assert await refused(table.voting.vote(ANN, Proposal(ProposalKind.OFFER, seat, CAT))) is TableRefusal.NOT_OFFERED
    await table.attendance.accept_seat(CAT, seat)
    assert table.occupants[seat] == Person(CAT)
    await play_until(harness, table)
    assert users_booked(harness) == {ANN, BOB}, "Cat does not inherit what was lost before"


@pytest.mark.parametrize("end", ["declined", "newer offer", "next deal", "giver leaves", "absent player is back"])
async def test_offer_of_a_seat_lapses(harness, end):
    table = await play_first_deal(harness, cards=2, computers=1)
    seat, giver = table.seat_of(BOB), BOB
    if end == "absent player is back":
        await table.attendance.step_away(BOB)
        giver = ANN
    await table.attendance.offer_seat(giver, seat, DAN)
    assert table.is_offered(seat, DAN)
    match end:
        case "declined":
            await table.voting.withdraw_request(DAN)
        case "newer offer":
            await table.attendance.offer_seat(BOB, seat, EVE)
            assert table.is_offered(seat, EVE)
        case "next deal":
            await play_until(harness, table)
            for user in (ANN, BOB, CAT):
                await table.gameplay.next_deal(user, "cut")
        case "giver leaves":
            await table.attendance.leave(BOB)
        case _:
            await table.attendance.come_back(BOB)
    assert await refused(table.attendance.accept_seat(DAN, seat)) is TableRefusal.NOT_OFFERED
    assert Person(DAN) not in table.occupants


@pytest.mark.parametrize("cards", [1, 6])
async def test_lost_deal_is_booked_for_user_who_left(harness, cards):
    table = await play_first_deal(harness, cards)
    await table.attendance.leave(BOB)
    await play_until(harness, table)
    assert users_booked(harness) == {ANN, BOB}


async def test_lost_deal_is_booked_for_idle_user(harness):
    table = await play_first_deal(harness, cards=2)
    seat = table.seat_of(BOB)
    for _ in range(40):
        if seat in table.facts.away:
            break
        await harness.clock.advance(30.0)
        for asked in table.spectator_view().to_act:
            if table.occupants[asked] == Person(ANN):
                action = await harness.computer_players.choose(table.view(asked), "expert", "x")
                await table.gameplay.submit(asked, action, table.task(asked))
    if not harness.store.booked:
        await table.voting.vote(ANN, Proposal(ProposalKind.COMPUTER, seat))
        assert isinstance(table.occupants[seat], Computer)
        await play_until(harness, table)
    assert users_booked(harness) == {ANN, BOB}


async def close_as_host(table):
    await table.voting.close(ANN)


async def vote_to_close(table):
    await table.voting.vote(ANN, CLOSE)


async def close_by_right(table):
    await table.voting.close(EVE, by_right=True)


async def all_leave(table):
    await table.attendance.leave(BOB)
    await table.attendance.leave(ANN)


@pytest.mark.parametrize("end", [close_as_host, vote_to_close, close_by_right, all_leave])
@pytest.mark.parametrize(("cards", "counts"), [(1, True), (6, True), (24, False)])
async def test_table_that_ends_books_a_decided_deal(harness, end, cards, counts):
    table = await play_first_deal(harness, cards)
    assert table.snapshot().is_decided is counts
    await end(table)
    assert table.facts.status is TableStatus.OVER
    assert len(table.snapshot().results) == counts
    assert [{one.user for one in b.seats if isinstance(one, Person)} for b in harness.store.booked] == (
        [{ANN, BOB}] if counts else []
    )


async def test_ended_deal_survives_a_reload(harness):
    table = await play_first_deal(harness, cards=3)
    await table.voting.close(ANN)
    await harness.registry.close()
    again = await harness.reopen().get_table(table.id)
    assert again.snapshot().results == table.snapshot().results != ()
    assert len(harness.store.booked) == 1


@pytest.mark.parametrize(("voters", "is_void"), [("winners", True), ("losers", False), ("one winner", False)])
async def test_only_winners_void_a_deal(harness, voters, is_void):
    """The test can predict the winners, because computers play the rest of an ended table in a fixed way."""
    table = await play_first_deal(harness, cards=3, computers=0)
    phase = table.phase
    for seat, action in list_last_plays(table.snapshot().game_state, f"{table.id}:{table.revision}"):
        phase = apply(phase, seat, action).phase
    winning = [table.occupants[s].user for s in phase.result.winning_seats]
    losing = [one.user for one in table.occupants if one.user not in winning]
    chosen = {"winners": winning, "losers": losing, "one winner": [*losing, winning[0]]}[voters]
    for user in chosen:
        tally = await table.voting.vote(user, VOID)
    assert table.facts.status is TableStatus.PLAYING, "it is decided when the deal ends"
    assert tally.voters == {table.seat_of(user) for user in chosen}
    await table.voting.close(ANN, by_right=True)
    (booking,) = harness.store.booked
    assert booking.is_void is is_void


async def test_host_alone_cannot_void_a_deal(harness):
    table = await play_first_deal(harness, cards=1)
    await table.voting.vote(ANN, VOID)
    assert table.snapshot().tallies[0].proposal == VOID


async def test_only_a_current_deal_that_counts_can_be_voided(harness):
    table = await play_first_deal(harness, cards=2)
    assert table.snapshot().can_be_voided
    await table.voting.vote(ANN, VOID)
    await play_until(harness, table)
    assert (table.snapshot().can_be_voided, table.facts.proposals) == (False, ())
    assert await refused(table.voting.vote(ANN, VOID)) is TableRefusal.NOTHING_TO_VOID
    alone = await play_first_deal(harness, cards=2, computers=3)
    assert alone.facts.is_friendly
    assert await refused(alone.voting.vote(ANN, VOID)) is TableRefusal.NOTHING_TO_VOID


async def test_computer_match_ended_in_mid_deal_has_no_result(harness):
    table = await harness.registry.start_computer_match(GuildId(1), ChannelId(2), ANN, "cut")
    await play_until(harness, table, cards=3)
    await table.voting.close(ANN)
    assert table.snapshot().results == ()

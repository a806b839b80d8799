"""An oracle is a computer player that sees all hands. Only a host seats one, and deals with an oracle do not count."""

import pickle
import random

import pytest
from table_harness import ANN, BOB, TableHarness
from test_table import act_for_people
from test_voting import refused

from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.refusals import TableRefusal
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Computer, Proposal, ProposalKind
from engine.deal.legal_actions import check_action
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View
from engine.players.levels import ALL_LEVELS, ORACLE, PLAYERS
from engine.players.search.oracle import OpenDeal, choose_openly

CAT = BOB + 1


@pytest.fixture
async def harness():
    made = TableHarness()
    yield made
    await made.registry.close()


async def play_to(harness, table, done):
    for _ in range(4000):
        if done():
            return
        if not await act_for_people(harness, table):
            await harness.clock.advance(1.0)
    raise AssertionError(table.spectator_view().phase)


async def start_with_oracle(harness):
    table = await harness.open_lobby(computers=3)
    await table.lobby.change(table_changes.set_level, ANN, Seat(1), ORACLE)
    await table.lobby.start(ANN, "cut")
    return table


def is_playing(table, seat):
    return table.view(seat).ask in {Ask.LEAD, Ask.FOLLOW}


async def test_only_the_host_seats_an_oracle(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    assert await refused(table.lobby.change(table_changes.add_computer, BOB, ORACLE)) is TableRefusal.NOT_HOST
    assert await refused(table.lobby.change(table_changes.set_level, BOB, Seat(1), ORACLE)) is TableRefusal.NOT_HOST
    assert not table.facts.has_oracle
    await table.lobby.change(table_changes.add_computer, ANN, ORACLE)
    assert table.facts.has_oracle
    await table.lobby.change(table_changes.set_level, BOB, Seat(3), "expert")  # any player may replace an oracle
    assert not table.facts.has_oracle


async def test_only_oracle_gets_all_hands(harness):
    table = await start_with_oracle(harness)
    await play_to(harness, table, lambda: bool(harness.computer_players.opened))
    seat, deal = harness.computer_players.opened[0]
    assert seat == 1
    assert isinstance(deal, OpenDeal)
    assert deal.hands[seat] == deal.view.hand
    assert tuple(map(len, deal.hands)) == deal.view.hand_sizes
    assert (seat, Ask.DECLARE, ORACLE) not in harness.computer_players.asked
    levels = {level for asked, _, level in harness.computer_players.asked if asked == seat}
    assert levels == {"expert"}, "before tricks are played it knows its own cards only"


async def test_open_hands_are_for_oracles_only(harness):
    table = await start_with_oracle(harness)
    with pytest.raises(ValueError, match="oracle"):
        table.open_deal(Seat(1))  # cards are still being drawn
    await play_to(harness, table, lambda: is_playing(table, Seat(0)) or is_playing(table, Seat(1)))
    for seat in (0, 2, 3):
        with pytest.raises(ValueError, match="oracle"):
            table.open_deal(Seat(seat))


async def test_failing_oracle_takes_any_legal_action(harness):
    async def fail(*_):
        raise RuntimeError("no idea")

    harness.computer_players.choose_openly = fail
    table = await start_with_oracle(harness)
    await play_to(harness, table, lambda: is_playing(table, Seat(1)))
    await play_to(harness, table, lambda: not is_playing(table, Seat(1)))


async def test_deals_with_an_oracle_are_not_booked(harness):
    table = await start_with_oracle(harness)
    await play_to(harness, table, lambda: table.spectator_view().phase is PhaseName.FINISHED)
    assert not harness.store.booked
    other = await harness.start_match()
    await play_to(harness, other, lambda: other.spectator_view().phase is PhaseName.FINISHED)
    assert harness.store.booked


async def test_oracle_keeps_its_seat(harness):
    table = await start_with_oracle(harness)
    assert await refused(table.voting.request_seat(BOB, Seat(1))) is TableRefusal.ORACLE_STAYS
    assert await refused(table.attendance.offer_seat(ANN, Seat(1), BOB)) is TableRefusal.ORACLE_STAYS
    wanted = Proposal(ProposalKind.NEWCOMER, Seat(1), CAT)
    assert await refused(table.voting.vote(ANN, wanted)) is TableRefusal.ORACLE_STAYS
    assert table.occupants[1] == Computer(ORACLE, 1)


@pytest.mark.long
async def test_oracle_plays_legally_and_repeats_itself(harness):
    table = await start_with_oracle(harness)
    await play_to(harness, table, lambda: len(harness.computer_players.opened) > 3)
    worker = ComputerPlayerWorker()
    for _, deal in harness.computer_players.opened[:4]:
        check_action(deal.view, await worker.choose_openly(deal, "seed"))
        again = [choose_openly(pickle.loads(pickle.dumps(deal)), random.Random(1)) for _ in range(2)]
        assert again[0] == again[1]
    await worker.close()


def test_oracle_is_not_among_the_fair_levels():
    assert ORACLE not in PLAYERS
    assert ALL_LEVELS[-1] == ORACLE
    assert "hands" not in View.__dataclass_fields__

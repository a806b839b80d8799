"""A match of computer players alone plays a deal at each request. It ends when nobody watches, and does not count."""

import asyncio

import pytest
from table_harness import ANN, BOB, load_live_tables

from bot.ids import ChannelId, GuildId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Computer, Proposal, ProposalKind, TableStatus
from engine.model.seats import Seat
from engine.model.view import PhaseName


async def start_computer_match(harness, **options):
    return await harness.registry.start_computer_match(GuildId(1), ChannelId(2), ANN, "cut", **options)


async def play_out(harness, table, until=PhaseName.FINISHED):
    """Let the deal be played to its end, or to an earlier phase."""
    while table.spectator_view().phase is not until:
        assert table.facts.status is TableStatus.PLAYING
        await harness.clock.advance(0.5)


async def test_computers_take_all_seats(harness):
    table = await start_computer_match(harness, preset="looking-for-friends", level="casual")
    assert table.occupants == tuple(Computer("casual", n) for n in range(1, 6))
    assert table.facts.status is TableStatus.PLAYING


async def test_computer_match_waits_after_deals_and_counts_nowhere(harness):
    table = await start_computer_match(harness)
    await play_out(harness, table)
    deals = len(table.deals)
    await harness.clock.advance(harness.timing.next_deal * 3)
    assert len(table.deals) == deals
    await table.gameplay.next_deal(BOB, "watching")
    assert table.spectator_view().deal_number == 2
    await play_out(harness, table)
    assert not harness.store.booked


async def test_computer_match_ends_when_nobody_watches(harness):
    table = await start_computer_match(harness)
    await play_out(harness, table)
    (ends,) = [d for d in table.deadlines if d.kind is DeadlineKind.UNWATCHED]
    await harness.clock.advance(ends.at - harness.clock.now() - 1)
    assert table.facts.status is TableStatus.PLAYING
    await harness.clock.advance(2)
    assert table.facts.status is TableStatus.OVER
    with pytest.raises(TableRefused) as refused:
        await table.gameplay.next_deal(BOB, "late")
    assert refused.value.reason is TableRefusal.TABLE_CLOSED


@pytest.mark.long
async def test_request_for_deal_postpones_the_end(harness):
    table = await start_computer_match(harness)
    await play_out(harness, table)
    await harness.clock.advance(harness.timing.unwatched_timeout - 10)
    await table.gameplay.next_deal(BOB, "watching")
    await play_out(harness, table)
    await harness.clock.advance(harness.timing.unwatched_timeout - 10)
    assert table.facts.status is TableStatus.PLAYING


async def test_computers_stop_when_the_registry_closes(harness):
    table = await start_computer_match(harness)
    await play_out(harness, table, PhaseName.PLAYING)
    await harness.registry.close()
    revision = table.revision
    await harness.clock.advance(60.0)
    assert table.revision == revision


async def test_one_user_has_one_computer_match(harness):
    tries = await asyncio.gather(*(start_computer_match(harness) for _ in range(3)), return_exceptions=True)
    refused = [one.reason for one in tries if isinstance(one, TableRefused)]
    assert refused == [TableRefusal.ALREADY_WATCHING] * 2
    (table,) = harness.registry.list_live()
    await harness.registry.start_computer_match(GuildId(1), ChannelId(2), BOB, "cut")
    await harness.registry.start_computer_match(GuildId(9), ChannelId(9), ANN, "cut")
    await table.voting.close(ANN)
    await start_computer_match(harness)


async def test_next_deal_is_refused_while_a_deal_is_in_progress(harness):
    table = await start_computer_match(harness)
    with pytest.raises(TableRefused) as refused:
        await table.gameplay.next_deal(BOB, "early")
    assert refused.value.reason is TableRefusal.DEAL_IN_PROGRESS


async def test_nobody_takes_a_seat_at_computer_match(harness):
    table = await start_computer_match(harness)
    tries = (
        table.voting.request_seat(BOB, Seat(0)),
        table.attendance.offer_seat(ANN, Seat(0), BOB),
        table.attendance.offer_seat(ANN, Seat(0), ANN),
    )
    for one in tries:
        with pytest.raises(TableRefused) as refused:
            await one
        assert refused.value.reason is TableRefusal.COMPUTERS_ONLY
    with pytest.raises(TableRefused) as refused:
        await table.voting.vote(ANN, Proposal(ProposalKind.NEWCOMER, Seat(0), ANN))
    assert refused.value.reason is TableRefusal.NOT_SEATED


async def test_opener_ends_computer_match(harness):
    table = await start_computer_match(harness)
    with pytest.raises(TableRefused) as refused:
        await table.voting.close(BOB)
    assert refused.value.reason is TableRefusal.NOT_HOST
    await table.voting.close(ANN)
    assert table.facts.status is TableStatus.OVER


@pytest.mark.long
async def test_computer_match_survives_restart(harness):
    table = await start_computer_match(harness)
    await play_out(harness, table)
    await harness.registry.close()
    harness.clock.sleepers.clear()
    registry = harness.reopen()
    await load_live_tables(registry, 60.0)
    again = await registry.get_table(table.id)
    await again.gameplay.next_deal(BOB, "watching")
    await play_out(harness, again)
    assert again.spectator_view().deal_number == 2

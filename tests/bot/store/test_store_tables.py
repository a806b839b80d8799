"""Committed tables survive a restart; uncommitted changes do not."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text, update
from store_factories import (
    ANN,
    BEN,
    BOT,
    CAT,
    CHANNEL,
    DAN,
    DRAW_DEADLINE,
    TURN_DEADLINE,
    add_table,
    append_entries,
    commit_one,
    deal,
    draw,
    facts,
    play,
    seat_four,
    secret,
    sit,
    write_deferred,
)

from bot.ids import ChannelId, MessageId, TableId, UserId
from bot.play.ports import Fenced
from bot.play.values.stored_table import DealSecret, PanelHandle, StoredTable, StoredTableMessage, TableThread
from bot.play.values.table_info import Computer, OpenProposal, Person, Proposal, ProposalKind, TableStatus
from bot.store.connection.connections import Connections, Unavailable
from bot.store.database import Database
from bot.store.schema.table_models import ProposalRow
from bot.store.tables.table_rows import BrokenRecord
from engine.model.options import Level
from engine.model.seats import Seat


async def test_a_whole_table_survives_closing(url):
    first = await Database.open(url)
    known = facts((Person(ANN), BOT, Person(BEN), None))
    async with first.store.tables.begin() as tx:
        id_ = await tx.add_table(known)
        begun = replace(
            known,
            id=id_,
            seats=seat_four(ANN, BEN),
            status=TableStatus.PLAYING,
            start_levels=tuple(map(Level, (2, 14, 2, 14))),
        )
        await tx.save_table(begun)
        entries = (sit(1, 0, ANN), deal(2), draw(3), play(4, "S5 S5"))
        for entry in entries:
            await tx.append_entry(id_, entry)
        await tx.save_deal(id_, secret(1), None)
        await tx.save_deal(id_, secret(1, "knock"), "S5 H10 BJ")
        await tx.save_deal(id_, secret(2), None)
        await tx.save_deadlines(id_, [TURN_DEADLINE, DRAW_DEADLINE])
        await tx.commit()
    await first.close()

    second = await Database.open(url)
    stored = await second.store.tables.load(id_)
    await second.close()
    assert stored == StoredTable(begun, entries, (secret(1, "knock"), secret(2)), (TURN_DEADLINE, DRAW_DEADLINE))


async def test_nothing_is_kept_without_commit(store):
    table = await add_table(store)
    before = await store.tables.load(table)
    async with store.tables.begin() as tx:
        other = await tx.add_table(facts())
        await tx.save_table(replace(facts(), id=table, status=TableStatus.CLOSED, seats=(None,) * 4))
        await tx.append_entry(table, play(1))
        await tx.save_deal(table, secret(), None)
        await tx.save_deadlines(table, [TURN_DEADLINE])
    assert await store.tables.load(table) == before
    assert await store.tables.load(other) is None


async def test_error_inside_a_transaction_undoes_it(store):
    table = await add_table(store)

    async def failing():
        async with store.tables.begin() as tx:
            await tx.append_entry(table, play(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await failing()
    await append_entries(store, table, play(1, "H10"))
    assert (await store.tables.load(table)).entries == (play(1, "H10"),)


async def test_cancelled_writer_leaves_nothing_and_blocks_nobody(store):
    table = await add_table(store)
    inside = asyncio.Event()

    async def slow():
        async with store.tables.begin() as tx:
            await tx.append_entry(table, play(1))
            await write_deferred(tx)
            inside.set()
            await asyncio.sleep(3600)

    task = asyncio.create_task(slow())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await append_entries(store, table, play(1, "H10"))
    assert (await store.tables.load(table)).entries == (play(1, "H10"),)


async def test_transaction_ends_with_its_commit(store):
    table = await add_table(store)
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.commit()
        with pytest.raises(RuntimeError):
            await tx.append_entry(table, play(2))
        with pytest.raises(RuntimeError):
            await tx.commit()
    assert len((await store.tables.load(table)).entries) == 1


async def test_second_writer_of_a_revision_is_fenced(store):
    table = await add_table(store)
    await append_entries(store, table, play(1), play(2))
    with pytest.raises(Fenced):
        await append_entries(store, table, play(2, "H10"))
    assert (await store.tables.load(table)).entries == (play(1), play(2))


async def test_missing_table_is_not_reported_as_fenced(store):
    with pytest.raises(Exception) as raised:
        await append_entries(store, TableId(99), play(1))
    assert not isinstance(raised.value, Fenced | Unavailable)
    with pytest.raises(LookupError):
        await commit_one(store, lambda tx: tx.save_table(facts(id=TableId(99))))


async def test_only_one_of_two_programs_writes_a_revision(url):
    one, two = await Database.open(url), await Database.open(url)
    table = await add_table(one.store)

    async def race(store, card):
        try:
            await append_entries(store, table, play(1, card))
        except Fenced:
            return None
        return card

    won = [card for card in await asyncio.gather(race(one.store, "S5"), race(two.store, "H10")) if card]
    assert len(won) == 1
    assert (await two.store.tables.load(table)).entries == (play(1, won[0]),)
    await one.close()
    await two.close()


async def test_many_tables_are_written_at_once(store):
    tables = [await add_table(store) for _ in range(8)]

    async def go(table):
        for revision in range(1, 11):
            await append_entries(store, table, play(revision))

    await asyncio.gather(*(go(table) for table in tables))
    for table in tables:
        assert [e.revision for e in (await store.tables.load(table)).entries] == list(range(1, 11))


async def test_a_promised_secret_never_changes(store):
    table = await add_table(store)
    async with store.tables.begin() as tx:
        await tx.save_deal(table, secret(1), None)
        await tx.commit()
    with pytest.raises(Fenced):
        await commit_one(store, lambda tx: tx.save_deal(table, DealSecret(1, b"x" * 32, "f" * 64, "cut"), None))
    async with store.tables.begin() as tx:  # a cut stays even if the deal is saved again without it
        await tx.save_deal(table, secret(1, "cut"), "S5")
        await tx.save_deal(table, secret(1), None)
        await tx.commit()
    assert (await store.tables.load(table)).deals == (secret(1, "cut"),)


async def test_deadlines_are_replaced(store):
    table = await add_table(store)
    for wanted in ([TURN_DEADLINE, DRAW_DEADLINE], [DRAW_DEADLINE], []):
        async with store.tables.begin() as tx:
            await tx.save_deadlines(table, wanted)
            await tx.commit()
        assert (await store.tables.load(table)).deadlines == tuple(wanted)


async def test_live_tables_and_channel_tables_are_ordered(store):
    ids = [await add_table(store, facts(status=status)) for status in TableStatus]
    elsewhere = await add_table(store, facts(channel=ChannelId(5)))
    live = [
        id_ for id_, status in zip(ids, TableStatus, strict=True) if status in {TableStatus.LOBBY, TableStatus.PLAYING}
    ]
    await append_entries(store, live[0], replace(play(1), at=5.0))
    await append_entries(store, live[-1], replace(play(1), at=7.0), replace(play(2), at=6.0))
    assert list(await store.tables.list_live_tables()) == [live[-1], live[0], elsewhere], "the newest actions first"
    assert await store.tables.list_tables_in(CHANNEL) == ids[::-1]
    assert await store.tables.list_tables_in(ChannelId(6)) == []


async def test_table_message_is_replaced(store):
    table = await add_table(store)
    assert await store.tables.find_table_message(table) is None
    for message in (1, 2):
        board = StoredTableMessage(table, CHANNEL, MessageId(message), 1_700_000_000.5 + message, message - 1)
        await store.tables.save_table_message(board)
        assert await store.tables.find_table_message(table) == board


async def test_panels_are_replaced_and_dropped(store):
    table = await add_table(store)
    panels = [PanelHandle(table, user, f"token-{user}", 1_700_000_000.5) for user in (ANN, BEN)]
    for panel in (*panels, replace(panels[0], token="newer")):
        await store.tables.save_panel(panel)
    assert await store.tables.list_panels(table) == [replace(panels[0], token="newer"), panels[1]]
    await store.tables.delete_panel(table, ANN)
    await store.tables.delete_panel(table, CAT)
    assert await store.tables.list_panels(table) == panels[1:]


async def test_names_are_saved_and_replaced(store):
    await add_table(store)  # the table has Ann as its host, but no name is saved
    await store.people.save_name(BEN, "Ben")
    await store.people.save_name(BEN, "本")
    assert await store.people.find_names([ANN, BEN, CAT]) == {BEN: "本"}
    assert await store.people.find_names([]) == {}
    assert await store.people.find_names([UserId(n) for n in range(1200)] + [BEN]) == {BEN: "本"}


async def test_table_is_found_by_a_thread_it_has_left(store):
    table, rematch = await add_table(store), await add_table(store)
    assert await store.tables.load_thread(table) == TableThread(None, stays_in_channel=False)
    await store.tables.save_thread(table, ChannelId(5))
    assert await store.tables.load_thread(table) == TableThread(ChannelId(5), stays_in_channel=False)
    await store.tables.leave_thread(table)
    assert await store.tables.load_thread(table) == TableThread(ChannelId(5), stays_in_channel=True)
    assert await store.tables.find_table_by_thread(ChannelId(5)) == table
    await store.tables.save_thread(rematch, ChannelId(5))
    assert await store.tables.find_table_by_thread(ChannelId(5)) == rematch
    assert await store.tables.find_table_by_thread(ChannelId(6)) is None


async def test_saving_a_table_keeps_thread_and_host_alert(store):
    table = await add_table(store)
    await store.tables.save_thread(table, ChannelId(5))
    await store.tables.save_host_alert(table, "gone")
    await store.tables.save_computer_level(table, "skilled")
    async with store.tables.begin() as tx:
        await tx.save_table(facts(id=table, status=TableStatus.PLAYING))
        await tx.commit()
    assert (await store.tables.load_thread(table)).id == 5
    assert await store.tables.find_host_alert(table) == "gone"
    assert await store.tables.find_computer_level(table) == "skilled"
    await store.tables.save_host_alert(table, None)
    assert await store.tables.find_host_alert(table) is None


async def test_turn_pings_are_replaced_in_order(store):
    table, other = await add_table(store), await add_table(store)
    first, second = (ChannelId(9), MessageId(2)), (ChannelId(8), MessageId(1))
    await store.tables.save_turn_pings(other, [second])
    await store.tables.save_turn_pings(table, [first, second])
    assert await store.tables.list_turn_pings(table) == [first, second]
    await store.tables.save_turn_pings(table, [second])
    assert await store.tables.list_turn_pings(table) == [second]
    await store.tables.save_turn_pings(table, [])
    assert await store.tables.list_turn_pings(table) == []
    assert await store.tables.list_turn_pings(other) == [second]


async def test_key_values_are_saved_and_replaced(store):
    assert await store.key_values.get("emoji") is None
    await store.key_values.set("emoji", "1")
    await store.key_values.set("emoji", "2")
    await store.key_values.set("commands", "x")
    assert await store.key_values.get("emoji") == "2"


async def test_loading_a_missing_table_gives_none(store):
    assert await store.tables.load(TableId(1)) is None


async def test_changed_seats_are_saved(store):
    table = await add_table(store, facts(seat_four(ANN, BEN)))
    changed = facts((Computer("skilled", 2), Person(CAT), None, Person(ANN)), id=table, host=CAT)
    async with store.tables.begin() as tx:
        await tx.save_table(changed)
        await tx.commit()
    assert (await store.tables.load(table)).facts == changed


async def test_reader_sees_one_moment(url):
    database, connections = await Database.open(url), await Connections.open(url)
    table = await add_table(database.store)
    await append_entries(database.store, table, play(1))
    count = text("SELECT count(*) FROM actions")
    async with connections.read() as reader:
        assert (await reader.execute(count)).scalar() == 1
        await append_entries(database.store, table, play(2))
        assert (await reader.execute(count)).scalar() == 1
    async with connections.read() as reader:
        assert (await reader.execute(count)).scalar() == 2
    await database.close()
    await connections.close()


async def test_proposals_and_ready_seats_are_replaced(store):
    closing, newcomer = (
        OpenProposal(Proposal(ProposalKind.CLOSE), frozenset({Seat(0)})),
        Proposal(ProposalKind.NEWCOMER, Seat(1), DAN),
    )
    known = facts(
        proposals=(OpenProposal(newcomer), closing),
        ready=((Seat(2), 'a "cut"'), (Seat(0), "洗")),
        next_deal_seconds=0.0,
    )
    table = await add_table(store, known)
    assert (await store.tables.load(table)).facts == replace(known, id=table)
    later = replace(known, id=table, proposals=(closing,), ready=(), next_deal_seconds=None)
    async with store.tables.begin() as tx:
        await tx.save_table(later)
        await tx.commit()
    assert (await store.tables.load(table)).facts == later


async def test_unreadable_proposal_breaks_its_table(store):
    table = await add_table(store, facts(proposals=(OpenProposal(Proposal(ProposalKind.CLOSE)),)))
    async with store.tables._connections.write() as connection:
        await connection.execute(update(ProposalRow).values(kind="nonsense"))
        await connection.commit()
    with pytest.raises(BrokenRecord):
        await store.tables.load(table)

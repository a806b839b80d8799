"""What the store was told it tells again, after the program was started anew; what was not committed is gone."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text, update
from store_samples import (
    ANN,
    BEN,
    BOT,
    CAT,
    CHANNEL,
    DAN,
    TURN,
    WAVE,
    add,
    append,
    deal,
    draw,
    facts,
    four,
    play,
    secret,
    sit,
)

from bot.play.motions import Matter, MatterKind, Motion
from bot.play.occupants import ChannelId, Computer, MessageId, Person, TableId, UserId
from bot.play.ports import BoardMessage, DealSecret, Fenced, PanelHandle, Status, StoredTable
from bot.store.connections import Connections, Unavailable
from bot.store.database import Database
from bot.store.models import MotionRow
from bot.store.rows import BrokenRecord
from engine.rules import Level
from engine.seats import Seat


async def test_a_whole_table_survives_closing(url):
    first = await Database.open(url)
    known = facts((Person(ANN), BOT, Person(BEN), None))
    async with first.store.begin() as tx:
        id_ = await tx.add_table(known)
        begun = replace(
            known, id=id_, seats=four(ANN, BEN), status=Status.PLAYING, levels=tuple(map(Level, (2, 14, 2, 14)))
        )
        await tx.save_table(begun)
        entries = (sit(1, 0, ANN), deal(2), draw(3), play(4, "S5 S5"))
        for entry in entries:
            await tx.append(id_, entry)
        await tx.save_deal(id_, secret(1), None)
        await tx.save_deal(id_, secret(1, "knock"), "S5 H10 BJ")
        await tx.save_deal(id_, secret(2), None)
        await tx.save_deadlines(id_, [TURN, WAVE])
        await tx.commit()
    await first.close()

    second = await Database.open(url)
    stored = await second.store.load(id_)
    await second.close()
    assert stored == StoredTable(begun, entries, (secret(1, "knock"), secret(2)), (TURN, WAVE))


async def test_nothing_is_kept_without_commit(store):
    table = await add(store)
    before = await store.load(table)
    async with store.begin() as tx:
        other = await tx.add_table(facts())
        await tx.save_table(replace(facts(), id=table, status=Status.CLOSED, seats=(None,) * 4))
        await tx.append(table, play(1))
        await tx.save_deal(table, secret(), None)
        await tx.save_deadlines(table, [TURN])
    assert await store.load(table) == before
    assert await store.load(other) is None


async def test_an_error_inside_undoes_all_and_the_next_writer_goes_on(store):
    table = await add(store)

    async def failing():
        async with store.begin() as tx:
            await tx.append(table, play(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await failing()
    await append(store, table, play(1, "H10"))
    assert (await store.load(table)).entries == (play(1, "H10"),)


async def test_a_cancelled_writer_leaves_nothing_and_holds_nobody_up(store):
    table = await add(store)
    inside = asyncio.Event()

    async def slow():
        async with store.begin() as tx:
            await tx.append(table, play(1))
            inside.set()
            await asyncio.sleep(3600)

    task = asyncio.create_task(slow())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await append(store, table, play(1, "H10"))
    assert (await store.load(table)).entries == (play(1, "H10"),)


async def test_a_unit_of_work_ends_with_its_commit(store):
    table = await add(store)
    async with store.begin() as tx:
        await tx.append(table, play(1))
        await tx.commit()
        with pytest.raises(RuntimeError):
            await tx.append(table, play(2))
        with pytest.raises(RuntimeError):
            await tx.commit()
    assert len((await store.load(table)).entries) == 1


async def test_the_second_writer_of_a_revision_is_fenced(store):
    table = await add(store)
    await append(store, table, play(1), play(2))
    with pytest.raises(Fenced):
        await append(store, table, play(2, "H10"))
    assert (await store.load(table)).entries == (play(1), play(2))


async def test_a_table_that_is_not_there_is_no_fence(store):
    with pytest.raises(Exception) as raised:
        await append(store, TableId(99), play(1))
    assert not isinstance(raised.value, Fenced | Unavailable)
    with pytest.raises(LookupError):
        async with store.begin() as tx:
            await tx.save_table(facts(id=TableId(99)))


async def test_two_programs_at_once_are_fenced(url):
    one, two = await Database.open(url), await Database.open(url)
    table = await add(one.store)

    async def race(store, card):
        try:
            await append(store, table, play(1, card))
        except Fenced:
            return None
        return card

    won = [card for card in await asyncio.gather(race(one.store, "S5"), race(two.store, "H10")) if card]
    assert len(won) == 1
    assert (await two.store.load(table)).entries == (play(1, won[0]),)
    await one.close()
    await two.close()


async def test_many_tables_are_written_at_once(store):
    tables = [await add(store) for _ in range(8)]

    async def go(table):
        for revision in range(1, 11):
            await append(store, table, play(revision))

    await asyncio.gather(*(go(table) for table in tables))
    for table in tables:
        assert [e.revision for e in (await store.load(table)).entries] == list(range(1, 11))


async def test_a_promised_secret_never_changes(store):
    table = await add(store)
    async with store.begin() as tx:
        await tx.save_deal(table, secret(1), None)
        await tx.commit()
    with pytest.raises(Fenced):
        async with store.begin() as tx:
            await tx.save_deal(table, DealSecret(1, b"x" * 32, "f" * 64, "cut"), None)
    async with store.begin() as tx:  # completing does not unlearn
        await tx.save_deal(table, secret(1, "cut"), "S5")
        await tx.save_deal(table, secret(1), None)
        await tx.commit()
    assert (await store.load(table)).deals == (secret(1, "cut"),)


async def test_deadlines_are_replaced(store):
    table = await add(store)
    for wanted in ([TURN, WAVE], [WAVE], []):
        async with store.begin() as tx:
            await tx.save_deadlines(table, wanted)
            await tx.commit()
        assert (await store.load(table)).deadlines == tuple(wanted)


async def test_live_tables_oldest_first_and_tables_of_a_channel_newest_first(store):
    ids = [await add(store, facts(status=status)) for status in Status]
    elsewhere = await add(store, facts(channel=ChannelId(5)))
    live = [id_ for id_, status in zip(ids, Status, strict=True) if status in {Status.LOBBY, Status.PLAYING}]
    assert await store.live_tables() == [*live, elsewhere]
    assert await store.tables_in(CHANNEL) == ids[::-1]
    assert await store.tables_in(ChannelId(6)) == []


async def test_the_board_is_replaced(store):
    table = await add(store)
    assert await store.board(table) is None
    for message in (1, 2):
        board = BoardMessage(table, CHANNEL, MessageId(message), 1_700_000_000.5 + message)
        await store.save_board(board)
        assert await store.board(table) == board


async def test_panels_are_replaced_and_dropped(store):
    table = await add(store)
    panels = [PanelHandle(table, user, f"token-{user}", 1_700_000_000.5) for user in (ANN, BEN)]
    for panel in (*panels, replace(panels[0], token="newer")):
        await store.save_panel(panel)
    assert await store.panels(table) == [replace(panels[0], token="newer"), panels[1]]
    await store.drop_panel(table, ANN)
    await store.drop_panel(table, CAT)
    assert await store.panels(table) == panels[1:]


async def test_names(store):
    await add(store)  # knows Ann as the host, but not what she is called
    await store.save_name(BEN, "Ben")
    await store.save_name(BEN, "本")
    assert await store.names([ANN, BEN, CAT]) == {BEN: "本"}
    assert await store.names([]) == {}
    assert await store.names([UserId(n) for n in range(1200)] + [BEN]) == {BEN: "本"}


async def test_notes(store):
    assert await store.recall("emoji") is None
    await store.note("emoji", "1")
    await store.note("emoji", "2")
    await store.note("commands", "x")
    assert await store.recall("emoji") == "2"


async def test_no_table_is_none(store):
    assert await store.load(TableId(1)) is None


async def test_a_seat_changes_hands(store):
    table = await add(store, facts(four(ANN, BEN)))
    changed = facts((Computer("casual", 2), Person(CAT), None, Person(ANN)), id=table, host=CAT)
    async with store.begin() as tx:
        await tx.save_table(changed)
        await tx.commit()
    assert (await store.load(table)).facts == changed


async def test_a_reader_sees_one_moment(url):
    database, connections = await Database.open(url), await Connections.open(url)
    table = await add(database.store)
    await append(database.store, table, play(1))
    count = text("SELECT count(*) FROM actions")
    async with connections.read() as reader:
        assert (await reader.execute(count)).scalar() == 1
        await append(database.store, table, play(2))
        assert (await reader.execute(count)).scalar() == 1
    async with connections.read() as reader:
        assert (await reader.execute(count)).scalar() == 2
    await database.close()
    await connections.close()


async def test_motions_and_who_is_ready_are_replaced(store):
    closing, asked = Motion(Matter(MatterKind.CLOSE), frozenset({Seat(0)})), Matter(MatterKind.NEWCOMER, Seat(1), DAN)
    known = facts(motions=(Motion(asked), closing), ready=((Seat(2), 'a "cut"'), (Seat(0), "洗")), next_seconds=0.0)
    table = await add(store, known)
    assert (await store.load(table)).facts == replace(known, id=table)
    later = replace(known, id=table, motions=(closing,), ready=(), next_seconds=None)
    async with store.begin() as tx:
        await tx.save_table(later)
        await tx.commit()
    assert (await store.load(table)).facts == later


async def test_a_motion_that_cannot_be_read_breaks_its_table_only(store):
    table = await add(store, facts(motions=(Motion(Matter(MatterKind.CLOSE)),)))
    async with store.begin() as tx:
        await tx._connection.execute(update(MotionRow).values(kind="nonsense"))
        await tx.commit()
    with pytest.raises(BrokenRecord):
        await store.load(table)

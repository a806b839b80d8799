"""Generated tables are loaded as they were saved, and records have exactly the committed actions in order."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from store_factories import GUILD, TURN_DEADLINE, facts, write_deferred

from bot.ids import ChannelId, GuildId, MessageId, TableId, UserId
from bot.play.ports import Fenced
from bot.play.values.stored_table import (
    Deadline,
    DeadlineKind,
    DealSecret,
    PanelHandle,
    RecordEntry,
    StoredTableMessage,
)
from bot.play.values.table_info import Computer, OpenProposal, Person, Proposal, ProposalKind, TableStatus
from bot.store.database import Database
from bot.store.maintenance.migrate import upgrade
from bot.store.tables.table_rows import BrokenRecord, to_entries
from engine.model.actions import (
    Bury,
    CallFriends,
    ClaimRedeal,
    CloseWindow,
    Deal,
    Declare,
    Draw,
    EndDeal,
    FriendCall,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
    Undo,
)
from engine.model.cards import ALL_FACES
from engine.model.options import KittyStep, Level, Scoring, Teams, Threshold
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from tests.everyday import law

ids = st.integers(1, 2**63 - 1)
users = ids.map(UserId)
moments = st.floats(0, 4e9)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=64)
cards = st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=12).map(tuple)
computers = st.builds(Computer, st.sampled_from(["skilled", "expert"]), st.integers(1, 12))
occupants = st.none() | users.map(Person) | computers
levels = st.sampled_from(Level)
thresholds = st.lists(st.builds(Threshold, st.integers(0, 400), st.booleans(), st.integers(0, 5)), max_size=4)
rules = st.builds(
    Rules,
    players=st.integers(4, 12),
    decks=st.integers(1, 6),
    jokers=st.none() | st.tuples(st.integers(0, 6), st.integers(0, 6)),
    teams=st.sampled_from(Teams),
    start_level=levels,
    final_level=levels,
    compulsory_levels=st.frozensets(levels),
    scoring=st.sampled_from(Scoring),
    thresholds=thresholds.map(tuple),
    kitty_table=st.lists(st.builds(KittyStep, st.integers(1, 40), st.integers(0, 99)), max_size=4).map(tuple),
    friends=st.none() | st.integers(1, 4),
    clamp_negative=st.booleans(),
)
seats = st.integers(0, 11).map(Seat)
seat_actions = st.one_of(
    st.builds(Declare, cards),
    st.just(Pass()),
    st.just(ClaimRedeal()),
    st.builds(Bury, cards),
    st.builds(CallFriends, st.lists(st.builds(FriendCall, st.sampled_from(ALL_FACES), st.integers(1, 4))).map(tuple)),
    st.builds(Play, cards),
    cards.map(lambda c: Play(c, (c[:1], c[1:])) if len(c) > 1 else Play(c)),
    st.builds(PickUp, st.booleans()),
    st.just(TakeBack()),
    st.just(EndDeal()),
)
table_actions = st.one_of(
    st.builds(Sit, st.integers(0, 11), st.just("c:expert:1") | ids.map(lambda i: f"u:{i}")),
    st.builds(Deal, cards, st.integers(0, 11)),
    st.builds(Draw, st.integers(1, 200)),
    st.just(CloseWindow()),
    st.builds(Undo, st.integers(0, 11)),
)
acts = st.tuples(seats, seat_actions) | st.tuples(st.just(TABLE), table_actions)
secrets = st.builds(
    DealSecret,
    st.integers(1, 10_000),
    st.binary(min_size=16, max_size=64),
    st.text("0123456789abcdef", min_size=64, max_size=64),
    st.none() | texts,
)
deadlines = st.builds(Deadline, st.sampled_from(DeadlineKind), moments, st.none() | seats, st.integers(0, 2**31 - 1))

matters = st.builds(Proposal, st.sampled_from(ProposalKind), st.none() | seats, st.none() | users)
motions = st.lists(st.builds(OpenProposal, matters, st.frozensets(seats)), max_size=5).map(tuple)
ready = st.lists(st.tuples(seats, texts), max_size=5).map(tuple)


@st.composite
def tables(draw):
    chosen = draw(rules)
    sitting = draw(st.lists(occupants, min_size=chosen.players, max_size=chosen.players))
    began = draw(st.none() | st.lists(levels, min_size=chosen.players, max_size=chosen.players).map(tuple))
    return facts(
        sitting,
        guild=draw(ids.map(GuildId)),
        channel=draw(ids.map(ChannelId)),
        host=draw(users),
        preset=draw(st.sampled_from(["standard", "pagat-three-decks"])),
        rules=chosen,
        status=draw(st.sampled_from(TableStatus)),
        opened_at=draw(moments),
        start_levels=began,
        next_deal_seconds=draw(st.none() | st.floats(0, 600)),
        match_deals=draw(st.none() | st.integers(1, 99)),
        match_minutes=draw(st.none() | st.integers(5, 600)),
        match_ends_at=draw(st.none() | moments),
        proposals=draw(motions),
        ready=draw(ready),
    )


@pytest.fixture(scope="module")
def runner():
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def kept(runner, tmp_path_factory):
    """A store shared by all examples, each of which adds tables of its own."""
    url = f"sqlite:///{tmp_path_factory.mktemp('laws')}/laws.db"
    runner.run(upgrade(url))
    database = runner.run(Database.open(url))
    yield database.store
    runner.run(database.close())


fast_enough = law(40, suppress_health_check=[HealthCheck.too_slow])


@fast_enough
@given(first=tables(), second=tables(), actions=st.lists(acts, max_size=8), data=st.data())
def test_saved_tables_are_loaded_unchanged(runner, kept, first, second, actions, data):
    deals = data.draw(st.lists(secrets, max_size=3, unique_by=lambda d: d.number))
    due = data.draw(st.lists(deadlines, max_size=3))

    async def run():
        async with kept.tables.begin() as tx:
            id_ = await tx.add_table(first)
            entries = [RecordEntry(n, seat, action, n + 0.5) for n, (seat, action) in enumerate(actions, 1)]
            for entry in entries:
                await tx.append_entry(id_, entry)
            for deal in deals:
                await tx.save_deal(id_, deal, None)
            await tx.save_deadlines(id_, [TURN_DEADLINE])
            await tx.save_deadlines(id_, due)
            await tx.commit()
        stored = await kept.tables.load(id_)
        assert stored.facts == replace(first, id=id_)
        assert list(stored.entries) == entries
        assert list(stored.deals) == sorted(deals, key=lambda d: d.number)
        assert list(stored.deadlines) == due
        later = replace(second, id=id_)
        async with kept.tables.begin() as tx:
            await tx.save_table(later)
            await tx.commit()
        assert (await kept.tables.load(id_)).facts == later
        assert (id_ in await kept.tables.list_tables_in(later.channel)) is True
        assert (id_ in await kept.tables.list_live_tables()) is (
            later.status in {TableStatus.LOBBY, TableStatus.PLAYING}
        )

    runner.run(run())


@fast_enough
@given(user=users, name=texts, token=texts, at=moments, message=ids)
def test_saved_messages_panels_and_names_are_loaded_unchanged(runner, kept, user, name, token, at, message):
    async def run():
        async with kept.tables.begin() as tx:
            table = await tx.add_table(facts())
            await tx.commit()
        board = StoredTableMessage(table, ChannelId(message), MessageId(message), at, 0)
        panel = PanelHandle(table, user, token, at)
        await kept.tables.save_table_message(board)
        await kept.tables.save_panel(panel)
        await kept.people.save_name(user, name)
        await kept.key_values.set(name, token)
        assert await kept.tables.find_table_message(table) == board
        assert await kept.tables.list_panels(table) == [panel]
        assert await kept.people.find_names([user]) == {user: name}
        assert await kept.key_values.get(name) == token

    runner.run(run())


@pytest.mark.long
@fast_enough
@given(script=st.lists(st.tuples(st.integers(1, 6), st.booleans()), max_size=20))
def test_record_has_exactly_the_committed_actions(runner, kept, script):
    """Some writers do not commit their action. If this leaves a gap in the record, the record is broken."""

    async def attempt(table, revision, commits):
        async with kept.tables.begin() as tx:
            await tx.append_entry(table, RecordEntry(revision, Seat(0), Pass(), 1.0))
            await write_deferred(tx)
            if commits:
                await tx.commit()

    async def run():
        model = set()
        async with kept.tables.begin() as tx:
            table = await tx.add_table(facts(guild=GuildId(GUILD)))
            await tx.commit()
        for revision, commits in script:
            if revision in model:
                with pytest.raises(Fenced):
                    await attempt(table, revision, commits)
            else:
                await attempt(table, revision, commits)
                model |= {revision} if commits else set()
        if model == set(range(1, len(model) + 1)):
            assert {e.revision for e in (await kept.tables.load(table)).entries} == model
        else:
            with pytest.raises(BrokenRecord, match="is missing"):
                await kept.tables.load(table)

    runner.run(run())


@pytest.mark.parametrize("column", ["rules", "levels", "status"])
def test_damaged_table_is_reported_as_broken(runner, kept, column):
    async def run():
        async with kept.tables.begin() as tx:
            table = await tx.add_table(facts())
            await tx.commit()
        async with kept.tables._connections.write() as connection:
            await connection.exec_driver_sql(f"UPDATE tables SET {column} = 'nonsense=1' WHERE id = ?", (table,))
            await connection.commit()
        with pytest.raises(BrokenRecord, match=f"table {table}"):
            await kept.tables.load(table)

    runner.run(run())


def test_error_about_an_action_does_not_quote_it():
    class Row:
        revision, at, text = 1, 1.0, "0 play S5 XX"

    with pytest.raises(BrokenRecord) as broken:
        to_entries(TableId(3), [Row])
    assert str(broken.value) == "table 3: action 1 cannot be read"

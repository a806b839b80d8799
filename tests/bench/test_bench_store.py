"""The store's commits and queries are cheap in comparison with other operations of the same run.

Times are compared as ratios, because only ratios hold on every machine. Where nothing waits for the disk, processor
times are compared. In two tests the compared operations alternate, so that other work on the machine delays both.
`make bench` prints the times.
"""

import asyncio
import sqlite3
import time
from statistics import median

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.league.service import LeagueService
from bot.play.table_rules.game_state import rebuild_game_state
from bot.play.values.stored_table import Deadline, DeadlineKind, RecordEntry
from bot.play.values.table_info import Person, TableInfo, TableStatus
from bot.store.connection.connections import Connections
from bot.store.database import SqlStore
from bot.store.maintenance.migrate import upgrade
from bot.store.tables.save_table import SqlTransaction
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import apply, legal_actions, spectator_view, start, to_act
from engine.model.actions import CloseWindow, Declare, Draw, Play
from engine.model.cards import parse_cards
from engine.model.presets import preset
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

PLAY = Play(parse_cards("S5 S5"))
DUE = (Deadline(DeadlineKind.TURN, 1.0, Seat(1), 7),)


async def open_store(folder, synchronous):
    url = f"sqlite:///{folder}/{synchronous}.db"
    await upgrade(url)
    connections = await Connections.open(url, synchronous=synchronous)
    return connections, SqlStore(connections)


async def add(store, rules):
    seats = tuple(Person(UserId(n + 1)) for n in range(rules.players))
    facts = TableInfo(
        TableId(0), GuildId(1), ChannelId(1), UserId(1), "standard", rules, seats, TableStatus.PLAYING, 1.0
    )
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts)
        await tx.commit()
    return table


async def one_play(store, table, revision):
    """Save one play as a table does, with the action and the next deadline."""
    async with store.tables.begin() as tx:
        await tx.append_entry(table, RecordEntry(revision, Seat(0), PLAY, 1.0))
        await tx.save_deadlines(table, DUE)
        await tx.commit()


async def rate(folder, synchronous, plays):
    connections, store = await open_store(folder, synchronous)
    table = await add(store, preset("standard"))
    for revision in range(1, 21):
        await one_play(store, table, revision)
    began = time.perf_counter()
    for revision in range(21, 21 + plays):
        await one_play(store, table, revision)
    taken = time.perf_counter() - began
    await connections.close()
    return plays / taken


def test_safe_commit_costs_less_than_ten_unsafe_ones(tmp_path, capsys, scale):
    plays = scale.pick(300, 20)
    careful = asyncio.run(rate(tmp_path, "FULL", plays))
    careless = asyncio.run(rate(tmp_path, "OFF", plays))
    with capsys.disabled():
        print(f"\nplays kept a second: FULL {careful:.0f}, OFF {careless:.0f}, ratio {careless / careful:.2f}")
    assert scale.is_short or careless / careful < 10


async def loop_seconds(folder, plays):
    """Save plays alternately in one job and through a database session.

    Return the event loop's processor seconds for each of the two ways.
    """
    connections, store = await open_store(folder, "FULL")
    table = await add(store, preset("standard"))
    spent = [0.0, 0.0]
    for number in range(2 * plays + 40):
        revision = number + 1
        began = time.thread_time()
        if number % 2 == 0:
            await one_play(store, table, revision)
        else:
            async with connections.write() as connection:
                tx = SqlTransaction(connection)
                await tx.append_entry(table, RecordEntry(revision, Seat(0), PLAY, 1.0))
                await tx.save_deadlines(table, DUE)
                await tx.commit()
        if number >= 40:
            spent[number % 2] += time.thread_time() - began
    await connections.close()
    return spent


def test_play_saved_in_one_job_takes_under_a_third_of_a_session(tmp_path, capsys, scale):
    plays = scale.pick(300, 20)
    one_hop, session = asyncio.run(loop_seconds(tmp_path, plays))
    with capsys.disabled():
        print(f"\nloop ms of one play: {1000 * one_hop / plays:.2f}, through a session {1000 * session / plays:.2f}")
    assert scale.is_short or one_hop < session / 3


def test_plays_at_many_tables_take_under_twice_the_time_of_one_table(tmp_path, capsys, scale):
    count = scale.pick(20, 4)

    async def run():
        connections, store = await open_store(tmp_path, "FULL")
        tables = [await add(store, preset("standard")) for _ in range(count)]

        async def go(some, plays):
            for revision in plays:
                await one_play(store, some, revision)

        began = time.perf_counter()
        await go(tables[0], range(1, count * 10 + 1))
        alone = time.perf_counter() - began
        began = time.perf_counter()
        await asyncio.gather(*(go(t, range(count * 10 + 1, count * 10 + 11)) for t in tables))
        together = time.perf_counter() - began
        await connections.close()
        return together / alone

    ratio = asyncio.run(run())
    with capsys.disabled():
        print(f"\n{count * 10} plays at {count} tables against as many at one: {ratio:.2f} of the time")
    assert scale.is_short or ratio < 2


def record(length):
    """Return the standard rules, and a record of `length` legal actions that follow these rules."""
    rules = preset("standard")
    phase, entries, number = start(rules), [], 0
    while len(entries) < length:
        view = spectator_view(phase)
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            number += 1
            seat, action = TABLE, make_fair_deal(rules, number.to_bytes(32, "big"), "", declarer(view))
        elif view.phase is PhaseName.DECLARING:
            seat, action = declaring(phase, view)
        else:
            seat = to_act(phase)[0]
            action = next(iter(legal_actions(phase, seat)))
        phase = apply(phase, seat, action).phase
        entries.append(RecordEntry(len(entries) + 1, seat, action, float(len(entries))))
    return rules, entries


def declarer(view):
    return view.result.next_declarer if view.result else view.declarer


def declaring(phase, view):
    if view.to_draw:
        return TABLE, Draw(view.to_draw)
    if not view.declarations:
        for seat in to_act(phase):
            for action in legal_actions(phase, seat):
                if isinstance(action, Declare):
                    return seat, action
    return TABLE, CloseWindow()


def test_reading_a_record_costs_less_than_replaying_it_twice(tmp_path, capsys, scale):
    rules, entries = record(scale.pick(1000, 100))

    async def run():
        connections, store = await open_store(tmp_path, "FULL")
        table = await add(store, rules)
        async with store.tables.begin() as tx:
            for entry in entries:
                await tx.append_entry(table, entry)
            await tx.commit()
        await store.tables.load(table)
        pairs = []
        for _ in range(scale.pick(9, 1)):
            began = time.process_time()
            stored = await store.tables.load(table)
            read = time.process_time() - began
            standing = rebuild_game_state(stored.facts, stored.entries)
            pairs.append((read, time.process_time() - began - read))
            assert standing.revision == len(entries)
        await connections.close()
        return pairs

    pairs = asyncio.run(run())
    (read, folded), ratio = map(median, zip(*pairs, strict=True)), median(read / folded for read, folded in pairs)
    raw = plain_read(tmp_path)
    with capsys.disabled():
        print(
            f"\n{len(entries)} actions: read {read * 1000:.0f} ms (SQLite alone {raw * 1000:.1f} ms),"
            f" fold {folded * 1000:.0f} ms of processor; {ratio:.2f}"
        )
    assert scale.is_short or ratio < 2


def plain_read(folder):
    connection = sqlite3.connect(folder / "FULL.db")
    began = time.perf_counter()
    connection.execute("SELECT * FROM actions WHERE table_id = 1 ORDER BY revision").fetchall()
    taken = time.perf_counter() - began
    connection.close()
    return taken


MANY = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) {insert} FROM n
"""
INSERTS = (
    "INSERT INTO people (id) SELECT {first} + i",
    (
        "INSERT INTO teams (id, guild_id, name, name_key, size, member_key, created_at)"
        " SELECT {first} + i, {guild}, 't' || i, 't' || i, 2, '' || ({first} + i), 1.0"
    ),
    "INSERT INTO team_members SELECT {first} + i, {first} + i",
    (
        "INSERT INTO team_levels (team_id, league_id, start_level, final_level, level, climbs, deals, deals_won)"
        " SELECT {first} + i, 0, 2, 14, 2 + i % 13, i % 4, i % 97 + 1, i % 53"
    ),
)


async def settle(connections, guild, teams):
    """Fill a server with `teams` teams. Each team gets levels and played deals."""
    async with connections.write() as connection:
        await connection.exec_driver_sql(f"INSERT INTO guilds VALUES ({guild})")
        for insert in INSERTS:
            filled = insert.format(first=guild * 1_000_000, guild=guild)
            await connection.exec_driver_sql(MANY.format(count=teams, insert=filled))
        await connection.commit()


def test_cost_of_standings_grows_less_than_twice_as_fast_as_teams(tmp_path, capsys, scale):
    sizes = scale.pick((500, 5000), (20, 200))

    async def timed(league, guild, teams):
        assert len(await league.teams.list_team_standings(GuildId(guild))) == teams
        began = time.process_time()
        for _ in range(3):
            await league.teams.list_team_standings(GuildId(guild))
        return (time.process_time() - began) / 3

    async def run():
        connections, store = await open_store(tmp_path, "FULL")
        for guild, teams in enumerate(sizes, 1):
            await settle(connections, guild, teams)
        league = LeagueService(store.league)
        few, many = await timed(league, 1, sizes[0]), await timed(league, 2, sizes[1])
        await connections.close()
        return few, many

    few, many = asyncio.run(run())
    with capsys.disabled():
        print(
            f"\nstandings of {sizes[0]} teams {few * 1000:.0f} ms, of {sizes[1]} teams {many * 1000:.0f} ms of processor time"
        )
    assert scale.is_short or many < 20 * few

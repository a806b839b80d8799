"""Measures whether common queries and bookings get slower with more deals: ten thousand, and then a million.

The cost is counted in steps of SQLite's virtual machine, which a busy computer does not change; milliseconds are
printed. Both databases have the same number of people. The people who are looked up have the same number of deals in
both.
"""

import asyncio
import sqlite3
import time
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from sqlalchemy import func, select

from bot.ids import ChannelId, GuildId, LeagueId, SeasonId, TableId, UserId
from bot.league.leagues.access import Caller
from bot.league.service import LeagueService
from bot.play.values.stored_table import DealBooking, RecordEntry
from bot.play.values.table_info import Person, TableInfo, TableStatus
from bot.store.connection.connections import Connections
from bot.store.database import SqlStore
from bot.store.schema.result_models import DealResultRow
from engine.model.actions import Play
from engine.model.cards import parse_cards
from engine.model.events import DealResult
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.seats import Seat
from tests.load.fill_database import GUILD, LEAGUE, PROBES, SEASONS, fill

pytestmark = pytest.mark.timeout(1800)

HERE = GuildId(GUILD)
ONE, OTHER = PROBES
NEWCOMERS = UserId(10**6), UserId(10**6 + 1)
BOSS = Caller(UserId(77), admin=True)
STEPS_AT_ONCE = 50
MAX_RATIO = 1.5
FEW_STEPS = 5_000
"""Up to this number of additional steps, nothing counts as growth. An index may be one page deeper."""


class StepCounter:
    """Counts the steps of SQLite's virtual machine on all connections that are opened inside `watch`."""

    def __init__(self):
        self.steps = 0

    def _count(self):
        self.steps += STEPS_AT_ONCE

    @contextmanager
    def watch(self):
        connect = sqlite3.connect

        def connect_and_count(*given, **options):
            connection = connect(*given, **options)
            connection.set_progress_handler(self._count, STEPS_AT_ONCE)
            return connection

        with patch("sqlite3.connect", connect_and_count), patch("sqlite3.dbapi2.connect", connect_and_count):
            yield


def list_asks(store, people):
    """Return the functions to measure by name. Some query, some write, and some run at the start or at intervals."""
    league = LeagueService(store.league, now=lambda: 2_000_000_000.0)
    season, made = SeasonId(SEASONS), LeagueId(LEAGUE)
    return {
        "standings, first page": lambda: league.queries.get_standings(season),
        "standings, in the middle": lambda: league.queries.get_standings(season, people // 2),
        "standings, own line": lambda: league.queries.find_standing(season, ONE),
        "seasons of a league": lambda: league.leagues.list_seasons(made),
        "results of a league": lambda: league.queries.list_results(made),
        "log of a league": lambda: league.standings.list_audit_entries(made),
        "export of standings": lambda: league.files.export_standings(BOSS, HERE, made, season),
        "export of ratings": lambda: league.files.export_ratings(BOSS, HERE, "standard"),
        "/leaderboard": lambda: league.ratings.find_leaderboard(HERE, "standard"),
        "/leaderboard, in the middle": lambda: league.ratings.find_leaderboard(HERE, "standard", people // 2),
        "/leaderboard, search": lambda: league.ratings.find_leaderboard(HERE, "standard", search="er 43"),
        "/profile": lambda: league.ratings.find_profile(HERE, ONE, "standard"),
        "/profile, lists of presets": lambda: league.history.list_presets_of(HERE, ONE),
        "/versus": lambda: league.ratings.find_head_to_head(HERE, ONE, OTHER, "standard"),
        "/versus, lists of presets": lambda: league.history.list_shared_presets(HERE, ONE, OTHER),
        "export of personal data": lambda: store.personal_data.export_personal_data(ONE),
        "pools": lambda: league.standings.list_pools(HERE),
        "teams": lambda: league.teams.list_teams_of(ONE, HERE),
        "start: live tables": store.tables.list_live_tables,
        "start: stale ratings": store.league.recompute.list_stale_pools,
        "clock: seasons": league.admin.roll_over_seasons,
        "clock: reports": store.league.posts.list_match_reports,
        "a deal booked": booking_of(store),
        "a ruling about the newest deal": ruling_of(store, league),
    }


def ruling_of(store, league):
    """Return a function that books a deal, voids it, and waits until the ratings are recomputed."""
    book, count = booking_of(store), iter(range(100))

    async def rule():
        await book()
        newest = await store.tables._connections.fetch_value(select(func.max(DealResultRow.id)))
        await league.rulings.void(BOSS, HERE, newest, f"why {next(count)}")
        while running := league.rulings._running:
            await asyncio.wait(running)

    return rule


async def measure(file, people):
    """Return the database's steps and the seconds of each function of `list_asks`."""
    counter, found = StepCounter(), {}
    with counter.watch():
        connections = await Connections.open(f"sqlite+aiosqlite:///{file}", synchronous="OFF")
        for name, ask in list_asks(SqlStore(connections), people).items():
            await ask()  # the first call prepares statements and reads pages
            before, began = counter.steps, time.perf_counter()
            assert await ask() is not False
            found[name] = counter.steps - before, time.perf_counter() - began
        await connections.close()
    return found


def test_costs_hardly_grow_with_the_number_of_deals(tmp_path, capsys, scale):
    people, few, many = scale.pick((10_000, 10_000, 1_000_000), (1_000, 1_000, 20_000))
    for deals in (few, many):
        fill(tmp_path / f"{deals}.db", people, deals)
    small, large = (asyncio.run(measure(tmp_path / f"{deals}.db", people)) for deals in (few, many))
    lines = [f"{'':36} {few:>12,} {many:>16,} deals"]
    for name, (steps, seconds) in small.items():
        lines.append(
            f"{name:36} {steps:9,} steps {large[name][0]:9,} steps"
            f" {1000 * seconds:8.1f} ms {1000 * large[name][1]:8.1f} ms"
        )
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    grown = [name for name, (steps, _) in small.items() if large[name][0] > MAX_RATIO * steps + FEW_STEPS]
    assert grown == [], "these read more because there are more deals"


async def count_scan(file):
    counter = StepCounter()
    with counter.watch():
        connections = await Connections.open(f"sqlite+aiosqlite:///{file}")
        async with connections.read() as connection:
            await connection.exec_driver_sql("SELECT count(*) FROM deal_results WHERE rise = 3")
        await connections.close()
    return counter.steps


def test_step_counter_counts_the_scan_of_a_table(tmp_path, scale):
    deals = scale.pick(20_000, 2_000)
    fill(tmp_path / "some.db", 500, deals)
    assert asyncio.run(count_scan(tmp_path / "some.db")) > deals


def booking_of(store):
    """Return a function that books one more deal in the same way as a table."""
    rules, seats = preset("standard"), tuple(Person(user) for user in (*PROBES, *NEWCOMERS))
    facts = TableInfo(
        TableId(0), HERE, ChannelId(1), ONE, "standard", rules, seats, TableStatus.PLAYING, 1.0, league=LeagueId(LEAGUE)
    )
    levels = (Level.TWO,) * 4
    sides = tuple(map(Seat, (0, 2)))
    how = DealResult(
        Seat(0), sides, 35, 35, (), 0, 2, 0, Seat(0), True, 1, levels, (Level.THREE, Level.TWO) * 2, (), Seat(0), ()
    )  # fmt: skip
    count = iter(range(1, 100))
    known = {}

    async def book():
        if not known:
            async with store.tables.begin() as tx:
                known["table"] = await tx.add_table(facts)
                await tx.commit()
        revision = next(count)
        async with store.tables.begin() as tx:
            await tx.append_entry(known["table"], RecordEntry(revision, Seat(0), Play(parse_cards("S5")), 1.0))
            await tx.book_deal(DealBooking(known["table"], HERE, revision, rules, seats, how, 2_000_000.0 + revision))
            await tx.commit()

    return book

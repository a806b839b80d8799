"""The league with ten thousand people and a million deals in one season: how long reading and booking take.

Asserted are ratios to a plain walk over the same database's primary keys; the milliseconds are printed.
"""

import asyncio
import time

import pytest

from bot.ids import ChannelId, GuildId, LeagueId, ResultId, SeasonId, TableId, UserId
from bot.league.access import Caller
from bot.league.service import LeagueService
from bot.play.occupants import Person
from bot.play.ports import DealBooking, RecordEntry, TableInfo, TableStatus
from bot.store.connections import Connections
from bot.store.database import SqlStore
from bot.store.migrate import upgrade
from engine.model.actions import Play
from engine.model.cards import parse_cards
from engine.model.events import DealResult
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.seats import Seat

pytestmark = pytest.mark.timeout(1200)

HERE = GuildId(1)
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count})"
WHO = "1 + (i * 7919 + s.j * 2503 + i / 5000 * 31) % {people}"
"""Four people of a deal, told apart by steps that no four of which meet."""
SEATS = "(SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)"
FILL = (
    "INSERT INTO guilds VALUES (1)",
    "INSERT INTO people (id, name) {people_n} SELECT 1 + i, 'Player ' || (1 + i) FROM n",
    "INSERT INTO pools (id, guild_id, preset, asked) VALUES (1, 1, 'club', 0)",
    (
        "INSERT INTO leagues (id, guild_id, name, name_key, preset, rules, ranks, format, reset, per_deal, per_level,"
        " per_match, decay, created_at) VALUES (1, 1, 'Big', 'big', 'club', '{rules}', 'persons', 'ladder', 'keep', 1, 1, 3, 0, 1)"
    ),
    "INSERT INTO seasons (id, league_id, number, opened_at, per_deal, per_level, per_match) VALUES (1, 1, 1, 1, 1, 1, 3)",
    "INSERT INTO entrants (id, league_id, user_id, joined_at) {people_n} SELECT 1 + i, 1, 1 + i, 1 FROM n",
    (
        "INSERT INTO deal_results (id, guild_id, at, declarer, declarers_hold, opponents_points, trick_points, kitty_points,"
        " multiplier, penalty_points, rise, match_over, pool_id) {deals_n} SELECT 1 + i, 1, 1000.0 + i, i % 4, i % 3 > 0,"
        " i % 200, 0, 0, 0, 0, i % 4, 0, 1 FROM n"
    ),
    (
        "INSERT INTO deal_result_seats (result_id, seat, user_id, declaring, won, match_won, level_before, level_after, role)"
        " {deals_n} SELECT 1 + i, s.j, {who}, s.j % 2 = i % 2, (s.j % 2 = i % 2) = (i % 3 > 0), 0, 2, 2 + i % 4,"
        " CASE WHEN s.j = i % 4 THEN 'declarer' WHEN s.j % 2 = i % 2 THEN 'partner' ELSE 'opponent' END FROM n, {seats} s"
    ),
    (
        "INSERT INTO counted_deals SELECT 1, user_id, result_id, seat, won FROM deal_result_seats"
        " ORDER BY user_id, result_id"
    ),
    (
        "INSERT INTO scores (season_id, entrant_id, points, deals, won, margin, fewest, matches_won, streak, form,"
        " settled, value) SELECT 1, s.user_id, sum(s.won * (1 + r.rise)), count(*), sum(s.won),"
        " sum(CASE WHEN s.won THEN r.rise ELSE -r.rise END), -count(*), 0, 1, 'WLW',"
        " 1, sum(s.won * (1 + r.rise)) FROM deal_result_seats s"
        " JOIN deal_results r ON r.id = s.result_id GROUP BY s.user_id"
    ),
    (
        "INSERT INTO ratings SELECT 1, user_id, 25 + user_id % 97 / 10.0, 1.5, deals, 1000, 20.5 + user_id % 97 / 10.0, 0"
        " FROM scores JOIN entrants ON entrants.id = entrant_id"
    ),
    (
        "INSERT INTO rating_changes SELECT 1, user_id, result_id, 25, 1.5, 100, 1000 FROM deal_result_seats"
        " ORDER BY user_id, result_id"
    ),
    "ANALYZE",
)


async def filled(folder, people, deals):
    url = f"sqlite:///{folder}/big.db"
    await upgrade(url)
    connections = await Connections.open(url, synchronous="OFF")
    words = {
        "people_n": NUMBERS.format(count=people),
        "deals_n": NUMBERS.format(count=deals),
        "who": WHO.format(people=people),
        "seats": SEATS,
        "rules": format_rules(preset("club")),
    }
    async with connections.write() as connection:
        for statement in FILL:
            await connection.exec_driver_sql(statement.format(**words))
        await connection.commit()
    return connections


async def timed(ask, times=5):
    """Return the quickest of some runs, in seconds, and what came of it."""
    best, found = float("inf"), None
    for _ in range(times):
        began = time.perf_counter()
        found = await ask()
        best = min(best, time.perf_counter() - began)
    return best, found


def test_a_million_deals(tmp_path, capsys, scale):
    people, deals = scale.pick((10_000, 1_000_000), (5_000, 10_000))

    async def run():
        began = time.perf_counter()
        connections = await filled(tmp_path, people, deals)
        lines = [f"filled in {time.perf_counter() - began:.0f} s"]
        store = SqlStore.build(connections)
        league, season = LeagueService.build(store.league, now=lambda: 2_000_000_000.0), SeasonId(1)
        boss = Caller(UserId(77), admin=True)

        async def walk():
            async with connections.read() as connection:
                return (await connection.exec_driver_sql("SELECT id, name FROM people ORDER BY id")).all()

        plain, _ = await timed(walk)
        lines.append(f"{f'{people} rows by primary key':34} {plain * 1000:8.1f} ms")
        asks = {
            "first page of the table": lambda: league.queries.get_standings(season),
            "a page in the middle": lambda: league.queries.get_standings(season, people // 2),
            "last page": lambda: league.queries.get_standings(season, people - 20),
            "one's own line": lambda: league.queries.find_standing(season, UserId(4321)),
            "leaderboard": lambda: league.ratings.find_leaderboard(HERE, "club"),
            "leaderboard, in the middle": lambda: league.ratings.find_leaderboard(HERE, "club", people // 2),
            "search": lambda: league.ratings.find_leaderboard(HERE, "club", search="er 43"),
            "newest results": lambda: league.queries.list_results(LeagueId(1)),
            "profile": lambda: league.ratings.find_profile(HERE, UserId(4321), "club"),
            "head to head": lambda: league.ratings.find_head_to_head(HERE, UserId(1), UserId(2504), "club"),
        }
        took = {}
        for name, ask in asks.items():
            took[name], found = await timed(ask)
            assert found is not None
            lines.append(f"{name:34} {took[name] * 1000:8.1f} ms")
        assert (await league.queries.get_standings(season)).total == people

        booked, _ = await timed(booking_of(store))
        lines.append(f"{'a deal booked, with its action':34} {booked * 1000:8.1f} ms")
        league.rulings.start_recompute = lambda: None
        ruled, _ = await timed(lambda: league.rulings.void(boss, HERE, ResultId(deals // 2), "why"), 1)
        lines.append(f"{'a ruling, ratings aside':34} {ruled * 1000:8.1f} ms")
        await league.rulings.close()
        await connections.close()
        return lines, took, plain

    lines, took, plain = asyncio.run(run())
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    pages = max(took[name] for name in took if "page" in name or "line" in name)
    assert scale.is_short or pages < 5 * plain, "a page of the table costs a few walks over the names of all"
    assert scale.is_short or max(took.values()) < 20 * plain


def booking_of(store):
    """Return how one more deal is booked as a table does it."""
    rules, seats = preset("club"), tuple(Person(UserId(n)) for n in (1, 2, 3, 4))
    facts = TableInfo(TableId(0), GuildId(1), ChannelId(1), UserId(1), "club", rules, seats, TableStatus.PLAYING, 1.0)
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
            await tx.book_deal(
                DealBooking(known["table"], GuildId(1), revision, rules, seats, how, 2_000_000.0 + revision)
            )
            await tx.commit()

    return book

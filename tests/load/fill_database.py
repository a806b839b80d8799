"""Fills an SQLite database with finished tables, results, seasons and ratings:

    python -m tests.load.fill_database FOLDER/big.db --people 10000 --deals 1000000

Everything belongs to one server, one preset and one league, so that lists are as long as possible. The person `REGULAR`
plays every fiftieth deal. Each person of `PROBES` plays a hundred deals, however large the database is, so that the
length of their pages stays the same.
"""

import argparse
import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.ids import UserId
from bot.operations.database_commands import ProgressBar
from bot.store.maintenance.migrate import upgrade
from engine.model.notation import format_rules
from engine.model.presets import preset

GUILD, LEAGUE, POOL = 1, 1, 1
REGULAR, PROBES = UserId(1), (UserId(2), UserId(3))
EVERY, PROBE_DEALS, DEALS_OF_TABLE, SEASONS = 50, 100, 10, 10
FIRST = 4
"""The lowest user id of the people other than `REGULAR` and `PROBES`."""
CHUNK = 100_000
BEGAN = 1_700_000_000

NUMBERS = "WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end})"
SEATS = "(SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)"
OTHERS = "{lowest} + (i * 7919 + j * 2503 + i / 5000 * 31) % {others}"
"""SQL for the user id of the person at seat `j` of deal `i`. Its factors give each deal four different people."""
WHO = (
    "CASE WHEN j = 0 AND i % {every} = 0 THEN 1 WHEN i < {probe_deals} AND j IN (1, 2) THEN j + 1"
    " ELSE " + OTHERS + " END"
)
SEASON = "1 + i * {seasons} / {deals}"

FEW = (
    "INSERT INTO guilds (id) VALUES (1)",
    "INSERT INTO pools (id, guild_id, preset, asked) VALUES (1, 1, 'standard', 0)",
    (
        "INSERT INTO leagues (id, guild_id, name, name_key, preset, rules, created_at, settings)"
        " VALUES (1, 1, 'Big', 'big', 'standard', '{rules}', 1, '{{\"order\": \"{ranked}\"}}')"
    ),
    NUMBERS.replace("{end}", "{seasons}").replace("{first}", "0")
    + ' INSERT INTO seasons (id, league_id, number, opened_at, closed_at, preset, rules, "order", scheme)'
    " SELECT 1 + i, 1, 1 + i, 1, CASE WHEN i + 1 < {seasons} THEN 2 END, 'standard', '{rules}', '{ranked}', '{{}}' FROM n",
)
FOR_PEOPLE = (
    "INSERT INTO people (id, name) {n} SELECT 1 + i, 'Player ' || (1 + i) FROM n",
    "INSERT INTO entrants (id, league_id, user_id, joined_at) {n} SELECT 1 + i, 1, 1 + i, 1 FROM n",
    (
        "INSERT INTO league_audit (guild_id, league_id, user_id, at, action, facts, about_id) {n}"
        " SELECT 1, 1, 1, i, 'joined', '{{}}', 1 + i FROM n"
    ),
)
FOR_TEAMS = (
    (
        "INSERT INTO teams (id, guild_id, name, name_key, size, member_key, created_at) {n} SELECT 1 + i, 1,"
        " 'Team ' || i, 'team ' || i, 2, ({lowest} + 2 * i) || ' ' || ({lowest} + 2 * i + 1), 1 FROM n"
    ),
    "INSERT INTO team_members {n} SELECT 1 + i, {lowest} + 2 * i + j FROM n, (SELECT 0 AS j UNION ALL SELECT 1)",
    (
        "INSERT INTO team_levels (team_id, league_id, start_level, final_level, level, climbs, deals, deals_won)"
        " {n} SELECT 1 + i, 0, 2, 14, 5, 0, 0, 0 FROM n"
    ),
)
FOR_DEALS = (
    (
        "INSERT INTO tables (id, guild_id, channel_id, host_id, preset, rules, status, opened_at, league_id)"
        " {n} SELECT 1 + i / {of_table}, 1, 1 + i % 50, {lowest} + i % {others}, 'standard', '{rules}', 'over', {began} + i, 1"
        " FROM n WHERE i % {of_table} = 0"
    ),
    (
        "INSERT INTO seats (table_id, seat, user_id) {n} SELECT 1 + i / {of_table}, j, {who} FROM n, {seats}"
        " WHERE i % {of_table} = 0"
    ),
    (
        "INSERT INTO deals (table_id, number, secret, commitment, cut, deck_order) {n} SELECT 1 + i / {of_table},"
        " 1 + i % {of_table}, randomblob(32), hex(randomblob(32)), 'cut', '{deck}' FROM n"
    ),
    (
        "INSERT INTO actions (table_id, revision, at, text, user_id) {n} SELECT 1 + i / {of_table}, 1 + j, {began} + i,"
        " 'table sit ' || j || ' u:' || {who}, {who} FROM n, {seats} WHERE i % {of_table} = 0"
    ),
    (
        "INSERT INTO actions (table_id, revision, at, text) {n} SELECT 1 + i / {of_table}, 5 + 2 * (i % {of_table}) + j,"
        " {began} + i, CASE j WHEN 0 THEN 'table deal ' || '{deck}' ELSE '3 play S5' END FROM n, {seats} WHERE j < 2"
    ),
    (
        "INSERT INTO deal_results (id, table_id, revision, guild_id, at, declarer, declarers_hold, opponents_points,"
        " trick_points, kitty_points, multiplier, penalty_points, rise, match_over, pool_id) {n} SELECT 1 + i,"
        " 1 + i / {of_table}, 6 + 2 * (i % {of_table}), 1, {began} + i, i % 4, i % 3 > 0, i % 200, 0, 0, 0, 0, i % 4, 0,"
        " 1 FROM n"
    ),
    (
        "INSERT INTO deal_result_seats (result_id, seat, user_id, declaring, won, match_won, level_before, level_after,"
        " role) {n} SELECT 1 + i, j, {who}, j % 2 = i % 2, (j % 2 = i % 2) = (i % 3 > 0), 0, 2, 2 + i % 4,"
        " CASE WHEN j = i % 4 THEN 'declarer' WHEN j % 2 = i % 2 THEN 'partner' ELSE 'opponent' END FROM n, {seats}"
    ),
    (
        "INSERT INTO counted_deals {n} SELECT {season}, user_id, result_id, seat, won FROM n JOIN deal_result_seats"
        " ON result_id = 1 + i ORDER BY user_id, result_id"
    ),
    (
        "INSERT INTO rating_changes {n} SELECT 1, user_id, result_id, 25 + i % 7, 1.5, 100, {began} + i FROM n"
        " JOIN deal_result_seats ON result_id = 1 + i ORDER BY user_id, result_id"
    ),
    (
        "INSERT INTO deal_result_teams (result_id, side, team_id, league_id, start_level, final_level, level_before,"
        " level_after, won, climbed) {n} SELECT 1 + i, 0, 1 + i % {teams}, 0, 2, 14, 2, 3, 1, i % 40 = 0 FROM n"
        " WHERE i % 4 = 0"
    ),
)
AT_THE_END = (
    (
        "INSERT INTO scores (season_id, entrant_id, points, deals, won, margin, fewest, matches_won, streak, form, settled,"
        " value) SELECT {season_of_result}, s.user_id, sum(s.won * (1 + r.rise)), count(*), sum(s.won),"
        " sum(CASE WHEN s.won THEN r.rise ELSE -r.rise END), -count(*), 0, 1, 'WLW', count(*) >= 10,"
        " 20.5 + s.user_id % 9973 / 1000.0 FROM deal_result_seats s JOIN deal_results r ON r.id = s.result_id"
        " GROUP BY 1, s.user_id"
    ),
    (
        "INSERT OR IGNORE INTO scores (season_id, entrant_id, points, deals, won, margin, fewest, matches_won, streak,"
        " form, settled, value) SELECT seasons.id, entrants.id, 0, 0, 0, 0, 0, 0, 0, '', 0, entrants.id / 100000.0"
        " FROM seasons, entrants"
    ),
    (
        "INSERT INTO ratings SELECT 1, entrant_id, 25 + entrant_id % 9973 / 1000.0, 1.5, sum(deals), {began},"
        " 20.5 + entrant_id % 9973 / 1000.0, 0 FROM scores GROUP BY entrant_id"
    ),
)


def list_statements(people: int, deals: int, ranked: str) -> Iterator[tuple[str, str]]:
    """Yield SQL statements, each as (name, statement). The name says what the statement fills, such as `deals`."""
    words = {
        "people": people,
        "others": people - FIRST + 1,
        "lowest": FIRST,
        "deals": deals,
        "teams": (people - FIRST) // 2,
        "seasons": SEASONS,
        "rules": format_rules(preset("standard")),
        "deck": "S2 H3 C4 D5 " * 27,
        "ranked": ranked,
        "every": EVERY,
        "probe_deals": PROBE_DEALS,
        "of_table": DEALS_OF_TABLE,
        "began": BEGAN,
        "seats": SEATS,
    }
    words |= {"who": WHO.format(**words), "season": SEASON.format(**words)}
    words["season_of_result"] = words["season"].replace("i *", "(s.result_id - 1) *")
    yield from (("leagues", text.format(**words)) for text in FEW)
    numbers = {"n": NUMBERS.format(first=0, end=people)}
    yield from (("people", text.format(**words, **numbers)) for text in FOR_PEOPLE)
    numbers = {"n": NUMBERS.format(first=0, end=words["teams"])}
    yield from (("teams", text.format(**words, **numbers)) for text in FOR_TEAMS)
    for first in range(0, deals, CHUNK):
        numbers = {"n": NUMBERS.format(first=first, end=min(deals, first + CHUNK))}
        yield from (("deals", text.format(**words, **numbers)) for text in FOR_DEALS)
    yield from (("scores", text.format(**words)) for text in AT_THE_END)


def fill(file: Path, people: int = 10_000, deals: int = 1_000_000, ranked: str = "rating") -> None:
    """Create a database with the newest schema, and fill it."""
    asyncio.run(upgrade(f"sqlite:///{file}"))
    statements = list(list_statements(people, deals, ranked))
    bar = ProgressBar("filling", len(statements))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("foreign_keys = OFF", "synchronous = OFF", "cache_size = -1000000", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {pragma}")
        for _, statement in statements:
            connection.execute(statement)
            bar.advance()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def main() -> None:
    """Fill the database that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=1_000_000)
    given = parser.parse_args()
    fill(given.file, given.people, given.deals)


if __name__ == "__main__":
    main()

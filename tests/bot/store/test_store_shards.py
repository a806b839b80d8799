"""Only the process that has a server's shard does that server's automatic work."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from store_factories import ANN, BEN, GUILD, add_table, facts, sit

from bot.check.database_checks import _check_shards
from bot.check.findings import Severity
from bot.play.ports import StillSeated
from bot.play.values.table_info import Person, TableStatus
from bot.processes.process import Process, Shards
from bot.store.database import Database
from bot.store.maintenance.migrate import get_newest_revision

OWN = (GUILD >> 22) % 2
ALL_SEASONS = 1e12
STILL_TO_DO = """
    INSERT INTO players_wanted (table_id, channel_id, message_id) SELECT id, 5, 6 FROM tables LIMIT 1;
    UPDATE pools SET stale_from = 1;
    UPDATE seasons SET closes_at = 5;
    INSERT INTO season_announcements (season_id, at) SELECT id, 5 FROM seasons;
    INSERT INTO league_cards (league_id, channel_id, message_id, shown) SELECT id, 5, 6, '' FROM leagues;
    INSERT INTO season_awards (season_id, role_id, at) SELECT id, 6, 5 FROM seasons;
    INSERT INTO match_reports (league_id, table_id, at) SELECT leagues.id, tables.id, 5 FROM leagues, tables LIMIT 1;
    INSERT INTO puzzle_answers (guild_id, day, user_id, cards, loss, is_right, answered_at)
        SELECT guild_id, 5, host_id, 'S5', 0, 1, 5 FROM tables LIMIT 1;
"""


@pytest.fixture
async def filled(tmp_path):
    """The URL of a database with automatic work of every kind, all for one server."""
    dump = Path(__file__).parent / f"written_by_{get_newest_revision()}.sql"
    with closing(sqlite3.connect(tmp_path / "filled.db")) as made:
        made.executescript(dump.read_text())
        made.executescript(STILL_TO_DO)
    return f"sqlite+aiosqlite:///{tmp_path}/filled.db"


async def list_everything(store):
    league = store.league
    return {
        "tables": dict(await store.tables.list_live_tables()),
        "players wanted": await store.tables.list_players_wanted(),
        "events": await store.events.list_due(),
        "seasons": await league.leagues.list_seasons(due_at=ALL_SEASONS),
        "cards": await league.posts.list_cards(None),
        "announcements": await league.posts.list_announcements(None),
        "match reports": await league.posts.list_match_reports(),
        "awards": await league.posts.list_awards(),
        "settings": await store.settings.load_guild_settings(),
        "puzzles": await store.puzzles.list_active_guilds(0),
        "stale ratings": await league.recompute.list_stale_pools(),
    }


async def test_automatic_work_of_a_server_is_done_by_one_process(filled):
    found = []
    for shards in (Shards(), Shards(2, (OWN,)), Shards(2, (1 - OWN,))):
        database = await Database.open(filled, shards)
        found.append(await list_everything(database.store))
        await database.close()
    everything, own, others = found
    assert own == everything
    assert not any(others.values())
    assert {name for name, rows in everything.items() if not rows} == set()


async def test_deletion_waits_for_the_process_of_the_table(url):
    database = await Database.open(url, Shards(2, (1 - OWN,)))
    seats = (Person(BEN), None, None, None)
    table = await add_table(database.store, facts(seats, host=BEN, status=TableStatus.PLAYING))
    async with database.store.tables.begin() as tx:
        await tx.append_entry(table, sit(1, 0, ANN))  # Ann has left the seat
        await tx.commit()
    with pytest.raises(StillSeated):
        await database.store.personal_data.delete_personal_data(ANN)
    await database.close()
    there = await Database.open(url, Shards(2, (OWN,)))
    await there.store.personal_data.delete_personal_data(ANN)
    await there.close()


async def test_check_finds_shards_that_no_process_runs(url, store):
    settings = SimpleNamespace(database_url=url, shards=Shards(3, (0, 1, 2)))
    process = Process("here", "a", 1, "11")

    async def find():
        finding = await _check_shards(settings)
        return finding.severity, finding.text

    assert await find() == (Severity.WARNING, "of 3 shards nobody plays now: 0, 1, 2")
    await store.leases.take("me", process, 60.0, Shards(3, (0, 2)), ())
    assert await find() == (Severity.WARNING, "of 3 shards nobody plays now: 1")
    await store.leases.take("you", process, 60.0, Shards(3, (1,)), ())
    assert await find() == (Severity.OK, "all 3 are played, by 2 processes")
    settings.shards = Shards(2, (0, 1))
    assert await find() == (Severity.PROBLEM, "a bot runs with SHARD_COUNT=3")

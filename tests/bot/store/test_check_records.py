"""The command `check --records` finds damage in records and in values computed from them, without false alarms."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest
from league_factories import HERE, LEAGUE_SETTINGS, create_running_league, create_team
from store_factories import ANN, BEN, CAT, DAN
from test_store_whole_matches import sit_down

from bot.check.findings import Severity, get_exit_status
from bot.check.records import check_records
from bot.ids import UserId
from bot.league.service import LeagueService
from bot.settings import Settings
from bot.store.database import Database
from bot.store.maintenance.migrate import upgrade
from engine.model.notation import format_rules
from engine.model.presets import preset
from tests.everyday import spread

DAMAGES = {
    "records": (
        "UPDATE deal_results SET opponents_points = opponents_points + 5 WHERE id = 1",
        "UPDATE deal_results SET rise = rise + 1 WHERE id = 2",
        "DELETE FROM deal_results WHERE id = 1",
        "DELETE FROM actions WHERE revision = 30",
        "UPDATE actions SET text = (SELECT text FROM actions WHERE revision = 60) WHERE revision = 61",
        "UPDATE actions SET text = 'nonsense' WHERE revision = 40",
    ),
    "ratings": (
        "UPDATE ratings SET mean = mean + 0.001",
        "DELETE FROM ratings WHERE user_id = (SELECT max(user_id) FROM ratings)",
        "UPDATE ratings SET deals = deals + 1",
    ),
    "scores": ("UPDATE scores SET points = points + 1", "UPDATE scores SET won = won + 1"),
    "levels": ("UPDATE team_levels SET level = level + 1", "UPDATE team_levels SET deals_won = deals_won + 1"),
}
CASES = [(name, sql) for name, statements in DAMAGES.items() for sql in statements]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The file of a database with two finished deals of a team in a league, and a third in progress."""
    file = tmp_path_factory.mktemp("played") / "tractor.db"
    asyncio.run(play(f"sqlite+aiosqlite:///{file}"))
    return file.read_bytes()


async def play(url):
    await upgrade(url)
    database = await Database.open(url)
    league = LeagueService(database.store.league, lambda: 1_700_000_000.0)
    await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    rules = format_rules(preset("standard"))
    await create_running_league(league, replace(LEAGUE_SETTINGS, rules=rules), ANN, BEN, CAT, DAN)
    game = await sit_down(database.store, preset("standard"))
    await game.play(deals=2)
    await game.deal()
    await database.close()


async def check(tmp_path, content, *damages):
    file = tmp_path / "tractor.db"
    file.write_bytes(content)
    with sqlite3.connect(file) as connection:
        changed = [connection.execute(sql).rowcount for sql in damages]
    connection.close()
    assert all(changed), "there was something to damage"
    before = file.read_bytes()
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{file}")
    found = [finding async for finding in check_records(settings)]
    assert file.read_bytes() == before, "nothing is changed"
    return found


async def test_undamaged_database_has_no_findings(tmp_path, played):
    found = await check(tmp_path, played)
    assert [(one.name, one.severity) for one in found] == [
        (name, Severity.OK) for name in ("records", "ratings", "scores", "levels")
    ]
    assert "1 tables with 2 finished deals" in found[0].text
    assert get_exit_status(found) == 0


@pytest.mark.parametrize(("name", "sql"), spread(3, CASES))
async def test_each_damage_is_found(tmp_path, played, name, sql):
    found = await check(tmp_path, played, sql)
    bad = [one for one in found if one.severity is Severity.PROBLEM]
    assert name in {one.name for one in bad}
    assert all(one.cure for one in bad)
    assert get_exit_status(found) == 1


async def test_findings_name_no_cards(tmp_path, played):
    found = await check(tmp_path, played, DAMAGES["records"][4])
    (bad,) = [one for one in found if one.name == "records"]
    assert bad.text.startswith("table 1: its record breaks the rules: ")
    assert " " not in bad.text.removeprefix("table 1: its record breaks the rules: ")

"""No statement of the store scans a table with many rows, as SQLite's query plans show."""

import re
from typing import get_type_hints

import pytest
from sqlalchemy import event
from store_calls import (
    use_daily_deals,
    use_events,
    use_everything,
    use_invitations,
    use_leagues,
    use_posts,
    use_puzzles,
)

from bot.league.service import LeagueStores
from bot.store.connection.connections import Connections
from bot.store.database import SqlStore
from bot.store.schema.team_models import Base

ALLOWED = {
    "SCAN tables USING INDEX ix_tables_live",
    "SCAN tables USING COVERING INDEX ix_tables_live",
    "SCAN events USING INDEX ix_events_active",
    "SCAN events USING INDEX ix_events_unshown",
    "SCAN event_boards USING INDEX ix_event_boards_sealed",
    "SCAN guild_settings",
    "SCAN leases",
    "SCAN pools USING INDEX ix_pools_stale",
    "SCAN leagues",
    "SCAN season_announcements",
    "SCAN season_awards",
    "SCAN players_wanted",
    "SCAN match_reports USING INDEX ix_match_reports_unsent",
    "SCAN anon_1",
    "SCAN rated",
}
"""Scans that are allowed because the tables or indexes have few rows.

Such rows are live tables, running events, sealed boards, leagues, stale rating pools, waiting posts and roles, users
who look for players, leases and server settings (once, at the start). A statement's own subquery may be scanned too.
"""


REPOSITORIES = {**get_type_hints(SqlStore), **get_type_hints(LeagueStores)}
PUBLIC = {name for kind in REPOSITORIES.values() if kind is not LeagueStores for name in vars(kind) if name[0] != "_"}
UNCALLED = {
    *("find_starting_teams", "list_squads_among"),
    *("update_teams", "update_founding"),
    "update_entrants",
    *("list_match_reports", "list_match_results", "list_awards", "list_crowned", "set_crowned"),
    *("mark_reported", "delete_award"),
    "follow",  # this method only listens for notifications and sends no statement
    *("list_teams", "list_progress", "add_league"),
    *("update_league", "find_league"),
    *("list_scores", "find_line", "count_mutual_wins", "find_pool"),
    *("list_leaders", "find_rating", "count_ranked", "list_league_results"),
    *("load_player_history", "summarize_last_deal", "list_meetings", "update_result"),
    *("list_stale_pools", "count_deals_from", "load_deals_from", "replace_changes", "replace_ratings"),
    *("list_seasons_by_rating", "list_changed_values", "save_values"),
    *("list_counted_after", "find_fingerprints"),
    *("get_player_names", "import_deals", "find_result"),
}
"""Names of methods that are called only through the league service, or send no statement."""


@pytest.mark.long
async def test_no_statement_scans_a_table(migrated_url):
    connections = await Connections.open(migrated_url)
    sent = {}

    @event.listens_for(connections._engine.sync_engine, "before_cursor_execute")
    def catch(_connection, _cursor, statement, parameters, _context, executemany):
        sent.setdefault(statement, parameters[0] if executemany else parameters)

    await use_everything(SqlStore(connections))
    caught = {s: p for s, p in sent.items() if re.match(r"SELECT|INSERT|UPDATE|DELETE|WITH", s)}
    assert len(caught) > 40
    scans = []
    async with connections.read() as connection:
        for statement, parameters in caught.items():
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row.detail for row in plan]
            scans += [(s, statement) for s in steps if re.match(r"SCAN (?!CONSTANT)", s) and s not in ALLOWED]
    await connections.close()
    assert scans == [], "\n".join(f"{step} :: {statement}" for step, statement in scans)


def test_every_store_method_is_called():
    import inspect

    called = set(
        re.findall(
            r"(?:store|league|tx)(?:\.(?!store|begin)\w+)*\.(\w+)\(",
            "".join(
                map(
                    inspect.getsource,
                    (use_everything, use_leagues, use_invitations, use_posts, use_events, use_puzzles, use_daily_deals),
                )
            ),
        )
    )
    assert PUBLIC - called - UNCALLED == set()


@pytest.mark.long
@pytest.mark.parametrize("statement", ["SELECT * FROM actions WHERE text = 'x'", "SELECT * FROM seats"])
async def test_a_scan_is_detected(migrated_url, statement):
    connections = await Connections.open(migrated_url)
    async with connections.read() as connection:
        plan = [row.detail for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")]
    await connections.close()
    assert any(step.startswith("SCAN") for step in plan)


def test_references_to_people_are_indexed():
    """When a person's id changes, all references to it change too, and must be found by an index.

    Query plans do not show how SQLite finds them.
    """
    for table in Base.metadata.sorted_tables:
        for key in (k for k in table.foreign_keys if k.column.table.name == "people"):
            assert key.onupdate == "CASCADE"
            firsts = {next(iter(index.columns)) for index in table.indexes} | {next(iter(table.primary_key))}
            assert key.parent in firsts, key.parent

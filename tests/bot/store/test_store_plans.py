"""No statement of the store reads a whole table: each is caught as it is sent, and SQLite says how it would run it."""

import re
from dataclasses import replace

import pytest
from league_samples import BOSS, TEAMS
from league_samples import DRAFT as LEAGUE
from sqlalchemy import event
from store_samples import ANN, BEN, CAT, CHANNEL, DAN, GUILD, RULES, TURN, booking, facts, play, result, secret, sit

from bot.league.callers import Caller
from bot.league.deals import Ruling, Verdict
from bot.league.ids import GuildId, ResultId, TeamId, UserId
from bot.league.ladder import FULL
from bot.league.leagues import Replaced, Reset
from bot.league.scores import Score
from bot.league.service import League
from bot.play.occupants import ChannelId, MessageId, Person
from bot.play.ports import BoardMessage, PanelHandle, Status
from bot.store.connections import Connections
from bot.store.database import SqlStore
from bot.store.migrate import upgrade
from bot.store.models import Base

SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
HERE = GuildId(GUILD)
ALLOWED = {
    "SCAN tables USING INDEX ix_tables_live",
    "SCAN tables USING COVERING INDEX ix_tables_live",
    "SCAN guild_settings",
    "SCAN pools USING INDEX ix_pools_stale",
    "SCAN season_news",
    "SCAN anon_1",
}
"""All of it is what was asked for: indexes of live tables and stale pools only, news that wait, what servers have chosen (read once, at
the start), and what a statement has just searched for itself."""
PREFERRED = dict.fromkeys(("text_hand", "large", "two_colour", "confirm", "auto_forced"), False)
PREFERRED |= {"language": None, "ping": "later"}
SETTLED = {"channels": "", "threads": True, "may_end": "host"}
SETTLED |= dict.fromkeys(("preset", "language", "turn_seconds", "bury_seconds"))


async def use_everything(store):
    """Call every method of the store once."""
    league = League(store)
    pair = await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    async with store.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.levels(GUILD, RULES, SEATS)
        await tx.save_table(facts(SEATS, id=table, status=Status.PLAYING, levels=levels))
        await tx.append(table, sit(1, 0, ANN))
        await tx.append(table, play(2))
        await tx.save_deal(table, secret(1), None)
        await tx.save_deadlines(table, [TURN, TURN])
        await tx.book(booking(table, 2, SEATS, result()))
        await tx.commit()
    await store.load(table)
    await store.live_tables()
    await store.tables_in(ChannelId(CHANNEL))
    await store.save_board(BoardMessage(table, CHANNEL, MessageId(1), 1.0))
    await store.board(table)
    await store.save_panel(PanelHandle(table, ANN, "token", 1.0))
    await store.panels(table)
    await store.drop_panel(table, ANN)
    await store.save_name(ANN, "Ann")
    await store.names([ANN, BEN])
    await store.note("name", "value")
    await store.recall("name")
    await store.save_preferences(ANN, PREFERRED)
    await store.preferences(ANN)
    await store.save_guild_settings(GUILD, SETTLED)
    await store.guild_settings()
    await store.kept_of(ANN)
    await league.rename(pair.id, "Other", by=UserId(ANN))
    await league.team_named(HERE, "Other")
    await league.add_substitute(pair.id, UserId(CAT))
    await league.substitutes([pair.id])
    await league.remove_substitute(pair.id, UserId(CAT))
    await league.teams_of(UserId(ANN), HERE)
    await league.teams_of(UserId(ANN))
    await league.standings(HERE, FULL)
    await league.standings(HERE)
    await league.progress_of(pair.id)
    await use_leagues(store, league, table)
    await league.disband(pair.id)
    async with store.begin() as tx:
        await tx.save_table(facts((None,) * 4, id=table, status=Status.OVER, host=BEN))
        await tx.commit()
    await store.forget(ANN)


async def use_leagues(store, league, table):
    """Call all that the service offers of leagues, with a few results and one that is tied."""
    made = await league.create_league(BOSS, HERE, replace(LEAGUE, replaced=Replaced.BEGUN))
    teams = await league.create_league(BOSS, HERE, replace(TEAMS, reset=Reset.SOFT, channel=7))
    await league.edit_league(BOSS, HERE, made.id, replace(LEAGUE, days=1, replaced=Replaced.BEGUN))
    for user in (ANN, BEN, CAT):
        await league.join(BOSS, HERE, made.id, user=UserId(user))
    await league.leave(BOSS, HERE, made.id, user=UserId(BEN))
    await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    await league.remove_manager(BOSS, HERE, made.id, UserId(ANN))
    await league.join(BOSS, HERE, teams.id, (await league.teams_of(UserId(ANN)))[0].id)
    for one in (made, teams):
        season = await league.open_season(BOSS, HERE, one.id)
    for revision in (3, 4):
        async with store.begin() as tx:
            await tx.append(table, play(revision))
            await tx.book(booking(table, revision, SEATS, result(hold=revision == 3), at=1_700_000_500.0 + revision))
            await tx.commit()
    await league.close_season(BOSS, HERE, teams.id)
    await league.open_season(BOSS, HERE, teams.id)
    await league.void(BOSS, HERE, ResultId(2), "why")
    await league.correct(BOSS, HERE, ResultId(2), Ruling(Verdict.CORRECT, False, 2, 100), "why")
    await league.restore(Caller(UserId(BEN), admin=True), HERE, ResultId(2), "why")
    await league.void(Caller(BOSS.user), HERE, ResultId(2), "why")
    await league.settled()
    season = await league.season(made.id)
    await league.table(season.id)
    await league.table(season.id, 50, 10)
    await league.place_of(season.id, UserId(ANN))
    await league.place_of(season.id, team=TeamId(1))
    await store.better(season.id, Score())
    await league.champions(season.id)
    for one in (None, teams.id):
        await store.news(one)
    await store.drop_news(1)
    await league.ruled_since(teams.id)
    await league.last_at(table)
    await league.teams_counted(teams.id, [ResultId(2)])
    await league.league_named(HERE, "monday")
    await league.leagues(HERE)
    await league.leagues(HERE, archived=True)
    await league.leagues_of(HERE, UserId(ANN))
    await league.entrants(made.id)
    await league.results(made.id)
    await league.results(made.id, season=season.id)
    await league.results_of(HERE, UserId(ANN))
    await league.result(HERE, ResultId(2))
    await league.pools(HERE)
    await league.presets_of(HERE, UserId(ANN))
    await league.presets_met(HERE, UserId(ANN), UserId(CAT))
    await league.leaderboard(HERE, "club", search="a")
    await league.leaderboard(HERE, "club")
    await league.profile(HERE, UserId(ANN), "club")
    await league.head_to_head(HERE, UserId(ANN), UserId(CAT), "club")
    await league.team_names([TeamId(1)])
    files = [await league.export_results(BOSS, HERE, made.id, season.id)]
    files += [await league.export_table(BOSS, HERE, made.id, season.id)]
    await league.export_ratings(BOSS, HERE, "club")
    await league.import_results(BOSS, HERE, made.id, files[0])
    await league.import_results(BOSS, HERE, made.id, files[0].replace("2023", "2022"), dry_run=False)
    await league.trail(made.id)
    await league.trail_of_server(BOSS, HERE)
    league._now = lambda: 4_000_000_000.0
    await league.turn_seasons()
    await league.archive_league(BOSS, HERE, made.id)


PUBLIC = {name for name in dir(SqlStore) if not name.startswith("_")}
UNCALLED = {
    *(
        "add_team",
        "rename_team",
        "disband_team",
        "team",
        "drop_substitute",
        "teams_in",
        "progress_in",
        "ladders",
        "add_league",
        "save_league",
    ),
    *(
        "set_manager",
        "enter",
        "withdraw",
        "seasons",
        "seasons_due",
        "turn_season",
        "scores",
        "score_of",
        "place",
        "meetings",
    ),
    *("pool", "leaders", "rating", "ranked", "results_of_league", "results_of_person", "played", "moments", "partner"),
    *(
        "climbs",
        "climbed_with",
        "newest_result",
        "meetings_of",
        "seasons_counting",
        "manages_all",
        "rule",
        "stale",
        "rated_before",
        "swap",
        "managers",
    ),
    *("league", "counted_after", "fingerprints", "person_names", "add_past"),
}
"""Called through the league's service."""


async def test_no_statement_scans_a_table(sqlite_url):
    await upgrade(sqlite_url)
    connections = await Connections.open(sqlite_url)
    sent = {}

    @event.listens_for(connections._engine.sync_engine, "before_cursor_execute")
    def catch(_connection, _cursor, statement, parameters, _context, executemany):
        sent.setdefault(statement, parameters[0] if executemany else parameters)

    await use_everything(SqlStore(connections))
    caught = {s: p for s, p in sent.items() if re.match(r"SELECT|INSERT|UPDATE|DELETE", s)}
    assert len(caught) > 40
    scans = []
    async with connections.read() as connection:
        for statement, parameters in caught.items():
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row.detail for row in plan]
            scans += [(s, statement) for s in steps if re.match(r"SCAN (?!CONSTANT)", s) and s not in ALLOWED]
    await connections.close()
    assert scans == [], "\n".join(f"{step} :: {statement}" for step, statement in scans)


def test_everything_is_used():
    import inspect

    called = set(
        re.findall(r"(?:store|league|tx)\.(\w+)\(", inspect.getsource(use_everything) + inspect.getsource(use_leagues))
    )
    assert PUBLIC - called - UNCALLED == set()


@pytest.mark.parametrize("statement", ["SELECT * FROM actions WHERE text = 'x'", "SELECT * FROM seats"])
async def test_a_scan_would_be_seen(sqlite_url, statement):
    await upgrade(sqlite_url)
    connections = await Connections.open(sqlite_url)
    async with connections.read() as connection:
        plan = [row.detail for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")]
    await connections.close()
    assert any(step.startswith("SCAN") for step in plan)


def test_whoever_is_forgotten_is_found_by_index():
    """A change of a person's id follows every reference; SQLite does not show how it finds them."""
    for table in Base.metadata.sorted_tables:
        for key in (k for k in table.foreign_keys if k.column.table.name == "people"):
            assert key.onupdate == "CASCADE"
            firsts = {next(iter(index.columns)) for index in table.indexes} | {next(iter(table.primary_key))}
            assert key.parent in firsts, key.parent

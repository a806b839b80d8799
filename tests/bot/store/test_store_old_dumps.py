"""This version reads the databases of all earlier schemas. A dump of each schema stays here forever.

After a new migration `PYTHONPATH=. python tests/bot/store/test_store_old_dumps.py` writes a dump of its schema.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from event_harness import Evening, event_settings
from league_factories import ADMIN, BY_POINTS, create_team, wait_until_recomputed
from league_factories import LEAGUE_SETTINGS as LEAGUE
from sqlalchemy import create_engine
from store_factories import (
    ANN,
    BEN,
    BOT,
    CAT,
    CHANNEL,
    DRAW_DEADLINE,
    GUILD,
    RULES,
    TURN_DEADLINE,
    add_table,
    booking,
    deal,
    draw,
    facts,
    play,
    result,
    secret,
    sit,
)

from bot.events.matches import MatchStatus
from bot.events.model import EventStatus
from bot.ids import GuildId, HouseRulesId, LeagueId, MessageId, ResultId, UserId
from bot.league.service import LeagueService
from bot.league.teams.teams import TeamRole
from bot.play.house_rules import HouseRules
from bot.play.values.stored_table import PanelHandle, StoredTable, StoredTableMessage, TableThread
from bot.play.values.table_info import Computer, OpenProposal, Person, Proposal, ProposalKind, TableStatus
from bot.processes.process import EVERYTHING, Process
from bot.store.database import Database
from bot.store.maintenance.migrate import MIGRATIONS, get_newest_revision, upgrade, upgrade_connection
from engine.model.options import Level
from engine.model.seats import Seat

DUMPS = sorted(Path(__file__).parent.glob("written_by_*.sql"))
SEATS = (Person(ANN), BOT, Person(BEN), Computer("skilled", 2))
PLAYED = facts(
    SEATS,
    status=TableStatus.PLAYING,
    start_levels=(Level.TWO,) * 4,
    away=frozenset({0}),
    paused=True,
    turn_seconds=45.0,
    bury_seconds=0.0,
    rematch_table=9,
    next_deal_seconds=20.0,
    language="zh-CN",
    ready=((Seat(2), "knock+洗"),),
    proposals=(
        OpenProposal(Proposal(ProposalKind.CLOSE), frozenset({Seat(0), Seat(2)})),
        OpenProposal(Proposal(ProposalKind.NEWCOMER, Seat(1), CAT)),
    ),
)
REMATCH_OF = 8
FRIENDLY = {"is_friendly": True}
LENGTH = {"match_deals": 6, "match_minutes": 90, "match_ends_at": 5400.5}
ENTRIES = (sit(1, 0, ANN), sit(2, 2, BEN), deal(3), draw(4), play(5, "S5 S5"))

PREFERRED = {
    "language": "zh-TW",
    "text_hand": True,
    "large": False,
    "two_colour": True,
    "confirm": False,
    "auto_forced": True,
    "ping": "dm",
    "confirm_offered": True,
    "coach": True,
    "coach_offered": True,
    "mute_phrases": True,
    "speed": "fast",
    "language_offered_in": "7 8",
}
SETTLED = {
    "channels": "7 8",
    "preset": "standard",
    "language": None,
    "turn_seconds": 60,
    "bury_seconds": None,
    "threads": False,
    "may_end": "seated",
    "puzzle_channel": None,
    "puzzle_language": "zh-TW",
    "time_zone": "Asia/Taipei",
}


FRIDAY = {"follow": "tuples", "compulsory_levels": "5,10,K"}


async def write(store):
    """Save what the dump contains: a table, a league, a ruling, an event, settings and more."""
    league = LeagueService(store.league, now=lambda: 1_700_000_000.0)
    await create_team(league, GuildId(GUILD), "Ann & 本", (UserId(ANN), UserId(BEN)))
    made = await league.admin.create_league(ADMIN, GuildId(GUILD), LEAGUE)
    await league.admin.join(ADMIN, GuildId(GUILD), made.id, user=UserId(ANN))
    await league.admin.open_season(ADMIN, GuildId(GUILD), made.id)
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.start_match(table, GUILD, RULES, SEATS)
        playing = replace(PLAYED, id=table, start_levels=levels, rematch_of=REMATCH_OF, **LENGTH)
        await tx.save_table(playing)
        for entry in ENTRIES:
            await tx.append_entry(table, entry)
        await tx.save_deal(table, secret(1, "knock"), "S5 H10 BJ")
        await tx.save_deal(table, secret(2), None)
        await tx.save_deadlines(table, [TURN_DEADLINE, DRAW_DEADLINE])
        await tx.book_deal(booking(table, 5, SEATS, result(after=(7, 2, 7, 2))))
        await tx.save_table(replace(playing, **FRIENDLY))  # now the table is friendly, but the earlier deal was rated
        await tx.commit()
    await league.rulings.void(ADMIN, GuildId(GUILD), ResultId(1), "cards were seen")
    await wait_until_recomputed(league)
    await add_table(store, facts(league=made.id))
    await store.tables.save_table_message(StoredTableMessage(table, CHANNEL, MessageId(77), 1.5, 3))
    await store.tables.save_panel(PanelHandle(table, ANN, "token", 2.5))
    await store.tables.save_thread(table, CHANNEL)
    await store.tables.save_turn_pings(table, [(CHANNEL, MessageId(78))])
    await store.tables.save_host_alert(table, "gone")
    await store.tables.save_computer_level(table, "skilled")
    await store.people.save_name(ANN, "Ann")
    await store.people.save_locale(ANN, "zh-TW")
    await store.key_values.set("commands", "abc")
    await store.leases.take("owner", Process("host", "machine", 7, "1"), 15.0, EVERYTHING, ())
    await store.settings.save_preferences(ANN, PREFERRED)
    await store.settings.save_guild_settings(GUILD, SETTLED)
    friday = await store.house_rules.add_house_rules(GuildId(GUILD), "Friday rules", "standard", FRIDAY, 9)
    await store.house_rules.set_default_house_rules(GuildId(GUILD), friday.id)
    evening = Evening(store.events, GuildId(GUILD))
    await evening.create()
    await evening.enter([(ANN, BEN), (CAT, 77)])
    await evening.start()
    await evening.play_round()


def test_every_migration_has_a_dump():
    written = {dump.stem.removeprefix("written_by_") for dump in DUMPS}
    assert written == {file.name[:4] for file in (MIGRATIONS / "versions").glob("*.py")}


def list_statements(connection):
    """Return the statements that create the schema, without those of alembic and SQLite."""
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY type, name")
    return [sql for (sql,) in rows]


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_released_migrations_are_unchanged(dump):
    revision = dump.stem.removeprefix("written_by_")
    engine = create_engine("sqlite://")
    with engine.begin() as connection, closing(sqlite3.connect(":memory:")) as written:
        upgrade_connection(connection, revision)
        written.executescript(dump.read_text())
        made = list_statements(connection.connection.dbapi_connection)
        assert made == list_statements(written), (
            f"migration {revision} makes another schema than when {dump.name} was written. A released migration never "
            "changes: leave it as it was and write the next one (bot/store/README.md, How to change the schema)"
        )
    engine.dispose()


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
async def test_dump_is_upgraded_and_read(dump, tmp_path):
    url = f"sqlite:///{tmp_path}/old.db"
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.executescript(dump.read_text())
    await upgrade(url)
    database = await Database.open(url)
    await database.refresh_rules_texts()
    store, league = database.store, LeagueService(database.store.league)
    table, lobby = await store.tables.list_live_tables()
    assert await store.tables.load(table) == StoredTable(
        replace(PLAYED, id=table, rematch_of=REMATCH_OF, **LENGTH, **FRIENDLY),
        ENTRIES,
        (secret(1, "knock"), secret(2)),
        (TURN_DEADLINE, DRAW_DEADLINE),
    )
    assert (await store.tables.load(lobby)).facts == facts(id=lobby, league=LeagueId(1))
    await check_league(league)
    (line,) = await league.teams.list_team_standings(GuildId(GUILD))
    assert (line.team.name, line.team.members, line.progress.level) == ("Ann & 本", (ANN, BEN), Level.SEVEN)
    assert (line.progress.deals, line.progress.deals_won, line.progress.climbs) == (1, 1, 0)
    spells = [(one.user, one.role, one.ended_at) for one in await league.teams.list_memberships(line.team.id)]
    assert spells == [(ANN, TeamRole.MEMBER, None), (BEN, TeamRole.MEMBER, None)]
    assert await store.tables.find_table_message(table) == StoredTableMessage(table, CHANNEL, MessageId(77), 1.5, 3)
    assert await store.tables.list_panels(table) == [PanelHandle(table, ANN, "token", 2.5)]
    assert await store.tables.load_thread(table) == TableThread(CHANNEL, stays_in_channel=False)
    assert await store.tables.list_turn_pings(table) == [(CHANNEL, MessageId(78))]
    assert await store.tables.find_host_alert(table) == "gone"
    assert await store.tables.find_computer_level(table) == "skilled"
    assert await store.people.find_names([ANN]) == {ANN: "Ann"}
    assert await store.people.find_locale(ANN) == "zh-TW"
    assert await store.key_values.get("commands") == "abc"
    (lease,) = await store.leases.list_all()
    assert (lease.shard, lease.count, lease.epoch) == (0, 1, 1)
    assert (lease.owner, lease.process.number, lease.seconds_left < 15) == ("owner", 7, True)
    assert await store.settings.load_preferences(ANN) == PREFERRED
    assert await store.settings.load_guild_settings() == {GUILD: SETTLED}
    friday = HouseRules(HouseRulesId(1), GuildId(GUILD), "Friday rules", "standard", FRIDAY, is_default=True)
    assert await store.house_rules.list_house_rules(GuildId(GUILD)) == [friday]
    await check_event(store)
    await database.close()


async def check_event(store):
    """Check the dump's event: it has one round and is finished."""
    (event,) = await store.events.list_events(GuildId(GUILD))
    assert (event.settings, event.language) == (event_settings(), "zh-TW")
    assert [one.members for one in event.entrants] == [(ANN, BEN), (CAT, 77)]
    (match,) = event.rounds[0].matches
    assert {seat.user for seat in match.seats} == {ANN, BEN, CAT, 77}
    assert (match.status, match.result.scores) == (MatchStatus.SETTLED, (2.0, 3.0))
    assert event.status is EventStatus.FINISHED


async def check_league(league):
    """Check the league of the dump, its ruling and its ratings."""
    here = GuildId(GUILD)
    (made,) = await league.leagues.list_leagues(here)
    (line,) = (await league.queries.get_standings((await league.queries.find_season(made.id)).id)).lines
    assert (made.settings, made.language) == (LEAGUE, ADMIN.language)
    assert (line.entrant.user, line.score.points) == (ANN, 0)  # the deal is void
    assert (await league.queries.find_season(made.id)).scheme == BY_POINTS
    assert (await league.queries.get_result(here, ResultId(1))).reason == "cards were seen"
    assert [entry.action.value for entry in (await league.standings.list_audit_entries(made.id))[0]] == [
        "season_opened",
        "joined",
        "created",
    ]
    await league.rulings.restore(ADMIN, here, ResultId(1), "they were not")
    league.rulings.start_recompute()
    await wait_until_recomputed(league)
    assert (await league.ratings.find_profile(here, UserId(ANN), "standard")).rating.deals == 1


def write_dump():
    """Write the database of this program as SQL."""

    async def make(url):
        await upgrade(url)
        database = await Database.open(url)
        await write(database.store)
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(f"sqlite:///{folder}/new.db"))
        with closing(sqlite3.connect(f"{folder}/new.db")) as connection:
            target = Path(__file__).parent / f"written_by_{get_newest_revision()}.sql"
            target.write_text("\n".join(connection.iterdump()) + "\n")


if __name__ == "__main__":
    write_dump()

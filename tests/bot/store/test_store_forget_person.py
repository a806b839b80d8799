"""Forgetting a person leaves their id in no column; the test first fills every table."""

import sqlite3
from dataclasses import replace

import pytest
from event_harness import MANAGER, Evening, event_settings
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    TEAM_LEAGUE_SETTINGS,
    add_substitute,
    begin_match,
    create_team,
    declarers_win,
    end_deal,
    load_audit_log,
    wait_until_recomputed,
)
from sqlalchemy import text
from sqlalchemy.engine import make_url
from store_factories import ANN, BEN, CAT, CHANNEL, facts
from test_store_old_dumps import write
from test_store_people import traces

from bot.events.pairing.ports import EventFormat
from bot.ids import LeagueId, MessageId, ResultId, RoleId, TeamId, UserId
from bot.league.audit_log import AuditAction
from bot.league.leagues.access import Caller
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.pending_posts import LeagueCard
from bot.league.refusals import LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.service import LeagueService
from bot.league.teams.teams import TeamRole
from bot.play.values.table_info import OpenProposal, Person, Proposal, ProposalKind, TableStatus
from bot.puzzles.daily_deals import DailyPlay
from bot.puzzles.days import Day
from bot.store.database import Database
from bot.store.schema.team_models import Base
from engine.model.actions import Play
from engine.model.cards import parse_cards
from engine.model.seats import Seat
from tests.bot.puzzles.puzzle_factories import make_answer, make_daily, make_puzzle

ME = Caller(UserId(ANN))


async def fill(store):
    """Save at least one row in every table. Ann's id is in each column that can have a user."""
    await write(store)
    league = LeagueService(store.league, now=lambda: 1_700_000_000.0)
    await create_team(league, HERE, "Others", (UserId(BEN), UserId(CAT)))
    await add_substitute(league, TeamId(2), ANN)
    made = await league.admin.create_league(
        Caller(UserId(ANN), admin=True), HERE, replace(LEAGUE_SETTINGS, name="Ann's")
    )
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(BEN), manages=True)
    await league.admin.set_manager(Caller(UserId(BEN)), HERE, made.id, UserId(77), manages=True)
    await league.admin.set_manager(Caller(UserId(BEN)), HERE, made.id, UserId(ANN), manages=False)
    await league.admin.set_manager(Caller(UserId(BEN)), HERE, made.id, UserId(ANN), manages=True)
    await league.admin.join(ME, HERE, made.id)
    await league.admin.leave(ME, HERE, made.id)
    one = ResultId(1)
    await league.rulings.restore(ADMIN, HERE, one, f"<@{ANN}> was right")
    await league.rulings.correct(
        Caller(UserId(ANN), admin=True), HERE, one, Ruling(RulingKind.CORRECT, True, 3, 0), "miscounted"
    )
    await league.rulings.void(ADMIN, HERE, one, f"said <@!{ANN}>")
    await end_deal(store, await begin_match(store, league=1), 1, declarers_win())
    heard = await league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name="Heard", news_channel=CHANNEL))
    await league.admin.open_season(ADMIN, HERE, heard.id)
    await league.admin.close_season(ADMIN, HERE, heard.id)
    await league.posts.store.save_card(heard.id, LeagueCard(CHANNEL, MessageId(80), "shown"))
    teams = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    await league.admin.join(ME, HERE, teams.id, 1)
    await fill_teams(league)
    await fill_posts(store, league, heard)
    await wait_until_recomputed(league)
    await fill_events(store)
    await fill_event_points(store, league)
    await fill_boards(store)
    await fill_puzzles(store)
    proposal = OpenProposal(Proposal(ProposalKind.NEWCOMER, Seat(1), ANN))
    async with store.tables.begin() as tx:
        await tx.add_table(facts((Person(BEN), None, None, None), host=BEN, proposals=(proposal,)))
        await tx.commit()


async def fill_events(store):
    """Run an event that Ann organizes and plays in. In another, Ann is a substitute, a manager and invited."""
    evening = Evening(store.events, HERE)
    event = await evening.service.create(Caller(UserId(ANN), admin=True), HERE, CHANNEL, event_settings())
    evening.id = event.id
    await evening.enter([(ANN, BEN), (CAT, 77)])
    await evening.start()
    await evening.come()
    other = await evening.service.create(MANAGER, HERE, CHANNEL, event_settings(name="Other"))
    await evening.service.open_entries(MANAGER, other)
    await evening.service.volunteer(other, UserId(ANN))
    await evening.service.set_manager(MANAGER, other, UserId(ANN), is_manager=True)
    await evening.service.invite(other, (UserId(BEN), UserId(ANN)))


async def fill_event_points(store, league):
    """Let Ann's place in an event count into a season."""
    places = replace(LEAGUE_SETTINGS, name="Places", scheme=PointScheme(order=StandingsOrder.PLACES))
    made = await league.admin.create_league(ADMIN, HERE, places)
    await league.admin.join(ADMIN, HERE, made.id, user=UserId(ANN))
    await league.admin.open_season(ADMIN, HERE, made.id)
    evening = Evening(store.events, HERE)
    await evening.create(name="Counts", league=made.id)
    await evening.enter([(ANN, BEN), (CAT, 77)])
    await evening.start()
    await evening.play_round()


async def fill_boards(store):
    """Let Ann play the same boards as others."""
    evening = Evening(store.events, HERE)
    await evening.create(name="Boards", format=EventFormat.DUPLICATE, deals=2, rounds=1)
    await evening.enter([(ANN, BEN), (CAT, 77), (88, 89), (90, 91)])
    await evening.start()
    await evening.play_boards()


async def fill_puzzles(store):
    """Let Ann answer a puzzle, and begin the deal of the day."""
    puzzle = make_puzzle(HERE, 20_000)
    await store.puzzles.add_puzzle(puzzle)
    await store.puzzles.add_answer(make_answer(puzzle, ANN))
    await store.daily_deals.add_deal(make_daily(HERE, 20_000))
    await store.daily_deals.save_play(DailyPlay(HERE, Day(20_000), ANN, (Play(parse_cards("S5")),)), 1.0)


async def fill_teams(league):
    """Let Ann found and lead teams and invite people. Others also invite Ann and replace Ann in a team."""
    for name, caller, other in (("By Ann", ME, 77), ("With Ann", Caller(UserId(88)), ANN)):
        await league.invitations.found_team(caller, HERE, name, [UserId(other)])
    led = await league.invitations.found_team(ME, HERE, "Alone", [])
    await league.invitations.invite(ME, HERE, led.id, UserId(CAT))
    invited, _ = await league.invitations.invite(ME, HERE, led.id, UserId(BEN), TeamRole.SUBSTITUTE)
    await league.invitations.accept(Caller(UserId(BEN)), invited.id)
    swap = await create_team(league, HERE, "Swap", [UserId(88), UserId(ANN)])
    invited, _ = await league.invitations.invite(Caller(UserId(88)), HERE, swap.id, UserId(BEN), replaces=UserId(ANN))
    await league.invitations.accept(Caller(UserId(BEN)), invited.id)


async def fill_posts(store, league, made):
    """Save roles for managers and champions, and a result that is still to be posted."""
    await league.admin.set_manager_role(ADMIN, HERE, made.id, RoleId(5), manages=True)
    settings = replace(made.settings, results_channel=CHANNEL, champion_role=RoleId(9))
    await league.admin.edit_league(ADMIN, HERE, made.id, settings)
    await league.admin.join(ME, HERE, made.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    table = await begin_match(store, league=made.id)
    await end_deal(store, table, 1, declarers_win())
    async with store.tables.begin() as tx:
        await tx.save_table(facts(SEATS, id=table, status=TableStatus.OVER))
        await tx.report_match(table)
        await tx.commit()
    await league.admin.close_season(ADMIN, HERE, made.id)
    await league.posts.set_crowned(made, UserId(ANN), RoleId(9), crowned=True)
    await store.tables.save_players_wanted(table, CHANNEL, MessageId(79))


async def leave_all(store):
    async with store.tables._connections.write() as connection:
        await connection.execute(text("UPDATE tables SET status = 'over'"))
        await connection.commit()


@pytest.fixture
async def filled(migrated_url):
    database = await Database.open(migrated_url)
    await fill(database.store)
    yield migrated_url, database.store
    await database.close()


@pytest.mark.long
async def test_forgotten_person_is_in_no_column(filled):
    url, store = filled
    assert not empty_tables(url), "a table that this test does not fill could hold an id"
    assert len(traces(url, ANN)) > 20
    await leave_all(store)
    nobody = await store.personal_data.delete_personal_data(ANN)
    assert traces(url, ANN) == []
    lines = await load_audit_log(store)
    about = [line for line in lines if line.facts.get("user") == nobody]
    assert {line.action for line in about} >= {
        AuditAction.MANAGER_ADDED,
        AuditAction.MANAGER_REMOVED,
        AuditAction.JOINED,
        AuditAction.LEFT,
    }
    await store.people.save_name(ANN, "Ann again")  # a person who returns is a new one
    assert len(traces(url, ANN)) == 1
    assert set(await store.personal_data.export_personal_data(ANN)) == {"people"}
    assert (await store.league.leagues.find_league(LeagueId(2))).managers == (
        77,
        BEN,
    )  # nobody takes Ann's place as manager
    assert (await store.league.teams.list_teams(team=TeamId(2)))[0].substitutes == ()


@pytest.mark.long
async def test_export_has_audit_entries_about_the_person(filled):
    _, store = filled
    lines = (await store.personal_data.export_personal_data(ANN))["league_audit"]
    about = [line for line in lines if line["about_id"] == str(ANN)]
    found = {(line["action"], line["user_id"]) for line in about}
    assert found >= {("manager_added", str(BEN)), ("manager_removed", str(BEN))}


async def test_a_name_that_mentions_somebody_is_refused(store):
    league = LeagueService(store.league)
    with pytest.raises(LeagueRefused, match="name_characters"):
        await create_team(league, HERE, f"<@{ANN}>", (UserId(BEN),))
    with pytest.raises(LeagueRefused, match="name_characters"):
        await league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name=f"of <@!{ANN}>"))


def empty_tables(url):
    connection = sqlite3.connect(make_url(url).database)
    try:
        return [n for n in Base.metadata.tables if not connection.execute(f"SELECT 1 FROM {n}").fetchone()]
    finally:
        connection.close()

"""Forgetting a person removes their name and id; the records of their tables stay."""

import sqlite3

import pytest
from league_factories import create_team
from sqlalchemy.engine import make_url
from store_factories import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    RULES,
    add_table,
    append_entries,
    booking,
    facts,
    play,
    result,
    sit,
)

from bot.ids import GuildId, TableId, UserId
from bot.league.service import LeagueService
from bot.play.ports import StillSeated
from bot.play.values.stored_table import PanelHandle
from bot.play.values.table_info import OpenProposal, Person, Proposal, ProposalKind, TableStatus, parse_occupant
from bot.store.database import Database
from engine.model.actions import Sit
from engine.model.options import Level
from engine.model.seats import Seat

SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
HERE = GuildId(GUILD)


async def play_a_match(store):
    """Let the team of Ann and Ben begin a match and finish a deal; return the table, where they still sit."""
    league = LeagueService(store.league)
    await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.start_match(table, GUILD, RULES, SEATS)
        await tx.save_table(facts(SEATS, id=table, status=TableStatus.PLAYING, start_levels=levels))
        for revision, user in enumerate((ANN, CAT, BEN, DAN), 1):
            await tx.append_entry(table, sit(revision, revision - 1, user))
        await tx.append_entry(table, play(5))
        await tx.book_deal(booking(table, 5, SEATS, result(after=(7, 2, 7, 2))))
        await tx.commit()
    await store.tables.save_panel(PanelHandle(table, ANN, "token", 1.0))
    for user, name in ((ANN, "Ann the Great"), (BEN, "Ben")):
        await store.people.save_name(user, name)
    return table


async def end(store, table):
    async with store.tables.begin() as tx:
        await tx.save_table(facts(SEATS, id=table, status=TableStatus.OVER, start_levels=(Level.TWO,) * 4))
        await tx.commit()


async def test_seated_person_cannot_be_forgotten(store):
    table = await play_a_match(store)
    before = await store.tables.load(table)
    lobby = await add_table(store, facts((None, Person(BEN), None, None)))  # Ann is its host
    with pytest.raises(StillSeated) as refused:
        await store.personal_data.delete_personal_data(ANN)
    assert refused.value.tables == (table, lobby)
    assert await store.people.find_names([ANN]) == {ANN: "Ann the Great"}
    assert await store.tables.load(table) == before
    with pytest.raises(StillSeated) as refused:  # seats at a broken table, which nobody can leave, do not count
        await store.personal_data.delete_personal_data(ANN, {table})
    assert refused.value.tables == (lobby,)
    await store.personal_data.delete_personal_data(ANN, {table, lobby})
    assert await store.people.find_names([ANN]) == {}


async def test_record_stays_when_a_person_is_forgotten(store):
    table = await play_a_match(store)
    await end(store, table)
    nobody = await store.personal_data.delete_personal_data(ANN)
    assert nobody < 0
    stored = await store.tables.load(table)
    assert stored.facts.seats == (Person(nobody), *SEATS[1:])
    assert stored.facts.host == nobody
    whos = [parse_occupant(e.action.who) for e in stored.entries if isinstance(e.action, Sit)]
    assert whos == [Person(nobody), Person(CAT), Person(BEN), Person(DAN)]
    assert stored.entries[4] == play(5)
    assert await store.people.find_names([ANN, nobody, BEN]) == {BEN: "Ben"}
    assert await store.tables.list_panels(table) == []


async def test_results_and_teams_keep_an_unknown_member(store):
    await end(store, await play_a_match(store))
    nobody = await store.personal_data.delete_personal_data(ANN)
    league = LeagueService(store.league)
    (line,) = await league.teams.list_team_standings(HERE)
    assert (line.team.members, line.progress.level) == ((nobody, BEN), Level.SEVEN)
    assert await league.teams.list_teams_of(UserId(ANN)) == []
    assert await league.teams.list_teams_of(UserId(BEN)) == [line.team]
    async with store.tables.begin() as tx:  # a person who returns is new, not the former member
        assert await tx.start_match(TableId(1), GUILD, RULES, SEATS) is None
    again = await create_team(league, HERE, "New pair", (UserId(ANN), UserId(BEN)))
    assert again.id != line.team.id


async def test_forgotten_people_stay_distinct(store):
    await end(store, await play_a_match(store))
    first, second = (
        await store.personal_data.delete_personal_data(ANN),
        await store.personal_data.delete_personal_data(BEN),
    )
    assert first != second
    (line,) = await LeagueService(store.league).teams.list_team_standings(HERE)
    assert set(line.team.members) == {first, second}


async def test_forgetting_a_stranger_changes_nothing(store):
    table = await play_a_match(store)
    before = await store.tables.load(table)
    await store.personal_data.delete_personal_data(UserId(5))
    assert await store.tables.load(table) == before


async def test_forgetting_leaves_longer_ids_alone(store):
    """Records contain IDs as text, so 12 must not be found in 123."""
    short, long = UserId(12), UserId(123)
    table = await add_table(store, facts((None,) * 4, status=TableStatus.OVER))
    await append_entries(store, table, sit(1, 0, short), sit(2, 1, long))
    nobody = await store.personal_data.delete_personal_data(short)
    whos = [entry.action.who for entry in (await store.tables.load(table)).entries]
    assert whos == [f"u:{nobody}", f"u:{long}"]


@pytest.mark.long
async def test_forgotten_id_leaves_no_trace(migrated_url):
    database = await Database.open(migrated_url)
    await end(database.store, await play_a_match(database.store))
    dump = traces(migrated_url, ANN)
    assert len(dump) >= 6  # seats, host, record, results, team, team key and person have the id
    await database.store.personal_data.delete_personal_data(ANN)
    assert traces(migrated_url, ANN) == []
    assert traces(migrated_url, "Ann the Great") == []
    assert traces(migrated_url, BEN)
    await database.close()


def traces(url, what):
    """Return the lines of a dump of the database that contain `what`."""
    connection = sqlite3.connect(make_url(url).database)
    try:
        return [line for line in connection.iterdump() if str(what) in line]
    finally:
        connection.close()


async def test_forgetting_a_person_deletes_their_requests(store):
    eve = UserId(77)
    newcomer = OpenProposal(Proposal(ProposalKind.NEWCOMER, Seat(1), eve))
    closing = OpenProposal(Proposal(ProposalKind.CLOSE), frozenset({Seat(0)}))
    table = await add_table(store, facts(SEATS, status=TableStatus.PLAYING, proposals=(newcomer, closing)))
    assert (await store.personal_data.export_personal_data(eve))["proposals"][0]["table_id"] == table
    await store.personal_data.delete_personal_data(eve)
    assert (await store.tables.load(table)).facts.proposals == (closing,)
    assert await store.personal_data.export_personal_data(eve) == {}


async def test_forgetting_a_person_forgets_their_locale(store):
    await store.people.save_locale(ANN, "zh-TW")
    await store.people.save_locale(BEN, "en-US")
    await store.personal_data.delete_personal_data(ANN)
    assert await store.people.find_locale(ANN) is None
    assert await store.people.find_locale(BEN) == "en-US"

"""A person can be forgotten: the name and the id go, all that was played stays and still folds."""

import sqlite3

import pytest
from sqlalchemy.engine import make_url
from store_samples import ANN, BEN, CAT, DAN, GUILD, RULES, add, append, booking, facts, play, result, sit

from bot.league.ids import GuildId, UserId
from bot.league.service import League
from bot.play.motions import Matter, MatterKind, Motion
from bot.play.occupants import Person, parse_who
from bot.play.ports import PanelHandle, Status
from bot.store.database import Database
from bot.store.migrate import upgrade
from bot.store.people import StillSeated
from engine.actions import Sit
from engine.rules import Level
from engine.seats import Seat

SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
HERE = GuildId(GUILD)


async def play_a_match(store):
    """Ann and Ben as a team begin a match, finish a deal, and the table is over; return it."""
    league = League(store)
    await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    async with store.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.levels(GUILD, RULES, SEATS)
        await tx.save_table(facts(SEATS, id=table, status=Status.PLAYING, levels=levels))
        for revision, user in enumerate((ANN, CAT, BEN, DAN), 1):
            await tx.append(table, sit(revision, revision - 1, user))
        await tx.append(table, play(5))
        await tx.book(booking(table, 5, SEATS, result(after=(7, 2, 7, 2))))
        await tx.commit()
    await store.save_panel(PanelHandle(table, ANN, "token", 1.0))
    for user, name in ((ANN, "Ann the Great"), (BEN, "Ben")):
        await store.save_name(user, name)
    return table


async def end(store, table):
    async with store.begin() as tx:
        await tx.save_table(facts(SEATS, id=table, status=Status.OVER, levels=(Level.TWO,) * 4))
        await tx.commit()


async def test_who_sits_at_a_live_table_must_leave_first(store):
    table = await play_a_match(store)
    before = await store.load(table)
    lobby = await add(store, facts((None, Person(BEN), None, None)))  # Ann is its host
    with pytest.raises(StillSeated) as refused:
        await store.forget(ANN)
    assert refused.value.tables == (table, lobby)
    assert await store.names([ANN]) == {ANN: "Ann the Great"}
    assert await store.load(table) == before
    with pytest.raises(StillSeated) as refused:  # the table is broken: nobody can leave it
        await store.forget(ANN, {table})
    assert refused.value.tables == (lobby,)
    await store.forget(ANN, {table, lobby})
    assert await store.names([ANN]) == {}


async def test_the_forgotten_are_nobody_and_the_record_stays(store):
    table = await play_a_match(store)
    await end(store, table)
    nobody = await store.forget(ANN)
    assert nobody < 0
    stored = await store.load(table)
    assert stored.facts.seats == (Person(nobody), *SEATS[1:])
    assert stored.facts.host == nobody
    whos = [parse_who(e.action.who) for e in stored.entries if isinstance(e.action, Sit)]
    assert whos == [Person(nobody), Person(CAT), Person(BEN), Person(DAN)]
    assert stored.entries[4] == play(5)
    assert await store.names([ANN, nobody, BEN]) == {BEN: "Ben"}
    assert await store.panels(table) == []


async def test_results_and_teams_keep_an_unknown_member(store):
    await end(store, await play_a_match(store))
    nobody = await store.forget(ANN)
    league = League(store)
    (line,) = await league.standings(HERE)
    assert (line.team.members, line.progress.level) == ((nobody, BEN), Level.SEVEN)
    assert await league.teams_of(UserId(ANN)) == []
    assert await league.teams_of(UserId(BEN)) == [line.team]
    async with store.begin() as tx:  # who comes back is a new person, not the member of old
        assert await tx.levels(GUILD, RULES, SEATS) is None
    again = await league.create_team(HERE, "New pair", (UserId(ANN), UserId(BEN)))
    assert again.id != line.team.id


async def test_two_forgotten_people_are_two(store):
    await end(store, await play_a_match(store))
    first, second = await store.forget(ANN), await store.forget(BEN)
    assert first != second
    (line,) = await League(store).standings(HERE)
    assert set(line.team.members) == {first, second}


async def test_forgetting_a_stranger_changes_nothing(store):
    table = await play_a_match(store)
    before = await store.load(table)
    await store.forget(UserId(5))
    assert await store.load(table) == before


async def test_an_id_within_another_is_left_alone(store):
    """The records name ids as text: 12 must not be found in 123."""
    short, long = UserId(12), UserId(123)
    table = await add(store, facts((None,) * 4, status=Status.OVER))
    await append(store, table, sit(1, 0, short), sit(2, 1, long))
    nobody = await store.forget(short)
    whos = [entry.action.who for entry in (await store.load(table)).entries]
    assert whos == [f"u:{nobody}", f"u:{long}"]


async def test_no_trace_of_the_id_is_left_in_any_column(sqlite_url):
    await upgrade(sqlite_url)
    database = await Database.open(sqlite_url)
    await end(database.store, await play_a_match(database.store))
    dump = traces(sqlite_url, ANN)
    assert len(dump) >= 6  # seats, host, record, results, team and its key, person
    await database.store.forget(ANN)
    assert traces(sqlite_url, ANN) == []
    assert traces(sqlite_url, "Ann the Great") == []
    assert traces(sqlite_url, BEN)
    await database.close()


def traces(url, what):
    """Return the lines of the whole database, as text, that hold `what`."""
    connection = sqlite3.connect(make_url(url).database)
    try:
        return [line for line in connection.iterdump() if str(what) in line]
    finally:
        connection.close()


async def test_forgetting_a_person_forgets_what_he_asked_for(store):
    eve = UserId(77)
    asked = Motion(Matter(MatterKind.NEWCOMER, Seat(1), eve))
    closing = Motion(Matter(MatterKind.CLOSE), frozenset({Seat(0)}))
    table = await add(store, facts(SEATS, status=Status.PLAYING, motions=(asked, closing)))
    assert (await store.kept_of(eve))["motions"][0]["table_id"] == table
    await store.forget(eve)
    assert (await store.load(table)).facts.motions == (closing,)
    assert await store.kept_of(eve) == {}


async def test_forgetting_a_person_forgets_his_language(store):
    await store.note(f"locale:{ANN}", "zh-TW")
    await store.note(f"locale:{BEN}", "en-US")
    await store.forget(ANN)
    assert await store.recall(f"locale:{ANN}") is None
    assert await store.recall(f"locale:{BEN}") == "en-US"

"""Whoever is forgotten is nowhere: every table is filled with him first, then every column is searched."""

import json
import sqlite3
from dataclasses import replace

import pytest
from league_samples import BOSS, DRAFT, HERE, TEAMS, begin, end, held
from sqlalchemy import text
from sqlalchemy.engine import make_url
from store_samples import ANN, BEN, CAT, CHANNEL, GUILD, facts
from test_store_old_data import write
from test_store_people import traces

from bot.league.callers import Caller, Deed
from bot.league.deals import Ruling, Verdict
from bot.league.ids import LeagueId, ResultId, TeamId, UserId
from bot.league.refusals import LeagueRefused
from bot.league.service import League
from bot.play.motions import Matter, MatterKind, Motion
from bot.play.occupants import Person
from bot.store.database import Database
from bot.store.league_models import Base
from bot.store.migrate import upgrade
from engine.seats import Seat

ME = Caller(UserId(ANN))


async def fill(store):
    """Keep one of everything, and Ann wherever a person can be."""
    await write(store)
    league = League(store, now=lambda: 1_700_000_000.0)
    await league.create_team(HERE, "Others", (UserId(BEN), UserId(CAT)))
    await league.add_substitute(TeamId(2), UserId(ANN))
    made = await league.create_league(Caller(UserId(ANN), admin=True), HERE, replace(DRAFT, name="Ann's"))
    await league.add_manager(BOSS, HERE, made.id, UserId(BEN))
    await league.add_manager(Caller(UserId(BEN)), HERE, made.id, UserId(77))
    await league.remove_manager(Caller(UserId(BEN)), HERE, made.id, UserId(ANN))
    await league.add_manager(Caller(UserId(BEN)), HERE, made.id, UserId(ANN))
    await league.join(ME, HERE, made.id)
    await league.leave(ME, HERE, made.id)
    one = ResultId(1)
    await league.restore(BOSS, HERE, one, f"<@{ANN}> was right")
    await league.correct(Caller(UserId(ANN), admin=True), HERE, one, Ruling(Verdict.CORRECT, True, 3, 0), "miscounted")
    await league.void(BOSS, HERE, one, f"said <@!{ANN}>")
    await end(store, await begin(store), 1, held())
    heard = await league.create_league(BOSS, HERE, replace(DRAFT, name="Heard", channel=CHANNEL))
    await league.open_season(BOSS, HERE, heard.id)
    await league.close_season(BOSS, HERE, heard.id)
    teams = await league.create_league(BOSS, HERE, TEAMS)
    await league.join(ME, HERE, teams.id, 1)
    await league.settled()
    asked = Motion(Matter(MatterKind.NEWCOMER, Seat(1), ANN))
    async with store.begin() as tx:
        await tx.add_table(facts((Person(BEN), None, None, None), host=BEN, motions=(asked,)))
        await tx.commit()


async def leave_all(store):
    async with store._connections.write() as connection:
        await connection.execute(text("UPDATE tables SET status = 'over'"))
        await connection.commit()


@pytest.fixture
async def filled(sqlite_url):
    await upgrade(sqlite_url)
    database = await Database.open(sqlite_url)
    await fill(database.store)
    yield sqlite_url, database.store
    await database.close()


async def test_who_is_forgotten_stands_in_no_column_of_any_table(filled):
    url, store = filled
    assert not empty_tables(url), "a table that this test does not fill could hold an id"
    assert len(traces(url, ANN)) > 20
    await leave_all(store)
    nobody = await store.forget(ANN)
    assert traces(url, ANN) == []
    lines, _ = await League(store).trail_of_server(BOSS, HERE, 0, 100)
    about = [line for line in lines if line.facts.get("user") == nobody]
    assert {line.deed for line in about} >= {Deed.MANAGER_ADDED, Deed.MANAGER_REMOVED, Deed.JOINED, Deed.LEFT}
    await store.save_name(ANN, "Ann again")  # who comes back is a stranger to all that was
    assert len(traces(url, ANN)) == 1
    assert set(await store.kept_of(ANN)) == {"people"}
    assert await League(store).managers(LeagueId(2)) == [77, BEN]  # not by somebody
    assert await League(store).substitutes([TeamId(2)]) == {}


async def test_what_is_handed_out_has_the_lines_that_name_one(filled):
    _, store = filled
    lines = (await store.kept_of(ANN))["league_audit"]
    about = [line for line in lines if line["about_id"] == str(ANN)]
    found = {(line["deed"], line["user_id"]) for line in about}
    assert found >= {("manager_added", str(BEN)), ("manager_removed", str(BEN))}


async def test_a_name_that_mentions_somebody_is_refused(store):
    league = League(store)
    with pytest.raises(LeagueRefused, match="name_characters"):
        await league.create_team(HERE, f"<@{ANN}>", (UserId(BEN),))
    with pytest.raises(LeagueRefused, match="name_characters"):
        await league.create_league(BOSS, HERE, replace(DRAFT, name=f"of <@!{ANN}>"))


async def test_lines_of_old_are_mended(sqlite_url):
    """Who was forgotten when lines still held ids is nobody in them now, even if he came back."""
    await upgrade(sqlite_url, "0005")
    connection = sqlite3.connect(make_url(sqlite_url).database)
    eve, fay = 555, 666
    connection.executescript(f"""
        INSERT INTO guilds VALUES ({GUILD});
        INSERT INTO people VALUES ({ANN}, 'Ann'), ({BEN}, 'Ben'), ({eve}, 'Eve, back again'), (-1, NULL), (-2, NULL);
        INSERT INTO leagues VALUES
          (1, {GUILD}, 'L', 'l', 'club', '', 'persons', 'ladder', NULL, 'keep', 1, 1, 3, NULL, 0, 1, NULL);
        INSERT INTO league_managers VALUES (1, {ANN}), (1, {BEN}), (1, -1);
        INSERT INTO entrants VALUES (1, 1, {BEN}, NULL, 1, NULL), (2, 1, -2, NULL, 1, NULL);
    """)
    told = [
        (ANN, "created", {"name": "L"}), (ANN, "manager_added", {"user": BEN}), (ANN, "manager_added", {"user": eve}),
        (BEN, "joined", {"user": BEN, "team": None}), (-2, "joined", {"user": fay, "team": None}),
        (ANN, "joined", {"user": None, "team": 4}), (BEN, "manager_removed", {"user": ANN}),
        (ANN, "voided", {"result": 1, "reason": 'it says "user"'}),
    ]  # fmt: skip
    for number, (actor, deed, said) in enumerate(told, 1):
        row = number, GUILD, 1, actor, 1.0, deed, json.dumps(said)
        connection.execute("INSERT INTO league_audit VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.commit()
    connection.close()
    await upgrade(sqlite_url)
    assert [line for line in traces(sqlite_url, eve) if "people" not in line] == []
    assert traces(sqlite_url, fay) == []
    database = await Database.open(sqlite_url)
    lines, _ = await League(database.store).trail_of_server(BOSS, HERE, 0, 100)
    assert [line.facts.get("user") for line in reversed(lines)] == [None, BEN, None, BEN, -2, None, ANN, None]
    assert lines[0].facts["reason"] == 'it says "user"'
    await database.close()


def empty_tables(url):
    connection = sqlite3.connect(make_url(url).database)
    try:
        return [n for n in Base.metadata.tables if not connection.execute(f"SELECT 1 FROM {n}").fetchone()]
    finally:
        connection.close()

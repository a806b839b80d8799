"""Databases that earlier versions wrote are read by this one: their dumps stay here for ever.

`python tests/bot/store/test_store_old_data.py FILE` writes such a dump with the present program.
"""

import asyncio
import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from league_samples import BOSS
from league_samples import DRAFT as LEAGUE
from store_samples import (
    ANN,
    BEN,
    BOT,
    CAT,
    CHANNEL,
    GUILD,
    RULES,
    TURN,
    WAVE,
    add,
    booking,
    deal,
    draw,
    facts,
    play,
    result,
    secret,
    sit,
)

from bot.league.ids import GuildId, ResultId, UserId
from bot.league.service import League
from bot.play.motions import Matter, MatterKind, Motion
from bot.play.occupants import Computer, MessageId, Person
from bot.play.ports import BoardMessage, PanelHandle, Status, StoredTable
from bot.store.database import Database
from bot.store.migrate import upgrade
from engine.rules import Level
from engine.seats import Seat

DUMPS = sorted(Path(__file__).parent.glob("written_by_*.sql"))
SEATS = (Person(ANN), BOT, Person(BEN), Computer("casual", 2))
PLAYED = facts(SEATS, status=Status.PLAYING, levels=(Level.TWO,) * 4)
NEWER = {"away": frozenset({0}), "paused": True, "turn_seconds": 45.0, "bury_seconds": 0.0, "successor": 9}
"""What only tables since the third migration have."""
DECIDING = {
    "next_seconds": 20.0,
    "ready": ((Seat(2), "knock+洗"),),
    "motions": (
        Motion(Matter(MatterKind.CLOSE), frozenset({Seat(0), Seat(2)})),
        Motion(Matter(MatterKind.NEWCOMER, Seat(1), CAT)),
    ),
}
"""What only tables since the fifth have."""
SINCE = {"0003": NEWER, "0005": DECIDING}
ENTRIES = (sit(1, 0, ANN), sit(2, 2, BEN), deal(3), draw(4), play(5, "S5 S5"))

PREFERRED = {
    "language": "zh-TW",
    "text_hand": True,
    "large": False,
    "two_colour": True,
    "confirm": False,
    "auto_forced": True,
    "ping": "dm",
}
SETTLED = {
    "channels": "7 8",
    "preset": "club",
    "language": None,
    "turn_seconds": 60,
    "bury_seconds": None,
    "threads": False,
    "may_end": "seated",
}


async def write(store):
    """Keep one of everything."""
    league = League(store, now=lambda: 1_700_000_000.0)
    await league.create_team(GuildId(GUILD), "Ann & 本", (UserId(ANN), UserId(BEN)))
    made = await league.create_league(BOSS, GuildId(GUILD), LEAGUE)
    await league.join(BOSS, GuildId(GUILD), made.id, user=UserId(ANN))
    await league.open_season(BOSS, GuildId(GUILD), made.id)
    async with store.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.levels(GUILD, RULES, SEATS)
        await tx.save_table(replace(PLAYED, id=table, levels=levels, **NEWER, **DECIDING))
        for entry in ENTRIES:
            await tx.append(table, entry)
        await tx.save_deal(table, secret(1, "knock"), "S5 H10 BJ")
        await tx.save_deal(table, secret(2), None)
        await tx.save_deadlines(table, [TURN, WAVE])
        await tx.book(booking(table, 5, SEATS, result(after=(7, 2, 7, 2))))
        await tx.commit()
    await league.void(BOSS, GuildId(GUILD), ResultId(1), "cards were seen")
    await league.settled()
    await add(store)
    await store.save_board(BoardMessage(table, CHANNEL, MessageId(77), 1.5))
    await store.save_panel(PanelHandle(table, ANN, "token", 2.5))
    await store.save_name(ANN, "Ann")
    await store.note("commands", "abc")
    await store.save_preferences(ANN, PREFERRED)
    await store.save_guild_settings(GUILD, SETTLED)


def test_there_is_a_dump_of_every_migration():
    from bot.store.migrate import MIGRATIONS

    written = {dump.stem.removeprefix("written_by_") for dump in DUMPS}
    assert written == {file.name[:4] for file in (MIGRATIONS / "versions").glob("*.py")}


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
async def test_old_data_is_read(dump, tmp_path):
    url = f"sqlite:///{tmp_path}/old.db"
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(dump.read_text())
    old.close()
    await upgrade(url)
    database = await Database.open(url)
    store, league = database.store, League(database.store)
    table, lobby = await store.live_tables()
    known = {}
    for migration, changes in SINCE.items():
        known |= changes if dump.stem >= f"written_by_{migration}" else {}
    assert await store.load(table) == StoredTable(
        replace(PLAYED, id=table, **known),
        ENTRIES,
        (secret(1, "knock"), secret(2)),
        (TURN, WAVE),
    )
    assert (await store.load(lobby)).facts == facts(id=lobby)
    await ranked(league, ruled=dump.stem >= "written_by_0005")
    (line,) = await league.standings(GuildId(GUILD))
    assert (line.team.name, line.team.members, line.progress.level) == ("Ann & 本", (ANN, BEN), Level.SEVEN)
    assert (line.progress.deals, line.progress.deals_won, line.progress.climbs) == (1, 1, 0)
    assert await store.board(table) == BoardMessage(table, CHANNEL, MessageId(77), 1.5)
    assert await store.panels(table) == [PanelHandle(table, ANN, "token", 2.5)]
    assert await store.names([ANN]) == {ANN: "Ann"}
    assert await store.recall("commands") == "abc"
    chosen = dump.stem >= "written_by_0002"
    assert await store.preferences(ANN) == (PREFERRED if chosen else None)
    assert await store.guild_settings() == ({GUILD: SETTLED} if chosen else {})
    await database.close()


async def ranked(league, *, ruled):
    """Check what is known of leagues and ratings; results of older programs are rated when this one starts."""
    here = GuildId(GUILD)
    leagues = await league.leagues(here)
    if ruled:
        (made,) = leagues
        (line,) = (await league.table((await league.season(made.id)).id)).lines
        assert (made.draft, line.entrant.user, line.score.points) == (LEAGUE, ANN, 0)  # void
        assert (await league.result(here, ResultId(1))).reason == "cards were seen"
        assert [line.deed.value for line in (await league.trail(made.id))[0]] == [
            "voided", "season_opened", "joined", "created",
        ]  # fmt: skip
        await league.restore(BOSS, here, ResultId(1), "they were not")
    else:
        assert leagues == []
    league.begin()
    await league.settled()
    if await league.pools(here):
        assert (await league.profile(here, UserId(ANN), "club")).rating.deals == 1


def dump_to(target):
    """Write what this program keeps as SQL to `target`."""

    async def make(url):
        await upgrade(url)
        database = await Database.open(url)
        await write(database.store)
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(f"sqlite:///{folder}/new.db"))
        connection = sqlite3.connect(f"{folder}/new.db")
        target.write_text("\n".join(connection.iterdump()) + "\n")
        connection.close()


if __name__ == "__main__":
    dump_to(Path(sys.argv[1]))

"""Games that an older version left in its database go on in this version, to the end of their deal.

For each release, run `PYTHONPATH=. python tests/bot/play/test_games_of_old_versions.py`. This writes a file of games
that is named after the newest migration. The files stay for ever.
"""

import asyncio
import itertools
import random
import sqlite3
import tempfile
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest
from table_harness import ANN, BOB, CAT, DAN, InlineComputerPlayers, load_live_tables

from bot.ids import ChannelId, GuildId
from bot.play.all_tables.registry import Registry
from bot.play.clock.timing import SystemClock, Timing
from bot.play.refusals import StaleTask
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Person, TableStatus
from bot.store.database import Database
from bot.store.maintenance.migrate import get_newest_revision, upgrade
from engine.model.errors import IllegalAction
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from engine.players.levels import choose

DUMPS = sorted(Path(__file__).parent.glob("live_games_by_*.sql"))
QUICK = Timing(
    batches=2,
    batch_interval=0.0,
    open_hands=0.0,
    computer_pause=0.0,
    computer_declare_pause=0.0,
    pass_earliest=0.0,
    pass_latest=0.01,
    turn=300.0,
    bury=300.0,
    declare_window=0.05,
    answer_window=0.05,
)
GAMES = [
    ("standard", (ANN, BOB, CAT, DAN), PhaseName.BURYING, 1),
    ("standard", (ANN,), PhaseName.PLAYING, 40),
    ("pagat", (ANN, BOB), PhaseName.PLAYING, 5),
    ("finding-friends", (ANN, CAT), PhaseName.PLAYING, 3),
]
"""The games: preset, people, the phase in which the game is left, and its actions in that phase (0 in BURYING)."""


class Silent:
    def publish(self, table, update):
        """Show nothing."""


@asynccontextmanager
async def opened(url):
    """Yield the registry of a program that runs on the database."""
    database = await Database.open(url)
    seeds = itertools.count(1)
    registry = Registry(
        database.store.tables, InlineComputerPlayers(), SystemClock(), Silent(), QUICK,
        lambda n: next(seeds).to_bytes(n, "big"), 20, tables_per_host=100,
    )  # fmt: skip
    try:
        yield registry
    finally:
        await registry.close()
        await database.close()


async def act(registry, id_, rng):
    """Let one person act who can. If nobody can, give the computer players time. Return the table."""
    table = await registry.get_table(id_)
    for seat in (Seat(n) for n, who in enumerate(table.occupants) if isinstance(who, Person)):
        if table.view(seat).ask is Ask.NOTHING or (action := choose("expert", table.view(seat), rng)) is None:
            continue
        with suppress(IllegalAction, StaleTask):  # the time to answer may be over already
            await table.gameplay.submit(seat, action, table.task(seat))
            return await registry.get_table(id_)
    await asyncio.sleep(0.002)
    return await registry.get_table(id_)


async def play_until(registry, id_, is_there):
    rng = random.Random(id_)
    async with asyncio.timeout(120):
        while not is_there(table := await act(registry, id_, rng)):
            pass
    return table


async def write_games(url):
    """Leave games in several phases in a new database."""
    await upgrade(url)
    async with opened(url) as registry:
        for number, (preset, people, phase, revisions) in enumerate(GAMES):
            table = await registry.open_lobby(GuildId(1), ChannelId(10 + number), ANN, preset)
            for one in people[1:]:
                await table.lobby.change(table_changes.join, one)
            for _ in range(table.occupants.count(None)):
                await table.lobby.change(table_changes.add_computer, ANN, "skilled")
            await table.lobby.start(ANN, "cut")
            await play_until(registry, table.id, lambda t, phase=phase: t.spectator_view().phase is phase)
            reached = (await registry.get_table(table.id)).revision + revisions
            await play_until(
                registry,
                table.id,
                lambda t, phase=phase, reached=reached: t.revision >= reached or phase is PhaseName.BURYING,
            )
        over = await registry.open_lobby(GuildId(1), ChannelId(20), BOB, computers=3)
        await over.lobby.start(BOB, "cut")
        await play_until(registry, over.id, lambda t: t.spectator_view().phase is PhaseName.FINISHED)
        await registry.open_lobby(GuildId(1), ChannelId(21), CAT, computers=2)


@pytest.mark.long
@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
async def test_games_of_old_versions_go_on_to_the_end_of_their_deal(dump, tmp_path):
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(dump.read_text())
    wanted = old.execute("SELECT status FROM tables ORDER BY id").fetchall()
    old.close()
    url = f"sqlite:///{tmp_path}/old.db"
    await upgrade(url)
    async with opened(url) as registry:
        await load_live_tables(registry)
        tables = registry.list_live()
        assert [(table.facts.status.value,) for table in tables] == wanted
        assert not registry.loader.broken
        playing = [table for table in tables if table.facts.status is TableStatus.PLAYING]
        assert len(playing) == 5
        for table in playing:
            before, deal = table.revision, len(table.deals)
            if table.spectator_view().phase is PhaseName.FINISHED:
                await table.gameplay.next_deal(table.facts.host, "cut")
            ended = await play_until(registry, table.id, lambda t: t.spectator_view().phase is PhaseName.FINISHED)
            assert ended.revision > before
            assert len(ended.deals) >= deal
        lobby = next(table for table in tables if table.facts.status is TableStatus.LOBBY)
        await lobby.lobby.change(table_changes.join, DAN)
        await lobby.lobby.start(CAT, "cut")
        await play_until(registry, lobby.id, lambda t: t.spectator_view().phase is PhaseName.FINISHED)


def write_dump():
    """Write the games of this program as SQL."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(write_games(f"sqlite:///{folder}/new.db"))
        with closing(sqlite3.connect(f"{folder}/new.db")) as connection:
            target = Path(__file__).parent / f"live_games_by_{get_newest_revision()}.sql"
            target.write_text("\n".join(connection.iterdump()) + "\n")


if __name__ == "__main__":
    write_dump()

"""Scenarios in which the program saves data. The sweep kills the program or lets the disk fail meanwhile.

A scenario prepares a database and then takes steps. A step needs only the database, so a program that starts after a
crash can take the remaining steps.
"""

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from event_harness import MANAGER, Evening, pairs
from league_factories import ADMIN, HERE, LEAGUE_SETTINGS, begin_match, declarers_win, end_deal, opponents_win
from store_factories import ANN, BEN, CAT, DAN, append_entries, play, secret

from bot.events.pairing.ports import EventFormat
from bot.events.ports import WithoutResult
from bot.ids import EventId, LeagueId, ResultId, TableId, UserId
from bot.league.service import LeagueService
from bot.store.connection.connections import Connections
from bot.store.connection.engines import Unavailable
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import CannotBackUp, backup
from bot.store.maintenance.migrate import get_newest_revision, upgrade
from tests.next_migration import next_migration

DUMP = Path(__file__).parents[1] / f"bot/store/written_by_{get_newest_revision()}.sql"
EXPECTED = (Unavailable, CannotBackUp, OSError)
"""The errors that the program raises if the disk fails."""
NOW = 1_700_000_900.0
IMPORTED = "\n".join(
    ["at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"]
    + [f"2023-11-14T20:{n:02},1,1 3,declarers,35,2,no,u:{ANN},u:{BEN},c:expert,u:{DAN}" for n in range(10, 30)]
)


class Program:
    """A program that has opened the database in a folder."""

    def __init__(self, folder, database):
        self.folder, self.store = folder, database.store
        self.league = LeagueService(self.store.league, now=lambda: NOW)
        # nothing is recomputed in the background, because the step `_recompute` does it
        self.league.rulings.start_recompute = lambda: None
        self.evening = Evening(self.store.events)
        self.evening.tables, self.evening.id = DecidedTables(), EventId(1)
        self.evening.restart()


class DecidedTables:
    """Fake tables. They end at once, and the number of the match decides the result."""

    async def open(self, event, match):
        pass

    async def end(self, match):
        pass

    async def find_outcome(self, match):
        return WithoutResult.NO_RESULT if match % 3 == 0 else (float(match * 7 % 5), float(match * 3 % 4))


@dataclass(frozen=True)
class Scenario:
    """A database and steps that change it. If `opens` is true, a step gets a Program, otherwise only the folder."""

    prepare: Callable[[Path], Awaitable[None]]
    steps: tuple
    opens: bool = True
    synchronous: str = "FULL"


def url_in(folder):
    return f"sqlite+aiosqlite:///{folder}/tractor.db"


async def take(folder, scenario, on_done=lambda _number: None, first=0, on_error=None):
    """Take the steps of a scenario, beginning with number `first`.

    After one of the EXPECTED errors, the same program continues with the step that `on_error` returns.
    """
    if not scenario.opens:
        await _take(folder, scenario.steps, on_done, first, on_error)
        return
    database = Database(await Connections.open(url_in(folder), synchronous=scenario.synchronous))
    try:
        await _take(Program(folder, database), scenario.steps, on_done, first, on_error)
    finally:
        await database.close()


async def _take(program, steps, on_done, number, on_error):
    while number < len(steps):
        try:
            await steps[number](program)
        except EXPECTED as error:
            if on_error is None:
                raise
            number = on_error(error)
        else:
            number += 1
            on_done(number)


# ---------------------------------------------------------------------- play


async def prepare_league(folder):
    await upgrade(url_in(folder))
    await take(folder, Scenario(None, (_found_league,)))


async def _found_league(program):
    made = await program.league.admin.create_league(ADMIN, HERE, LEAGUE_SETTINGS)
    for user in (ANN, BEN, CAT, DAN):
        await program.league.admin.join(ADMIN, HERE, made.id, user=UserId(user))
    await program.league.admin.open_season(ADMIN, HERE, made.id)


async def _begin_match(program):
    await begin_match(program.store)


def _play(*revisions):
    async def step(program):
        await append_entries(program.store, TableId(1), *map(play, revisions))

    return step


async def _save_deal(program):
    async with program.store.tables.begin() as tx:
        await tx.append_entry(TableId(1), play(5))
        await tx.save_deal(TableId(1), secret(1), "S5 H10")
        await tx.commit()


def _end_deal(revision, how):
    async def step(program):
        await end_deal(program.store, TableId(1), revision, how, at=NOW - 100 + revision)

    return step


PLAYED = (
    *(_begin_match, _play(1), _play(2, 3), _play(4), _save_deal),
    *(_end_deal(6, declarers_win(rise=2)), _play(7), _end_deal(8, opponents_win(levels=(4, 2), winners=(1, 3)))),
)

# ---------------------------------------------------------------------- seasons and files


async def prepare_results(folder):
    await prepare_league(folder)
    await take(folder, Scenario(None, PLAYED))


async def _close_season(program):
    await program.league.admin.close_season(ADMIN, HERE, LeagueId(1))


async def _open_season(program):
    await program.league.admin.open_season(ADMIN, HERE, LeagueId(1))


async def _void(program):
    await program.league.rulings.void(ADMIN, HERE, ResultId(1), "cards were seen")


async def _recompute(program):
    await program.league.rulings.recompute_stale_ratings()


async def _import(program):
    await program.league.files.import_results(ADMIN, HERE, LeagueId(1), IMPORTED, dry_run=False)


# ---------------------------------------------------------------------- events


async def prepare_event(folder):
    await upgrade(url_in(folder))

    async def create(program):
        await program.evening.create(format=EventFormat.SWISS, rounds=2)
        await program.evening.enter(pairs(4))

    await take(folder, Scenario(None, (create,)))


async def _start(program):
    await program.evening.service.start(MANAGER, await program.evening.load())


async def _advance(program):
    await program.evening.advance()


async def _report(program):
    event = await program.evening.load()
    if event.round.matches[0].result is None:
        await program.evening.service.report(MANAGER, event, 1, 1, (2.0, 0.0))


async def _undo(program):
    event = await program.evening.load()
    act = program.evening.service.find_undo(event)
    if act is not None:  # the killed program may have saved the undo already
        await program.evening.service.undo(MANAGER, event, act.at)


def _come(number):
    """Return a step that checks everyone in at their tables. Each person's check-in is one commit."""

    async def step(program):
        event = await program.evening.load()
        for match in event.rounds[number - 1].matches:
            for user in match.missing:
                await program.evening.service.come(event, number, user, f"share {match.number}")

    return step


# ---------------------------------------------------------------------- migrations and backups


async def prepare_old(folder):
    old = sqlite3.connect(folder / "tractor.db")
    old.executescript(DUMP.read_text())
    old.close()


async def _upgrade(folder):
    with next_migration():
        await upgrade(url_in(folder))


async def _backup(folder):
    (folder / "copy.db").unlink(missing_ok=True)
    await backup(url_in(folder), folder / "copy.db")


SCENARIOS = {
    "play": Scenario(prepare_league, PLAYED),
    "season": Scenario(prepare_results, (_close_season, _open_season)),
    "ruling": Scenario(prepare_results, (_void, _recompute)),
    "import": Scenario(prepare_results, (_import,)),
    "event": Scenario(prepare_event, (_start, _advance, _report, _undo, _come(1), _advance)),
    "migration": Scenario(prepare_old, (_upgrade,), opens=False),
    "backup": Scenario(prepare_results, (_backup,), opens=False),
}
CARELESS = "careless"
"""A scenario that does not synchronise files. A power failure loses data then, and the sweep must notice it."""


def find_scenario(name):
    """Return the scenario of this name."""
    return Scenario(prepare_league, PLAYED, synchronous="OFF") if name == CARELESS else SCENARIOS[name]


def copy_folder(prepared, folder):
    """Copy a folder, to give a run its own files."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(prepared, folder)

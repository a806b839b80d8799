"""People play at several tables while the bot is killed again and again: `python kill_session.py KILLS SEED [TABLES]`.

The local Discord lives on, and people keep pressing the buttons of earlier bots. About half of the kills come at a
random moment. The others come at a random call by which SQLite changes a file, if the bot reaches that call within ten
seconds.

A play counts as acknowledged if its answer has gone over the wire, shows a panel with another question, and does not
say that the press came too late. After each kill the engine replays every table's record. The record must be legal, and
each acknowledged play must be the seat's first action after the question.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/crash")]

from play_by_panel import act, until  # noqa: E402 - the path is set first
from screens import LoopbackPlayer  # noqa: E402 - the path is set first
from sqlite_faults import Fault, is_reachable  # noqa: E402 - the path is set first

from bot.ids import TableId  # noqa: E402 - the path is set first
from bot.loopback.errors import ClientError  # noqa: E402 - the path is set first
from bot.loopback.wire import CallbackType  # noqa: E402 - the path is set first
from bot.play.table_rules.game_state import rebuild_game_state  # noqa: E402 - the path is set first
from bot.play.values.table_info import Person  # noqa: E402 - the path is set first
from bot.store.database import Database  # noqa: E402 - the path is set first
from bot.text.catalogue import Catalogue  # noqa: E402 - the path is set first
from bot.ui.core.interactions.table_controls import ControlVerb  # noqa: E402 - the path is set first
from engine.model.actions import Play  # noqa: E402 - the path is set first
from tests.table_control_ids import parse_table_control_id  # noqa: E402 - the path is set first
from tests.wire.driven_loopback import DrivenLoopback  # noqa: E402 - the path is set first

PLAYS = {ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY}
SHOWN = {CallbackType.UPDATE, CallbackType.DEFERRED_UPDATE}
TOO_LATE = Catalogue.load().texts_for("en-US").say("table.stale")
SOONEST, LATEST = 0.05, 2.5
"""A bot is killed at a random moment between these numbers of seconds after its start."""
MOST_CALLS = 300
"""A bot is killed at one of its first calls of SQLite, up to this number."""


@dataclass
class Report:
    """What a session has counted and found."""

    kills: int = 0
    by_call: int = 0
    """The number of kills that came at a call of SQLite. The others came at a random moment."""
    acknowledged: int = 0
    kept_unacknowledged: int = 0
    """The number of plays in the records that were not acknowledged, for example because the bot was killed between
    the commit and the answer."""
    entries: int = 0
    faults: list = field(default_factory=list)
    seconds: float = 0.0


class Acknowledged(LoopbackPlayer):
    """A person who records which of their plays the bot has acknowledged."""

    def __init__(self, person, channel, seen):
        super().__init__(person, channel)
        self._plays, self.table = seen, None

    def owns(self, custom_id):
        """Return whether a control belongs to the table at which this person sits."""
        known = parse_table_control_id(custom_id)
        return known is not None and known.table == self.table

    async def panel(self):
        panels = [s for s in await self.screens() if s.is_panel]
        return next((s for s in reversed(panels) if any(map(self.owns, (*s.buttons, *s.selects)))), None)

    async def type(self, command, **values):
        """Type a command, whether the bot answers or not."""
        await self.person.slash(self.channel, command, **values)

    async def click(self, screen, custom_id):
        answer = await self.person.click(str(screen.id), custom_id=custom_id)
        if not answer.answered:
            raise ClientError("the bot is gone")
        found = await self._final_answer(answer)
        pressed = parse_table_control_id(custom_id)
        if (
            pressed is not None
            and pressed.verb in PLAYS
            and found
            and answer.kind in SHOWN
            and is_accepted(pressed, found)
        ):
            self._plays.add((pressed.table, pressed.seat, pressed.task, tuple(sorted(pressed.cards))))
        return found


def is_accepted(pressed, panel):
    """Return whether a press counted: the panel asks something new, and does not say that the press came too late."""
    asked = {known.task for known in map(parse_table_control_id, panel.buttons) if known}
    return pressed.task not in asked and TOO_LATE not in panel.text


class KillSession:
    """A Discord, some people at their tables, and one bot after the other."""

    def __init__(self, loopback, folder, seed, tables):
        self.loopback, self.folder, self.rng = loopback, folder, random.Random(f"kills {seed}")
        self.seed, self.report, self.plays = seed, Report(), set()
        self.people = [
            Acknowledged(loopback.person(f"player{n}"), "tractor" if n % 2 else "general", self.plays)
            for n in range(tables)
        ]
        self.zygote, self.errors = None, folder / "errors"

    async def __aenter__(self):
        self.zygote = await asyncio.create_subprocess_exec(
            *(sys.executable, str(Path(__file__).parent / "kill_zygote.py")),
            *(self.loopback.url, self.loopback.token, str(self.folder)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self.errors.open("wb"),
        )
        return self

    async def __aexit__(self, *_):
        self.zygote.kill()
        await self.zygote.wait()

    async def start(self, fault, at):
        """Start a bot and return its process id."""
        self.zygote.stdin.write(f"{fault} {at} {self.rng.randrange(10**6)}\n".encode())
        await self.zygote.stdin.drain()
        async with asyncio.timeout(60):
            pid = int(await self.zygote.stdout.readline() or self._fail())
            said = await self.zygote.stdout.readline()
        if said != b"ready\n":
            self._fail()
        return pid

    def _fail(self):
        raise AssertionError(f"a bot did not start: {self.errors.read_text()[-2000:]}")

    # ------------------------------------------------------------------ kills

    async def kill_once(self, number):
        """Let everybody play until the bot is killed, and check all records."""
        by_call = is_reachable() and self.rng.random() < 0.5
        fault = self.rng.choice((Fault.KILL, Fault.TORN)) if by_call else Fault.KILL
        pid = await self.start(fault, self.rng.randint(1, MOST_CALLS) if by_call else 0)
        playing = [asyncio.create_task(self._play(person)) for person in self.people]
        died = await self._wait(pid, 10.0 if by_call else self.rng.uniform(SOONEST, LATEST))
        if not died:
            os.kill(pid, signal.SIGKILL)
            await self._wait(pid, 10.0)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        self.report.faults += [f"kill {number}: {error!r}" for error in ended if isinstance(error, Exception)]
        self.report.kills += 1
        self.report.by_call += died and by_call
        self.report.faults += [f"kill {number}: {fault}" for fault in await self.check()]

    async def _wait(self, pid, seconds):
        """Return whether a process ends within `seconds`. It stays a zombie until its parent, the zygote, reaps it."""
        until_ = time.monotonic() + seconds
        while time.monotonic() < until_:
            if is_zombie(pid):
                return True
            await asyncio.sleep(0.005)
        return False

    async def _play(self, person):
        """Play by the panel until cancelled, and open a table whenever the person has none."""
        while True:
            with suppress(ClientError, OSError):  # the bot has been killed, or the pressed control no longer exists
                await self._take_step(person)
            await person.pause()

    async def _take_step(self, person):
        person.table = self._find_table(person)
        if person.table is None:
            await person.type("tractor new", computers=3)
            return
        starts = [(s, i) for s in await person.screens() for i in s.ids(ControlVerb.START) if person.owns(i)]
        panel = await person.panel()
        if starts:
            await person.click(*starts[-1])
        elif panel is None or not panel.verbs:
            await person.type("hand")
        elif panel.has(ControlVerb.NEXT_DEAL):
            await person.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        else:
            await act(person, panel, self.rng)

    def _find_table(self, person):
        """Return the number of a table that the person hosts and that has not ended, or None."""
        with closing(sqlite3.connect(f"file:{self.folder}/tractor.db?mode=ro", uri=True)) as connection:
            query = "SELECT id FROM tables WHERE host_id = ? AND status IN ('lobby', 'playing')"
            return next((row[0] for row in connection.execute(query, (person.id,))), None)

    # ------------------------------------------------------------------ records

    async def check(self):
        """Return what is wrong with the records, and count their plays. No bot may run meanwhile."""
        with closing(sqlite3.connect(self.folder / "tractor.db")) as connection:
            damage = connection.execute("PRAGMA integrity_check").fetchall()
            numbers = [row[0] for row in connection.execute("SELECT DISTINCT table_id FROM actions")]
        faults = [] if damage == [("ok",)] else [f"the database is damaged: {damage}"]
        wanted = defaultdict(list)
        for table, *play in self.plays:
            wanted[table].append(play)
        faults += [f"table {table} has plays but no record" for table in wanted.keys() - set(numbers)]
        database = await Database.open(f"sqlite+aiosqlite:///{self.folder}/tractor.db")
        try:
            records = [await database.store.tables.load(TableId(number)) for number in numbers]
        finally:
            await database.close()
        self.report.acknowledged = len(self.plays)
        self.report.entries = sum(len(stored.entries) for stored in records)
        self.report.kept_unacknowledged = sum(map(count_plays, records)) - len(self.plays)
        for stored in records:
            faults += find_faults(stored, wanted[stored.facts.id])
        return faults


def is_zombie(pid):
    """Return whether a process has ended and is not reaped yet."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def count_plays(stored):
    """Return how many plays people have made at a table."""
    seats = stored.facts.seats
    return sum(isinstance(e.action, Play) and isinstance(seats[e.seat], Person) for e in stored.entries)


def find_faults(stored, acknowledged):
    """Return what is wrong with a record, given the acknowledged plays as (seat, task, cards)."""
    table = stored.facts.id
    if [e.revision for e in stored.entries] != list(range(1, len(stored.entries) + 1)):
        return [f"table {table}: its revisions have gaps"]
    try:
        rebuild_game_state(stored.facts, stored.entries)
    except Exception:  # noqa: BLE001 - any error is a finding
        return [f"table {table}: its record cannot be played again: {traceback.format_exc()[-500:]}"]
    faults = []
    for seat, task, cards in acknowledged:
        first = next((e.action for e in stored.entries if e.seat == seat and e.revision > task), None)
        if not isinstance(first, Play) or tuple(sorted(first.cards)) != cards:
            faults.append(f"table {table}: the play that answered task {task} of seat {seat} is lost")
    return faults


async def run_kills(kills, seed, tables=3, on_kill=lambda _report: None):
    """Kill the bot `kills` times, let people play on at the end, and return the report."""
    loopback, begun = await DrivenLoopback.start(limits=False), time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with KillSession(loopback, Path(folder), seed, tables) as session:
                for number in range(1, kills + 1):
                    await session.kill_once(number)
                    on_kill(session.report)
                await _play_on(session)
    finally:
        await loopback.stop()
    session.report.seconds = time.monotonic() - begun
    if session.report.faults:
        session.report.faults.append(f"again: kill_session.py {kills} {seed} {tables}")
    return session.report


async def _play_on(session):
    """Check that people can still play, and that no bot has logged an error."""
    pid, before = await session.start(Fault.KILL, 0), len(session.plays)
    playing = [asyncio.create_task(session._play(person)) for person in session.people]
    try:
        person = session.people[0]
        await until(person, person.panel, lambda _: len(session.plays) >= before + 5)
    except AssertionError as error:
        session.report.faults.append(f"nobody plays on after the last kill: {error}")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    os.kill(pid, signal.SIGKILL)
    await session._wait(pid, 10.0)
    session.report.faults += await session.check()
    logged = [line for line in session.errors.read_text().splitlines() if "[error" in line or "[critical" in line]
    session.report.faults += [f"logged: {line}" for line in logged[:5]]


def main(kills, seed, tables="3"):
    def show(report):
        print(json.dumps(report.__dict__ | {"faults": len(report.faults)}), flush=True)

    report = asyncio.run(run_kills(int(kills), int(seed), int(tables), show))
    print(json.dumps(report.__dict__))


if __name__ == "__main__":
    main(*sys.argv[1:])

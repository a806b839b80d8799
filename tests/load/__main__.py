"""Measures how many tables the bot can serve at once.

Run `make bench-load ARGS="--people 4 --start 20 --step 20 --seconds 60"`. The bot, the local Discord and the players
are separate processes. At each table, a card is due every 8 seconds, unless `--every` says otherwise. After a deal, a
table plays the next one. Each step adds some tables, waits until all of them have begun to play, and then measures.

The bot carries the tables if all of them begin, all presses are answered, 99 % of presses are answered within a second,
and 90 % of the due plays are made.

The summary is Markdown. "CPU per play" is the processor time of the bot without its searches; a busy machine hardly
changes it. "idle" is the processor time of the machine that no process used.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from shared_resources import database_url, new_database

from tests.load.bare_presses import measure_bare_bot
from tests.load.players import Measured, Table
from tests.load.processes import CpuUse, get_cpu_use, get_idle_seconds, get_memory, start
from tests.load.steps import Cpu, Step, format_row, format_summary
from tests.wire.driver import Remote

WARM_SECONDS = 120.0
"""Seconds to wait until the next of the new tables begins to play. After that, tables that have not begun are late."""
SAY_EVERY = 5.0


def parse(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make bench-load", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--people", type=int, choices=(1, 4), default=4, help="at each table; the others are computers")
    parser.add_argument("--start", type=int, default=20, help="tables at first")
    parser.add_argument("--step", type=int, default=20, help="tables added each time")
    parser.add_argument("--most", type=int, default=1000, help="tables at the end, at most")
    parser.add_argument("--seconds", type=float, default=60.0, help="for which each step is measured")
    parser.add_argument("--opening", type=int, default=20, help="new tables that are opened and dealt at once")
    parser.add_argument("--every", type=float, default=8.0, help="seconds from one play of a table to the next")
    parser.add_argument("--pace", type=float, default=1.0, help="divides the bot's own pauses, to try things out")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--no-bare", action="store_true", help="leave out the comparison with a bare discord.py bot")
    given = parser.parse_args(words)
    if given.database == "postgresql" and not os.environ.get("TEST_POSTGRES_URL"):
        parser.error("PostgreSQL needs a server: .ci/with_postgres make bench-load ARGS='--database postgresql'")
    return given


def say(text: str) -> None:
    """Show progress."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


@dataclass(frozen=True)
class Reading:
    """The processor times and other counts since the start, read at one moment."""

    at: float
    bot: CpuUse
    discord: CpuUse
    players: CpuUse
    idle: float
    trick_play: float
    """The seconds in which tables have been playing tricks so far, summed over all tables."""


class LoadTest:
    """Adds tables to a running bot, and measures it after each step."""

    def __init__(self, given: argparse.Namespace, remote: Remote, bot: int, discord: int) -> None:
        self._given, self._remote, self.bot, self._discord = given, remote, bot, discord
        self._tables: list[Table] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._opening = asyncio.Semaphore(given.opening)
        self.measured = Measured()

    async def run(self) -> list[Step]:
        """Add and measure tables until the bot fails to carry them, or until `--most` allows no more tables."""
        steps: list[Step] = []
        tables = self._given.start
        while tables <= self._given.most:
            await self.add_tables(tables - len(self._tables))
            steps.append(await self._measure())
            say(format_row(steps[-1]))
            if steps[-1].find_failure():
                break
            tables += self._given.step
        return steps

    async def close(self) -> None:
        """Stop all players."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def add_tables(self, count: int) -> None:
        """Open tables and wait until all play. Give up if one fails, or if none begins to play for `WARM_SECONDS`."""
        new = [
            Table(self._remote, len(self._tables) + n, self._given.people, self._given.every, self.measured)
            for n in range(count)
        ]
        self._tables += new
        self._tasks += [asyncio.create_task(table.run(self._opening)) for table in new]
        late, since = self._count_late(), time.monotonic()
        while late and time.monotonic() - since < WARM_SECONDS and not self.measured.faults:
            say(f"{len(self._tables)} tables: {late} have not begun to play")
            await asyncio.sleep(min(SAY_EVERY, self._given.every))
            if self._count_late() < late:
                late, since = self._count_late(), time.monotonic()
        await asyncio.sleep(self._given.every)

    def _count_late(self) -> int:
        return sum(not table.begun.is_set() for table in self._tables)

    async def _measure(self) -> Step:
        late = self._count_late()
        requests, counted = await self._remote.count_requests()
        self.measured.clear()
        before = self._read()
        while (left := before.at + self._given.seconds - time.monotonic()) > 0:
            say(f"{len(self._tables)} tables: {self.measured.plays} plays, {left:.0f} s left")
            await asyncio.sleep(min(SAY_EVERY, left))
        after = self._read()
        all_requests, all_counted = await self._remote.count_requests()
        return Step(
            tables=len(self._tables),
            seconds=after.at - before.at,
            waits=sorted(self.measured.waits),
            plays=self.measured.plays,
            wanted=(after.trick_play - before.trick_play) / self._given.every,
            unanswered=self.measured.unanswered,
            cpu=get_cpu(before, after),
            memory=get_memory(self.bot),
            late=late,
            requests=all_requests - requests,
            counted=all_counted - counted,
        )

    def _read(self) -> Reading:
        return Reading(
            time.monotonic(),
            *(get_cpu_use(pid) for pid in (self.bot, self._discord)),
            CpuUse(time.process_time()),  # without the child processes, which are the bot and Discord
            get_idle_seconds(),
            sum(table.trick_play_seconds for table in self._tables),
        )


def get_cpu(before: Reading, after: Reading) -> Cpu:
    """Return the average number of processors that each process used between two readings."""
    seconds = after.at - before.at
    uses = [
        use.since(earlier, seconds)
        for use, earlier in (
            (after.bot, before.bot),
            (after.discord, before.discord),
            (after.players, before.players),
        )
    ]
    return Cpu(*uses, (after.idle - before.idle) / seconds)


def format_title(given: argparse.Namespace) -> str:
    """Return a description of the load for the summary."""
    people = "one person and three computers" if given.people == 1 else "four people"
    return f"{people} at each table, a play every {given.every:g} s, {given.database}, {os.cpu_count()} processors"


async def run(given: argparse.Namespace, folder: Path) -> int:
    """Run the load test and print its summary and faults; return the exit status, which is 1 if there are faults."""
    os.environ["FLOWS_ON"] = given.database
    await new_database(folder)
    bare = None if given.no_bare else await measure_bare_bot(folder)
    async with open_load(given, folder) as test:
        steps = await test.run()
        print(format_summary(format_title(given), steps, bare))
    faults = list_faults(test, folder)
    for fault in faults:
        print(f"FAULT: {fault}")
    return int(bool(faults))


def list_faults(test: LoadTest, folder: Path) -> list[str]:
    """Return the faults at the tables, and the errors in the bot's log."""
    lines = (folder / "bot.log").read_text("utf-8").splitlines()
    return [*test.measured.faults, *(line for line in lines if "[error" in line or "ERROR" in line)]


@asynccontextmanager
async def open_load(given: argparse.Namespace, folder: Path) -> AsyncIterator[LoadTest]:
    """Start the local Discord and the bot, and stop them afterwards."""
    async with AsyncExitStack() as stack:
        local = ("-m", "tests.wire", "--no-limits")
        discord, line = await stack.enter_async_context(
            start(*local, until="local Discord", log=folder / "discord.log")
        )
        url, token = line.split()[2].rstrip("/").partition("?")[0], line.split()[-1]
        program = ("-m", "tests.load.bot_process", url, token, database_url(folder), str(given.pace))
        say("the bot starts")
        bot, _ = await stack.enter_async_context(start(*program, until="ready", log=folder / "bot.log"))
        remote = await stack.enter_async_context(Remote(url))
        test = LoadTest(given, remote, bot, discord)
        stack.push_async_callback(test.close)
        yield test


def main() -> int:
    """Run the command line."""
    given = parse(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tractor-load-") as folder:
        return asyncio.run(run(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())

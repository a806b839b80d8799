"""How many tables the bot carries: `make bench-load ARGS="--people 4 --start 20 --step 20 --seconds 60"`.

The bot, the local Discord and the players are processes of their own. At each table somebody plays every 8 seconds.
Tables are added step by step until one press in a hundred waits longer than a second (p99), and the summary is printed
as Markdown. The processor time of a play is that of the bot alone, so that it means something on a busy machine too.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from shared_resources import database_url, new_database

from bot.loopback.driver import Remote
from tests.load.bare_presses import measure_bare_bot
from tests.load.players import Measured, Table
from tests.load.processes import get_cpu_seconds, get_memory, start

LIMIT = 1.0
"""Seconds that 99 of 100 presses may wait."""
WARM_SECONDS = 120.0
"""How long new tables have until somebody plays."""
SAY_EVERY = 5.0


@dataclass(frozen=True)
class Step:
    """What was measured with a number of tables."""

    tables: int
    plays_per_second: float
    presses: int
    p50: float
    p95: float
    p99: float
    cpu: float
    """Of the bot, in processors."""
    cpu_per_play: float
    memory: float
    """Resident memory of the bot in MB."""
    discord_cpu: float
    busy: float
    """The machine's load average."""
    unanswered: int


def parse(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make bench-load", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--people", type=int, choices=(1, 4), default=4, help="at each table; the others are computers")
    parser.add_argument("--start", type=int, default=20, help="tables at first")
    parser.add_argument("--step", type=int, default=20, help="tables added each time")
    parser.add_argument("--most", type=int, default=1000, help="tables at the end, at most")
    parser.add_argument("--seconds", type=float, default=60.0, help="for which each step is measured")
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


class LoadTest:
    """A running bot with more and more tables."""

    def __init__(self, given: argparse.Namespace, remote: Remote, bot: int, discord: int) -> None:
        self._given, self._remote, self._bot, self._discord = given, remote, bot, discord
        self._tables: list[Table] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.measured = Measured()

    async def run(self) -> list[Step]:
        """Measure until presses wait too long, or there are enough tables."""
        steps: list[Step] = []
        tables = self._given.start
        while tables <= self._given.most:
            await self._add_tables(tables - len(self._tables))
            steps.append(await self._measure())
            say(format_rows(steps[-1:]))
            if steps[-1].p99 > LIMIT or steps[-1].unanswered:
                break
            tables += self._given.step
        return steps

    async def close(self) -> None:
        """Send everybody home."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _add_tables(self, count: int) -> None:
        new = [
            Table(self._remote, len(self._tables) + n, self._given.people, self._given.every, self.measured)
            for n in range(count)
        ]
        self._tables += new
        self._tasks += [asyncio.create_task(table.run()) for table in new]
        began = time.monotonic()
        while not all(table.is_playing for table in new) and time.monotonic() - began < WARM_SECONDS:
            say(f"{len(self._tables)} tables: {sum(table.is_playing for table in self._tables)} have begun to play")
            await asyncio.sleep(min(SAY_EVERY, self._given.every))

    async def _measure(self) -> Step:
        self.measured.clear()
        cpu, discord, began = get_cpu_seconds(self._bot), get_cpu_seconds(self._discord), time.monotonic()
        while (left := began + self._given.seconds - time.monotonic()) > 0:
            say(f"{len(self._tables)} tables: {self.measured.plays} plays, {left:.0f} s left")
            await asyncio.sleep(min(SAY_EVERY, left))
        seconds = time.monotonic() - began
        cpu, discord = get_cpu_seconds(self._bot) - cpu, get_cpu_seconds(self._discord) - discord
        waits, plays = sorted(self.measured.waits) or [0.0], self.measured.plays
        return Step(
            len(self._tables),
            plays / seconds,
            len(self.measured.waits),
            statistics.median(waits),
            waits[int(len(waits) * 0.95)],
            waits[int(len(waits) * 0.99)],
            cpu / seconds,
            cpu / max(1, plays),
            get_memory(self._bot),
            discord / seconds,
            os.getloadavg()[0],
            self.measured.unanswered,
        )


HEADING = (
    "| tables | plays/s | presses | p50 | p95 | p99 | bot's CPU | CPU per play | MB | Discord's CPU | load |\n"
    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def format_rows(steps: list[Step]) -> str:
    """Return the rows of the summary."""
    return "\n".join(
        f"| {s.tables} | {s.plays_per_second:.2f} | {s.presses} | {1000 * s.p50:.0f} ms | {1000 * s.p95:.0f} ms"
        f" | {1000 * s.p99:.0f} ms | {100 * s.cpu:.0f} % | {1000 * s.cpu_per_play:.1f} ms | {s.memory:.0f}"
        f" | {100 * s.discord_cpu:.0f} % | {s.busy:.1f} |"
        for s in steps
    )


def format_summary(given: argparse.Namespace, steps: list[Step], bare: float | None) -> str:
    """Return the summary as Markdown."""
    carried = max((s.tables for s in steps if s.p99 <= LIMIT and not s.unanswered), default=0)
    people = "one person and three computers" if given.people == 1 else "four people"
    lines = [
        (
            f"{people} at each table, a play every {given.every:g} s, {given.database}, {os.cpu_count()} processors:"
            f" p99 stayed below {LIMIT:g} s with {carried} tables."
        ),
        "",
        HEADING,
        format_rows(steps),
    ]
    if len(steps) > 1:
        grown = (steps[-1].memory - steps[0].memory) / (steps[-1].tables - steps[0].tables)
        lines += ["", f"Memory grows by {grown:.2f} MB per table."]
    if bare is not None:
        lines += ["", f"A bare discord.py bot on the same local Discord answers {bare:.0f} presses/s."]
    if steps[-1].unanswered:
        lines += ["", f"{steps[-1].unanswered} presses were not answered within three seconds."]
    return "\n".join(lines)


async def run(given: argparse.Namespace, folder: Path) -> int:
    """Run the load test, print its summary and return the exit status: 1 if something went wrong."""
    os.environ["FLOWS_ON"] = given.database
    await new_database(folder)
    bare = None if given.no_bare else await measure_bare_bot(folder)
    async with AsyncExitStack() as stack:
        local = ("-m", "bot.loopback", "--no-limits")
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
        steps = await test.run()
        print(format_summary(given, steps, bare))
    errors = [line for line in (folder / "bot.log").read_text().splitlines() if "[error" in line or "ERROR" in line]
    for fault in [*test.measured.faults, *errors]:
        print(f"FAULT: {fault}")
    return 1 if test.measured.faults or errors else 0


def main() -> int:
    """Run the command line."""
    given = parse(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tractor-load-") as folder:
        return asyncio.run(run(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())

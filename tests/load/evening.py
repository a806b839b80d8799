"""Measures what grows in a long evening: `python -m tests.load.evening --tables 150 --minutes 60`.

The same tables are played all the time, while memory, file handles, tasks and the database are read repeatedly. At the
end, the program prints how much each figure grows in an hour. The last line is JSON with the faults. Figures that have
grown too much are faults. `make soak` runs an evening of ten minutes.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import linear_regression, median

from tests.load.__main__ import list_faults, open_load, parse
from tests.load.processes import count_handles, get_memory

READINGS = 60
"""The number of readings in an evening."""
ALLOWED = {"memory": (0.10, 10.0), "handles": (0.10, 8.0), "tasks": (0.15, 30.0)}
"""The growth of each figure that is no fault, as a part of its first value and as an amount. A fault exceeds both.
The median of the last fifth of an evening is compared with that of the second fifth."""


@dataclass(frozen=True)
class Reading:
    """The figures of the bot at one moment."""

    hours: float
    memory: float
    """The memory in MB, without the picture caches. They are bounded, but take an evening to fill."""
    handles: float
    tasks: float
    database: float
    """The size of the database in MB."""


def compute_slopes(readings: Sequence[Reading]) -> dict[str, float]:
    """Return how much each figure grows per hour, over the last four fifths of the readings."""
    late = readings[len(readings) // 5 :]
    hours = [one.hours for one in late]
    return {
        name.name: linear_regression(hours, [getattr(one, name.name) for one in late]).slope
        for name in fields(Reading)[1:]
    }


def find_growth(readings: Sequence[Reading]) -> list[str]:
    """Return descriptions of the figures that have grown by more than `ALLOWED`."""
    fifth = max(1, len(readings) // 5)
    found = []
    for name, (share, amount) in ALLOWED.items():
        before, after = (
            median(getattr(one, name) for one in part) for part in (readings[fifth : 2 * fifth], readings[-fifth:])
        )
        if after > before * (1 + share) and after > before + amount:
            found.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return found


def read(bot: int, folder: Path, hours: float) -> Reading:
    """Read the figures of the bot with the process id `bot`."""
    size = sum(file.stat().st_size for file in folder.glob("tractor.db*")) / 2**20
    tasks, cached = map(float, (folder / "bot.tasks").read_text("utf-8").split())
    return Reading(hours, get_memory(bot) - cached / 2**20, count_handles(bot), tasks, size)


async def run(words: list[str], tables: int, minutes: float, folder: Path) -> tuple[list[Reading], list[str]]:
    """Play an evening; return its readings and faults."""
    async with open_load(parse(words), folder) as test:
        await test.add_tables(tables)
        began, readings = time.monotonic(), list[Reading]()
        for number in range(READINGS):
            await asyncio.sleep(began + (number + 1) * minutes * 60 / READINGS - time.monotonic())
            readings.append(read(test.bot, folder, (time.monotonic() - began) / 3600))
            print(
                "{:6.3f} h  {:6.1f} MB  {:4.0f} handles  {:5.0f} tasks  {:7.2f} MB of database".format(
                    *astuple(readings[-1])
                ),
                flush=True,
            )
    return readings, [*list_faults(test, folder), *find_growth(readings)]


def main() -> int:
    """Run the command line. Options that are unknown here go to the load test."""
    options = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    tables, minutes = int(options.pop("--tables", "150")), float(options.pop("--minutes", "60"))
    options.pop("--seed", None)
    words = ["--no-bare", *(word for pair in options.items() for word in pair)]
    with tempfile.TemporaryDirectory(prefix="tractor-evening-") as folder:
        readings, faults = asyncio.run(run(words, tables, minutes, Path(folder)))
    print("in an hour: " + ", ".join(f"{slope:+.1f} {name}" for name, slope in compute_slopes(readings).items()))
    print(json.dumps({"minutes": minutes, "faults": faults}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

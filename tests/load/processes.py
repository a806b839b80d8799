"""Starts and stops the processes of a load test, and reads their processor time and memory (Linux only)."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 120.0


@asynccontextmanager
async def start(*command: str, until: str, log: Path) -> AsyncIterator[tuple[int, str]]:
    """Run a Python program until the end of the block.

    Yield its process id and its first line of output that begins with `until`.
    """
    environment = {k: v for k, v in os.environ.items() if k not in {"DISCORD_TOKEN", "DISCORD_OPENAPI"}}
    environment["TASKS_FILE"] = str(log.with_suffix(".tasks"))
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *command), cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE, stderr=errors
        )
    try:
        yield process.pid, await asyncio.wait_for(_read_until(process, until, log), START_SECONDS)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def _read_until(process: asyncio.subprocess.Process, until: str, log: Path) -> str:
    """Return the first line that begins with `until`."""
    assert process.stdout is not None
    async for line in process.stdout:
        if line.startswith(until.encode()):
            return line.decode().strip()
    raise RuntimeError(f"a process ended at once, see {log}")


@dataclass(frozen=True)
class CpuUse:
    """Seconds of processor time that a process has used."""

    loop: float = 0.0
    """The seconds of its main thread, which runs the event loop."""
    threads: float = 0.0
    """The seconds of its other threads, for pictures and the database."""
    helpers: float = 0.0
    """The seconds of its child processes."""

    @property
    def total(self) -> float:
        """The seconds of all its threads and child processes."""
        return self.loop + self.threads + self.helpers

    def since(self, earlier: "CpuUse", seconds: float) -> "CpuUse":
        """Return how many processors were used on average in the `seconds` since an earlier reading."""
        return CpuUse(
            (self.loop - earlier.loop) / seconds,
            (self.threads - earlier.threads) / seconds,
            (self.helpers - earlier.helpers) / seconds,
        )


def get_cpu_use(pid: int) -> CpuUse:
    """Return the processor time of a process and of its living children."""
    loop = _read_cpu_seconds(Path(f"/proc/{pid}/task/{pid}/stat"))
    helpers = sum(_read_cpu_seconds(Path(f"/proc/{child}/stat")) for child in _list_children(pid))
    return CpuUse(loop, _read_cpu_seconds(Path(f"/proc/{pid}/stat")) - loop, helpers)


def get_memory(pid: int) -> float:
    """Return the resident memory of a process alone, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def count_handles(pid: int) -> int:
    """Return how many file handles a process has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def get_idle_seconds() -> float:
    """Return the sum of the idle seconds of all processors of the machine."""
    idle, waiting = Path("/proc/stat").read_text().split()[4:6]
    return (int(idle) + int(waiting)) / TICKS


def _read_cpu_seconds(stat: Path) -> float:
    try:
        fields = _read_stat(stat)
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _read_stat(stat: Path) -> list[str]:
    """Return the fields of a `stat` file after the program's name, which may contain spaces."""
    return stat.read_text().rpartition(")")[2].split()


def _list_children(pid: int) -> list[int]:
    """Return the ids of a process's children. It searches /proc, because not every kernel lists them."""
    children = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if int(_read_stat(stat)[1]) == pid:
                children.append(int(stat.parent.name))
    return children

"""The processes of a load test: starting and stopping them, their processor time and memory (Linux)."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 120.0


@asynccontextmanager
async def start(*command: str, until: str, log: Path) -> AsyncIterator[tuple[int, str]]:
    """Run a Python program; yield its process id and the line beginning with `until`, and stop it afterwards."""
    environment = {k: v for k, v in os.environ.items() if k not in {"DISCORD_TOKEN", "DISCORD_OPENAPI"}}
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
    """Return the first line that begins so."""
    assert process.stdout is not None
    async for line in process.stdout:
        if line.startswith(until.encode()):
            return line.decode().strip()
    raise RuntimeError(f"a process ended at once, see {log}")


def get_cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its living children."""
    return sum(_read_cpu_seconds(one) for one in _list_family(pid))


def get_memory(pid: int) -> float:
    """Return the resident memory of a process alone, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _read_cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _list_family(pid: int) -> list[int]:
    family, found = [pid], [pid]
    while found:
        children = [Path(f"/proc/{one}/task/{one}/children") for one in found]
        found = [int(child) for path in children if path.exists() for child in path.read_text().split()]
        family += found
    return family

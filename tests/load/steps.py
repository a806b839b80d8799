"""The measurements of one step of a load test, the limits that the bot must keep, and the summary of all steps."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.load.processes import CpuUse

LIMIT = 1.0
"""The seconds within which 99 of 100 presses must be answered."""
KEPT_PACE = 0.9
"""At least this share of the due plays must be made."""
FULL = 0.9
"""A thread counts as full if it uses at least this share of a processor."""


@dataclass(frozen=True)
class Cpu:
    """How many processors each process used, and how many processors of the machine were idle."""

    bot: CpuUse
    discord: CpuUse
    players: CpuUse
    idle: float

    def find_bottleneck(self) -> str:
        """Return what limits the load. This is a process with a full thread, "the machine" or "nothing"."""
        threads = {"the bot's event loop": self.bot.loop, "the local Discord": self.discord.loop}
        name, used = max({**threads, "the players": self.players.loop}.items(), key=lambda one: one[1])
        if used >= FULL:
            return name
        return "the machine" if self.idle < 1 - FULL else "nothing"


@dataclass(frozen=True)
class Step:
    """The measurements of one step, in which the number of tables stays the same."""

    tables: int
    seconds: float
    waits: Sequence[float]
    """Seconds from each press to its answer, shortest first."""
    plays: int
    wanted: float
    """The number of plays that were due while tables were playing tricks."""
    unanswered: int
    cpu: Cpu
    memory: float
    """Resident memory of the bot in MB."""
    late: int = 0
    """The number of tables that did not begin to play in time."""
    requests: int = 0
    """The number of the bot's requests to Discord."""
    counted: int = 0
    """The number of requests that count towards Discord's limit for a bot."""

    def get_wait(self, share: float) -> float:
        """Return the number of seconds within which this share of the presses was answered."""
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))] if self.waits else 0.0

    @property
    def cpu_per_play(self) -> float:
        """The bot's processor seconds for each play, without its worker processes, which search until time is up."""
        return (self.cpu.bot.loop + self.cpu.bot.threads) * self.seconds / max(1, self.plays)

    def find_failure(self) -> str | None:
        """Return why the bot did not carry these tables; None if it did."""
        if self.late:
            return f"{self.late} tables did not begin to play in time"
        if self.unanswered:
            return f"{self.unanswered} presses were not answered within three seconds"
        if self.get_wait(0.99) > LIMIT:
            return f"p99 is over {LIMIT:g} s"
        if self.plays < KEPT_PACE * self.wanted:
            return f"{self.plays} plays are less than {KEPT_PACE:.0%} of the {self.wanted:.0f} wanted"
        return None


HEADING = (
    "| tables | plays/s | wanted | presses | p50 | p95 | p99 | requests/play | counted/play | counted/s | CPU per play | bot: loop | threads | helpers | Discord"
    " | players | idle | MB | full | carried |\n"
    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|"
)


def format_row(step: Step) -> str:
    """Return a step's row of the summary."""
    cpu = step.cpu
    waits = [f"{1000 * wait:.0f} ms" for wait in (statistics.median(step.waits or [0.0]), step.get_wait(0.95))]
    used = (cpu.bot.loop, cpu.bot.threads, cpu.bot.helpers, cpu.discord.total, cpu.players.total, cpu.idle)
    cells = [
        *(f"{step.tables}", f"{step.plays / step.seconds:.2f}", f"{step.wanted / step.seconds:.2f}"),
        *(f"{len(step.waits)}", *waits, f"{1000 * step.get_wait(0.99):.0f} ms"),
        *(f"{step.requests / max(1, step.plays):.2f}", f"{step.counted / max(1, step.plays):.2f}"),
        *(f"{step.counted / step.seconds:.1f}", f"{1000 * step.cpu_per_play:.1f} ms"),
        *(f"{100 * share:.0f} %" for share in used),
        *(f"{step.memory:.0f}", cpu.find_bottleneck(), step.find_failure() or "yes"),
    ]
    return f"| {' | '.join(cells)} |"


def format_summary(title: str, steps: Sequence[Step], bare: float | None) -> str:
    """Return the summary as Markdown. `bare` is the number of presses per second that a bare bot answers."""
    carried = max((step.tables for step in steps if step.find_failure() is None), default=0)
    lines = [f"{title}: {carried} tables are carried.", "", HEADING, *map(format_row, steps)]
    if len(steps) > 1:
        grown = (steps[-1].memory - steps[0].memory) / (steps[-1].tables - steps[0].tables)
        lines += ["", f"Memory grows by {grown:.2f} MB per table."]
    if bare is not None:
        lines += ["", f"A bare discord.py bot on the same local Discord answers {bare:.0f} presses/s."]
    return "\n".join(lines)

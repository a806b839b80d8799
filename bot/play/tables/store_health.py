"""Tracks the last commit, the last error, and the tables that cannot be saved.

After a first failed commit, the table is reloaded, because the cause, such as a second writer, is often over at once.
After a second failure in a row, the table waits for a retry. Until then, nothing happens there by itself, and players
see that the table waits.
"""

import random
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from bot.ids import TableId
from bot.play.clock.repeating_task import Chance, draw_backoff
from bot.play.ports import Clock, Fenced

log: Final = structlog.get_logger()

HEALTH_KEY: Final = "store_health"
"""The key under which the last commit and the last error are stored as JSON."""
FAILURES_BEFORE_WAITING: Final = 2
"""After this many failed commits in a row, a table waits and shows its players that it waits."""


@dataclass(slots=True)
class Outage:
    """A table that cannot be saved. Times are those of `Clock.now`."""

    since: float
    failures: int = 0
    retry_at: float = 0.0
    is_saved_again: bool = False
    """Whether saving works again. Then only the deadlines still have to be postponed."""
    is_resuming: bool = False
    causes: set[str] = field(default_factory=set)
    """The causes that have been logged during this outage."""


@dataclass(frozen=True, slots=True)
class StoreRecord:
    """The last commit and the last error. Times are seconds since the epoch; None means that there was none."""

    last_commit_at: float | None = None
    last_error_at: float | None = None
    last_error: str = ""

    def add_earlier(self, earlier: "StoreRecord") -> "StoreRecord":
        """Return this record. Where it has no value, the value of an earlier record is used."""
        commit = earlier.last_commit_at if self.last_commit_at is None else self.last_commit_at
        failed = earlier if self.last_error_at is None else self
        return StoreRecord(commit, failed.last_error_at, failed.last_error)


@dataclass(eq=False, repr=False)
class StoreHealth:
    """Counts the failed commits of each table, logs each cause once in an outage, and says when to try again."""

    _clock: Clock
    _chance: Chance = random.random
    record: StoreRecord = field(init=False, default=StoreRecord())
    _outages: dict[TableId, Outage] = field(init=False, default_factory=dict)

    def is_waiting(self, table: TableId) -> bool:
        """Return whether a table waits until it can be saved."""
        outage = self._outages.get(table)
        return outage is not None and outage.failures >= FAILURES_BEFORE_WAITING and not outage.is_saved_again

    def count_waiting(self) -> int:
        """Return how many tables wait until they can be saved."""
        return sum(self.is_waiting(table) for table in self._outages)

    def find_outage(self, table: TableId) -> Outage | None:
        """Return a table's outage if several commits failed, so that its deadlines must be postponed; else None."""
        outage = self._outages.get(table)
        return outage if outage is not None and outage.failures >= FAILURES_BEFORE_WAITING else None

    def end_outage(self, table: TableId) -> None:
        """Forget an outage, because the table resumes."""
        self._outages.pop(table, None)

    def note_commit(self, table: TableId) -> None:
        """Note that a table was saved."""
        self.record = replace(self.record, last_commit_at=self._clock.wall())
        if (outage := self._outages.get(table)) is None:
            return
        if outage.failures < FAILURES_BEFORE_WAITING:
            del self._outages[table]
        elif not outage.is_saved_again:
            outage.is_saved_again = True
            seconds = round(self._clock.now() - outage.since)
            log.info("a table is saved again", table=table, failures=outage.failures, seconds=seconds)

    def note_failure(self, table: TableId, revision: int | None, error: BaseException) -> float:
        """Note that a table could not be saved or loaded; return in how many seconds to reload it."""
        now, cause = self._clock.now(), describe_cause(error)
        self.record = replace(self.record, last_error_at=self._clock.wall(), last_error=cause)
        outage = self._outages.setdefault(table, Outage(now))
        outage.is_saved_again = False
        if cause not in outage.causes:
            outage.causes.add(cause)
            log.warning("a table could not be saved: reloading it", table=table, revision=revision, cause=cause)
        if now < outage.retry_at:  # saves that users attempt meanwhile do not change the wait
            return outage.retry_at - now
        outage.failures += 1
        if outage.failures < FAILURES_BEFORE_WAITING:
            return 0.0
        waits = draw_backoff(outage.failures - FAILURES_BEFORE_WAITING + 1, chance=self._chance)
        outage.retry_at = now + waits
        return 0.0 if outage.failures == FAILURES_BEFORE_WAITING else waits  # reload at once, to show players the wait


def describe_cause(error: BaseException) -> str:
    """Return a line for the operator. Of an unknown error it has only the type, because the text could name cards."""
    if isinstance(error, Fenced):
        return f"another process has written to this table: {error}".removesuffix(": ")
    text = str(error) if isinstance(error, OSError) else ""
    return text or type(error).__name__

"""Replays the records of all tables, and checks that the saved results, ratings, scores and team levels fit them."""

import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from bot.check.findings import Finding, ok, problem
from bot.ids import TableId
from bot.operations.database_commands import ProgressBar
from bot.play.values.stored_table import StoredTable
from bot.settings import Settings
from bot.store.connection.connections import Connections
from bot.store.maintenance.copy_and_restore import backup
from bot.store.maintenance.migrate import find_revision, require_newest
from bot.store.maintenance.reconcile import BookedResult, SqlReconciliation
from bot.store.tables.table_store import SqlTables
from engine.deal.game import apply, start
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded, DealResult

CURE: Final = "restore a backup from before it happened, or report it with the log: the check has changed nothing"


async def check_records(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings about the records in the database. The bot may run meanwhile.

    Raises IncompatibleDatabase; OSError or ValueError, with a message of one line, if the database cannot be read.
    """
    async with _open_snapshot(settings) as (url, connections):
        require_newest(await find_revision(url))
        reconciliation = SqlReconciliation(connections)
        tables, faults, deals = await reconciliation.count_tables(), 0, 0
        bar = ProgressBar("records", tables)
        async for table in reconciliation.stream_tables():
            finished, found = await _check_stored(SqlTables(connections), reconciliation, table)
            deals += finished
            for text in found:
                faults += 1
                yield problem("records", f"table {table}: {text}", CURE)
            bar.advance()
        if not faults:
            yield ok("records", f"{tables} tables with {deals} finished deals replay, and their results are booked")
        async for finding in _compare(reconciliation):
            yield finding


async def _check_stored(
    tables: SqlTables, reconciliation: SqlReconciliation, table: TableId
) -> tuple[int, Sequence[str]]:
    """Return the number of a table's finished deals, and the faults of its record and results."""
    try:
        stored = await tables.load(table)
    except ValueError as broken:  # the message is left out, because it could name hidden cards
        return 0, [f"it cannot be read: {type(broken).__name__}"]
    if stored is None:
        return 0, []
    results, found = check_table(stored, await reconciliation.list_booked(table))
    return len(results), found


async def _compare(reconciliation: SqlReconciliation) -> AsyncIterator[Finding]:
    comparisons = {
        "ratings": (reconciliation.compare_ratings, await reconciliation.count_rated_deals()),
        "scores": (reconciliation.compare_scores, 0),
        "levels": (reconciliation.compare_levels, 0),
    }
    for name, (compare, total) in comparisons.items():
        faults = 0
        async for text in compare(ProgressBar(name, total).advance):
            faults += 1
            yield problem(name, text, CURE)
        if not faults:
            yield ok(name, "as the results give them")


@asynccontextmanager
async def _open_snapshot(settings: Settings) -> AsyncIterator[tuple[str, Connections]]:
    """Yield the URL and connections of a database to check. For SQLite, this is a consistent copy of the database."""
    url = settings.database_url
    async with AsyncExitStack() as stack:
        if url.startswith("sqlite"):
            copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tractor-check-"))) / "copy.db"
            await backup(url, copy)
            url = f"sqlite+aiosqlite:///{copy}"
        connections = await Connections.open(url)
        stack.push_async_callback(connections.close)
        yield url, connections


def check_table(stored: StoredTable, booked: Sequence[BookedResult]) -> tuple[dict[int, DealResult], list[str]]:
    """Return a record's results by revision, and the faults found in the record and in its booked results."""
    try:
        results = _fold(stored)
    except IllegalAction as refused:  # the facts are left out, because they could name hidden cards
        return {}, [f"its record breaks the rules: {refused.reason.value}"]
    except (ValueError, LookupError) as error:
        return {}, [f"its record cannot be replayed: {type(error).__name__}"]
    return results, list(_compare_results(results, {one.revision: one for one in booked}, stored))


def _fold(stored: StoredTable) -> dict[int, DealResult]:
    """Replay a record and return the results of all finished deals by revision."""
    if not stored.entries:
        return {}
    phase, results = start(stored.facts.rules, stored.facts.start_levels), dict[int, DealResult]()
    for expected, entry in enumerate(stored.entries, 1):
        if entry.revision != expected:
            raise ValueError("a revision is missing")
        step = apply(phase, entry.seat, entry.action)
        phase = step.phase
        for ended in (one for one in step.events if isinstance(one, DealEnded)):
            results[entry.revision] = ended.result
    return results


def _compare_results(
    results: dict[int, DealResult], booked: dict[int, BookedResult], stored: StoredTable
) -> Iterator[str]:
    if not stored.facts.is_computers_only:
        yield from (f"the deal at revision {one} is not booked" for one in results.keys() - booked.keys())
    yield from (f"revision {one} is booked, but no deal ended there" for one in booked.keys() - results.keys())
    for revision in results.keys() & booked.keys():
        result, row = results[revision], booked[revision]
        expected = (int(result.declarer), result.opponents_points, result.rise)
        if not row.is_corrected and expected != (row.declarer, row.points, row.rise):
            yield f"the result of the deal at revision {revision} is not the one of its record"

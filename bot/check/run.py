"""Runs the checks and prints what they find."""

import sys
from collections.abc import AsyncIterator

from bot.check.database_checks import check_database, find_cure, find_fault
from bot.check.discord_api import check_discord
from bot.check.findings import Finding, format_finding, get_exit_status, problem
from bot.check.machine import check_machine, get_database_file, is_visible
from bot.check.records import check_records
from bot.settings import Settings
from bot.store.maintenance.migrate import IncompatibleDatabase


async def run_checks(settings: Settings, *, records: bool) -> int:
    """Check only the records or, without `records`, everything else. Return 1 if there is a problem, otherwise 0."""
    if records:
        return await print_findings(_check_records(settings))
    return await print_findings(_check_machine(settings), check_database(settings), check_discord(settings))


async def print_findings(*sources: AsyncIterator[Finding]) -> int:
    """Print each finding as soon as it is known. Return the exit status: 1 if there is a problem."""
    findings = []
    for source in sources:
        async for finding in source:
            findings.append(finding)
            sys.stdout.write(format_finding(finding) + "\n")
            sys.stdout.flush()
    return get_exit_status(findings)


async def _check_machine(settings: Settings) -> AsyncIterator[Finding]:
    for finding in check_machine(settings):
        yield finding


async def _check_records(settings: Settings) -> AsyncIterator[Finding]:
    file = get_database_file(settings)
    if file is not None and not is_visible(file):
        cure = "start the bot, which creates it, or name the right file in DATABASE_URL"
        yield problem("records", f"there is no database at {file}", cure)
        return
    if file is not None and (fault := find_fault(file)) is not None:
        yield fault
        return
    try:
        async for finding in check_records(settings):
            yield finding
    except IncompatibleDatabase as error:
        yield problem("records", error.text, error.cure)
    except (OSError, ValueError) as error:
        yield problem("records", str(error), find_cure(file, error))

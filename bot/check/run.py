"""Runs the checks and prints what they find."""

import sys
from collections.abc import AsyncIterator

from bot.check.database_checks import check_database
from bot.check.discord_api import check_discord
from bot.check.findings import Finding, format_finding, get_exit_status, problem
from bot.check.machine import check_machine
from bot.check.records import check_records
from bot.settings import Settings


async def run_checks(settings: Settings, *, records: bool) -> int:
    """Look for what could go wrong; return the exit status: 1 if there is a problem."""
    return await print_findings(_list_findings(settings, records=records))


async def print_findings(found: AsyncIterator[Finding]) -> int:
    """Print each finding as soon as it is known; return the exit status: 1 if there is a problem."""
    findings = []
    async for finding in found:
        findings.append(finding)
        sys.stdout.write(format_finding(finding) + "\n")
        sys.stdout.flush()
    return get_exit_status(findings)


async def _list_findings(settings: Settings, *, records: bool) -> AsyncIterator[Finding]:
    if records:
        try:
            async for finding in check_records(settings):
                yield finding
        except (OSError, ValueError) as error:
            yield problem("records", str(error), "see: python -m bot check")
        return
    for finding in check_machine(settings):
        yield finding
    async for finding in check_database(settings):
        yield finding
    async for finding in check_discord(settings):
        yield finding

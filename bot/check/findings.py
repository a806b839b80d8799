"""Values for what a check found, and functions that format them and compute the exit status from them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `cure` says what to do; it is empty if nothing is wrong."""

    name: str
    severity: Severity
    text: str
    cure: str = ""


def ok(name: str, text: str) -> Finding:
    """Return the finding that all is well."""
    return Finding(name, Severity.OK, text)


def warning(name: str, text: str, cure: str) -> Finding:
    """Return a finding about a fault that does not keep the bot from running."""
    return Finding(name, Severity.WARNING, text, cure)


def problem(name: str, text: str, cure: str) -> Finding:
    """Return a finding that the operator must cure."""
    return Finding(name, Severity.PROBLEM, text, cure)


def format_finding(finding: Finding) -> str:
    """Return the finding as one line, and its cure as a second one."""
    mark = {Severity.OK: "ok     ", Severity.WARNING: "WARNING", Severity.PROBLEM: "PROBLEM"}[finding.severity]
    cure = f"\n         cure: {finding.cure}" if finding.cure else ""
    return f"{mark}  {finding.name}: {finding.text}{cure}"


def get_exit_status(findings: Iterable[Finding]) -> int:
    """Return 1 if there is a problem, else 0."""
    return int(any(finding.severity is Severity.PROBLEM for finding in findings))

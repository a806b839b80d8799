"""The audit log: what was done, by whom and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.ids import LeagueId, UserId


@dataclass(frozen=True, slots=True)
class AuditStamp:
    """By whom (None: the program) and when, in seconds since the epoch."""

    by: UserId | None
    at: float


class AuditAction(StrEnum):
    """What the audit log records. The comment behind each action names its facts."""

    CREATED = "created"  # name
    EDITED = "edited"  # the settings that changed
    ARCHIVED = "archived"
    MANAGER_ADDED = "manager_added"  # user
    MANAGER_REMOVED = "manager_removed"  # user
    JOINED = "joined"  # user, or team and name
    LEFT = "left"  # user, or team and name
    SEASON_OPENED = "season_opened"  # number
    SEASON_CLOSED = "season_closed"  # number
    VOIDED = "voided"  # result, reason; season: its number, if it was closed before
    CORRECTED = "corrected"  # result, reason, declarers_hold, rise, points; season, as above
    RESTORED = "restored"  # result, reason; season, as above
    IMPORTED = "imported"  # results: their number
    ENTRIES_OPENED = "entries_opened"
    ENTRIES_CLOSED = "entries_closed"
    MANAGER_ROLE_ADDED = "manager_role_added"  # role
    MANAGER_ROLE_REMOVED = "manager_role_removed"  # role
    CROWNED = "crowned"  # user, role: a champion was given the league's role
    UNCROWNED = "uncrowned"  # user, role
    TEAM_FOUNDED = "team_founded"  # team, name
    TEAM_RENAMED = "team_renamed"  # team, name (the new one), old
    TEAM_DISBANDED = "team_disbanded"  # team, name
    MEMBER_CAME = "member_came"  # user, team, name
    MEMBER_WENT = "member_went"  # user, team, name
    SUBSTITUTE_CAME = "substitute_came"  # user, team, name
    SUBSTITUTE_WENT = "substitute_went"  # user, team, name
    CAPTAIN_CHANGED = "captain_changed"  # user, team, name


AuditFact = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """What a change adds to the audit log; the store adds by whom and when."""

    action: AuditAction
    facts: Mapping[str, AuditFact]
    """Ids and numbers, never names of people."""


def record(action: AuditAction, **facts: AuditFact) -> AuditRecord:
    """Return what the audit log records of an action."""
    return AuditRecord(action, facts)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit log. `league` None: it concerns no single league."""

    stamp: AuditStamp
    action: AuditAction
    league: LeagueId | None
    facts: Mapping[str, AuditFact]
    """Ids and numbers, never names of people."""

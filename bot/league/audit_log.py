"""The audit log: what was done, by whom and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.ids import LeagueId, ResultId, RoleId, TeamId, UserId
from engine.model.message_keys import Key, MessageKey, MessageKeys, P


@dataclass(frozen=True, slots=True)
class AuditStamp:
    """By whom (None: the program) and when, in seconds since the epoch."""

    by: UserId | None
    at: float


# The facts of actions: ids and numbers, never names of people. One that is None is left out.
def _name(*, name: str) -> None: ...
def _options(*, options: str) -> None: ...  # names of the settings that changed, with spaces between them
def _user(*, user: UserId) -> None: ...
def _role(*, role: RoleId) -> None: ...
def _champion(*, user: UserId, role: RoleId) -> None: ...
def _entrant(*, user: UserId | None = None, team: TeamId | None = None, name: str | None = None) -> None: ...
def _number(*, number: int) -> None: ...
def _results(*, results: int) -> None: ...  # how many
def _ruling(*, result: ResultId, reason: str, season: int | None = None) -> None: ...
def _correction(
    *, result: ResultId, reason: str, season: int | None = None, declarers_hold: bool, rise: int, points: int
) -> None: ...
def _team(*, team: TeamId, name: str) -> None: ...
def _renamed(*, team: TeamId, name: str, old: str) -> None: ...
def _member(*, user: UserId, team: TeamId, name: str) -> None: ...


class AuditAction(MessageKeys):
    """What the audit log records."""

    CREATED = Key("created", _name)
    EDITED = Key("edited", _options)
    ARCHIVED = Key("archived")
    MANAGER_ADDED = Key("manager_added", _user)
    MANAGER_REMOVED = Key("manager_removed", _user)
    JOINED = Key("joined", _entrant)
    LEFT = Key("left", _entrant)
    SEASON_OPENED = Key("season_opened", _number)
    SEASON_CLOSED = Key("season_closed", _number)
    VOIDED = Key("voided", _ruling)
    CORRECTED = Key("corrected", _correction)
    RESTORED = Key("restored", _ruling)
    IMPORTED = Key("imported", _results)
    ENTRIES_OPENED = Key("entries_opened")
    ENTRIES_CLOSED = Key("entries_closed")
    MANAGER_ROLE_ADDED = Key("manager_role_added", _role)
    MANAGER_ROLE_REMOVED = Key("manager_role_removed", _role)
    CROWNED = Key("crowned", _champion)  # a champion was given the league's role
    UNCROWNED = Key("uncrowned", _champion)
    TEAM_FOUNDED = Key("team_founded", _team)
    TEAM_RENAMED = Key("team_renamed", _renamed)
    TEAM_DISBANDED = Key("team_disbanded", _team)
    MEMBER_CAME = Key("member_came", _member)
    MEMBER_WENT = Key("member_went", _member)
    SUBSTITUTE_CAME = Key("substitute_came", _member)
    SUBSTITUTE_WENT = Key("substitute_went", _member)
    CAPTAIN_CHANGED = Key("captain_changed", _member)


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """What a change adds to the audit log; the store adds by whom and when."""

    action: MessageKey[AuditAction, ...]
    facts: Mapping[str, Any]


def record(action: MessageKey[AuditAction, P], *_: P.args, **facts: P.kwargs) -> AuditRecord:
    """Return what the audit log records of an action."""
    return AuditRecord(action, {name: fact for name, fact in facts.items() if fact is not None})


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit log. `league` None: it concerns no single league."""

    stamp: AuditStamp
    action: MessageKey[AuditAction, ...]
    league: LeagueId | None
    facts: Mapping[str, Any]

"""The audit log: what was done, by whom and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.ids import LeagueId, ResultId, RoleId, TeamId, UserId
from engine.model.message_keys import Key, MessageKey, MessageKeys, P


@dataclass(frozen=True, slots=True)
class AuditStamp:
    """Who did something, and when. `by` is None for the program; `at` is in seconds since the epoch."""

    by: UserId | None
    at: float
    undoes: bool = False
    """Whether this act takes back an earlier one."""

    @property
    def milliseconds(self) -> int:
        """The time in whole milliseconds, which identifies the act in a button's custom_id."""
        return round(1000 * self.at)


# Facts are ids, numbers, texts, and names of leagues and teams, never names of people. `record` leaves out None.
def _name(*, name: str) -> None: ...
def _options(
    *, options: str, before: Mapping[str, Any]
) -> None: ...  # changed settings, separated by spaces, and their earlier values
def _user(*, user: UserId) -> None: ...
def _role(*, role: RoleId) -> None: ...
def _champion(*, user: UserId, role: RoleId) -> None: ...
def _entrant(
    *, user: UserId | None = None, team: TeamId | None = None, name: str | None = None, moved: bool | None = None
) -> None: ...  # `moved` is True if the entrant moved between two leagues, and both logs get an entry
def _number(*, number: int) -> None: ...
def _results(*, results: int) -> None: ...  # the number of imported results
def _ruling(*, result: ResultId, reason: str, season: int | None = None) -> None: ...
def _correction(
    *, result: ResultId, reason: str, season: int | None = None, declarers_hold: bool, rise: int, points: int
) -> None: ...
def _team(*, team: TeamId, name: str) -> None: ...
def _renamed(*, team: TeamId, name: str, old: str) -> None: ...
def _member(*, user: UserId, team: TeamId, name: str) -> None: ...


class AuditAction(MessageKeys):
    """The actions that the audit log records."""

    CREATED = Key(_name)
    EDITED = Key(_options)
    ARCHIVED = Key()
    MANAGER_ADDED = Key(_user)
    MANAGER_REMOVED = Key(_user)
    JOINED = Key(_entrant)
    LEFT = Key(_entrant)
    SEASON_OPENED = Key(_number)
    SEASON_CLOSED = Key(_number)
    SEASON_REOPENED = Key(_number)
    VOIDED = Key(_ruling)
    CORRECTED = Key(_correction)
    RESTORED = Key(_ruling)
    IMPORTED = Key(_results)
    ENTRIES_OPENED = Key()
    ENTRIES_CLOSED = Key()
    MANAGER_ROLE_ADDED = Key(_role)
    MANAGER_ROLE_REMOVED = Key(_role)
    CROWNED = Key(_champion)  # a champion was given the league's role
    UNCROWNED = Key(_champion)
    TEAM_FOUNDED = Key(_team)
    TEAM_RENAMED = Key(_renamed)
    TEAM_DISBANDED = Key(_team)
    MEMBER_CAME = Key(_member)
    MEMBER_WENT = Key(_member)
    SUBSTITUTE_CAME = Key(_member)
    SUBSTITUTE_WENT = Key(_member)
    CAPTAIN_CHANGED = Key(_member)


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """What a change adds to the audit log. The store adds the user and the time."""

    action: MessageKey[AuditAction, ...]
    facts: Mapping[str, Any]


def record(action: MessageKey[AuditAction, P], *_: P.args, **facts: P.kwargs) -> AuditRecord:
    """Return what the audit log records of an action."""
    return AuditRecord(action, {name: fact for name, fact in facts.items() if fact is not None})


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit log; `league` is None if it concerns no single league."""

    stamp: AuditStamp
    action: MessageKey[AuditAction, ...]
    league: LeagueId | None
    facts: Mapping[str, Any]

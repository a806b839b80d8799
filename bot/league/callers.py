"""Who asks for something, and what the trail says of it afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.league.ids import LeagueId, UserId


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. `admin`: whether he may manage the server, and with it all of its leagues."""

    user: UserId
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Who does it (None: it happens by itself) and when, in seconds since the epoch."""

    by: UserId | None
    at: float


class Deed(StrEnum):
    """What the trail knows of. The facts of each stand behind it."""

    CREATED = "created"  # name
    EDITED = "edited"  # the options that are another now
    ARCHIVED = "archived"
    MANAGER_ADDED = "manager_added"  # user
    MANAGER_REMOVED = "manager_removed"  # user
    JOINED = "joined"  # user or team
    LEFT = "left"  # user or team
    SEASON_OPENED = "season_opened"  # number
    SEASON_CLOSED = "season_closed"  # number
    VOIDED = "voided"  # result, reason; season: its number, where it was closed before
    CORRECTED = "corrected"  # result, reason, declarers_hold, rise, points; season, as above
    RESTORED = "restored"  # result, reason; season, as above
    IMPORTED = "imported"  # results: how many


@dataclass(frozen=True, slots=True)
class TrailLine:
    """One line of the trail: what was done, by whom (None: by itself), in which league (None: in no single one)."""

    act: Act
    deed: Deed
    league: LeagueId | None
    facts: Mapping[str, str | int | float | bool | None]
    """Ids and numbers, never names of people."""

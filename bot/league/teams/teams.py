"""Teams, teams that are being founded, and invitations into both, as frozen values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditRecord

MIN_NAME_LENGTH: Final = 1
MAX_NAME_LENGTH: Final = 32
MIN_TEAM_SIZE: Final = 2
"""The number of seats on a side at a table of four."""


class TeamRole(StrEnum):
    """The role of a user in a team."""

    MEMBER = "member"
    SUBSTITUTE = "substitute"


class InvitationAnswer(StrEnum):
    """How an invitation ended."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a user to join a team or, with a `founding`, a team that does not exist yet."""

    id: InvitationId
    guild: GuildId
    team_name: str
    user: UserId
    by: UserId
    role: TeamRole
    expires_at: float
    team: TeamId | None = None
    founding: FoundingId | None = None
    replaces: UserId | None = None
    """The member whose place the user takes."""
    answer: InvitationAnswer | None = None
    is_delivered: bool = False
    """Whether the invitation's message reached Discord."""

    def is_open(self, at: float) -> bool:
        """Return whether the invitation can be answered at this moment."""
        return self.answer is None and at < self.expires_at


@dataclass(frozen=True, slots=True)
class Team:
    """A named team of one server. If it has fewer members than seats, computer players take the other seats."""

    id: TeamId
    guild: GuildId
    name: str
    members: tuple[UserId, ...]
    """The ids of the members, ascending."""
    size: int
    """The number of seats on the team's side, such as 2 at a table of four and 3 at a table of six."""
    captain: UserId | None = None
    """The captain. None if each member may do what a captain may."""
    substitutes: tuple[UserId, ...] = ()
    """The ids of the substitutes, ascending."""
    invitations: tuple[Invitation, ...] = ()
    """The invitations without an answer, oldest first, and those that the team's latest change answered."""
    is_disbanded: bool = False

    def is_led_by(self, user: UserId) -> bool:
        """Return whether a user may do what a captain may."""
        return user in self.members and self.captain in {user, None}

    def find_invitation(self, user: UserId) -> Invitation | None:
        """Return a user's invitation that has no answer yet."""
        return next((one for one in self.invitations if one.user == user and one.answer is None), None)


@dataclass(frozen=True, slots=True)
class Founding:
    """A team that will exist once everybody invited has accepted."""

    id: FoundingId
    guild: GuildId
    name: str
    size: int
    founder: UserId
    expires_at: float
    invitations: tuple[Invitation, ...]
    """The invitations to the founding, one for each member except the founder."""
    is_over: bool = False
    """Whether the founding has ended, with or without a team."""

    @property
    def members(self) -> tuple[UserId, ...]:
        """The members of the team, ids ascending."""
        return tuple(sorted((self.founder, *(one.user for one in self.invitations))))

    @property
    def waiting_for(self) -> tuple[UserId, ...]:
        """The people who still have to answer their invitation."""
        return tuple(one.user for one in self.invitations if one.answer is None)


@dataclass(frozen=True, slots=True)
class Membership:
    """A period during which a user belonged to a team, in seconds since the epoch. Without an end it continues."""

    user: UserId
    role: TeamRole
    began_at: float
    ended_at: float | None = None


@dataclass(frozen=True, slots=True)
class TeamChanged:
    """A team after a change, and what the audit log records of it."""

    team: Team
    records: tuple[AuditRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundingChanged:
    """A founding after a change, and the team that it has formed, if any."""

    founding: Founding
    formed: TeamChanged | None = None


@dataclass(frozen=True, slots=True)
class KnownTeams:
    """What a change of a team must know about its server."""

    teams: tuple[Team, ...] = ()
    """All teams of the people concerned, including the team that changes."""
    namesake: Team | None = None
    """The team, if any, that already has the wanted name."""
    reserved: Founding | None = None
    """The founding, if any, that already has the wanted name."""

    def with_team(self, team: Team) -> "KnownTeams":
        """Return the known teams after a change of `team`."""
        return replace(self, teams=tuple(team if one.id == team.id else one for one in self.teams))


def list_members_at(history: Iterable[Membership], at: float) -> tuple[UserId, ...]:
    """Return the members at a moment, ids ascending."""
    return tuple(
        sorted(
            one.user
            for one in history
            if one.role is TeamRole.MEMBER and one.began_at <= at and (one.ended_at is None or at < one.ended_at)
        )
    )


def answer_invitations(
    invitations: Iterable[Invitation], answer: InvitationAnswer, only: InvitationId | None = None
) -> tuple[Invitation, ...]:
    """Give this answer to all open invitations or, with `only`, to the open invitation with this id."""
    return tuple(
        replace(one, answer=answer) if one.answer is None and only in {one.id, None} else one for one in invitations
    )

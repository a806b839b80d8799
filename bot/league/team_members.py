"""Who is in a team: invitations, teams that are being founded, and who was in it when."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.teams import Team

INVITATION_SECONDS: Final = 3 * 86_400.0
"""How long an invitation can be answered."""


class TeamRole(StrEnum):
    """What somebody is in a team."""

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
    """An invitation to a user into a team or, with a `founding`, into one that does not exist yet."""

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
    """Whether its message reached Discord."""


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

    @property
    def waiting_for(self) -> tuple[UserId, ...]:
        """Those who have not answered yet."""
        return tuple(one.user for one in self.invitations if one.answer is None)


@dataclass(frozen=True, slots=True)
class Spell:
    """That a user was in a team, from when to when. Times are seconds since the epoch; None: still."""

    user: UserId
    role: TeamRole
    began_at: float
    ended_at: float | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """What accepting an invitation led to. `team` None: others still have to accept."""

    invitation: Invitation
    team: Team | None
    founding: Founding | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """That a user has left a team; `disbanded`: it could not go on without them."""

    team: Team
    disbanded: bool

"""What the league keeps about teams, as protocols that it owns. Each method is one unit of work, as in `ports.py`."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.ids import (
    FoundingId,
    GuildId,
    InvitationId,
    LeagueId,
    TableId,
    TeamId,
    UserId,
)
from bot.league.audit_log import AuditStamp
from bot.league.ladder import Ladder, Progress, TeamSquad
from bot.league.leagues import LeagueInfo
from bot.league.start_match import StartingTeam
from bot.league.team_members import Accepted, Departure, Founding, Invitation, Spell, TeamRole
from bot.league.teams import Team
from engine.model.rules import Rules


class TeamStore(Protocol):
    """Teams, their substitutes and their progress."""

    async def add_team(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp
    ) -> Team:
        """Save a new team with an audit entry; `stamp.by` becomes its captain, if they are a member."""

    async def rename_team(self, team: TeamId, name: str, stamp: AuditStamp) -> Team:
        """Give a team another name, with an audit entry."""

    async def disband_team(self, team: TeamId, stamp: AuditStamp) -> None:
        """Free a team's name and members for other teams, with an audit entry; its results stay."""

    async def list_substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the substitutes of those of these teams that have any."""

    async def find_team(self, team: TeamId) -> Team | None:
        """Return a team that has not been disbanded."""

    async def find_team_by_name(self, guild: GuildId, name: str) -> Team | None:
        """Return the team of a server with this name (by `name_key`)."""

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams of a user, oldest first; `guild` None: in all servers."""

    async def list_teams(self, guild: GuildId) -> Sequence[Team]:
        """Return all teams of a server, oldest first."""

    async def list_progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        """Return the progress of those teams of a server that have played on a ladder."""

    async def list_progress(self, team: TeamId) -> Sequence[Progress]:
        """Return a team's progress on each ladder that it has played on, most deals first."""

    async def list_ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""


class TableTeamStore(Protocol):
    """The teams at tables, read only."""

    async def find_starting_teams(
        self, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None
    ) -> Sequence[StartingTeam]:
        """Return the teams that would start a match with these people; see `start_match.find_starting_teams`."""

    async def list_squads_among(self, guild: GuildId, size: int, users: Sequence[UserId]) -> Sequence[TeamSquad]:
        """Return the teams of this size that two of these users or more may play for, oldest first."""

    async def list_playing_teams(self, table: TableId) -> Sequence[tuple[int, TeamId]]:
        """Return the teams that climb at a table, each with its side."""


class TeamMemberStore(Protocol):
    """Who is in a team, who is invited, and who was in it when. Changes also write audit entries."""

    async def add_founding(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp, expires_at: float
    ) -> Founding:
        """Save a team to be founded by `stamp.by`, with invitations; return the same founding if it is under way."""

    async def end_founding(self, founding: FoundingId, by: UserId, at: float) -> Founding | None:
        """Give up a founding of this user, with its invitations; None: it is over, or another's."""

    async def list_foundings(self, guild: GuildId, at: float) -> Sequence[Founding]:
        """Return the teams of a server that are being founded, oldest first."""

    async def add_invitation(
        self, team: TeamId, user: UserId, role: TeamRole, replaces: UserId | None, stamp: AuditStamp, expires_at: float
    ) -> tuple[Invitation, bool]:
        """Invite a user into a team; False: they are invited already, and that invitation is returned."""

    async def find_invitation(self, invitation: InvitationId) -> Invitation | None:
        """Return an invitation, however it was answered."""

    async def accept_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Accepted:
        """Accept an invitation; the last acceptance of a founding makes the team."""

    async def decline_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Invitation:
        """Decline an invitation; that ends a founding."""

    async def withdraw_invitation(self, team: TeamId, user: UserId, at: float) -> bool:
        """Withdraw the open invitation of a user into a team; False: there is none."""

    async def mark_delivered(self, invitation: InvitationId, at: float) -> None:
        """Save that an invitation's message reached Discord."""

    async def list_invitations(
        self, at: float, *, user: UserId | None = None, team: TeamId | None = None
    ) -> Sequence[Invitation]:
        """Return the open invitations of a user, or into a team, oldest first."""

    async def remove_member(self, team: TeamId, user: UserId, stamp: AuditStamp, *, leaving: bool) -> Departure:
        """Remove a member; with `leaving`, a team that cannot go on is disbanded instead of refused."""

    async def remove_substitute(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        """Remove a substitute; False: they were none."""

    async def set_captain(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        """Make a member the captain; False: they were it already."""

    async def move_member(self, team: TeamId, target: TeamId, user: UserId, stamp: AuditStamp) -> tuple[Team, Team]:
        """Move a member from one team into another, in one step."""

    async def list_spells(self, team: TeamId) -> Sequence[Spell]:
        """Return who was in a team when, oldest first."""

    async def list_members_at(self, teams: Sequence[TeamId], at: float) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the members that these teams had at a moment, disbanded teams too."""

    async def list_leagues_of_team(self, team: TeamId) -> Sequence[LeagueInfo]:
        """Return the open leagues that a team has joined, oldest first."""

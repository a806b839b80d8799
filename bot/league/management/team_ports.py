"""What the league needs from the store about teams. Each method is one transaction."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from bot.ids import FoundingId, GuildId, InvitationId, LeagueId, TableId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.teams.ladder import Progress, StartingTeam, TeamSquad
from bot.league.teams.teams import Founding, FoundingChanged, Invitation, KnownTeams, Membership, Team, TeamChanged
from engine.model.rules import Rules

TeamChange = Callable[[Team, KnownTeams], TeamChanged]
"""A pure function that changes a team. The `KnownTeams` tell it about other teams of the server."""
FoundingChange = Callable[[Founding, KnownTeams], FoundingChanged]


class TeamStore(Protocol):
    """Stores teams and their progress, teams that are being founded, and invitations into both.

    A change may run in another thread, so it must only compute. Expired invitations and foundings end before it runs.
    """

    async def update_teams(
        self,
        teams: Sequence[TeamId],
        stamp: AuditStamp,
        change: Callable[[Sequence[Team], KnownTeams], Sequence[TeamChanged]],
        name: str | None = None,
    ) -> Sequence[tuple[Team, Team]] | None:
        """Change teams of one server. Return each team before and after; None if one is missing or disbanded.

        If a team gets a new name, pass it as `name`. Then `KnownTeams` says which team already has that name.
        """

    async def update_founding(
        self, founding: FoundingId | Founding, stamp: AuditStamp, change: FoundingChange
    ) -> FoundingChanged | None:
        """Change a stored or new founding. If this forms the team, save it. Return None if the founding is over."""

    async def mark_delivered(self, invitation: InvitationId, at: float) -> None:
        """Save that an invitation's message reached Discord."""

    async def list_teams(
        self,
        guild: GuildId | None = None,
        user: UserId | None = None,
        *,
        name: str | None = None,
        team: TeamId | None = None,
    ) -> Sequence[Team]:
        """Return teams that are not disbanded, oldest first. `user` selects by member, `name` by name (`name_key`)."""

    async def list_memberships(self, teams: Sequence[TeamId]) -> Mapping[TeamId, Sequence[Membership]]:
        """Return the periods during which users belonged to these teams, disbanded or not, oldest first."""

    async def list_foundings(self, guild: GuildId, at: float) -> Sequence[Founding]:
        """Return the teams of a server that are being founded, oldest first."""

    async def list_invitations(self, user: UserId, at: float | None = None) -> Sequence[Invitation]:
        """Return the invitations to a user, oldest first; with `at`, only those that are open at this moment."""

    async def list_progress(self, guild: GuildId | None = None, *, table: TableId | None = None) -> Sequence[Progress]:
        """Return the progress of a server's teams on all ladders or, with `table`, of the teams that climb there."""

    async def find_starting_teams(
        self, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None
    ) -> Sequence[StartingTeam]:
        """Return the teams that would start a match with these people; see `start_match.find_starting_teams`."""

    async def list_squads_among(self, guild: GuildId, size: int, users: Sequence[UserId]) -> Sequence[TeamSquad]:
        """Return the teams of this size, oldest first, for which at least two of these users may play."""

"""What the league needs from outside, as a protocol that it owns."""

from collections.abc import Sequence
from typing import Protocol

from bot.league.ids import GuildId, TeamId, UserId
from bot.league.ladder import Ladder, Progress
from bot.league.teams import Team


class LeagueStore(Protocol):
    """Where teams and their progress are kept. Every method is one unit of work: whole or not at all."""

    async def add_team(self, guild: GuildId, name: str, members: Sequence[UserId], size: int, at: float) -> Team:
        """Keep a new team; `at` is seconds since the epoch.

        Raises:
            LeagueRefused: the name is taken (`name_key`), these people are a team of this size, or somebody is
                in too many teams.
        """

    async def rename_team(self, team: TeamId, name: str) -> Team:
        """Give a team another name and return it.

        Raises:
            LeagueRefused: the name is taken, or there is no such team.
        """

    async def disband_team(self, team: TeamId, at: float) -> None:
        """Let a team play no more: its name and its people are free again, its results stay.

        Raises:
            LeagueRefused: there is no such team.
        """

    async def team(self, team: TeamId) -> Team | None:
        """Return a team that has not been disbanded."""

    async def team_named(self, guild: GuildId, name: str) -> Team | None:
        """Return the team of a server that goes by this name (`name_key`)."""

    async def teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams a person is in, oldest first; `guild` None: of all servers."""

    async def teams_in(self, guild: GuildId) -> Sequence[Team]:
        """Return all teams of a server, oldest first."""

    async def progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        """Return how far the teams of a server have come on a ladder, as far as they have played on it."""

    async def progress_of(self, team: TeamId) -> Sequence[Progress]:
        """Return how far a team has come on each ladder that it has played on, most deals first."""

    async def ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""

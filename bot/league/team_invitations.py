"""Consent: teams are founded, and people join them, by invitations that they accept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.access import Caller, LeagueAccess
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_access import TeamAccess
from bot.league.team_members import INVITATION_SECONDS, Accepted, Founding, Invitation, TeamRole
from bot.league.team_ports import TeamMemberStore, TeamStore
from bot.league.teams import MIN_TEAM_SIZE, Team, normalize_name, validate_members


@dataclass(frozen=True, slots=True)
class TeamInvitations:
    """The service's part for founding teams and inviting people. Invitations expire after `INVITATION_SECONDS`."""

    _store: TeamMemberStore
    _teams: TeamStore
    _team_access: TeamAccess
    _access: LeagueAccess

    async def found_team(
        self, caller: Caller, guild: GuildId, name: str, others: Iterable[UserId], size: int = MIN_TEAM_SIZE
    ) -> Team | Founding:
        """Found a team of the caller and `others`, who must accept first; alone it exists at once.

        The same founding again returns the one under way.

        Raises:
            LeagueRefused: the name or the members are invalid or taken.
        """
        people = validate_members({caller.user, *others}, size)
        stamp = self._access.stamp(caller)
        if people == (caller.user,):
            return await self._teams.add_team(guild, normalize_name(name), people, size, stamp)
        until = stamp.at + INVITATION_SECONDS
        return await self._store.add_founding(guild, normalize_name(name), people, size, stamp, until)

    async def give_up_founding(self, caller: Caller, founding: FoundingId) -> Founding:
        """Give up a founding of the caller.

        Raises:
            LeagueRefused: NO_INVITATION (it is over, or another's).
        """
        ended = await self._store.end_founding(founding, caller.user, self._access.now())
        if ended is None:
            raise LeagueRefused(LeagueRefusal.NO_INVITATION)
        return ended

    async def list_foundings(self, guild: GuildId) -> Sequence[Founding]:
        """Return the teams of a server that wait for somebody to accept."""
        return await self._store.list_foundings(guild, self._access.now())

    async def invite(
        self,
        caller: Caller,
        guild: GuildId,
        team: TeamId,
        user: UserId,
        role: TeamRole = TeamRole.MEMBER,
        replaces: UserId | None = None,
    ) -> tuple[Invitation, bool]:
        """Invite a user; with `replaces` into a member's place. False: they are invited already.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER, IS_MEMBER, IS_SUBSTITUTE, NOT_IN_TEAM, TEAM_FULL,
                TOO_MANY_SUBSTITUTES, ALREADY_INVITED (to another place).
        """
        await self._team_access.require_captain(caller, guild, team)
        stamp = self._access.stamp(caller)
        return await self._store.add_invitation(team, user, role, replaces, stamp, stamp.at + INVITATION_SECONDS)

    async def get_invitation(self, caller: Caller, invitation: InvitationId) -> Invitation:
        """Return an invitation to the caller.

        Raises:
            LeagueRefused: NO_INVITATION (none such, or to somebody else).
        """
        found = await self._store.find_invitation(invitation)
        if found is None or found.user != caller.user:
            raise LeagueRefused(LeagueRefusal.NO_INVITATION)
        return found

    async def accept(self, caller: Caller, invitation: InvitationId) -> Accepted:
        """Accept an invitation to the caller.

        Raises:
            LeagueRefused: NO_INVITATION, INVITATION_OVER, NO_TEAM, IS_MEMBER, TEAM_FULL, TOO_MANY_TEAMS, TEAM_EXISTS,
                NAME_TAKEN, TOO_MANY_SUBSTITUTES.
        """
        await self.get_invitation(caller, invitation)
        return await self._store.accept_invitation(invitation, self._access.stamp(caller))

    async def decline(self, caller: Caller, invitation: InvitationId) -> Invitation:
        """Decline an invitation to the caller; a team that was being founded will not exist.

        Raises:
            LeagueRefused: NO_INVITATION, INVITATION_OVER.
        """
        await self.get_invitation(caller, invitation)
        return await self._store.decline_invitation(invitation, self._access.stamp(caller))

    async def withdraw(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> bool:
        """Withdraw an invitation into a team; False: there is none.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER.
        """
        await self._team_access.require_captain(caller, guild, team)
        return await self._store.withdraw_invitation(team, user, self._access.now())

    async def mark_delivered(self, invitation: InvitationId) -> None:
        """Save that an invitation's message reached Discord, so that it is not sent again."""
        await self._store.mark_delivered(invitation, self._access.now())

    async def list_invitations(self, user: UserId) -> Sequence[Invitation]:
        """Return the invitations that a user can answer, in all servers."""
        return await self._store.list_invitations(self._access.now(), user=user)

    async def list_invited(self, team: TeamId) -> Sequence[Invitation]:
        """Return the open invitations into a team."""
        return await self._store.list_invitations(self._access.now(), team=team)

"""Founds teams and lets people join them, by invitations that these people must accept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import UNSAVED, FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.access import Caller, LeagueAccess
from bot.league.leagues.leagues import DAY_SECONDS
from bot.league.management.manage_teams import TeamManagement
from bot.league.management.team_ports import FoundingChange, TeamStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import founding_changes, team_changes
from bot.league.teams.team_checks import normalize_name, validate_members
from bot.league.teams.teams import MIN_TEAM_SIZE, Founding, FoundingChanged, Invitation, Team, TeamRole

INVITATION_SECONDS: Final = 3 * DAY_SECONDS


@dataclass(frozen=True, slots=True)
class Accepted:
    """The result of accepting an invitation. `team` is None until everybody has accepted."""

    invitation: Invitation
    team: Team | None
    founding: Founding | None = None


@dataclass(frozen=True, slots=True)
class TeamInvitations:
    """The part of the league service that founds teams and invites. Invitations expire after `INVITATION_SECONDS`."""

    _store: TeamStore
    _teams: TeamManagement
    _access: LeagueAccess

    async def found_team(
        self, caller: Caller, guild: GuildId, name: str, others: Iterable[UserId], size: int = MIN_TEAM_SIZE
    ) -> Team | Founding:
        """Begin to found a team. It exists once all `others` accept. A repeated call begins no second founding."""
        people = validate_members({caller.user, *others}, size)
        stamp = self._access.stamp(caller)
        until = stamp.at + INVITATION_SECONDS
        draft = founding_changes.draft(guild, normalize_name(name), people, size, caller.user, until)
        started = await self._store.update_founding(draft, stamp, founding_changes.start)
        assert started is not None
        return started.founding if started.formed is None else started.formed.team

    async def give_up_founding(self, caller: Caller, founding: FoundingId) -> Founding:
        """End a founding that the caller began."""
        ended = await self._store.update_founding(
            founding, self._access.stamp(caller), lambda now, _: founding_changes.give_up(now, caller.user)
        )
        return LeagueRefused.require_found(ended, LeagueRefusal.NO_INVITATION).founding

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
        """Invite a user, who may replace a member of the team. Return the invitation, and whether it is new."""
        until = self._access.now() + INVITATION_SECONDS
        draft = Invitation(InvitationId(UNSAVED), guild, "", user, caller.user, role, until, replaces=replaces)
        before, after = await self._teams.lead(caller, guild, team, lambda now, _: team_changes.invite(now, draft))
        invitation = after.find_invitation(user)
        assert invitation is not None
        return invitation, before.find_invitation(user) is None

    async def accept(self, caller: Caller, invitation: InvitationId) -> Accepted:
        """Accept an invitation to the caller."""
        found = await self._get_open_invitation(caller, invitation)
        if found.team is not None:
            _, team = await self._teams.change(
                caller, found.team, lambda now, known: team_changes.accept(now, found.id, known)
            )
            return Accepted(found, team)
        by_founder = AuditStamp(found.by, self._access.now())
        changed = await self._update_founding(
            found, by_founder, lambda now, known: founding_changes.accept(now, found.id, known)
        )
        return Accepted(found, None if changed.formed is None else changed.formed.team, changed.founding)

    async def decline(self, caller: Caller, invitation: InvitationId) -> Invitation:
        """Decline an invitation to the caller. If the team does not exist yet, this ends its founding."""
        found = await self._get_open_invitation(caller, invitation)
        if found.team is not None:
            await self._teams.change(caller, found.team, lambda now, _: team_changes.decline(now, found.id))
        else:
            stamp = self._access.stamp(caller)
            await self._update_founding(found, stamp, lambda now, _: founding_changes.decline(now, found.id))
        return found

    async def withdraw(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> bool:
        """Withdraw a user's invitation into a team; return False if there is none."""
        before, _ = await self._teams.lead(caller, guild, team, lambda now, _: team_changes.withdraw(now, user))
        return before.find_invitation(user) is not None

    async def mark_delivered(self, invitation: InvitationId) -> None:
        """Save that an invitation's message reached Discord, so that it is not sent again."""
        await self._store.mark_delivered(invitation, self._access.now())

    async def list_invitations(self, user: UserId) -> Sequence[Invitation]:
        """Return the invitations that a user can answer, in all servers."""
        return await self._store.list_invitations(user, self._access.now())

    def list_invited(self, team: Team) -> Sequence[Invitation]:
        """Return a team's invitations that can still be answered."""
        now = self._access.now()
        return [one for one in team.invitations if one.is_open(now)]

    async def _get_open_invitation(self, caller: Caller, invitation: InvitationId) -> Invitation:
        own = (one for one in await self._store.list_invitations(caller.user) if one.id == invitation)
        found = LeagueRefused.require_found(next(own, None), LeagueRefusal.NO_INVITATION)
        if not found.is_open(self._access.now()):
            raise LeagueRefused(LeagueRefusal.INVITATION_OVER, name=found.team_name)
        return found

    async def _update_founding(
        self, invitation: Invitation, stamp: AuditStamp, change: FoundingChange
    ) -> FoundingChanged:
        assert invitation.founding is not None
        changed = await self._store.update_founding(invitation.founding, stamp, change)
        return LeagueRefused.require_found(changed, LeagueRefusal.INVITATION_OVER, name=invitation.team_name)

"""Pure functions that rename, disband and otherwise change teams. If nothing changes, they return the same team."""

from collections.abc import Sequence
from dataclasses import replace

from bot.ids import UNSAVED, InvitationId, UserId
from bot.league.audit_log import AuditAction, record
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import team_checks
from bot.league.teams.teams import (
    Invitation,
    InvitationAnswer,
    KnownTeams,
    Team,
    TeamChanged,
    TeamRole,
    answer_invitations,
)


def rename(team: Team, name: str, known: KnownTeams) -> TeamChanged:
    """Return the team with another name. Raises LeagueRefused: NAME_TAKEN."""
    if team.name == name:
        return TeamChanged(team)
    team_checks.require_free_name(known, team=team.id)
    entry = record(AuditAction.TEAM_RENAMED, team=team.id, name=name, old=team.name)
    return TeamChanged(replace(team, name=name), (entry,))


def set_captain(team: Team, user: UserId) -> TeamChanged:
    """Return the team with a member as its captain. Raises LeagueRefused: NOT_IN_TEAM."""
    if user not in team.members:
        raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=team.name)
    if user == team.captain:
        return TeamChanged(team)
    entry = record(AuditAction.CAPTAIN_CHANGED, user=user, team=team.id, name=team.name)
    return TeamChanged(replace(team, captain=user), (entry,))


def disband(team: Team) -> TeamChanged:
    """Return the team disbanded and its invitations withdrawn. Other teams may then take its name and its members."""
    withdrawn = answer_invitations(team.invitations, InvitationAnswer.WITHDRAWN)
    entry = record(AuditAction.TEAM_DISBANDED, team=team.id, name=team.name)
    return TeamChanged(replace(team, invitations=withdrawn, is_disbanded=True), (entry,))


def invite(team: Team, invitation: Invitation) -> TeamChanged:
    """Return the team with an invitation that the user could accept now. A repeated invitation changes nothing.

    Raises LeagueRefused: ALREADY_INVITED (to another place), IS_MEMBER, NOT_IN_TEAM, TEAM_FULL, IS_SUBSTITUTE,
    TOO_MANY_SUBSTITUTES.
    """
    there = team.find_invitation(invitation.user)
    if there is None:
        team_checks.require_place(team, invitation)
        new = replace(invitation, id=InvitationId(UNSAVED), team=team.id, team_name=team.name)
        return TeamChanged(replace(team, invitations=(*team.invitations, new)))
    if (there.role, there.replaces) != (invitation.role, invitation.replaces):
        raise LeagueRefused(LeagueRefusal.ALREADY_INVITED, name=team.name)
    return TeamChanged(team)


def withdraw(team: Team, user: UserId) -> TeamChanged:
    """Return the team with its invitation to a user withdrawn, if there is one."""
    there = team.find_invitation(user)
    return TeamChanged(team) if there is None else TeamChanged(_answer(team, there.id, InvitationAnswer.WITHDRAWN))


def decline(team: Team, invitation: InvitationId) -> TeamChanged:
    """Return the team with an invitation declined. Raises LeagueRefused: INVITATION_OVER."""
    team_checks.require_invitation(team.invitations, invitation, team.name)
    return TeamChanged(_answer(team, invitation, InvitationAnswer.DECLINED))


def accept(team: Team, invitation: InvitationId, known: KnownTeams) -> TeamChanged:
    """Return the team with the invited user. If the member whom they replace is gone, they take an empty place.

    Raises LeagueRefused: INVITATION_OVER, and as for `join`.
    """
    invited = team_checks.require_invitation(team.invitations, invitation, team.name)
    answered = _answer(team, invitation, InvitationAnswer.ACCEPTED)
    if invited.replaces not in team.members:
        return join(answered, invited.user, invited.role, known)
    team_checks.require_no_member(team, invited.user)
    return _add_member(answered, invited.user, known, instead_of=invited.replaces)


def join(team: Team, user: UserId, role: TeamRole, known: KnownTeams) -> TeamChanged:
    """Return the team with one more member or substitute. A substitute may become a member.

    Raises LeagueRefused: IS_MEMBER, TEAM_FULL, TOO_MANY_TEAMS, TEAM_EXISTS, TOO_MANY_SUBSTITUTES.
    """
    team_checks.require_no_member(team, user)
    if role is TeamRole.MEMBER:
        team_checks.require_room_for_member(team)
        return _add_member(team, user, known)
    if user in team.substitutes:
        return TeamChanged(team)
    team_checks.require_room_for_substitute(team)
    entry = record(AuditAction.SUBSTITUTE_CAME, user=user, team=team.id, name=team.name)
    return TeamChanged(replace(team, substitutes=tuple(sorted((*team.substitutes, user)))), (entry,))


def _add_member(team: Team, user: UserId, known: KnownTeams, instead_of: UserId | None = None) -> TeamChanged:
    team_checks.require_few_teams((user,), known)
    before = _drop_substitute(team, user) if user in team.substitutes else TeamChanged(team)
    records = [*before.records]
    if instead_of is not None:
        records.append(record(AuditAction.MEMBER_WENT, user=instead_of, team=team.id, name=team.name))
    records.append(record(AuditAction.MEMBER_CAME, user=user, team=team.id, name=team.name))
    members = [one for one in (*team.members, user) if one != instead_of]
    return TeamChanged(_with_members(before.team, members, known), tuple(records))


def remove(team: Team, user: UserId, known: KnownTeams) -> TeamChanged:
    """Return the team without a member or substitute. Raises LeagueRefused: NOT_IN_TEAM, LAST_MEMBER, TEAM_EXISTS."""
    return _drop_substitute(team, user) if user in team.substitutes else _drop_member(team, user, known)


def leave(team: Team, user: UserId, known: KnownTeams) -> TeamChanged:
    """Return the team without a user. A team that cannot go on is disbanded. Raises LeagueRefused: NOT_IN_TEAM."""
    others = tuple(one for one in team.members if one != user)
    # a team without members, or with the same members as another team, cannot go on
    is_needed = not others or team_checks.find_same_members(others, team.size, known, team.id) is not None
    return disband(team) if user in team.members and is_needed else remove(team, user, known)


def move(left: Team, joined: Team, user: UserId, known: KnownTeams) -> tuple[TeamChanged, TeamChanged]:
    """Return two teams after a member of `left` has become a member of `joined`.

    Raises LeagueRefused: NOT_IN_TEAM, LAST_MEMBER, TEAM_EXISTS, IS_MEMBER, TEAM_FULL, TOO_MANY_TEAMS.
    """
    without = _drop_member(left, user, known)
    return without, join(joined, user, TeamRole.MEMBER, known.with_team(without.team))


def _drop_member(team: Team, user: UserId, known: KnownTeams) -> TeamChanged:
    if user not in team.members:
        raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=team.name)
    if team.members == (user,):
        raise LeagueRefused(LeagueRefusal.LAST_MEMBER, name=team.name)
    entry = record(AuditAction.MEMBER_WENT, user=user, team=team.id, name=team.name)
    return TeamChanged(_with_members(team, [one for one in team.members if one != user], known), (entry,))


def _drop_substitute(team: Team, user: UserId) -> TeamChanged:
    entry = record(AuditAction.SUBSTITUTE_WENT, user=user, team=team.id, name=team.name)
    return TeamChanged(replace(team, substitutes=tuple(one for one in team.substitutes if one != user)), (entry,))


def _with_members(team: Team, members: Sequence[UserId], known: KnownTeams) -> Team:
    team_checks.require_other_members(members, team.size, known, team.id)
    captain = team.captain if team.captain in members else None
    return replace(team, members=tuple(sorted(members)), captain=captain)


def _answer(team: Team, invitation: InvitationId, answer: InvitationAnswer) -> Team:
    return replace(team, invitations=answer_invitations(team.invitations, answer, invitation))

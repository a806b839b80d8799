"""Checks of teams that are founded or changed. A check that fails raises `LeagueRefused`."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ids import FoundingId, InvitationId, TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import (
    MAX_NAME_LENGTH,
    MIN_NAME_LENGTH,
    MIN_TEAM_SIZE,
    Invitation,
    KnownTeams,
    Team,
    TeamRole,
)
from bot.names import compose_name, is_plain, is_readable

MAX_TEAM_SIZE: Final = 6
"""The number of seats on a side at a table of twelve."""
MAX_TEAMS_PER_USER: Final = 20
"""The most teams of one server of which a user may be a member."""
MAX_SUBSTITUTES: Final = 6


def require_place(team: Team, invitation: Invitation) -> None:
    """Refuse an invitation that could not be accepted now."""
    require_no_member(team, invitation.user)
    if invitation.role is TeamRole.SUBSTITUTE:
        if invitation.user in team.substitutes:
            raise LeagueRefused(LeagueRefusal.IS_SUBSTITUTE, name=team.name)
        require_room_for_substitute(team)
    elif invitation.replaces is None:
        require_room_for_member(team)
    elif invitation.replaces not in team.members:
        raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=team.name)


def require_no_member(team: Team, user: UserId) -> None:
    """Refuse a user who is a member already."""
    if user in team.members:
        raise LeagueRefused(LeagueRefusal.IS_MEMBER, name=team.name)


def require_room_for_member(team: Team) -> None:
    """Refuse a full team."""
    if len(team.members) >= team.size:
        raise LeagueRefused(LeagueRefusal.TEAM_FULL, name=team.name, size=team.size)


def require_room_for_substitute(team: Team) -> None:
    """Refuse a team that has as many substitutes as allowed."""
    if len(team.substitutes) >= MAX_SUBSTITUTES:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_SUBSTITUTES, limit=MAX_SUBSTITUTES)


def require_invitation(invitations: Sequence[Invitation], id_: InvitationId, name: str) -> Invitation:
    """Return the invitation with this id; refuse if it is over."""
    found = next((one for one in invitations if one.id == id_ and one.answer is None), None)
    return LeagueRefused.require_found(found, LeagueRefusal.INVITATION_OVER, name=name)


def require_free_name(known: KnownTeams, team: TeamId | None = None, founding: FoundingId | None = None) -> None:
    """Refuse a name that another team or founding has."""
    for other, own in ((known.namesake, team), (known.reserved, founding)):
        if other is not None and other.id != own:
            raise LeagueRefused(LeagueRefusal.NAME_TAKEN, name=other.name)


def require_other_members(members: Sequence[UserId], size: int, known: KnownTeams, but: TeamId | None = None) -> None:
    """Refuse members who already form another team of this size."""
    same = find_same_members(members, size, known, but)
    if same is not None:
        raise LeagueRefused(LeagueRefusal.TEAM_EXISTS, name=same.name)


def require_few_teams(users: Sequence[UserId], known: KnownTeams) -> None:
    """Refuse users who are already members of as many teams as allowed."""
    for user in users:
        if sum(user in one.members for one in known.teams) >= MAX_TEAMS_PER_USER:
            raise LeagueRefused(LeagueRefusal.TOO_MANY_TEAMS, limit=MAX_TEAMS_PER_USER, user=user)


def find_same_members(members: Sequence[UserId], size: int, known: KnownTeams, but: TeamId | None) -> Team | None:
    """Return a team of this size with exactly these members; None if there is none. The team `but` is ignored."""
    alike = (one for one in known.teams if one.size == size and set(one.members) == set(members))
    return next((one for one in alike if one.id != but), None)


def normalize_name(text: str) -> str:
    """Return a name as it is stored. Raises LeagueRefused: NAME_LENGTH, NAME_CHARACTERS, NAME_MARKUP."""
    name = compose_name(text)
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise LeagueRefused(
            LeagueRefusal.NAME_LENGTH, shortest=MIN_NAME_LENGTH, longest=MAX_NAME_LENGTH, given=len(name)
        )
    if not is_readable(name):
        raise LeagueRefused(LeagueRefusal.NAME_CHARACTERS)
    if not is_plain(name):
        raise LeagueRefused(LeagueRefusal.NAME_MARKUP)
    return name


def validate_members(members: Iterable[UserId], size: int) -> tuple[UserId, ...]:
    """Return a team's members, each once, ids ascending. Raises LeagueRefused: TOO_MANY_MEMBERS, BAD_SIZE."""
    people = tuple(sorted(set(members)))
    if not MIN_TEAM_SIZE <= size <= MAX_TEAM_SIZE:
        raise LeagueRefused(LeagueRefusal.BAD_SIZE, smallest=MIN_TEAM_SIZE, largest=MAX_TEAM_SIZE, given=size)
    if len(people) > size:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_MEMBERS, size=size, given=len(people))
    return people

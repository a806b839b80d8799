"""Pure functions that begin, answer and end a founding, which is a team that does not exist yet."""

from dataclasses import replace

from bot.ids import UNSAVED, FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditAction, record
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.team_checks import require_few_teams, require_free_name, require_invitation, require_other_members
from bot.league.teams.teams import (
    Founding,
    FoundingChanged,
    Invitation,
    InvitationAnswer,
    KnownTeams,
    Team,
    TeamChanged,
    TeamRole,
    answer_invitations,
)


def draft(guild: GuildId, name: str, members: tuple[UserId, ...], size: int, by: UserId, until: float) -> Founding:
    """Return a new founding by one of `members`. It invites the other members until the time `until`."""
    invitations = (
        Invitation(InvitationId(UNSAVED), guild, name, user, by, TeamRole.MEMBER, until)
        for user in members
        if user != by
    )
    return Founding(FoundingId(UNSAVED), guild, name, size, by, until, tuple(invitations))


def start(founding: Founding, known: KnownTeams) -> FoundingChanged:
    """Begin a founding. If nobody has to accept, the team is formed at once.

    A repeated call returns the founding already begun. Raises LeagueRefused: TEAM_EXISTS, NAME_TAKEN, TOO_MANY_TEAMS.
    """
    there, wanted = known.reserved, (founding.founder, founding.members, founding.size)
    if there is not None and (there.founder, there.members, there.size) == wanted:
        return FoundingChanged(there)
    if not founding.waiting_for:
        return _complete(founding, known)
    _require_possible(founding, known)
    return FoundingChanged(founding)


def accept(founding: Founding, invitation: InvitationId, known: KnownTeams) -> FoundingChanged:
    """Return the founding with an invitation accepted. The last acceptance forms the team.

    Raises LeagueRefused: INVITATION_OVER, TEAM_EXISTS, NAME_TAKEN, TOO_MANY_TEAMS.
    """
    answered = _answer(founding, invitation, InvitationAnswer.ACCEPTED)
    return FoundingChanged(answered) if answered.waiting_for else _complete(answered, known)


def decline(founding: Founding, invitation: InvitationId) -> FoundingChanged:
    """Return the founding as ended, because an invited user declines. Raises LeagueRefused: INVITATION_OVER."""
    return FoundingChanged(_end(_answer(founding, invitation, InvitationAnswer.DECLINED)))


def give_up(founding: Founding, user: UserId) -> FoundingChanged:
    """Return the founding as ended by its founder. Raises LeagueRefused: NO_INVITATION, if somebody else founded it."""
    if founding.founder != user:
        raise LeagueRefused(LeagueRefusal.NO_INVITATION)
    return FoundingChanged(_end(founding))


def _complete(founding: Founding, known: KnownTeams) -> FoundingChanged:
    """Return the founding as ended, with the team that it has formed. Its founder is the captain."""
    _require_possible(founding, known)
    who = founding.members, founding.size, founding.founder
    team = Team(TeamId(UNSAVED), founding.guild, founding.name, *who)
    entry = record(AuditAction.TEAM_FOUNDED, team=team.id, name=team.name)
    return FoundingChanged(replace(founding, is_over=True), TeamChanged(team, (entry,)))


def _require_possible(founding: Founding, known: KnownTeams) -> None:
    require_other_members(founding.members, founding.size, known)
    require_free_name(known, founding=founding.id)
    require_few_teams(founding.members, known)


def _answer(founding: Founding, invitation: InvitationId, answer: InvitationAnswer) -> Founding:
    require_invitation(founding.invitations, invitation, founding.name)
    return replace(founding, invitations=answer_invitations(founding.invitations, answer, invitation))


def _end(founding: Founding) -> Founding:
    withdrawn = answer_invitations(founding.invitations, InvitationAnswer.WITHDRAWN)
    return replace(founding, invitations=withdrawn, is_over=True)

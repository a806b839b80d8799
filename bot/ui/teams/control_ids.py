"""The ids of the controls of teams."""

from bot.ids import FoundingId, InvitationId, TeamId
from bot.ui.core.messages.custom_id_codec import ControlId


class DisbandTeam(ControlId, route="team:disband"):
    """Disbands a team."""

    team: int


class KeepTeam(ControlId, route="team:keep"):
    """Leaves a team as it is."""


class LeaveTeam(ControlId, route="team:leave"):
    """Takes the user out of a team."""

    team: TeamId


class AnswerInvitation(ControlId, route="team:answer"):
    """Accepts or declines an invitation."""

    invitation: InvitationId
    accepts: bool


class GiveUpFounding(ControlId, route="team:giveup"):
    """Gives up a team that is being founded."""

    founding: FoundingId

"""The ids of the controls of teams."""

from enum import StrEnum

from bot.ids import FoundingId, InvitationId, TeamId, UserId
from bot.ui.core.messages.custom_id_codec import ControlId


class TeamAction(StrEnum):
    """What a control of a team's panel shows or does."""

    SHOW = "show"  # also a select of teams
    LIST = "list"
    INVITATIONS = "invitations"
    NEW = "new"  # the form of a new team
    LEAVE = "leave"  # asks for confirmation, as REMOVE, CAPTAIN and DISBAND do
    MANAGE = "manage"
    INVITE = "invite"  # a picker of people
    SUBSTITUTE = "substitute"  # a picker of people
    REPLACE = "replace"  # a select of members; then, with the chosen member as `user`, a picker of people
    REMOVE = "remove"  # a select of people
    CAPTAIN = "captain"  # a select of members
    RENAME = "rename"  # opens a form for the name; the form has this control's id
    MOVE = "move"  # a select of members; then, with the chosen member as `user`, a select of teams
    DISBAND = "disband"


class TeamControl(ControlId, route="team:do"):
    """Performs a `TeamAction` on a team."""

    action: TeamAction
    team: TeamId = TeamId(0)
    user: UserId = UserId(0)  # the user whom the action concerns; 0 until a user is chosen or confirmed
    mark: str = ""  # tells ids apart, also those before and after a change to the team


class AnswerInvitation(ControlId, route="team:answer"):
    """Accepts or declines an invitation."""

    invitation: InvitationId
    accepts: bool


class GiveUpFounding(ControlId, route="team:giveup"):
    """Gives up a team that is being founded."""

    founding: FoundingId

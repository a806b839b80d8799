"""The ids of the controls of teams."""

from dataclasses import dataclass
from typing import ClassVar

from bot.ids import FoundingId, InvitationId, TeamId
from bot.ui.core.messages.custom_id_codec import ControlId


@dataclass(frozen=True, slots=True)
class DisbandTeam(ControlId):
    """Disbands a team."""

    route: ClassVar = "team:disband"

    team: int


@dataclass(frozen=True, slots=True)
class KeepTeam(ControlId):
    """Leaves a team as it is."""

    route: ClassVar = "team:keep"


@dataclass(frozen=True, slots=True)
class LeaveTeam(ControlId):
    """Takes the user out of a team."""

    route: ClassVar = "team:leave"

    team: TeamId


@dataclass(frozen=True, slots=True)
class AnswerInvitation(ControlId):
    """Accepts or declines an invitation."""

    route: ClassVar = "team:answer"

    invitation: InvitationId
    accepts: bool


@dataclass(frozen=True, slots=True)
class GiveUpFounding(ControlId):
    """Gives up a team that is being founded."""

    route: ClassVar = "team:giveup"

    founding: FoundingId

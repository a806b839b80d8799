"""The ids of the controls of leagues."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.ids import LeagueId, ResultId
from bot.league.deals import RulingKind
from bot.ui.core.messages.custom_id_codec import ControlId


class LeagueAction(StrEnum):
    """What a control of a league shows or does."""

    CARD = "card"
    PAST = "past"  # a select of seasons
    REPORT = "report"
    RESULT = "result"  # a select of results
    HISTORY = "history"
    AUDIT = "audit"
    JOIN = "join"
    LEAVE = "leave"
    EDIT = "edit"
    OPEN = "open"
    CLOSE = "close"
    ARCHIVE = "archive"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class LeagueControl(ControlId):
    """Shows or does something. `number`: a page, season or team; `mark` keeps two ids of a message distinct."""

    route: ClassVar = "lg"

    action: LeagueAction
    league: LeagueId
    number: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ShowStandings(ControlId):
    """Shows a page of a season's standings; of the newest season without one."""

    route: ClassVar = "lg:table"

    league: LeagueId
    season: int | None = None
    as_text: bool = False
    page: int = 1
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PostStandings(ControlId):
    """Posts a page of standings for everybody."""

    route: ClassVar = "lg:show"

    league: LeagueId
    season: int
    as_text: bool
    page: int


@dataclass(frozen=True, slots=True)
class AskRuling(ControlId):
    """Opens the form for a ruling."""

    route: ClassVar = "lg:ask"

    league: LeagueId
    result: ResultId
    verdict: RulingKind


@dataclass(frozen=True, slots=True)
class ApplyRuling(ControlId):
    """The form for a ruling."""

    route: ClassVar = "lg:rule"

    league: LeagueId
    result: ResultId
    verdict: RulingKind


@dataclass(frozen=True, slots=True)
class ChooseLeague(ControlId):
    """A select of leagues, and the action for the chosen one."""

    route: ClassVar = "lg:pick"

    action: str
    season: int | None = None
    page: int = 1
    step: str = ""


@dataclass(frozen=True, slots=True)
class RetryForm(ControlId):
    """Opens a refused form as it was filled in: for a ruling, else the league's settings."""

    route: ClassVar = "lg:again"

    league: LeagueId
    result: ResultId | None = None
    verdict: RulingKind | None = None


@dataclass(frozen=True, slots=True)
class CancelAction(ControlId):
    """Cancels the action."""

    route: ClassVar = "lg:cancel"

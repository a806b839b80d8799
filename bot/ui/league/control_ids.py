"""The ids of the controls of leagues."""

from enum import StrEnum

from bot.ids import LeagueId, ResultId
from bot.league.results.deals import RulingKind
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


class LeagueControl(ControlId, route="lg"):
    """Shows or does something. `number`: a page, season or team; `mark` keeps two ids of a message distinct."""

    action: LeagueAction
    league: LeagueId
    number: int = 0
    mark: str = ""


class ShowStandings(ControlId, route="lg:table"):
    """Shows a page of a season's standings; of the newest season without one."""

    league: LeagueId
    season: int | None = None
    as_text: bool = False
    page: int = 1
    mark: str = ""


class PostStandings(ControlId, route="lg:show"):
    """Posts a page of standings for everybody."""

    league: LeagueId
    season: int
    as_text: bool
    page: int


class AskRuling(ControlId, route="lg:ask"):
    """Opens the form for a ruling."""

    league: LeagueId
    result: ResultId
    verdict: RulingKind


class ApplyRuling(ControlId, route="lg:rule"):
    """The form for a ruling."""

    league: LeagueId
    result: ResultId
    verdict: RulingKind


class ChooseLeague(ControlId, route="lg:pick"):
    """A select of leagues, and the action for the chosen one."""

    action: str
    season: int | None = None
    page: int = 1
    step: str = ""


class RetryForm(ControlId, route="lg:again"):
    """Opens a refused form as it was filled in: for a ruling, else the league's settings."""

    league: LeagueId
    result: ResultId | None = None
    verdict: RulingKind | None = None


class CancelAction(ControlId, route="lg:cancel"):
    """Cancels the action."""

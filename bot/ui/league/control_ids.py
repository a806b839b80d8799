"""The ids of the controls of leagues."""

from enum import StrEnum

from bot.ids import EventId, LeagueId, ResultId
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
    OPEN = "open"
    CLOSE = "close"
    ARCHIVE = "archive"
    IMPORT = "import"
    ASK_LEAVE = "toleave"
    # The following controls are in the managers' part of the panel.
    MANAGE = "manage"
    ASK_OPEN = "toopen"
    ASK_CLOSE = "toclose"
    ASK_ARCHIVE = "toend"
    ENTRIES = "entries"  # opens the entries if `number` is 1, and closes them if it is 0
    PEOPLE = "people"  # `number`: a page
    ENTRANT = "entrant"  # `number` identifies an entrant, unless this is a select of entrants
    ENTER = "enter"  # a picker of people
    ENTER_TEAM = "team"  # a select of teams
    WITHDRAW = "drop"  # `number` says which entrant
    MOVE = "move"  # a select of leagues; `number` says which entrant
    STAFF = "staff"
    HIRE = "hire"  # a picker of people
    FIRE = "fire"  # a select of people
    HIRE_ROLE = "role"  # a picker of roles
    FIRE_ROLE = "norole"  # a select of roles
    FILES = "files"  # `number`: a season; 0 means the newest
    SETTINGS = "settings"
    SETTING = "setting"  # a select of settings
    UNDO = "undo"  # `number` is the time of the change to undo, in milliseconds since the epoch


class LeagueControl(ControlId, route="lg"):
    """Performs a `LeagueAction`."""

    action: LeagueAction
    league: LeagueId  # 0 in the select that opens a league
    number: int = 0  # identifies a page, season or team, unless the action's comment says otherwise
    mark: str = ""  # keeps the ids in one message distinct


class EventList(ControlId, route="ev:list"):
    """Shows the events of a league, or of the server if `league` is None."""

    league: LeagueId | None = None


class OpenEvent(ControlId, route="ev:see"):
    """Opens the panel of an event; `event` is 0 in a select of events."""

    event: EventId


class OpenLeagueTable(ControlId, route="lobby:league"):
    """Opens a table for a league in the channel of the pressed message."""

    league: LeagueId


class ShowStandings(ControlId, route="lg:table"):
    """Shows a page of the standings of a season, which is the newest if `season` is None."""

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


class RuleOnResult(ControlId, route="lg:rule"):
    """Opens the form for a ruling, or applies the submitted form. The form's own id does not set `again`."""

    league: LeagueId
    result: ResultId
    verdict: RulingKind
    again: bool = False
    """Whether the form starts with what the user entered before it was refused."""


class ChangeLeague(ControlId, route="lg:set"):
    """Changes a setting or opens its form. `act` is a constant of `setting_panel`, such as `CLEAR`."""

    league: LeagueId
    name: str
    act: str
    mark: str = ""


class NewLeague(ControlId, route="lg:new"):
    """Offers the templates of leagues. With a `template`, opens its form or creates a league from a submitted form."""

    template: str = ""
    again: bool = False
    """Whether the form starts with what the user entered before it was refused."""


class LeagueList(ControlId, route="lg:list"):
    """Shows the leagues of the server."""

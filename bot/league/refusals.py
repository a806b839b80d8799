"""The reasons for which the league refuses a request, with the facts that their messages need."""

from bot.ids import UserId
from engine.model.message_keys import Key, MessageKeys, RefusedError


def _name(*, name: str) -> None: ...
def _team(*, name: str) -> None: ...
def _league(*, name: str) -> None: ...
def _names(*, names: tuple[str, ...]) -> None: ...
def _limit(*, limit: int) -> None: ...
def _given(*, given: int) -> None: ...
def _length(*, shortest: int, longest: int, given: int) -> None: ...
def _longest(*, longest: int, given: int) -> None: ...
def _members(*, size: int, given: int) -> None: ...
def _size(*, smallest: int, largest: int, given: int) -> None: ...
def _user_limit(*, limit: int, user: UserId) -> None: ...
def _team_size(*, name: str, size: int) -> None: ...
def _setting(*, name: str, smallest: float, largest: float) -> None: ...
def _season(*, name: str, given: int) -> None: ...
def _number(*, field: str, least: int, most: int, given: str) -> None: ...


class LeagueRefusal(MessageKeys):
    """Why the league refuses. Each reason is worded in every language."""

    NO_TEAM = Key()  # no such team, or disbanded
    NAME_LENGTH = Key(_length)
    NAME_CHARACTERS = Key()  # invisible characters, or only blanks and marks
    NAME_MARKUP = Key()  # a link, an invitation, a mention or formatting
    NAME_TAKEN = Key(_name)  # another team already has this name
    TEAM_EXISTS = Key(_team)  # another team has the same members
    TOO_MANY_MEMBERS = Key(_members)
    BAD_SIZE = Key(_size)
    TOO_MANY_TEAMS = Key(_user_limit)  # the user is already a member of `limit` teams
    NOT_MEMBER = Key(_team)  # only members may do this
    NOT_CAPTAIN = Key(_team)  # only the team's captain and managers may do this
    NOT_IN_TEAM = Key(_team)  # the named person is not in the team
    TEAM_FULL = Key(_team_size)  # the team already has `size` members
    LAST_MEMBER = Key(_team)  # the last member cannot be removed; if they leave, the team is disbanded
    NO_INVITATION = Key()  # there is no such invitation, or it is to somebody else
    INVITATION_OVER = Key(_team)  # the invitation was answered, was withdrawn or has expired
    ALREADY_INVITED = Key(_team)  # the user has an invitation to another place in the team
    IS_MEMBER = Key(_team)  # the user is already a member
    IS_SUBSTITUTE = Key(_team)
    TOO_MANY_SUBSTITUTES = Key(_limit)
    TEAM_SIZE = Key(_team_size)  # the team is smaller or larger than a side at the league's tables
    NO_LEAGUE = Key()  # no such league in this server
    LEAGUE_NAME_LENGTH = Key(_length)
    LEAGUE_TAKEN = Key(_name)  # another open league already has this name
    TOO_MANY_LEAGUES = Key(_limit)
    LEAGUE_RULES = Key(_league)  # a table that plays for a league must keep the league's rules
    LEAGUE_ARCHIVED = Key(_league)
    NOT_ADMIN = Key()  # only for those who may manage the server
    NOT_MANAGER = Key(_league)  # only for the league's managers
    BAD_SETTINGS = Key(_setting)
    BAD_RULES = Key()  # invalid rules, or a team league without fixed teams
    RATING_ORDER = Key()  # ratings cannot rank a league of teams, or one with house rules
    SEASON_RUNS = Key(_given)  # the season with this number must be closed first
    NO_SEASON = Key(_league)  # the league has no open season
    NO_SUCH_SEASON = Key(_season)  # no season has this number
    ENTRIES_CLOSED = Key(_league)
    ALREADY_IN = Key(_league)
    NOT_IN = Key(_league)
    UNDO_OVER = Key()
    TEAMS_ONLY = Key(_league)  # the league ranks teams
    PERSONS_ONLY = Key(_league)  # the league ranks persons
    NO_RESULT = Key()  # no such result in this server
    AS_BOOKED = Key()  # no ruling to take back
    REASON_LENGTH = Key(_longest)  # a ruling's reason is missing or too long
    FILE_LENGTH = Key(_longest)  # the file has too many lines
    NO_LEAGUES = Key()  # the server has no leagues
    WHICH_LEAGUE = Key(_names)  # the server has several leagues
    NO_TEAMS = Key()  # the user is in no team of this server
    BAD_NUMBER = Key(_number)


class LeagueRefused(RefusedError[LeagueRefusal]):
    """The league refuses, and nothing has changed. `facts` fill the blanks of the message."""

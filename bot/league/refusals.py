"""Why the league refuses: a closed list of reasons, worded in the catalogue."""

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
def _winner(*, given: str) -> None: ...


class LeagueRefusal(MessageKeys):
    """Why the league refuses. Each reason is worded in every language."""

    NO_TEAM = Key("no_team")  # no such team, or disbanded
    NAME_LENGTH = Key("name_length", _length)
    NAME_CHARACTERS = Key("name_characters")  # invisible characters, or only blanks and marks
    NAME_MARKUP = Key("name_markup")  # a link, an invitation, a mention or formatting
    NAME_TAKEN = Key("name_taken", _name)  # as the other team writes it
    TEAM_EXISTS = Key("team_exists", _team)  # it has the same members
    TOO_MANY_MEMBERS = Key("too_many_members", _members)
    BAD_SIZE = Key("bad_size", _size)
    TOO_MANY_TEAMS = Key("too_many_teams", _user_limit)  # the user is in that many
    NOT_MEMBER = Key("not_member", _team)  # only members may do this
    NOT_CAPTAIN = Key("not_captain", _team)  # only its captain and managers may do this
    NOT_IN_TEAM = Key("not_in_team", _team)  # the person named is not in it
    TEAM_FULL = Key("team_full", _team_size)  # as many members as it has room for
    LAST_MEMBER = Key("last_member", _team)  # who goes last disbands it
    NO_INVITATION = Key("no_invitation")  # none such, or to somebody else
    INVITATION_OVER = Key("invitation_over", _team)  # answered, withdrawn or expired
    ALREADY_INVITED = Key("already_invited", _team)  # to another place in it
    IS_MEMBER = Key("is_member", _team)  # a member cannot be its substitute
    IS_SUBSTITUTE = Key("is_substitute", _team)
    TOO_MANY_SUBSTITUTES = Key("too_many_substitutes", _limit)
    TEAM_SIZE = Key("team_size", _team_size)  # a side of the league has another number of seats
    NO_LEAGUE = Key("no_league")  # no such league in this server
    LEAGUE_NAME_LENGTH = Key("league_name_length", _length)
    LEAGUE_TAKEN = Key("league_taken", _name)  # as the other league writes it
    TOO_MANY_LEAGUES = Key("too_many_leagues", _limit)
    LEAGUE_RULES = Key("league_rules", _league)  # a table of the league keeps its rules
    LEAGUE_ARCHIVED = Key("league_archived", _league)
    NOT_ADMIN = Key("not_admin")  # only for those who may manage the server
    NOT_MANAGER = Key("not_manager", _league)  # only for the league's managers
    NOT_EVERY_MANAGER = Key("not_every_manager", _names)  # the leagues in which a result counts
    BAD_SETTINGS = Key("bad_draft", _setting)
    BAD_RULES = Key("bad_rules")  # invalid rules, or a team league without fixed teams
    RATING_ORDER = Key("rating_order")  # a league that ranks by ratings, but ranks teams or has house rules
    SEASON_RUNS = Key("season_runs", _given)  # the number of the season, which must be closed first
    NO_SEASON = Key("no_season", _league)  # it has no open season
    NO_SUCH_SEASON = Key("no_such_season", _season)  # the number is unknown
    ENTRIES_CLOSED = Key("entries_closed", _league)
    ALREADY_IN = Key("already_in", _league)
    NOT_IN = Key("not_in", _league)
    TEAMS_ONLY = Key("teams_only", _league)  # it ranks teams
    PERSONS_ONLY = Key("persons_only", _league)  # it ranks persons
    NO_RESULT = Key("no_result")  # no such result in this server
    AS_BOOKED = Key("as_booked")  # no ruling to take back
    REASON_LENGTH = Key("reason_length", _longest)  # a ruling needs a reason
    FILE_LENGTH = Key("file_length", _longest)  # lines
    NO_LEAGUES = Key("no_leagues")  # the server has none
    WHICH_LEAGUE = Key("which_league", _names)  # the server has several
    NO_TEAMS = Key("no_teams")  # the user is in no team of this server
    WHICH_TEAM = Key("which_team", _names)  # the user is in several
    BAD_NUMBER = Key("bad_number", _number)
    BAD_WINNER = Key("bad_winner", _winner)


class LeagueRefused(RefusedError[LeagueRefusal]):
    """The league refuses, and nothing has changed. `facts` fill the blanks of the message."""

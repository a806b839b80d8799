"""Why the league refuses: a closed list of reasons, worded in the catalogue."""

from enum import StrEnum


class LeagueRefusal(StrEnum):
    """Why the league refuses. Each reason is worded in every language; the comment behind it names its facts."""

    NO_TEAM = "no_team"  # no such team, or disbanded
    NAME_LENGTH = "name_length"  # shortest: int, longest: int, given: int
    NAME_CHARACTERS = "name_characters"  # invisible characters, or only blanks and marks
    NAME_MARKUP = "name_markup"  # a link, an invitation, a mention or formatting
    NAME_TAKEN = "name_taken"  # name: str, as the other team writes it
    TEAM_EXISTS = "team_exists"  # name: str, of the team with the same members
    NO_MEMBERS = "no_members"
    TOO_MANY_MEMBERS = "too_many_members"  # size: int, given: int
    BAD_SIZE = "bad_size"  # smallest: int, largest: int, given: int
    TOO_MANY_TEAMS = "too_many_teams"  # limit: int, user: UserId, who is in that many
    NOT_MEMBER = "not_member"  # name: str, of the team; only members may do this
    NOT_CAPTAIN = "not_captain"  # name: str, of the team; only its captain and managers may do this
    NOT_IN_TEAM = "not_in_team"  # name: str, of the team; the person named is not in it
    TEAM_FULL = "team_full"  # name: str; size: int, members that it has room for
    LAST_MEMBER = "last_member"  # name: str, of the team; who goes last disbands it
    NO_INVITATION = "no_invitation"  # none such, or to somebody else
    INVITATION_OVER = "invitation_over"  # name: str, of the team; answered, withdrawn or expired
    ALREADY_INVITED = "already_invited"  # name: str, of the team; to another place in it
    IS_MEMBER = "is_member"  # name: str, of the team; a member cannot be its substitute
    IS_SUBSTITUTE = "is_substitute"  # name: str, of the team
    TOO_MANY_SUBSTITUTES = "too_many_substitutes"  # limit: int
    TEAM_SIZE = "team_size"  # name: str, of the team; size: int, seats of a side in the league
    NO_LEAGUE = "no_league"  # no such league in this server
    LEAGUE_NAME_LENGTH = "league_name_length"  # shortest: int, longest: int, given: int
    LEAGUE_TAKEN = "league_taken"  # name: str, as the other league writes it
    TOO_MANY_LEAGUES = "too_many_leagues"  # limit: int
    LEAGUE_RULES = "league_rules"  # name: str; a table of the league keeps its rules
    LEAGUE_ARCHIVED = "league_archived"  # name: str
    NOT_ADMIN = "not_admin"  # only for those who may manage the server
    NOT_MANAGER = "not_manager"  # name: str; only for the league's managers
    NOT_EVERY_MANAGER = "not_every_manager"  # names: tuple[str, ...], of the leagues in which a result counts
    BAD_SETTINGS = "bad_draft"  # name: str, of the option; smallest, largest: int
    BAD_RULES = "bad_rules"  # invalid rules, or a team league without fixed teams
    RATING_ORDER = "rating_order"  # a league that ranks by ratings, but ranks teams or has house rules
    SEASON_RUNS = "season_runs"  # given: int, its number; it must be closed first
    NO_SEASON = "no_season"  # name: str, of the league without an open season
    NO_SUCH_SEASON = "no_such_season"  # name: str, of the league; given: int, the unknown number
    ENTRIES_CLOSED = "entries_closed"  # name: str, of the league
    ALREADY_IN = "already_in"  # name: str, of the league
    NOT_IN = "not_in"  # name: str, of the league
    TEAMS_ONLY = "teams_only"  # name: str, of a league that ranks teams
    PERSONS_ONLY = "persons_only"  # name: str, of a league that ranks persons
    NO_RESULT = "no_result"  # no such result in this server
    AS_BOOKED = "as_booked"  # no ruling to take back
    REASON_LENGTH = "reason_length"  # longest: int, given: int; a ruling needs a reason
    FILE_LENGTH = "file_length"  # longest: int, given: int, lines
    NO_LEAGUES = "no_leagues"  # the server has none
    WHICH_LEAGUE = "which_league"  # names: tuple[str, ...]; the server has several
    NO_TEAMS = "no_teams"  # the user is in no team of this server
    WHICH_TEAM = "which_team"  # names: tuple[str, ...]; the user is in several
    BAD_NUMBER = "bad_number"  # field: str; least, most: int; given: str
    BAD_WINNER = "bad_winner"  # given: str


class LeagueRefused(Exception):  # noqa: N818 - read as a sentence
    """The league refuses, and nothing has changed. `facts` fill the blanks of the message."""

    def __init__(self, reason: LeagueRefusal, **facts: object) -> None:
        super().__init__(f"{reason.value} {facts}" if facts else reason.value)
        self.reason = reason
        self.facts = facts

"""What the league refuses: a closed list of reasons, worded elsewhere."""

from enum import StrEnum


class LeagueWhy(StrEnum):
    """Why the league refuses. Each has its words in every language; the facts it carries stand behind it."""

    NO_TEAM = "no_team"  # there is no such team (any more)
    NAME_LENGTH = "name_length"  # shortest: int, longest: int, given: int
    NAME_CHARACTERS = "name_characters"  # characters that cannot be seen, or nothing but blanks and marks
    NAME_TAKEN = "name_taken"  # name: str, as the other team writes it
    TEAM_EXISTS = "team_exists"  # name: str, of the team that these people already are
    NO_MEMBERS = "no_members"
    TOO_MANY_MEMBERS = "too_many_members"  # size: int, given: int
    BAD_SIZE = "bad_size"  # smallest: int, largest: int, given: int
    TOO_MANY_TEAMS = "too_many_teams"  # limit: int, user: UserId, who is in that many already
    NOT_MEMBER = "not_member"  # name: str; only a member may do this
    IS_MEMBER = "is_member"  # name: str, of the team for which a member cannot be a substitute
    TOO_MANY_SUBSTITUTES = "too_many_substitutes"  # limit: int
    NOT_SUBSTITUTE = "not_substitute"  # name: str, of the team
    TEAM_SIZE = "team_size"  # name: str, of the team; size: int, how many seats a side has in the league
    NO_LEAGUE = "no_league"  # there is no such league in this server
    LEAGUE_NAME_LENGTH = "league_name_length"  # shortest: int, longest: int, given: int
    LEAGUE_TAKEN = "league_taken"  # name: str, as the other league writes it
    TOO_MANY_LEAGUES = "too_many_leagues"  # limit: int
    LEAGUE_RULES = "league_rules"  # name: str; a table of the league plays by its rules and no others
    LEAGUE_ARCHIVED = "league_archived"  # name: str
    NOT_ADMIN = "not_admin"  # only those who may manage the server
    NOT_MANAGER = "not_manager"  # name: str; only the league's managers
    NOT_EVERY_MANAGER = "not_every_manager"  # names: tuple[str, ...], of the leagues in which a result counts
    BAD_DRAFT = "bad_draft"  # name: str, of the option; smallest, largest: int
    BAD_RULES = "bad_rules"  # no rules that a table could play by, or a team league without fixed teams
    SEASON_RUNS = "season_runs"  # given: int, its number; it has to be closed first
    NO_SEASON = "no_season"  # name: str, of the league in which no season runs
    NO_SUCH_SEASON = "no_such_season"  # name: str, of the league; given: int, a number that none has
    ALREADY_IN = "already_in"  # name: str, of the league
    NOT_IN = "not_in"  # name: str, of the league
    TEAMS_ONLY = "teams_only"  # name: str, of a league that ranks teams
    PERSONS_ONLY = "persons_only"  # name: str, of a league that ranks persons
    NO_RESULT = "no_result"  # there is no such result in this server
    AS_BOOKED = "as_booked"  # the result counts as it was booked: nothing to restore
    REASON_LENGTH = "reason_length"  # longest: int, given: int; a ruling needs a reason
    BAD_FILE = "bad_file"  # given: int, how many lines cannot be read; nothing was imported
    FILE_LENGTH = "file_length"  # longest: int, given: int, lines
    NO_LEAGUES = "no_leagues"  # the server has none
    WHICH_LEAGUE = "which_league"  # names: tuple[str, ...]; the server has several, and none was named
    NO_TEAMS = "no_teams"  # whoever asks is in no team here
    WHICH_TEAM = "which_team"  # names: tuple[str, ...]; he is in several, and none was named
    BAD_NUMBER = "bad_number"  # field: str; least, most: int; given: str
    BAD_WINNER = "bad_winner"  # given: str


class LeagueRefused(Exception):  # noqa: N818 - read as a sentence
    """The league says no. `facts` fill the blanks in the person's message; nothing has changed."""

    def __init__(self, why: LeagueWhy, **facts: object) -> None:
        super().__init__(f"{why.value} {facts}" if facts else why.value)
        self.why = why
        self.facts = facts

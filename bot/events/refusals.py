"""Why an event refuses: a closed list of reasons, worded in the catalogue."""

from enum import StrEnum


class EventRefusal(StrEnum):
    """Why an event refuses. Each reason is worded in every language; the comment behind it names its facts."""

    NO_EVENT = "no_event"  # no such event in this server
    NO_EVENTS = "no_events"  # the server has none that fits
    WHICH_EVENT = "which_event"  # names: tuple[str, ...]; the server has several
    NOT_ADMIN = "not_admin"  # only for those who may manage the server
    NOT_MANAGER = "not_manager"  # name: str; only for the event's managers and those who may manage the server
    NOT_ORGANIZER = "not_organizer"  # name: str; only for the event's organizer and those who may manage the server
    TOO_MANY_MANAGERS = "too_many_managers"  # limit: int
    NAME_LENGTH = "name_length"  # longest: int, given: int
    NAME_CHARACTERS = "name_characters"
    NAME_MARKUP = "name_markup"  # a link, a mention or formatting
    NAME_TAKEN = "name_taken"  # name: str
    TOO_MANY_EVENTS = "too_many_events"  # limit: int
    BAD_RULES = "bad_rules"  # two fixed sides are needed
    FOUR_PLAYERS = "four_players"  # partners rotate only at tables of four
    LENGTH_NEEDED = "length_needed"  # neither deals nor minutes were given
    BOARDS_ONLY = "boards_only"  # the length of a round with boards is a number of deals
    TOO_MANY_BOARDS = "too_many_boards"  # limit: int
    NO_BOARDS = "no_boards"  # name: str; its tables do not play the same deals
    NO_SUCH_BOARD = "no_such_board"  # board: int
    BOARD_HIDDEN = "board_hidden"  # board: int; somebody still has to play it
    BOARD_NEEDED = "board_needed"  # table: int; the result is of which board
    BAD_TIME = "bad_time"  # given: str
    TIME_PAST = "time_past"  # given: str
    NOT_OPEN = "not_open"  # name: str; entries are closed
    LATE_KNOCKOUT = "late_knockout"  # name: str; nobody enters a knockout after its start
    LATE_ROUND_ROBIN = "late_round_robin"  # name: str; nobody enters a round-robin after its first round
    LEFT_BEHIND = "left_behind"  # name: str; the next round of a knockout was paired without the user
    ALREADY_STARTED = "already_started"  # name: str
    NOT_STARTED = "not_started"  # name: str
    ENDED = "ended"  # name: str
    TOO_MANY_ENTRANTS = "too_many_entrants"  # limit: int
    TOO_FEW = "too_few"  # least: int, given: int; entrants who have checked in
    TEAM_NEEDED = "team_needed"  # size: int; the user is in no team of this size
    ENTER_ALONE = "enter_alone"  # name: str; partners rotate, so everybody enters alone
    WRONG_SIZE = "wrong_size"  # size: int; the number of people who enter together
    NO_BOTS = "no_bots"
    NO_INVITATION = "no_invitation"  # it was withdrawn, or was for somebody else
    MEMBER_IN = "member_in"  # name: str; a member has entered with others
    NOT_IN = "not_in"  # name: str; the user has not entered
    IS_ENTRANT = "is_entrant"  # an entrant cannot be a substitute
    NO_MATCH = "no_match"  # the user has no seat in this round
    OTHER_ROUND = "other_round"  # the control belongs to an earlier round
    NO_SUCH_MATCH = "no_such_match"  # round: int, table: int
    TABLE_PLAYS = "table_plays"  # round: int, table: int; a result would end it
    ROUND_RUNS = "round_runs"  # number: int, open: int; matches without a result
    NO_MORE_ROUNDS = "no_more_rounds"  # number: int
    LEAGUE_RULES = "league_rules"  # name: str; the league counts deals of events, which needs its rules
    NO_BRACKET = "no_bracket"  # name: str; only knockouts have one
    NO_CROSSTABLE = "no_crosstable"  # name: str; only round-robins and Swiss events have one
    KNOCKOUT_ONLY = "knockout_only"  # best-of and consolation
    NO_FORMER_EVENT = "no_former_event"  # the standings of an earlier event are to seed, and it has none


class EventRefused(Exception):  # noqa: N818 - read as a sentence
    """The event refuses, and nothing has changed. `facts` fill the blanks of the message."""

    def __init__(self, reason: EventRefusal, **facts: object) -> None:
        super().__init__(f"{reason.value} {facts}" if facts else reason.value)
        self.reason = reason
        self.facts = facts

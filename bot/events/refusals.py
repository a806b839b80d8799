"""Lists the reasons for which an event refuses; the catalogue has their texts."""

from engine.model.message_keys import Key, MessageKeys, RefusedError


def _name(*, name: str) -> None: ...
def _names(*, names: tuple[str, ...]) -> None: ...
def _limit(*, limit: int) -> None: ...
def _size(*, size: int) -> None: ...
def _length(*, longest: int, given: int) -> None: ...
def _few(*, least: int, given: int) -> None: ...
def _most(*, most: int) -> None: ...
def _bounds(*, least: int, most: int, given: str) -> None: ...
def _time(*, given: str) -> None: ...
def _board(*, board: int) -> None: ...
def _table(*, table: int) -> None: ...
def _match(*, round: int, table: int) -> None: ...  # noqa: A002 - as the messages call it
def _running(*, number: int, open: int) -> None: ...  # noqa: A002 - as the messages call it
def _number(*, number: int) -> None: ...


class EventRefusal(MessageKeys):
    """A reason for which an event refuses. Each has a text in every language."""

    NO_EVENT = Key("no_event")  # no such event in this server
    NO_EVENTS = Key("no_events")  # the server has no matching event
    WHICH_EVENT = Key("which_event", _names)  # the server has several events
    NOT_ADMIN = Key("not_admin")  # only for those who may manage the server
    NOT_MANAGER = Key("not_manager", _name)  # only for the event's managers and those who may manage the server
    NOT_ORGANIZER = Key("not_organizer", _name)  # only for the event's organizer and those who may manage the server
    TOO_MANY_MANAGERS = Key("too_many_managers", _limit)
    NAME_LENGTH = Key("name_length", _length)
    NAME_CHARACTERS = Key("name_characters")
    NAME_MARKUP = Key("name_markup")  # a link, a mention or formatting
    NAME_TAKEN = Key("name_taken", _name)
    TOO_MANY_EVENTS = Key("too_many_events", _limit)
    BAD_RULES = Key("bad_rules")  # two fixed sides are needed
    FOUR_PLAYERS = Key("four_players")  # partners rotate only at tables of four
    LENGTH_NEEDED = Key("length_needed")  # neither deals nor minutes were given
    BOARDS_ONLY = Key("boards_only")  # the length of a round with boards is a number of deals
    TOO_MANY_BOARDS = Key("too_many_boards", _limit)
    NO_BOARDS = Key("no_boards", _name)  # the tables of the event do not play the same deals
    NO_SUCH_BOARD = Key("no_such_board", _board)
    BOARD_HIDDEN = Key("board_hidden", _board)  # somebody still has to play it
    BOARD_NEEDED = Key("board_needed", _table)  # the board of the result must be named
    BAD_TIME = Key("bad_time", _time)
    TIME_PAST = Key("time_past", _time)
    NOT_OPEN = Key("not_open", _name)  # entries are closed
    LATE_KNOCKOUT = Key("late_knockout", _name)  # nobody enters a knockout after its start
    LATE_ROUND_ROBIN = Key("late_round_robin", _name)  # nobody enters a round-robin after its first round
    LEFT_BEHIND = Key("left_behind", _name)  # the next round of a knockout was paired without the user
    ALREADY_STARTED = Key("already_started", _name)
    BAD_LEVELS = Key("bad_levels", _most)  # the levels that a manager typed for a result
    BAD_NUMBER = Key("bad_number", _bounds)
    ENTRANTS_STAY = Key("entrants_stay", _size)  # entrants of this size are in, and the new settings need another
    UNDO_OVER = Key("undo_over")  # nothing can be taken back, or no longer
    NOT_STARTED = Key("not_started", _name)
    ENDED = Key("ended", _name)
    TOO_MANY_ENTRANTS = Key("too_many_entrants", _limit)
    TOO_FEW = Key("too_few", _few)  # too few entrants have checked in
    ENTER_ALONE = Key("enter_alone", _name)  # partners rotate, so everybody enters alone
    WRONG_SIZE = Key("wrong_size", _size)  # the number of people who enter together
    NO_BOTS = Key("no_bots")
    NO_INVITATION = Key("no_invitation")  # the invitation was withdrawn, or was for somebody else
    MEMBER_IN = Key("member_in", _name)  # a member has entered with others
    NOT_IN = Key("not_in", _name)  # the user has not entered
    IS_ENTRANT = Key("is_entrant")  # an entrant cannot be a substitute
    NO_MATCH = Key("no_match")  # the user has no seat in this round
    OTHER_ROUND = Key("other_round")  # the control belongs to an earlier round
    NO_SUCH_MATCH = Key("no_such_match", _match)
    TABLE_PLAYS = Key("table_plays", _match)  # a result would end the table
    ROUND_RUNS = Key("round_runs", _running)  # a number of matches has no result
    NO_MORE_ROUNDS = Key("no_more_rounds", _number)
    LEAGUE_RULES = Key("league_rules", _name)  # the league counts deals of events, which needs its rules
    NO_BRACKET = Key("no_bracket", _name)  # only knockouts have one
    NO_CROSSTABLE = Key("no_crosstable", _name)  # only round-robins and Swiss events have one
    KNOCKOUT_ONLY = Key("knockout_only")  # best-of and consolation
    NO_FORMER_EVENT = Key("no_former_event")  # seeding needs the standings of an earlier event, which has none


class EventRefused(RefusedError[EventRefusal]):
    """The event refuses, and nothing has changed. `facts` fill the blanks of the message."""

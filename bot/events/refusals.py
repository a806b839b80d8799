"""Lists the reasons for which an event refuses; the catalogue has their texts."""

from engine.model.message_keys import Key, MessageKeys, RefusedError


def _name(*, name: str) -> None: ...
def _limit(*, limit: int) -> None: ...
def _size(*, size: int) -> None: ...
def _length(*, longest: int, given: int) -> None: ...
def _few(*, least: int, given: int) -> None: ...
def _most(*, most: int) -> None: ...
def _time(*, given: str) -> None: ...
def _board(*, board: int) -> None: ...
def _table(*, table: int) -> None: ...
def _match(*, round: int, table: int) -> None: ...  # noqa: A002 - the messages use this name
def _running(*, number: int, open: int) -> None: ...  # noqa: A002 - the messages use this name
def _number(*, number: int) -> None: ...


class EventRefusal(MessageKeys):
    """A reason for which an event refuses a request. Each has a text in every language."""

    NO_EVENT = Key()  # no such event in this server
    NOT_ADMIN = Key()  # only for those who may manage the server
    NOT_MANAGER = Key(_name)  # only for the event's managers and those who may manage the server
    NOT_ORGANIZER = Key(_name)  # only for the event's organizer and those who may manage the server
    TOO_MANY_MANAGERS = Key(_limit)
    NAME_LENGTH = Key(_length)
    NAME_CHARACTERS = Key()
    NAME_MARKUP = Key()  # a link, a mention or formatting
    NAME_TAKEN = Key(_name)
    TOO_MANY_EVENTS = Key(_limit)
    BAD_RULES = Key()  # the rules need two fixed sides
    FOUR_PLAYERS = Key()  # partners rotate only at tables of four
    LENGTH_NEEDED = Key()  # the settings name neither deals nor minutes
    BOARDS_ONLY = Key()  # the length of a round with boards is a number of deals, not of minutes
    TOO_MANY_BOARDS = Key(_limit)
    NO_SUCH_BOARD = Key(_board)
    BOARD_HIDDEN = Key(_board)  # a table still has to play the board
    BOARD_NEEDED = Key(_table)  # the board of the result must be named
    BAD_TIME = Key(_time)
    TIME_PAST = Key(_time)
    NOT_OPEN = Key(_name)  # entries are closed
    LATE_KNOCKOUT = Key(_name)  # nobody enters a knockout after its start
    LATE_ROUND_ROBIN = Key(_name)  # nobody enters a round-robin after its first round
    LAST_ROUND = Key(_name)  # nobody enters once the last round is paired
    LEFT_BEHIND = Key(_name)  # the next round of a knockout was paired without the user
    ALREADY_STARTED = Key(_name)
    BAD_LEVELS = Key(_most)  # a manager typed levels that are not valid
    ENTRANTS_STAY = Key(_size)  # people have entered in groups of `size`, so the settings must keep this size
    UNDO_OVER = Key()  # there is nothing to take back, or it is too late
    NOT_STARTED = Key(_name)
    ENDED = Key(_name)
    TOO_MANY_ENTRANTS = Key(_limit)
    TOO_FEW = Key(_few)  # too few entrants have checked in
    ENTER_ALONE = Key(_name)  # partners rotate, so everybody enters alone
    WRONG_SIZE = Key(_size)  # the wrong number of people want to enter together
    NO_BOTS = Key()
    NO_INVITATION = Key()  # the invitation was withdrawn, or was for somebody else
    MEMBER_IN = Key(_name)  # a member has already entered with others
    NOT_IN = Key(_name)  # the user has not entered
    IS_ENTRANT = Key()  # an entrant cannot be a substitute
    HAS_SEAT = Key()  # the person chosen for a missing player's seat plays elsewhere in the event
    HAS_COME = Key()  # the missing player has come, or the match has begun
    NO_MATCH = Key()  # the user has no seat in this round
    OTHER_ROUND = Key()  # the button or menu belongs to an earlier round
    NO_SUCH_MATCH = Key(_match)
    TABLE_PLAYS = Key(_match)  # the table is in play, and reporting a result would end it
    ROUND_RUNS = Key(_running)  # matches of the round have no result yet
    NO_MORE_ROUNDS = Key(_number)
    LEAGUE_RULES = Key(_name)  # deals count in a league only if the event has the league's rules
    KNOCKOUT_ONLY = Key()  # only knockouts have best-of and consolation
    NO_FORMER_EVENT = Key()  # seeding needs an earlier event that has standings


class EventRefused(RefusedError[EventRefusal]):
    """The event refuses, and nothing has changed. `facts` fill the blanks of the message."""

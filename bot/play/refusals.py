"""Lists the reasons for which a table refuses, beyond the rules of the game; `bot.text` has their texts."""

from bot.ids import ChannelId, TableId, UserId
from engine.model.message_keys import Key, MessageKeys, RefusedError

Places = tuple[tuple[TableId, ChannelId], ...]


def _tables(*, tables: Places) -> None: ...
def _most(*, players: int, most: int) -> None: ...
def _seat(*, seat: int) -> None: ...  # the seat's number, from 1
def _empty(*, empty: int) -> None: ...
def _host(*, host: UserId) -> None: ...
def _limit(*, limit: int) -> None: ...
def _hosted(*, limit: int, tables: Places) -> None: ...
def _rules(*, message: str, options: tuple[str, ...]) -> None: ...
def _text(*, text: str) -> None: ...
def _permissions(*, permissions: tuple[str, ...]) -> None: ...
def _channels(*, channels: tuple[ChannelId, ...]) -> None: ...
def _seats(*, seat: int, seats: int) -> None: ...  # the seat's number, from 1, and the number of seats
def _people(*, people: int, seats: int) -> None: ...
def _deal(*, deal: int) -> None: ...
def _table(*, table: TableId) -> None: ...
def _names(*, name: str, names: tuple[str, ...]) -> None: ...  # names of presets and house rules
def _name(*, name: str) -> None: ...
def _longest(*, longest: int) -> None: ...
def _seconds(*, seconds: int) -> None: ...


class TableRefusal(MessageKeys):
    """A reason for which a table refuses. Each has a message in every language, filled with its facts."""

    NO_TABLE = Key()  # there is no such table (any more)
    NO_TABLE_HERE = Key()  # this channel has no table
    AT_NO_TABLE = Key()  # the user has no seat in this server
    NOT_SEATED = Key()  # the user has no seat at this table
    SEATED_ELSEWHERE = Key(_tables)  # the user already has a seat at these tables
    ALREADY_SEATED = Key()
    TABLE_FULL = Key()
    TOO_MANY_COMPUTERS = Key(_most)  # the host needs a seat too
    SEAT_TAKEN = Key(_seat)
    NO_COMPUTER = Key()  # there is no computer player to remove
    SEATS_EMPTY = Key(_empty)
    NOT_HOST = Key(_host)
    ALREADY_STARTED = Key()
    NOT_STARTED = Key()
    DEAL_IN_PROGRESS = Key()
    TABLE_CLOSED = Key()
    STALE = Key()  # the panel is old, and the seat has another question now
    TOO_MANY_TABLES = Key(_limit)
    TOO_MANY_HOSTED = Key(_hosted)  # the user hosts these tables
    INVALID_RULES = Key(_rules)
    INVALID_CARDS = Key(_text)
    NOT_ALLOWED_HERE = Key(_permissions)  # the bot lacks these permissions
    NOT_IN_CHANNEL = Key(_channels)  # only these channels are allowed
    OUTSIDE_GUILD = Key()
    SEAT_EMPTY = Key(_seat)
    UNKNOWN_SEAT = Key(_seats)
    NOT_YOURSELF = Key()  # hosts leave instead of kicking themselves
    NEWCOMER_SEATED = Key()  # the newcomer already has a seat
    HAND_SEEN = Key(_seat)  # the newcomer has seen a hand of this deal
    NOT_AWAY = Key(_seat)  # the player in the seat is present
    TOO_MANY_PEOPLE = Key(_people)
    MATCH_NOT_OVER = Key()
    NO_DEAL_YET = Key()  # no deal of the table is over
    DEAL_NOT_OVER = Key(_deal)
    NOT_PAUSED = Key()
    ORACLE_STAYS = Key()  # the seat is an oracle's, which has seen all hands
    UNKNOWN_LEVEL = Key()  # no computer player plays at that level
    COMPUTERS_ONLY = Key()  # computer players have all seats, and people watch
    ALREADY_WATCHING = Key(_table)  # computer players already play for the user at this table
    NO_COMPUTER_THERE = Key(_seat)
    NO_HOUSE_RULES = Key()  # the house rules have been deleted
    UNKNOWN_RULE_SET = Key(_names)  # `names` are the ones to choose from
    AMBIGUOUS_RULE_SET = Key(_names)  # `names` are the ones that fit
    HOUSE_RULES_TAKEN = Key(_name)
    HOUSE_RULES_NAME = Key(_longest)
    TOO_MANY_HOUSE_RULES = Key(_limit)
    HOUSE_RULES_OUTDATED = Key(_name)  # the exception's cause tells what this version lacks
    SEALED = Key()  # others still have to play the board of this table
    SEALED_SEAT = Key()  # others still have to play this board, and the user was not dealt this hand
    KITTY_HIDDEN = Key()  # the rules hide the kitty, so proofs and records wait for the match's end
    NOT_MANAGER = Key()  # the user does not manage the server
    BROKEN = Key(_table)  # the table's record cannot be read, or does not fit the rules
    TOO_FAST = Key(_seconds)  # the user may press or type something again after `seconds`
    ANIMATION_RUNNING = Key()  # a moving picture is still being made for the user
    SHARED = Key()  # the same content is already posted in the channel
    NOT_AT_DEAL = Key()  # the user had no seat in the deal
    NOT_OFFERED = Key()  # nobody offers the user this seat, or not any more
    NOTHING_TO_VOID = Key()  # no deal is being played that its winners may vote void
    REVIEW_RUNNING = Key()  # another deal is still being reviewed for the user
    TOO_MANY_REVIEWS = Key()  # the user opened too many in this hour, or too many of all users wait
    MAINTENANCE = Key()  # no new tables may be opened for now
    BUSY = Key()  # the store did not answer in time; try again


class TableRefused(RefusedError[TableRefusal]):
    """The table refuses; nothing has changed. `facts` fill the blanks of the message."""


class StaleTask(TableRefused):
    """The pressed control belongs to a question that the seat no longer has."""

    def __init__(self) -> None:
        super().__init__(TableRefusal.STALE)

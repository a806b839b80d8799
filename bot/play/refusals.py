"""Lists the reasons why a table refuses an action that the game's rules allow. `bot.text` has their texts."""

from bot.ids import ChannelId, TableId, UserId
from engine.model.message_keys import Key, MessageKeys, RefusedError

Places = tuple[tuple[TableId, ChannelId], ...]


def _tables(*, tables: Places) -> None: ...
def _most(*, players: int, most: int) -> None: ...
def _seat(*, seat: int) -> None: ...  # `seat` is the seat's number, from 1
def _empty(*, empty: int) -> None: ...
def _host(*, host: UserId) -> None: ...
def _limit(*, limit: int) -> None: ...
def _hosted(*, limit: int, tables: Places) -> None: ...
def _rules(*, message: str, options: tuple[str, ...]) -> None: ...
def _text(*, text: str) -> None: ...
def _permissions(*, permissions: tuple[str, ...]) -> None: ...
def _channels(*, channels: tuple[ChannelId, ...]) -> None: ...
def _seats(*, seat: int, seats: int) -> None: ...  # `seat` is the seat's number, from 1; `seats` is the number of seats
def _people(*, people: int, seats: int) -> None: ...
def _deal(*, deal: int) -> None: ...
def _table(*, table: TableId) -> None: ...
def _names(*, name: str, names: tuple[str, ...]) -> None: ...  # `names` are those of presets and house rules
def _name(*, name: str) -> None: ...
def _longest(*, longest: int) -> None: ...
def _seconds(*, seconds: int) -> None: ...


class TableRefusal(MessageKeys):
    """A reason for which a table refuses an action. Its message has placeholders, which the refusal's facts fill."""

    NO_TABLE = Key()  # There is no such table, or not any more.
    NO_TABLE_HERE = Key()  # This channel has no table.
    AT_NO_TABLE = Key()  # The user has no seat in this server.
    NOT_SEATED = Key()  # The user has no seat at this table.
    SEATED_ELSEWHERE = Key(_tables)  # The user already has a seat at these tables.
    ALREADY_SEATED = Key()
    TABLE_FULL = Key()
    TOO_MANY_COMPUTERS = Key(_most)  # The host needs a seat too.
    SEAT_TAKEN = Key(_seat)
    NO_COMPUTER = Key()  # There is no computer player to remove.
    SEATS_EMPTY = Key(_empty)
    NOT_HOST = Key(_host)
    ALREADY_STARTED = Key()
    NOT_STARTED = Key()
    DEAL_IN_PROGRESS = Key()
    TABLE_CLOSED = Key()
    STALE = Key()  # The panel is old, and the seat has another question now.
    TOO_MANY_TABLES = Key(_limit)
    TOO_MANY_HOSTED = Key(_hosted)  # The user hosts these tables.
    INVALID_RULES = Key(_rules)
    INVALID_CARDS = Key(_text)
    NOT_ALLOWED_HERE = Key(_permissions)  # The bot lacks these permissions.
    NOT_IN_CHANNEL = Key(_channels)  # Only these channels are allowed.
    OUTSIDE_GUILD = Key()
    SEAT_EMPTY = Key(_seat)
    UNKNOWN_SEAT = Key(_seats)
    NOT_YOURSELF = Key()  # Hosts leave instead of kicking themselves.
    NEWCOMER_SEATED = Key()  # The newcomer already has a seat.
    HAND_SEEN = Key(_seat)  # The newcomer has seen a hand of this deal.
    NOT_AWAY = Key(_seat)  # The player in the seat is present.
    TOO_MANY_PEOPLE = Key(_people)
    MATCH_NOT_OVER = Key()
    NO_DEAL_YET = Key()  # No deal of the table is over.
    DEAL_NOT_OVER = Key(_deal)
    NOT_PAUSED = Key()
    ORACLE_STAYS = Key()  # An oracle, which has seen all hands, keeps its seat.
    UNKNOWN_LEVEL = Key()  # No computer player plays at that level.
    COMPUTERS_ONLY = Key()  # Only computer players may play at this table.
    ALREADY_WATCHING = Key(_table)  # Computer players already play for the user at this table.
    NO_COMPUTER_THERE = Key(_seat)
    NO_HOUSE_RULES = Key()  # The house rules have been deleted.
    UNKNOWN_RULE_SET = Key(_names)  # `names` are the names of all sets of rules.
    AMBIGUOUS_RULE_SET = Key(_names)  # `names` are the sets whose names fit the typed text.
    HOUSE_RULES_TAKEN = Key(_name)
    HOUSE_RULES_NAME = Key(_longest)
    TOO_MANY_HOUSE_RULES = Key(_limit)
    HOUSE_RULES_OUTDATED = Key(_name)  # This version lacks some of the options; the exception's cause names them.
    SEALED = Key()  # Other tables still have to play the same deal.
    SEALED_SEAT = Key()  # Other tables still have to play this deal, and the user was not dealt this hand.
    KITTY_HIDDEN = Key()  # The rules hide the kitty, so proofs and records wait for the match's end.
    NOT_MANAGER = Key()  # The user does not manage the server.
    BROKEN = Key(_table)  # The table's record cannot be read, or does not fit the rules.
    TOO_FAST = Key(_seconds)  # The user may press or type something again after `seconds`.
    ANIMATION_RUNNING = Key()  # A moving picture is still being made for the user.
    SHARED = Key()  # The same content is already posted in the channel.
    NOT_AT_DEAL = Key()  # The user had no seat in the deal.
    NOT_OFFERED = Key()  # Nobody offers the user this seat, or not any more.
    NOTHING_TO_VOID = Key()  # No deal is in progress, or its winners may not vote it void.
    REVIEW_RUNNING = Key()  # Another deal is still being reviewed for the user.
    TOO_MANY_REVIEWS = Key()  # The user opened too many reviews in an hour, or too many users wait for theirs.
    MAINTENANCE = Key()  # No new tables may be opened for now.
    BUSY = Key()  # The store did not answer in time; try again.


class TableRefused(RefusedError[TableRefusal]):
    """A refusal of a table, which has changed nothing. `facts` fill the placeholders of the message."""


class StaleTask(TableRefused):
    """The pressed control belongs to a question that the seat no longer has."""

    def __init__(self) -> None:
        super().__init__(TableRefusal.STALE)

"""Lists the reasons for which a table refuses, beyond the rules of the game; `bot.text` has their texts."""

from bot.ids import ChannelId, TableId, UserId
from engine.model.message_keys import Key, MessageKeys, RefusedError

Places = tuple[tuple[TableId, ChannelId], ...]


def _tables(*, tables: Places) -> None: ...
def _most(*, players: int, most: int) -> None: ...
def _seat(*, seat: int) -> None: ...  # from 1
def _empty(*, empty: int) -> None: ...
def _host(*, host: UserId) -> None: ...
def _limit(*, limit: int) -> None: ...
def _hosted(*, limit: int, tables: Places) -> None: ...
def _rules(*, message: str, options: tuple[str, ...]) -> None: ...
def _text(*, text: str) -> None: ...
def _permissions(*, permissions: tuple[str, ...]) -> None: ...
def _channels(*, channels: tuple[ChannelId, ...]) -> None: ...
def _seats(*, seat: int, seats: int) -> None: ...  # from 1
def _people(*, people: int, seats: int) -> None: ...
def _deal(*, deal: int) -> None: ...
def _table(*, table: TableId) -> None: ...
def _names(*, name: str, names: tuple[str, ...]) -> None: ...  # names of presets and house rules
def _name(*, name: str) -> None: ...
def _longest(*, longest: int) -> None: ...
def _seconds(*, seconds: int) -> None: ...


class TableRefusal(MessageKeys):
    """A reason for which a table refuses. Each has a message in every language, filled with its facts."""

    NO_TABLE = Key("no_table")  # there is no such table (any more)
    NO_TABLE_HERE = Key("no_table_here")  # this channel has no table
    AT_NO_TABLE = Key("at_no_table")  # the user has no seat in this server
    NOT_SEATED = Key("not_seated")  # the user has no seat at this table
    SEATED_ELSEWHERE = Key("sits_elsewhere", _tables)  # the tables at which the user has a seat
    ALREADY_SEATED = Key("already_seated")
    TABLE_FULL = Key("table_full")
    TOO_MANY_COMPUTERS = Key("too_many_computers", _most)  # the host needs a seat too
    SEAT_TAKEN = Key("seat_taken", _seat)
    NO_COMPUTER = Key("no_computer")  # there is no computer player to remove
    SEATS_EMPTY = Key("seats_empty", _empty)
    NOT_HOST = Key("not_host", _host)
    ALREADY_STARTED = Key("already_started")
    NOT_STARTED = Key("not_started")
    DEAL_IN_PROGRESS = Key("deal_in_progress")
    TABLE_CLOSED = Key("table_closed")
    STALE = Key("stale")  # the panel is old: the seat is asked something else now
    TOO_MANY_TABLES = Key("too_many_tables", _limit)
    TOO_MANY_HOSTED = Key("too_many_hosted", _hosted)  # the tables that the user hosts
    INVALID_RULES = Key("bad_rules", _rules)
    INVALID_CARDS = Key("bad_cards", _text)
    NOT_ALLOWED_HERE = Key("not_allowed_here", _permissions)  # the permissions that the bot lacks
    NOT_IN_CHANNEL = Key("not_in_channel", _channels)  # the channels that are allowed
    OUTSIDE_GUILD = Key("outside_guild")
    SEAT_EMPTY = Key("seat_empty", _seat)
    UNKNOWN_SEAT = Key("no_seat", _seats)
    NOT_YOURSELF = Key("not_yourself")  # hosts leave instead of kicking themselves
    NEWCOMER_SEATED = Key("sits_here")  # the newcomer already has a seat
    HAND_SEEN = Key("hand_seen", _seat)  # the newcomer has seen a hand of this deal
    NOT_AWAY = Key("not_away", _seat)  # its player is present
    TOO_MANY_PEOPLE = Key("too_many_people", _people)
    MATCH_NOT_OVER = Key("match_not_over")
    NO_DEAL_YET = Key("no_deal_yet")  # no deal of the table is over
    DEAL_NOT_OVER = Key("deal_not_over", _deal)
    NOT_PAUSED = Key("not_paused")
    ORACLE_STAYS = Key("oracle_stays")  # the seat is an oracle's, which has seen all hands
    UNKNOWN_LEVEL = Key("no_level")  # no computer player plays at that level
    COMPUTERS_ONLY = Key("computers_only")  # computer players have all seats, and people watch
    ALREADY_WATCHING = Key("already_watching", _table)  # the table where computer players already play for the user
    NO_COMPUTER_THERE = Key("no_computer_there", _seat)
    NO_HOUSE_RULES = Key("no_house_rules")  # the house rules have been deleted
    UNKNOWN_RULE_SET = Key("no_rule_set", _names)  # the names to choose from
    AMBIGUOUS_RULE_SET = Key("which_rule_set", _names)  # the names that fit
    HOUSE_RULES_TAKEN = Key("house_rules_taken", _name)
    HOUSE_RULES_NAME = Key("house_rules_name", _longest)
    TOO_MANY_HOUSE_RULES = Key("too_many_house_rules", _limit)
    HOUSE_RULES_OUTDATED = Key("house_rules_outdated", _name)  # the cause says what this version lacks
    SEALED = Key("sealed")  # others still have to play the board of this table
    SEALED_SEAT = Key("sealed_seat")  # as above, for a user who was not dealt this hand
    KITTY_HIDDEN = Key("kitty_hidden")  # the rules hide the kitty, so proofs and records wait for the match's end
    NOT_MANAGER = Key("not_manager")  # of the server
    BROKEN = Key("broken", _table)  # its record cannot be read, or does not fit the rules
    TOO_FAST = Key("too_fast", _seconds)  # until the user may press or type something again
    ANIMATION_RUNNING = Key("animation_running")  # a moving picture is still being made for the user
    NOT_AT_DEAL = Key("not_at_deal")  # the user had no seat in the deal
    NOT_OFFERED = Key("not_offered")  # nobody offers the user this seat, or not any more
    NOTHING_TO_VOID = Key("nothing_to_void")  # no deal is being played that counts for ratings or a league
    REVIEW_RUNNING = Key("review_running")  # another deal is still being reviewed for the user
    TOO_MANY_REVIEWS = Key("too_many_reviews")  # for this hour
    MAINTENANCE = Key("maintenance")  # no new tables for now
    BUSY = Key("busy")  # the store did not answer in time; try again


class TableRefused(RefusedError[TableRefusal]):
    """The table refuses; nothing has changed. `facts` fill the blanks of the message."""


class StaleTask(TableRefused):
    """The pressed control belongs to a question that the seat no longer has."""

    def __init__(self) -> None:
        super().__init__(TableRefusal.STALE)

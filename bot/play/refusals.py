"""Why a table refuses, beyond the rules of the game: a closed list of reasons, worded in `bot.text`."""

from enum import StrEnum


class TableRefusal(StrEnum):
    """Why a table refuses. Each has a message in every language, filled with the facts in its comment."""

    NO_TABLE = "no_table"  # there is no such table, or no longer
    NO_TABLE_HERE = "no_table_here"  # this channel has no table
    AT_NO_TABLE = "at_no_table"  # the user has no seat in this server
    NOT_SEATED = "not_seated"  # the user has no seat at this table
    SEATED_ELSEWHERE = "sits_elsewhere"  # tables: tuple[tuple[TableId, ChannelId], ...] at which the user has a seat
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    TOO_MANY_COMPUTERS = "too_many_computers"  # players, most: int; the host needs a seat too
    SEAT_TAKEN = "seat_taken"  # seat: int, from 1
    NO_COMPUTER = "no_computer"  # there is no computer player to remove
    SEATS_EMPTY = "seats_empty"  # empty: int
    NOT_HOST = "not_host"  # host: UserId
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    DEAL_IN_PROGRESS = "deal_in_progress"
    TABLE_CLOSED = "table_closed"
    STALE = "stale"  # the panel is old: the seat is asked something else now
    TOO_MANY_TABLES = "too_many_tables"  # limit: int
    TOO_MANY_HOSTED = "too_many_hosted"  # limit: int; tables: tuple[tuple[TableId, ChannelId], ...] that the user hosts
    INVALID_RULES = "bad_rules"  # message: str, options: tuple[str, ...]
    INVALID_CARDS = "bad_cards"  # text: str
    NOT_ALLOWED_HERE = "not_allowed_here"  # permissions: tuple[str, ...]
    NOT_IN_CHANNEL = "not_in_channel"  # channels: tuple[ChannelId, ...] that are allowed
    OUTSIDE_GUILD = "outside_guild"
    SEAT_EMPTY = "seat_empty"  # seat: int, from 1
    UNKNOWN_SEAT = "no_seat"  # seat: int, from 1; seats: int
    NOT_YOURSELF = "not_yourself"  # hosts leave instead of kicking themselves
    NEWCOMER_SEATED = "sits_here"  # the user who would take the seat already has one
    HAND_SEEN = "hand_seen"  # seat: int, from 1, that the user who would take a seat has held in this deal
    NOT_AWAY = "not_away"  # seat: int, from 1; its player is present
    TOO_MANY_PEOPLE = "too_many_people"  # people: int; seats: int
    MATCH_NOT_OVER = "match_not_over"
    NO_DEAL_YET = "no_deal_yet"  # no deal is over here
    DEAL_NOT_OVER = "deal_not_over"  # deal: int
    NOT_PAUSED = "not_paused"
    ORACLE_STAYS = "oracle_stays"  # the seat is an oracle's, which has seen all hands
    UNKNOWN_LEVEL = "no_level"  # no computer player plays at that level
    COMPUTERS_ONLY = "computers_only"  # computer players have all seats, and people watch
    ALREADY_WATCHING = "already_watching"  # table: TableId, where computer players play for the same user
    NO_COMPUTER_THERE = "no_computer_there"  # seat: int, from 1
    NO_HOUSE_RULES = "no_house_rules"  # they have been deleted
    UNKNOWN_RULE_SET = "no_rule_set"  # name: str; names: tuple[str, ...] of presets and house rules to choose from
    AMBIGUOUS_RULE_SET = "which_rule_set"  # name: str; names: tuple[str, ...] of presets and house rules that fit
    HOUSE_RULES_TAKEN = "house_rules_taken"  # name: str
    HOUSE_RULES_NAME = "house_rules_name"  # longest: int
    TOO_MANY_HOUSE_RULES = "too_many_house_rules"  # limit: int
    HOUSE_RULES_OUTDATED = "house_rules_outdated"  # name: str; its cause says what this version lacks
    SEALED = "sealed"  # others still have to play the board of this table
    SEALED_SEAT = "sealed_seat"  # as above, and the user was not dealt this hand
    KITTY_HIDDEN = "kitty_hidden"  # the rules hide the kitty, so proofs and records wait for the match's end
    NOT_MANAGER = "not_manager"  # of the server
    BROKEN = "broken"  # table: TableId; its record cannot be read, or does not fit the rules
    TOO_FAST = "too_fast"  # seconds: int until the user may press or type something again
    ANIMATION_RUNNING = "animation_running"  # a moving picture is still being made for the user
    NOT_AT_DEAL = "not_at_deal"  # the user had no seat in the deal
    REVIEW_RUNNING = "review_running"  # another deal is still being reviewed for the user
    TOO_MANY_REVIEWS = "too_many_reviews"  # for this hour
    MAINTENANCE = "maintenance"  # no new tables for now
    BUSY = "busy"  # the store did not answer in time; try again


class TableRefused(Exception):  # noqa: N818 - read as a sentence
    """The table refuses; nothing has changed. `facts` fill the blanks of the message."""

    def __init__(self, reason: TableRefusal, **facts: object) -> None:
        super().__init__(f"{reason.value} {facts}" if facts else reason.value)
        self.reason = reason
        self.facts = facts


class StaleTask(TableRefused):
    """The pressed control belongs to a question that the seat is no longer asked."""

    def __init__(self) -> None:
        super().__init__(TableRefusal.STALE)

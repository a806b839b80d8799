"""What a table refuses beside the rules of the game: a closed list of reasons, worded elsewhere."""

from enum import StrEnum


class Why(StrEnum):
    """Why a table refuses. Each has its words in every language; the facts it carries stand behind it."""

    NO_TABLE = "no_table"  # the table is not there (any more)
    NO_TABLE_HERE = "no_table_here"  # this channel has no table
    NOT_SEATED = "not_seated"  # the person has no seat at this table
    SITS_ELSEWHERE = "sits_elsewhere"  # tables: tuple[tuple[TableId, ChannelId], ...] at which the person has a seat
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    TOO_MANY_COMPUTERS = "too_many_computers"  # players, most: int; the person who asks has a seat himself
    SEAT_TAKEN = "seat_taken"  # seat: int, from 1
    NO_COMPUTER = "no_computer"  # there is no computer player to send away
    SEATS_EMPTY = "seats_empty"  # empty: int
    NOT_HOST = "not_host"  # host: UserId
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    DEAL_IN_PROGRESS = "deal_in_progress"
    TABLE_CLOSED = "table_closed"
    STALE = "stale"  # the panel is old: what was asked is no longer asked
    TOO_MANY_TABLES = "too_many_tables"  # limit: int
    BAD_RULES = "bad_rules"  # message: str, options: tuple[str, ...]
    BAD_CARDS = "bad_cards"  # text: str
    NOT_ALLOWED_HERE = "not_allowed_here"  # permissions: tuple[str, ...]
    NOT_IN_CHANNEL = "not_in_channel"  # channels: tuple[ChannelId, ...] that are allowed
    OUTSIDE_GUILD = "outside_guild"
    SEAT_EMPTY = "seat_empty"  # seat: int, from 1
    NO_SEAT = "no_seat"  # seat: int, from 1; seats: int
    NOT_YOURSELF = "not_yourself"  # one leaves, and is not sent away
    SITS_HERE = "sits_here"  # whoever is to take a seat has one
    NOT_AWAY = "not_away"  # seat: int, from 1; who sits there is here
    TOO_MANY_PEOPLE = "too_many_people"  # people: int; seats: int
    MATCH_NOT_OVER = "match_not_over"
    NO_DEAL_YET = "no_deal_yet"  # no deal is over here
    DEAL_NOT_OVER = "deal_not_over"  # deal: int
    NOT_PAUSED = "not_paused"
    NO_LEVEL = "no_level"  # no computer player plays at that level
    NO_COMPUTER_THERE = "no_computer_there"  # seat: int, from 1
    KITTY_HIDDEN = "kitty_hidden"  # these rules keep the kitty closed, so proofs and records wait for the match's end
    NOT_MANAGER = "not_manager"  # of the server
    BROKEN = "broken"  # table: TableId; its record cannot be read, or does not fit the rules
    BUSY = "busy"  # the store did not answer in time; try again


class Refused(Exception):  # noqa: N818 - read as a sentence
    """The table says no. `facts` fill the blanks in the person's message; nothing has changed."""

    def __init__(self, why: Why, **facts: object) -> None:
        super().__init__(f"{why.value} {facts}" if facts else why.value)
        self.why = why
        self.facts = facts


class StaleTask(Refused):
    """What was pressed belongs to something that is no longer asked of this seat."""

    def __init__(self) -> None:
        super().__init__(Why.STALE)

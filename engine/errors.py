"""What the rules refuse, and why: a closed list of reasons, with facts that fill the blanks in a player's message."""

from enum import StrEnum


class Reason(StrEnum):
    """Why an action is refused. Each has its words in every language; the facts it carries stand behind it."""

    NOT_YOUR_TURN = "not_your_turn"  # to_act: tuple[Seat, ...]
    WRONG_PHASE = "wrong_phase"  # phase: PhaseName
    TABLE_ONLY = "table_only"  # an action that only the table itself takes
    NO_SUCH_SEAT = "no_such_seat"  # seat, players
    MATCH_OVER = "match_over"
    WRONG_COUNT = "wrong_count"  # wanted: int, given: int
    NOT_HELD = "not_held"  # missing: tuple[Card, ...]
    NO_CARDS = "no_cards"
    WRONG_DECK = "wrong_deck"  # wanted: int, given: int
    NOT_A_DECLARATION = "not_a_declaration"  # cards
    NOT_STRONGER = "not_stronger"  # present: Declaration
    OWN_DECLARATION = "own_declaration"  # present: Declaration; what the maker may still do: may
    PARTNER_DECLARED = "partner_declared"  # present: Declaration
    ALREADY_PASSED = "already_passed"
    NO_CLAIM = "no_claim"  # points: int, trumps: int
    MIXED_SUITS = "mixed_suits"  # suits: tuple[Suit, ...]
    THROWS_OFF = "throws_off"  # units: tuple[tuple[Card, ...], ...]
    BAD_GROUPING = "bad_grouping"  # cards
    MUST_FOLLOW_SUIT = "must_follow_suit"  # suit: Suit, owed: int, given: int
    MUST_FOLLOW_SHAPE = "must_follow_shape"  # suit, lead, owed: tuple[tuple[Card, ...], ...] units that you hold
    MUST_PLAY_EXACTLY = "must_play_exactly"  # cards: the forced play
    MUST_BEAT = "must_beat"  # cards: the play that has to be beaten
    MUST_PLAY_RAINBOW = "must_play_rainbow"  # size: int
    WRONG_FRIEND = "wrong_friend"  # card, why
    WRONG_FRIEND_COUNT = "wrong_friend_count"  # wanted: int, given: int
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    RESULT_STILL_OPEN = "result_still_open"
    NOT_ALLOWED = "not_allowed"  # option: str, the name of the rule that forbids it


class IllegalAction(ValueError):  # noqa: N818 - the name says what happened in the game's words
    """The rules forbid it. `facts` fill the blanks in the player's message; nothing has changed."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(f"{reason.value} {facts}" if facts else reason.value)
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Cross a process boundary whole: the default would lose the facts."""
        return _rebuild, (self.reason, self.facts)


def _rebuild(reason: Reason, facts: dict[str, object]) -> IllegalAction:
    return IllegalAction(reason, **facts)


class BadRules(ValueError):  # noqa: N818 - read as a sentence
    """A set of options that cannot be played. `options` names those that clash; the message says what would fit."""

    def __init__(self, message: str, *options: str) -> None:
        super().__init__(message)
        self.options = options

    def __reduce__(self) -> tuple[object, ...]:
        """Cross a process boundary whole."""
        return BadRules, (str(self), *self.options)


class BadRecord(ValueError):  # noqa: N818 - read as a sentence
    """A record that cannot be read. `line` counts from 1; `why` says what is wrong there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why

    def __reduce__(self) -> tuple[object, ...]:
        """Cross a process boundary whole."""
        return BadRecord, (self.line, self.why)

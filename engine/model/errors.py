"""Refusals of the rules: a closed list of reasons, with facts that fill in a player's message."""

from enum import StrEnum


class Reason(StrEnum):
    """Why an action is refused; the comments name its facts. Every language has a message for each."""

    NOT_YOUR_TURN = "not_your_turn"  # to_act: tuple[Seat, ...]
    WRONG_PHASE = "wrong_phase"  # phase: PhaseName
    TABLE_ONLY = "table_only"  # an action that only the table itself takes
    NO_SUCH_SEAT = "no_such_seat"  # seat, players
    MATCH_OVER = "match_over"
    WRONG_COUNT = "wrong_count"  # wanted: int, given: int
    NOT_HELD = "not_held"  # missing: tuple[Card, ...], held: the copies of these faces that are in the hand
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
    MUST_BEAT = "must_beat"  # cards: the play to beat
    MUST_PLAY_RAINBOW = "must_play_rainbow"  # size: int
    WRONG_FRIEND = "wrong_friend"  # card, why
    WRONG_FRIEND_COUNT = "wrong_friend_count"  # wanted: int, given: int
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    RESULT_STILL_OPEN = "result_still_open"
    NOT_ALLOWED = "not_allowed"  # option: str, the name of the rule that forbids it


class IllegalAction(ValueError):  # noqa: N818 - named in the game's words
    """The rules forbid an action. `facts` fill in the player's message; nothing has changed."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        known = ", ".join(f"{name} {_format_fact(fact)}" for name, fact in facts.items())
        super().__init__(f"{reason.value}: {known}" if facts else reason.value)
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the facts when pickled, which the default would lose."""
        return _rebuild_illegal_action, (self.reason, self.facts)


def _format_fact(fact: object) -> str:
    return " ".join(map(_format_fact, fact)) if isinstance(fact, tuple | list) else str(fact)


def _rebuild_illegal_action(reason: Reason, facts: dict[str, object]) -> IllegalAction:
    return IllegalAction(reason, **facts)


class RuleConflict(StrEnum):
    """Why options do not fit together; the comments name its facts. Every language has a message for each."""

    NO_PRESET = "no_preset"  # name: str, presets: tuple[str, ...]
    NO_OPTION = "no_option"  # name: str
    NO_VALUE = "no_value"  # option: str, value: str
    RANGE = "range"  # option: str, low: int, high: int, value: object
    JOKERS = "jokers"  # decks: int, which is the most of each kind
    KITTY = "kitty"  # kitty, players, cards: int, fits: tuple[int, ...]
    ODD_TEAMS = "odd_teams"
    SECRET_SIDES = "secret_sides"  # noqa: S105 - no password
    NO_FRIENDS = "no_friends"
    HIDDEN_LADDER = "hidden_ladder"
    HIDDEN_HOOK = "hidden_hook"
    HIDDEN_END = "hidden_end"
    NO_PICKUP = "no_pickup"
    TEN_JOKERS = "ten_jokers"
    TEN_TENS = "ten_tens"
    TEN_HANDS = "ten_hands"
    START_LEVEL = "start_level"
    LEVEL_ORDER = "level_order"
    LOW_LEVEL = "low_level"  # rank: str, the lowest there is
    LEVELS_OUTSIDE = "levels_outside"  # option: str
    HOOK_JACKS = "hook_jacks"
    HOOK_TWOS = "hook_twos"
    TRACTOR_LENGTHS = "tractor_lengths"  # least: int
    THRESHOLDS_UNUSED = "thresholds_unused"
    THRESHOLDS_MISSING = "thresholds_missing"
    THRESHOLDS = "thresholds"
    BOMBS = "bombs"  # least: int, decks
    LEVELS = "levels"  # the levels at the start of a match


class InvalidRules(ValueError):  # noqa: N818 - named like IllegalAction
    """A set of options that cannot be played: `options` names those that conflict, the message says what would fit.

    `conflict` and `facts` say the same for messages in other languages.
    """

    def __init__(self, message: str, *options: str, conflict: RuleConflict, **facts: object) -> None:
        super().__init__(message)
        self.options = options
        self.conflict = conflict
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all arguments when pickled."""
        return _rebuild_invalid_rules, (str(self), self.options, self.conflict, self.facts)


def _rebuild_invalid_rules(
    message: str, options: tuple[str, ...], conflict: RuleConflict, facts: dict[str, object]
) -> InvalidRules:
    return InvalidRules(message, *options, conflict=conflict, **facts)


class InvalidRecord(ValueError):  # noqa: N818 - named like IllegalAction
    """A record that cannot be read: `line` counts from 1, `problem` says what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all arguments when pickled."""
        return InvalidRecord, (self.line, self.problem)

"""Refusals of the rules: a closed list of reasons, with facts that fill in a player's message."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Reason(StrEnum):
    """Why an action is refused; `REASON_FACTS` names its facts. Every language has a message for each."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    TABLE_ONLY = "table_only"  # an action that only the table itself takes
    NO_SUCH_SEAT = "no_such_seat"
    MATCH_OVER = "match_over"
    WRONG_COUNT = "wrong_count"
    NOT_HELD = "not_held"
    NO_CARDS = "no_cards"
    WRONG_DECK = "wrong_deck"
    NOT_A_DECLARATION = "not_a_declaration"
    NOT_STRONGER = "not_stronger"
    OWN_DECLARATION = "own_declaration"
    PARTNER_DECLARED = "partner_declared"
    ALREADY_PASSED = "already_passed"
    TOO_MANY_POINTS = "too_many_points"
    NO_CLAIM = "no_claim"
    MIXED_SUITS = "mixed_suits"
    THROWS_OFF = "throws_off"
    UNSAFE_THROW = "unsafe_throw"
    BAD_GROUPING = "bad_grouping"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_FOLLOW_SHAPE = "must_follow_shape"
    MUST_PLAY_EXACTLY = "must_play_exactly"
    MUST_BEAT = "must_beat"
    MUST_PLAY_RAINBOW = "must_play_rainbow"
    WRONG_FRIEND = "wrong_friend"
    WRONG_FRIEND_COUNT = "wrong_friend_count"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    RESULT_STILL_OPEN = "result_still_open"
    NOT_ALLOWED = "not_allowed"


REASON_FACTS: Final[Mapping[Reason, Mapping[str, str]]] = MappingProxyType(
    {
        Reason.NOT_YOUR_TURN: {"to_act": "the players who may act"},
        Reason.WRONG_PHASE: {"phase": "the phase of the deal"},
        Reason.TABLE_ONLY: {},
        Reason.NO_SUCH_SEAT: {"seat": "a number", "players": "how many there are"},
        Reason.MATCH_OVER: {},
        Reason.WRONG_COUNT: {"wanted": "how many cards are needed", "given": "how many were given"},
        Reason.NOT_HELD: {"missing": "cards that are not in the hand", "held": "copies of them that are"},
        Reason.NO_CARDS: {},
        Reason.WRONG_DECK: {"wanted": "how many cards are in the pack", "given": "how many were dealt"},
        Reason.NOT_A_DECLARATION: {"cards": "the cards shown"},
        Reason.NOT_STRONGER: {"present": "the declaration that stands"},
        Reason.OWN_DECLARATION: {"present": "the declaration that stands", "may": "what its maker may still do"},
        Reason.PARTNER_DECLARED: {"present": "the declaration that stands"},
        Reason.ALREADY_PASSED: {},
        Reason.TOO_MANY_POINTS: {"most": "card points that may be buried", "given": "card points of the cards"},
        Reason.NO_CLAIM: {"points": "card points in the hand", "trumps": "trumps in the hand"},
        Reason.MIXED_SUITS: {"suits": "the effective suits"},
        Reason.THROWS_OFF: {"units": "the units of the throw"},
        Reason.UNSAFE_THROW: {"units": "the units that somebody might beat"},
        Reason.BAD_GROUPING: {"cards": "the cards led"},
        Reason.MUST_FOLLOW_SUIT: {
            "suit": "the suit led",
            "owed": "how many cards of it must be played",
            "given": "how many are",
        },
        Reason.MUST_FOLLOW_SHAPE: {
            "suit": "the suit led",
            "lead": "the units led",
            "owed": "units in the hand that serve",
        },
        Reason.MUST_PLAY_EXACTLY: {"cards": "the only legal play"},
        Reason.MUST_BEAT: {"cards": "the play to beat"},
        Reason.MUST_PLAY_RAINBOW: {"size": "how many cards it has"},
        Reason.WRONG_FRIEND: {"card": "the card called", "why": "kind, copy or twice"},
        Reason.WRONG_FRIEND_COUNT: {"wanted": "how many cards are called", "given": "how many were"},
        Reason.NOTHING_TO_TAKE_BACK: {},
        Reason.RESULT_STILL_OPEN: {},
        Reason.NOT_ALLOWED: {"option": "the option that forbids it"},
    }
)
"""The facts that come with each reason, and their meaning."""


class IllegalAction(ValueError):  # noqa: N818 - named in the game's words
    """The rules forbid an action. `facts` fill in the player's message; nothing has changed."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        """Return the reason and the facts; made when read, since most refusals are caught and never read."""
        known = ", ".join(f"{name} {_format_fact(fact)}" for name, fact in self.facts.items())
        return f"{self.reason.value}: {known}" if known else self.reason.value

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
    CUTS = "cuts"  # decks: int, rank: str, the lowest there is
    AUTO_CUT = "auto_cut"  # cards, spare: int
    NO_KITTY = "no_kitty"
    NO_THEFT = "no_theft"
    CAP_WITHOUT_KITTY = "cap_without_kitty"
    KITTY = "kitty"  # kitty, players, cards: int, fits: tuple[int, ...]
    ODD_TEAMS = "odd_teams"
    THREE_PAIRS = "three_pairs"  # players: int
    PAIRS_THROWS = "pairs_throws"
    SECRET_SIDES = "secret_sides"  # noqa: S105 - no password
    NO_FRIENDS = "no_friends"
    BID_TEAMS = "bid_teams"
    BID_FIRST = "bid_first"
    FRIEND_CARDS = "friend_cards"  # found, wanted: int
    HIDDEN_PLAYERS = "hidden_players"  # least: int
    HIDDEN_LADDER = "hidden_ladder"
    HIDDEN_HOOK = "hidden_hook"
    HIDDEN_END = "hidden_end"
    HIDDEN_SUIT = "hidden_suit"  # option: str
    NO_PICKUP = "no_pickup"
    TEN_JOKERS = "ten_jokers"
    TEN_TENS = "ten_tens"
    TEN_HANDS = "ten_hands"
    DECLARE_COUNT = "declare_count"  # most: int, identical level cards
    DECLARE_RARELY = "declare_rarely"
    DECLARE_SUITS = "declare_suits"
    START_LEVEL = "start_level"
    LEVEL_ORDER = "level_order"
    LOW_LEVEL = "low_level"  # rank: str, the lowest there is
    LEVELS_OUTSIDE = "levels_outside"  # option: str
    NO_PERMANENT = "no_permanent"
    FAILURES_UNPLAYED = "failures_unplayed"
    FAILURES_LEVELS = "failures_levels"
    HOOK_LEVELS = "hook_levels"
    HOOK_BACK = "hook_back"  # level: str, which the hook sends back to
    HOOK_PACK = "hook_pack"  # level: str, the same
    UNSEEN_THROWS = "unseen_throws"
    LEVEL_TRACTORS = "level_tractors"
    TRACTOR_LENGTHS = "tractor_lengths"  # least: int
    UNEVEN_DECKS = "uneven_decks"  # least: int
    THRESHOLDS_UNUSED = "thresholds_unused"
    THRESHOLDS_MISSING = "thresholds_missing"
    THRESHOLDS = "thresholds"
    KITTY_TABLE_UNUSED = "kitty_table_unused"
    KITTY_TABLE_MISSING = "kitty_table_missing"
    KITTY_TABLE = "kitty_table"  # rows, times: int, the most of them
    HALF_KITTY = "half_kitty"
    TARGET_POINTS = "target_points"  # least, points: int
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

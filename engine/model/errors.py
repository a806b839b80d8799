"""Refusals of the rules, as closed lists of reasons with facts for a player's message."""

from typing import Annotated, Literal

from engine.model.cards import Card, Suit
from engine.model.events import Declaration
from engine.model.message_keys import Key, MessageKey, MessageKeys, P, RefusedError
from engine.model.options import OwnDeclaration
from engine.model.seats import Seat
from engine.model.view import PhaseName

_Present = Annotated[Declaration, "the declaration that stands"]
_Led = Annotated[Suit, "the suit led"]
_Cards = tuple[Card, ...]
_Units = tuple[_Cards, ...]


# The facts of reasons. The referee describes them in these words.
def _to_act(*, to_act: Annotated[tuple[Seat, ...], "the players who may act"]) -> None: ...
def _phase(*, phase: Annotated[PhaseName, "the phase of the deal"]) -> None: ...
def _seat(*, seat: Annotated[int, "a number"], players: Annotated[int, "how many there are"]) -> None: ...
def _count(
    *, wanted: Annotated[int, "how many cards are needed"], given: Annotated[int, "how many were given"]
) -> None: ...
def _not_held(
    *, missing: Annotated[_Cards, "cards that are not in the hand"], held: Annotated[_Cards, "copies of them that are"]
) -> None: ...
def _deck(
    *, wanted: Annotated[int, "how many cards are in the pack"], given: Annotated[int, "how many were dealt"]
) -> None: ...
def _shown(*, cards: Annotated[_Cards, "the cards shown"]) -> None: ...
def _present(*, present: _Present) -> None: ...
def _own(*, present: _Present, may: Annotated[OwnDeclaration, "what its maker may still do"]) -> None: ...
def _buried(
    *, most: Annotated[int, "card points that may be buried"], given: Annotated[int, "card points of the cards"]
) -> None: ...
def _claim(
    *, points: Annotated[int, "card points in the hand"], trumps: Annotated[int, "trumps in the hand"]
) -> None: ...
def _suits(*, suits: Annotated[tuple[Suit, ...], "the effective suits"]) -> None: ...
def _throw(*, units: Annotated[_Units, "the units of the throw"]) -> None: ...
def _unsafe(*, units: Annotated[_Units, "the units that somebody might beat"]) -> None: ...
def _led_cards(*, cards: Annotated[_Cards, "the cards led"]) -> None: ...
def _follow_suit(
    *,
    suit: _Led,
    required: Annotated[int, "how many of it must be played"],
    given: Annotated[int, "how many are"],
) -> None: ...
def _follow_shape(
    *, suit: _Led, lead: Annotated[_Units, "the units led"], required: Annotated[_Units, "units in the hand that serve"]
) -> None: ...
def _only_play(*, cards: Annotated[_Cards, "the only legal play"]) -> None: ...
def _beat(*, cards: Annotated[_Cards, "the play to beat"]) -> None: ...
def _rainbow(*, size: Annotated[int, "how many cards it has"]) -> None: ...
def _friend(
    *, card: Annotated[Card, "the card called"], why: Annotated[Literal["kind", "copy", "twice"], "kind, copy or twice"]
) -> None: ...
def _friend_count(
    *, wanted: Annotated[int, "how many cards are called"], given: Annotated[int, "how many were"]
) -> None: ...
def _forbidding(*, option: Annotated[str, "the option that forbids it"]) -> None: ...


class Reason(MessageKeys):
    """Why an action is refused. Every language has a message for each."""

    NOT_YOUR_TURN = Key("not_your_turn", _to_act)
    WRONG_PHASE = Key("wrong_phase", _phase)
    TABLE_ONLY = Key("table_only")  # an action that only the table itself takes
    NO_SUCH_SEAT = Key("no_such_seat", _seat)
    MATCH_OVER = Key("match_over")
    WRONG_COUNT = Key("wrong_count", _count)
    NOT_HELD = Key("not_held", _not_held)
    NO_CARDS = Key("no_cards")
    WRONG_DECK = Key("wrong_deck", _deck)
    NOT_A_DECLARATION = Key("not_a_declaration", _shown)
    NOT_STRONGER = Key("not_stronger", _present)
    OWN_DECLARATION = Key("own_declaration", _own)
    PARTNER_DECLARED = Key("partner_declared", _present)
    ALREADY_PASSED = Key("already_passed")
    TOO_MANY_POINTS = Key("too_many_points", _buried)
    NO_CLAIM = Key("no_claim", _claim)
    MIXED_SUITS = Key("mixed_suits", _suits)
    THROWS_OFF = Key("throws_off", _throw)
    UNSAFE_THROW = Key("unsafe_throw", _unsafe)
    BAD_GROUPING = Key("bad_grouping", _led_cards)
    MUST_FOLLOW_SUIT = Key("must_follow_suit", _follow_suit)
    MUST_FOLLOW_SHAPE = Key("must_follow_shape", _follow_shape)
    MUST_PLAY_EXACTLY = Key("must_play_exactly", _only_play)
    MUST_BEAT = Key("must_beat", _beat)
    MUST_PLAY_RAINBOW = Key("must_play_rainbow", _rainbow)
    WRONG_FRIEND = Key("wrong_friend", _friend)
    WRONG_FRIEND_COUNT = Key("wrong_friend_count", _friend_count)
    NOTHING_TO_TAKE_BACK = Key("nothing_to_take_back")
    RESULT_STILL_OPEN = Key("result_still_open")
    NOT_ALLOWED = Key("not_allowed", _forbidding)


class IllegalAction(RefusedError[Reason], ValueError):  # noqa: N818 - named in the game's words
    """The rules forbid an action. `facts` fill in the player's message; nothing has changed."""


# The facts of conflicts.
def _preset_name(*, name: str, presets: tuple[str, ...]) -> None: ...
def _name(*, name: str) -> None: ...
def _value(*, option: str, value: str) -> None: ...
def _range(*, option: str, low: int, high: int, value: object) -> None: ...
def _decks(*, decks: int) -> None: ...
def _cuts(*, decks: int, rank: str) -> None: ...
def _spare(*, cards: int, spare: int) -> None: ...
def _kitty(*, kitty: int, players: int, cards: int, fits: tuple[int, ...]) -> None: ...
def _players(*, players: int) -> None: ...
def _callable(*, found: int, wanted: int) -> None: ...
def _least(*, least: int) -> None: ...
def _most(*, most: int) -> None: ...
def _option(*, option: str) -> None: ...
def _hand(*, cards: int) -> None: ...
def _rank(*, rank: str) -> None: ...
def _level(*, level: str) -> None: ...
def _rows(*, rows: int, times: int) -> None: ...
def _points(*, least: int, points: int) -> None: ...


class RuleConflict(MessageKeys):
    """Why options do not fit together. Every language has a message for each."""

    NO_PRESET = Key("no_preset", _preset_name)
    NO_OPTION = Key("no_option", _name)
    NO_VALUE = Key("no_value", _value)
    RANGE = Key("range", _range)
    JOKERS = Key("jokers", _decks)  # `decks`: the most of each kind of joker
    CUTS = Key("cuts", _cuts)  # `rank`: the lowest allowed
    AUTO_CUT = Key("auto_cut", _spare)
    NO_KITTY = Key("no_kitty")
    NO_THEFT = Key("no_theft")
    CAP_WITHOUT_KITTY = Key("cap_without_kitty")
    KITTY = Key("kitty", _kitty)
    ODD_TEAMS = Key("odd_teams")
    THREE_PAIRS = Key("three_pairs", _players)
    PAIRS_THROWS = Key("pairs_throws")
    SECRET_SIDES = Key("secret_sides")
    NO_FRIENDS = Key("no_friends")
    BID_TEAMS = Key("bid_teams")
    BID_FIRST = Key("bid_first")
    FRIEND_CARDS = Key("friend_cards", _callable)
    HIDDEN_PLAYERS = Key("hidden_players", _least)
    HIDDEN_LADDER = Key("hidden_ladder")
    HIDDEN_HOOK = Key("hidden_hook")
    HIDDEN_END = Key("hidden_end")
    HIDDEN_SUIT = Key("hidden_suit", _option)
    NO_PICKUP = Key("no_pickup")
    TEN_JOKERS = Key("ten_jokers")
    TEN_TENS = Key("ten_tens")
    TEN_HANDS = Key("ten_hands")
    DECLARE_COUNT = Key("declare_count", _most)  # identical level cards
    DECLARE_RARELY = Key("declare_rarely")
    CLAIM_OFTEN = Key("claim_often", _hand)
    SUIT_JOKERS = Key("suit_jokers")
    SUIT_JOKER_LADDER = Key("suit_joker_ladder")
    DECLARE_SUITS = Key("declare_suits")
    START_LEVEL = Key("start_level")
    LEVEL_ORDER = Key("level_order")
    LOW_LEVEL = Key("low_level", _rank)  # `rank`: the lowest allowed
    LEVELS_OUTSIDE = Key("levels_outside", _option)
    NO_PERMANENT = Key("no_permanent")
    DEFEND_UNPLAYED = Key("defend_unplayed")
    FAILURES_UNPLAYED = Key("failures_unplayed")
    FAILURES_LEVELS = Key("failures_levels")
    HOOK_LEVELS = Key("hook_levels")
    HOOK_CARDS = Key("hook_cards", _option)
    HOOK_DECLARER = Key("hook_declarer")
    HOOK_BACK = Key("hook_back", _level)  # `level`: where the hook sends back to
    PROTECTED_TEMPLATE = Key("protected_template")
    UNSEEN_THROWS = Key("unseen_throws")
    LEVEL_TRACTORS = Key("level_tractors")
    TRACTOR_LENGTHS = Key("tractor_lengths", _least)
    UNEVEN_DECKS = Key("uneven_decks", _least)
    THRESHOLDS_UNUSED = Key("thresholds_unused")
    THRESHOLDS_MISSING = Key("thresholds_missing")
    THRESHOLDS = Key("thresholds")
    KITTY_TABLE_UNUSED = Key("kitty_table_unused")
    KITTY_TABLE_MISSING = Key("kitty_table_missing")
    KITTY_TABLE = Key("kitty_table", _rows)  # `rows` and `times`: the most allowed
    HALF_KITTY = Key("half_kitty")
    TARGET_POINTS = Key("target_points", _points)
    BOMBS = Key("bombs", _least)  # decks
    LEVELS = Key("levels")  # the levels at the start of a match


class InvalidRules(ValueError):  # noqa: N818 - named like IllegalAction
    """A set of options that cannot be played. `options` are those in conflict; the message says what would fit.

    `conflict` and `facts` say the same for messages in other languages.
    """

    def __init__(
        self,
        conflict: MessageKey[RuleConflict, P],
        message: str,
        options: tuple[str, ...],
        *_: P.args,
        **facts: P.kwargs,
    ) -> None:
        super().__init__(message)
        self.conflict: MessageKey[RuleConflict, ...] = conflict
        self.options = options
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all arguments when pickled."""
        return _rebuild_invalid_rules, (self.conflict, str(self), self.options, self.facts)


def _rebuild_invalid_rules(
    conflict: MessageKey[RuleConflict, ...], message: str, options: tuple[str, ...], facts: dict[str, object]
) -> InvalidRules:
    return InvalidRules(conflict, message, options, **facts)


class InvalidRecord(ValueError):  # noqa: N818 - named like IllegalAction
    """A record that cannot be read; `line` counts from 1, and `problem` says what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all arguments when pickled."""
        return InvalidRecord, (self.line, self.problem)

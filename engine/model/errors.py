"""The errors of the engine: refused actions, options in conflict and unreadable records."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import partial
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


# Each signature declares the facts of one or more reasons. The referee shows the annotations as descriptions.
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
    *, suit: _Led, required: Annotated[int, "how many of it must be played"], given: Annotated[int, "how many are"]
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

    NOT_YOUR_TURN = Key(_to_act)
    WRONG_PHASE = Key(_phase)
    TABLE_ONLY = Key()  # only the table itself takes such an action
    NO_SUCH_SEAT = Key(_seat)
    MATCH_OVER = Key()
    WRONG_COUNT = Key(_count)
    NOT_HELD = Key(_not_held)
    NO_CARDS = Key()
    WRONG_DECK = Key(_deck)
    NOT_A_DECLARATION = Key(_shown)
    NOT_STRONGER = Key(_present)
    OWN_DECLARATION = Key(_own)
    PARTNER_DECLARED = Key(_present)
    ALREADY_PASSED = Key()
    TOO_MANY_POINTS = Key(_buried)
    NO_CLAIM = Key(_claim)
    MIXED_SUITS = Key(_suits)
    THROWS_OFF = Key(_throw)
    UNSAFE_THROW = Key(_unsafe)
    BAD_GROUPING = Key(_led_cards)
    MUST_FOLLOW_SUIT = Key(_follow_suit)
    MUST_FOLLOW_SHAPE = Key(_follow_shape)
    MUST_PLAY_EXACTLY = Key(_only_play)
    MUST_BEAT = Key(_beat)
    MUST_PLAY_RAINBOW = Key(_rainbow)
    WRONG_FRIEND = Key(_friend)
    WRONG_FRIEND_COUNT = Key(_friend_count)
    NOTHING_TO_TAKE_BACK = Key()
    RESULT_STILL_OPEN = Key()
    NOT_ALLOWED = Key(_forbidding)


class IllegalAction(RefusedError[Reason], ValueError):  # noqa: N818 - named in the game's words
    """The rules forbid an action. `facts` fill in the player's message; nothing has changed."""


# Each signature declares the facts of one or more conflicts between options.
def _preset_name(*, name: str, presets: tuple[str, ...]) -> None: ...
def _name(*, name: str) -> None: ...
def _value(*, option: str, value: str) -> None: ...
def _range(*, option: str, low: int, high: int, value: object) -> None: ...
def _preset_range(*, preset: str, low: int, high: int, value: int) -> None: ...
def _decks(*, decks: int) -> None: ...
def _shorter(*, decks: int, most: int) -> None: ...
def _spare(*, cards: int, spare: int) -> None: ...
def _kitty(*, kitty: int, players: int, cards: int, fits: tuple[int, ...]) -> None: ...
def _players(*, players: int) -> None: ...
def _callable(*, found: int, wanted: int) -> None: ...
def _least(*, least: int) -> None: ...
def _most(*, most: int) -> None: ...
def _option(*, option: str) -> None: ...
def _hand(*, cards: int) -> None: ...
def _rank(*, rank: str) -> None: ...
def _fits(*, fits: tuple[str, ...]) -> None: ...
def _level(*, level: str) -> None: ...
def _rows(*, rows: int, times: int) -> None: ...
def _points(*, least: int, points: int) -> None: ...


class RuleConflict(MessageKeys):
    """Why options do not fit together. Every language has a message for each."""

    NO_PRESET = Key(_preset_name)
    NO_OPTION = Key(_name)
    NO_VALUE = Key(_value)
    RANGE = Key(_range)
    PRESET_PLAYERS = Key(_preset_range)
    JOKERS = Key(_decks)  # `decks` is the most jokers of each kind
    CUTS = Key(_shorter)  # `most` says how many decks can be shorter
    CUT_RANKS = Key(_rank)  # `rank` is the lowest rank of a whole deck
    AUTO_CUT = Key(_spare)
    NO_KITTY = Key()
    NO_THEFT = Key()
    CAP_WITHOUT_KITTY = Key()
    KITTY = Key(_kitty)
    ODD_TEAMS = Key()
    THREE_PAIRS = Key(_players)
    PAIRS_THROWS = Key()
    SECRET_SIDES = Key()
    NO_FRIENDS = Key()
    BID_TEAMS = Key()
    BID_FIRST = Key()
    FRIEND_CARDS = Key(_callable)
    HIDDEN_PLAYERS = Key(_least)
    HIDDEN_LADDER = Key()
    HIDDEN_HOOK = Key()
    HIDDEN_END = Key()
    HIDDEN_SUIT = Key(_option)
    NO_PICKUP = Key()
    TEN_JOKERS = Key()
    TEN_TENS = Key()
    TEN_HANDS = Key()
    DECLARE_COUNT = Key(_most)  # `most` is the most identical level cards
    DECLARE_RARELY = Key(_fits)
    TEN_RARELY = Key(_hand)
    PASSED_OFTEN = Key()
    CLAIM_OFTEN = Key(_hand)
    CLAIM_WITHOUT_SUIT = Key(_fits)
    SUIT_JOKERS = Key()
    SUIT_JOKER_LADDER = Key()
    DECLARE_SUITS = Key()
    START_LEVEL = Key()
    LEVEL_ORDER = Key()
    LOW_LEVEL = Key(_rank)  # `rank` is the lowest level allowed
    LEVELS_OUTSIDE = Key(_option)
    NO_PERMANENT = Key()
    DEFEND_UNPLAYED = Key()
    FAILURES_UNPLAYED = Key()
    FAILURES_LEVELS = Key()
    HOOK_LEVELS = Key()
    HOOK_CARDS = Key(_option)
    HOOK_DECLARER = Key()
    HOOK_BACK = Key(_level)  # the hook sends a side back to `level`
    PROTECTED_TEMPLATE = Key()
    UNSEEN_THROWS = Key()
    LEVEL_TRACTORS = Key()
    TRACTOR_LENGTHS = Key(_least)
    UNEVEN_DECKS = Key(_least)
    THRESHOLDS_UNUSED = Key()
    THRESHOLDS_MISSING = Key()
    THRESHOLDS = Key()
    KITTY_TABLE_UNUSED = Key()
    KITTY_TABLE_MISSING = Key()
    KITTY_TABLE = Key(_rows)  # `rows` and `times` are the most allowed
    HALF_KITTY = Key()
    TARGET_POINTS = Key(_points)
    BOMBS = Key(_least)  # `least` is the fewest decks
    LEVELS = Key()  # a match may not start at these levels


class InvalidRules(ValueError):  # noqa: N818 - named like IllegalAction
    """Rules cannot be played because of `options`. From `conflict` and `facts`, any language can say what would fit."""

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
        return partial(InvalidRules, self.conflict, str(self), self.options, **self.facts), ()


class InvalidRecord(ValueError):  # noqa: N818 - named like IllegalAction
    """A record cannot be read; `line` counts from 1, and `problem` says what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return InvalidRecord, (self.line, self.problem)


def suggest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean NAME?` for a word that is close to a known name, else an empty text."""
    found = get_close_matches(word.strip().casefold(), known, n=1)
    return f"; did you mean {found[0]}?" if found else ""

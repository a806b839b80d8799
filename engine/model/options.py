"""The values of options: closed choices, levels, and rows of tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from engine.model.cards import Rank


class Level(IntEnum):
    """A team's level, 2 … A or `NT`. At NT there is no trump rank and no trump suit, and nobody declares."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    NT = 15

    @property
    def rank(self) -> Rank | None:
        """The trump rank of a deal at this level; None at `NT`."""
        return _RANKS[self]

    @property
    def text(self) -> str:
        """Return `2` … `A` or `NT`; `parse_level` reads it back."""
        return "NT" if self is Level.NT else Rank(self).text


_RANKS: Final[Mapping[Level, Rank | None]] = {one: None if one is Level.NT else Rank(one) for one in Level}


class Teams(StrEnum):
    """How players form sides."""

    FIXED = "fixed"  # partners sit at every other seat
    FRIENDS = "friends"  # the declarer's side has the players of the called cards
    HIDDEN_TEN = "hidden_ten"  # the declarer's side has the holders of the called ten
    # of six players, opposite seats are a pair, and the declarer's pair plays against the other two
    THREE_PAIRS = "three_pairs"


class NoTrumpLevels(StrEnum):
    """Whether level cards are trumps in deals without a trump suit."""

    TRUMP = "trump"
    PLAIN = "plain"


class PermanentTrumps(StrEnum):
    """Cards that are always trumps."""

    NONE = "none"
    TWOS = "twos"
    TWOS_AND_TENS = "twos_and_tens"
    TWO_THREE_FIVE = "two_three_five"
    RED_FIVES = "red_fives"  # the five of hearts is the highest card of all, the five of diamonds the second


class Direction(StrEnum):
    """The direction in which play goes round the table; only pictures need it."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class Win(StrEnum):
    """How a side wins the match: it wins as declarers at the `final_level`, goes above this level, or reaches it."""

    HOLD_ACE_AS_DECLARERS = "hold_ace_as_declarers"
    PASS_ACE = "pass_ace"  # noqa: S105 - not a password
    REACH_ACE = "reach_ace"


class Hook(StrEnum):
    """Which level cards in the last trick send a side back to a lower level. `hook_ranks` says at which levels."""

    OFF = "off"
    CAPTURE = "capture"
    SINGLE_JACK = "single_jack"


class HookTo(StrEnum):
    """The level to which the hook sends a side back."""

    TWO = "two"
    THREE = "three"
    SEVEN = "seven"
    HALF = "half"  # half way from the level of the deal down to 2, rounded down


class SpecialHook(StrEnum):
    """The level to which a special case of the hook sends a side back. The options in `Rules` explain NO."""

    NO = "no"
    TWO = "two"
    THREE = "three"
    SEVEN = "seven"
    HALF = "half"


class DealStyle(StrEnum):
    """How the cards reach the hands."""

    DRAWN = "drawn"
    AT_ONCE = "at_once"


class DeclareLadder(StrEnum):
    """The order of strength among declarations."""

    CLASSIC = "classic"
    SIX_STEP = "six_step"
    COUNT_THEN_JOKER = "count_then_joker"
    COUNT_JOKER_SUIT = "count_joker_suit"
    GREATER_COUNT = "greater_count"
    JOKER_SUPPORT = "joker_support"
    JOKER_TEN = "joker_ten"


class JokerDeclaration(StrEnum):
    """How many identical jokers a player must show to declare no-trump."""

    PAIR_UP = "pair_up"
    ANY = "any"
    ALL_DECKS = "all_decks"
    LJ_ALL_BJ_LESS_ONE = "lj_all_bj_less_one"
    OFF = "off"


class SuitJoker(StrEnum):
    """The joker that must be shown with the level cards that declare a suit."""

    NO = "no"
    ANY = "any"
    BY_COLOUR = "by_colour"  # the big joker with a red suit, the little one with a black suit


class OwnDeclaration(StrEnum):
    """How the player who made trumps may change their own declaration."""

    REINFORCE_SAME = "reinforce_same"
    NONE = "none"
    OVERTURN = "overturn"


class FirstDeclarer(StrEnum):
    """Whether the first or the last player to declare becomes declarer in a first deal."""

    FINAL = "final"
    FIRST = "first"


class NoDeclaration(StrEnum):
    """The rule for a deal in which nobody declared."""

    KITTY_LEVEL_ELSE_HIGHEST = "kitty_level_else_highest"
    REDEAL = "redeal"
    KITTY_FIRST = "kitty_first"
    NO_TRUMP = "no_trump"


class PassDeal(StrEnum):
    """When declarers lose a deal before it is played. The cards are dealt again, and the next player is declarer."""

    OFF = "off"
    NOBODY = "nobody"  # if nobody declares
    DECLARERS = "declarers"  # if nobody on the declarers' side declares


class RedealClaim(StrEnum):
    """Which hands may claim a redeal once trumps are fixed."""

    OFF = "off"
    NO_TRUMP_OR_NO_POINTS = "no_trump_or_no_points"


class Follow(StrEnum):
    """Which shapes a lead requires, if a hand has enough cards of the led suit."""

    SHAPES_NO_NEW_TRACTORS = "shapes_no_new_tractors"
    SHAPES = "shapes"
    TUPLES = "tuples"
    LONGEST_TRACTOR = "longest_tractor"
    TEMPLATE = "template"
    MINIMAL = "minimal"
    SUIT_ONLY = "suit_only"


class Throws(StrEnum):
    """The suits in which several units may be led at once."""

    ALL = "all"
    SIDE_SUITS = "side_suits"
    OFF = "off"


class ThrowUnits(StrEnum):
    """What the units of a throw may be."""

    ANY = "any"
    TUPLES = "tuples"


class ThrowCheck(StrEnum):
    """The players who can stop a throw with their hand."""

    ALL_OTHERS = "all_others"
    OTHER_SIDE = "other_side"


class ThrowFailure(StrEnum):
    """Which unit is played instead of a failed throw."""

    SMALLEST_BEATEN = "smallest_beaten"
    SMALLEST_UNIT = "smallest_unit"
    FIRST_ABLE = "first_able"


class ThrowPenalty(StrEnum):
    """The points that go to the other side if a throw fails."""

    NONE = "none"
    FIVE_PER_CARD = "five_per_card"
    TEN_PER_CARD = "ten_per_card"
    TEN_PER_ATTEMPT = "ten_per_attempt"
    TEN_PER_UNIT = "ten_per_unit"


class ThrowCompare(StrEnum):
    """How plays that match a throw are compared."""

    LONGEST_UNIT = "longest_unit"
    UNITS_IN_ORDER = "units_in_order"  # if the longest units are equally high, the next unit decides
    ALL_UNITS = "all_units"
    HIGHEST_CARD = "highest_card"


class KittyMultiplier(StrEnum):
    """How often the buried points count for opponents who win the last trick."""

    TWO_PER_LARGEST_UNIT = "two_per_largest_unit"
    TWO_PER_CARD_LED = "two_per_card_led"
    TWO_POW_PAIRS = "two_pow_pairs"
    POW_LARGEST_UNIT = "pow_largest_unit"
    FLAT_2 = "flat_2"
    FLAT_1 = "flat_1"
    CUSTOM = "custom"
    NONE = "none"


class KittyWithoutTrump(StrEnum):
    """How much of the multiplier remains if the last trick was won with other cards than trumps."""

    FULL = "full"
    HALF = "half"
    NONE = "none"


class Scoring(StrEnum):
    """How opponents' points become levels."""

    STEP = "step"
    HALF_STEP = "half_step"
    BASIC = "basic"
    CUSTOM = "custom"


class NextDeclarer(StrEnum):
    """The declarer of the next deal."""

    PARTNER_OR_RIGHT = "partner_or_right"
    SAME_OR_LAST_TRICK = "same_or_last_trick"
    SAME_OR_NEXT_SEAT = "same_or_next_seat"
    NEXT_ON_WINNING_SIDE = "next_on_winning_side"
    NEXT_SEAT = "next_seat"  # the next seat, whatever the result
    BID = "bid"  # players bid for the next deal with cards of their own level, and the winner declares


class FriendCallStyle(StrEnum):
    """How a friend's card is named."""

    NTH_COPY = "nth_copy"
    FIRST_BY_OTHER = "first_by_other"


class FriendCards(StrEnum):
    """Cards that may not be called as friends' cards; several conditions may hold at once."""

    NO_TRUMPS = "no_trumps"
    NO_POINTS = "no_points"
    NO_HIGHEST = "no_highest"


class PickupCounts(StrEnum):
    """The side for which picked-up points count. It is that of the player who took them, or always the opponents."""

    BY_FINAL_SIDE = "by_final_side"
    AS_SHOWN = "as_shown"


class Bombs(StrEnum):
    """Which sets of four or more identical cards are bombs. A bomb beats every other play."""

    OFF = "off"
    ANY_SUIT = "any_suit"
    SUIT_FOLLOWING = "suit_following"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A row of a scoring table. It applies from `points` on, and says which side wins and by how many levels."""

    points: int
    declarers_hold: bool
    levels: int


@dataclass(frozen=True, slots=True)
class KittyStep:
    """A row of a table of multipliers. It applies if the largest unit led has at least `cards` cards."""

    cards: int
    times: int

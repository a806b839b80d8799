"""House rules as one immutable value: every option of a table.

Each closed choice is a `StrEnum`, so that a third custom never needs a second boolean. A stored game keeps the `Rules`
it was played with. `engine.model.presets` names the well-known sets.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from engine.model.cards import LITTLE_JOKER, Card, Rank
from engine.model.pack import count_copies, list_left_out, lowest_ranks


class Level(IntEnum):
    """A team's level, 2 … A or `NT`; at NT only jokers are trumps and nothing is declared."""

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
        return None if self is Level.NT else Rank(self)

    @property
    def text(self) -> str:
        """Return `2` … `A` or `NT`; `parse_level` reads it back."""
        return "NT" if self is Level.NT else Rank(self).text


class Teams(StrEnum):
    """Who plays with whom."""

    FIXED = "fixed"  # seats of equal parity
    FRIENDS = "friends"  # called cards
    HIDDEN_TEN = "hidden_ten"  # holders of the called ten
    THREE_PAIRS = "three_pairs"  # opposite seats of six; the declarer's pair plays the other two


class NoTrumpLevels(StrEnum):
    """Whether level cards are trumps when there is no trump suit."""

    TRUMP = "trump"
    PLAIN = "plain"


class PermanentTrumps(StrEnum):
    """Cards that are always trumps."""

    NONE = "none"
    TWOS = "twos"
    TWOS_AND_TENS = "twos_and_tens"
    TWO_THREE_FIVE = "two_three_five"
    RED_FIVES = "red_fives"  # the five of hearts, then that of diamonds, above all others


class Direction(StrEnum):
    """The direction in which seats are numbered, needed only for pictures."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class Win(StrEnum):
    """When the match ends, relative to `final_level`."""

    HOLD_ACE_AS_DECLARERS = "hold_ace_as_declarers"
    PASS_ACE = "pass_ace"  # noqa: S105 - not a password
    REACH_ACE = "reach_ace"


class Hook(StrEnum):
    """What a level card may do on the last trick at the levels of `hook_ranks`, by default the jack."""

    OFF = "off"
    CAPTURE = "capture"
    SINGLE_JACK = "single_jack"


class HookTo(StrEnum):
    """Where the hook sends a side back to."""

    TWO = "two"
    THREE = "three"
    SEVEN = "seven"
    HALF = "half"  # half way from the level played to 2, rounded down


class DealStyle(StrEnum):
    """How the cards reach the hands."""

    DRAWN = "drawn"
    AT_ONCE = "at_once"


class DeclareLadder(StrEnum):
    """Which declaration overrules which."""

    CLASSIC = "classic"
    SIX_STEP = "six_step"
    COUNT_THEN_JOKER = "count_then_joker"
    COUNT_JOKER_SUIT = "count_joker_suit"
    GREATER_COUNT = "greater_count"
    JOKER_SUPPORT = "joker_support"
    JOKER_TEN = "joker_ten"


class JokerDeclaration(StrEnum):
    """How many identical jokers declare no-trump."""

    PAIR_UP = "pair_up"
    ANY = "any"
    ALL_DECKS = "all_decks"
    LJ_ALL_BJ_LESS_ONE = "lj_all_bj_less_one"
    OFF = "off"


class OwnDeclaration(StrEnum):
    """What the maker of trumps may still declare."""

    REINFORCE_SAME = "reinforce_same"
    NONE = "none"
    OVERTURN = "overturn"


class FirstDeclarer(StrEnum):
    """Whose declaration decides the declarer of the first deal."""

    FINAL = "final"
    FIRST = "first"


class NoDeclaration(StrEnum):
    """What happens when nobody declared."""

    KITTY_LEVEL_ELSE_HIGHEST = "kitty_level_else_highest"
    REDEAL = "redeal"
    KITTY_FIRST = "kitty_first"
    NO_TRUMP = "no_trump"


class RedealClaim(StrEnum):
    """Which hands may claim a redeal once trumps are fixed."""

    OFF = "off"
    NO_TRUMP_OR_NO_POINTS = "no_trump_or_no_points"


class Follow(StrEnum):
    """What a hand that holds the led suit must follow with."""

    SHAPES_NO_NEW_TRACTORS = "shapes_no_new_tractors"
    SHAPES = "shapes"
    TUPLES = "tuples"
    LONGEST_TRACTOR = "longest_tractor"
    TEMPLATE = "template"
    MINIMAL = "minimal"
    SUIT_ONLY = "suit_only"


class Throws(StrEnum):
    """Where several units may be led at once."""

    ALL = "all"
    SIDE_SUITS = "side_suits"
    OFF = "off"


class ThrowUnits(StrEnum):
    """What the units of a throw may be."""

    ANY = "any"
    TUPLES = "tuples"


class ThrowCheck(StrEnum):
    """Whose hands can stop a throw."""

    ALL_OTHERS = "all_others"
    OTHER_SIDE = "other_side"


class ThrowFailure(StrEnum):
    """Which unit is played instead of a failed throw."""

    SMALLEST_BEATEN = "smallest_beaten"
    SMALLEST_UNIT = "smallest_unit"
    FIRST_ABLE = "first_able"


class ThrowPenalty(StrEnum):
    """Points moved to the other side for a failed throw."""

    NONE = "none"
    TEN_PER_CARD = "ten_per_card"
    TEN_PER_ATTEMPT = "ten_per_attempt"
    TEN_PER_UNIT = "ten_per_unit"


class ThrowCompare(StrEnum):
    """How ruffs of a throw are compared."""

    LONGEST_UNIT = "longest_unit"
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
    """How much of the multiplier remains if the play that won the last trick is not all trumps."""

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
    """Who declares in the next deal."""

    PARTNER_OR_RIGHT = "partner_or_right"
    SAME_OR_LAST_TRICK = "same_or_last_trick"
    SAME_OR_NEXT_SEAT = "same_or_next_seat"
    NEXT_ON_WINNING_SIDE = "next_on_winning_side"
    NEXT_SEAT = "next_seat"  # whatever the result
    BID = "bid"  # who wins the bidding of that deal, with cards of their own level


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
    """For whom picked-up points count."""

    BY_FINAL_SIDE = "by_final_side"
    AS_SHOWN = "as_shown"


class Bombs(StrEnum):
    """Whether four or more identical cards beat everything."""

    OFF = "off"
    ANY_SUIT = "any_suit"
    SUIT_FOLLOWING = "suit_following"


_PARTNER_STEPS: Final = {Teams.FIXED: 2, Teams.THREE_PAIRS: 3}
_TWO_PLAYERS: Final = 2
_FEWEST_FOR_FRIENDS: Final = 4
"""With fewer players the declarer plays alone unless `friends` says otherwise."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """One row of a scoring table: from `points` of the opponents on, whether the declarers hold, and the levels won."""

    points: int
    declarers_hold: bool
    levels: int


@dataclass(frozen=True, slots=True)
class KittyStep:
    """One row of a table of multipliers: how often the kitty counts if the largest unit led has at least `cards`."""

    cards: int
    times: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a table. The defaults are the club rules; presets change some of them."""

    players: int = 4
    decks: int = 2
    jokers: tuple[int, int] | None = None
    """(little, big) in the whole pack; None: one of each per deck."""
    low_cut: Rank = Rank.TWO
    """The lowest rank kept in the pack."""
    cuts: tuple[Rank, ...] = ()
    """The lowest ranks of shorter decks, rising; the other decks, at least one, begin at `low_cut`."""
    auto_cut: bool = False
    """Whether as few of the lowest cards as possible are left out so that all hands are equal."""
    teams: Teams = Teams.FIXED
    no_trump_levels: NoTrumpLevels = NoTrumpLevels.TRUMP
    permanent_trumps: PermanentTrumps = PermanentTrumps.NONE
    bridge_level_gap: bool = True
    trump_level_touches_ace: bool = False
    joker_tractors: bool = True
    """Whether jokers may be part of a tractor."""
    level_tractors: bool = True
    """Whether level cards may be part of a tractor while they are trumps."""
    tractor_skips_played: bool = False
    tractor_min_width: int = 2
    tractor_min_length: int = 2
    tractor_max_length: int | None = None
    kitty_size: int = 8
    show_kitty: bool = False
    """Whether everyone sees the kitty before the declarer takes it."""
    max_buried_points: int | None = None
    """Most card points in a buried kitty, unless the hand has too few other cards; None: any."""
    direction: Direction = Direction.ANTICLOCKWISE
    start_level: Level = Level.TWO
    final_level: Level = Level.ACE
    compulsory_levels: frozenset[Level] = frozenset()
    must_defend_levels: frozenset[Level] = frozenset()
    win: Win = Win.HOLD_ACE_AS_DECLARERS
    laps: int = 1
    """How often a side must pass the final level; after it a side goes on at the start level, in the next lap."""
    ace_failures: int | None = None
    """After how many lost deals as declarers at the final level a side falls back to the start; None: never."""
    heavy_loss_levels: int = 0
    """Levels that declarers fall who lose by `heavy_loss_steps` or more, but never below the start level."""
    heavy_loss_steps: int = 3
    """Steps above what the opponents need; a step is half of that."""
    hook: Hook = Hook.OFF
    hook_to: HookTo = HookTo.TWO
    hook_ranks: frozenset[Level] = frozenset({Level.JACK})
    """The levels at which the hook works."""
    hook_needs_win: bool = False
    """Whether the hook works only for the side that wins the deal."""
    deal: DealStyle = DealStyle.DRAWN
    declare_ladder: DeclareLadder = DeclareLadder.CLASSIC
    declare_min_count: int = 1
    """Fewest identical level cards that declare a suit."""
    declare_suit_order: bool = False
    """Of equally many level cards the higher suit overrules: diamonds, clubs, hearts, spades."""
    joker_pair_beats_joker_pair: bool = True
    joker_declaration: JokerDeclaration = JokerDeclaration.PAIR_UP
    little_jokers_declare: bool = True
    """Whether little jokers declare no-trump, too."""
    own_declaration: OwnDeclaration = OwnDeclaration.REINFORCE_SAME
    reinforce_equal: bool = False
    partner_override: bool = True
    declare_window: int = 0
    """Seconds to declare after the last card; the table's clock has its own minimum."""
    first_declarer: FirstDeclarer = FirstDeclarer.FINAL
    no_declaration: NoDeclaration = NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    no_declaration_first: NoDeclaration = NoDeclaration.REDEAL
    redeal_claim: RedealClaim = RedealClaim.OFF
    kitty_theft: bool = False
    theft_moves_declarer: bool = False
    """Whether a seat that takes the kitty after a bury becomes the declarer."""
    follow: Follow = Follow.SHAPES_NO_NEW_TRACTORS
    protect_longer: bool = False
    pairs_draw_tractors: bool = True
    """Whether a lead without tractors can make a hand break one."""
    throws: Throws = Throws.ALL
    throw_units: ThrowUnits = ThrowUnits.ANY
    throws_safe_only: bool = False
    """Whether a throw may be led only if its player can know that nobody beats it."""
    throw_check: ThrowCheck = ThrowCheck.ALL_OTHERS
    throw_void_trump_stops: bool = False
    throw_failure: ThrowFailure = ThrowFailure.SMALLEST_BEATEN
    must_beat_failed_throw: bool = False
    throw_penalty: ThrowPenalty = ThrowPenalty.NONE
    throw_compare: ThrowCompare = ThrowCompare.LONGEST_UNIT
    kitty_multiplier: KittyMultiplier = KittyMultiplier.TWO_PER_LARGEST_UNIT
    kitty_table: tuple[KittyStep, ...] = ()
    """The table of `KittyMultiplier.CUSTOM`, rising from 1 card; empty for other multipliers."""
    kitty_without_trump: KittyWithoutTrump = KittyWithoutTrump.FULL
    scoring: Scoring = Scoring.STEP
    thresholds: tuple[Threshold, ...] = ()
    """The table of `Scoring.CUSTOM`, rising; empty for other scorings."""
    target_by_points: bool = False
    """Whether the step of results is a fifth of the points in the pack instead of 20 per deck."""
    max_opponent_levels: int | None = None
    capture_levels: int = 0
    """More levels for opponents who win the deal and its last trick, and so the kitty."""
    clamp_negative: bool = True
    next_declarer: NextDeclarer = NextDeclarer.PARTNER_OR_RIGHT
    friends: int | None = None
    """Number of cards the declarer calls; None: half the players, rounded down, minus one, from four players on at
    least one. With 0 the declarer plays alone."""
    friend_call: FriendCallStyle = FriendCallStyle.NTH_COPY
    friend_cards: frozenset[FriendCards] = frozenset()
    """What may not be called; empty: any card may."""
    double_join: bool = False
    small_team_bonus: int = 0
    declarer_bonus: int = 0
    """More levels than their friends for a declarer whose side holds and rises, under `teams = friends`."""
    pickup: bool = False
    pickup_counts: PickupCounts = PickupCounts.BY_FINAL_SIDE
    bombs: Bombs = Bombs.OFF
    rainbows: int | None = None
    """Fewest cards of a rainbow; None: off."""
    play_takeback: bool = False
    declare_takeback: bool = False
    early_end: bool = False
    show_declarer_points: bool = True
    show_played_cards: bool = True
    reveal_kitty: bool = True
    show_throw_stopper: bool = True

    @property
    def joker_counts(self) -> tuple[int, int]:
        """Little and big jokers in the whole pack."""
        return self.jokers if self.jokers is not None else (self.decks, self.decks)

    def copies_of(self, face: Card) -> int:
        """Return how many copies of this face the pack has."""
        if face.rank is None:
            return self.joker_counts[face - LITTLE_JOKER]
        if self.cuts or self.auto_cut:
            return count_copies(self._lowest_ranks, self.left_out)[face]
        return self.decks if face.rank >= self.low_cut else 0

    @property
    def _lowest_ranks(self) -> tuple[Rank, ...]:
        return lowest_ranks(self.decks, self.low_cut, self.cuts)

    @property
    def left_out(self) -> int:
        """How many of the lowest cards `auto_cut` leaves out."""
        return max(0, self._full_size - self.kitty_size) % self.players if self.auto_cut else 0

    def list_left_out(self) -> tuple[Card, ...]:
        """Return the cards that `auto_cut` leaves out, lowest first."""
        return list_left_out(self._lowest_ranks, self.left_out)

    @property
    def _full_size(self) -> int:
        """Cards in the pack before any are left out to make hands equal."""
        if not self.cuts:
            return self.decks * 4 * (Rank.ACE - self.low_cut + 1) + sum(self.joker_counts)
        return 4 * sum(Rank.ACE - low + 1 for low in self._lowest_ranks) + sum(self.joker_counts)

    @property
    def pack_size(self) -> int:
        """Cards in the whole pack."""
        return self._full_size - self.left_out

    @property
    def pack_points(self) -> int:
        """Card points in the whole pack: 5 for each five, 10 for each ten and king."""
        copies = count_copies(self._lowest_ranks, self.left_out)
        return sum(Card(face).points * number for face, number in enumerate(copies))

    @property
    def points_step(self) -> int:
        """The points of one step of results: 20 per deck, or with `target_by_points` a fifth of the pack's points.

        A fifth is rounded to 5 points, for half steps to 10; halves round up.
        """
        if not self.target_by_points:
            return 20 * self.decks
        unit = 10 if self.scoring is Scoring.HALF_STEP else 5
        return (2 * self.pack_points + 5 * unit) // (10 * unit) * unit

    @property
    def hand_size(self) -> int:
        """Cards each seat is dealt."""
        return (self.pack_size - self.kitty_size) // self.players

    @property
    def friend_count(self) -> int:
        """How many cards the declarer calls under `teams = friends`."""
        if self.friends is not None:
            return self.friends
        return max(1, self.players // 2 - 1) if self.players >= _FEWEST_FOR_FRIENDS else 0

    @property
    def partner_step(self) -> int | None:
        """How many seats lie between lasting partners; None if sides change from deal to deal."""
        return _PARTNER_STEPS.get(self.teams)

    def are_partners(self, one: int, other: int) -> bool:
        """Return whether two seats are partners in every deal; a seat is its own partner."""
        step = self.partner_step
        return step is not None and (one - other) % step == 0

    @property
    def plays_alone(self) -> bool:
        """Whether the declarer has no partner in any deal: two players, or friends' games without calls."""
        return self.players == _TWO_PLAYERS or (self.teams is Teams.FRIENDS and self.friend_count == 0)

    def hook_level(self, played: Level) -> Level:
        """Return the level that the hook sends a side back to in a deal at level `played`."""
        match self.hook_to:
            case HookTo.TWO:
                return Level.TWO
            case HookTo.THREE:
                return Level.THREE
            case HookTo.SEVEN:
                return Level.SEVEN
            case HookTo.HALF:
                return Level((played + Level.TWO) // 2)

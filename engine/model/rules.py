"""House rules as one immutable value: every option of a table."""

from dataclasses import dataclass
from typing import Final

from engine.model import options as o
from engine.model.cards import LITTLE_JOKER, Card, Rank, count_copies, list_left_out

_PARTNER_STEPS: Final = {o.Teams.FIXED: 2, o.Teams.THREE_PAIRS: 3}
_TWO_PLAYERS: Final = 2
_FEWEST_FOR_FRIENDS: Final = 4
"""With fewer players than this, the declarer plays alone unless `friends` says otherwise."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a table. The defaults are the standard rules; presets change some of them."""

    players: int = 4
    decks: int = 2
    jokers: tuple[int, int] | None = None
    """The numbers of (little, big) jokers in the whole pack; None means one of each per deck."""
    low_cut: Rank = Rank.TWO
    """The lowest rank in the pack."""
    cuts: tuple[Rank, ...] = ()
    """The lowest ranks of shorter decks, rising. All other decks, at least one, begin at `low_cut`."""
    auto_cut: bool = False
    """Whether the pack leaves out its lowest cards, as few as possible, so that all hands are equal."""
    teams: o.Teams = o.Teams.FIXED
    no_trump_levels: o.NoTrumpLevels = o.NoTrumpLevels.TRUMP
    permanent_trumps: o.PermanentTrumps = o.PermanentTrumps.NONE
    bridge_level_gap: bool = True
    trump_level_touches_ace: bool = False
    joker_tractors: bool = True
    level_tractors: bool = True
    """Whether level cards may be part of a tractor while they are trumps."""
    tractor_skips_played: bool = False
    tractor_min_width: int = 2
    tractor_min_length: int = 2
    tractor_max_length: int | None = None
    uneven_tractors: bool = False
    """Whether touching tuples of different widths form a tractor, such as 333-44."""
    kitty_size: int = 8
    show_kitty: bool = False
    """Whether everyone sees the kitty before the declarer takes it."""
    max_buried_points: int | None = None
    """The most card points that may be buried, or None for no limit. A hand that has to exceed it buries the fewest."""
    direction: o.Direction = o.Direction.ANTICLOCKWISE
    start_level: o.Level = o.Level.TWO
    final_level: o.Level = o.Level.ACE
    compulsory_levels: frozenset[o.Level] = frozenset()
    must_defend_levels: frozenset[o.Level] = frozenset()
    win: o.Win = o.Win.HOLD_ACE_AS_DECLARERS
    laps: int = 1
    """How many laps a side needs to win the match. A lap goes from the start level through the final level."""
    ace_failures: int | None = None
    """How many deals a side must lose as declarers at the final level to fall to the start level; None means never."""
    heavy_loss_levels: int = 0
    """How many levels declarers fall after a heavy loss. They never fall below the start level."""
    heavy_loss_steps: int = 3
    """A loss is heavy from this number of steps above the points to win. A step is half of the points to win."""
    hook: o.Hook = o.Hook.OFF
    hook_to: o.HookTo = o.HookTo.TWO
    hook_ranks: frozenset[o.Level] = frozenset({o.Level.JACK})
    """The levels at which the hook works."""
    hook_off_suit: o.SpecialHook = o.SpecialHook.NO
    """The level to which a level card outside the trump suit sends a side back. With `no` it is that of `hook_to`."""
    hook_pair: o.SpecialHook = o.SpecialHook.NO
    """The level to which a pair of level cards sends a side back. With `no` a pair sends nobody back."""
    hook_declarer: o.SpecialHook = o.SpecialHook.NO
    """The level to which a declarer with friends is sent back. With `no` it is the same as for the friends."""
    hook_needs_win: bool = False
    """Whether the hook works only for the side that wins the deal."""
    deal: o.DealStyle = o.DealStyle.DRAWN
    declare_ladder: o.DeclareLadder = o.DeclareLadder.CLASSIC
    declare_min_count: int = 1
    """The fewest identical level cards that declare a suit."""
    declare_suit_order: bool = False
    """Whether a higher suit overrules as many cards of a lower one (diamonds < clubs < hearts < spades)."""
    suit_joker: o.SuitJoker = o.SuitJoker.NO
    joker_pair_beats_joker_pair: bool = True
    joker_declaration: o.JokerDeclaration = o.JokerDeclaration.PAIR_UP
    little_jokers_declare: bool = True
    """Whether little jokers declare no-trump, too."""
    own_declaration: o.OwnDeclaration = o.OwnDeclaration.REINFORCE_SAME
    reinforce_equal: bool = False
    partner_override: bool = True
    declare_window: int = 0
    """Seconds to declare after the last card; the table's clock has its own minimum."""
    first_declarer: o.FirstDeclarer = o.FirstDeclarer.FINAL
    no_declaration: o.NoDeclaration = o.NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    no_declaration_first: o.NoDeclaration = o.NoDeclaration.REDEAL
    pass_deal: o.PassDeal = o.PassDeal.OFF
    redeal_claim: o.RedealClaim = o.RedealClaim.OFF
    kitty_theft: bool = False
    theft_moves_declarer: bool = False
    """Whether a seat that takes the kitty after a bury becomes the declarer."""
    follow: o.Follow = o.Follow.SHAPES_NO_NEW_TRACTORS
    protect_longer: bool = False
    pairs_draw_tractors: bool = True
    """Whether a lead without tractors can force a player to break up a tractor in the hand."""
    throws: o.Throws = o.Throws.ALL
    throw_units: o.ThrowUnits = o.ThrowUnits.ANY
    throws_safe_only: bool = False
    """Whether a throw may be led only if its player can know that nobody beats it."""
    throw_check: o.ThrowCheck = o.ThrowCheck.ALL_OTHERS
    throw_void_trump_stops: bool = False
    throw_failure: o.ThrowFailure = o.ThrowFailure.SMALLEST_BEATEN
    must_beat_failed_throw: bool = False
    throw_penalty: o.ThrowPenalty = o.ThrowPenalty.NONE
    throw_compare: o.ThrowCompare = o.ThrowCompare.LONGEST_UNIT
    kitty_multiplier: o.KittyMultiplier = o.KittyMultiplier.TWO_PER_LARGEST_UNIT
    kitty_table: tuple[o.KittyStep, ...] = ()
    """The table of `KittyMultiplier.CUSTOM`, beginning with 1 card. It is empty for other multipliers."""
    kitty_without_trump: o.KittyWithoutTrump = o.KittyWithoutTrump.FULL
    scoring: o.Scoring = o.Scoring.STEP
    thresholds: tuple[o.Threshold, ...] = ()
    """The table of `Scoring.CUSTOM`, rising; empty for other scorings."""
    target_by_points: bool = False
    """Whether a step in the table of results is a fifth of the pack's points. Otherwise it is 20 points per deck."""
    max_opponent_levels: int | None = None
    capture_levels: int = 0
    """Extra levels for opponents who win the deal and its last trick, and therefore the kitty."""
    clamp_negative: bool = True
    next_declarer: o.NextDeclarer = o.NextDeclarer.PARTNER_OR_RIGHT
    friends: int | None = None
    """How many cards the declarer calls; with 0 the declarer plays alone. None means the default of `friend_count`."""
    friend_call: o.FriendCallStyle = o.FriendCallStyle.NTH_COPY
    friend_cards: frozenset[o.FriendCards] = frozenset()
    """Conditions that exclude cards from being called; empty means any card may be called."""
    double_join: bool = False
    small_team_bonus: int = 0
    declarer_bonus: int = 0
    """Extra levels that only the declarer rises, with `teams = friends`, if their side holds and rises."""
    pickup: bool = False
    pickup_counts: o.PickupCounts = o.PickupCounts.BY_FINAL_SIDE
    bombs: o.Bombs = o.Bombs.OFF
    rainbows: int | None = None
    """The fewest cards of a rainbow; None if rainbows are off."""
    play_takeback: bool = False
    declare_takeback: bool = False
    early_end: bool = False
    show_declarer_points: bool = True
    show_played_cards: bool = True
    reveal_kitty: bool = True
    show_throw_stopper: bool = True

    @property
    def joker_counts(self) -> tuple[int, int]:
        """The numbers of little and big jokers in the whole pack."""
        return self.jokers if self.jokers is not None else (self.decks, self.decks)

    def copies_of(self, face: Card) -> int:
        """Return how many copies of this face the pack has."""
        if face.rank is None:
            return self.joker_counts[face - LITTLE_JOKER]
        if self.cuts or self.auto_cut:
            return self.copies[face]
        return self.decks if face.rank >= self.low_cut else 0

    @property
    def copies(self) -> tuple[int, ...]:
        """The number of copies of each face but the jokers."""
        return count_copies(self.lowest_ranks, self.left_out)

    @property
    def lowest_ranks(self) -> tuple[Rank, ...]:
        """The lowest rank of each deck, shorter decks first."""
        return (*self.cuts, *[self.low_cut] * (self.decks - len(self.cuts)))

    @property
    def left_out(self) -> int:
        """How many of the lowest cards `auto_cut` leaves out."""
        return max(0, self._full_size - self.kitty_size) % self.players if self.auto_cut else 0

    def list_left_out(self) -> tuple[Card, ...]:
        """Return the cards that `auto_cut` leaves out, lowest first."""
        return list_left_out(self.lowest_ranks, self.left_out)

    @property
    def _full_size(self) -> int:
        """The number of cards in the pack before `auto_cut` leaves any out."""
        return 4 * sum(Rank.ACE - low + 1 for low in self.lowest_ranks) + sum(self.joker_counts)

    @property
    def pack_size(self) -> int:
        """The number of cards in the whole pack."""
        return self._full_size - self.left_out

    @property
    def pack_points(self) -> int:
        """Card points in the whole pack."""
        return sum(Card(face).points * number for face, number in enumerate(self.copies))

    @property
    def points_step(self) -> int:
        """The points of one step in the table of results. Steps that depend on the pack's points are rounded."""
        if not self.target_by_points:
            return 20 * self.decks
        unit = 10 if self.scoring is o.Scoring.HALF_STEP else 5
        return (2 * self.pack_points + 5 * unit) // (10 * unit) * unit

    @property
    def hand_size(self) -> int:
        """The number of cards that each seat is dealt."""
        return (self.pack_size - self.kitty_size) // self.players

    @property
    def friend_count(self) -> int:
        """How many cards the declarer calls under `teams = friends`."""
        if self.friends is not None:
            return self.friends
        return max(1, self.players // 2 - 1) if self.players >= _FEWEST_FOR_FRIENDS else 0

    @property
    def has_levels(self) -> bool:
        """Whether deals change levels; without levels (hidden ten) nobody wins the match."""
        return self.teams is not o.Teams.HIDDEN_TEN

    @property
    def partner_step(self) -> int | None:
        """How many seats lie from one lasting partner to the next. None means that partners change with each deal."""
        return _PARTNER_STEPS.get(self.teams)

    def are_partners(self, one: int, other: int) -> bool:
        """Return whether two seats are partners in every deal; a seat is its own partner."""
        step = self.partner_step
        return step is not None and (one - other) % step == 0

    @property
    def plays_alone(self) -> bool:
        """Whether the declarer never has a partner. This is so with two players, or if no friends are called."""
        return self.players == _TWO_PLAYERS or (self.teams is o.Teams.FRIENDS and self.friend_count == 0)

    def hook_level(self, played: o.Level, special: o.SpecialHook = o.SpecialHook.NO) -> o.Level:
        """Return the level to which the hook sends a side back in a deal at this level, but not below the start."""
        to = self.hook_to if special is o.SpecialHook.NO else o.HookTo(special.value)
        back = o.Level((played + o.Level.TWO) // 2) if to is o.HookTo.HALF else o.Level[to.name]
        return max(self.start_level, back)

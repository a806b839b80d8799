"""The view of a game that a seat or a spectator has. It is put together only from facts that they may know.

Hints, spectators and computer players get only a `View`, so they cannot cheat or leak. Only the oracle sees all hands.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.model.actions import FriendCall, UnitCards
from engine.model.cards import Card
from engine.model.events import DealResult, Declaration, Declined, RedealReason
from engine.model.fast_frozen import fast_constructor, fast_frozen
from engine.model.options import DeclareLadder, Level
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump


class PhaseName(StrEnum):
    """The phase of a match."""

    READY = "ready"  # before a deal: waits for a shuffled pack
    DECLARING = "declaring"
    CLAIMING = "claiming"  # any seat may claim a redeal
    BURYING = "burying"
    STEALING = "stealing"  # by a rule, the seat whose turn it is may declare higher and take the kitty
    CALLING = "calling"  # the declarer calls friends
    PLAYING = "playing"
    PICKING_UP = "picking_up"
    FINISHED = "finished"  # after a deal; the match goes on unless there are winners


class Ask(StrEnum):
    """What a seat is asked to do."""

    NOTHING = "nothing"
    DECLARE = "declare"  # the seat may declare or pass at any moment
    CLAIM = "claim"
    BURY = "bury"
    STEAL = "steal"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"
    PICK_UP = "pick_up"


@fast_frozen
@dataclass(frozen=True, slots=True)
class PlayView:
    """One play of a trick. `units` are the units of a lead, and empty for a follow."""

    seat: Seat
    cards: tuple[Card, ...]
    units: tuple[UnitCards, ...] = ()
    attempt: tuple[Card, ...] = ()
    """The whole throw if it failed, else empty."""


create_play_view: Final = fast_constructor(PlayView)


@fast_frozen
@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick, complete or in progress, with its plays in order. `points` are its card points."""

    plays: tuple[PlayView, ...]
    winner: Seat | None
    """The winning seat so far; None before the lead."""
    points: int


create_trick_view: Final = fast_constructor(TrickView)


@dataclass(frozen=True, slots=True)
class CalledFriend:
    """A called card, and the player who has joined by playing it; None if nobody has."""

    call: FriendCall
    joined: Seat | None


@fast_frozen
@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (`seat` None), may know.

    Tuples of levels, numbers and flags have one entry for each seat.
    """

    rules: Rules
    phase: PhaseName
    seat: Seat | None
    deal_number: int
    """The number of the deal, from 1. It is 0 before the first deal."""
    levels: tuple[Level, ...]
    first_deal: bool
    """Whether the declarer of this deal is found by declaring."""
    declarer: Seat | None
    """The declarer, or None until it is decided who that is."""
    trump: Trump | None
    """The trumps. They can still change while seats declare. None before a deal, or while the trump rank is unknown."""
    hand: tuple[Card, ...]
    """This seat's cards in the order they came, with the kitty while it buries; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    to_draw: int
    """How many cards are still to be drawn, not counting the kitty."""
    kitty_size: int
    kitty: tuple[Card, ...] | None
    """The cards that this seat buried. After the deal, all buried cards if they are revealed. Otherwise None."""
    kitty_turned: tuple[Card, ...]
    """Kitty cards turned up to make trumps, or the whole kitty if everyone saw it before it was taken."""
    declarations: tuple[Declaration, ...]
    """The declarations in order; the last one stands."""
    passed: tuple[bool, ...]
    """Whether each seat has answered: it has passed, or the last declaration is its own."""
    sides: tuple[bool | None, ...]
    """The known sides. True is the declarers' side, False the opponents' side, None an unknown or undecided one."""
    friends: tuple[CalledFriend, ...]
    tricks: tuple[TrickView, ...]
    """Complete tricks of this deal in order, as far as the rules show them."""
    trick: TrickView
    """The trick in progress. Between tricks, it has no plays."""
    points: tuple[int | None, ...]
    """The card points that each seat has taken. They are None if the rules hide them."""
    opponents_points: int | None
    """The opponents' points from tricks and penalties, later also from the kitty. None if hidden or undecided."""
    points_left: int
    """Card points that nobody picked up (hidden ten)."""
    ask: Ask
    to_act: tuple[Seat, ...]
    """All seats that are asked something."""
    can_take_back: bool
    can_end_deal: bool
    redeal: RedealReason | None
    """Why the last deal was cancelled. None if it was not, or if the next deal has started."""
    result: DealResult | None
    """The result of the last deal, until the next deal starts."""
    must_beat: Seat | None = None
    """This seat, if it must now beat what remains of a failed throw. Otherwise None."""
    gone: frozenset[Card] = frozenset()
    """Faces that tractors skip, because all their cards have been played."""
    laps: tuple[int, ...] = ()
    """The lap of each seat, from 1; empty if the rules have only one."""
    ace_failures: tuple[int, ...] = ()
    """How often each seat has failed at the final level since reaching it; empty if the rules do not count failures."""

    def __hash__(self) -> int:
        """Hash only the fields that differ most: views are often cache keys, and hashing all fields is slow."""
        return hash((self.phase, self.ask, self.seat, self.deal_number, self.hand, self.hand_sizes, self.trick))

    def lap_of(self, seat: int) -> int:
        """Return the lap of a seat, from 1."""
        return self.laps[seat] if self.laps else 1

    @property
    def card_order(self) -> Trump:
        """The order in which cards are shown. While trumps are unknown, it has no trump rank and no trump suit."""
        return self.trump if self.trump is not None else Trump.of(self.rules, None, None)

    @property
    def deal_level(self) -> Level | None:
        """The level of the deal; None while it is undecided, or if the game has no levels."""
        if not self.rules.has_levels:
            return None
        if self.declarer is None:
            return self.levels[0] if len(set(self.levels)) == 1 else None
        if self.trump is None:
            return self.levels[self.declarer]
        # not `levels[declarer]`, because a declarer who stole the kitty may have another level than the deal
        return Level.NT if self.trump.rank is None else Level(self.trump.rank)

    @property
    def declined_by_pass(self) -> Declined:
        """What a seat declines if it passes now."""
        match self.phase:
            case PhaseName.CLAIMING:
                return Declined.CLAIM
            case PhaseName.STEALING:
                return Declined.STEAL
            case _:
                ten = self.rules.declare_ladder is DeclareLadder.JOKER_TEN
                return Declined.CALL if ten else Declined.DECLARE


create_view: Final = fast_constructor(View)

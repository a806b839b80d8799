"""What a seat, or a watcher, may know of a game: built up from nothing, never cut down.

Pictures, hints, computer players and watchers are given a `View` and nothing else, so none of them can
cheat or leak. `engine.game.view_for` builds it.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import FriendCall, Unit
from engine.cards import Card
from engine.events import DealResult, Declaration, Declined, RedealWhy
from engine.quick import quick
from engine.rules import DeclareLadder, Level, Rules
from engine.seats import Seat
from engine.trump import Trump


class PhaseName(StrEnum):
    """Where a match stands."""

    READY = "ready"  # before a deal: a shuffled pack is awaited
    DECLARING = "declaring"
    CLAIMING = "claiming"  # may anyone ask for a redeal?
    BURYING = "burying"
    STEALING = "stealing"  # kitty theft: may the next seat overbid?
    CALLING = "calling"  # friends
    PLAYING = "playing"
    PICKING_UP = "picking_up"
    FINISHED = "finished"  # a deal has ended; the match goes on unless there are winners


class Ask(StrEnum):
    """What is asked of a seat just now."""

    NOTHING = "nothing"
    DECLARE = "declare"  # it may declare or pass, at any moment
    CLAIM = "claim"
    BURY = "bury"
    STEAL = "steal"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"
    PICK_UP = "pick_up"


@quick
@dataclass(frozen=True, slots=True)
class PlayView:
    """One play of a trick, as it lies on the table. `units` are those of a lead, as grouped; empty for a follow."""

    seat: Seat
    cards: tuple[Card, ...]
    units: tuple[Unit, ...] = ()
    attempt: tuple[Card, ...] = ()
    """The whole throw that failed; empty otherwise."""


@quick
@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick: plays in order, who is winning (or won), card points in it."""

    plays: tuple[PlayView, ...]
    winner: Seat | None
    """None before the lead."""
    points: int


@dataclass(frozen=True, slots=True)
class CalledFriend:
    """A friend's card and who joined by it so far."""

    call: FriendCall
    joined: Seat | None


@quick
@dataclass(frozen=True, slots=True)
class View:
    """All that one seat (`seat`) or a watcher (`seat` None) may know. Tuples by seat have one entry for each seat."""

    rules: Rules
    phase: PhaseName
    seat: Seat | None
    deal_number: int
    """From 1; 0 before the first deal."""
    levels: tuple[Level, ...]
    first_deal: bool
    """Whether the declarer is (or was) found by the declaration."""
    declarer: Seat | None
    """None while it is open."""
    trump: Trump | None
    """Order of cards as it stands: provisional while declaring. None before a deal, or while no rank is known."""
    hand: tuple[Card, ...]
    """This seat's cards in the order they came; with the kitty while it buries. Empty for a watcher."""
    hand_sizes: tuple[int, ...]
    to_draw: int
    """Cards still to be drawn before the kitty."""
    kitty_size: int
    kitty: tuple[Card, ...] | None
    """What this seat buried, or, once the deal is over and where the rules reveal it, what was buried; else None."""
    kitty_turned: tuple[Card, ...]
    """Kitty cards that were turned up to make trumps."""
    declarations: tuple[Declaration, ...]
    """In the order they were made; the last stands."""
    passed: tuple[bool, ...]
    """Who has passed in the open window."""
    sides: tuple[bool | None, ...]
    """True: declarers' side, False: opponents, None: not known to this seat (or not yet decided)."""
    friends: tuple[CalledFriend, ...]
    tricks: tuple[TrickView, ...]
    """Complete tricks of this deal, in order, as far as the rules let them be seen."""
    trick: TrickView
    """The trick in progress; no plays between tricks."""
    points: tuple[int | None, ...]
    """Card points each seat has taken; None where the rules hide them."""
    opponents_points: int | None
    """Tricks and penalties so far for the opponents' side; None where it is hidden or undecided."""
    points_left: int
    """Card points lying for nobody (hidden ten: not picked up)."""
    ask: Ask
    """What is asked of this seat."""
    to_act: tuple[Seat, ...]
    """All seats of whom something is asked."""
    can_take_back: bool
    can_end_deal: bool
    redeal: RedealWhy | None
    """Why the last deal was annulled, while the next is awaited."""
    result: DealResult | None
    """The last deal's, once it is over, until the next is dealt."""
    must_beat: Seat | None = None
    """This seat, when it is its turn and it has to beat the unit that is left of a failed throw; else None."""
    gone: frozenset[Card] = frozenset()
    """Faces of which every card has been played, where tractors skip them."""

    @property
    def declining(self) -> Declined:
        """What a seat that passes now declines."""
        match self.phase:
            case PhaseName.CLAIMING:
                return Declined.CLAIM
            case PhaseName.STEALING:
                return Declined.STEAL
            case _:
                ten = self.rules.declare_ladder is DeclareLadder.JOKER_TEN
                return Declined.CALL if ten else Declined.DECLARE

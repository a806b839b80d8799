"""Each of the nine phases of a deal as a dataclass, and `Step`. The modules beside this one have the rules."""

from dataclasses import dataclass
from itertools import compress
from operator import not_
from typing import Final

from engine.cards_in_play.leads import Lead, skipped_faces
from engine.deal.bidding import find_level_seat
from engine.model.cards import Card, Rank
from engine.model.events import DealResult, Declaration, Event, RedealReason
from engine.model.fast_frozen import fast_constructor, fast_frozen
from engine.model.match import Match
from engine.model.options import DealStyle, Level
from engine.model.rules import Rules
from engine.model.seats import SEATS, Seat
from engine.model.trump import Trump
from engine.model.view import CalledFriend, TrickView

Hands = tuple[tuple[Card, ...], ...]
"""The hands by seat, each in the order in which its cards came."""


@fast_frozen
@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal whose trumps are known, with its declarer, level and declarations."""

    match: Match
    declarer: Seat
    level: Level
    trump: Trump
    declarations: tuple[Declaration, ...]
    turned: tuple[Card, ...]
    """Kitty cards turned up to make trumps, or the whole kitty if everyone saw it before it was taken."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules


def with_hand(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    """Return the hands with a new hand for `seat`."""
    changed = list(hands)  # a copy takes half the time of joined slices
    changed[seat] = hand
    return tuple(changed)


NO_TRICK: Final = TrickView((), None, 0)


@fast_frozen
@dataclass(frozen=True, slots=True)
class Ready:
    """The table waits for the first deal, or for a redeal."""

    match: Match
    redeal: RedealReason | None = None


@fast_frozen
@dataclass(frozen=True, slots=True)
class Declaring:
    """The phase in which seats draw and may declare. It ends once all cards are drawn and all seats have passed."""

    match: Match
    order: tuple[Card, ...]
    drawn: int
    first: Seat
    hands: Hands
    declarations: tuple[Declaration, ...]
    passed: tuple[bool, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    @property
    def to_draw(self) -> int:
        """How many cards are still to be drawn, not counting the kitty."""
        return len(self.order) - self.match.rules.kitty_size - self.drawn

    @property
    def maker(self) -> Seat | None:
        """The seat whose declaration stands."""
        return self.declarations[-1].seat if self.declarations else None

    def declarer_for(self, maker: Seat) -> Seat:
        """Return the declarer if the declaration by `maker` is the last. A declarer known before the deal stays."""
        known = self.match.declarer
        return find_level_seat(self.declarations, maker, self.rules) if known is None else known

    def rank_of(self, seat: Seat) -> Rank | None:
        """Return the rank that `seat` would make trump by declaring. It is None at NT and in games without levels."""
        return self.match.levels[self.declarer_for(seat)].rank if self.rules.has_levels else None

    @property
    def is_level_no_trump(self) -> bool:
        """Return whether this deal is at level NT, where nobody can declare."""
        match = self.match
        level = min(match.levels) if match.declarer is None else match.levels[match.declarer]
        return level is Level.NT and match.rules.has_levels

    @property
    def is_open(self) -> bool:
        """Return whether seats may declare now.

        With `deal = at_once`, they may declare only after the last card. At level NT they may never declare.
        """
        return not self.is_level_no_trump and (self.rules.deal is DealStyle.DRAWN or not self.to_draw)

    @property
    def answered(self) -> tuple[bool, ...]:
        """Whether each seat has answered: it has passed, or the last declaration is its own."""
        maker = self.maker
        return self.passed if maker is None else (*self.passed[:maker], True, *self.passed[maker + 1 :])

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that still have to answer. There are none while seats may not declare."""
        return tuple(compress(SEATS, map(not_, self.answered))) if self.is_open else ()


create_declaring: Final = fast_constructor(Declaring)


@dataclass(frozen=True, slots=True)
class Claiming:
    """The phase in which all seats are asked at once whether they claim a redeal. One valid claim is enough."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    passed: tuple[bool, ...]


@fast_frozen
@dataclass(frozen=True, slots=True)
class Burying:
    """The phase in which `burier` has taken up the kitty and buries the same number of cards."""

    dealt: Dealt
    hands: Hands
    burier: Seat
    size: int


@dataclass(frozen=True, slots=True)
class Stealing:
    """The phase after a bury, in which the other seats are asked in turn whether they declare higher."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat
    turn: Seat


@dataclass(frozen=True, slots=True)
class Calling:
    """The phase in which the declarer calls the friends' cards."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat


@fast_frozen
@dataclass(frozen=True, slots=True)
class Playing:
    """The phase in which tricks are played."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat
    friends: tuple[CalledFriend, ...]
    declarers: frozenset[Seat]
    """The seats on the declarers' side. With friends, they are the declarer and those who have joined so far."""
    shown: frozenset[Seat]
    """With hidden teams, the seats besides the declarer that have played a called ten."""
    tricks: tuple[TrickView, ...]
    trick: TrickView
    lead: Lead | None
    turn: Seat
    must_beat: Seat | None
    taken: tuple[int, ...]
    """The card points that each seat has won; with the option `pickup`, only those that it chose to take."""
    left: int
    """Card points that nobody picked up."""
    penalties: tuple[int, ...]
    """Card points that each seat's failed throws give to the other side."""
    undo: "Playing | None" = None
    """The phase before the last play. It is None if this play may not be taken back."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.dealt.rules

    @property
    def gone(self) -> frozenset[Card]:
        """The faces that tractors skip in this trick."""
        return skipped_faces((c for trick in self.tricks for play in trick.plays for c in play.cards), self.rules)


create_playing: Final = fast_constructor(Playing)


@fast_frozen
@dataclass(frozen=True, slots=True)
class PickingUp:
    """The phase in which the winner of a trick takes its points or leaves them (hidden ten)."""

    after: Playing
    """The phase that comes next. It does not have the points of this trick yet."""
    winner: Seat
    points: int
    lead: Lead
    """The lead of the trick just played; after the last trick it decides the kitty's multiplier."""


@fast_frozen
@dataclass(frozen=True, slots=True)
class Finished:
    """The phase after a deal; `match` has the levels and the declarer for the next one."""

    match: Match
    dealt: Dealt
    result: DealResult
    tricks: tuple[TrickView, ...]
    taken: tuple[int, ...]
    friends: tuple[CalledFriend, ...]
    burier: Seat
    kitty: tuple[Card, ...]
    left: int


Phase = Ready | Declaring | Claiming | Burying | Stealing | Calling | Playing | PickingUp | Finished


def match_of(phase: Phase) -> Match:
    """Return the match of a phase."""
    match phase:
        case Ready() | Declaring() | Finished():
            return phase.match
        case PickingUp():
            return phase.after.dealt.match
        case _:
            return phase.dealt.match


@fast_frozen
@dataclass(frozen=True, slots=True)
class Step:
    """The next phase and the events that led to it, in order."""

    phase: Phase
    events: tuple[Event, ...] = ()


create_step: Final = fast_constructor(Step)

"""Public events of a game, which everyone at the table may know; they do not say how they are shown."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.model.actions import FriendCall, UnitCards
from engine.model.cards import Card, Suit
from engine.model.fast_frozen import fast_constructor, fast_frozen
from engine.model.options import Level
from engine.model.seats import Seat


@fast_frozen
@dataclass(frozen=True, slots=True)
class Declaration:
    """The full set of cards that a seat has shown; `suit` is the trump suit they make, None for no-trump."""

    seat: Seat
    cards: tuple[Card, ...]
    suit: Suit | None


class MadeBy(StrEnum):
    """What made the trumps."""

    DECLARATION = "declaration"
    KITTY = "kitty"
    LEVEL = "level"  # at level NT nothing is declared
    NOBODY = "nobody"  # there is no trump suit, because nobody declared


class RedealReason(StrEnum):
    """Why a deal is cancelled and dealt again."""

    NOBODY_DECLARED = "nobody_declared"
    DEAL_PASSED = "deal_passed"  # the declarers' side did not declare, so the next player becomes declarer
    CLAIM = "claim"
    KITTY_OF_JOKERS = "kitty_of_jokers"


class Declined(StrEnum):
    """What a seat declines by passing."""

    DECLARE = "declare"
    CALL = "call"  # the seat may make trumps with a joker and a ten
    CLAIM = "claim"  # the seat may claim a redeal
    STEAL = "steal"  # the seat may take the kitty


@fast_frozen
@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal. All points are card points. `levels_*` have one entry for each seat."""

    declarer: Seat
    declarers: tuple[Seat, ...]
    opponents_points: int
    """All points of the opponents: tricks, kitty and penalties. By an option, a negative total counts as 0."""
    trick_points: int
    kitty: tuple[Card, ...]
    kitty_points: int
    """Card points buried, before the multiplier; 0 if the kitty is not revealed."""
    multiplier: int
    """The factor of the buried points. It is 0 if the declarers won the last trick or ended the deal."""
    penalty_points: int
    """Points that the opponents gained by failed throws. A negative number is a loss."""
    last_trick: Seat
    declarers_hold: bool
    rise: int
    """Levels that the winning side has earned. Its actual rise may have ended at a level that stops it."""
    levels_before: tuple[Level, ...]
    levels_after: tuple[Level, ...]
    hooked: tuple[Seat, ...]
    next_declarer: Seat | None
    """The next declarer, or None if every deal is a first deal or the match is over."""
    winners: tuple[Seat, ...]
    """The seats that won the match with this deal. It is empty in a match that goes on or has no levels."""
    hook_levels: tuple[Level, ...] = ()
    """The levels to which the hook has sent the seats in `hooked`, in the same order."""
    laps_before: tuple[int, ...] = ()
    laps_after: tuple[int, ...] = ()
    """The lap of each seat; empty if the rules have only one."""
    thrown_back: tuple[Seat, ...] = ()
    """Declarers who fell because they lost heavily."""
    failed_back: tuple[Seat, ...] = ()
    """Declarers who fell to the start level after failing too often at the final level."""
    captured_levels: int = 0
    """The part of `rise` that the opponents have earned by winning the last trick."""
    declarer_bonus: int = 0

    def lap_before(self, seat: Seat) -> int:
        """Return the lap of a seat before the deal."""
        return self.laps_before[seat] if self.laps_before else 1

    def lap_after(self, seat: Seat) -> int:
        """Return the lap of a seat after the deal."""
        return self.laps_after[seat] if self.laps_after else 1

    @property
    def lap_winners(self) -> tuple[Seat, ...]:
        """Seats that went on to their next lap with this deal."""
        laps = zip(self.laps_before, self.laps_after, strict=True)
        return tuple(Seat(seat) for seat, (before, after) in enumerate(laps) if after > before)

    def rise_of(self, seat: Seat) -> int:
        """Return the levels that a seat of the winning side has earned. The declarer's bonus is included."""
        return self.rise + (self.declarer_bonus if seat == self.declarer else 0)

    @property
    def is_shut_out(self) -> bool:
        """Whether the opponents have no points at all."""
        return self.opponents_points <= 0

    @property
    def is_memorable(self) -> bool:
        """Whether the deal won the match, was worth two levels or more, or left the opponents without points."""
        return bool(self.winners) or self.rise > 1 or self.is_shut_out

    @property
    def winning_seats(self) -> tuple[Seat, ...]:
        """The seats of the side that won this deal."""
        if self.declarers_hold:
            return self.declarers
        return tuple(Seat(s) for s in range(len(self.levels_after)) if s not in self.declarers)


@dataclass(frozen=True, slots=True)
class Seated:
    """A player took a seat."""

    seat: Seat
    who: str


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal has started."""

    number: int
    """The number of the deal, from 1; a redeal keeps it."""
    level: Level | None
    """The level of the deal. It is None while it depends on who will declare, or without levels in a first deal."""
    first: Seat


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards were drawn. Then `left` cards are still to be drawn, not counting the kitty."""

    count: int
    left: int


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat declared; its declaration stands."""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed. `declined` says which chance it did not take."""

    seat: Seat
    declined: Declined = Declined.DECLARE


@dataclass(frozen=True, slots=True)
class KittyTurned:
    """Nobody declared, so these kitty cards were turned up in this order to make trumps."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KittyShown:
    """Everyone sees the kitty before it is taken."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrumpsMade:
    """Trumps are fixed; `suit` is None at no-trump, and `level` is that of the deal."""

    declarer: Seat
    level: Level
    suit: Suit | None
    made_by: MadeBy


@dataclass(frozen=True, slots=True)
class Redealt:
    """The deal is cancelled and will be dealt again. If a player claimed this, `seat` is theirs, `cards` their hand."""

    reason: RedealReason
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """A seat took the kitty."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Buried:
    """A seat buried; only that seat knows which cards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FriendsCalled:
    """The declarer called the friends' cards."""

    seat: Seat
    calls: tuple[FriendCall, ...]


@dataclass(frozen=True, slots=True)
class FriendJoined:
    """A called copy was played, so its player is now on the declarer's side."""

    seat: Seat
    call: FriendCall


@dataclass(frozen=True, slots=True)
class TenShown:
    """A called ten was played, so its player is known to be on the caller's side."""

    seat: Seat


@fast_frozen
@dataclass(frozen=True, slots=True)
class Played:
    """A seat played cards. `units` are the units of a lead, and empty for a follow."""

    seat: Seat
    cards: tuple[Card, ...]
    units: tuple[UnitCards, ...] = ()


create_played: Final = fast_constructor(Played)


@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw could be beaten, so only `played` is led. If the rules hide who could beat it, `beater` is None."""

    seat: Seat
    attempt: tuple[Card, ...]
    played: tuple[Card, ...]
    beater: Seat | None
    penalty: int
    """Card points moved to the other side."""


@fast_frozen
@dataclass(frozen=True, slots=True)
class TrickWon:
    """A seat won a trick with `points` card points in it."""

    seat: Seat
    points: int


create_trick_won: Final = fast_constructor(TrickWon)


@dataclass(frozen=True, slots=True)
class PickedUp:
    """The winner of a trick took its points or left them."""

    seat: Seat
    points: int
    taken: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat's last play was undone together with all plays after it, or the seat's declaration was undone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal ended with a result."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The match is over."""

    winners: tuple[Seat, ...]


Event = (
    Seated
    | DealStarted
    | Drawn
    | Declared
    | Passed
    | KittyTurned
    | KittyShown
    | TrumpsMade
    | Redealt
    | KittyTaken
    | Buried
    | FriendsCalled
    | FriendJoined
    | TenShown
    | Played
    | ThrowFailed
    | TrickWon
    | PickedUp
    | TakenBack
    | DealEnded
    | MatchWon
)

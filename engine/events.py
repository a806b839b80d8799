"""What happened, as all at the table may know it: public facts only, and nothing of how to show them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import FriendCall, Unit
from engine.cards import Card, Suit
from engine.rules import Level
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Declaration:
    """Cards that a seat has exposed, in full. `suit` is the trump suit they make; None for no-trump."""

    seat: Seat
    cards: tuple[Card, ...]
    suit: Suit | None


class MadeBy(StrEnum):
    """How trumps came to be what they are."""

    DECLARATION = "declaration"
    KITTY = "kitty"
    LEVEL = "level"  # at level NT nothing is declared


class RedealWhy(StrEnum):
    """Why a deal is annulled."""

    NOBODY_DECLARED = "nobody_declared"
    CLAIM = "claim"
    KITTY_OF_JOKERS = "kitty_of_jokers"


class Declined(StrEnum):
    """What a seat declines when it passes."""

    DECLARE = "declare"
    CALL = "call"  # trumps with a joker and a ten
    CLAIM = "claim"  # a new deal
    STEAL = "steal"  # the kitty


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended. Points are card points; `levels_*` are one for each seat."""

    declarer: Seat
    declarers: tuple[Seat, ...]
    opponents_points: int
    """All that counts for the opponents: tricks, kitty and penalties, clamped where the rules say so."""
    trick_points: int
    kitty: tuple[Card, ...]
    kitty_points: int
    """Card points buried, before the multiplier."""
    multiplier: int
    """What the kitty counted for the opponents; 0 when the declarers won the last trick."""
    penalty_points: int
    """Moved to the opponents by failed throws; negative when moved away from them."""
    last_trick: Seat
    declarers_hold: bool
    rise: int
    """Levels the winning side is entitled to, before any level stops it."""
    levels_before: tuple[Level, ...]
    levels_after: tuple[Level, ...]
    hooked: tuple[Seat, ...]
    """Seats sent back by the hook."""
    next_declarer: Seat | None
    """None where every deal is a first deal, or the match is over."""
    winners: tuple[Seat, ...]
    """Seats that have won the match with this deal; empty while it goes on."""

    @property
    def winning_seats(self) -> tuple[Seat, ...]:
        """The seats of the side that won this deal."""
        if self.declarers_hold:
            return self.declarers
        return tuple(Seat(s) for s in range(len(self.levels_after)) if s not in self.declarers)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat has changed hands."""

    seat: Seat
    who: str


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A shuffled pack lies on the table. `number` counts deals from 1; a redeal keeps it.

    `level` is that of the deal; None in a first deal whose level is that of whoever declares.
    """

    number: int
    level: Level | None
    first: Seat


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards have gone to the hands. `left` are still to be drawn (the kitty not counted)."""

    count: int
    left: int


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration stands now."""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has declined for now."""

    seat: Seat
    what: Declined = Declined.DECLARE


@dataclass(frozen=True, slots=True)
class KittyTurned:
    """Nobody declared: these kitty cards were turned, in this order, to make trumps."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrumpsMade:
    """Trumps are fixed. `suit` None: no trump suit. `level` is that of the deal."""

    declarer: Seat
    level: Level
    suit: Suit | None
    made_by: MadeBy


@dataclass(frozen=True, slots=True)
class Redealt:
    """The deal is annulled and will be dealt anew. `seat` and `cards`: who claimed, with what hand."""

    why: RedealWhy
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """A seat has the kitty in hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Buried:
    """A seat has put the kitty back; what it buried only that seat knows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FriendsCalled:
    """The declarer has named his friends' cards."""

    seat: Seat
    calls: tuple[FriendCall, ...]


@dataclass(frozen=True, slots=True)
class FriendJoined:
    """A called copy was played: its player is on the declarer's side from now on."""

    seat: Seat
    call: FriendCall


@dataclass(frozen=True, slots=True)
class TenShown:
    """A called ten was played: its player is known to be on the caller's side."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """Cards lie on the table. `units` are those of a lead, as grouped; empty for a follow."""

    seat: Seat
    cards: tuple[Card, ...]
    units: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw could be beaten: `played` is what must be played of it. `beater` None where the rules hide who could."""

    seat: Seat
    attempt: tuple[Card, ...]
    played: tuple[Card, ...]
    beater: Seat | None
    penalty: int
    """Card points moved to the other side."""


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete. `points` are the card points in it."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class PickedUp:
    """The winner of a trick took its points, or left them lying."""

    seat: Seat
    points: int
    taken: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last play or declaration of a seat is undone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal is over and counted."""

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

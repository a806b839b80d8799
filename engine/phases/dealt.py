"""What holds for a deal from the moment trumps are fixed."""

from dataclasses import dataclass, replace

from engine.cards import Card, Suit
from engine.events import Declaration
from engine.match import Match
from engine.rules import Level, Rules
from engine.seats import Seat
from engine.trump import Trump

Hands = tuple[tuple[Card, ...], ...]
"""The hands by seat, each in the order in which the cards came."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal with its trumps: who declares, at what level, and what was shown."""

    match: Match
    first: Seat
    """Who drew first."""
    declarer: Seat
    level: Level
    trump: Trump
    declarations: tuple[Declaration, ...]
    turned: tuple[Card, ...]
    """Kitty cards turned up to make trumps."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    def overbid(self, declaration: Declaration) -> "Dealt":
        """Return the deal with trumps changed by a later declaration."""
        trump = Trump.of(self.rules, self.level.rank, declaration.suit)
        return replace(self, trump=trump, declarations=(*self.declarations, declaration))

    @property
    def called_suit(self) -> Suit | None:
        """The trump suit; with hidden teams the suit of the called ten."""
        return self.trump.suit


def put(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    """Return the hands with that of `seat` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])

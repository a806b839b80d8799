"""Who plays with whom in a play-out, as far as each seat can know."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.model.cards import Card, Rank, card_of
from engine.model.options import Teams
from engine.model.view import View
from engine.players.playouts.bit_layout import BitLayout
from engine.players.policies.beliefs import LIKELIEST

Allies = tuple[tuple[float, ...], ...]
"""By seat, then by another seat: the chance that they are on one side, as the first one sees it."""


@dataclass(frozen=True, slots=True)
class PublicSides:
    """What all know of the sides."""

    sides: tuple[bool | None, ...]
    """By seat, whether it is on the declarers' side; None: some do not know."""
    called: frozenset[tuple[int, int]]
    """Suit and bit of the cards that show their players to be on the declarers' side."""

    @classmethod
    def of(cls, view: View, layout: BitLayout, cards: Sequence[Card] = ()) -> "PublicSides":
        """Return what all know of the sides in a seat's view, once it has played these cards, too."""
        sides = _list_shown_tens(view, cards) if view.rules.teams is Teams.HIDDEN_TEN else view.sides
        called = {(layout.suit[card], layout.bit[card]) for card in list_called(view)}
        return cls(sides, frozenset(called) if None in sides else frozenset())

    def reveal(self, seat: int, sides: Sequence[bool]) -> "PublicSides":
        """Return what all know once a seat has shown its side; with the last secret partner nothing is left to know."""
        known = [sides[at] if at == seat else side for at, side in enumerate(self.sides)]
        if any(side is None and sides[at] for at, side in enumerate(known)):
            return PublicSides(tuple(known), self.called)
        return PublicSides(tuple(sides), frozenset())


def list_called(view: View) -> set[Card]:
    """Return the cards whose players are on the declarers' side: friends' cards, or the ten of trumps."""
    if view.rules.teams is Teams.FRIENDS:
        return {friend.call.card for friend in view.friends}
    suit = view.trump.suit if view.trump is not None else None
    return {card_of(suit, Rank.TEN)} if view.rules.teams is Teams.HIDDEN_TEN and suit is not None else set()


def _list_shown_tens(view: View, cards: Sequence[Card]) -> tuple[bool | None, ...]:
    """Return the sides that a spectator knows: the declarer's, and of seats that declared with a ten or played one."""
    ten = next(iter(list_called(view)), None)
    plays = [(play.seat, play.cards) for trick in (*view.tricks, view.trick) for play in trick.plays]
    played = [seat for seat, shown in (*plays, (view.seat, cards)) for card in shown if card == ten]
    declared = {one.seat for one in view.declarations if ten in one.cards}
    lying = declared.difference(played)
    all_seen = ten is not None and len(played) + len(lying) == view.rules.copies_of(ten)
    shown = {view.declarer, *played, *declared}
    return tuple(seat in shown or (False if all_seen else None) for seat in range(view.rules.players))


@lru_cache(maxsize=1024)
def find_allies(sides: tuple[bool, ...], public: tuple[bool | None, ...]) -> Allies:
    """Return what each seat thinks of each other; it knows its own side."""
    seats = range(len(sides))
    return tuple(tuple(_find_chance(sides, public, me, other) for other in seats) for me in seats)


def _find_chance(sides: tuple[bool, ...], public: tuple[bool | None, ...], me: int, other: int) -> float:
    known = public[other]
    if me == other:
        return 1.0
    if known is None:
        unknown = [seat for seat, side in enumerate(public) if side is None and seat != me]
        chance = min(LIKELIEST, sum(sides[seat] for seat in unknown) / len(unknown))
    else:
        chance = float(known)
    return chance if sides[me] else 1.0 - chance

"""The table of a play-out. It has all hands and unplayed cards, and what each seat has shown or knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.model.cards import Card, Rank, card_of
from engine.model.options import Teams
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.model.view import View
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import Played, split_bits
from engine.players.policies.beliefs import KITTY_SHARE, LIKELIEST

Allies = tuple[tuple[float, ...], ...]
"""For each seat and each other seat, the chance that both are on one side, as the first seat sees it."""
Masks = list[list[int]]
"""Bit masks by suit, or by seat and suit. The n-th list has the kinds of which there are at least n cards."""


@dataclass(frozen=True, slots=True)
class PublicSides:
    """What all players know about the sides."""

    sides: tuple[bool | None, ...]
    """For each seat, whether it is on the declarers' side, or None if not all players know it."""
    called: frozenset[tuple[int, int]]
    """The cards that show that their player is a declarer, as suit and bit. It is empty once all sides are known."""

    @classmethod
    def of(cls, view: View, layout: BitLayout, cards: Sequence[Card] = ()) -> "PublicSides":
        """Return what every player knows about the sides after the seat of `view` has played `cards`."""
        sides = _list_shown_tens(view, cards) if view.rules.teams is Teams.HIDDEN_TEN else view.sides
        called = {(layout.suit[card], layout.bit[card]) for card in list_called(view)}
        return cls(sides, frozenset(called) if None in sides else frozenset())

    def reveal(self, seat: int, sides: Sequence[bool]) -> "PublicSides":
        """Return what all know after a seat has shown its side. They know all sides once no declarer is secret."""
        known = [sides[at] if at == seat else side for at, side in enumerate(self.sides)]
        if any(side is None and sides[at] for at, side in enumerate(known)):
            return PublicSides(tuple(known), self.called)
        return PublicSides(tuple(sides), frozenset())


def list_called(view: View) -> set[Card]:
    """Return the cards that bring their player to the declarers' side: the called cards, or the ten of trumps."""
    if view.rules.teams is Teams.FRIENDS:
        return {friend.call.card for friend in view.friends}
    suit = view.trump.suit if view.trump is not None else None
    return {card_of(suit, Rank.TEN)} if view.rules.teams is Teams.HIDDEN_TEN and suit is not None else set()


def _list_shown_tens(view: View, cards: Sequence[Card]) -> tuple[bool | None, ...]:
    """Return the sides that all players know. True stands for the declarer and for seats that have shown a ten.

    Once every ten has been seen, the others are known as opponents (False). Before that, they are None.
    """
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
    """Return the chances that two seats are partners. Each seat estimates them from its own side and from `public`."""
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


def count_copies(cards: Iterable[Card], layout: BitLayout, decks: int) -> Masks:
    """Return masks of these cards for each suit, in the form of `Masks`."""
    masks = [[0] * EFFECTIVE_SUIT_COUNT for _ in range(decks)]
    for card in cards:
        suit, bit = layout.suit[card], layout.bit[card]
        next(row for row in masks if not row[suit] & bit)[suit] |= bit
    return masks


@dataclass(frozen=True, slots=True)
class StartingTable:
    """The part of the table that stays the same for all sampled deals of a decision."""

    layout: BitLayout
    burier: int
    """The seat that knows the kitty, because it has buried it."""
    hidden: list[float]
    """By suit, the size of the kitty times `KITTY_SHARE`. It is for seats that do not know the kitty."""
    out: Masks
    """The unplayed cards, which are in the hands or in the kitty."""
    left: list[int]
    void: list[int]
    """By suit, a mask of the seats that have shown that they are void."""
    no_pair: list[int]
    """By suit, a mask of the seats that have shown that they hold no pair."""
    behind: tuple[tuple[int, ...], ...]
    """By seat, the other seats in play order."""
    public: PublicSides

    @classmethod
    def of(
        cls,
        layout: BitLayout,
        burier: int,
        buried: int,
        out: Masks,
        left: Sequence[int],
        void: Sequence[Sequence[bool]],
        no_pair: Sequence[Sequence[bool]],
        public: PublicSides,
    ) -> "StartingTable":
        """Return the table before play-outs. `void` and `no_pair` have a row for each seat, with one entry per suit."""
        players, hidden = len(left), [buried * share for share in KITTY_SHARE]
        behind = tuple(tuple((seat + step) % players for step in range(1, players)) for seat in range(players))
        return cls(layout, burier, hidden, out, list(left), _join_seats(void), _join_seats(no_pair), behind, public)

    def begin(self, hands: Masks, counts: list[int], kitty: Masks, sides: tuple[bool, ...]) -> "OpenTable":
        """Return the table for a play-out of these hands. The play-out takes the cards out of `hands` itself."""
        shown = (self.void[:], self.no_pair[:], self.left[:], sum(self.left), [row[:] for row in self.out])
        public = self.public
        return OpenTable(
            self, self.layout, hands, counts, kitty, sides, *shown, public, find_allies(sides, public.sides)
        )


def _join_seats(rows: Sequence[Sequence[bool]]) -> list[int]:
    return [sum(row[suit] << seat for seat, row in enumerate(rows)) for suit in range(EFFECTIVE_SUIT_COUNT)]


@dataclass(slots=True)
class OpenTable:
    """The table during a play-out. It has all hands, and what the seats know of them."""

    start: StartingTable
    layout: BitLayout
    hands: Masks
    """The cards in all hands, by seat and suit."""
    counts: list[int]
    kitty: Masks
    sides: tuple[bool, ...]
    """By seat, whether it is on the declarers' side."""
    void: list[int]
    no_pair: list[int]
    left: list[int]
    cards: int
    """Number of cards in all hands."""
    out: Masks
    public: PublicSides
    allies: Allies

    def lay(self, seat: int, played: Played) -> None:
        """Play cards out of a hand. A called card shows all players the seat's side."""
        for suit, bit in played:
            self.lay_card(seat, suit, bit)
        if self.public.called:
            self.show_called(seat, played)

    def lay_card(self, seat: int, suit: int, bit: int) -> None:
        """Play one card out of a hand, without checking whether it shows the seat's side."""
        at = EFFECTIVE_SUIT_COUNT * seat + suit
        for row in reversed(self.hands):
            if row[at] & bit:
                row[at] ^= bit
                break
        for row in reversed(self.out):
            if row[suit] & bit:
                row[suit] ^= bit
                break
        self.counts[at] -= 1
        self.left[seat] -= 1
        self.cards -= 1

    def show_called(self, seat: int, played: Played) -> None:
        """Let all players know the side of a seat if it has played a called card."""
        if self.public.sides[seat] is None and not self.public.called.isdisjoint(played):
            self.public = self.public.reveal(seat, self.sides)
            self.allies = find_allies(self.sides, self.public.sides)

    def note_gaps(self, seat: int, suit: int, played: Played, required_pairs: int) -> None:
        """Note that a seat is void in the led suit, or has no pair of it, if its play shows this."""
        given = [bit for other, bit in played if other == suit]
        if len(given) < len(played):
            self.void[suit] |= 1 << seat
        elif required_pairs and len(given) - len(set(given)) < required_pairs:
            self.no_pair[suit] |= 1 << seat

    def find_last(self, seat: int) -> tuple[int, int]:
        """Return a seat's only card, as its suit and its bit."""
        base, suit, held = EFFECTIVE_SUIT_COUNT * seat, 0, self.hands[0]
        while not held[base + suit]:
            suit += 1
        return suit, held[base + suit]

    def list_cards(self, at: int, suit: int) -> Played:
        """Return the cards that a hand has of one suit. `at` is the index of the seat and suit in the masks."""
        return [(suit, bit) for row in self.hands for bit in split_bits(row[at])]


def find_above(layout: BitLayout, suit: int, bit: int) -> int:
    """Return the kinds of the suit that beat a card."""
    return layout.cards[suit][bit][0]


def points_of_bit(layout: BitLayout, suit: int, bit: int) -> int:
    """Return the card points of a card."""
    return layout.cards[suit][bit][1]

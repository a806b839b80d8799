"""Checks whether a player who throws can be sure that nobody beats a unit of the throw (docs/rules.md, 5)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.throws import find_beaten_units, is_checked
from engine.cards_in_play.trick import is_bomb
from engine.cards_in_play.units import Unit
from engine.model.cards import ALL_FACES, Card
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration
from engine.model.rules import Rules
from engine.model.seats import Seat, seats_from
from engine.model.trump import TRUMP_INDEX, Trump
from engine.model.view import TrickView


@dataclass(frozen=True, slots=True)
class SeenCards:
    """The cards that a seat has seen, apart from those of the trick in progress."""

    hand: tuple[Card, ...]
    kitty: tuple[Card, ...]
    """The cards that the seat buried; empty if another seat buried."""
    tricks: tuple[TrickView, ...]
    declarations: tuple[Declaration, ...] = ()
    shown_kitty: tuple[Card, ...] = ()
    """Kitty cards that everyone saw before the declarer took them."""
    declarer: Seat | None = None

    def count_played(self, seat: Seat | None = None) -> Counter[Card]:
        """Return the cards played by one seat, or by all seats."""
        plays = (play for trick in self.tricks for play in trick.plays if seat is None or play.seat == seat)
        return Counter[Card](card for play in plays for card in play.cards)

    def count_unseen(self, rules: Rules) -> Counter[Card]:
        """Return how many copies of each card this seat has not seen. They may be in other hands or in a kitty."""
        return count_unseen((*self.hand, *self.kitty), rules) - self.count_played()

    def count_located(self, seat: Seat, rules: Rules) -> Counter[Card]:
        """Return the unplayed cards that others know to be in the seat's hand, or buried by it.

        They saw these cards when the seat declared, or when it took a kitty that everyone had seen.
        """
        if rules.kitty_theft:  # the kitty may have moved to another seat
            return Counter[Card]()
        made = (Counter(one.cards) for one in self.declarations if one.seat == seat)
        declared = reduce(or_, made, Counter[Card]())
        shown = Counter[Card](self.shown_kitty if seat == self.declarer else ())
        return declared + shown - self.count_played(seat)


def count_unseen(seen: Iterable[Card], rules: Rules) -> Counter[Card]:
    """Return the number of copies of each card in the pack, less those in `seen`."""
    return Counter({face: rules.copies_of(face) for face in ALL_FACES}) - Counter(seen)


def check_safe_throw(lead: Lead, seat: Seat, seen: SeenCards, trump: Trump, rules: Rules) -> None:
    """Raise IllegalAction UNSAFE_THROW for a throw that somebody might beat, if the rules allow only safe throws."""
    if not rules.throws_safe_only or not lead.is_throw:
        return
    unseen = seen.count_unseen(rules)
    order = seats_from(seat, rules.players)[1:]
    located = {other: seen.count_located(other, rules) for other in order}
    found: set[Unit] = set()
    for other in order:
        if is_checked(seat, other, rules):
            elsewhere = sum((located[one] for one in order if one != other), Counter[Card]())
            void = is_known_void(other, lead.index, seen.tricks, trump, rules)
            possible = [card for card in (unseen - elsewhere).elements() if not void or not _is_led(card, lead, trump)]
            holds_suit = any(_is_led(card, lead, trump) for card in located[other]) and other != seen.declarer
            found |= set(find_beatable_units(lead, possible, trump, rules, may_be_void=not holds_suit))
    unsafe = tuple(unit.cards for unit in lead.units if unit in found)
    if unsafe:
        raise IllegalAction(Reason.UNSAFE_THROW, units=unsafe)


def find_beatable_units(
    lead: Lead, possible: Sequence[Card], trump: Trump, rules: Rules, *, may_be_void: bool
) -> Iterable[Unit]:
    """Yield the units of the lead that a seat could beat with `possible` cards. It may ruff only if `may_be_void`."""
    yield from find_beaten_units(lead, [card for card in possible if _is_led(card, lead, trump)], trump, rules)
    if may_be_void:
        trumps = [card for card in possible if trump.order.suit_of[card] == TRUMP_INDEX]
        yield from find_beaten_units(lead, trumps, trump, rules)


def _is_led(card: Card, lead: Lead, trump: Trump) -> bool:
    return trump.order.suit_of[card] == lead.index


def is_known_void(seat: Seat, index: int, tricks: Iterable[TrickView], trump: Trump, rules: Rules) -> bool:
    """Return whether the seat has followed the suit with too few cards, which shows that it has none left."""
    suit_of = trump.order.suit_of
    for trick in tricks:
        led = trick.plays[0].cards
        if all(suit_of[card] == index for card in led):
            for play in trick.plays[1:]:
                short = sum(suit_of[card] == index for card in play.cards) < len(led)
                if play.seat == seat and short and not is_bomb(play.cards, rules):
                    return True
    return False

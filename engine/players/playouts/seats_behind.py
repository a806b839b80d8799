"""The trick in progress of a play-out by rules, and the seats that still play to it."""

from dataclasses import dataclass
from typing import Final

from engine.model.trump import TRUMP_INDEX
from engine.players.playouts.hands import THROW, Trick
from engine.players.playouts.outlook import SuitOutlook
from engine.players.playouts.playout_table import OpenTable
from engine.players.playouts.value_cards import NOBODY, TEMPO, Behind, estimate_feed, group_seats


@dataclass(slots=True)
class Shape:
    """What a lead asks for."""

    width: int
    """1 for a single card, 2 for pairs and so on, or `THROW`."""
    length: int
    """Number of tuples that touch."""
    cards: int
    pairs: int
    """Number of pairs in a throw."""

    @classmethod
    def of(cls, trick: Trick) -> "Shape":
        """Return the shape of a trick's lead."""
        return cls(trick.width, trick.length, trick.cards, trick.pairs)


SINGLE: Final = Shape(1, 1, 1, 0)
ANY: Final = -1
"""All kinds of a suit."""


def list_behind(
    table: OpenTable, me: int, seats: tuple[int, ...], led: SuitOutlook, shape: Shape
) -> tuple[Behind, float, float]:
    """Return what the next seats may do about a lead of the suit.

    The numbers are the points still to come if this side wins the trick and if it loses it, the lead included.
    """
    if not seats:
        return NOBODY, TEMPO, TEMPO
    suit = led.suit
    void = cannot_follow = table.void[suit]
    cannot_ruff = -1 if suit == TRUMP_INDEX else table.void[TRUMP_INDEX]
    if shape.width != 1 and (shape.width > 1 or shape.pairs):
        cannot_follow |= table.no_pair[suit]
        cannot_ruff |= table.no_pair[TRUMP_INDEX]
    behind = group_seats(table.allies[me], seats, void, cannot_follow, cannot_ruff)
    void_feed, feed = estimate_feed(table.layout, led, shape.cards)
    won, lost = TEMPO + feed * behind.won, TEMPO + feed * behind.lost
    return (
        (behind, won + void_feed * behind.void_won, lost + void_feed * behind.void_lost)
        if void
        else (behind, won, lost)
    )


def estimate_over(outlook: SuitOutlook, shape: Shape, above: int) -> float:
    """Return the chance that a seat holds what the lead asks for among these kinds."""
    if shape.width == THROW:
        enough = min(1.0, outlook.share * outlook.number / shape.cards) ** 2 if shape.cards > 2 * shape.pairs else 1.0
        return enough * (1.0 - outlook.blank) * (outlook.chance_of_tuple(-1, 2) if shape.pairs else 1.0)
    if shape.width == 1:
        return 1.0 - outlook.blank if above == ANY else outlook.chance_of_one(above)
    chance = outlook.chance_of_tuple(above, shape.width)
    return chance if shape.length == 1 else chance**shape.length / 2

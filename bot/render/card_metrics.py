"""The proportions of cards and tiles."""

from functools import cache
from typing import Final

from engine.model.cards import ALL_FACES, Card, Rank

RANK_HEIGHT: Final = 0.345
"""Height of a card's rank, as a share of the card's width."""
INDEX_TOP: Final = 0.075
INDEX_PADDING: Final = 0.035


def tile_width(height: int, count: int = 1) -> int:
    """Return the width of a tile with the edges of its copies."""
    return round(height * 1.28) + (count - 1) * round(height * 0.17)


def card_height(width: int) -> int:
    """Return the height of a card."""
    return round(width * 1.30)


def index_width(width: int, card: Card) -> int:
    """Return how many columns from the left edge must be visible to read the card."""
    return _index_widths(width)[card]


@cache
def _index_widths(width: int) -> tuple[int, ...]:
    shares = (0.40 if card.is_joker else 0.415 if card.rank is Rank.TEN else 0.365 for card in ALL_FACES)
    return tuple(round(width * share) for share in shares)

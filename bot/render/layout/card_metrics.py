"""The proportions of cards and tiles."""

from functools import lru_cache
from typing import Final

from engine.model.cards import Card, Rank

RANK_HEIGHT: Final = 0.345
"""Height of a card's rank, as a share of the card's width."""
STACKED_RANK_HEIGHT: Final = 0.60
"""Height of the rank on a tile that shows the rank above the suit, as a share of the tile's height."""
INDEX_TOP: Final = 0.075
INDEX_PADDING: Final = 0.035


def tile_width(height: int) -> int:
    """Return the width of a tile with one card."""
    return round(height * 1.28)


def tile_copy_step(height: int, card: Card) -> int:
    """Return how many columns of a covered card on a tile stay visible. They are enough for its whole rank."""
    return round(height * (0.74 if card.rank is Rank.TEN else 0.56))


def tiles_width(height: int, card: Card, count: int) -> int:
    """Return the width of a tile that shows `count` copies of a card."""
    return tile_width(height) + (count - 1) * tile_copy_step(height, card)


def stacked_width(height: int, card: Card) -> int:
    """Return the width of one card on a tile that shows the rank above the suit."""
    return round(height * (0.60 if card.is_joker else 0.69 if card.rank is Rank.TEN else 0.51))


def card_height(width: int) -> int:
    """Return the height of a card."""
    return round(width * 1.30)


@lru_cache(maxsize=4096)
def index_width(width: int, card: Card) -> int:
    """Return how many columns from the left edge must be visible to read the card."""
    return round(width * (0.40 if card.is_joker else 0.415 if card.rank is Rank.TEN else 0.365))

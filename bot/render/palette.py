"""The one palette of 256 colours that all pictures are stored with.

Flat colours come first and so stay exact; the rest are the steps between neighbours that smooth edges need. Pillow
looks colours up in cells of four levels, so two flat colours must not share a cell (a test sees to it). The last
entries are the ground in rising opacity: the rounded corners.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.render import colours as c
from bot.render.colours import Colour, mix
from engine.cards import Suit

CORNERS: Final = 8
"""Entries for the corners: from clear to nearly opaque."""
_SIZE: Final = 256 - CORNERS

_SUITS: Final = (c.BLACK, c.RED, c.GREEN, c.BLUE)
FLAT: Final[tuple[Colour, ...]] = (
    c.FELT, c.CLOTH, c.LINE, c.PLATE, c.WELL, c.PIT, c.INK, c.FADED, c.PAPER, c.EDGE, *_SUITS, c.GREY, c.GOLD,
    c.PALE_GOLD, c.SILVER, c.BROWN, c.TAG, c.TAG_INK, c.DIM_TAG, c.DIM_TAG_INK, c.PLAYABLE, c.PLAYABLE_TAG, c.PICKED,
    c.PICKED_TAG, c.WINNING, c.FAILED, c.FAILED_PLATE, c.TRUMP_PLATE, c.TRUMP_INK, *c.TEAMS, *c.TEAM_LIGHTS, c.NO_TEAM,
    c.BACK, c.BACK_LINE, *dict.fromkeys(c.DIM.values()), *tuple(c.LIGHT_FOUR.values())[1:],
)  # fmt: skip

RAMPS: Final[tuple[tuple[Colour, Colour, int], ...]] = (
    *((c.PAPER, suit, 7) for suit in _SUITS),
    *((c.DIM_PAPER, c.DIM[suit], 5) for suit in _SUITS),
    (c.PAPER, c.EDGE, 4), (c.DIM_PAPER, c.DIM_EDGE, 3), (c.EDGE, c.FELT, 2), (c.FELT, c.PIT, 3),
    (c.INK, c.FELT, 6), (c.INK, c.PLATE, 6), (c.INK, c.WELL, 5), (c.FADED, c.FELT, 4), (c.FADED, c.PLATE, 4),
    (c.TRUMP_INK, c.TRUMP_PLATE, 5), (c.TAG_INK, c.TAG, 4), (c.DIM_TAG_INK, c.DIM_TAG, 3),
    (c.WHITE, c.PLAYABLE_TAG, 4), (c.WHITE, c.PICKED_TAG, 4), (c.INK, c.TEAMS[0], 4), (c.INK, c.TEAMS[1], 4),
    (c.INK, c.NO_TEAM, 3), (c.INK, c.FAILED_PLATE, 4), (c.GOLD, c.BROWN, 4), (c.GOLD, c.PAPER, 2),
    (c.PALE_GOLD, c.RED, 5), (c.SILVER, c.GREY, 4), (c.PALE_GOLD, c.EDGE, 1), (c.WINNING, c.CLOTH, 4),
    (c.WINNING, c.PAPER, 2), (c.WINNING, c.PLATE, 3), (c.PLAYABLE, c.FELT, 4), (c.PICKED, c.FELT, 4),
    (c.PICKED, c.PLATE, 3), (c.FAILED, c.FELT, 2), (c.TRUMP_INK, c.FELT, 3), (c.LINE, c.FELT, 2), (c.LINE, c.CLOTH, 2),
    (c.CLOTH, c.PIT, 2), (c.BACK, c.PAPER, 3), (c.BACK, c.BACK_LINE, 3), (c.TEAM_LIGHTS[0], c.PLATE, 3),
    (c.TEAM_LIGHTS[1], c.PLATE, 3), (c.LIGHT_FOUR[Suit.HEARTS], c.PLATE, 3), (c.LIGHT_FOUR[Suit.CLUBS], c.PLATE, 3),
    (c.LIGHT_FOUR[Suit.DIAMONDS], c.PLATE, 3),
)  # fmt: skip


def entries() -> list[Colour]:
    """Return the opaque entries, each once: the flat colours, then the steps of the ramps as far as there is room."""
    steps = [mix(a, b, i / (n + 1)) for a, b, n in RAMPS for i in range(1, n + 1)]
    return list(dict.fromkeys((*FLAT, *steps)))[:_SIZE]


@cache
def lookup() -> Image.Image:
    """Return an image whose palette holds the opaque entries, for `Image.quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette([v for colour in entries() for v in colour])
    return image


@cache
def stored(ground: Colour) -> tuple[bytes, bytes]:
    """Return palette and opacities as a file holds them: opaque entries, then the corners of `ground`."""
    colours = entries()
    colours += [ground] * (256 - len(colours))
    opacity = bytes([255] * _SIZE + [round(255 * i / CORNERS) for i in range(CORNERS)])
    return bytes(v for colour in colours for v in colour), opacity


@cache
def corner_tile(radius: int) -> Image.Image:
    """Return the indices of the upper left corner of a panel: `radius` square, and which of them to use as a mask."""
    from bot.render.shapes import plate

    solid = 250
    opacity = plate(4 * radius, 4 * radius, radius).crop((0, 0, radius, radius))
    return opacity.point([_SIZE + min(CORNERS - 1, v * CORNERS // 255) if v < solid else 0 for v in range(256)])

"""The one palette of 256 colours that all pictures are painted in.

Flat colours come first and so stay exact; the rest are steps between neighbours, for smooth edges. Pictures hold
indices from the start: that halves the work of painting, and nothing has to be reduced at the end. The first entries
are the ground in rising opacity, for the rounded corners; in here they hold a colour that nothing is like.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.render import colours as c
from bot.render.colours import Colour, mix
from bot.render.shapes import plate

CORNERS: Final = 8
"""Entries for the corners: from clear to nearly opaque."""
_NOTHING_LIKE: Final[Colour] = (255, 0, 255)
APART: Final = 7
"""Least distance of two entries in some channel: Pillow looks colours up in cells of four levels."""
LEVELS: Final = 4
"""Steps of opacity in which letters and outlines are smoothed."""

_SUITS: Final = (c.BLACK, c.RED, c.GREEN, c.BLUE)
_LIGHTS: Final = (c.LIGHT_HEARTS, c.LIGHT_CLUBS, c.LIGHT_DIAMONDS)
_LINES: Final = (*c.TEAM_LIGHTS, c.LIGHT_HEARTS, c.LIGHT_CLUBS, c.PURPLE, c.CYAN, c.TRUMP_INK, c.SILVER)
FLAT: Final[tuple[Colour, ...]] = (
    c.FELT, c.CLOTH, c.LINE, c.PLATE, c.WELL, c.PIT, c.INK, c.FADED, c.PAPER, c.EDGE, *_SUITS, c.GREY, c.GOLD,
    c.PALE_GOLD, c.SILVER, c.BROWN, c.TAG, c.TAG_INK, c.DIM_TAG, c.DIM_TAG_INK, c.PLAYABLE, c.PLAYABLE_TAG, c.PICKED,
    c.PICKED_TAG, c.WINNING, c.FAILED, c.FAILED_PLATE, c.TRUMP_PLATE, c.TRUMP_INK, *c.TEAMS, *c.TEAM_LIGHTS, c.NO_TEAM,
    c.BACK, c.BACK_LINE, c.SKIN, c.HAIR, *dict.fromkeys(c.DIM.values()), *_LIGHTS,
    c.PURPLE, c.CYAN, c.BRONZE, c.TASK,
)  # fmt: skip

RAMPS: Final[tuple[tuple[Colour, Colour, int], ...]] = (
    *((c.PAPER, suit, 4) for suit in _SUITS),
    *((c.DIM_PAPER, c.DIM[suit], 4) for suit in _SUITS),
    *((c.INK, ground, 4) for ground in (c.PLATE, c.TEAMS[0], c.TEAMS[1], c.PICKED_TAG, c.PLAYABLE_TAG, c.TASK)),
    (c.PAPER, c.EDGE, 3), (c.DIM_PAPER, c.DIM_EDGE, 3), (c.DIM_PAPER, c.FELT, 2),
    (c.FADED, c.PLATE, 4), (c.TRUMP_INK, c.TRUMP_PLATE, 4), (c.TAG_INK, c.TAG, 4), (c.DIM_TAG_INK, c.DIM_TAG, 3),
    (c.INK, c.FELT, 4), (c.FADED, c.FELT, 4), (c.INK, c.NO_TEAM, 3), (c.INK, c.FAILED_PLATE, 4), (c.GOLD, c.BROWN, 3),
    (c.GOLD, c.PAPER, 2), (c.DIM[c.GOLD], c.DIM[c.BROWN], 2), (c.PALE_GOLD, c.RED, 3), (c.SILVER, c.GREY, 3),
    (c.WINNING, c.CLOTH, 3), (c.WINNING, c.PAPER, 2), (c.WINNING, c.PLATE, 3), (c.PLAYABLE, c.FELT, 3),
    (c.PICKED, c.FELT, 3), (c.FAILED, c.PLATE, 3), (c.BACK, c.PAPER, 3), (c.BACK, c.BACK_LINE, 2),
    *((light, c.PLATE, 3) for light in (*c.TEAM_LIGHTS, *_LIGHTS)), (c.TRUMP_INK, c.PLATE, 3), (c.LINE, c.FELT, 1),
    *((line, c.FELT, 3) for line in _LINES),
)  # fmt: skip


@cache
def entries() -> tuple[Colour, ...]:
    """Return all entries: corners, flat colours, then the steps of the ramps, each once, as far as there is room."""
    found = [*[_NOTHING_LIKE] * CORNERS, *FLAT]
    for a, b, n in RAMPS:
        for i in range(1, n + 1):
            step = mix(a, b, i / (n + 1))
            if all(distance(step, other) >= APART for other in found):
                found.append(step)
    return tuple(found[:256])


def distance(a: Colour, b: Colour) -> int:
    """Return by how much two colours differ in the channel in which they differ most."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@cache
def nearest(colour: Colour) -> int:
    """Return the index of the entry that is most like `colour`; of a flat colour its own."""
    return min(
        range(CORNERS, len(entries())),
        key=lambda i: sum((x - y) ** 2 for x, y in zip(entries()[i], colour, strict=True)),
    )


@cache
def ramp(ink: Colour, ground: Colour) -> tuple[int, ...]:
    """Return for each opacity 0 … 255 the index of `ink` over `ground`, in `LEVELS` steps."""
    steps = [nearest(mix(ground, ink, i / LEVELS)) for i in range(LEVELS + 1)]
    return tuple(steps[(v * LEVELS + 127) // 255] for v in range(256))


@cache
def _lookup() -> Image.Image:
    """Return an image with this palette, for `Image.quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette([v for colour in entries() for v in colour])
    return image


def indexed(image: Image.Image) -> Image.Image:
    """Return an RGB image in the palette."""
    return image.quantize(palette=_lookup(), dither=Image.Dither.NONE)


@cache
def stored(ground: Colour) -> tuple[bytes, bytes]:
    """Return palette and opacities as a file holds them: the corners of `ground`, then the opaque entries."""
    colours = [*[ground] * CORNERS, *entries()[CORNERS:]]
    opacity = bytes(round(255 * i / CORNERS) for i in range(CORNERS))
    return bytes(v for colour in colours for v in colour), opacity


@cache
def corner_tile(radius: int) -> Image.Image:
    """Return the indices of the upper left corner of a panel, `radius` square; `CORNERS` where it is left as it is."""
    solid = 250
    opacity = plate(4 * radius, 4 * radius, radius).crop((0, 0, radius, radius))
    return opacity.point([min(CORNERS - 1, v * CORNERS // 255) if v < solid else CORNERS for v in range(256)])

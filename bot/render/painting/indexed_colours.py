"""The one palette of 256 colours in which all pictures are painted.

Pictures hold palette indices from the start, which halves the work of painting and needs no reduction at the end.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour, mix
from bot.render.painting.shapes import rounded_mask

CORNER_ENTRIES: Final = 8
"""The number of entries for rounded corners. All have the ground's colour; opacity rises from 0 to nearly full."""
_UNUSED_COLOUR: Final[Colour] = (255, 0, 255)
"""The colour of the corners' entries until a picture is encoded; no other entry is similar to it."""
MIN_DISTANCE: Final = 7
"""The least difference between a ramp's colour and an earlier entry in some channel. Pillow may confuse closer ones."""
BLEND_STEPS: Final = 4
"""The number of opacity steps at the smooth edges of letters and outlines."""

_SUITS: Final = (c.BLACK, c.RED, c.GREEN, c.BLUE)
_LIGHTS: Final = (c.LIGHT_HEARTS, c.LIGHT_CLUBS, c.LIGHT_DIAMONDS)
_LINES: Final = (*c.TEAM_LIGHTS, c.LIGHT_HEARTS, c.LIGHT_CLUBS, c.PURPLE, c.CYAN, c.TRUMP_INK, c.SILVER)
FLAT_COLOURS: Final[tuple[Colour, ...]] = (
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
def palette_entries() -> tuple[Colour, ...]:
    """Return all entries. Steps of the ramps fill the space that corners and flat colours leave."""
    entries = [*[_UNUSED_COLOUR] * CORNER_ENTRIES, *FLAT_COLOURS]
    for a, b, n in RAMPS:
        for i in range(1, n + 1):
            step = mix(a, b, i / (n + 1))
            if all(colour_distance(step, other) >= MIN_DISTANCE for other in entries):
                entries.append(step)
    return tuple(entries[:256])


def colour_distance(a: Colour, b: Colour) -> int:
    """Return the largest difference of two colours in one channel."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


@cache
def nearest_index(colour: Colour) -> int:
    """Return the index of the entry that is most similar to `colour`."""
    r, g, b = colour
    distances = [(x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2 for x, y, z in palette_entries()[CORNER_ENTRIES:]]
    return CORNER_ENTRIES + distances.index(min(distances))


@cache
def blend_indices(ink: Colour, ground: Colour) -> tuple[int, ...]:
    """Return the index of `ink` over `ground` for each opacity from 0 to 255, in `BLEND_STEPS` steps."""
    steps = [nearest_index(mix(ground, ink, i / BLEND_STEPS)) for i in range(BLEND_STEPS + 1)]
    return tuple(steps[(v * BLEND_STEPS + 127) // 255] for v in range(256))


def attach_palette(image: Image.Image) -> Image.Image:
    """Give an image of indices the palette, and return the image. Pillow needs the palette to convert or save it."""
    image.putpalette([v for colour in palette_entries() for v in colour])
    return image


@cache
def _create_palette_image() -> Image.Image:
    return attach_palette(Image.new("P", (1, 1)))


def to_palette(image: Image.Image) -> Image.Image:
    """Convert an RGB image to the palette."""
    return image.quantize(palette=_create_palette_image(), dither=Image.Dither.NONE)


@cache
def encode_palette(ground: Colour) -> tuple[bytes, bytes]:
    """Return the palette and its opacities, in the form of PNG. The entries of corners get the colour `ground`."""
    colours = [*[ground] * CORNER_ENTRIES, *palette_entries()[CORNER_ENTRIES:]]
    opacity = bytes(round(255 * i / CORNER_ENTRIES) for i in range(CORNER_ENTRIES))
    return bytes(v for colour in colours for v in colour), opacity


@cache
def create_corners(radius: int) -> tuple[tuple[Image.Image, Image.Image], ...]:
    """Return the indices and the mask of each corner, `radius` pixels wide and high.

    The order is upper left, upper right, lower left, lower right.
    """
    solid, flips = 250, Image.Transpose
    opacity = rounded_mask(4 * radius, 4 * radius, radius).crop((0, 0, radius, radius))
    steps = opacity.point([min(CORNER_ENTRIES - 1, v * CORNER_ENTRIES // 255) for v in range(256)])
    tile = Image.frombytes("P", steps.size, steps.tobytes())  # at each paste, Pillow would convert another mode to P
    mask = opacity.point([255] * solid + [0] * (256 - solid))
    flipped = (flips.FLIP_LEFT_RIGHT, flips.FLIP_TOP_BOTTOM, flips.ROTATE_180)
    return (tile, mask), *((tile.transpose(flip), mask.transpose(flip)) for flip in flipped)

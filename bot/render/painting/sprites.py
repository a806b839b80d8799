"""Creates sprites of cards with their rings, and of tags, plates and letters."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import card_height
from bot.render.layout.colours import Colour
from bot.render.layout.scene import CardStyle
from bot.render.painting.card_faces import corner_radius, render_back, shade
from bot.render.painting.fonts import Fonts
from bot.render.painting.indexed_colours import blend_indices, to_palette
from bot.render.painting.shapes import ring_mask, rounded_mask

SPRITE_MARGIN: Final = 10
"""The pixels on each side of the card in its sprite, which leave room for a ring and the shade."""
SHADE_WIDTH: Final = 5
"""The width of the shade that a card casts to its left."""
_SHADES: Final = (18, 40, 66, 96)
_RINGS: Final = {
    CardStyle.PLAYABLE: c.PLAYABLE,
    CardStyle.PICKED: c.PICKED,
    CardStyle.WINNING: c.WINNING,
    CardStyle.HINTED: c.WINNING,
}
_RING_WIDTHS: Final = {CardStyle.PLAYABLE: 4, CardStyle.PICKED: 6, CardStyle.WINNING: 6, CardStyle.HINTED: 6}
_FULL_RING_CARD_WIDTH: Final = 148
"""The card width from which rings have their full thickness."""
_TAGS: Final = {
    CardStyle.DIM: (c.DIM_TAG_INK, c.DIM_TAG),
    CardStyle.PLAYABLE: (c.INK, c.PLAYABLE_TAG),
    CardStyle.PICKED: (c.INK, c.PICKED_TAG),
    CardStyle.HINTED: (c.BROWN, c.WINNING),
}
BORDER_WIDTH: Final = 4
"""The width of a picture's edge, which is one pixel on a phone."""
_MIN_OPACITY: Final = 26
"""The least opacity at which a pixel of an outline is painted."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """An image of palette indices, with the mask of the pixels to paint. Its edges are blended with one ground.

    `left`, `top` is the pixel of the image that lies at the place where the sprite is painted.
    """

    image: Image.Image
    mask: Image.Image
    left: int = 0
    top: int = 0
    corner: int = 0
    """The size of the rounded corners in pixels. It includes a ring or shade around them."""


def to_mask(opacity: Image.Image) -> Image.Image:
    """Return the mask of the pixels that are opaque enough to be painted."""
    return opacity.point([0] * _MIN_OPACITY + [255] * (256 - _MIN_OPACITY), "1")


class CoveredCard(NamedTuple):
    """A card whose right part the next card covers. `level` is -1 if the covered card stands higher, 1 if lower."""

    paper: Colour
    level: int = 0


def ring_thickness(style: CardStyle, width: int) -> int:
    """Return the thickness of a style's ring, which is less on small cards. It is 0 for a style without a ring."""
    full = _RING_WIDTHS.get(style, 0)
    return min(full, max(2, round(full * width / _FULL_RING_CARD_WIDTH)))


def frame_card(face: Image.Image, style: CardStyle, ground: Colour, under: CoveredCard | None) -> Sprite:
    """Return a card with a rounded outline, the ring of its style, and a soft shade on the card that it covers."""
    w, h, m, k = face.width, face.height, SPRITE_MARGIN, ring_thickness(style, face.width)
    radius = corner_radius(w)
    image = Image.new("RGB", (w + 2 * m, h + 2 * m), ground)
    covered = Image.new("L", image.size, 0)
    if under is not None:
        top = m + radius if under.level > 0 else m - k
        bottom = m + h - radius if under.level < 0 else m + h + k
        image.paste(under.paper, (0, top, m + radius, bottom))
        image.paste(c.PIT, (m - SHADE_WIDTH, m), _create_shade(h, radius))
        covered.paste(_create_shade(h, radius).point([0] + [255] * 255), (m - SHADE_WIDTH, m))
    outline = paste_with_ring(image, face, radius, style, k)
    return Sprite(to_palette(image), to_mask(ImageChops.lighter(covered, outline)), m, m, m + radius)


def paste_with_ring(image: Image.Image, face: Image.Image, radius: int, style: CardStyle, k: int) -> Image.Image:
    """Paste a card with its ring, `k` pixels thick, on an RGB image with margins; return the outline of both."""
    w, h, m = face.width, face.height, SPRITE_MARGIN
    around = rounded_mask(w + 2 * k, h + 2 * k, radius + k)
    if k:
        image.paste(_RINGS[style], (m - k, m - k), around)
    image.paste(face, (m, m), rounded_mask(w, h, radius))
    outline = Image.new("L", image.size, 0)
    outline.paste(around, (m - k, m - k))
    return outline


@lru_cache(maxsize=64)
def _create_shade(height: int, radius: int) -> Image.Image:
    """Return the shade to the left of a card; it narrows, so that none lies above or below the card."""
    image = Image.new("L", (SHADE_WIDTH, height), 0)
    for i, value in enumerate(_SHADES):
        inset, x = radius + len(_SHADES) - i, SHADE_WIDTH - len(_SHADES) + i
        image.paste(value, (x, inset, x + 1, height - inset))
    return image


def frame_sprite(width: int, style: CardStyle, ground: Colour, under: CoveredCard | None) -> Sprite:
    """Return the parts that all card faces share, which are smooth edges, a ring, and the shade on the card below."""
    face = Image.new("RGB", (width, card_height(width)), shade(c.EDGE, style))
    around = frame_card(face, style, ground, under)
    around.mask.paste(0, (SPRITE_MARGIN, SPRITE_MARGIN), face_mask(width))
    return around


@lru_cache(maxsize=64)
def face_mask(width: int) -> Image.Image:
    """Return the mask of the pixels that a card covers fully. Its smooth edges belong to its frame."""
    inside = rounded_mask(width, card_height(width), corner_radius(width))
    return inside.point([0] * 255 + [255], "1")


def tag_sprite(fonts: Fonts, number: int, width: int, style: CardStyle, paper: Colour) -> Sprite:
    """Return the number tag at the foot of a card."""
    ink, ground = _TAGS.get(style, (c.TAG_INK, c.TAG))
    w, h = tag_size(width)
    image = Image.new("RGB", (w, h), paper)
    image.paste(ground, (0, 0), rounded_mask(w, h, round(h * 0.28)))
    glyph = fonts.render_figure(str(number), round(h * 0.66))
    image.paste(ink, ((w - glyph.width) // 2, round(h * 0.15)), glyph)
    return Sprite(to_palette(image), Image.new("1", (w, h), 1))


def tag_size(width: int) -> tuple[int, int]:
    """Return width and height of a card's number tag."""
    return round(width * 0.285), round(width * 0.235)


def back_sprite(width: int, ground: Colour) -> Sprite:
    """Return a card's back."""
    return frame_card(render_back(width), CardStyle.PLAIN, ground, None)


def plate_sprite(
    size: tuple[int, int], radius: int, colour: Colour | None, edge: tuple[Colour, int] | None, ground: Colour
) -> Sprite:
    """Return a rounded rectangle on `ground`. If `colour` is None, it has only an edge."""
    w, h = size
    outline = rounded_mask(w, h, radius)
    image = Image.new("RGB", size, ground)
    if colour is not None:
        image.paste(colour, (0, 0), outline)
    if edge is not None:
        edge_mask = ring_mask(w, h, radius, edge[1])
        image.paste(edge[0], (0, 0), edge_mask)
        outline = outline if colour is not None else edge_mask
    return Sprite(to_palette(image), to_mask(outline), corner=radius)


@lru_cache(maxsize=8)
def border_corners(radius: int) -> tuple[Image.Image, ...]:
    """Return the masks of the corners of a picture's edge: upper left and right, lower left and right."""
    side, far = 4 * radius, 3 * radius
    whole = Image.new("1", (side, side))
    ImageDraw.Draw(whole).rounded_rectangle((0, 0, side - 1, side - 1), radius, outline=1, width=BORDER_WIDTH)
    return tuple(whole.crop((x, y, x + radius, y + radius)) for y in (0, far) for x in (0, far))


def tint_mask(shape: Image.Image, ink: Colour, ground: Colour, left: int = 0, top: int = 0) -> Sprite:
    """Return letters or icons, given as a mask, in the colour `ink` on `ground`, without empty space around them."""
    x, y, right, foot = shape.getbbox() or (0, 0, 1, 1)
    shape = shape.crop((x, y, right, foot))
    image = Image.frombytes("P", shape.size, shape.point(blend_indices(ink, ground)).tobytes())
    return Sprite(image, to_mask(shape), left - x, top - y)

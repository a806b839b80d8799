"""The application emoji: 54 faces, backs, suits and badges, drawn for 22 pixels and each named with its content's hash.

A face is a white tile with a very large rank; a band in the suit's colour carries the suit in white, so that suit is
said by colour and by shape, and both themes show it.
"""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.courts import Cloth, bust
from bot.render.fonts import ASSETS, Fonts
from bot.render.scene import Sign
from bot.render.shapes import mask, plate
from engine.cards import ALL_FACES, BIG_JOKER, SUITS, Card, Suit

SIDE: Final = 128
"""Discord shows emoji from squares of this size."""
SEATS: Final = 12
_EDGE: Final[Colour] = (122, 126, 136)
_BAND: Final = 77
"""The column at which the suit's band begins."""
_RECOLOURED: Final = (Suit.CLUBS, Suit.DIAMONDS)
_HASH: Final = 8
"""Letters of a content's hash in a name."""


def render(assets: Path = ASSETS) -> dict[str, bytes]:
    """Return every emoji as PNG bytes by its name: `base_hash`, at most 32 of Discord's letters.

    `base_name` takes a name apart; a picture that has changed has another name, so that it is uploaded again. The
    hash is that of the pixels, so that another version of a compressor changes nothing.
    """
    found = {}
    for base, image in _images(Fonts(assets)):
        found[f"{base}_{hashlib.sha256(image.tobytes()).hexdigest()[:_HASH]}"] = _png(image)
    return found


def base_name(name: str) -> str:
    """Return a name without its hash."""
    return name.rpartition("_")[0]


def face_name(card: Card, *, four_colour: bool = True) -> str:
    """Return the base name of a card's emoji: `c_s10`, `c_lj`; in two colours `t_c5` for clubs and diamonds."""
    other = not four_colour and card.suit in _RECOLOURED
    return f"{'t' if other else 'c'}_{str(card).lower()}"


def suit_name(suit: Suit, *, four_colour: bool = True) -> str:
    """Return the base name of a suit's emoji: `suit_s`, in two colours `tsuit_c`; of trump a star, `trump`."""
    other = not four_colour and suit in _RECOLOURED
    return "trump" if suit is Suit.TRUMP else f"{'t' if other else ''}suit_{suit.value.lower()}"


def seat_name(seat: int) -> str:
    """Return the base name of the badge of a seat, counted from 0."""
    return f"seat_{seat + 1}"


def _images(fonts: Fonts) -> Iterator[tuple[str, Image.Image]]:
    for card in ALL_FACES:
        yield face_name(card), _joker(card) if card.is_joker else _face(fonts, card, c.FOUR_COLOURS)
        if card.suit in _RECOLOURED:
            yield face_name(card, four_colour=False), _face(fonts, card, c.TWO_COLOURS)
    yield "back", _back()
    for suit in SUITS:
        yield suit_name(suit), _on_white(mask(suit, 100), c.FOUR_COLOURS[suit])
        if suit in _RECOLOURED:
            yield suit_name(suit, four_colour=False), _on_white(mask(suit, 100), c.TWO_COLOURS[suit])
    yield suit_name(Suit.TRUMP), _sign(Sign.STAR, c.BROWN, c.GOLD)
    yield "declarer", _sign(Sign.CROWN, c.BROWN, c.WINNING)
    yield "computer", _sign(Sign.COMPUTER, c.INK, c.NO_TEAM)
    yield "yes", _sign(Sign.CHECK, c.INK, c.PLAYABLE_TAG)
    yield "no", _sign(Sign.CROSS, c.INK, c.FAILED_PLATE)
    for points in (5, 10):
        yield f"points_{points}", _badge(fonts, str(points), c.BROWN, c.GOLD, square=False)
    for seat in range(SEATS):
        yield seat_name(seat), _badge(fonts, str(seat + 1), c.INK, c.TEAMS[seat % 2], square=seat % 2 == 1)


def _tile(paper: Colour) -> tuple[Image.Image, Image.Image]:
    """Return an empty tile with its grey edge, and the mask of what lies inside the edge."""
    image = Image.new("RGBA", (SIDE, SIDE))
    image.paste((*_EDGE, 255), (0, 0), plate(SIDE, SIDE, 20))
    inside = Image.new("L", (SIDE, SIDE))
    inside.paste(plate(SIDE - 8, SIDE - 8, 17), (4, 4))
    image.paste((*paper, 255), (0, 0), inside)
    return image, inside


def _face(fonts: Fonts, card: Card, colours: dict[Suit, Colour]) -> Image.Image:
    suit, rank = card.suit, card.rank
    assert suit is not None and rank is not None  # noqa: PT018 - jokers are drawn elsewhere
    colour = colours[suit]
    body = Image.new("RGB", (SIDE, SIDE), c.PAPER)
    body.paste(colour, (_BAND, 0, SIDE, SIDE))
    cap, room = 92, _BAND - 12
    glyph = fonts.figure(rank.text, cap)
    if glyph.width > room:
        glyph = glyph.resize((room, glyph.height), Image.Resampling.LANCZOS)
    body.paste(colour, (3 + (_BAND - glyph.width) // 2, (SIDE - cap) // 2 - 3), glyph)
    body.paste(c.WHITE, (_BAND + 4, (SIDE - 42) // 2), mask(suit, 42))
    image, inside = _tile(c.PAPER)
    image.paste(body, (0, 0), inside)
    return image


def _joker(card: Card) -> Image.Image:
    """Draw a jester's head over the whole tile: red on gold, or grey on white."""
    big = card == BIG_JOKER
    image, inside = _tile(c.PALE_GOLD if big else c.PAPER)
    colours = {
        Cloth.SUIT: c.RED if big else c.GREY,
        Cloth.GOLD: c.GOLD if big else (150, 156, 168),
        Cloth.SKIN: c.SKIN if big else c.SILVER,
    }
    body = image.convert("RGB")
    for cloth, shape in bust(None, 112):
        body.paste(colours[cloth], (8, 8), shape)
    image.paste(body, (0, 0), inside)
    return image


def _back() -> Image.Image:
    image, _ = _tile(c.PAPER)
    fine = 4
    lattice = Image.new("RGB", (SIDE * fine, SIDE * fine), c.BACK)
    draw = ImageDraw.Draw(lattice)
    for x in range(-SIDE * fine, 2 * SIDE * fine, 20 * fine):
        draw.line((x, 0, x + SIDE * fine, SIDE * fine), fill=c.BACK_LINE, width=5 * fine)
        draw.line((x, SIDE * fine, x + SIDE * fine, 0), fill=c.BACK_LINE, width=5 * fine)
    pattern = lattice.reduce(fine).crop((0, 0, SIDE - 28, SIDE - 28))
    image.paste(pattern, (14, 14), plate(SIDE - 28, SIDE - 28, 10))
    return image


def _on_white(shape: Image.Image, colour: Colour) -> Image.Image:
    image, _ = _tile(c.PAPER)
    image.paste((*colour, 255), ((SIDE - shape.width) // 2, (SIDE - shape.height) // 2), shape)
    return image


def _sign(sign: Sign, ink: Colour, ground: Colour) -> Image.Image:
    image = Image.new("RGBA", (SIDE, SIDE))
    image.paste((*ground, 255), (0, 0), plate(SIDE, SIDE, SIDE // 2))
    image.paste((*ink, 255), (24, 24), mask(sign, 80))
    return image


def _badge(fonts: Fonts, text: str, ink: Colour, ground: Colour, *, square: bool) -> Image.Image:
    image = Image.new("RGBA", (SIDE, SIDE))
    image.paste((*ground, 255), (0, 0), plate(SIDE, SIDE, 28 if square else SIDE // 2))
    cap = 76
    glyph = fonts.figure(text, cap)
    image.paste((*ink, 255), ((SIDE - glyph.width) // 2, (SIDE - cap) // 2 - 2), glyph)
    return image


def _png(image: Image.Image) -> bytes:
    """Encode with at most 64 colours: a tile has few, and its bytes are the same on every machine."""
    out = io.BytesIO()
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", compress_level=9)
    return out.getvalue()


__all__ = ["base_name", "face_name", "render", "seat_name", "suit_name"]

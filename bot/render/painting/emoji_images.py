"""Paints the application emoji, which people see 22 pixels high. Colour and shape show the suit on every theme."""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour
from bot.render.layout.scene import Icon
from bot.render.painting.card_faces import LATTICE_SCALE, render_lattice
from bot.render.painting.court_cards import BustMaterial, create_bust_masks
from bot.render.painting.fonts import ASSETS, Fonts
from bot.render.painting.shapes import rounded_mask, shape_mask
from engine.model.cards import ALL_FACES, BIG_JOKER, SUITS, Card, Suit

EMOJI_SIZE: Final = 128
"""Discord's own size for emoji."""
SEATS: Final = 12
_EDGE: Final[Colour] = (122, 126, 136)
_BAND: Final = 77
"""The first pixel column of the coloured band that shows the suit."""
_RECOLOURED: Final = (Suit.CLUBS, Suit.DIAMONDS)


def render_emoji(assets: Path = ASSETS) -> dict[str, bytes]:
    """Return every emoji as PNG bytes, by its name `base_hash`. Discord allows names of at most 32 characters."""
    # The hash is made from the pixels, so that a new version of the compressor does not upload all emoji again.
    return {
        f"{base}_{hashlib.sha256(image.tobytes()).hexdigest()[:8]}": _encode_png(image)
        for base, image in _render_images(Fonts(assets))
    }


def strip_hash(name: str) -> str:
    """Return a name without its hash."""
    return name.rpartition("_")[0]


def card_emoji_name(card: Card, *, four_colour: bool = True) -> str:
    """Return the base name of a card's emoji, such as `c_s10`, or `t_c5` for a club or diamond of a two-colour deck."""
    two_colour = not four_colour and card.suit in _RECOLOURED
    return f"{'t' if two_colour else 'c'}_{str(card).lower()}"


def suit_emoji_name(suit: Suit, *, four_colour: bool = True) -> str:
    """Return the base name of a suit's emoji, such as `suit_s`, `trump`, or `tsuit_c` for a two-colour deck's clubs."""
    two_colour = not four_colour and suit in _RECOLOURED
    return "trump" if suit is Suit.TRUMP else f"{'t' if two_colour else ''}suit_{suit.value.lower()}"


def seat_emoji_name(seat: int) -> str:
    """Return the base name of a seat's badge; seats count from 0."""
    return f"seat_{seat + 1}"


def _render_images(fonts: Fonts) -> Iterator[tuple[str, Image.Image]]:
    for card in ALL_FACES:
        yield card_emoji_name(card), _render_joker(card) if card.is_joker else _render_face(fonts, card, c.FOUR_COLOURS)
        if card.suit in _RECOLOURED:
            yield card_emoji_name(card, four_colour=False), _render_face(fonts, card, c.TWO_COLOURS)
    yield "back", _render_back()
    for suit in SUITS:
        yield suit_emoji_name(suit), _render_suit(shape_mask(suit, 100), c.FOUR_COLOURS[suit])
        if suit in _RECOLOURED:
            yield suit_emoji_name(suit, four_colour=False), _render_suit(shape_mask(suit, 100), c.TWO_COLOURS[suit])
    yield suit_emoji_name(Suit.TRUMP), _render_icon(Icon.STAR, c.BROWN, c.GOLD)
    yield "declarer", _render_icon(Icon.CROWN, c.BROWN, c.WINNING)
    yield "computer", _render_icon(Icon.COMPUTER, c.INK, c.NO_TEAM)
    yield "yes", _render_icon(Icon.CHECK, c.INK, c.PLAYABLE_TAG)
    yield "no", _render_icon(Icon.CROSS, c.INK, c.FAILED_PLATE)
    for points in (5, 10):
        yield f"points_{points}", _render_badge(fonts, str(points), c.BROWN, c.GOLD, square=False)
    for seat in range(SEATS):
        yield seat_emoji_name(seat), _render_badge(fonts, str(seat + 1), c.INK, c.TEAMS[seat % 2], square=seat % 2 == 1)


def _create_tile(paper: Colour) -> tuple[Image.Image, Image.Image]:
    """Return an empty tile with a grey edge, and the mask of the area inside it."""
    image = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE))
    image.paste((*_EDGE, 255), (0, 0), rounded_mask(EMOJI_SIZE, EMOJI_SIZE, 20))
    inside = Image.new("L", (EMOJI_SIZE, EMOJI_SIZE))
    inside.paste(rounded_mask(EMOJI_SIZE - 8, EMOJI_SIZE - 8, 17), (4, 4))
    image.paste((*paper, 255), (0, 0), inside)
    return image, inside


def _render_face(fonts: Fonts, card: Card, colours: dict[Suit, Colour]) -> Image.Image:
    suit, rank = card.suit, card.rank
    assert suit is not None and rank is not None  # noqa: PT018 - jokers are painted elsewhere
    colour = colours[suit]
    content = Image.new("RGB", (EMOJI_SIZE, EMOJI_SIZE), c.PAPER)
    content.paste(colour, (_BAND, 0, EMOJI_SIZE, EMOJI_SIZE))
    cap, max_width = 92, _BAND - 12
    glyph = fonts.render_figure(rank.text, cap)
    if glyph.width > max_width:
        glyph = glyph.resize((max_width, glyph.height), Image.Resampling.LANCZOS)
    content.paste(colour, (3 + (_BAND - glyph.width) // 2, (EMOJI_SIZE - cap) // 2 - 3), glyph)
    content.paste(c.WHITE, (_BAND + 4, (EMOJI_SIZE - 42) // 2), shape_mask(suit, 42))
    image, inside = _create_tile(c.PAPER)
    image.paste(content, (0, 0), inside)
    return image


def _render_joker(card: Card) -> Image.Image:
    big = card == BIG_JOKER
    image, inside = _create_tile(c.PALE_GOLD if big else c.PAPER)
    colours = {
        BustMaterial.SUIT: c.RED if big else c.GREY,
        BustMaterial.GOLD: c.GOLD if big else (150, 156, 168),
        BustMaterial.SKIN: c.SKIN if big else c.SILVER,
    }
    content = image.convert("RGB")
    for material, shape in create_bust_masks(None, 112):
        content.paste(colours[material], (8, 8), shape)
    image.paste(content, (0, 0), inside)
    return image


def _render_back() -> Image.Image:
    image, _ = _create_tile(c.PAPER)
    lattice = render_lattice(EMOJI_SIZE, EMOJI_SIZE, 20 * LATTICE_SCALE, 5 * LATTICE_SCALE)
    side = EMOJI_SIZE - 28
    image.paste(lattice.crop((0, 0, side, side)), (14, 14), rounded_mask(side, side, 10))
    return image


def _render_suit(shape: Image.Image, colour: Colour) -> Image.Image:
    image, _ = _create_tile(c.PAPER)
    image.paste((*colour, 255), ((EMOJI_SIZE - shape.width) // 2, (EMOJI_SIZE - shape.height) // 2), shape)
    return image


def _render_icon(icon: Icon, ink: Colour, ground: Colour) -> Image.Image:
    image = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE))
    image.paste((*ground, 255), (0, 0), rounded_mask(EMOJI_SIZE, EMOJI_SIZE, EMOJI_SIZE // 2))
    image.paste((*ink, 255), (24, 24), shape_mask(icon, 80))
    return image


def _render_badge(fonts: Fonts, text: str, ink: Colour, ground: Colour, *, square: bool) -> Image.Image:
    image = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE))
    image.paste((*ground, 255), (0, 0), rounded_mask(EMOJI_SIZE, EMOJI_SIZE, 28 if square else EMOJI_SIZE // 2))
    cap = 76
    glyph = fonts.render_figure(text, cap)
    image.paste((*ink, 255), ((EMOJI_SIZE - glyph.width) // 2, (EMOJI_SIZE - cap) // 2 - 2), glyph)
    return image


def _encode_png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", compress_level=9)
    return out.getvalue()

"""Paints tiles, which are small cards. A sprite shows all copies of a card, with the suit beside or below the rank."""

from PIL import Image

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import STACKED_RANK_HEIGHT, stacked_width, tile_copy_step, tile_width
from bot.render.layout.colours import Colour
from bot.render.layout.scene import TileItem
from bot.render.painting.card_faces import face_colour, paper_colour, shade
from bot.render.painting.fonts import Fonts
from bot.render.painting.indexed_colours import to_palette
from bot.render.painting.shapes import rounded_mask, shape_mask
from bot.render.painting.sprites import SPRITE_MARGIN, Sprite, paste_with_ring, ring_thickness, to_mask


def tile_sprite(fonts: Fonts, item: TileItem, ground: Colour) -> Sprite:
    """Return a tile with its copies and one ring around them all."""
    h, m, radius = item.height, SPRITE_MARGIN, round(item.height * 0.16)
    stack = _render_stacked(fonts, item) if item.stacked else _render_copies(fonts, item, radius)
    image = Image.new("RGB", (stack.width + 2 * m, h + 2 * m), ground)
    outline = paste_with_ring(image, stack, radius, item.style, ring_thickness(item.style, 3 * h))
    return Sprite(to_palette(image), to_mask(outline), m, m, m + radius)


def _render_copies(fonts: Fonts, item: TileItem, radius: int) -> Image.Image:
    step = tile_copy_step(item.height, item.card)
    stack = Image.new("RGB", (item.box.w, item.height), shade(c.EDGE, item.style))
    for i in range(item.count):
        face = _render_tile_face(fonts, item, step if i + 1 < item.count else None)
        stack.paste(face, (i * step, 0), rounded_mask(face.width, face.height, radius))
    return stack


def _render_stacked(fonts: Fonts, item: TileItem) -> Image.Image:
    step = stacked_width(item.height, item.card)
    stack = Image.new("RGB", (item.box.w, item.height), shade(c.EDGE, item.style))
    face = _render_stacked_face(fonts, item)
    for i in range(item.count):
        stack.paste(face, (i * step, 0))
    return stack


def _render_stacked_face(fonts: Fonts, item: TileItem) -> Image.Image:
    h, card, image = item.height, item.card, _create_blank_tile(item, stacked_width(item.height, item.card))
    suit, rank, colour = card.suit, card.rank, face_colour(card, item.style, four_colour=item.four_colour)
    if suit is None or rank is None:
        jester = shape_mask("jester", image.width - 8)
        image.paste(colour, (4, (h - jester.height) // 2), jester)
        return image
    cap = round(h * STACKED_RANK_HEIGHT)
    glyph, pip = fonts.render_figure(rank.text, cap), shape_mask(suit, round(h * 0.22))
    image.paste(colour, ((image.width - glyph.width) // 2, round(h * 0.07) - round(cap * 0.03)), glyph)
    image.paste(colour, ((image.width - pip.width) // 2, h - pip.height - round(h * 0.04)), pip)
    return image


def _create_blank_tile(item: TileItem, w: int) -> Image.Image:
    h = item.height
    image = Image.new("RGB", (w, h), shade(c.EDGE, item.style))
    image.paste(shade(paper_colour(item.card), item.style), (2, 2), rounded_mask(w - 4, h - 4, round(h * 0.14)))
    return image


def _render_tile_face(fonts: Fonts, item: TileItem, visible_width: int | None) -> Image.Image:
    """Return a tile's face. On a covered tile, the rank is in the middle of the visible part, and there is no suit."""
    h, card, image = item.height, item.card, _create_blank_tile(item, tile_width(item.height))
    suit, rank, colour = card.suit, card.rank, face_colour(card, item.style, four_colour=item.four_colour)
    room = visible_width or image.width
    if suit is None or rank is None:
        jester = shape_mask("jester", min(round(h * 0.80), room - 4))
        image.paste(colour, ((room - jester.width) // 2, (h - jester.height) // 2), jester)
        return image
    cap = round(h * 0.62)
    glyph, pip = fonts.render_figure(rank.text, cap), shape_mask(suit, round(h * 0.46))
    spare = image.width - glyph.width - pip.width
    left = round(spare * 0.38) if visible_width is None else (visible_width - glyph.width + 1) // 2
    image.paste(colour, (left, (h - cap) // 2 - round(cap * 0.03)), glyph)
    if visible_width is None:
        image.paste(colour, (image.width - pip.width - round(spare * 0.30), (h - pip.height) // 2), pip)
    return image

"""The common parts of league pictures: the heading, and captions with figures."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour
from bot.render.layout.scene import Align, Box, Item, RoundedRect, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH

PAGE_MARGIN: Final = 30
SERIES_COLOURS: Final[tuple[Colour, ...]] = (
    c.TEAM_LIGHTS[0],
    c.TEAM_LIGHTS[1],
    c.LIGHT_CLUBS,
    c.PURPLE,
    c.LIGHT_HEARTS,
    c.CYAN,
    c.TRUMP_INK,
    c.SILVER,
)
"""Colours of the lines of a chart."""
MEDAL_COLOURS: Final[tuple[Colour, ...]] = (c.WINNING, c.SILVER, c.BRONZE)


def build_heading(title: str, subtitle: str) -> list[Item]:
    """Return title and subtitle; they take 90 pixels of height."""
    max_width = WIDTH - 2 * PAGE_MARGIN - (350 if subtitle else 0)
    items: list[Item] = [TextLine(PAGE_MARGIN, 46, (Span(title, 30, c.INK),), max_width=max_width)]
    if subtitle:
        items.append(TextLine(WIDTH - PAGE_MARGIN, 48, (Span(subtitle, 25, c.FADED, min_size=22),), Align.RIGHT, 330))
    return items


def build_facts(pairs: tuple[tuple[str, str], ...], y: int) -> tuple[list[Item], int]:
    """Return captions and figures in two columns from `y` down, and where the next item may begin."""
    items: list[Item] = []
    width = (WIDTH - 2 * PAGE_MARGIN - 20) // 2
    for i, (caption, figure) in enumerate(pairs):
        x, top = PAGE_MARGIN + (i % 2) * (width + 20), y + (i // 2) * 66
        box = Box(x, top, width, 56)
        items.append(RoundedRect(box, c.PLATE, 16))
        items.append(TextLine(x + 20, top + 28, (Span(caption, 24, c.FADED, min_size=22),), max_width=width - 40 - 170))
        items.append(TextLine(box.right - 20, top + 28, (Span(figure, 25, c.INK, Typeface.FIGURE),), Align.RIGHT, 170))
    return items, y + -(-len(pairs) // 2) * 66

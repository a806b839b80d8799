"""What the league's pictures have in common: a heading, and lines of figures under captions."""

from typing import Final

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Words
from bot.render.seats import WIDTH

EDGE: Final = 30
SERIES: Final[tuple[Colour, ...]] = (
    c.TEAM_LIGHTS[0],
    c.TEAM_LIGHTS[1],
    c.LIGHT_CLUBS,
    c.PURPLE,
    c.LIGHT_HEARTS,
    c.CYAN,
    c.TRUMP_INK,
    c.SILVER,
)
"""Colours of lines in a chart."""
MEDALS: Final[tuple[Colour, ...]] = (c.WINNING, c.SILVER, c.BRONZE)


def heading(title: str, subtitle: str) -> list[Item]:
    """Return title and subtitle; they take 90 rows."""
    room = WIDTH - 2 * EDGE - (350 if subtitle else 0)
    found: list[Item] = [Words(EDGE, 46, (Part(title, 30, c.INK),), room=room)]
    if subtitle:
        found.append(Words(WIDTH - EDGE, 48, (Part(subtitle, 22, c.FADED),), Align.RIGHT, 330))
    return found


def facts(pairs: tuple[tuple[str, str], ...], y: int) -> tuple[list[Item], int]:
    """Return captions and figures in two columns from row `y` on, and the row after the last."""
    items: list[Item] = []
    width = (WIDTH - 2 * EDGE - 20) // 2
    for i, (caption, figure) in enumerate(pairs):
        x, top = EDGE + (i % 2) * (width + 20), y + (i // 2) * 66
        box = Box(x, top, width, 56)
        items.append(Fill(box, c.PLATE, 16))
        items.append(Words(x + 20, top + 28, (Part(caption, 22, c.FADED),), room=width - 40 - 170))
        items.append(Words(box.right - 20, top + 28, (Part(figure, 25, c.INK, Face.FIGURE),), Align.RIGHT, 170))
    return items, y + -(-len(pairs) // 2) * 66

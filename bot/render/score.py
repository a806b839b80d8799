"""The bar of points against the thresholds of a table's scoring."""

from typing import Final

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.scene import Box, Fill, Item
from engine.rules import Rules
from engine.scoring import thresholds, turnover

_BEYOND: Final = 2
"""How many turnovers the bar is long at least."""


def bar(points: int, rules: Rules, box: Box, colour: Colour) -> list[Item]:
    """Return the bar filled up to `points`, a notch at every threshold, a long one where opponents take over."""
    whole = max(_BEYOND * turnover(rules), points, 1)
    items: list[Item] = [Fill(box, c.PIT, box.h // 2)]
    filled = round(box.w * max(0, points) / whole)
    if filled:
        items.append(Fill(Box(box.x, box.y, min(box.w, max(box.h, filled)), box.h), colour, box.h // 2))
    for row in thresholds(rules):
        x = box.x + round(box.w * row.points / whole)
        if box.x + box.h // 2 < x < box.right - box.h // 2:
            turns = row.points == turnover(rules)
            reached = row.points <= points
            ink = c.INK if turns else c.PIT if reached else c.LINE
            over = 7 if turns else 0
            items.append(Fill(Box(x - 2, box.y - over, 4 if turns else 3, box.h + 2 * over), ink))
    return items

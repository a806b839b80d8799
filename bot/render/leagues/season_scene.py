"""The picture of a finished season."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.headings import MEDAL_COLOURS, build_facts, build_heading
from bot.render.layout.scene import Align, Badge, Box, Icon, RoundedRect, Scene, SceneBuilder, Span, TextLine
from bot.render.layout.seat_layout import WIDTH
from bot.render.values.league_pictures import SeasonPicture

_LEFT_EDGES: Final = (390, 60, 720)
"""The left edges of the podium's steps, first to third."""
_STEP_WIDTH: Final = 320
_HEIGHTS: Final = (176, 130, 110)
"""The heights of steps by rank: those who share a rank stand equally high."""
_FLOOR: Final = 352


def build_scene(picture: SeasonPicture) -> Scene:
    """Return the podium over some facts."""
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for place, (entry, x) in enumerate(zip(picture.podium, _LEFT_EDGES, strict=False)):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        _add_step(builder, rank, entry, x)
    y = _FLOOR + 24 if picture.podium else 100
    facts, y = build_facts(picture.facts, y)
    builder.add(*facts)
    return builder.build(WIDTH, y + 12)


def _add_step(builder: SceneBuilder, rank: int, entry: tuple[str, str], x: int) -> None:
    name, note = entry
    box = Box(x, _FLOOR - _HEIGHTS[rank - 1], _STEP_WIDTH, _HEIGHTS[rank - 1])
    middle = x + _STEP_WIDTH // 2
    builder.add(RoundedRect(box, c.PLATE, 18))
    builder.add(Badge(middle, box.y + 40, 52, str(rank), MEDAL_COLOURS[rank - 1], ink=c.BROWN))
    crown = (Span(Icon.CROWN, 28, c.WINNING),) if rank == 1 else ()
    builder.add(TextLine(middle, box.y - 30, (*crown, Span(name, 24)), Align.MIDDLE, _STEP_WIDTH))
    builder.write(middle, box.y + 86, Span(note, 26, c.FADED, min_size=22), Align.MIDDLE, _STEP_WIDTH - 30)

"""Two sides against each other, and everybody against everybody."""

from typing import Final

from bot.render import colours as c
from bot.render.frames import EDGE, heading
from bot.render.scene import Align, Badge, Box, Face, Fill, Part, Scene, Sign, Sketch, Words
from bot.render.seats import WIDTH
from bot.render.statistics import Comparison, CrossTablePicture, HeadToHeadPicture

MOST: Final = 10
"""Names in a cross table; results in a form line."""
_BESIDE: Final = 4
"""Digits of a score that stand side by side; those of a longer one stand one above the other."""
_LINE: Final = 84
_SLIT: Final = 3
"""Columns kept free at either side of where a bar is parted."""


def head_to_head(picture: HeadToHeadPicture) -> Scene:
    """Return the comparison of two sides, line by line."""
    sketch = Sketch(heading(picture.title, ""))
    half = (WIDTH - 2 * EDGE - 90) // 2
    for team, name in enumerate((picture.left, picture.right)):
        box = Box(EDGE + team * (half + 90), 88, half, 74)
        sketch.add(Fill(box, c.TEAMS[team], (37, 16)[team]))
        sketch.add(Words(box.x + box.w // 2, 125, (Part(name, 25),), Align.MIDDLE, box.w - 40))
    sketch.add(Words(WIDTH // 2, 125, (Part(":", 34, c.FADED, Face.FIGURE),), Align.MIDDLE))
    y = 184
    for line in picture.lines:
        _comparison(sketch, line, y)
        y += _LINE
    if picture.form:
        ours, theirs = Part(Sign.COIN, 30, c.TEAM_LIGHTS[0]), Part(Sign.BLOCK, 28, c.TEAM_LIGHTS[1])
        parts = tuple(ours if won else theirs for won in picture.form[-MOST:])
        sketch.add(Words(WIDTH // 2, y + 26, parts, Align.MIDDLE, gap=14))
        y += 62
    return sketch.scene(WIDTH, y + 14)


def _comparison(sketch: Sketch, line: Comparison, y: int) -> None:
    middle = y + 24
    sketch.add(Words(EDGE + 10, middle, (Part(line.left, 32, c.TEAM_LIGHTS[0], Face.FIGURE),), room=230))
    right = Part(line.right, 32, c.TEAM_LIGHTS[1], Face.FIGURE)
    sketch.add(Words(WIDTH - EDGE - 10, middle, (right,), Align.RIGHT, 230))
    sketch.add(Words(WIDTH // 2, middle, (Part(line.caption, 22, c.FADED),), Align.MIDDLE, 520))
    bar = Box(EDGE, y + 52, WIDTH - 2 * EDGE, 14)
    if line.share is None:
        sketch.add(Fill(Box(bar.x, bar.y + 6, bar.w, 2), c.LINE))
        return
    cut = round(bar.w * min(1.0, max(0.0, line.share)))
    if cut > _SLIT:
        sketch.add(Fill(Box(bar.x, bar.y, cut - _SLIT, bar.h), c.TEAM_LIGHTS[0]))
    if bar.w - cut > _SLIT:
        sketch.add(Fill(Box(bar.x + cut + _SLIT, bar.y, bar.w - cut - _SLIT, bar.h), c.TEAM_LIGHTS[1]))


def cross_table(picture: CrossTablePicture) -> Scene:
    """Return the table of everybody against everybody; columns bear the numbers of the rows."""
    sketch = Sketch(heading(picture.title, picture.subtitle))
    names = picture.names[:MOST]
    cell = min(92, (WIDTH - 2 * EDGE - 330) // max(1, len(names)))
    left = WIDTH - EDGE - cell * len(names)
    for i in range(len(names)):
        sketch.add(Badge(left + i * cell + cell // 2, 116, 40, str(i + 1), c.NO_TEAM))
    for i, name in enumerate(names):
        y = 150 + i * 66
        sketch.add(Badge(EDGE + 22, y + 29, 40, str(i + 1), c.NO_TEAM))
        sketch.add(Words(EDGE + 58, y + 29, (Part(name, 22),), room=left - EDGE - 76))
        for j in range(len(names)):
            box = Box(left + j * cell + 3, y, cell - 6, 58)
            _cell(sketch, None if i == j else picture.cells[i][j], box, same=i == j)
    bottom = 150 + len(names) * 66 + 14
    if len(picture.names) > MOST:
        more = picture.labels.more.format(n=len(picture.names) - MOST)
        sketch.add(Words(EDGE + 58, bottom + 14, (Part(more, 22, c.FADED),)))
        bottom += 46
    return sketch.scene(WIDTH, bottom)


def _cell(sketch: Sketch, met: tuple[int, int] | None, box: Box, *, same: bool) -> None:
    if same or met is None:
        sketch.add(Fill(box, c.CLOTH if same else c.WELL, 10))
        return
    won, lost = met
    sketch.add(Fill(box, c.TEAMS[0] if won > lost else c.TEAMS[1] if won < lost else c.NO_TEAM, 10))
    place = (box.x + box.w // 2, box.y + box.h // 2)
    if len(f"{won}{lost}") <= _BESIDE:
        sketch.add(Words(*place, (Part(f"{won}–{lost}", 22, c.INK, Face.FIGURE),), Align.MIDDLE, box.w))
        return
    for figure, by in ((won, -13), (lost, 14)):
        sketch.add(Words(place[0], place[1] + by, (Part(str(figure), 22, c.INK, Face.FIGURE),), Align.MIDDLE, box.w))

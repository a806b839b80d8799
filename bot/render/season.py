"""The picture of a season that is over."""

from typing import Final

from bot.render import colours as c
from bot.render.frames import MEDALS, facts, heading
from bot.render.scene import Align, Badge, Box, Fill, Part, Scene, Sign, Sketch, Words
from bot.render.seats import WIDTH
from bot.render.statistics import SeasonPicture

_STEPS: Final = ((390, 320, 176), (60, 320, 130), (720, 320, 110))
"""Left edge, width and height of the steps for the first, second and third."""
_FLOOR: Final = 352


def layout(picture: SeasonPicture) -> Scene:
    """Return the podium over some facts."""
    sketch = Sketch(heading(picture.title, picture.subtitle))
    for place, (entry, step) in enumerate(zip(picture.podium, _STEPS, strict=False)):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        _step(sketch, rank, entry, step)
    y = _FLOOR + 24 if picture.podium else 100
    found, y = facts(picture.facts, y)
    sketch.extend(found)
    return sketch.scene(WIDTH, y + 12)


def _step(sketch: Sketch, rank: int, entry: tuple[str, str], step: tuple[int, int, int]) -> None:
    (name, note), (x, width, height) = entry, step
    box = Box(x, _FLOOR - height, width, height)
    middle = x + width // 2
    sketch.add(Fill(box, c.PLATE, 18))
    sketch.add(Badge(middle, box.y + 40, 52, str(rank), MEDALS[rank - 1], ink=c.BROWN))
    sign = (Part(Sign.CROWN, 28, c.WINNING),) if rank == 1 else ()
    sketch.add(Words(middle, box.y - 30, (*sign, Part(name, 24)), Align.MIDDLE, width))
    sketch.add(Words(middle, box.y + 86, (Part(note, 22, c.FADED),), Align.MIDDLE, width - 30))

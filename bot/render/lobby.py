"""The picture of a table that waits for its players."""

from bot.render import colours as c
from bot.render.captions import badge
from bot.render.pictures import LobbyPicture
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Scene, Sign, Sketch, Words
from bot.render.seats import WIDTH, Place, ring
from bot.render.table import cloth
from bot.render.wrapping import reckoned
from engine.rules import Direction
from engine.seats import Seat


def layout(picture: LobbyPicture) -> Scene:
    """Return the table with who sits where."""
    direction = Direction.CLOCKWISE if picture.clockwise else Direction.ANTICLOCKWISE
    found = ring(len(picture.names), direction, card=70)
    sketch = Sketch()
    cloth(sketch, found)
    for place in found.places:
        sketch.extend(_plate(picture, place))
    sketch.extend(_middle(picture, found.middle))
    return sketch.scene(WIDTH, found.height)


def _plate(picture: LobbyPicture, place: Place) -> list[Item]:
    seat, box = place.seat, place.plate
    name, middle = picture.names[seat], place.plate.y + place.plate.h // 2
    team = picture.teams[seat] % 2 if picture.teams else None
    items: list[Item] = [
        Fill(box, c.PLATE if name else None, box.h // 2, None if name else c.LINE, 4),
        badge(seat, team, box.x + 31, middle, 38),
    ]
    parts = _name(picture, seat, name)
    items.append(Words(box.x + 60, middle, parts, room=box.w - 78))
    return items


def _name(picture: LobbyPicture, seat: Seat, name: str | None) -> tuple[Part, ...]:
    if name is None:
        return (Part(picture.labels.empty_seat, 22, c.FADED),)
    crown = (Part(Sign.STAR, 22, c.WINNING),) if seat == picture.host else ()
    computer = (Part(Sign.COMPUTER, 24, c.FADED),) if seat in picture.computers else ()
    return (*crown, *computer, Part(name, 22))


def _middle(picture: LobbyPicture, area: Box) -> list[Item]:
    """Return the preset's title, its facts and how many seats are taken."""
    taken = sum(name is not None for name in picture.names)
    title = picture.title or picture.labels.lobby
    size = next((size for size in range(26, 17, -1) if reckoned(title, size) <= area.w - 32), 17)
    lines: list[tuple[Part, ...]] = [(Part(title, size, c.TRUMP_INK),)]
    lines += [(Part(line, 22, c.INK),) for line in picture.lines[:3]]
    lines.append((Part(f"{taken}/{len(picture.names)}", 26, c.INK, Face.FIGURE),))
    if picture.title and taken < len(picture.names):
        lines.append((Part(picture.labels.lobby, 22, c.FADED),))
    height = 46 * len(lines) + 24
    box = Box(area.x, area.y + (area.h - height) // 2, area.w, height)
    items: list[Item] = [Fill(box, c.WELL, 26)]
    for i, parts in enumerate(lines):
        items.append(Words(box.x + box.w // 2, box.y + 36 + 46 * i, parts, Align.MIDDLE, box.w - 32))
    return items

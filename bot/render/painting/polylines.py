"""Paints the lines of charts."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.render.layout.scene import Box, Polyline
from bot.render.painting.palette import palette_entries, to_palette


def paint_polylines(image: Image.Image, lines: Sequence[Polyline]) -> None:
    """Paint smooth lines over each other; the area that they cross is blended in full colour."""
    boxes = [_get_line_box(line) for line in lines]
    left, top = max(0, min(box.x for box in boxes)), max(0, min(box.y for box in boxes))
    piece = image.crop((left, top, max(box.right for box in boxes), max(box.bottom for box in boxes)))
    piece.putpalette([v for colour in palette_entries() for v in colour])
    mixed = piece.convert("RGB")
    for line, box in zip(lines, boxes, strict=True):
        mixed.paste(line.colour, (box.x - left, box.y - top), _create_line_mask(line, box))
    image.paste(to_palette(mixed), (left, top))


def _get_line_box(line: Polyline) -> Box:
    pad = line.width + 2
    left, top = (int(min(p[i] for p in line.points) - pad) for i in (0, 1))
    right, bottom = (int(max(p[i] for p in line.points) + pad) + 1 for i in (0, 1))
    return Box(left, top, right - left, bottom - top)


def _create_line_mask(line: Polyline, box: Box) -> Image.Image:
    k = 2
    large = Image.new("L", (box.w * k, box.h * k), 0)
    draw = ImageDraw.Draw(large)
    points = [((x - box.x) * k, (y - box.y) * k) for x, y in line.points]
    draw.line(points, fill=255, width=round(line.width * k), joint="curve")
    r = line.width * k / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return large.reduce(k)

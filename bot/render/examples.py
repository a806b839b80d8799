"""Small illustrated examples for the rules: what beats what, which cards make a unit and which do not."""

from dataclasses import dataclass
from typing import Final

from bot.render import colours as c
from bot.render.frames import EDGE
from bot.render.scene import (
    Align,
    Box,
    CardItem,
    Face,
    Fill,
    Mark,
    Part,
    Scene,
    Sign,
    Sketch,
    Words,
    card_height,
    index_width,
)
from bot.render.wrapping import wrapped
from engine.cards import Card

WIDTH: Final = 820
"""Narrower than other pictures: there is less to show, so all of it is larger on a screen."""
_CAP: Final = 22
_WIDEST: Final = 132
_NARROWEST: Final = 64
_JOINT: Final = 46
"""Columns between two groups of cards."""
_VERDICT: Final = 66


@dataclass(frozen=True, slots=True)
class Example:
    """Groups of cards in a row with a sign between them, and a caption below.

    `verdict`: True for a green check, False for a red cross, None for neither.
    """

    groups: tuple[tuple[Card, ...], ...]
    caption: str = ""
    joint: str = ""
    """What stands between two groups: `>`, `+`, `=` or nothing."""
    verdict: bool | None = None
    dimmed: frozenset[int] = frozenset()
    """Groups that are shown dimmed, counted from 0."""


@dataclass(frozen=True, slots=True)
class ExamplePicture:
    """Examples below each other, under a title."""

    title: str
    examples: tuple[Example, ...]
    four_colour: bool = True


def layout(picture: ExamplePicture) -> Scene:
    """Return the examples."""
    sketch = Sketch()
    sketch.add(Words(EDGE, 46, (Part(picture.title, 27, c.TRUMP_INK),), room=WIDTH - 2 * EDGE))
    y = 92
    for example in picture.examples:
        y = _example(sketch, example, y, four_colour=picture.four_colour)
    return sketch.scene(WIDTH, y + 4)


def _example(sketch: Sketch, example: Example, y: int, *, four_colour: bool) -> int:
    left = EDGE + (_VERDICT if example.verdict is not None else 0)
    width = _fitting(example, WIDTH - EDGE - left)
    middle = y + card_height(width) // 2
    if example.verdict is not None:
        _verdict(sketch, example.verdict, middle)
    x = left
    for i, group in enumerate(example.groups):
        if i and example.joint:
            joint = Part(example.joint, 32, c.FADED, Face.FIGURE)
            sketch.add(Words(x - _JOINT // 2, middle, (joint,), Align.MIDDLE))
        mark = Mark.DIM if i in example.dimmed else Mark.PLAIN
        x = _group(sketch, group, (x, y), width, mark, four_colour=four_colour) + _JOINT
    y += card_height(width)
    for line in wrapped(example.caption, _CAP, WIDTH - EDGE - left):
        sketch.add(Words(left, y + 32, (Part(line, _CAP, c.INK),), room=WIDTH - EDGE - left))
        y += 42
    return y + 26


def _verdict(sketch: Sketch, verdict: bool, y: int) -> None:  # noqa: FBT001 - a verdict is what it is
    sign, ground = (Sign.CHECK, c.PLAYABLE_TAG) if verdict else (Sign.CROSS, c.FAILED_PLATE)
    sketch.add(Fill(Box(EDGE, y - 25, 50, 50), ground, 25 if verdict else 12))
    sketch.add(Words(EDGE + 25, y, (Part(sign, 25, c.INK),), Align.MIDDLE))


def _fitting(example: Example, room: int) -> int:
    """Return the width of a card with which the example fits."""
    return next(
        (width for width in range(_WIDEST, _NARROWEST, -4) if _length(example, width) <= room),
        _NARROWEST,
    )


def _length(example: Example, width: int) -> int:
    groups = sum(width + sum(index_width(width, card) for card in group[:-1]) for group in example.groups if group)
    return groups + _JOINT * (len(example.groups) - 1)


def _group(
    sketch: Sketch, group: tuple[Card, ...], place: tuple[int, int], width: int, mark: Mark, *, four_colour: bool
) -> int:
    """Place a group's cards and return the column after the last."""
    x, y = place
    for i, card in enumerate(group):
        shown = index_width(width, card) if i + 1 < len(group) else None
        sketch.add(CardItem(x, y, width, card, mark, shown, four_colour=four_colour))
        x += shown or width
    return x

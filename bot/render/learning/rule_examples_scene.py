"""Lays out examples for the rules. They show what beats what, and which cards are played together as one unit."""

from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import card_height, index_width
from bot.render.layout.scene import Align, Box, CardItem, Icon, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.shared_elements import PAGE_MARGIN, wrap_lines
from engine.model.cards import Card

WIDTH: Final = 604
"""The width, twice that of a picture on a phone, so that captions are large enough there."""
_CAPTION_SIZE: Final = 19
_MAX_CARD_WIDTH: Final = 84
_MIN_CARD_WIDTH: Final = 52
_SEPARATOR_WIDTH: Final = 40
_VERDICT_WIDTH: Final = 66
_TOP: Final = 24
_GAP: Final = 22
_TITLE_HEIGHT: Final = 68
_CAPTION_LINE: Final = 34


@dataclass(frozen=True, slots=True)
class Example:
    """Groups of cards in a row above a caption. `is_correct` adds a check or a cross, and None adds nothing."""

    groups: tuple[tuple[Card, ...], ...]
    caption: str = ""
    separator: str = ""
    """The sign between two groups: `>`, `+`, `=` or nothing."""
    is_correct: bool | None = None


@dataclass(frozen=True, slots=True)
class ExamplePicture:
    """A column of examples under a title, which may be empty."""

    title: str
    examples: tuple[Example, ...]
    four_colour: bool = True


def build_scene(picture: ExamplePicture) -> Scene:
    """Return the examples."""
    builder = SceneBuilder()
    y = _TOP
    if picture.title:
        builder.write(PAGE_MARGIN, 46, Span(picture.title, 27, c.TRUMP_INK), max_width=WIDTH - 2 * PAGE_MARGIN)
        y += _TITLE_HEIGHT
    for example in picture.examples:
        y = _add_example(builder, example, y, four_colour=picture.four_colour)
    return builder.build(WIDTH, y + 4)


def measure_example(example: Example) -> int:
    """Return how high an example is in a picture."""
    return card_height(_fit_card_width(example)) + _CAPTION_LINE * len(_wrap_caption(example)) + _GAP


def _find_left(example: Example) -> int:
    return PAGE_MARGIN + (_VERDICT_WIDTH if example.is_correct is not None else 0)


def _wrap_caption(example: Example) -> tuple[str, ...]:
    return wrap_lines(example.caption, _CAPTION_SIZE, WIDTH - PAGE_MARGIN - _find_left(example))


def _add_example(builder: SceneBuilder, example: Example, y: int, *, four_colour: bool) -> int:
    left, width = _find_left(example), _fit_card_width(example)
    middle = y + card_height(width) // 2
    if example.is_correct is not None:
        _add_verdict(builder, example.is_correct, middle)
    x = left
    for i, group in enumerate(example.groups):
        if i and example.separator:
            separator = Span(example.separator, 32, c.FADED, Typeface.FIGURE)
            builder.write(x - _SEPARATOR_WIDTH // 2, middle, separator, Align.MIDDLE)
        x = _add_group(builder, group, (x, y), width, four_colour=four_colour) + _SEPARATOR_WIDTH
    y += card_height(width)
    for line in _wrap_caption(example):
        builder.write(left, y + 26, Span(line, _CAPTION_SIZE, c.INK), max_width=WIDTH - PAGE_MARGIN - left)
        y += _CAPTION_LINE
    return y + _GAP


def _add_verdict(builder: SceneBuilder, is_correct: bool, y: int) -> None:  # noqa: FBT001 - the value, not a flag
    icon, ground = (Icon.CHECK, c.PLAYABLE_TAG) if is_correct else (Icon.CROSS, c.FAILED_PLATE)
    builder.add(RoundedRect(Box(PAGE_MARGIN, y - 25, 50, 50), ground, 25 if is_correct else 12))
    builder.write(PAGE_MARGIN + 25, y, Span(icon, 25, c.INK), Align.MIDDLE)


def _fit_card_width(example: Example) -> int:
    max_width = WIDTH - PAGE_MARGIN - _find_left(example)
    widths = range(_MAX_CARD_WIDTH, _MIN_CARD_WIDTH, -4)
    return next((width for width in widths if _measure_example(example, width) <= max_width), _MIN_CARD_WIDTH)


def _measure_example(example: Example, width: int) -> int:
    groups = sum(width + sum(index_width(width, card) for card in group[:-1]) for group in example.groups if group)
    return groups + _SEPARATOR_WIDTH * (len(example.groups) - 1)


def _add_group(
    builder: SceneBuilder, group: tuple[Card, ...], corner: tuple[int, int], width: int, *, four_colour: bool
) -> int:
    x, y = corner
    for i, card in enumerate(group):
        shown = index_width(width, card) if i + 1 < len(group) else None
        builder.add(CardItem(x, y, width, card, visible_width=shown, four_colour=four_colour))
        x += shown or width
    return x

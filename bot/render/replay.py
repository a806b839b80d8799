"""Pictures of a replay: a moment with every hand open, and a whole deal as an animation."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from PIL import Image

from bot.render import table
from bot.render.card_metrics import card_height, index_width
from bot.render.labels import Labels
from bot.render.palette import palette_entries, to_palette
from bot.render.pictures import SeatNames, TablePicture
from bot.render.scale_scene import scale_scene
from bot.render.scene import CardItem, Item, Scene, Span, TextLine
from bot.render.seat_layout import WIDTH
from bot.render.shared_elements import build_badge, get_team
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import View

MAX_GIF_BYTES: Final = 10 << 20
"""Discord's limit for a file."""
GIF_SCALES: Final = (1.0, 0.6, 0.4)
"""Scales tried until an animation is within the limit."""
_MAX_CARD_WIDTH: Final = 124
_MIN_CARD_WIDTH: Final = 84
_MARGIN: Final = 18
_ROW_WIDTH: Final = WIDTH - 2 * _MARGIN
_SCALE: Final = 0.9
"""No screen shows such a tall picture at its full width."""
_NAME_HEIGHT: Final = 50
"""Height of the name above a hand."""


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moment of a finished deal: the table as a spectator saw it, and below it all hands."""

    view: View
    names: SeatNames
    hands: tuple[tuple[Card, ...], ...]
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    show_last_trick: bool = False
    """Between tricks, show the last complete trick instead of an empty table."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished animation (GIF), ready to send."""

    gif: bytes
    width: int
    height: int
    frames: int


class AnimationTooLarge(Exception):  # noqa: N818 - says what is wrong
    """The animation exceeds the limit at every scale."""


def build_scene(picture: ReplayPicture) -> Scene:
    """Return the table with a row of cards for each seat below it."""
    look = TablePicture(picture.view, picture.names, picture.labels, None, picture.four_colour, picture.show_last_trick)
    table_scene = table.build_full_size_scene(look)
    items: list[Item] = list(table_scene.items)
    trump = picture.view.card_order
    ordered = map(trump.sort_for_display, picture.hands)
    hands = [[tuple(cards) for _, cards in groupby(hand, trump.effective_suit)] for hand in ordered]
    width = min(map(_fit_card_width, hands), default=_MAX_CARD_WIDTH)
    y = table_scene.height + 4
    for seat, groups in enumerate(hands):
        items += _build_name(picture, Seat(seat), y)
        items += _build_cards(groups, width, y + _NAME_HEIGHT, four_colour=picture.four_colour)
        y += _NAME_HEIGHT + card_height(width) + 16
    return scale_scene(Scene(WIDTH, y + 4, tuple(items)), _SCALE)


def _build_name(picture: ReplayPicture, seat: Seat, y: int) -> tuple[Item, Item]:
    middle = y + _NAME_HEIGHT // 2 - 2
    name = Span(picture.names[seat] or picture.labels.empty_seat, 22)
    return (
        build_badge(seat, get_team(picture.view, seat), _MARGIN + 19, middle, 38),
        TextLine(_MARGIN + 50, middle, (name,), max_width=WIDTH - 2 * _MARGIN - 50),
    )


def _fit_card_width(groups: Sequence[tuple[Card, ...]]) -> int:
    widths = range(_MAX_CARD_WIDTH, _MIN_CARD_WIDTH, -4)
    return next((w for w in widths if sum(_list_steps(groups, w)) + w <= _ROW_WIDTH), _MIN_CARD_WIDTH)


def _list_steps(groups: Sequence[tuple[Card, ...]], width: int) -> list[int]:
    cards = [(card, i + 1 == len(group)) for group in groups for i, card in enumerate(group)]
    return [index_width(width, card) + (10 if last else 0) for card, last in cards[:-1]]


def _build_cards(groups: Sequence[tuple[Card, ...]], width: int, y: int, *, four_colour: bool) -> Iterable[CardItem]:
    """Yield the cards of a row, closer together where even the smallest do not fit."""
    cards = [card for group in groups for card in group]
    steps = _list_steps(groups, width)
    share = min(1.0, (_ROW_WIDTH - width) / max(1, sum(steps)))
    next_x = float(_MARGIN)
    for i, card in enumerate(cards):
        x, next_x = round(next_x), next_x + (steps[i] * share if i < len(steps) else 0)
        shown = round(next_x) - x if i < len(steps) else None
        yield CardItem(x, y, width, card, visible_width=shown, four_colour=four_colour)


def encode_gif(painted: Sequence[Image.Image], milliseconds: Sequence[int], limit: int = MAX_GIF_BYTES) -> Animation:
    """Encode painted pictures of one size as a looping GIF with the duration of each frame.

    Raises:
        AnimationTooLarge: it exceeds `limit` at every scale.
    """
    for scale in GIF_SCALES:
        frames = [_scale_frame(image, scale) for image in painted]
        out = io.BytesIO()
        frames[0].save(
            out, "GIF", save_all=True, append_images=frames[1:], duration=list(milliseconds), loop=0, optimize=False
        )
        if len(out.getvalue()) <= limit:
            return Animation(out.getvalue(), frames[0].width, frames[0].height, len(frames))
    raise AnimationTooLarge(f"{len(painted)} frames do not fit in {limit} bytes")


def _scale_frame(image: Image.Image, scale: float) -> Image.Image:
    image.putpalette([v for colour in palette_entries() for v in colour])
    if scale == 1:
        return image
    size = (round(image.width * scale), round(image.height * scale))
    smaller = to_palette(image.convert("RGB").resize(size, Image.Resampling.LANCZOS))
    smaller.putpalette([v for colour in palette_entries() for v in colour])
    return smaller

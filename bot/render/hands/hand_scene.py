"""Lays out a hand. Below a header and the current trick, the cards stand in rows by effective suit."""

from collections import Counter
from itertools import groupby
from typing import Final

from bot.render.hands.hand_rows import GROUP_GAP, RowPlan, SuitGroup, group_width, plan_rows, visible_step
from bot.render.hands.hand_top import (
    CAPTION_SIZE,
    DENSE_HEADER_HEIGHT,
    HEADER_HEIGHT,
    MARGIN,
    add_header,
    add_trick_strip,
    build_suit_span,
)
from bot.render.layout import colours as c
from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import (
    Align,
    Box,
    CardItem,
    CardStyle,
    Item,
    Pill,
    RoundedRect,
    Scene,
    SceneBuilder,
    Span,
    TileItem,
    Typeface,
)
from bot.render.layout.seat_layout import WIDTH
from bot.render.values.game_pictures import HandPicture
from engine.model.cards import Card, Suit
from engine.model.view import View

PLAYABLE_LIFT: Final = 18
PICKED_LIFT: Final = 34
_LIFTS: Final = {CardStyle.PICKED: PICKED_LIFT, CardStyle.PLAYABLE: PLAYABLE_LIFT, CardStyle.HINTED: PLAYABLE_LIFT}
_TRUMP_LABEL_WIDTH: Final = 182
"""The least width of the label below trumps, so that the word for trump fits even below a single card."""
_COUNT_WIDTH: Final = 74
"""The greatest width of the pill that shows how many cards a suit has; it covers half of a small card."""
_MANY_ROWS: Final = 3
"""The header and the trick are smaller if there are this many low rows or more. Low rows cut their cards short."""
_TOP_GAP: Final = 14
_DENSE_GAP: Final = 4
_CROWDED_TILES: Final = 50
_CROWDED_SCALE: Final = 0.72
"""The scale of a picture with many tiles, which keeps its file small; phones show it smaller anyway."""
_MAX_CARDS_OF_ONE: Final = 9
"""Up to this number of cards, one picture shows them large enough."""


def group_by_suit(view: View) -> tuple[SuitGroup, ...]:
    """Return the hand by effective suit, trumps first, each suit from high to low."""
    trump = view.card_order
    ordered = trump.sort_for_display(view.hand)
    return tuple((suit, tuple(cards)) for suit, cards in groupby(ordered, trump.effective_suit))


def reading_order(view: View) -> tuple[Card, ...]:
    """Return the hand's cards in the order in which the picture numbers them, from 1."""
    return tuple(card for _, cards in group_by_suit(view) for card in cards)


def list_card_styles(picture: HandPicture) -> tuple[CardStyle, ...]:
    """Return the style of each card in reading order."""
    left, hinted = Counter(picture.picked), Counter(picture.hinted)
    styles = []
    for card in reading_order(picture.view):
        hinted[card] -= 1
        if left[card] > 0:
            left[card] -= 1
            styles.append(CardStyle.PICKED)
        elif hinted[card] >= 0:
            styles.append(CardStyle.HINTED)
        elif picture.playable is None:
            styles.append(CardStyle.PLAIN)
        else:
            styles.append(CardStyle.PLAYABLE if card in picture.playable else CardStyle.DIM)
    return tuple(styles)


def build_scene(picture: HandPicture) -> Scene:
    """Return the picture of the whole hand."""
    return _build_hand(picture, group_by_suit(picture.view), list_card_styles(picture))


def build_large_scenes(picture: HandPicture) -> tuple[Scene, ...]:
    """Return the hand as two pictures with larger cards, or as one picture if it has few cards or only one suit."""
    groups = group_by_suit(picture.view)
    split = _find_split(groups)
    if not split:
        return (build_scene(picture),)
    styles = list_card_styles(picture)
    first = sum(len(cards) for _, cards in groups[:split])
    return (
        _build_hand(picture, groups[:split], styles[:first]),
        _build_hand(picture, groups[split:], styles[first:], first + 1),
    )


def _find_split(groups: tuple[SuitGroup, ...]) -> int:
    """Return the index of the group with which the second of two pictures begins; 0 if one picture is enough."""
    sizes = [len(cards) for _, cards in groups]
    if sum(sizes) <= _MAX_CARDS_OF_ONE:
        return 0
    return min(range(1, len(sizes)), key=lambda i: abs(sum(sizes[:i]) - sum(sizes[i:])), default=0)


def _build_hand(
    picture: HandPicture, groups: tuple[SuitGroup, ...], styles: tuple[CardStyle, ...], first: int = 1
) -> Scene:
    """Return a picture of cards whose numbers begin with `first`. It has a header if `first` is 1."""
    builder, y = _build_top(picture, is_first=first == 1, dense=False)
    if not groups:
        builder.write(MARGIN, y + 30, Span(picture.labels.no_cards, CAPTION_SIZE, c.FADED))
        return builder.build(WIDTH, y + 70)
    raised = any(style is not CardStyle.DIM and style is not CardStyle.PLAIN for style in styles)
    plan = plan_rows(groups, WIDTH - 2 * MARGIN, y + (PICKED_LIFT if raised else 0))
    if plan.low and len(plan.rows) >= _MANY_ROWS:
        builder, y = _build_top(picture, is_first=first == 1, dense=True)
    y = _add_rows(builder, picture, plan, styles, first, y)
    scene = builder.build(WIDTH, y + 6)
    tiles = sum(isinstance(item, TileItem) for item in scene.items)
    return scale_scene(scene, _CROWDED_SCALE) if tiles > _CROWDED_TILES else scene


def _build_top(picture: HandPicture, *, is_first: bool, dense: bool) -> tuple[SceneBuilder, int]:
    """Return a builder and the pixel row where cards begin. Only a hand's first picture has header and trick."""
    builder, gap = SceneBuilder(), _DENSE_GAP if dense else _TOP_GAP
    if not is_first:
        return builder, gap
    height = DENSE_HEADER_HEIGHT if dense else HEADER_HEIGHT
    add_header(builder, picture, gap, height)
    return builder, add_trick_strip(builder, picture, gap + height + gap, small=dense)


def _add_rows(
    builder: SceneBuilder, picture: HandPicture, plan: RowPlan, styles: tuple[CardStyle, ...], first: int, y: int
) -> int:
    totals: Counter[Suit] = Counter()
    for row in plan.rows:
        totals.update({suit: len(cards) for suit, cards in row})
    labelled: set[Suit] = set()
    number, (card_height, footer_height) = 0, plan.row_heights
    for row in plan.rows:
        size = sum(len(cards) for _, cards in row)
        lifted = max(_get_lift(style, low=plan.low) for style in styles[number : number + size])
        y += max(8, lifted + (6 if plan.low else 10))
        left, foot, gap = MARGIN, y + card_height, _compute_gap(row, plan)
        for suit, cards in row:
            group_styles = styles[number : number + len(cards)]
            right = _add_group(builder, picture, plan, cards, group_styles, first + number, left, y)
            builder.add(*_build_group_foot(picture, plan, suit, totals[suit], labelled, (left, foot, right)))
            labelled.add(suit)
            number += len(cards)
            left = round(right + gap)
        y = foot + footer_height
    return y


def _compute_gap(row: tuple[SuitGroup, ...], plan: RowPlan) -> float:
    used = sum(group_width(cards, plan.width, plan.step) for _, cards in row)
    return min(64, max(GROUP_GAP, (WIDTH - 2 * MARGIN - used) / max(1, len(row) - 1)))


def _get_lift(style: CardStyle, *, low: bool) -> int:
    return _LIFTS.get(style, 0) // (3 if low else 1)


def _add_group(
    builder: SceneBuilder,
    picture: HandPicture,
    plan: RowPlan,
    cards: tuple[Card, ...],
    styles: tuple[CardStyle, ...],
    first: int,
    x: int,
    y: int,
) -> int:
    lifts = [_get_lift(style, low=plan.low) for style in styles]
    for i, (card, style, lift) in enumerate(zip(cards, styles, lifts, strict=True)):
        last = i + 1 == len(cards)
        shown = None if last else visible_step(card, cards[i + 1], plan.width, plan.step)
        number = first + i if picture.show_numbers and style is not CardStyle.DIM and not plan.low else None
        differs = not last and lift != lifts[i + 1]
        foot = plan.row_heights[0] + lift if plan.low else None
        builder.add(CardItem(x, y - lift, plan.width, card, style, shown, number, picture.four_colour, differs, foot))
        x += plan.width if shown is None else shown
    return x


def _build_group_foot(
    picture: HandPicture, plan: RowPlan, suit: Suit, count: int, labelled: set[Suit], position: tuple[int, int, int]
) -> tuple[Item, ...]:
    """Return the label or bar below a group of cards. `position` is the group's left edge, foot and right edge."""
    x, y, right = position
    trump, is_again = suit is Suit.TRUMP, suit in labelled
    ink, ground, line = (c.TRUMP_INK, c.TRUMP_PLATE, c.GOLD) if trump else (c.INK, c.PLATE, c.LINE)
    if plan.low:
        bar = RoundedRect(Box(x, y + 2, right - x, 6), line, 3)
        number = Span(f"×{count}", 22, ink, Typeface.FIGURE)
        pill = Pill(right - 6, y - 22, 34, (number,), ground, Align.RIGHT, max_width=_COUNT_WIDTH)
        return (bar,) if is_again else (bar, pill)
    number = Span("…", 24, ink) if is_again else Span(f"×{count}", 24, ink, Typeface.FIGURE)
    spans = (build_suit_span(picture, suit, 22), number)
    max_width = max(_TRUMP_LABEL_WIDTH if trump else 140, right - x)
    return (Pill(x, y + 34, 42, spans, ground, max_width=max_width, bar=line, bar_to=right),)

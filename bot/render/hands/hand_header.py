"""The header of a hand: trump, score and task."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Item, Pill, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import (
    build_badge,
    build_trump_spans,
    get_team,
    get_trick_number,
    light_suit_colour,
)
from bot.render.values.game_pictures import HandPicture
from engine.deal.scoring import points_to_win
from engine.model.cards import Suit
from engine.model.view import Ask, PhaseName

MARGIN: Final = 16
HEADER_HEIGHT: Final = 54
DENSE_HEADER_HEIGHT: Final = 46
CAPTION_SIZE: Final = 24
"""Height of capitals in captions."""


def build_header(picture: HandPicture, y: int, height: int) -> list[Item]:
    """Return the header: trump at the left, score and trick in the middle, the task at the right."""
    view, labels = picture.view, picture.labels
    middle = y + height // 2
    trump = build_trump_spans(view, labels, CAPTION_SIZE, four_colour=picture.four_colour, ink=c.TRUMP_INK)
    items: list[Item] = [Pill(MARGIN, middle, height, trump, c.TRUMP_PLATE, max_width=370)]
    score: list[Span] = []
    if view.opponents_points is not None and view.phase in {PhaseName.PLAYING, PhaseName.PICKING_UP}:
        score += [
            Span(str(view.opponents_points), 29, c.INK, Typeface.FIGURE),
            Span(f"/ {points_to_win(view.rules)}", 24, c.FADED, Typeface.FIGURE),
            Span(labels.points, 22, c.FADED),
        ]
    if view.phase is PhaseName.PLAYING:
        score.append(Span(labels.trick.format(n=get_trick_number(view, last=picture.show_last_trick)), 22, c.FADED))
    if view.phase is PhaseName.DECLARING:
        score.append(Span(labels.deal.format(n=view.deal_number), 22, c.FADED))
    if score:
        items.append(TextLine(WIDTH // 2 + 10, middle, tuple(score), Align.MIDDLE, max_width=330, gap=9))
    task = _build_task(picture)
    if task:
        items.append(Pill(WIDTH - MARGIN, middle, height, task, c.TASK, Align.RIGHT, max_width=370))
    elif len(view.to_act) == 1 and view.phase is not PhaseName.FINISHED:
        items.append(TextLine(WIDTH - MARGIN - 56, middle, (Span(labels.to_act, 22, c.FADED),), Align.RIGHT, 300))
        items.append(build_badge(view.to_act[0], get_team(view, view.to_act[0]), WIDTH - MARGIN - 22, middle, 44))
    return items


def _build_task(picture: HandPicture) -> tuple[Span, ...]:
    view, labels = picture.view, picture.labels
    captions = {
        Ask.LEAD: labels.lead,
        Ask.FOLLOW: labels.follow,
        Ask.DECLARE: labels.declare,
        Ask.CLAIM: labels.claim,
        Ask.BURY: labels.bury,
        Ask.STEAL: labels.steal,
        Ask.CALL: labels.call,
        Ask.PICK_UP: labels.pick_up,
    }
    if view.ask is Ask.NOTHING:
        return ()
    spans = [Span(captions[view.ask], CAPTION_SIZE)]
    led = view.trick.plays[0].cards if view.trick.plays else ()
    if view.ask is Ask.FOLLOW and led:
        suit = view.card_order.effective_suit(led[0])
        if suit is Suit.TRUMP:
            spans.append(Span(labels.trump, CAPTION_SIZE, c.TRUMP_INK))
        else:
            spans.append(Span(suit, 26, light_suit_colour(suit, four_colour=picture.four_colour)))
    needed = len(led) if view.ask is Ask.FOLLOW else view.kitty_size if view.ask is Ask.BURY else 0
    if needed and picture.picked:
        spans.append(Span(f"{len(picture.picked)}/{needed}", 26, typeface=Typeface.FIGURE))
    elif needed > 1:
        spans.append(Span(f"×{needed}", 26, typeface=Typeface.FIGURE))
    return tuple(spans)

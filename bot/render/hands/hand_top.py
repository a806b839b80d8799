"""Lays out what stands above a hand. It shows the trump, the score, the player's task, and the trick as small tiles."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import tiles_width
from bot.render.layout.scene import Align, CardStyle, Pill, SceneBuilder, Span, TextLine, TileItem, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import (
    build_badge,
    build_trump_spans,
    estimate_text_width,
    get_team,
    get_trick_number,
    light_suit_colour,
)
from bot.render.values.game_pictures import HandPicture
from engine.deal.scoring import points_to_win
from engine.model.cards import Card, Suit, count_faces
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, TrickView, View

MARGIN: Final = 16
HEADER_HEIGHT: Final = 54
DENSE_HEADER_HEIGHT: Final = 46
CAPTION_SIZE: Final = 24
_TILE: Final = 62
_SMALL_TILE: Final = 50
"""The height of small tiles, for dense pictures and for tricks that would need more than `_MAX_LINES` lines."""
_MAX_LINES: Final = 2
_LINE_GAP: Final = 18
_TILE_GAP: Final = 12
_BADGE_WIDTH: Final = 54
_MAX_NAME_WIDTH: Final = 360
_MIN_NAME_WIDTH: Final = 116
"""The width at which a name shows five letters or two Chinese characters."""
_NAME_SIZES: Final = 26, 22
"""The usual and the smallest height of capitals in a name."""
_NAME_GAP: Final = 14
_PLAY_GAP: Final = 16
ShownPlay = tuple[Seat, tuple[Card, ...], CardStyle]


def add_header(builder: SceneBuilder, picture: HandPicture, y: int, height: int) -> None:
    """Add the header. Trump is at the left, score and trick are in the middle, the player's task is at the right."""
    view, labels = picture.view, picture.labels
    middle = y + height // 2
    trump = build_trump_spans(picture, CAPTION_SIZE)
    builder.add(Pill(MARGIN, middle, height, trump, c.TRUMP_PLATE, max_width=370))
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
        builder.add(TextLine(WIDTH // 2 + 10, middle, tuple(score), Align.MIDDLE, max_width=330, gap=9))
    task = _build_task(picture)
    if task:
        builder.add(Pill(WIDTH - MARGIN, middle, height, task, c.TASK, Align.RIGHT, max_width=370))
    elif len(view.to_act) == 1 and view.phase is not PhaseName.FINISHED:
        builder.write(WIDTH - MARGIN - 56, middle, Span(labels.to_act, 22, c.FADED), Align.RIGHT, 300)
        builder.add(build_badge(view.to_act[0], get_team(view, view.to_act[0]), WIDTH - MARGIN - 22, middle, 44))


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
        spans.append(build_suit_span(picture, suit, CAPTION_SIZE))
    needed = len(led) if view.ask is Ask.FOLLOW else view.kitty_size if view.ask is Ask.BURY else 0
    if needed and picture.picked:
        spans.append(Span(f"{len(picture.picked)}/{needed}", 26, typeface=Typeface.FIGURE))
    elif needed > 1:
        spans.append(Span(f"×{needed}", 26, typeface=Typeface.FIGURE))
    return tuple(spans)


def build_suit_span(picture: HandPicture, suit: Suit, size: int) -> Span:
    """Return the word for trump or, for another suit, its symbol. The symbol is a little larger than `size`."""
    if suit is Suit.TRUMP:
        return Span(picture.labels.trump, size, c.TRUMP_INK)
    return Span(suit, size + 2, light_suit_colour(suit, four_colour=picture.four_colour))


def _list_plays(picture: HandPicture) -> tuple[ShownPlay, ...]:
    """Return what the strip shows: the plays of a trick or, while players declare, the declarations."""
    view, trick = picture.view, find_shown_trick(picture.view, last=picture.show_last_trick)
    if trick is not None:
        shown = [(p.seat, p.cards) for p in trick.plays]
        best = next((i for i, (seat, _) in enumerate(shown) if seat == trick.winner), None)
    elif view.phase is PhaseName.DECLARING and view.declarations:
        shown = [(d.seat, d.cards) for d in view.declarations]
        best = len(shown) - 1
    else:
        return ()
    order = view.card_order
    return tuple(
        (seat, order.sort_for_display(cards), CardStyle.WINNING if i == best else CardStyle.PLAIN)
        for i, (seat, cards) in enumerate(shown)
    )


def find_shown_trick(view: View, *, last: bool) -> TrickView | None:
    """Return the trick in progress. Before its first play, or if `last` is set, prefer the last complete trick."""
    if view.phase is PhaseName.PLAYING and view.tricks and (last or not view.trick.plays):
        return view.tricks[-1]
    return view.trick if view.trick.plays else None


def add_trick_strip(builder: SceneBuilder, picture: HandPicture, y: int, *, small: bool = False) -> int:
    """Add the plays as tiles in as many lines as necessary, and return the pixel row where the hand begins."""
    plays = _list_plays(picture)
    tall = _SMALL_TILE if small else _TILE
    lengths = _measure_plays(plays, tall)
    if _count_lines(lengths, _MIN_NAME_WIDTH if picture.names else 0) > _MAX_LINES:
        tall, lengths = _SMALL_TILE, _measure_plays(plays, _SMALL_TILE)
    name_width = _fit_names(picture, plays, lengths) if picture.names and plays else 0
    x = MARGIN
    for (seat, cards, style), length in zip(plays, lengths, strict=True):
        if x > MARGIN and x + name_width + length > WIDTH - MARGIN:
            x, y = MARGIN, y + tall + _LINE_GAP
        _add_player(builder, picture, seat, x, y + 10 + tall // 2, name_width)
        x += _BADGE_WIDTH + name_width
        for card, count in count_faces(cards).items():
            width = tiles_width(tall, card, count)
            if x + width > WIDTH - MARGIN:
                x, y = MARGIN + _BADGE_WIDTH, y + tall + _LINE_GAP
            builder.add(TileItem(x, y + 10, tall, card, count, style, picture.four_colour))
            x += width + _TILE_GAP
        x += _PLAY_GAP - _TILE_GAP
    return y + tall + (16 if small else 24) if plays else y


def _measure_plays(plays: tuple[ShownPlay, ...], tall: int) -> list[int]:
    tiles = [count_faces(cards).items() for _, cards, _ in plays]
    return [_BADGE_WIDTH - _TILE_GAP + sum(tiles_width(tall, *one) + _TILE_GAP for one in row) for row in tiles]


def _count_lines(lengths: list[int], name_width: int) -> int:
    """Return the number of lines that the plays need. A play that is too long for one line continues in the next."""
    lines, x = 1, MARGIN
    for length in lengths:
        if x > MARGIN and x + name_width + length > WIDTH - MARGIN:
            lines, x = lines + 1, MARGIN
        lines += (x + name_width + length - 1) // (WIDTH - MARGIN)
        x += name_width + length + _PLAY_GAP
    return lines


def _fit_names(picture: HandPicture, plays: tuple[ShownPlay, ...], lengths: list[int]) -> int:
    """Return one width for all names. The longest name fits if the maximum and the number of lines permit this."""
    lines = _count_lines(lengths, _MIN_NAME_WIDTH)
    longest = max(estimate_text_width(_get_name(picture, seat), _NAME_SIZES[0]) for seat, _, _ in plays) + _NAME_GAP
    widths = range(min(longest, _MAX_NAME_WIDTH), _MIN_NAME_WIDTH, -8)
    return next((width for width in widths if _count_lines(lengths, width) <= lines), _MIN_NAME_WIDTH)


def _get_name(picture: HandPicture, seat: Seat) -> str:
    return (picture.names[seat] if seat < len(picture.names) else None) or ""


def _add_player(builder: SceneBuilder, picture: HandPicture, seat: Seat, x: int, y: int, name_width: int) -> None:
    builder.add(build_badge(seat, get_team(picture.view, seat), x + 22, y, 44))
    name = _get_name(picture, seat)
    if name:
        span = Span(name, _NAME_SIZES[0], min_size=_NAME_SIZES[1])
        builder.write(x + _BADGE_WIDTH, y, span, max_width=name_width - _NAME_GAP)

"""The picture of one hand: a bar with trump and task, the trick as a strip, and the cards in rows by effective suit."""

from collections import Counter
from itertools import groupby
from typing import Final

from bot.render import colours as c
from bot.render.captions import badge, suit_light, team_of, trick_number, trump_parts
from bot.render.pictures import HandPicture
from bot.render.rows import FOOT, GAP, Group, Plan, plan, span, step_after
from bot.render.scaled import scaled
from bot.render.scene import (
    Align,
    CardItem,
    Face,
    Item,
    Mark,
    Part,
    Pill,
    Scene,
    Sketch,
    TileItem,
    Words,
    card_height,
    tile_width,
)
from engine.cards import Card, Suit, counts
from engine.scoring import turnover
from engine.seats import Seat
from engine.trump import Trump
from engine.view import Ask, PhaseName, View

WIDTH: Final = 1100
MARGIN: Final = 16
RAISED: Final = 18
PICKED: Final = 34
_BAR: Final = 54
_TILE: Final = 62
_SMALL_TILE: Final = 46
"""Tiles of a strip that would else take more than `_LINES` lines."""
_LINES: Final = 3
_BETWEEN: Final = 12
_BADGE: Final = 54
_NAME: Final = 170
"""Columns for a name in the strip, at most."""
_FOOT: Final = 182
"""Columns for what is said below a single trump: the word for trumps has to fit."""
_MANY_TILES: Final = 50
_SHRUNK: Final = 0.72
"""The size of a picture with more tiles than those: phones show it smaller yet, and its file stays small."""
_APART: Final = 18
"""Rows between two lines of the strip."""
_FEW: Final = 9
"""Cards that are large enough in one picture."""
_CAP: Final = 24
"""Height of capitals in captions."""


Shown = tuple[Seat, tuple[Card, ...], Mark]
"""A play as the strip shows it."""


def trump_of(view: View) -> Trump:
    """Return the order of cards to show a hand by, also while no trump is known."""
    return view.trump if view.trump is not None else Trump.of(view.rules, None, None)


def groups_of(view: View) -> tuple[Group, ...]:
    """Return the hand by effective suit, trumps first, each from high to low."""
    trump = trump_of(view)
    ordered = trump.sorted(view.hand)
    return tuple((suit, tuple(cards)) for suit, cards in groupby(ordered, trump.effective_suit))


def reading_order(view: View) -> tuple[Card, ...]:
    """Return the hand's cards as the picture numbers them, the first being number 1."""
    return tuple(card for _, cards in groups_of(view) for card in cards)


def marks(picture: HandPicture) -> tuple[Mark, ...]:
    """Return how each card of the reading order is marked."""
    left = Counter(picture.picked)
    found = []
    for card in reading_order(picture.view):
        if left[card] > 0:
            left[card] -= 1
            found.append(Mark.PICKED)
        elif picture.playable is None:
            found.append(Mark.PLAIN)
        else:
            found.append(Mark.PLAYABLE if card in picture.playable else Mark.DIM)
    return tuple(found)


def layout(picture: HandPicture) -> Scene:
    """Return the picture of the whole hand."""
    return _layout(picture, groups_of(picture.view), marks(picture), 1)


def layout_large(picture: HandPicture) -> tuple[Scene, ...]:
    """Return the hand in two pictures with larger cards, or in one if there is only one suit or few cards."""
    groups = groups_of(picture.view)
    cut = _halving(groups)
    if not cut:
        return (layout(picture),)
    every = marks(picture)
    first = sum(len(cards) for _, cards in groups[:cut])
    return (
        _layout(picture, groups[:cut], every[:first], 1),
        _layout(picture, groups[cut:], every[first:], first + 1, bare=True),
    )


def _halving(groups: tuple[Group, ...]) -> int:
    """Return before which group to part the hand so that the halves are about equal; 0: not at all."""
    sizes = [len(cards) for _, cards in groups]
    if sum(sizes) <= _FEW:
        return 0
    return min(range(1, len(sizes)), key=lambda i: abs(sum(sizes[:i]) - sum(sizes[i:])), default=0)


def _layout(
    picture: HandPicture, groups: tuple[Group, ...], every: tuple[Mark, ...], first: int, *, bare: bool = False
) -> Scene:
    sketch = Sketch()
    y = 16
    if not bare:
        sketch.extend(_bar(picture, y))
        y += _BAR + 12
        y = _strip(sketch, picture, y)
    if not groups:
        sketch.add(Words(MARGIN, y + 30, (Part(picture.labels.no_cards, _CAP, c.FADED),)))
        return sketch.scene(WIDTH, y + 70)
    raised = any(mark is not Mark.DIM and mark is not Mark.PLAIN for mark in every)
    found = plan(groups, WIDTH - 2 * MARGIN, y + (PICKED if raised else 0))
    y = _rows(sketch, picture, found, every, first, y)
    scene = sketch.scene(WIDTH, y + 6)
    return scaled(scene, _SHRUNK) if sum(isinstance(item, TileItem) for item in scene.items) > _MANY_TILES else scene


def _rows(sketch: Sketch, picture: HandPicture, found: Plan, every: tuple[Mark, ...], first: int, y: int) -> int:
    """Place every row and return where the next would begin."""
    totals: Counter[Suit] = Counter()
    for row in found.rows:
        totals.update({suit: len(cards) for suit, cards in row})
    seen: set[Suit] = set()
    number = 0
    for row in found.rows:
        size = sum(len(cards) for _, cards in row)
        lifted = max(_lift(mark) for mark in every[number : number + size])
        y += max(8, lifted + 10)
        x = float(MARGIN)
        gap = _gap(row, found)
        for suit, cards in row:
            here = every[number : number + len(cards)]
            x0, right = round(x), _group(sketch, picture, found, (cards, here, first + number), round(x), y)
            foot = y + card_height(found.width) + 34
            sketch.add(_foot(picture, suit, totals[suit], seen, (x0, foot, right)))
            seen.add(suit)
            number += len(cards)
            x = right + gap
        y += card_height(found.width) + FOOT
    return y


def _gap(row: tuple[Group, ...], found: Plan) -> float:
    """Return the space between the groups of a row: more of it where there is room."""
    if len(row) == 1:
        return 0
    used = sum(span(cards, found.width, found.step) for _, cards in row)
    return min(64, max(GAP, (WIDTH - 2 * MARGIN - used) / (len(row) - 1)))


def _lift(mark: Mark) -> int:
    return {Mark.PICKED: PICKED, Mark.PLAYABLE: RAISED}.get(mark, 0)


def _group(
    sketch: Sketch,
    picture: HandPicture,
    found: Plan,
    cards_marks_first: tuple[tuple[Card, ...], tuple[Mark, ...], int],
    x: int,
    y: int,
) -> int:
    """Place one group's cards and return the column after the last."""
    cards, here, first = cards_marks_first
    for i, (card, mark) in enumerate(zip(cards, here, strict=True)):
        last = i + 1 == len(cards)
        shown = None if last else step_after(card, cards[i + 1], found.width, found.step)
        sketch.add(
            CardItem(
                x,
                y - _lift(mark),
                found.width,
                card,
                mark,
                shown,
                first + i if picture.numbers and mark is not Mark.DIM else None,
                picture.four_colour,
                steps=not last and _lift(mark) != _lift(here[i + 1]),
            )
        )
        x += found.width if shown is None else shown
    return x


def _foot(picture: HandPicture, suit: Suit, count: int, seen: set[Suit], place: tuple[int, int, int]) -> Pill:
    """Return the pill below a group: its suit and how many in the whole hand; no number where a suit goes on."""
    x, y, right = place
    trump = suit is Suit.TRUMP
    ink = c.TRUMP_INK if trump else c.INK
    name = Part(picture.labels.trump, 22, ink)
    sign = name if trump else Part(suit, 24, suit_light(suit, four_colour=picture.four_colour))
    parts = (sign, Part("…", 24, ink) if suit in seen else Part(f"×{count}", 24, ink, Face.FIGURE))
    bar = c.GOLD if trump else c.LINE
    room = max(_FOOT if trump else 140, right - x)
    return Pill(x, y, 42, parts, c.TRUMP_PLATE if trump else c.PLATE, room=room, bar=bar, bar_to=right)


def _bar(picture: HandPicture, y: int) -> list[Item]:
    """Return the bar: trump at the left, score and trick in the middle, what is asked at the right."""
    view, labels = picture.view, picture.labels
    middle = y + _BAR // 2
    trump = trump_parts(view, labels, _CAP, four_colour=picture.four_colour, ink=c.TRUMP_INK)
    items: list[Item] = [Pill(MARGIN, middle, _BAR, trump, c.TRUMP_PLATE, room=370)]
    facts: list[Part] = []
    if view.opponents_points is not None and view.phase in {PhaseName.PLAYING, PhaseName.PICKING_UP}:
        facts += [
            Part(str(view.opponents_points), 29, c.INK, Face.FIGURE),
            Part(f"/ {turnover(view.rules)}", 24, c.FADED, Face.FIGURE),
            Part(labels.points, 22, c.FADED),
        ]
    if view.phase is PhaseName.PLAYING:
        facts.append(Part(labels.trick.format(n=trick_number(view)), 22, c.FADED))
    if view.phase is PhaseName.DECLARING:
        facts.append(Part(labels.deal.format(n=view.deal_number), 22, c.FADED))
    if facts:
        items.append(Words(WIDTH // 2 + 10, middle, tuple(facts), Align.MIDDLE, room=330, gap=9))
    task = _task(picture)
    if task:
        items.append(Pill(WIDTH - MARGIN, middle, _BAR, task, c.TASK, Align.RIGHT, room=370))
    elif len(view.to_act) == 1 and view.phase is not PhaseName.FINISHED:
        items.append(Words(WIDTH - MARGIN - 56, middle, (Part(labels.to_act, 22, c.FADED),), Align.RIGHT, 300))
        items.append(badge(view.to_act[0], team_of(view, view.to_act[0]), WIDTH - MARGIN - 22, middle, 44))
    return items


def _task(picture: HandPicture) -> tuple[Part, ...]:
    """Return what is asked of the seat, with how many cards are picked of those it takes."""
    view, labels = picture.view, picture.labels
    words = {
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
    parts = [Part(words[view.ask], _CAP)]
    led = view.trick.plays[0].cards if view.trick.plays else ()
    if view.ask is Ask.FOLLOW and led:
        suit = trump_of(view).effective_suit(led[0])
        if suit is Suit.TRUMP:
            parts.append(Part(labels.trump, _CAP, c.TRUMP_INK))
        else:
            parts.append(Part(suit, 26, suit_light(suit, four_colour=picture.four_colour)))
    needed = len(led) if view.ask is Ask.FOLLOW else view.kitty_size if view.ask is Ask.BURY else 0
    if needed and picture.picked:
        parts.append(Part(f"{len(picture.picked)}/{needed}", 26, face=Face.FIGURE))
    elif needed > 1:
        parts.append(Part(f"×{needed}", 26, face=Face.FIGURE))
    return tuple(parts)


def _shown_plays(view: View) -> tuple[Shown, ...]:
    """Return what lies on the table: the trick's plays, or the declarations of the deal before the first."""
    if view.trick.plays:
        return tuple(
            (p.seat, p.cards, Mark.WINNING if p.seat == view.trick.winner else Mark.PLAIN) for p in view.trick.plays
        )
    if view.phase is PhaseName.DECLARING:
        last = len(view.declarations) - 1
        return tuple(
            (d.seat, d.cards, Mark.WINNING if i == last else Mark.PLAIN) for i, d in enumerate(view.declarations)
        )
    return ()


def _strip(sketch: Sketch, picture: HandPicture, y: int) -> int:
    """Place the plays as small tiles, as many lines as they need, and return where the hand begins."""
    plays = _shown_plays(picture.view)
    tall = _TILE if _lines(_lengths(plays, _TILE), 0) <= _LINES else _SMALL_TILE
    named = _named(picture, plays, tall)
    x = MARGIN
    for play in plays:
        tiles = _tiles(play[1], tall)
        needed = _BADGE + named + sum(width + _BETWEEN for _, _, width in tiles)
        if x > MARGIN and x + needed > WIDTH - MARGIN:
            x, y = MARGIN, y + tall + _APART
        sketch.extend(_player(picture, play[0], x, y + 10 + tall // 2, named))
        x += _BADGE + named
        for card, count, width in tiles:
            if x + width > WIDTH - MARGIN:
                x, y = MARGIN + _BADGE, y + tall + _APART
            sketch.add(TileItem(x, y + 10, tall, card, count, play[2], picture.four_colour))
            x += width + _BETWEEN
        x += 16
    return y + tall + 24 if plays else y


def _tiles(cards: tuple[Card, ...], tall: int) -> list[tuple[Card, int, int]]:
    """Return each face with its copies and the width of its tile."""
    return [(card, count, tile_width(tall, count)) for card, count in counts(cards).items()]


def _lengths(plays: tuple[Shown, ...], tall: int) -> list[int]:
    """Return the columns of each play with its badge, without a name."""
    return [_BADGE + sum(width + _BETWEEN for _, _, width in _tiles(cards, tall)) for _, cards, _ in plays]


def _lines(lengths: list[int], named: int) -> int:
    """Return in how many lines the plays are laid; one that is too long for a line goes on in the next."""
    found, x = 1, MARGIN
    for length in lengths:
        if x > MARGIN and x + named + length > WIDTH - MARGIN:
            found, x = found + 1, MARGIN
        found += (x + named + length - 1) // (WIDTH - MARGIN)
        x += named + length + 16
    return found


def _named(picture: HandPicture, plays: tuple[Shown, ...], tall: int) -> int:
    """Return the columns for each player's name: none where the strip would need more lines for it."""
    if not picture.names or not plays:
        return 0
    lengths = _lengths(plays, tall)
    least = _lines(lengths, 0)
    return next((room for room in range(_NAME, _NAME // 2, -2) if _lines(lengths, room) <= least), 0)


def _player(picture: HandPicture, seat: Seat, x: int, y: int, named: int) -> list[Item]:
    items: list[Item] = [badge(seat, team_of(picture.view, seat), x + 22, y, 44)]
    name = picture.names[seat] if seat < len(picture.names) else None
    if named and name:
        items.append(Words(x + _BADGE, y, (Part(name, 22),), room=named - 14))
    return items

"""The picture of how a deal ended: who won it, how the points came about, the kitty, levels before and after."""

from dataclasses import replace
from typing import Final

from bot.render import colours as c
from bot.render.captions import badge, opponents_team, trump_parts
from bot.render.pictures import ResultPicture
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Pill, Scene, Sign, Sketch, TileItem, Words, tile_width
from bot.render.score import bar
from bot.render.seats import WIDTH
from engine.cards import Card, counts
from engine.events import DealResult
from engine.rules import Teams
from engine.seats import Seat

_EDGE: Final = 28
_ROW: Final = 62
_TILE: Final = 66
_SIZES: Final = ((14, 1.0), (17, 0.92))
"""Up to how many figures a sum is shown at which size."""
_LEAST: Final = 0.76
_IN_A_ROW: Final = 3
"""Names beside a caption in one line."""


def layout(picture: ResultPicture) -> Scene:
    """Return the result of the deal in `picture.view`.

    Raises:
        ValueError: the view has no result.
    """
    result = picture.view.result
    if result is None:
        raise ValueError("no deal has ended in this view")
    sketch = Sketch()
    y = _title(sketch, picture, result, 24)
    y = _sum(sketch, picture, result, y)
    y = _kitty(sketch, picture, result.kitty, y)
    y = _seats(sketch, picture, result, y)
    for caption, seats in _notes(picture, result):
        y = _note(sketch, picture, caption, seats, y)
    return sketch.scene(WIDTH, y + 16)


def _team_ink(picture: ResultPicture, *, opponents: bool) -> c.Colour:
    team = opponents_team(picture.view)
    return c.TEAM_LIGHTS[team if opponents else 1 - team]


def _title(sketch: Sketch, picture: ResultPicture, result: DealResult, y: int) -> int:
    """Place who won and by how much, with the deal's trump at the right."""
    labels = picture.labels
    won = (
        labels.match_won if result.winners else labels.declarers_hold if result.declarers_hold else labels.opponents_win
    )
    ink = _team_ink(picture, opponents=not result.declarers_hold)
    parts = [Part(Sign.STAR if result.winners else Sign.CROWN, 34, ink), Part(won, 32, ink)]
    sketch.add(Words(_EDGE, y + 30, tuple(parts), room=740, gap=14))
    trump = trump_parts(picture.view, labels, 22, four_colour=picture.four_colour, ink=c.TRUMP_INK)
    sketch.add(Pill(WIDTH - _EDGE, y + 30, 50, trump, c.TRUMP_PLATE, Align.RIGHT, 290))
    return y + 76


def terms(picture: ResultPicture, result: DealResult) -> tuple[tuple[str, str], ...]:
    """Return the sum as captions and figures: tricks, kitty, penalties."""
    labels = picture.labels
    found = [(labels.in_tricks, str(result.trick_points))]
    if result.multiplier:
        found.append((labels.kitty, f"{result.kitty_points}×{result.multiplier}"))
    if result.penalty_points:
        found.append((labels.penalties, f"{result.penalty_points:+d}".replace("-", "−")))
    return tuple(found)


def _sum(sketch: Sketch, picture: ResultPicture, result: DealResult, y: int) -> int:
    """Place the opponents' points: how they came about, and the rise they bring."""
    ink = _team_ink(picture, opponents=True)
    box = Box(_EDGE - 8, y, WIDTH - 2 * _EDGE + 16, 130)
    sketch.add(Fill(box, c.WELL, 24))
    sketch.extend(bar(result.opponents_points, picture.view.rules, Box(box.x + 22, y + 94, box.w - 44, 16), ink))
    middle = y + 46
    parts: list[Part] = []
    shown = terms(picture, result)
    digits = sum(len(figure) for _, figure in shown) + len(str(result.opponents_points))
    for caption, figure in shown:
        sign = "−" if figure[0] == "−" else "+"
        parts += [Part(sign, 24, c.FADED, Face.FIGURE)] if parts else []
        parts += [Part(caption, 22, c.FADED), Part(figure.lstrip("+−") if parts else figure, 28, c.INK, Face.FIGURE)]
    parts += [Part("=", 26, c.FADED, Face.FIGURE), Part(picture.labels.total, 22, c.FADED)]
    parts.append(Part(str(result.opponents_points), 40, ink, Face.FIGURE))
    parts.append(Part(picture.labels.points, 22, c.FADED))
    share = next((share for most, share in _SIZES if digits <= most), _LEAST)
    parts = [replace(part, size=round(part.size * share)) for part in parts]
    sketch.add(Words(box.x + 22, middle, tuple(parts), room=box.w - 250, gap=round(12 * share)))
    rise = picture.labels.rise.format(n=result.rise) if result.rise else picture.labels.no_rise
    ground = c.TEAMS[opponents_team(picture.view) ^ result.declarers_hold]
    if picture.view.rules.teams is not Teams.HIDDEN_TEN:
        sketch.add(Pill(box.right - 20, middle, 52, (Part(rise, 22),), ground, Align.RIGHT, 210))
    return box.bottom + 18


def _kitty(sketch: Sketch, picture: ResultPicture, kitty: tuple[Card, ...], y: int) -> int:
    """Place the buried cards, if they may be seen."""
    if not kitty or picture.view.kitty is None:
        return y
    trump = picture.view.trump
    ordered = trump.sorted(kitty) if trump is not None else kitty
    sketch.add(Words(_EDGE, y + _TILE // 2, (Part(picture.labels.kitty, 22, c.FADED),), room=120))
    x = _EDGE + 132
    for card, count in counts(ordered).items():
        width = tile_width(_TILE, count)
        if x + width > WIDTH - _EDGE:
            x, y = _EDGE + 132, y + _TILE + 14
        sketch.add(TileItem(x, y, _TILE, card, count, four_colour=picture.four_colour))
        x += width + 12
    return y + _TILE + 22


def _seats(sketch: Sketch, picture: ResultPicture, result: DealResult, y: int) -> int:
    """Place every seat in two columns: side, name, level before and after, who declares next."""
    players = len(picture.names)
    rows = -(-players // 2)
    width = (WIDTH - 2 * _EDGE) // 2
    for i in range(players):
        x = _EDGE - 8 + (i // rows) * (width + 12)
        sketch.extend(_seat(picture, result, Seat(i), Box(x, y + (i % rows) * (_ROW + 10), width, _ROW)))
    return y + rows * (_ROW + 10)


def _seat(picture: ResultPicture, result: DealResult, seat: Seat, box: Box) -> list[Item]:
    middle = box.y + box.h // 2
    side = opponents_team(picture.view) ^ (seat in result.declarers)
    next_up = seat == result.next_declarer
    items: list[Item] = [
        Fill(box, c.PLATE, box.h // 2, c.WINNING if next_up else None, 4),
        badge(seat, side, box.x + 34, middle, 42),
    ]
    signs = [Part(Sign.STAR, 24, c.WINNING)] if seat in result.winners else []
    signs += [Part(Sign.CROWN, 24, c.WINNING)] if seat == result.declarer else []
    name = Part(picture.names[seat] or picture.labels.empty_seat, 22)
    items.append(Words(box.x + 66, middle, (*signs, name), room=box.w - 66 - 160))
    items.append(Words(box.right - 22, middle, _change(picture, result, seat), Align.RIGHT, gap=8))
    return items


def _notes(picture: ResultPicture, result: DealResult) -> list[tuple[str, tuple[Seat, ...]]]:
    """Return what is said below the seats: who has won the match or declares next, whom the hook sent back."""
    labels = picture.labels
    found = [(labels.hooked, result.hooked)] if result.hooked else []
    if result.winners:
        found.append((labels.winners, result.winners))
    elif result.next_declarer is not None:
        found.append((labels.next_declarer, (result.next_declarer,)))
    return found


def _note(sketch: Sketch, picture: ResultPicture, caption: str, seats: tuple[Seat, ...], y: int) -> int:
    middle = y + 30
    sketch.add(Words(_EDGE, middle, (Part(caption, 22, c.FADED),), room=310))
    left = _EDGE + 330
    room = (WIDTH - _EDGE - left) // min(len(seats), _IN_A_ROW)
    for i, seat in enumerate(seats):
        x, middle = left + i % _IN_A_ROW * room, y + 30 + i // _IN_A_ROW * 54
        side = opponents_team(picture.view) ^ (seat in _declarers(picture))
        sketch.add(badge(seat, side, x + 21, middle, 42))
        name = picture.names[seat] or picture.labels.empty_seat
        sketch.add(Words(x + 52, middle, (Part(name, 22),), room=room - 66))
    return y + 10 + 54 * -(-len(seats) // _IN_A_ROW)


def _declarers(picture: ResultPicture) -> tuple[Seat, ...]:
    return picture.view.result.declarers if picture.view.result else ()


def _change(picture: ResultPicture, result: DealResult, seat: Seat) -> tuple[Part, ...]:
    """Return a seat's levels before and after; what did not change is said once."""
    if picture.view.rules.teams is Teams.HIDDEN_TEN:
        points = picture.view.points[seat]
        return (
            ()
            if points is None
            else (Part(str(points), 26, c.INK, Face.FIGURE), Part(picture.labels.points, 22, c.FADED))
        )
    before, after = result.levels_before[seat], result.levels_after[seat]
    if before == after:
        return (Part(after.text, 27, c.FADED, Face.FIGURE),)
    rose = after > before
    return (
        Part(before.text, 24, c.FADED, Face.FIGURE),
        Part(Sign.ARROW, 20, c.PLAYABLE if rose else c.FAILED),
        Part(after.text, 29, c.INK, Face.FIGURE),
    )

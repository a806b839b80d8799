"""The crosstable of an event. Its columns are opponents in a round-robin, and rounds in a Swiss event."""

from functools import partial
from typing import Final

from bot.events.model import Event
from bot.events.pairing.ports import EntrantNumber, EventFormat
from bot.events.pairing.round_scoring import RoundOutcome
from bot.events.standings.event_standings import CrossResult, EventStanding, list_cross_results, rank_event
from bot.render.events.event_crosstable_scene import MAX_COLUMNS, MAX_LINES
from bot.render.values.event_pictures import CellTone, CrossCell, CrossLine, EventCrossPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.long_list import count_pages, page_buttons, parse_page
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.events.control_ids import EventAction, EventControl
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import Names, leaver_lines

FORMATS: Final = {EventFormat.ROUND_ROBIN, EventFormat.SWISS}
_SYMBOLS: Final = {
    RoundOutcome.WIN: ("1", CellTone.WIN),
    RoundOutcome.DRAW: ("½", CellTone.DRAW),
    RoundOutcome.LOSS: ("0", CellTone.LOSS),
    RoundOutcome.WALKOVER: ("+", CellTone.WIN),
    RoundOutcome.FORFEIT: ("–", CellTone.LOSS),
    RoundOutcome.STRANDED: ("½", CellTone.DRAW),
    RoundOutcome.BYE: ("○", CellTone.NOTHING),
}
_SIGNS: Final = {RoundOutcome.WIN: "+", RoundOutcome.DRAW: "=", RoundOutcome.LOSS: "–"}
"""The signs for a win, a draw and a loss. The number of the opponent's line follows the sign."""


async def crosstable_view(services: Services, event: Event, texts: Texts, page: int = 1) -> Message:
    """Return a page of the crosstable of an event that has begun and has one of the `FORMATS`."""
    ranked = rank_event(event)
    names = await get_entrant_names(services, event.competitors, texts)
    total = _count_column_pages(event, ranked) * count_pages(len(ranked), MAX_LINES)
    number = parse_page(page, total, 1)
    picture = build_picture(event, ranked, names, texts, number)
    title = f"## {escape_name(event.settings.name)} · {texts.say('bracket.crosstable')}"
    title = "\n".join((title, *leaver_lines(event, names, texts)))
    shown = await picture_block(services, picture, texts, "crosstable.png")
    turn = page_buttons(number, total, texts, partial(EventControl, EventAction.CROSSTABLE, event.id), 1)
    return Message((Text(title), shown, *turn))


def build_picture(
    event: Event, ranked: tuple[EventStanding, ...], names: Names, texts: Texts, page: int
) -> EventCrossPicture:
    """Return the picture of a page. Pages go through all columns of the first lines before they show the next lines."""
    down, across = divmod(page - 1, _count_column_pages(event, ranked))
    columns = slice(across * MAX_COLUMNS, (across + 1) * MAX_COLUMNS)
    by_rounds = event.settings.format is EventFormat.SWISS
    order = [one.standing.number for one in ranked]
    captions = range(1, 1 + (len(event.rounds) if by_rounds else len(order)))
    results = list_cross_results(event)
    lines = tuple(
        CrossLine(
            row + 1,
            names[one.entrant.id],
            tuple(_list_cells(one.standing.number, results[one.standing.number], order, by_rounds=by_rounds)[columns]),
            texts.format_number(one.standing.score),
        )
        for row, one in enumerate(ranked)
    )[down * MAX_LINES : (down + 1) * MAX_LINES]
    subtitle = texts.say("events.round_of", number=len(event.rounds), rounds=event.planned_rounds)
    legend = texts.say("bracket.legend_swiss" if by_rounds else "bracket.legend")
    shown = tuple(map(str, captions))[columns]
    return EventCrossPicture(event.settings.name, subtitle, shown, texts.say("picture.points"), lines, legend)


def _count_column_pages(event: Event, ranked: tuple[EventStanding, ...]) -> int:
    by_rounds = event.settings.format is EventFormat.SWISS
    return count_pages(len(event.rounds) if by_rounds else len(ranked), MAX_COLUMNS)


def _list_cells(
    number: EntrantNumber, results: list[CrossResult | None], order: list[EntrantNumber], *, by_rounds: bool
) -> list[CrossCell]:
    """Return an entrant's cells. They show the result of each round, or the last result against each entrant."""
    if by_rounds:
        return [CrossCell() if one is None else _build_round_cell(one, order) for one in results]
    met = {one.opponent: one for one in results if one is not None}
    return [CrossCell(tone=CellTone.OWN) if other == number else _build_cell(met.get(other)) for other in order]


def _build_round_cell(result: CrossResult, order: list[EntrantNumber]) -> CrossCell:
    line = "" if result.opponent is None else str(order.index(result.opponent) + 1)
    if result.outcome is None:
        return CrossCell(line)
    text, tone = _SYMBOLS[result.outcome]
    return CrossCell(_SIGNS[result.outcome] + line, tone) if result.outcome in _SIGNS else CrossCell(text, tone)


def _build_cell(result: CrossResult | None) -> CrossCell:
    if result is None:
        return CrossCell()
    return CrossCell("·") if result.outcome is None else CrossCell(*_SYMBOLS[result.outcome])

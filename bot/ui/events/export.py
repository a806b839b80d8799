"""Exports an event's standings and results as files."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.events.matches import Verdict
from bot.events.model import EntrantStatus, Event, EventEntrant
from bot.events.standings.event_standings import has_results, list_leavers, rank_event
from bot.league.files.export_csv import UTF8_WITH_BOM, escape_formula, format_csv
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.message import File, Message, Text
from bot.ui.events.control_ids import EventControl
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import Names

SIDE_SEPARATOR: Final = " + "
_STANDINGS_COLUMNS: Final = (
    "place", "entrant", "score", "wins", "draws", "losses", "byes", "opponents", "margin", "state",
)  # fmt: skip
_RESULTS_COLUMNS: Final = (
    "round", "table", "board", "first", "second", "first_levels", "second_levels", "status", "verdict",
)  # fmt: skip


async def export_event(press: ControlPress[EventControl], event: Event) -> Response:
    """Send the standings and the results of an event."""
    ctx = press.ctx
    names = await get_entrant_names(ctx.services, event.entrants, ctx.texts)
    words = ctx.texts.say("events.exported", name=escape_name(event.settings.name))
    standings = _write_csv(_STANDINGS_COLUMNS, _standings_rows(event, names))
    results = _write_csv(_RESULTS_COLUMNS, _result_rows(event, names))
    files = File(standings, "event-standings.csv"), File(results, "event-results.csv")
    return NewMessage(Message((Text(words), *files)))


def _standings_rows(event: Event, names: Names) -> Iterable[Sequence[object]]:
    if not has_results(event):
        for entrant in event.competitors or event.entrants:
            yield "", names[entrant.id], *[""] * 7, _get_state(entrant)
        return
    for one in rank_event(event):
        line = one.standing
        ties = {kind.value: figure for kind, figure in line.tie_breaks}
        figures = (line.score, line.wins, line.draws, line.losses, line.byes)
        shown = (*figures, ties.get("opponents", 0), ties.get("margin", 0), _get_state(one.entrant))
        yield line.place, names[one.entrant.id], *shown


def _get_state(entrant: EventEntrant) -> str:
    return "checked in" if entrant.status is EntrantStatus.PRESENT else entrant.status.value


def _result_rows(event: Event, names: Names) -> Iterable[Sequence[object]]:
    uncounted = {event.competitors[one.number].id for one in list_leavers(event) if not one.counts}
    for played in event.rounds:
        for match in played.matches:
            sides = [SIDE_SEPARATOR.join(names[entrant] for entrant in side) for side in match.sides]
            board = played.find_board(match.board)  # a board's results stay secret until everyone has played it
            result = match.result if board is None or board.is_revealed else None
            scores = ("", "") if result is None or result.verdict is Verdict.FORFEITED else result.scores
            verdict = "" if result is None else result.verdict.value
            verdict = "forfeited by both" if match.is_forfeited_by_both else verdict
            verdict = "not counted" if any(uncounted.intersection(side) for side in match.sides) else verdict
            yield played.number, match.table, match.board or "", *sides, *scores, match.status.value, verdict
        for entrant in played.byes:
            yield played.number, "", "", names[entrant], "", "", "", "bye", ""


def _write_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    safe = ([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return format_csv(columns, safe).encode(UTF8_WITH_BOM)

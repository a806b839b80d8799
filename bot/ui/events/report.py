"""Sets, corrects or voids a result. Before this ends a match in play, the user is asked."""

from typing import Final

from bot.events.model import Event
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.events.control_ids import EventAction, EventControl, ReportResult
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import format_score, format_side
from bot.ui.league.lookup import get_caller

MAX_MARGIN: Final = 99
FIRST, SECOND, DRAW, VOID = "first", "second", "draw", "void"


async def report_result(ctx: Context, event: Event, wanted: ReportResult, *, ends_table: bool) -> str | Message:
    """Set or void a table's result, and return a notice. Unless `ends_table` is set, ask before this ends a match."""
    caller, won = get_caller(ctx), float(wanted.margin)
    scores = {FIRST: (won, 0.0), SECOND: (0.0, won), DRAW: (0.0, 0.0)}.get(wanted.winner)  # None voids the table
    of = (wanted.number, wanted.table, scores, wanted.board or None)
    try:
        after = await ctx.services.events.report(caller, event, *of, ends_table=ends_table)
    except EventRefused as refused:
        if refused.reason is not EventRefusal.TABLE_PLAYS:
            raise
        return _ask(wanted, ctx.texts)
    facts = {"number": wanted.number, "table": wanted.table, "board": wanted.board}
    suffix = "_board" if wanted.board else ""
    if scores is None:
        said = ctx.texts.say(f"events.voided{suffix}", **facts)
    else:
        said = ctx.texts.say(f"events.reported{suffix}", score=format_score(scores, ctx.texts), **facts)
    return "\n".join((said, *await _list_notes(ctx, after, wanted)))


async def _list_notes(ctx: Context, event: Event, wanted: ReportResult) -> list[str]:
    sides = next(one.sides for one in event.rounds[wanted.number - 1].matches if one.table == wanted.table)
    names = await get_entrant_names(ctx.services, event.competitors, ctx.texts)
    notes = ["-# " + " – ".join(format_side(side, names, ctx.texts) for side in sides)]
    if event.settings.format is EventFormat.KNOCKOUT and wanted.number < len(event.rounds):
        notes.append(ctx.texts.say("events.bracket_stays"))
    return notes


def _ask(wanted: ReportResult, texts: Texts) -> Message:
    key = "events.ask_report_board" if wanted.board else "events.ask_report"
    words = texts.say(key, number=wanted.number, table=wanted.table, board=wanted.board)
    buttons = (
        labelled_button(wanted, texts, "events.button.report", ButtonStyle.DANGER),
        labelled_button(EventControl(EventAction.TABLES, wanted.event, wanted.number), texts, "events.button.back"),
    )
    return Message((Text(words), *button_rows(buttons)))

"""`/event report`: set, correct or void a result; a table that plays is ended, after a question."""

from typing import Final

from bot.events.model import Event
from bot.events.refusals import EventRefusal, EventRefused
from bot.text.catalogue import Texts
from bot.ui.core.context import Context
from bot.ui.core.control_press import ControlPress
from bot.ui.core.labelled import labelled_button, text_message
from bot.ui.core.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.events.control_ids import LetPlay, ReportResult
from bot.ui.events.lookup import get_event_by_id
from bot.ui.events.round_lines import format_score
from bot.ui.league.lookup import get_caller

MAX_MARGIN: Final = 99
FIRST, SECOND, DRAW, VOID = "first", "second", "draw", "void"
WINNERS: Final = (FIRST, SECOND, DRAW, VOID)


async def report_result(ctx: Context, event: Event, wanted: ReportResult) -> Response:
    """Set, correct or void the result of a table; ask first if that ends it."""
    try:
        return notice_message(await _report(ctx, event, wanted, ends_table=False))
    except EventRefused as refused:
        if refused.reason is not EventRefusal.TABLE_PLAYS:
            raise
        return NewMessage(_ask(wanted, ctx.texts))


async def handle_report(press: ControlPress[ReportResult]) -> Response:
    """Set the result of a table that plays, and end it."""
    event = await get_event_by_id(press.ctx, press.id.event)
    return EditMessage(text_message(await _report(press.ctx, event, press.id, ends_table=True)))


async def handle_let_play(press: ControlPress[LetPlay]) -> Response:
    """Let the table play on."""
    return EditMessage(text_message(press.texts.say("events.let_play")))


async def _report(ctx: Context, event: Event, wanted: ReportResult, *, ends_table: bool) -> str:
    scores, caller = _get_scores(wanted), get_caller(ctx)
    of = (wanted.number, wanted.table, scores, wanted.board or None)
    await ctx.services.events.report(caller, event, *of, ends_table=ends_table)
    facts = {"number": wanted.number, "table": wanted.table, "board": wanted.board}
    suffix = "_board" if wanted.board else ""
    if scores is None:
        return ctx.texts.say(f"events.voided{suffix}", **facts)
    return ctx.texts.say(f"events.reported{suffix}", score=format_score(scores, ctx.texts), **facts)


def find_round_of(event: Event, board: int) -> int | None:
    """Return the round in which a board is played."""
    return next((one.number for one in event.rounds if board and one.find_board(board) is not None), None)


def _get_scores(wanted: ReportResult) -> tuple[float, float] | None:
    """Return the levels of both sides; None: the table is void."""
    won = float(wanted.margin)
    return {FIRST: (won, 0.0), SECOND: (0.0, won), DRAW: (0.0, 0.0)}.get(wanted.winner)


def _ask(wanted: ReportResult, texts: Texts) -> Message:
    facts = {"number": wanted.number, "table": wanted.table, "board": wanted.board}
    words = texts.say("events.ask_report_board" if wanted.board else "events.ask_report", **facts)
    buttons = (
        labelled_button(wanted, texts, "events.button.end_table", ButtonStyle.DANGER),
        labelled_button(LetPlay(), texts, "events.button.let_play"),
    )
    return Message((Text(words), *button_rows(buttons)))

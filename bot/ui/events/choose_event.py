"""Finds the event that a command names; if the command names none of several, the user chooses one."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.events.model import ENDED, Event
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventId, UserId
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, Handler, NewMessage, Response, notice_message
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services
from bot.ui.discord_io.post_alerts import event_subject, with_post_alert
from bot.ui.events import actions
from bot.ui.events.boards_view import board_view
from bot.ui.events.bracket_view import bracket_view
from bot.ui.events.control_ids import ChooseEvent, ReportResult
from bot.ui.events.crosstable_view import crosstable_view
from bot.ui.events.event_view import confirm_cancel_view
from bot.ui.events.export import export_view
from bot.ui.events.invitations import invite_partners
from bot.ui.events.lookup import get_event_by_id, get_event_by_name
from bot.ui.events.report import find_round_of, report_result
from bot.ui.events.standings_view import standings_view
from bot.ui.league.lookup import get_caller

EventAction = Callable[[Context, Event, str], Awaitable[Response]]
PART: Final = "."
"""Separates the arguments in a control's id."""
ALSO_ENDED: Final = {"standings", "bracket", "crosstable", "export", "report", "board"}
"""Actions that are also available for finished events."""


def on_event(name: str | None, choice: ChooseEvent) -> Handler:
    """Return a handler that runs an action for the named event, or offers the server's events."""

    async def handle(ctx: Context) -> Response:
        ended = choice.action in ALSO_ENDED
        try:
            event = await get_event_by_name(ctx, name, ended=ended)
        except EventRefused as refused:
            if refused.reason is not EventRefusal.WHICH_EVENT:
                raise
            return NewMessage(await _offer_events(ctx, choice))
        return await ACTIONS[choice.action](ctx, event, choice.arguments)

    return handle


async def handle_event_choice(press: ControlPress[ChooseEvent]) -> Response:
    """Run the action for the chosen event."""
    action = ACTIONS.get(press.id.action)
    if action is None:
        return notice_message(press.texts.say("ui.old_control"))
    event = await get_event_by_id(press.ctx, EventId(parse_number(press.chosen)))
    response = await action(press.ctx, event, press.id.arguments)
    return EditMessage(response.message) if isinstance(response, NewMessage) else response


async def _offer_events(ctx: Context, choice: ChooseEvent) -> Message:
    found = await ctx.services.events.list_events(ctx.guild)
    active = [event for event in found if event.status not in ENDED][:MAX_OPTIONS]
    options = [select_option(str(event.id), event.settings.name) for event in active]
    words = ctx.texts.say("events.choose")
    return Message((Text(words), labelled_select(choice, ctx.texts, "option.event.description", options)))


def _as_notice(step: Callable[[Context, Event], Awaitable[str]]) -> EventAction:
    async def act(ctx: Context, event: Event, _: str) -> Response:
        words = await step(ctx, event)
        return notice_message(with_post_alert(ctx.services, event_subject(event), words, ctx.texts))

    return act


async def _ask_cancel(ctx: Context, event: Event, _: str) -> Response:
    ctx.services.events.require_manager(get_caller(ctx), event)
    return NewMessage(confirm_cancel_view(event, ctx.texts))


def _as_page(view: Callable[[Services, Event, Texts], Awaitable[Message]]) -> EventAction:
    async def act(ctx: Context, event: Event, _: str) -> Response:
        return NewMessage(await view(ctx.services, event, ctx.texts))

    return act


async def _export(ctx: Context, event: Event, _: str) -> Response:
    return NewMessage(await export_view(ctx, event))


async def _report(ctx: Context, event: Event, arguments: str) -> Response:
    """Report a result; round 0 stands for the board's round, else for the newest."""
    number, table, winner, margin, *boards = arguments.split(PART)
    board = int(boards[0]) if boards else 0
    of = int(number) or find_round_of(event, board) or len(event.rounds)
    wanted = ReportResult(event.id, of, int(table), winner, int(margin), board)
    return await report_result(ctx, event, wanted, names_round=bool(int(number) or board))


async def _show_board(ctx: Context, event: Event, arguments: str) -> Response:
    """Show a board; 0 stands for the newest."""
    return NewMessage(await board_view(ctx.services, event, int(arguments) or None, ctx.texts))


async def _change_managers(ctx: Context, event: Event, arguments: str) -> Response:
    step, _, user = arguments.partition(PART)
    person = UserId(int(user)) if user else None
    return notice_message(await actions.change_managers(ctx, event, person, is_manager=step == "add"))


async def _enter(ctx: Context, event: Event, arguments: str) -> Response:
    return await invite_partners(ctx, event, tuple(UserId(int(user)) for user in arguments.split(PART) if user))


ACTIONS: Final[Mapping[str, EventAction]] = {
    "open": _as_notice(actions.open_entries),
    "close": _as_notice(actions.close_entries),
    "start": _as_notice(actions.start_event),
    "round": _as_notice(actions.begin_next_round),
    "cancel": _ask_cancel,
    "standings": _as_page(standings_view),
    "bracket": _as_page(bracket_view),
    "crosstable": _as_page(crosstable_view),
    "export": _export,
    "report": _report,
    "board": _show_board,
    "managers": _change_managers,
    "enter": _enter,
}
"""The actions by their word in a control id. Old ids live long, so a word never gets a second meaning."""

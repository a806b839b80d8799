"""Opens an event's panel: of the event that a user names, of the only one, or of the one they choose from a list."""

from bot.events.model import ENDED, Event, get_event_order
from bot.events.refusals import EventRefused
from bot.league.leagues.leagues import LeagueInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import nearest_view
from bot.ui.core.interactions.responses import Handler, NewMessage, Response, show_in_place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.message import Message
from bot.ui.events.lookup import find_event, get_event_by_id
from bot.ui.events.match_notes import find_links
from bot.ui.events.panel_view import list_view, panel_view
from bot.ui.league.control_ids import EventList, OpenEvent
from bot.ui.league.lookup import get_caller, get_league_by_id


def open_event(name: str | None) -> Handler:
    """Return a handler that opens the panel of the named event, else of the only one, else the list of all."""

    async def handle(ctx: Context) -> Response:
        try:
            event = await find_event(ctx, name)
        except EventRefused as refused:
            found = await ctx.services.events.list_events(ctx.guild)
            ids = {one.settings.name: OpenEvent(one.id) for one in found}
            return NewMessage(nearest_view(refused, name or "", ids, ctx.texts))
        return NewMessage(await list_page(ctx) if event is None else await panel_page(ctx, event))

    return handle


async def panel_page(ctx: Context, event: Event, notice: str = "") -> Message:
    """Return an event's panel for the user."""
    is_manager = ctx.services.events.can_manage(get_caller(ctx), event)
    links = await find_links(ctx.services, event)
    return panel_view(event, ctx.user, links, ctx.texts, notice, is_manager=is_manager)


async def list_page(ctx: Context, league: LeagueInfo | None = None) -> Message:
    """Return the events of the server, or of a league, that have not ended, the next one first."""
    found = [
        one
        for one in await ctx.services.events.list_events(ctx.guild)
        if one.status not in ENDED and (league is None or one.settings.league == league.id)
    ]
    found.sort(key=get_event_order)
    none = ctx.texts.say("events.none")
    if league is not None:
        none = ctx.texts.say("bracket.league_no_events", league=escape_name(league.name))
    return list_view(found, none, ctx.services.clock.wall(), ctx.texts, may_create=get_caller(ctx).admin)


async def handle_event_list(press: ControlPress[EventList]) -> Response:
    """Show the events in the place of the panel."""
    league = None if press.id.league is None else await get_league_by_id(press.ctx, press.id.league)
    page = await list_page(press.ctx, league)
    return show_in_place(press.ctx, page)


async def handle_open_event(press: ControlPress[OpenEvent]) -> Response:
    """Open the panel of an event, or of the one that was chosen from a list."""
    event = await get_event_by_id(press.ctx, press.id.event or parse_number(press.chosen))
    return show_in_place(press.ctx, await panel_page(press.ctx, event))

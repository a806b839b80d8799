"""Opens a league's panel: of the league that a user names, of the only one, or of the one they choose from a list."""

from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.offer_nearest import nearest_view
from bot.ui.core.interactions.responses import EditMessage, Handler, NewMessage, Response
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.message import Block, ButtonStyle, Message, Text, button_rows
from bot.ui.league.control_ids import ChooseLeague, LeagueAction, LeagueControl, LeagueList, NewLeague
from bot.ui.league.lookup import get_caller, get_league_by_id, get_league_by_name
from bot.ui.league.pages import overview_page


def open_league(name: str | None) -> Handler:
    """Return a handler that opens the panel of the named league, else of the only one, else the list of all."""

    async def handle(ctx: Context) -> Response:
        try:
            league = await get_league_by_name(ctx, name, archived=True)
        except LeagueRefused as refused:
            if refused.reason is LeagueRefusal.NO_LEAGUE:
                found = await ctx.services.league.leagues.list_leagues(ctx.guild)
                ids = {one.name: LeagueControl(LeagueAction.CARD, one.id) for one in found}
                return NewMessage(nearest_view(refused, name or "", ids, ctx.texts))
            if refused.reason in {LeagueRefusal.NO_LEAGUES, LeagueRefusal.WHICH_LEAGUE}:
                return NewMessage(await list_page(ctx))
            raise
        return NewMessage(await overview_page(ctx, league))

    return handle


async def list_page(ctx: Context) -> Message:
    """Return the running leagues of the server, to choose one from."""
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    none = ctx.texts.say("leagues.none" if get_caller(ctx).admin else "league.no_leagues")
    lines = [f"- **{escape_name(one.name)}**" for one in found] or [none]
    blocks: list[Block] = [Text("\n".join((f"## {ctx.texts.say('leagues.list')}", *lines)))]
    if found:
        options = [select_option(str(one.id), one.name) for one in found[:MAX_OPTIONS]]
        blocks.append(labelled_select(ChooseLeague("panel"), ctx.texts, "option.league.description", options))
    if get_caller(ctx).admin:
        style = ButtonStyle.SECONDARY if found else ButtonStyle.SUCCESS
        blocks += button_rows((labelled_button(NewLeague(), ctx.texts, "leagues.button.new", style),))
    return Message(tuple(blocks))


async def handle_league_list(press: ControlPress[LeagueList]) -> Response:
    """Show the leagues in the place of the panel."""
    return EditMessage(await list_page(press.ctx))


async def handle_league_choice(press: ControlPress[ChooseLeague]) -> Response:
    """Open the panel of the chosen league; lists of earlier versions had other purposes."""
    league = await get_league_by_id(press.ctx, parse_number(press.chosen))
    return EditMessage(await overview_page(press.ctx, league))

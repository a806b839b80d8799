"""Let the user choose a league where a server has several and the command named none."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from bot.league.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import EditMessage, Handler, NewMessage, OpenForm, Response, notice_message
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, MAX_OPTIONS, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.messages.message import Message, Select, SelectOption, Text
from bot.ui.league import actions as league_actions
from bot.ui.league import entrant_actions, files
from bot.ui.league import pages as league_pages
from bot.ui.league.confirm_view import confirm_action_view
from bot.ui.league.control_ids import ChooseLeague, LeagueAction
from bot.ui.league.lookup import require_manager
from bot.ui.league.settings_form import league_edit_form

LeagueHandler = Callable[[ControlPress[Any], LeagueInfo], Awaitable[Response]]


def or_choose_league(handler: Handler, choice: ChooseLeague) -> Handler:
    """Return a handler that offers the server's leagues instead of refusing because none was named.

    `choice` says what happens to the chosen league.
    """

    async def handle_or_offer(ctx: Context) -> Response:
        try:
            return await handler(ctx)
        except LeagueRefused as refused:
            if refused.reason is not LeagueRefusal.WHICH_LEAGUE:
                raise
            return NewMessage(await _offer_leagues(ctx, refused, choice))

    return handle_or_offer


async def handle_league_choice(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    """Run the requested command with the chosen league."""
    handler = LEAGUE_HANDLERS.get(press.id.action)
    return notice_message(press.texts.say("ui.old_control")) if handler is None else await handler(press, league)


async def _offer_leagues(ctx: Context, refused: LeagueRefused, choice: ChooseLeague) -> Message:
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    options = tuple(SelectOption(str(league.id), league.name[:MAX_OPTION_LENGTH]) for league in found[:MAX_OPTIONS])
    prompt = format_label(ctx.texts.say("option.league.description"), MAX_PLACEHOLDER_LENGTH)
    return Message((Text(format_refusal(refused, ctx.texts)), Select(choice, prompt, options)))


async def _show_standings(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    number, page = press.id.season or None, press.id.page
    return EditMessage(await league_pages.standings_page(press.ctx, league, number, page))


async def _show_results(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return EditMessage(await league_pages.results_page(press.ctx, league, 1))


async def _show_history(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return EditMessage(await league_pages.season_history_page(press.ctx, league))


async def _join(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return EditMessage(Message((Text(await league_actions.join(press.ctx, league, None)),)))


async def _ask_leave(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return EditMessage(await league_actions.ask_leave(press.ctx, league, None))


async def _open_edit_form(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    await require_manager(press.ctx, league)
    return OpenForm(league_edit_form(league, press.texts))


async def _ask_season_change(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    await require_manager(press.ctx, league)
    return EditMessage(await league_actions.ask_season_change(press.ctx, league, opening=press.id.step == "open"))


async def _ask_archive(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    await require_manager(press.ctx, league)
    return EditMessage(confirm_action_view(league, LeagueAction.ARCHIVE, 0, press.texts))


async def _export_season(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    season = await league_pages.get_season(press.ctx.services, league, press.id.season or None)
    return EditMessage(await files.export_season_files(press.ctx, league, season))


async def _set_entries(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    notice = await entrant_actions.set_entries(press.ctx, league, is_open=press.id.step == "open")
    return EditMessage(Message((Text(notice),)))


async def _enter(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return await _with_named(press, league, entrant_actions.enter)


async def _withdraw(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    return await _with_named(press, league, entrant_actions.withdraw)


async def _with_named(
    press: ControlPress[ChooseLeague], league: LeagueInfo, action: entrant_actions.EntrantAction
) -> Response:
    await require_manager(press.ctx, league)
    response = await action(press.ctx, league, entrant_actions.parse_named(press.id.step))
    return EditMessage(response.message) if isinstance(response, NewMessage) else response


async def _change_roles(press: ControlPress[ChooseLeague], league: LeagueInfo) -> Response:
    await require_manager(press.ctx, league)
    change = entrant_actions.parse_role_change(press.id.step)
    return EditMessage(await entrant_actions.change_roles(press.ctx, league, change))


LEAGUE_HANDLERS: Final[Mapping[str, LeagueHandler]] = {
    "table": _show_standings,
    "report": _show_results,
    "history": _show_history,
    "join": _join,
    "leave": _ask_leave,
    "edit": _open_edit_form,
    "season": _ask_season_change,
    "archive": _ask_archive,
    "export": _export_season,
    "entries": _set_entries,
    "enter": _enter,
    "withdraw": _withdraw,
    "roles": _change_roles,
}
"""By the action in a control id. Old ids live long, so an action never gets a second meaning."""

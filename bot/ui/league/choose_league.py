"""What commands do with a league. Where the command names none of several, the user chooses one."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.league.leagues.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import EditMessage, Handler, NewMessage, OpenForm, Response, notice_message
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_select
from bot.ui.core.messages.message import Message, SelectOption, Text
from bot.ui.league import actions as league_actions
from bot.ui.league import entrant_actions, files
from bot.ui.league.confirm_view import confirm_action_view
from bot.ui.league.control_ids import ChooseLeague, LeagueAction
from bot.ui.league.lookup import get_league_by_id, get_league_by_name, require_manager
from bot.ui.league.pages import get_season, results_page, season_history_page, standings_page
from bot.ui.league.settings_form import league_edit_form

LeagueStep = Callable[[Context, LeagueInfo, ChooseLeague], Awaitable[Response]]
ALSO_ARCHIVED: Final = {"table", "report", "history", "export"}
"""Actions that are also available for archived leagues."""


def on_league(name: str | None, choice: ChooseLeague, *, offers: bool = True) -> Handler:
    """Return a handler that takes a step with the named league, or offers the server's leagues.

    `offers` is off where the choice would lose what was typed.
    """

    async def handle(ctx: Context) -> Response:
        try:
            league = await get_league_by_name(ctx, name, archived=choice.action in ALSO_ARCHIVED)
        except LeagueRefused as refused:
            if refused.reason is not LeagueRefusal.WHICH_LEAGUE or not offers:
                raise
            return NewMessage(await _offer_leagues(ctx, refused, choice))
        return await LEAGUE_STEPS[choice.action](ctx, league, choice)

    return handle


async def handle_league_choice(press: ControlPress[ChooseLeague]) -> Response:
    """Take the step of a command with the chosen league."""
    league = await get_league_by_id(press.ctx, parse_number(press.chosen))
    step = LEAGUE_STEPS.get(press.id.action)
    if step is None:
        return notice_message(press.texts.say("ui.old_control"))
    response = await step(press.ctx, league, press.id)
    return EditMessage(response.message) if isinstance(response, NewMessage) else response


async def _offer_leagues(ctx: Context, refused: LeagueRefused, choice: ChooseLeague) -> Message:
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    options = [SelectOption(str(league.id), league.name[:MAX_OPTION_LENGTH]) for league in found[:MAX_OPTIONS]]
    select = labelled_select(choice, ctx.texts, "option.league.description", options)
    return Message((Text(format_refusal(refused, ctx.texts)), select))


def _as_page(page: Callable[[Context, LeagueInfo, ChooseLeague], Awaitable[Message]]) -> LeagueStep:
    async def show(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
        return NewMessage(await page(ctx, league, choice))

    return show


async def _join(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    return notice_message(await league_actions.join(ctx, league, choice.step or None))


async def _open_edit_form(ctx: Context, league: LeagueInfo, _: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return OpenForm(league_edit_form(league, ctx.texts))


async def _ask_season_change(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return NewMessage(await league_actions.ask_season_change(ctx, league, opening=choice.step == "open"))


async def _ask_archive(ctx: Context, league: LeagueInfo, _: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return NewMessage(confirm_action_view(league, LeagueAction.ARCHIVE, 0, ctx.texts))


async def _export_season(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    season = await get_season(ctx.services, league, choice.season or None)
    return NewMessage(await files.export_season_files(ctx, league, season))


async def _set_entries(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    return notice_message(await entrant_actions.set_entries(ctx, league, is_open=choice.step == "open"))


async def _enter(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return await entrant_actions.enter(ctx, league, entrant_actions.parse_named(choice.step))


async def _withdraw(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return await entrant_actions.withdraw(ctx, league, entrant_actions.parse_named(choice.step))


async def _change_roles(ctx: Context, league: LeagueInfo, choice: ChooseLeague) -> Response:
    await require_manager(ctx, league)
    return NewMessage(await entrant_actions.change_roles(ctx, league, entrant_actions.parse_role_change(choice.step)))


LEAGUE_STEPS: Final[Mapping[str, LeagueStep]] = {
    "table": _as_page(lambda ctx, league, choice: standings_page(ctx, league, choice.season or None, choice.page)),
    "report": _as_page(lambda ctx, league, _: results_page(ctx, league, 1)),
    "history": _as_page(lambda ctx, league, _: season_history_page(ctx, league)),
    "join": _join,
    "leave": _as_page(lambda ctx, league, choice: league_actions.ask_leave(ctx, league, choice.step or None)),
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

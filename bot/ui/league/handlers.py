"""Handlers of the controls of leagues. Each loads the league, as it may have changed since the control was sent."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.ids import ResultId
from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.teams.teams import Team
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.new_from_template import offer_retry, refill
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.labelled import name_select, text_message
from bot.ui.core.messages.message import Message, Text
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.league import actions as league_actions
from bot.ui.league import files
from bot.ui.league import pages as league_pages
from bot.ui.league.announce_seasons import post_message
from bot.ui.league.control_ids import (
    ChangeLeague,
    LeagueAction,
    LeagueControl,
    LeagueList,
    NewLeague,
    PostStandings,
    RuleOnResult,
    ShowStandings,
)
from bot.ui.league.lookup import get_caller, get_league_by_id, list_own_teams, require_manager
from bot.ui.league.manage_handlers import export_files, handle_step
from bot.ui.league.manage_view import confirm_leave_view
from bot.ui.league.new_league import NEW_LEAGUE
from bot.ui.league.pages import handle_league_list
from bot.ui.league.results_view import parse_correction, ruling_form
from bot.ui.league.settings_panel import handle_change, show_setting, show_settings
from bot.ui.ratings import handlers as ratings_handlers

_NOT_RETRYABLE: Final = {
    LeagueRefusal.NOT_ADMIN,
    LeagueRefusal.NOT_MANAGER,
    LeagueRefusal.NO_LEAGUE,
    LeagueRefusal.NO_RESULT,
    LeagueRefusal.LEAGUE_ARCHIVED,
    LeagueRefusal.AS_BOOKED,
}
"""Refusals that other values in the form could not avoid."""


def with_league(handler: Callable[[ControlPress[Any], LeagueInfo], Awaitable[Response]]) -> ControlHandler:
    """Return a handler that looks up the league of the control, or the chosen one."""

    async def handle(press: ControlPress[Any]) -> Response:
        league = await get_league_by_id(press.ctx, press.id.league or parse_number(press.chosen))
        try:
            return await handler(press, league)
        finally:
            press.ctx.services.league.posts.note_change(league.guild)

    return handle


async def _handle_league_control(press: ControlPress[LeagueControl], league: LeagueInfo) -> Response:
    action = press.id.action
    if action in _STEPS:
        return await _STEPS[action](press, league)
    if action in _PAGES:
        return EditMessage(await _PAGES[action](press, league))
    return await handle_step(press, league)


async def _join(press: ControlPress[LeagueControl], league: LeagueInfo) -> Response:
    """Let the user, or a team of theirs, join; a user with several teams chooses one.

    Raises:
        LeagueRefused: NO_TEAMS.
    """
    if league.settings.ranked_by is RankedBy.PERSONS:
        return notice_message(await league_actions.join(press.ctx, league))
    teams = await list_own_teams(press.ctx)
    if not teams:
        raise LeagueRefused(LeagueRefusal.NO_TEAMS)
    team = _pick_team(press, teams)
    if team is None:
        return NewMessage(_offer_teams(press, teams))
    return notice_message(await league_actions.join(press.ctx, league, team))


async def _ask_leave(press: ControlPress[LeagueControl], league: LeagueInfo) -> Response:
    """Ask whether the user, or a team of theirs, really wants to leave the league.

    Raises:
        LeagueRefused: they are not in it.
    """
    entrants = [one for one in await press.ctx.services.league.leagues.list_entrants(league.id) if not one.left]
    if league.settings.ranked_by is RankedBy.PERSONS:
        if get_caller(press.ctx).user not in {one.user for one in entrants}:
            raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
        who = press.ctx.interaction.user.display_name
        return NewMessage(confirm_leave_view(league, 0, who, press.texts))
    teams = await list_own_teams(press.ctx)
    own = [team for team in teams if team.id in {one.team for one in entrants}]
    if not own:
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    team = _pick_team(press, own)
    if team is None:
        return NewMessage(_offer_teams(press, own))
    return NewMessage(confirm_leave_view(league, team.id, team.name, press.texts))


def _pick_team(press: ControlPress[LeagueControl], teams: Sequence[Team]) -> Team | None:
    """Return the chosen team, or the only one; None if the user must choose."""
    only = teams[0] if len(teams) == 1 else None
    return next((team for team in teams if team.id == parse_number(press.chosen)), only)


def _offer_teams(press: ControlPress[LeagueControl], teams: Sequence[Team]) -> Message:
    names = {team.id: team.name for team in teams}
    select = name_select(LeagueControl(press.id.action, press.id.league), press.texts, "events.which_team", names)
    return Message((Text(press.texts.say("events.which_team")), *select))


async def _show_standings(press: ControlPress[ShowStandings], league: LeagueInfo) -> Response:
    id_ = press.id
    page = league_pages.standings_page(press.ctx, league, id_.season or None, id_.page, as_text=id_.as_text)
    return EditMessage(await page)


async def _post_standings(press: ControlPress[PostStandings], league: LeagueInfo) -> Response:
    """Post the standings publicly in the user's channel, if the bot may write there."""
    client, id_ = press.ctx.interaction.client, press.id
    _, channel = press.ctx.location
    texts = get_public_texts(press.ctx.services, client, league.guild, league.language)
    standings = await league_pages.standings_page(
        press.ctx, league, id_.season or None, id_.page, as_text=id_.as_text, texts=texts
    )
    sent = await post_message(press.ctx.services, client, channel, standings)
    return notice_message(press.texts.say("leagues.shown" if sent else "leagues.not_shown"))


async def _leave(press: ControlPress[LeagueControl], league: LeagueInfo) -> Message:
    return text_message(await league_actions.leave(press.ctx, league, press.id.number))


async def _show_result(press: ControlPress[LeagueControl], league: LeagueInfo) -> Message:
    await require_manager(press.ctx, league)
    return await league_pages.result_page(press.ctx, league, ResultId(parse_number(press.chosen)))


async def _rule(press: ControlPress[RuleOnResult], league: LeagueInfo) -> Response:
    """Open the form for a ruling, or apply it; permissions are checked again, as the form may be open for long."""
    await require_manager(press.ctx, league)
    if press.form_values:
        return await _apply_ruling(press, league)
    found = await press.ctx.services.league.queries.get_result(press.ctx.guild, press.id.result)
    await press.ctx.services.league.rulings.require_can_rule(get_caller(press.ctx), found.deal.id)
    counting = await press.ctx.services.league.results.find_counting_season(found.deal.id)
    form = ruling_form(league, found.deal, press.id.verdict, press.texts, counting)
    return OpenForm(refill(press, form) if press.id.again else form)


async def _apply_ruling(press: ControlPress[RuleOnResult], league: LeagueInfo) -> Response:
    """Apply a manager's ruling; if other values would be accepted, the form is offered again."""
    form, values = press.id, press.form_values
    ruling = Ruling(form.verdict)
    try:
        if form.verdict is RulingKind.CORRECT:
            ruling = Ruling(form.verdict, *parse_correction(values, press.texts))
        notice = await league_actions.apply_ruling(press.ctx, form.result, ruling, values.get("reason", ""))
    except LeagueRefused as refused:
        if refused.reason in _NOT_RETRYABLE:
            raise
        return offer_retry(press, refused, form, replace(form, again=True))
    return EditMessage(await league_pages.result_page(press.ctx, league, form.result, notice))


_PAGES: Final[Mapping[LeagueAction, Callable[[ControlPress[LeagueControl], LeagueInfo], Awaitable[Message]]]] = {
    LeagueAction.CARD: lambda press, league: league_pages.overview_page(press.ctx, league),
    LeagueAction.PAST: lambda press, league: league_pages.standings_page(
        press.ctx, league, parse_number(press.chosen) or None, 1
    ),
    LeagueAction.REPORT: lambda press, league: league_pages.results_page(press.ctx, league, press.id.number or 1),
    LeagueAction.HISTORY: lambda press, league: league_pages.season_history_page(press.ctx, league),
    LeagueAction.AUDIT: lambda press, league: league_pages.audit_page(press.ctx, league, press.id.number or 1),
    LeagueAction.LEAVE: _leave,
    LeagueAction.OPEN: lambda press, league: league_actions.open_season(press.ctx, league, press.id.number),
    LeagueAction.CLOSE: lambda press, league: league_actions.close_season(press.ctx, league, press.id.number),
    LeagueAction.ARCHIVE: lambda press, league: league_actions.archive(press.ctx, league),
    LeagueAction.RESULT: _show_result,
    LeagueAction.IMPORT: lambda press, league: files.import_file(press.ctx, league),
}
"""What an action shows in the place of the pressed message."""
_STEPS: Final[Mapping[LeagueAction, Callable[[ControlPress[LeagueControl], LeagueInfo], Awaitable[Response]]]] = {
    LeagueAction.JOIN: _join,
    LeagueAction.ASK_LEAVE: _ask_leave,
    LeagueAction.FILES: export_files,
    LeagueAction.SETTINGS: show_settings,
    LeagueAction.SETTING: show_setting,
}
"""What else an action does."""
HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    **ratings_handlers.HANDLERS,
    LeagueControl: with_league(_handle_league_control),
    ShowStandings: with_league(_show_standings),
    PostStandings: with_league(_post_standings),
    RuleOnResult: with_league(_rule),
    ChangeLeague: handle_change,
    NewLeague: NEW_LEAGUE.handle,
    LeagueList: handle_league_list,
}

"""Handles the controls of leagues, and creates leagues. A league may have changed since its control was sent."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import discord

from bot.ids import ChannelId, TeamId
from bot.league.leagues.league_settings import RankedBy, StandingsOrder
from bot.league.leagues.leagues import League, LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import MAX_NAME_LENGTH, Team
from bot.setting_fields import with_values
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.new_from_template import Creation
from bot.ui.core.interactions.responses import (
    ControlHandler,
    EditMessage,
    NewMessage,
    OpenForm,
    Response,
    notice_message,
    show_in_place,
    show_page,
)
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import FormField
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.long_list import asks_to_find, find_form
from bot.ui.core.messages.message import Message
from bot.ui.core.rule_sets import DEFAULT_PRESET, get_rule_set, rule_set_options
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.league import control_ids, files, pages
from bot.ui.league.lookup import get_caller, get_league_by_id, list_own_teams, offer_teams, pick_team, require_manager
from bot.ui.league.manage_handlers import MANAGING, LeagueStep, Press
from bot.ui.league.manage_view import confirm_leave_view, league_manage_view
from bot.ui.league.rulings import rule
from bot.ui.league.season_clock import post_message
from bot.ui.league.settings_panel import create_league_settings, handle_change
from bot.ui.ratings import handlers as ratings_handlers
from bot.ui.settings.view import with_language_offer

TEMPLATES: Final[Mapping[str, Mapping[str, object]]] = {
    "ladder": {},
    "season": {"season_days": 30},
    "places": {"order": StandingsOrder.PLACES},
}
"""The settings in which each template differs from the usual ones. The key is the template's name in ids."""


def with_league(handler: Callable[[ControlPress[Any], League], Awaitable[Response]]) -> ControlHandler:
    """Return a handler that loads the league, calls `handler`, and then has the server's league cards updated."""

    async def handle(press: ControlPress[Any]) -> Response:
        league = await get_league_by_id(press.ctx, press.id.league or parse_number(press.chosen))
        try:
            return await handler(press, league)
        finally:
            press.ctx.services.league.posts.note_change(league.guild)

    return handle


async def _handle_league_control(press: Press, league: League) -> Response:
    if asks_to_find(press.id.mark, press.form_values):
        return OpenForm(find_form(press.id, press.texts))
    if press.id.action in MANAGING:
        await require_manager(press.ctx, league)
    return show_in_place(press.ctx, await _STEPS[press.id.action](press, league))


async def _join(press: Press, league: LeagueInfo) -> Response:
    team = None
    if league.settings.ranked_by is RankedBy.TEAMS:
        teams = await list_own_teams(press.ctx)
        if not teams:
            raise LeagueRefused(LeagueRefusal.NO_TEAMS)
        if (team := pick_team(press, teams)) is None:
            return offer_teams(replace(press.id, mark=""), teams, press.texts)
    join = press.ctx.services.league.admin.join
    await join(get_caller(press.ctx), league.guild, league.id, team.id if team else None)
    return notice_message(_tell(press, league, "leagues.joined", team))


async def _ask_leave(press: Press, league: LeagueInfo) -> Response:
    entrants = await press.ctx.services.league.leagues.list_entrants(league.id)
    team, known = None, {one.team for one in entrants}
    own = [one for one in await list_own_teams(press.ctx) if one.id in known]
    by_persons = league.settings.ranked_by is RankedBy.PERSONS
    if not (press.ctx.user in {one.user for one in entrants} if by_persons else own):
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    if not by_persons and (team := pick_team(press, own)) is None:
        return offer_teams(replace(press.id, mark=""), own, press.texts)
    who = press.ctx.interaction.user.display_name if team is None else team.name
    return NewMessage(confirm_leave_view(league, team.id if team else 0, who, press.texts))


async def _leave(press: Press, league: LeagueInfo) -> Message:
    own = {team.id: team for team in await list_own_teams(press.ctx)}
    team = own.get(TeamId(press.id.number))
    if press.id.number and team is None:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    leave = press.ctx.services.league.admin.leave
    await leave(get_caller(press.ctx), league.guild, league.id, team.id if team else None)
    return text_message(_tell(press, league, "leagues.left", team))


def _tell(press: Press, league: LeagueInfo, key: str, team: Team | None) -> str:
    who = press.ctx.interaction.user.display_name if team is None else team.name
    return press.texts.say(key, who=escape_name(who), league=escape_name(league.name))


async def _show_standings(press: ControlPress[control_ids.ShowStandings], league: LeagueInfo) -> Response:
    id_ = press.id
    return EditMessage(await pages.standings_page(press.ctx, league, id_.season or None, id_.page, as_text=id_.as_text))


async def _post_standings(press: ControlPress[control_ids.PostStandings], league: LeagueInfo) -> Response:
    ctx, client, id_ = press.ctx, press.ctx.interaction.client, press.id
    texts = get_public_texts(ctx.services, client, league.guild, league.language)
    season = id_.season or None
    standings = await pages.standings_page(ctx, league, season, id_.page, as_text=id_.as_text, texts=texts)
    sent = await post_message(ctx.services, client, ctx.location[1], standings)
    return notice_message(press.texts.say("leagues.shown" if sent else "leagues.not_shown"))


async def create_league(ctx: Context, preset: str, changes: str, values: Mapping[str, object]) -> Response:
    """Create a league with typed rule `changes` and other settings (`values`), and return its managers' panel."""
    rules = await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
    settings = with_values(create_league_settings(rules, changes, ctx.texts), values)
    here = ctx.interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    channel = settings.news_channel or ChannelId(parent or ctx.location[1])
    settings = replace(settings, news_channel=channel)
    league = await ctx.services.league.admin.create_league(get_caller(ctx), ctx.guild, settings)
    ctx.services.league.posts.note_change(ctx.guild)
    said = ctx.texts.say("leagues.created", channel=f"<#{channel}>")
    return await with_language_offer(ctx, show_in_place(ctx, league_manage_view(league, ctx.texts, said)))


def _require_creator(ctx: Context) -> None:
    if not get_caller(ctx).admin:
        raise LeagueRefused(LeagueRefusal.NOT_ADMIN)


async def _list_fields(ctx: Context, _template: str) -> tuple[FormField, ...]:
    texts = ctx.texts
    ranked = tuple((one.value, texts.say(f"leagues.ranked_by.{one}")) for one in RankedBy)
    offered = rule_set_options(await ctx.services.house_rules.list_all(ctx.guild), DEFAULT_PRESET, texts)
    presets = tuple((one.value, one.label) for one in offered[:MAX_OPTIONS])
    return (
        FormField("name", texts.say("leagues.form.name"), max_length=MAX_NAME_LENGTH),
        FormField("by", texts.say("option.ranked_by.description"), default=RankedBy.PERSONS.value, choices=ranked),
        FormField("preset", texts.say("leagues.form.preset"), default=DEFAULT_PRESET, choices=presets),
    )


async def _create(press: ControlPress[control_ids.NewLeague]) -> Response:
    typed = press.form_values
    ranked_by = RankedBy.TEAMS if typed.get("by") == RankedBy.TEAMS else RankedBy.PERSONS
    values = {**TEMPLATES[press.id.template], "name": typed.get("name", ""), "ranked_by": ranked_by}
    return await create_league(press.ctx, typed.get("preset", DEFAULT_PRESET), "", values)


NEW_LEAGUE: Final = Creation(
    "leagues.button.new", TEMPLATES, control_ids.NewLeague, _require_creator, _list_fields, _create
)


_STEPS: Final[Mapping[control_ids.LeagueAction, LeagueStep]] = {
    control_ids.LeagueAction.CARD: lambda press, league: pages.overview_page(press.ctx, league),
    control_ids.LeagueAction.PAST: lambda press, league: pages.standings_page(
        press.ctx, league, parse_number(press.chosen) or None, 1
    ),
    control_ids.LeagueAction.REPORT: lambda press, league: pages.results_page(press.ctx, league, press.id.number or 1),
    control_ids.LeagueAction.HISTORY: lambda press, league: pages.season_history_page(press.ctx, league),
    control_ids.LeagueAction.AUDIT: lambda press, league: pages.audit_page(press.ctx, league, press.id.number or 1),
    control_ids.LeagueAction.JOIN: _join,
    control_ids.LeagueAction.ASK_LEAVE: _ask_leave,
    control_ids.LeagueAction.LEAVE: _leave,
    control_ids.LeagueAction.IMPORT: lambda press, league: files.import_file(press.ctx, league),
    **MANAGING,
}
HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    **ratings_handlers.HANDLERS,
    control_ids.LeagueControl: with_league(_handle_league_control),
    control_ids.ShowStandings: with_league(_show_standings),
    control_ids.PostStandings: with_league(_post_standings),
    control_ids.RuleOnResult: with_league(rule),
    control_ids.ChangeLeague: handle_change,
    control_ids.NewLeague: NEW_LEAGUE.handle,
    control_ids.LeagueList: show_page(lambda press: pages.list_page(press.ctx)),
}

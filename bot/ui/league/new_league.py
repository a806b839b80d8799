"""A new league from a template: a press, a form, and the league's panel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import discord

from bot.ids import ChannelId
from bot.league.leagues.league_settings import LeagueSettings, RankedBy, StandingsOrder
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import MAX_NAME_LENGTH
from bot.setting_fields import with_values
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.new_from_template import Creation
from bot.ui.core.interactions.responses import Response, show_in_place
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import FormField
from bot.ui.core.rule_sets import DEFAULT_PRESET, get_rule_set, rule_set_options
from bot.ui.league.control_ids import NewLeague
from bot.ui.league.lookup import get_caller
from bot.ui.league.manage_view import league_manage_view
from bot.ui.league.settings_form import create_league_settings
from bot.ui.settings.view import with_language_offer

TEMPLATES: Final[Mapping[str, Mapping[str, object]]] = {
    "ladder": {},
    "season": {"season_days": 30},
    "places": {"order": StandingsOrder.PLACES},
}
"""What each template sets besides the usual settings, by its word in a control's id."""


async def create_league(ctx: Context, settings: LeagueSettings) -> Response:
    """Create a league and return its managers' panel, whose next step opens the first season.

    Its card is posted in this channel, unless another one is chosen.
    """
    here = ctx.interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    channel = settings.news_channel or ChannelId(parent or ctx.location[1])
    settings = replace(settings, news_channel=channel)
    league = await ctx.services.league.admin.create_league(get_caller(ctx), ctx.guild, settings)
    ctx.services.league.posts.note_change(ctx.guild)
    said = ctx.texts.say("leagues.created", channel=f"<#{channel}>")
    return await with_language_offer(ctx, show_in_place(ctx, league_manage_view(league, None, ctx.texts, said)))


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


async def _create(press: ControlPress[NewLeague]) -> Response:
    values, services = press.form_values, press.ctx.services
    rules = await get_rule_set(services, press.ctx.guild, values.get("preset", DEFAULT_PRESET), press.texts)
    usual = create_league_settings(rules, "", press.texts)
    ranked_by = RankedBy.TEAMS if values.get("by") == RankedBy.TEAMS else RankedBy.PERSONS
    chosen = {"name": values.get("name", ""), "ranked_by": ranked_by}
    return await create_league(press.ctx, with_values(usual, {**TEMPLATES[press.id.template], **chosen}))


NEW_LEAGUE: Final = Creation("leagues.button.new", TEMPLATES, NewLeague, _require_creator, _list_fields, _create)

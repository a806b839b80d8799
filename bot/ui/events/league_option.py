"""Events that belong to a league: the option of `/event create`, its effects, and `/league schedule`."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.events.model import Event
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import EventSettings
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.leagues.leagues import LeagueInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.command_builder import CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.events.actions import schedule_view
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.league.lookup import get_league_by_name, require_manager


async def find_league_option(ctx: Context, name: str | None) -> LeagueInfo | None:
    """Return the league that an option names, if the user manages it."""
    if name is None:
        return None
    league = await get_league_by_name(ctx, name)
    await require_manager(ctx, league)
    return league


async def with_league(ctx: Context, settings: EventSettings, league: LeagueInfo | None) -> EventSettings:
    """Return settings of a league's event; the open season says whether deals count.

    Raises:
        EventRefused: LEAGUE_RULES.
    """
    if league is None:
        return settings
    counts = (await find_scheme(ctx, league)).event_deals
    if counts and settings.rules != league.settings.rules:
        raise EventRefused(EventRefusal.LEAGUE_RULES, name=league.name)
    return replace(settings, league=league.id, league_deals=counts)


async def find_scheme(ctx: Context, league: LeagueInfo) -> PointScheme:
    """Return the counting scheme of a league's open season, else of the next one."""
    season = await ctx.services.league.queries.find_running_season(league.id)
    return league.settings.scheme if season is None else season.scheme


async def describe_league(ctx: Context, event: Event, league: LeagueInfo) -> str:
    """Return one sentence about what an event counts for in its league."""
    scheme = await find_scheme(ctx, league)
    places = scheme.order is StandingsOrder.PLACES
    kind = {(False, False): "neither", (True, False): "deals", (False, True): "places", (True, True): "both"}
    key = f"bracket.league_{kind[event.settings.league_deals, places]}"
    return ctx.texts.say(key, league=escape_name(league.name), points="-".join(map(str, scheme.places)))


def add_schedule(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league schedule`."""

    @builder.command("league_schedule", "league", group=group)
    async def schedule(interaction: discord.Interaction, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            return NewMessage(await schedule_view(ctx, found))

        await builder.run(interaction, handler)

    offer_leagues(builder, schedule)

"""`/league`: create, change, join, view, import and export leagues."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ui.core.interactions.command_builder import CommandTexts, describe_command, describe_options
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, Response, notice_message
from bot.ui.core.services import Services
from bot.ui.league import actions as league_actions
from bot.ui.league import files
from bot.ui.league import pages as league_pages
from bot.ui.league.autocomplete import offer_leagues, offer_teams
from bot.ui.league.choose_league import or_choose_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.entrant_commands import add_entrants, add_entries
from bot.ui.league.lookup import get_league_by_name, require_manager
from bot.ui.league.manager_commands import add_create, add_edit, add_seasons

MAX_PAGES: Final = 10_000


def build_group(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> app_commands.Group:
    """Return `/league` with all its parts but those of events."""
    group = app_commands.Group(**describe_command(wording, "league"))
    for add in (add_create, add_edit, _add_players, add_entries, add_entrants, _add_views, add_seasons, _add_files):
        add(group, services, dispatcher, wording)
    return group


def _add_players(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "league_join"))
    @describe_options(wording, "league", "team")
    async def join(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            return notice_message(await league_actions.join(ctx, await get_league_by_name(ctx, league), team))

        await dispatcher.run(
            context_of(services, interaction),
            or_choose_league(handler, ChooseLeague("join")) if team is None else handler,
        )

    @group.command(**describe_command(wording, "league_leave"))
    @describe_options(wording, "league", "team")
    async def leave(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await league_actions.ask_leave(ctx, await get_league_by_name(ctx, league), team))

        await dispatcher.run(
            context_of(services, interaction),
            or_choose_league(handler, ChooseLeague("leave")) if team is None else handler,
        )

    commands: tuple[Any, ...] = (join, leave)
    for command in commands:
        offer_leagues(command, services)
        offer_teams(command, services)


def _add_views(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "league_standings"))
    @describe_options(wording, "league", "season", "page")
    async def standings(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MAX_PAGES] | None = None,
        page: Range[int, 1, MAX_PAGES] = 1,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league, archived=True)
            return NewMessage(await league_pages.standings_page(ctx, found, season, page))

        await dispatcher.run(
            context_of(services, interaction), or_choose_league(handler, ChooseLeague("table", season, page))
        )

    @group.command(**describe_command(wording, "league_report"))
    @describe_options(wording, "league")
    async def report(interaction: discord.Interaction, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(
                await league_pages.results_page(ctx, await get_league_by_name(ctx, league, archived=True), 1)
            )

        await dispatcher.run(context_of(services, interaction), or_choose_league(handler, ChooseLeague("report")))

    @group.command(**describe_command(wording, "league_history"))
    @describe_options(wording, "league")
    async def history(interaction: discord.Interaction, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(
                await league_pages.season_history_page(ctx, await get_league_by_name(ctx, league, archived=True))
            )

        await dispatcher.run(context_of(services, interaction), or_choose_league(handler, ChooseLeague("history")))

    views: tuple[Any, ...] = (standings, report, history)
    for command in views:
        offer_leagues(command, services, archived=True)


def _add_files(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "league_export"))
    @describe_options(wording, "league", "season")
    async def export(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MAX_PAGES] | None = None,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league, archived=True)
            one = await league_pages.get_season(services, found, season)
            return NewMessage(await files.export_season_files(ctx, found, one))

        await dispatcher.run(
            context_of(services, interaction), or_choose_league(handler, ChooseLeague("export", season))
        )

    @group.command(**describe_command(wording, "league_import"))
    @describe_options(wording, "file", "league")
    async def import_(interaction: discord.Interaction, file: discord.Attachment, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return NewMessage(await files.preview_import(ctx, found, file))

        await dispatcher.run(context_of(services, interaction), handler)

    offer_leagues(export, services, archived=True)
    offer_leagues(import_, services)

"""`/league`: create, change, join, view, import and export leagues."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ui.core.interactions.command_builder import CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.league import files
from bot.ui.league.autocomplete import offer_leagues, offer_teams
from bot.ui.league.choose_league import on_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.entrant_commands import add_entrants, add_entries
from bot.ui.league.lookup import get_league_by_name, require_manager
from bot.ui.league.manager_commands import add_create, add_edit, add_seasons

MAX_PAGES: Final = 10_000


def build_group(builder: CommandBuilder) -> app_commands.Group:
    """Return `/league` with all its parts but those of events."""
    group = builder.group("league")
    for add in (add_create, add_edit, _add_players, add_entries, add_entrants, _add_views, add_seasons, _add_files):
        add(group, builder)
    return group


def _add_players(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("league_join", "league", "team", group=group)
    async def join(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        choice = ChooseLeague("join", step=team or "")
        await builder.run(interaction, on_league(league, choice, offers=team is None))

    @builder.command("league_leave", "league", "team", group=group)
    async def leave(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        choice = ChooseLeague("leave", step=team or "")
        await builder.run(interaction, on_league(league, choice, offers=team is None))

    offer_leagues(builder, join, leave)
    offer_teams(builder, join, leave)


def _add_views(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("league_standings", "league", "season", "page", group=group)
    async def standings(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MAX_PAGES] | None = None,
        page: Range[int, 1, MAX_PAGES] = 1,
    ) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("table", season, page)))

    @builder.command("league_report", "league", group=group)
    async def report(interaction: discord.Interaction, league: str | None = None) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("report")))

    @builder.command("league_history", "league", group=group)
    async def history(interaction: discord.Interaction, league: str | None = None) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("history")))

    offer_leagues(builder, standings, report, history, archived=True)


def _add_files(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("league_export", "league", "season", group=group)
    async def export(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MAX_PAGES] | None = None,
    ) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("export", season)))

    @builder.command("league_import", "file", "league", group=group)
    async def import_(interaction: discord.Interaction, file: discord.Attachment, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return NewMessage(await files.preview_import(ctx, found, file))

        await builder.run(interaction, handler)

    offer_leagues(builder, export, archived=True)
    offer_leagues(builder, import_)

"""`/league` opens the panel of a league, a list or the preview of an import; `/new league` creates a league."""

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.leagues.league_settings import LeagueSettings
from bot.ui.core.interactions.command_builder import Command, CommandBuilder, offer_settings, read_settings
from bot.ui.core.rule_sets import DEFAULT_PRESET, offer_rules
from bot.ui.league.files import preview_import
from bot.ui.league.handlers import create_league
from bot.ui.league.lookup import offer_leagues
from bot.ui.league.pages import open_league
from bot.ui.typed.parse_changes import MAX_TEXT_LENGTH

CREATED_WITH: Final = ("name", "ranked_by", "season_days", "order", "min_people", "hints")
"""The fields of `LeagueSettings` that `/new league` has as options; managers set others in the league's panel."""


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/league`."""

    @builder.command("league", "league", "file")
    async def show(
        interaction: discord.Interaction, league: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        opened = partial(open_league, name=league)
        await builder.run(interaction, opened if file is None else partial(preview_import, name=league, file=file))

    offer_leagues(builder, show, archived=True)
    return (show,)


def add_new_league(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/new league`."""

    @builder.command("new_league", "preset", "changes", group=group)
    @offer_settings(builder.wording, LeagueSettings, required=True, only=CREATED_WITH)
    async def command(
        interaction: discord.Interaction,
        preset: str = DEFAULT_PRESET,
        changes: Range[str, 0, MAX_TEXT_LENGTH] = "",
        **chosen: Any,
    ) -> None:
        values = read_settings(LeagueSettings, chosen)
        await builder.run(interaction, partial(create_league, preset=preset, changes=changes, values=values))

    offer_rules(builder, command)

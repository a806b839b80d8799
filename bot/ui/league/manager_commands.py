"""The parts of `/league` for its managers: create, edit, seasons, archive."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.leagues.league_settings import LeagueSettings
from bot.setting_fields import with_values
from bot.ui.core.interactions.command_builder import CommandBuilder, offer_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.interactions.setting_options import offer_settings, read_settings
from bot.ui.core.rules.autocomplete_rules import offer_rules
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, get_rule_set
from bot.ui.league import actions as league_actions
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.league.choose_league import on_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.lookup import get_league_by_name, require_manager
from bot.ui.league.settings_form import default_league_settings, read_places, with_rules
from bot.ui.settings.language_offer import with_language_offer
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH

MAX_PLACES_LENGTH: Final = 80


def add_create(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league create`."""

    @builder.command("league_create", "preset", "changes", "places", group=group)
    @offer_settings(builder.wording, LeagueSettings, required=True)
    async def create(
        interaction: discord.Interaction,
        preset: str = DEFAULT_PRESET,
        changes: Range[str, 0, MAX_TEXT_LENGTH] | None = None,
        places: Range[str, 1, MAX_PLACES_LENGTH] | None = None,
        **chosen: Any,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            rules = await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
            usual = with_rules(default_league_settings(rules.preset), rules, changes, ctx.texts)
            wanted = read_settings(LeagueSettings, chosen) | read_places(places, ctx.texts)
            created = await league_actions.create(ctx, with_values(usual, wanted))
            return await with_language_offer(ctx, NewMessage(created))

        await builder.run(interaction, handler)

    offer_rules(builder, create)


def add_edit(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league edit`."""

    @builder.command(
        *(
            "league_edit",
            "league",
            "preset",
            "changes",
            "places",
            "manager",
            "no_manager",
            "no_news_channel",
            "no_results_channel",
        ),
        group=group,
    )
    @offer_settings(builder.wording, LeagueSettings, required=False)
    async def edit(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        league: str | None = None,
        preset: str | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] | None = None,
        places: Range[str, 1, MAX_PLACES_LENGTH] | None = None,
        manager: discord.Member | None = None,
        no_manager: discord.Member | None = None,
        no_news_channel: bool = False,  # noqa: FBT001, FBT002 - discord.py reads the option from here
        no_results_channel: bool = False,  # noqa: FBT001, FBT002 - as above
        **chosen: Any,
    ) -> None:
        no_channel = {"news_channel": no_news_channel, "results_channel": no_results_channel}
        removed: dict[str, object] = {name: None for name, is_removed in no_channel.items() if is_removed}
        wanted = removed | read_settings(LeagueSettings, chosen)
        managers = league_actions.ManagerChange(manager, no_manager)
        options = bool(wanted) or any(one is not None for one in (preset, changes, places, manager, no_manager))

        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            rules = None if preset is None else await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
            draft = with_rules(found.settings, rules, changes, ctx.texts)
            draft = with_values(draft, wanted | read_places(places, ctx.texts))
            return NewMessage(await league_actions.edit(ctx, found, draft, managers))

        await builder.run(interaction, handler if options else on_league(league, ChooseLeague("edit")))

    offer_rules(builder, edit)
    offer_leagues(builder, edit)


def add_seasons(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league season` and `archive`."""

    @builder.command("league_season", "step", "league", group=group)
    @offer_choices(step=[builder.wording.choice(f"leagues.step.{one}", one) for one in ("open", "close")])
    async def season(interaction: discord.Interaction, step: str, league: str | None = None) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("season", step=step)))

    @builder.command("league_archive", "league", group=group)
    async def archive(interaction: discord.Interaction, league: str | None = None) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("archive")))

    offer_leagues(builder, season, archive)

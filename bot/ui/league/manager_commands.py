"""The parts of `/league` for its managers: create, edit, seasons, archive."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.league_settings import LeagueSettings
from bot.setting_fields import with_values
from bot.ui.core.interactions.command_builder import CommandTexts, describe_command, describe_options, offer_choices
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, OpenForm, Response
from bot.ui.core.interactions.setting_options import offer_settings, read_settings
from bot.ui.core.rules.autocomplete_rules import offered_changes, offered_rule_sets
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, get_rule_set
from bot.ui.core.services import Services
from bot.ui.league import actions as league_actions
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.league.choose_league import or_choose_league
from bot.ui.league.confirm_view import confirm_action_view
from bot.ui.league.control_ids import ChooseLeague, LeagueAction
from bot.ui.league.lookup import get_league_by_name, require_manager
from bot.ui.league.settings_form import default_league_settings, league_edit_form, read_places, with_rules
from bot.ui.settings.language_offer import with_language_offer
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH

MAX_PLACES_LENGTH: Final = 80


def add_create(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league create`."""

    @group.command(**describe_command(wording, "league_create"))
    @describe_options(wording, "preset", "changes", "places")
    @offer_settings(wording, LeagueSettings, required=True)
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

        await dispatcher.run(context_of(services, interaction), handler)

    _offer_changes(create, services)


def add_edit(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league edit`."""

    @group.command(**describe_command(wording, "league_edit"))
    @describe_options(
        wording, "league", "preset", "changes", "places", "manager", "no_manager", "no_news", "no_results"
    )
    @offer_settings(wording, LeagueSettings, required=False)
    async def edit(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        league: str | None = None,
        preset: str | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] | None = None,
        places: Range[str, 1, MAX_PLACES_LENGTH] | None = None,
        manager: discord.Member | None = None,
        no_manager: discord.Member | None = None,
        no_news: bool = False,  # noqa: FBT001, FBT002 - discord.py reads the option from here
        no_results: bool = False,  # noqa: FBT001, FBT002 - as above
        **chosen: Any,
    ) -> None:
        no_channel = {"announcement_channel": no_news, "results_channel": no_results}
        removed: dict[str, object] = {name: None for name, is_removed in no_channel.items() if is_removed}
        wanted = removed | read_settings(LeagueSettings, chosen)
        managers = league_actions.ManagerChange(manager, no_manager)
        options = bool(wanted) or any(one is not None for one in (preset, changes, places, manager, no_manager))

        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            if not options:
                return OpenForm(league_edit_form(found, ctx.texts))
            rules = None if preset is None else await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
            draft = with_rules(found.settings, rules, changes, ctx.texts)
            draft = with_values(draft, wanted | read_places(places, ctx.texts))
            return NewMessage(await league_actions.edit(ctx, found, draft, managers))

        await dispatcher.run(
            context_of(services, interaction),
            handler if options else or_choose_league(handler, ChooseLeague("edit")),
        )

    _offer_changes(edit, services)
    offer_leagues(edit, services)


def add_seasons(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league season` and `archive`."""

    @group.command(**describe_command(wording, "league_season"))
    @describe_options(wording, "step", "league")
    @offer_choices(step=[wording.choice(f"leagues.step.{one}", one) for one in ("open", "close")])
    async def season(interaction: discord.Interaction, step: str, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return NewMessage(await league_actions.ask_season_change(ctx, found, opening=step == "open"))

        await dispatcher.run(
            context_of(services, interaction), or_choose_league(handler, ChooseLeague("season", step=step))
        )

    @group.command(**describe_command(wording, "league_archive"))
    @describe_options(wording, "league")
    async def archive(interaction: discord.Interaction, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return NewMessage(confirm_action_view(found, LeagueAction.ARCHIVE, 0, ctx.texts))

        await dispatcher.run(context_of(services, interaction), or_choose_league(handler, ChooseLeague("archive")))

    steps: tuple[Any, ...] = (season, archive)
    for command in steps:
        offer_leagues(command, services)


def _offer_changes(command: Any, services: Services) -> None:
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_changes(context_of(services, interaction), typed)

    async def rule_sets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_rule_sets(context_of(services, interaction), typed)

    command.autocomplete("changes")(offer)
    command.autocomplete("preset")(rule_sets)

"""The parts of `/league` for its managers: create, edit, seasons, archive."""

from collections.abc import Callable
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.leagues import (
    MAX_MIN_DEALS,
    MAX_SEASON_DAYS,
    OFFERED_ORDERS,
    LevelReset,
    RankedBy,
    RatingDecay,
    ReplacementPolicy,
)
from bot.league.teams import MAX_NAME_LENGTH
from bot.ui.core.interactions.command_builder import (
    CommandTexts,
    Run,
    describe_command,
    describe_options,
    offer_choices,
)
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, OpenForm, Response
from bot.ui.core.rules.autocomplete_rules import offered_changes, offered_rule_sets
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, get_rule_set
from bot.ui.core.services import Services
from bot.ui.league import actions as league_actions
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.league.choose_league import or_choose_league
from bot.ui.league.confirm_view import confirm_action_view
from bot.ui.league.control_ids import ChooseLeague, LeagueAction
from bot.ui.league.lookup import get_league_by_name, require_manager
from bot.ui.league.settings_form import LeagueEdit, apply_edit, default_league_settings, league_edit_form, with_rule_set
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH
from engine.model.validators.pack import MAX_PLAYERS

MAX_PLACES_LENGTH: Final = 80


def _offer_setting_choices(wording: CommandTexts) -> Callable[[Run], Run]:
    """Return a decorator that adds the choices of the settings."""
    return offer_choices(
        by=[wording.choice(f"leagues.by.{one}", one) for one in RankedBy],
        reset=[wording.choice(f"leagues.reset.{one}", one) for one in LevelReset],
        fading=[wording.choice(f"leagues.fading.{one}", one) for one in RatingDecay],
        replaced=[wording.choice(f"leagues.replaced.{one}", one) for one in ReplacementPolicy],
        order=[wording.choice(f"leagues.order.{one}", one) for one in OFFERED_ORDERS],
    )


def add_create(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league create`."""

    @group.command(**describe_command(wording, "league_create"))
    @describe_options(
        wording,
        *(
            "preset",
            "changes",
            "by",
            "days",
            "reset",
            "fading",
            "replaced",
            "order",
            "min_deals",
            "people",
            "hints",
            "places",
            "event_deals",
        ),
        name="league_name",
        channel="news",
    )
    @_offer_setting_choices(wording)
    async def create(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        preset: str = DEFAULT_PRESET,
        changes: Range[str, 0, MAX_TEXT_LENGTH] | None = None,
        by: str = RankedBy.PERSONS.value,
        days: Range[int, 0, MAX_SEASON_DAYS] = 0,
        reset: str = LevelReset.KEEP.value,
        channel: discord.TextChannel | None = None,
        fading: str = RatingDecay.NONE.value,
        replaced: str = ReplacementPolicy.AT_END.value,
        order: str | None = None,
        min_deals: Range[int, 1, MAX_MIN_DEALS] | None = None,
        people: Range[int, 0, MAX_PLAYERS] | None = None,
        hints: bool = False,  # noqa: FBT001, FBT002 - discord.py reads the option from here
        places: Range[str, 1, MAX_PLACES_LENGTH] | None = None,
        event_deals: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        async def handler(ctx: Context) -> Response:
            where = channel.id if channel else None
            rules = await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
            wanted = with_rule_set(
                LeagueEdit(
                    *(name, None, changes, by, days, reset, where),
                    rating_decay=fading,
                    replacement_policy=replaced,
                    order=order,
                    min_deals=min_deals,
                    people=people,
                    hints=hints,
                    places=places,
                    event_deals=event_deals,
                ),
                rules,
                ctx.texts,
            )
            draft = apply_edit(default_league_settings(rules.preset), wanted, ctx.texts)
            return NewMessage(await league_actions.create(ctx, draft))

        await dispatcher.run(context_of(services, interaction), handler)

    _offer_changes(create, services)


def add_edit(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league edit`."""

    @group.command(**describe_command(wording, "league_edit"))
    @describe_options(
        wording,
        "league",
        "preset",
        "changes",
        "by",
        "days",
        "reset",
        "manager",
        "no_manager",
        "fading",
        "replaced",
        "no_news",
        "results",
        "no_results",
        "order",
        "min_deals",
        "people",
        "hints",
        "places",
        "event_deals",
        name="league_name",
        channel="news",
    )
    @_offer_setting_choices(wording)
    async def edit(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        league: str | None = None,
        name: Range[str, 1, MAX_NAME_LENGTH] | None = None,
        preset: str | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] | None = None,
        by: str | None = None,
        days: Range[int, 0, MAX_SEASON_DAYS] | None = None,
        reset: str | None = None,
        channel: discord.TextChannel | None = None,
        manager: discord.Member | None = None,
        no_manager: discord.Member | None = None,
        fading: str | None = None,
        replaced: str | None = None,
        no_news: bool = False,  # noqa: FBT001, FBT002 - as above
        results: discord.TextChannel | None = None,
        no_results: bool = False,  # noqa: FBT001, FBT002 - as above
        order: str | None = None,
        min_deals: Range[int, 1, MAX_MIN_DEALS] | None = None,
        people: Range[int, 0, MAX_PLAYERS] | None = None,
        hints: bool | None = None,  # noqa: FBT001 - as above
        places: Range[str, 1, MAX_PLACES_LENGTH] | None = None,
        event_deals: bool | None = None,  # noqa: FBT001 - as above
    ) -> None:
        wanted = LeagueEdit(
            *(name, preset, changes, by, days, reset, channel.id if channel else None, no_news and channel is None),
            *(fading, replaced, results.id if results else None, no_results, order, min_deals, people, hints),
            *(places, event_deals),
        )
        options = wanted != LeagueEdit() or manager is not None or no_manager is not None

        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            if not options:
                return OpenForm(league_edit_form(found, ctx.texts))
            chosen = wanted
            if preset is not None:
                rules = await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
                chosen = with_rule_set(wanted, rules, ctx.texts)
            draft = apply_edit(found.settings, chosen, ctx.texts)
            return NewMessage(
                await league_actions.edit(ctx, found, draft, league_actions.ManagerChange(manager, no_manager))
            )

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

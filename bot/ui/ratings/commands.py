"""`/profile`, `/leaderboard` and `/versus`."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ids import UserId
from bot.ui.core.interactions.command_builder import Command, CommandTexts, single_command
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.services import Services
from bot.ui.ratings import pages as ratings_pages
from bot.ui.ratings.leaderboard_view import MAX_SEARCH_LENGTH
from bot.ui.ratings.pages import NamedUser
from engine.model.presets import OFFERED_PRESETS

MAX_PAGES: Final = 10_000
MemberOrUser = discord.Member | discord.User


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands about players' results."""
    return (
        _build_profile(services, dispatcher, wording),
        _build_leaderboard(services, dispatcher, wording),
        _build_versus(services, dispatcher, wording),
    )


def _presets(wording: CommandTexts) -> list[app_commands.Choice[str]]:
    return [wording.choice(f"preset.{name}", name) for name in OFFERED_PRESETS]


def _build_profile(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @app_commands.describe(
        person=wording("option.person.description"), preset=wording("option.rated_preset.description")
    )
    @app_commands.rename(person=wording("option.person.name"), preset=wording("option.preset.name"))
    @app_commands.choices(preset=_presets(wording))
    async def profile(
        interaction: discord.Interaction, person: discord.Member | None = None, preset: str | None = None
    ) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await ratings_pages.profile_page(ctx, preset, _named(person, ctx)))

        await dispatcher.run(context_of(services, interaction), handler)

    return single_command(profile, "profile", wording)


def _build_leaderboard(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @app_commands.describe(
        preset=wording("option.rated_preset.description"),
        page=wording("option.page.description"),
        search=wording("option.search.description"),
    )
    @app_commands.rename(
        preset=wording("option.preset.name"), page=wording("option.page.name"), search=wording("option.search.name")
    )
    @app_commands.choices(preset=_presets(wording))
    async def leaderboard(
        interaction: discord.Interaction,
        preset: str | None = None,
        page: Range[int, 1, MAX_PAGES] = 1,
        search: Range[str, 0, MAX_SEARCH_LENGTH] = "",
    ) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await ratings_pages.leaderboard_page(ctx, preset, page, search))

        await dispatcher.run(context_of(services, interaction), handler)

    return single_command(leaderboard, "leaderboard", wording)


def _build_versus(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @app_commands.describe(
        person=wording("option.rival.description"),
        other=wording("option.other.description"),
        preset=wording("option.rated_preset.description"),
    )
    @app_commands.rename(
        person=wording("option.person.name"), other=wording("option.other.name"), preset=wording("option.preset.name")
    )
    @app_commands.choices(preset=_presets(wording))
    async def versus(
        interaction: discord.Interaction,
        person: discord.Member,
        other: discord.Member | None = None,
        preset: str | None = None,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            left, right = (None, person) if other is None else (person, other)
            return NewMessage(await ratings_pages.versus_page(ctx, preset, _named(left, ctx), _named(right, ctx)))

        await dispatcher.run(context_of(services, interaction), handler)

    return single_command(versus, "versus", wording)


def _named(person: MemberOrUser | None, ctx: Context) -> NamedUser:
    """Return the named member and their name here, by default the user's own."""
    user = ctx.interaction.user if person is None else person
    return NamedUser(UserId(user.id), user.display_name)

"""`/profile`, `/leaderboard` and `/versus`."""

from collections.abc import Awaitable

import discord
from discord.app_commands import Range, choices

from bot.ids import UserId
from bot.ui.core.interactions.command_builder import MAX_PAGES, Command, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.message import Message
from bot.ui.ratings import handlers as ratings_pages
from bot.ui.ratings.handlers import NamedUser
from bot.ui.ratings.leaderboard_view import MAX_SEARCH_LENGTH
from engine.model.presets import OFFERED_PRESETS


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands about players' results."""
    presets = choices(preset=[builder.wording.choice(f"preset.{name}", name) for name in OFFERED_PRESETS])

    @builder.command("profile", "person", preset="rated_preset")
    @presets
    async def profile(
        interaction: discord.Interaction, person: discord.Member | None = None, preset: str | None = None
    ) -> None:
        await builder.run(interaction, lambda ctx: _reply(ratings_pages.profile_page(ctx, preset, _named(person, ctx))))

    @builder.command("leaderboard", "page", "search", preset="rated_preset")
    @presets
    async def leaderboard(
        interaction: discord.Interaction,
        preset: str | None = None,
        page: Range[int, 1, MAX_PAGES] = 1,
        search: Range[str, 0, MAX_SEARCH_LENGTH] = "",
    ) -> None:
        await builder.run(interaction, lambda ctx: _reply(ratings_pages.leaderboard_page(ctx, preset, page, search)))

    @builder.command("versus", "other", person="rival", preset="rated_preset")
    @presets
    async def versus(
        interaction: discord.Interaction,
        person: discord.Member,
        other: discord.Member | None = None,
        preset: str | None = None,
    ) -> None:
        left, right = (None, person) if other is None else (person, other)
        await builder.run(
            interaction,
            lambda ctx: _reply(ratings_pages.versus_page(ctx, preset, _named(left, ctx), _named(right, ctx))),
        )

    return profile, leaderboard, versus


async def _reply(page: Awaitable[Message]) -> Response:
    return NewMessage(await page)


def _named(person: discord.Member | None, ctx: Context) -> NamedUser:
    user = ctx.interaction.user if person is None else person
    return NamedUser(UserId(user.id), user.display_name)

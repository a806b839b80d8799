"""The user who pressed or typed something, and the place where they did."""

from dataclasses import dataclass, replace

import discord

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Texts
from bot.ui.core.services import Services


@dataclass(frozen=True, slots=True)
class Context:
    """The user and the place of an interaction. `panel_table` is the table whose panel was pressed, if any."""

    services: Services
    interaction: discord.Interaction
    texts: Texts
    panel_table: TableId | None = None
    is_private: bool = False

    @property
    def can_edit_in_place(self) -> bool:
        """Whether the response may replace the pressed message."""
        return self.is_private or self.panel_table is not None

    @property
    def user(self) -> UserId:
        """The user."""
        return UserId(self.interaction.user.id)

    @property
    def guild(self) -> GuildId:
        """The server."""
        return GuildId(self.location[0])

    @property
    def channel(self) -> ChannelId | None:
        """The channel or thread, if Discord named it."""
        return None if self.interaction.channel_id is None else ChannelId(self.interaction.channel_id)

    @property
    def location(self) -> tuple[GuildId, ChannelId]:
        """The server and the channel of the interaction. Raises TableRefused: it was outside a server."""
        if self.interaction.guild_id is None or self.interaction.channel_id is None:
            raise TableRefused(TableRefusal.OUTSIDE_GUILD)
        return GuildId(self.interaction.guild_id), ChannelId(self.interaction.channel_id)


def context_of(services: Services, interaction: discord.Interaction) -> Context:
    """Return the context of a command."""
    return Context(services, interaction, services.catalogue.texts_for(str(interaction.locale)))


async def in_preferred_language(ctx: Context) -> Context:
    """Return the context in the language that the user has chosen, if any."""
    chosen = (await ctx.services.people.get_preferences(ctx.user)).language
    return ctx if chosen is None else replace(ctx, texts=ctx.services.catalogue.texts_for(chosen))

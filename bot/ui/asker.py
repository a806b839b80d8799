"""Who pressed or typed something, and from where."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.play.occupants import ChannelId, GuildId, TableId, UserId
from bot.play.refusals import Refused, Why

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who waits for an answer. `panel`: the table whose panel he pressed on, if it was one.

    `private`: he pressed on a private message, panel or not.
    """

    interaction: discord.Interaction
    texts: "Texts"
    panel: TableId | None = None
    private: bool = False

    @property
    def in_place(self) -> bool:
        """Whether the answer may change the message that was pressed on."""
        return self.private or self.panel is not None

    @property
    def user(self) -> UserId:
        """The person."""
        return UserId(self.interaction.user.id)

    @property
    def place(self) -> tuple[GuildId, ChannelId]:
        """The server and the channel.

        Raises:
            Refused: it was outside of a server.
        """
        if self.interaction.guild_id is None or self.interaction.channel_id is None:
            raise Refused(Why.OUTSIDE_GUILD)
        return GuildId(self.interaction.guild_id), ChannelId(self.interaction.channel_id)

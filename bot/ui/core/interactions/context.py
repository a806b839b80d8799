"""Values that describe an interaction. They say who sent it, where, and what was pressed, chosen or typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

import discord

from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import require_seat
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.services import Services
from engine.model.seats import Seat

Id = TypeVar("Id", bound=ControlId)


@dataclass(frozen=True, slots=True)
class Context:
    """The user and the place of an interaction. After a press in a table's panel, `panel_table` is that table."""

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
        """The id of the user who sent the interaction."""
        return UserId(self.interaction.user.id)

    @property
    def guild(self) -> GuildId:
        """The id of the server. Raises TableRefused, as `location` does."""
        return GuildId(self.location[0])

    @property
    def channel(self) -> ChannelId | None:
        """The id of the channel or thread; None if Discord did not name it."""
        return None if self.interaction.channel_id is None else ChannelId(self.interaction.channel_id)

    @property
    def location(self) -> tuple[GuildId, ChannelId]:
        """The ids of the interaction's server and channel. Raises TableRefused: it was sent outside a server."""
        if self.interaction.guild_id is None or self.interaction.channel_id is None:
            raise TableRefused(TableRefusal.OUTSIDE_GUILD)
        return GuildId(self.interaction.guild_id), ChannelId(self.interaction.channel_id)


def context_of(services: Services, interaction: discord.Interaction) -> Context:
    """Return the context of an interaction, in the language of the user's Discord client."""
    return Context(services, interaction, services.catalogue.texts_for(str(interaction.locale)))


async def in_preferred_language(ctx: Context) -> Context:
    """Return the context in the language that the user has chosen, if any."""
    chosen = (await ctx.services.people.get_preferences(ctx.user)).language
    return ctx if chosen is None else replace(ctx, texts=ctx.services.catalogue.texts_for(chosen))


@dataclass(frozen=True, slots=True)
class PickedPerson:
    """Somebody whom a user picked from Discord's list of people."""

    id: int
    name: str
    display_name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class ControlPress(Generic[Id]):
    """A press, a choice or a submitted form: its context, the control's id, and what was chosen or typed."""

    ctx: Context
    id: Id
    values: tuple[str, ...] = ()
    form_values: Mapping[str, str] = field(default_factory=dict)
    people: tuple[PickedPerson, ...] = ()

    @property
    def texts(self) -> Texts:
        """The texts in the user's language."""
        return self.ctx.texts

    @property
    def chosen(self) -> str:
        """The first value chosen in a select; empty if there is none."""
        return self.values[0] if self.values else ""

    async def remember_picked(self) -> tuple[UserId, ...]:
        """Save the names of the picked people and return their ids. Raises EventRefused: one is a bot (`NO_BOTS`)."""
        if any(one.bot for one in self.people):
            raise EventRefused(EventRefusal.NO_BOTS)
        for one in self.people:
            await self.ctx.services.people.remember_name(one)
        return tuple(UserId(one.id) for one in self.people)


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press on a control of a table, with the user and what they chose."""

    services: Services
    table: Table
    user: UserId
    control_id: TableControlId
    values: tuple[str, ...]
    texts: Texts
    shuffle_cut: str
    preferences: Preferences


def get_seat(table: Table, user: UserId) -> Seat:
    """Return a user's seat at a table. Raises TableRefused: they have none there."""
    return require_seat(table.facts, user)

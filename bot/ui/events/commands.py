"""`/event` opens the panel of an event or a list of events; `/new event` creates an event."""

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.events.settings import EventSettings
from bot.ui.core.interactions.command_builder import Command, CommandBuilder, offer_settings, read_settings
from bot.ui.core.rule_sets import offer_rules
from bot.ui.events.create_event import MAX_TIME_LENGTH, TypedOptions, create_event
from bot.ui.events.lookup import list_events
from bot.ui.events.panel_view import open_event
from bot.ui.league.lookup import offer_leagues
from bot.ui.typed.parse_changes import MAX_TEXT_LENGTH

CREATED_WITH: Final = ("name", "format", "deals", "minutes")
"""The names of the settings that `/new event` has as options. Managers change the others in the event's panel."""


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/event`."""

    @builder.command("event", "event")
    async def show(interaction: discord.Interaction, event: str | None = None) -> None:
        await builder.run(interaction, partial(open_event, name=event))

    builder.complete("event", list_events, show)
    return (show,)


def add_new_event(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/new event`."""

    @builder.command("new_event", "preset", "starts", "changes", "league", group=group)
    @offer_settings(builder.wording, EventSettings, required=True, only=CREATED_WITH)
    async def create(
        interaction: discord.Interaction,
        preset: str | None = None,
        starts: Range[str, 1, MAX_TIME_LENGTH] | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] = "",
        league: str | None = None,
        **chosen: Any,
    ) -> None:
        settings = read_settings(EventSettings, chosen)
        typed = TypedOptions(preset, starts, changes, league)
        await builder.run(interaction, partial(create_event, typed=typed, chosen=settings))

    offer_rules(builder, create)
    offer_leagues(builder, create)

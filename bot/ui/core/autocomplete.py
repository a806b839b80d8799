"""Autocompletion of options."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.ui.core.context import Context, in_preferred_language
from bot.ui.typed.rule_changes import list_change_offers
from engine.model.presets import PRESETS

MAX_CHOICES_OFFERED: Final = 25
DEFAULT_PRESET: Final = "club"


def as_choices(words: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Return at most 25 texts as choices."""
    return [app_commands.Choice(name=word, value=word) for word in words[:MAX_CHOICES_OFFERED]]


async def offered_changes(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the rule changes that match what is typed, for the preset chosen beside them."""
    ctx = await in_preferred_language(ctx)
    preset = getattr(ctx.interaction.namespace, "preset", None)
    if preset not in PRESETS and ctx.interaction.guild_id is not None:
        preset = (await ctx.services.guild_settings.load_settings(ctx.location[0])).preset
    chosen = preset if isinstance(preset, str) and preset in PRESETS else DEFAULT_PRESET
    players = getattr(ctx.interaction.namespace, "players", None)
    found = list_change_offers(chosen, typed, ctx.texts, players if isinstance(players, int) else None)
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]

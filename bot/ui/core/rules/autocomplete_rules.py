"""Autocompletion of options that choose or change rules."""

from contextlib import suppress

from discord import app_commands

from bot.play.refusals import TableRefused
from bot.ui.core.interactions.command_builder import MAX_CHOICES_OFFERED
from bot.ui.core.interactions.context import Context, in_preferred_language
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.rules.rule_set_names import list_fitting_sources
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, RuleSet, get_default_rule_set, get_rule_set, rule_set_options
from bot.ui.typed.rule_changes import list_change_offers
from engine.model.presets import PRESETS


async def offered_changes(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the rule changes that match the typed text, for the rules chosen in another option."""
    ctx = await in_preferred_language(ctx)
    preset = (await _find_rules_beside(ctx)).preset
    players = getattr(ctx.interaction.namespace, "players", None)
    found = list_change_offers(preset, typed, ctx.texts, players if isinstance(players, int) else None)
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]


async def offered_rule_sets(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the server's house rules and the presets with a name, in any language, that contains the typed text."""
    ctx = await in_preferred_language(ctx)
    houses = () if ctx.interaction.guild_id is None else await ctx.services.house_rules.list_all(ctx.guild)
    fits = list_fitting_sources(typed, houses, ctx.services.catalogue)
    choices = [
        app_commands.Choice(
            name=format_label(
                option.label
                if not option.hint
                else ctx.texts.say("house.choice", name=option.label, about=option.hint),
                MAX_OPTION_LENGTH,
            ),
            value=option.value,
        )
        for option in rule_set_options(houses, "", ctx.texts)
        if option.value in fits
    ]
    return choices[:MAX_CHOICES_OFFERED]


async def _find_rules_beside(ctx: Context) -> RuleSet:
    beside = getattr(ctx.interaction.namespace, "preset", None)
    if ctx.interaction.guild_id is not None:
        with suppress(TableRefused):  # unfinished, or outdated
            if isinstance(beside, str) and beside:
                return await get_rule_set(ctx.services, ctx.guild, beside, ctx.texts)
            return await get_default_rule_set(ctx.services, ctx.guild)
    preset = beside if isinstance(beside, str) and beside in PRESETS else DEFAULT_PRESET
    return RuleSet(preset, preset, {})

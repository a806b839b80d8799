"""Autocompletion of options that choose or change rules."""

from contextlib import suppress
from typing import Any

from discord import app_commands

from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.ui.core.interactions.command_builder import Choices, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.message import SelectOption
from bot.ui.core.rules.rule_set_names import list_fitting_sources
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, RuleSet, get_default_rule_set, get_rule_set, rule_set_options
from bot.ui.typed.change_offers import list_change_offers


def offer_rules(builder: CommandBuilder, *commands: Any) -> None:
    """Complete the options `preset` and `changes` of commands."""
    builder.complete("preset", offered_rule_sets, *commands)
    builder.complete("changes", _offered_changes, *commands)


async def _offered_changes(ctx: Context, typed: str) -> Choices:
    """Return the rule changes that match the typed text, for the rules chosen in another option."""
    preset = (await _find_rules_beside(ctx)).preset
    players = getattr(ctx.interaction.namespace, "players", None)
    found = list_change_offers(preset, typed, ctx.texts, players if isinstance(players, int) else None)
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]


async def offered_rule_sets(ctx: Context, typed: str) -> Choices:
    """Return the server's house rules and the presets with a name, in any language, that contains the typed text."""
    houses = await ctx.services.house_rules.list_all(ctx.guild)
    fits = list_fitting_sources(typed, houses, ctx.services.catalogue)
    options = (one for one in rule_set_options(houses, "", ctx.texts) if one.value in fits)
    return [app_commands.Choice(name=_format_rule_set(one, ctx.texts), value=one.value) for one in options]


def _format_rule_set(option: SelectOption, texts: Texts) -> str:
    name = texts.say("house.choice", name=option.label, about=option.hint) if option.hint else option.label
    return format_label(name, MAX_OPTION_LENGTH)


async def _find_rules_beside(ctx: Context) -> RuleSet:
    beside = getattr(ctx.interaction.namespace, "preset", None)
    with suppress(TableRefused):  # unfinished, or outdated
        if isinstance(beside, str) and beside:
            return await get_rule_set(ctx.services, ctx.guild, beside, ctx.texts)
        return await get_default_rule_set(ctx.services, ctx.guild)
    return RuleSet(DEFAULT_PRESET, DEFAULT_PRESET, {})

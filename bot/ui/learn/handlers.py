"""Handlers of the rule book and the help, also for the rule behind a refusal."""

from collections.abc import Sequence
from typing import Final

from bot.ids import TableId
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefused
from bot.ui.core.context import Context
from bot.ui.core.control_press import ControlPress
from bot.ui.core.custom_ids import parse_number
from bot.ui.core.find_table import find_table_by_id, get_current_table
from bot.ui.core.message import Message, Text, button_rows
from bot.ui.core.refusals import (
    RulebookAction,
    RulebookControl,
    chapter_button,
    format_rule_behind,
    parse_reason,
)
from bot.ui.core.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.rule_sets import get_rule_set, parse_house_source
from bot.ui.core.table_ids import ControlVerb
from bot.ui.core.table_press import PressHandler, TablePress
from bot.ui.learn import help_view, rulebook_view
from bot.ui.learn.command_list import list_command_lines
from bot.ui.learn.tutorial_handlers import open_tutorial
from engine.model.presets import PRESETS

DEFAULT_PRESET: Final = next(iter(PRESETS))


async def handle_rulebook(press: ControlPress[RulebookControl]) -> Response:
    """Turn to another chapter, or open another set of rules at the same one."""
    source, action, key = press.id.source, press.id.action, press.id.chapter
    if action is RulebookAction.REASON:
        return _explain_reason(press.ctx, source, key)
    if action is RulebookAction.OF:
        source, key = press.chosen, ""
    elif action is RulebookAction.AT:
        key = press.chosen
    message = await open_chapter(press.ctx, source, key)
    return NewMessage(message) if action is RulebookAction.WHY else EditMessage(message)


def _explain_reason(ctx: Context, source: str, key: str) -> Response:
    reason = parse_reason(key)
    if reason is None:
        return notice_message(ctx.texts.say("ui.failed"))
    chapter = button_rows((chapter_button(source, reason, ctx.texts),))
    return NewMessage(Message((Text(format_rule_behind(reason, ctx.texts)), *chapter)))


async def handle_help(press: ControlPress[help_view.HelpControl]) -> Response:
    """Turn to another topic, or open the rules or the tutorial."""
    if press.id.action is help_view.HelpAction.RULES:
        return NewMessage(await open_rulebook(press.ctx, None, ""))
    if press.id.action is help_view.HelpAction.TUTORIAL:
        return NewMessage(await open_tutorial(press.ctx))
    return EditMessage(await help_topic_view(press.ctx, press.chosen))


async def open_rulebook(ctx: Context, preset: str | None, key: str) -> Message:
    """Return a chapter of the rules of `preset`; without one of the table here, or of the usual rules."""
    if preset is None:
        try:
            found = rulebook_view.rulebook_from_table(await get_current_table(ctx), await _list_house_rules(ctx))
        except TableRefused:
            found = rulebook_view.rulebook_from_preset(DEFAULT_PRESET)
    else:
        found = await _open_rule_set(ctx, preset)
    return await rulebook_view.rulebook_view(
        ctx.services, found, rulebook_view.resolve_chapter(key), ctx.texts, await _list_house_rules(ctx)
    )


async def open_chapter(ctx: Context, source: str, key: str) -> Message:
    """Return a chapter of a book by its source.

    Raises:
        TableRefused: there is no such table, and no such house rules, in this server.
    """
    if source in PRESETS or parse_house_source(source) is not None:
        found = await _open_rule_set(ctx, source)
    else:
        table = await find_table_by_id(ctx, TableId(parse_number(source.removeprefix(rulebook_view.TABLE_PREFIX))))
        found = rulebook_view.rulebook_from_table(table, await _list_house_rules(ctx))
    return await rulebook_view.rulebook_view(
        ctx.services, found, rulebook_view.resolve_chapter(key), ctx.texts, await _list_house_rules(ctx)
    )


async def _list_house_rules(ctx: Context) -> Sequence[HouseRules]:
    return () if ctx.interaction.guild_id is None else await ctx.services.house_rules.list_all(ctx.guild)


async def _open_rule_set(ctx: Context, wanted: str) -> rulebook_view.Rulebook:
    """Return the rules of a preset or of the server's house rules. Raises `TableRefused`."""
    if wanted in PRESETS:
        return rulebook_view.rulebook_from_preset(wanted)
    guild = None if ctx.interaction.guild_id is None else ctx.guild
    found = await get_rule_set(ctx.services, guild, wanted, ctx.texts)
    return (
        rulebook_view.rulebook_from_rule_set(found) if found.name else rulebook_view.rulebook_from_preset(found.preset)
    )


async def help_topic_view(ctx: Context, topic: str) -> Message:
    """Return a topic of the help."""
    commands = await list_command_lines(ctx.interaction, ctx.texts) if topic == "commands" else ""
    return help_view.help_view(topic, ctx.texts, commands)


async def _show_rules(press: TablePress) -> Response:
    """Open the book at its first page, where a newcomer begins; its heading names the table."""
    houses = await press.services.house_rules.list_all(press.table.facts.guild)
    book = rulebook_view.rulebook_from_table(press.table, houses)
    return NewMessage(
        await rulebook_view.rulebook_view(press.services, book, rulebook_view.resolve_chapter(""), press.texts, houses)
    )


async def _show_help(press: TablePress) -> Response:
    return NewMessage(help_view.help_view(help_view.TOPICS[0], press.texts))


TABLE_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {ControlVerb.RULES: _show_rules, ControlVerb.HELP: _show_help}
"""The controls of a table that teach."""

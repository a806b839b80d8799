"""Handlers of the rulebook and of the help. They also explain the rule behind a refusal."""

from collections.abc import Sequence
from typing import Final

from bot.ids import TableId
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefused
from bot.text.describe.rule_search import Found, search_rules
from bot.text.describe.rulebook import CHAPTER_KEYS, PLACE_SEPARATOR
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions import explain_refusal
from bot.ui.core.interactions.context import Context, ControlPress, TablePress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, PressHandler, Response, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.core.rule_sets import DEFAULT_PRESET, get_rule_set, parse_house_source
from bot.ui.core.tables.find_table import find_table_by_id, get_current_table
from bot.ui.learn import help_view, rulebook_view
from bot.ui.learn.tutorial_handlers import open_tutorial
from engine.model.presets import PRESETS

MAX_WANTED: Final = 100
"""How many characters of a search are used."""


async def handle_rulebook(press: ControlPress[explain_refusal.RulebookControl]) -> Response:
    """Turn to another page, show other rules from their first page, or explain the rule behind a refusal."""
    source, action, key = press.id.source, press.id.action, press.id.chapter
    if action is explain_refusal.RulebookAction.REASON:
        return await _explain_reason(press.ctx, source, key)
    if action is explain_refusal.RulebookAction.OF:
        source, key = press.chosen, ""
    elif action is explain_refusal.RulebookAction.AT:
        key = press.chosen
    message = await _show(press.ctx, await _find_book(press.ctx, source), key, press.id.wanted)
    return NewMessage(message) if action is explain_refusal.RulebookAction.WHY else EditMessage(message)


async def _explain_reason(ctx: Context, source: str, key: str) -> Response:
    rule = explain_refusal.parse_rule_behind(key)
    if rule is None:
        return notice_message(ctx.texts.say("failure.unexpected"))
    book = await _find_book(ctx, source)
    table = None if book.table is None else await find_table_by_id(ctx, book.table)
    seat = None if table is None else table.seat_of(ctx.user)
    view = None if table is None or seat is None else table.view(seat)
    chapter = button_rows((explain_refusal.chapter_button(source, rule, ctx.texts, book.rules),))
    return NewMessage(Message((Text(explain_refusal.format_rule_behind(rule, ctx.texts, book.rules, view)), *chapter)))


async def handle_help(press: ControlPress[help_view.HelpControl]) -> Response:
    """Turn to another topic, or open the rules or the tutorial."""
    if press.id.action is help_view.HelpAction.RULES:
        return await open_rulebook(press.ctx, None, "")
    if press.id.action is help_view.HelpAction.TUTORIAL:
        return await open_tutorial(press.ctx)
    return EditMessage(await help_topic_view(press.ctx, press.chosen))


async def open_rulebook(ctx: Context, preset: str | None, place: str, wanted: str = "") -> Response:
    """Return the page at `place` of the rules of `preset`. Without a preset, `find_rulebook` chooses the rules.

    `wanted` is a suggested place, or words to search for. If the search finds rules, return the page of the first. If
    it finds none, a notice says so.
    """
    book = await find_rulebook(ctx, preset)
    if not wanted or rulebook_view.has_sentence(book, wanted, ctx.texts):
        return NewMessage(await _show(ctx, book, wanted or place))
    if found := _search(ctx, book, wanted):
        return NewMessage(await _show(ctx, book, found[0].place, wanted))
    missing = ctx.texts.say("book.not_found", wanted=escape_name(wanted[:MAX_WANTED]))
    return NewMessage((await _show(ctx, book, place)).with_notice(missing))


async def find_rulebook(ctx: Context, preset: str | None) -> rulebook_view.Rulebook:
    """Return the rules of `preset`. Without it, return the rules of the current table or of `DEFAULT_PRESET`."""
    if preset is not None:
        return await _open_rule_set(ctx, preset)
    try:
        return rulebook_view.rulebook_from_table(await get_current_table(ctx), await _list_house_rules(ctx))
    except TableRefused:
        return rulebook_view.rulebook_from_preset(DEFAULT_PRESET)


def _search(ctx: Context, book: rulebook_view.Rulebook, wanted: str) -> Sequence[Found]:
    """Return the sentences that contain the words `wanted`. If `wanted` is a place, use the name of its sentence."""
    chapter, _, name = wanted[:MAX_WANTED].partition(PLACE_SEPARATOR)
    words = name if chapter in CHAPTER_KEYS else wanted[:MAX_WANTED]
    return search_rules(ctx.texts, ctx.services.catalogue.list_texts(), book.rules, words)


async def _show(ctx: Context, book: rulebook_view.Rulebook, place: str, wanted: str = "") -> Message:
    houses = await _list_house_rules(ctx)
    page = await rulebook_view.rulebook_view(ctx.services, book, place, ctx.texts, houses)
    found = _search(ctx, book, wanted) if wanted else ()
    return rulebook_view.with_found(page, book, place, wanted, found, ctx.texts)


async def _find_book(ctx: Context, source: str) -> rulebook_view.Rulebook:
    if source in PRESETS or parse_house_source(source) is not None:
        return await _open_rule_set(ctx, source)
    table = await find_table_by_id(ctx, TableId(parse_number(source.removeprefix(rulebook_view.TABLE_PREFIX))))
    return rulebook_view.rulebook_from_table(table, await _list_house_rules(ctx))


async def _list_house_rules(ctx: Context) -> Sequence[HouseRules]:
    return () if ctx.interaction.guild_id is None else await ctx.services.house_rules.list_all(ctx.guild)


async def _open_rule_set(ctx: Context, wanted: str) -> rulebook_view.Rulebook:
    guild = None if ctx.interaction.guild_id is None else ctx.guild
    return rulebook_view.rulebook_from_rule_set(await get_rule_set(ctx.services, guild, wanted, ctx.texts))


async def help_topic_view(ctx: Context, topic: str) -> Message:
    """Return a topic of the help."""
    commands = await help_view.list_command_lines(ctx.interaction, ctx.texts) if topic == "commands" else ""
    return help_view.help_view(topic, ctx.texts, commands)


async def _show_rules(press: TablePress) -> Response:
    """Open the book at its first page, where a newcomer begins."""
    houses = await press.services.house_rules.list_all(press.table.facts.guild)
    book = rulebook_view.rulebook_from_table(press.table, houses)
    return NewMessage(await rulebook_view.rulebook_view(press.services, book, "", press.texts, houses))


async def _show_help(press: TablePress) -> Response:
    return NewMessage(help_view.help_view(help_view.TOPICS[0], press.texts))


TABLE_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {ControlVerb.RULES: _show_rules, ControlVerb.HELP: _show_help}

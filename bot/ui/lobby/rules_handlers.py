"""Handles the host's changes to a lobby's rules."""

from dataclasses import replace

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.tables.table import Table
from bot.play.values.table_info import TableStatus
from bot.text.describe.rules import OPTION_SECTIONS
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.league.counting_leagues import find_counting_league, format_no_longer_counting
from bot.ui.lobby.rules_view import (
    RuleChangeAction,
    RuleChangeControl,
    find_section,
    rule_option_view,
    rule_section_view,
    rule_sections_view,
    section_of,
)
from bot.ui.typed.rule_changes import find_changes, list_option_changes


async def handle_rule_change(press: ControlPress[RuleChangeControl]) -> Response:
    """Show another section of the rules, or change a rule."""
    table = await _get_own_lobby(press)
    if table.facts.status is not TableStatus.LOBBY:  # the controls are outdated
        closed = TableRefused(
            TableRefusal.TABLE_CLOSED if table.facts.status is TableStatus.CLOSED else TableRefusal.ALREADY_STARTED
        )
        return EditMessage(Message((Text(press.texts.format_refusal(closed)),)))
    action, turn = press.id.action, press.id.turn + 1
    before = await find_counting_league(press.ctx.services, table.facts)
    if action is RuleChangeAction.RESET:
        await table.lobby.change(table_changes.set_rules, press.ctx.user, table.facts.preset, {})
    elif action is RuleChangeAction.TO and press.values:
        await _set_option(press, table, press.id.option, press.chosen)
    message = _rules_view(press, table, turn)
    lost = format_no_longer_counting(before, await find_counting_league(press.ctx.services, table.facts), press.texts)
    message = replace(message, blocks=(Text(lost), *message.blocks)) if lost else message
    return NewMessage(message) if action is RuleChangeAction.OPEN else EditMessage(message)


async def _get_own_lobby(press: ControlPress[RuleChangeControl]) -> Table:
    table = await find_table_by_id(press.ctx, press.id.table)
    if table.facts.host != press.ctx.user:
        raise TableRefused(TableRefusal.NOT_HOST, host=table.facts.host)
    return table


async def _set_option(press: ControlPress[RuleChangeControl], table: Table, option: str, value: str) -> None:
    facts = table.facts
    if not any(option in names for names in OPTION_SECTIONS.values()):
        return
    for wanted in list_option_changes(facts.preset, find_changes(facts.preset, facts.rules), option):
        if wanted[option] == value:
            await table.lobby.change(table_changes.set_rules, press.ctx.user, facts.preset, wanted)
            return


def _rules_view(press: ControlPress[RuleChangeControl], table: Table, turn: int) -> Message:
    action, chosen = press.id.action, press.chosen
    section = find_section(table.facts, chosen if action is RuleChangeAction.IN else press.id.section)
    if action is RuleChangeAction.OF and any(chosen in names for names in OPTION_SECTIONS.values()):
        return rule_option_view(table.facts, turn, section_of(chosen), chosen, press.texts)
    shows_section = {RuleChangeAction.IN, RuleChangeAction.SECTION, RuleChangeAction.TO}
    if action in shows_section and section is not None:
        return rule_section_view(table.facts, turn, section, press.texts)
    can_save = press.ctx.interaction.permissions.manage_guild
    return rule_sections_view(table.facts, turn, press.texts, can_save=can_save)

"""Handlers of the controls of a lobby."""

from dataclasses import replace
from typing import Final

from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.tables.table import Table
from bot.play.values.table_info import Computer, Person, TableStatus, parse_occupant
from bot.text.describe.rules import OPTION_SECTIONS
from bot.ui.core.interactions.context import ControlPress, TablePress
from bot.ui.core.interactions.responses import (
    Acknowledge,
    EditMessage,
    NewMessage,
    PressHandler,
    Response,
    ShowPanel,
    ShowTable,
    notice_message,
)
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.rule_sets import get_rule_set
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.league.counting_leagues import (
    find_counting_league,
    find_reasons,
    format_no_longer_counting,
    list_team_groups,
)
from bot.ui.lobby import member_view
from bot.ui.lobby.lobby_view import visitor_view
from bot.ui.lobby.rules_view import (
    RuleChangeAction,
    RuleChangeControl,
    find_section,
    rule_option_view,
    rule_section_view,
    rule_sections_view,
    section_of,
)
from bot.ui.table.handlers import choose_speed, set_remembered_speed
from bot.ui.table.vote_view import SPEED
from bot.ui.typed.rule_changes import find_changes, find_players_change, list_option_changes
from engine.model.seats import Seat
from engine.players.levels import PLAYERS, RULES_LEVEL

DEFAULT_COMPUTER_LEVEL: Final = RULES_LEVEL


async def _join(press: TablePress) -> Response:
    chosen = press.control_id.argument
    side = int(chosen) if chosen else None
    teams = await list_team_groups(press.services, press.table.facts, press.user)
    await press.table.lobby.change(table_changes.join, press.user, teams=teams, side=side)
    return ShowPanel(press.table)


async def _show_more(press: TablePress) -> Response:
    seen = press.table.snapshot()
    if seen.facts.status is TableStatus.LOBBY and press.table.seat_of(press.user) is None:
        return NewMessage(await visitor_view(press.services, seen, press.texts))
    return _show_all(press)


def _show_all(press: TablePress, notice: str | None = None) -> Response:
    return ShowPanel(press.table, notice, opened=ControlVerb.LOBBY_MORE)


async def _take_seat(press: TablePress) -> Response:
    seat = Seat(int(press.values[0]))
    if press.table.seat_of(press.user) is None:
        await press.table.lobby.change(table_changes.join, press.user, seat)
    else:
        await press.table.lobby.change(table_changes.move, press.user, seat)
    return ShowPanel(press.table)


async def _shuffle_seats(press: TablePress) -> Response:
    await press.table.lobby.shuffle_seats(press.user, await list_team_groups(press.services, press.table.facts))
    return _show_all(press)


async def _run_host_action(press: TablePress) -> Response:
    if press.values[0].startswith(SPEED):
        chosen = press.values[0].removeprefix(f"{SPEED} ")
        await choose_speed(press.services, press.table, press.user, chosen)
        return _show_all(press, press.texts.say(f"pace.{chosen}"))
    handler, number, who = press.values[0].split()
    seat, expected = Seat(int(number)), parse_occupant(who)
    if seat >= len(press.table.occupants) or press.table.occupants[seat] != expected:
        raise StaleTask
    if handler == member_view.KICK:
        await press.table.lobby.change(table_changes.kick, press.user, seat)
    elif isinstance(expected, Person):
        await press.table.lobby.change(table_changes.transfer_host, press.user, expected.user)
    return _show_all(press)


async def _choose_preset(press: TablePress) -> Response:
    before = await find_counting_league(press.services, press.table.facts)
    people = sum(isinstance(occupant, Person) for occupant in press.table.occupants)
    wanted = await get_rule_set(press.services, press.table.facts.guild, press.values[0], press.texts)
    changes = find_players_change(wanted.preset, people, wanted.changes)
    await press.table.lobby.change(table_changes.set_rules, press.user, wanted.preset, changes)
    lost = format_no_longer_counting(before, await find_counting_league(press.services, press.table.facts), press.texts)
    return _show_all(press, lost or None)


async def _choose_length(press: TablePress) -> Response:
    length = member_view.parse_length(press.values[0]) if press.values else None
    if length is None:
        raise StaleTask
    await press.table.lobby.change(table_changes.set_match_length, press.user, *length)
    return _show_all(press)


async def _choose_purpose(press: TablePress) -> Response:
    purpose = member_view.parse_purpose(press.values[0]) if press.values else None
    if purpose is None:
        raise StaleTask
    (league, friendly), facts = purpose, press.table.facts
    possible = await press.services.league.tables.list_possible_leagues(facts.guild, facts.rules)
    if league is not None and league != facts.league and league not in {one.id for one in possible}:
        raise StaleTask  # the select is out of date, because the league or the rules have changed
    teams = await list_team_groups(press.services, replace(facts, league=league, is_friendly=friendly))
    await press.table.lobby.change(table_changes.set_purpose, press.user, league, friendly=friendly, teams=teams)
    return _show_all(press)


async def _leave(press: TablePress) -> Response:
    await press.table.attendance.leave(press.user)
    return notice_message(press.texts.say("lobby.left"))


async def _add_computer(press: TablePress) -> Response:
    here = next((o.level for o in press.table.occupants if isinstance(o, Computer)), None)
    level = here or await press.services.surface_store.find_computer_level(press.table.id)
    known = level if level is not None and level in PLAYERS else DEFAULT_COMPUTER_LEVEL
    await press.table.lobby.change(table_changes.add_computer, press.user, known)
    return Acknowledge()


async def _choose_computer(press: TablePress) -> Response:
    seat, _, level = press.values[0].partition(" ")
    if seat == member_view.EVERY_COMPUTER:  # no panel is needed, because the lobby's message shows the new level
        await press.table.lobby.change(table_changes.set_difficulty, press.user, level)
        return Acknowledge()
    if seat == member_view.ADD_COMPUTER:
        await press.table.lobby.change(table_changes.add_computer, press.user, level)
    else:
        await press.table.lobby.change(table_changes.set_level, press.user, Seat(int(seat)), level)
    return _show_all(press)


async def _remove_computer(press: TablePress) -> Response:
    await press.table.lobby.change(table_changes.remove_computer, press.user)
    return Acknowledge()


async def _start(press: TablePress) -> Response:
    facts = press.table.facts
    ready = press.user == facts.host and facts.status is TableStatus.LOBBY and None not in facts.seats
    asks = ready and press.control_id.argument != member_view.START_ANYWAY
    if asks and (reasons := await find_reasons(press.services, facts, press.texts)):
        return NewMessage(member_view.start_question_view(press.table.snapshot(), reasons, press.texts))
    await set_remembered_speed(press.services, press.table, press.user)
    await press.table.lobby.start(press.user, press.shuffle_cut)
    return ShowTable(press.table)


HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    ControlVerb.JOIN: _join,
    ControlVerb.LOBBY_MORE: _show_more,
    ControlVerb.SIT: _take_seat,
    ControlVerb.LEAVE: _leave,
    ControlVerb.ADD_COMPUTER: _add_computer,
    ControlVerb.REMOVE_COMPUTER: _remove_computer,
    ControlVerb.START: _start,
    ControlVerb.SHUFFLE_SEATS: _shuffle_seats,
    ControlVerb.HOST_ACTION: _run_host_action,
    ControlVerb.CHOOSE_PRESET: _choose_preset,
    ControlVerb.CHOOSE_COMPUTER: _choose_computer,
    ControlVerb.CHOOSE_LENGTH: _choose_length,
    ControlVerb.CHOOSE_PURPOSE: _choose_purpose,
}


async def handle_rule_change(press: ControlPress[RuleChangeControl]) -> Response:
    """Show a section or an option of the rules, change a rule, or reset all of them."""
    table = await find_table_by_id(press.ctx, press.id.table)
    if table.facts.host != press.ctx.user:
        raise TableRefused(TableRefusal.NOT_HOST, host=table.facts.host)
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
    lost = format_no_longer_counting(before, await find_counting_league(press.ctx.services, table.facts), press.texts)
    message = _rules_view(press, table, turn).with_notice(lost)
    return NewMessage(message) if action is RuleChangeAction.OPEN else EditMessage(message)


async def _set_option(press: ControlPress[RuleChangeControl], table: Table, option: str, value: str) -> None:
    facts = table.facts
    if not any(option in names for names in OPTION_SECTIONS.values()):
        return
    offered = list_option_changes(facts.preset, find_changes(facts.preset, facts.rules), option)
    if (wanted := next((one for one in offered if one[option] == value), None)) is not None:
        await table.lobby.change(table_changes.set_rules, press.ctx.user, facts.preset, wanted)


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

"""Lets the host edit the rules of a lobby. The host chooses a section, then an option, then a value."""

from enum import StrEnum
from typing import Final

from bot.ids import TableId
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.option_values import format_option_in_rules, format_pack
from bot.text.describe.rules import OPTION_SECTIONS
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.message import Button, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.rule_sets import list_change_lines
from bot.ui.settings.house_rules_view import HouseRulesAction, HouseRulesControl
from bot.ui.typed import rule_changes
from engine.model.presets import PRESETS, preset_with

MAX_CHANGES: Final = 12


class RuleChangeAction(StrEnum):
    """What a control of the rules does."""

    OPEN = "open"
    HOME = "home"
    IN = "in"  # a select of sections
    SECTION = "part"
    OF = "of"  # a select of options
    TO = "to"  # a select of values
    RESET = "reset"


class RuleChangeControl(ControlId, route="alter"):
    """Shows or changes rules of a lobby. A new `turn` changes the id, so that Discord clears the last choice."""

    table: TableId
    turn: int
    action: RuleChangeAction
    section: str = ""
    option: str = ""


def rule_change_lines(facts: TableInfo, texts: Texts, most: int = MAX_CHANGES) -> list[str]:
    """Return a line for each difference from the preset, up to `most`. A last line tells how many are left out."""
    return list_change_lines(facts.preset, facts.rules, texts, most)


def rule_sections_view(facts: TableInfo, turn: int, texts: Texts, *, can_save: bool = False) -> Message:
    """Return the differences from the preset and a select of sections; `can_save` adds a button to save the rules."""
    sections = [part for part in OPTION_SECTIONS if _list_section_options(facts, part)]
    options = [select_option(part, texts.say(f"rules.section.{part}")) for part in sections]
    parts = labelled_select(RuleChangeControl(facts.id, turn, RuleChangeAction.IN), texts, "changing.part", options)
    id_, is_usual = RuleChangeControl(facts.id, turn, RuleChangeAction.RESET), not rule_change_lines(facts, texts)
    reset = Button(id_, texts.say("changing.reset"), disabled=is_usual)
    saves = HouseRulesControl(HouseRulesAction.SAVE, table=facts.id)
    save = (labelled_button(saves, texts, "house.save"),) if can_save else ()
    return Message((Text(_heading(facts, texts)), parts, *button_rows((reset, *save))))


def rule_section_view(facts: TableInfo, turn: int, part: str, texts: Texts) -> Message:
    """Return a section of the rules, with its options and their current values."""
    names = _list_section_options(facts, part)
    options = tuple(
        select_option(name, texts.format_option(name), format_option_in_rules(texts, name, facts.rules))
        for name in names[:MAX_OPTIONS]
    )
    prompt = texts.say("changing.option", part=texts.say(f"rules.section.{part}"))
    listed = Select(RuleChangeControl(facts.id, turn, RuleChangeAction.OF, part), prompt, options)
    back = Button(RuleChangeControl(facts.id, turn, RuleChangeAction.HOME), texts.say("changing.back"))
    return Message((Text(_heading(facts, texts)), listed, *button_rows((back,))))


def rule_option_view(facts: TableInfo, turn: int, part: str, option: str, texts: Texts) -> Message:
    """Return an option with its possible values."""
    back = Button(RuleChangeControl(facts.id, turn, RuleChangeAction.SECTION, part), texts.say("changing.back"))
    options = _value_options(facts, option, texts)
    now = format_option_in_rules(texts, option, facts.rules)
    lines = [_heading(facts, texts), f"### {texts.format_option(option)}", now]
    if all(one.chosen for one in options):
        return Message((Text("\n".join((*lines, texts.say("changing.only")))), *button_rows((back,))))
    prompt = texts.say("changing.value", option=texts.format_option(option))
    values = Select(RuleChangeControl(facts.id, turn, RuleChangeAction.TO, part, option), prompt, options)
    return Message((Text("\n".join(lines)), values, *button_rows((back,))))


def find_section(facts: TableInfo, part: str) -> str | None:
    """Return `part` if it is a section with options that matter under these rules. Otherwise return None."""
    return part if part in OPTION_SECTIONS and _list_section_options(facts, part) else None


def section_of(option: str) -> str:
    """Return the section of an option."""
    return next(part for part, names in OPTION_SECTIONS.items() if option in names)


def _list_section_options(facts: TableInfo, part: str) -> list[str]:
    unused = rule_changes.list_unused_friend_options(facts.rules)
    return [name for name in OPTION_SECTIONS[part] if name not in unused]


def _heading(facts: TableInfo, texts: Texts) -> str:
    heading = texts.say("book.heading_table", table=facts.id, preset=texts.format_preset(facts.preset))
    lines = rule_change_lines(facts, texts) or [texts.say("changing.none")]
    return "\n".join((f"## {heading}", *lines))


def _value_options(facts: TableInfo, option: str, texts: Texts) -> tuple[SelectOption, ...]:
    if facts.preset not in PRESETS:
        return ()
    changes = rule_changes.find_changes(facts.preset, facts.rules)
    now = rule_changes.format_options(facts.rules)[option]
    usual = rule_changes.format_usual_value(facts.preset, changes, option)
    found = []
    for wanted in rule_changes.list_option_changes(facts.preset, changes, option):
        rules = preset_with(facts.preset, **wanted)
        label, value = format_option_in_rules(texts, option, rules), wanted[option]
        if option != "kitty_size" and rules.kitty_size != facts.rules.kitty_size:
            label += texts.say("changing.with_kitty", kitty=rules.kitty_size)
        label += texts.say("changing.usual") if value == usual else ""
        hint = format_pack(texts, rules) if option in rule_changes.PACK_OPTIONS else ""
        found.append(select_option(value, label, hint, chosen=value == now))
    return tuple(found[:MAX_OPTIONS])

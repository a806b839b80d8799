"""A server's house rules, for its managers to save from a table, list, rename, delete or make the default."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from bot.ids import HouseRulesId, TableId
from bot.play.house_rules import MAX_NAME_LENGTH, HouseRules
from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.describe.rulebook import HOUSE
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.explain_refusal import RulebookAction, RulebookControl
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.rule_sets import format_base, house_source, list_change_lines

MAX_CHANGES: Final = 20
NAME_FIELD: Final = "name"


class HouseRulesAction(StrEnum):
    """What a control of house rules does."""

    SAVE = "save"  # saves the rules of a table under a name from a form
    REPLACE = "put"  # replaces the rules of a set with those of a table
    CONFIG = "conf"
    LIST = "list"
    CHOOSE = "show"  # a select of sets
    OPEN = "at"
    RENAME = "name"  # opens a form for the name
    ASK_DELETE = "drop"
    DELETE = "gone"
    MAKE_DEFAULT = "usual"
    NO_DEFAULT = "plain"


class HouseRulesControl(ControlId, route="house"):
    """Shows or changes house rules. A new `turn` changes the id, so that Discord clears the last choice in a select."""

    action: HouseRulesAction
    rules: HouseRulesId = HouseRulesId(0)
    table: TableId = TableId(0)
    turn: int = 0


def name_form(control: HouseRulesControl, texts: Texts, name: str = "") -> Form:
    """Return the form that asks for the name of house rules."""
    asked, hint = texts.say("house.name"), texts.say("house.name_hint")
    field = FormField(NAME_FIELD, asked, hint, name, max_length=MAX_NAME_LENGTH)
    return Form(str(control), texts.say("house.save_title" if not name else "house.rename_title"), (field,))


def name_refused_view(control: HouseRulesControl, reason: str, same: HouseRules | None, texts: Texts) -> Message:
    """Return why a name was refused, with a button to try again. `same` is the set that already has the name."""
    buttons = [labelled_button(control, texts, "managing.again", ButtonStyle.PRIMARY)]
    if same is not None and control.action is HouseRulesAction.SAVE:
        replace = HouseRulesControl(HouseRulesAction.REPLACE, same.id, control.table)
        buttons.append(labelled_button(replace, texts, "house.replace", ButtonStyle.DANGER))
    return Message((Text(reason), *button_rows(tuple(buttons))))


def saved_view(house: HouseRules, texts: Texts) -> Message:
    """Return a message that rules were saved, with buttons to make them the default and to open them."""
    words = Text(texts.say("house.saved", name=escape_name(house.name)))
    return Message((words, *button_rows((_default_button(house, texts), _open_button(house, texts)))))


def house_rules_list_view(houses: Sequence[HouseRules], turn: int, texts: Texts, notice: str = "") -> Message:
    """Return all house rules of a server."""
    lines = [f"## {texts.say('house.heading')}", texts.say("house.about" if houses else "house.none")]
    lines += [_format_line(one, texts) for one in houses]
    options = (select_option(str(one.id), one.name, format_base(one, texts)) for one in houses)
    choose = HouseRulesControl(HouseRulesAction.CHOOSE, turn=turn)
    choice = (labelled_select(choose, texts, "house.choose", options),) if houses else ()
    back = labelled_button(HouseRulesControl(HouseRulesAction.CONFIG, turn=turn), texts, "changing.back")
    return Message((Text("\n".join(lines)), *choice, *button_rows((back,)))).with_notice(notice or None)


def house_rules_view(house: HouseRules, turn: int, texts: Texts) -> Message:
    """Return one set of house rules with its differences from the preset."""
    lines = [f"## {escape_name(house.name)}", format_base(house, texts)]
    delete = HouseRulesControl(HouseRulesAction.ASK_DELETE, house.id, turn=turn)
    buttons = [
        labelled_button(HouseRulesControl(HouseRulesAction.RENAME, house.id, turn=turn), texts, "house.rename"),
        labelled_button(delete, texts, "house.delete", ButtonStyle.DANGER),
        labelled_button(HouseRulesControl(HouseRulesAction.LIST, turn=turn + 1), texts, "changing.back"),
    ]
    try:
        lines += list_change_lines(house.preset, house.build(), texts, MAX_CHANGES) or [texts.say("changing.none")]
        read = RulebookControl(house_source(house), RulebookAction.WHY, HOUSE)
        buttons = [_default_button(house, texts), labelled_button(read, texts, "house.read"), *buttons]
    except TableRefused as outdated:
        lines.append(texts.format_refusal(outdated))
    lines += [texts.say("house.is_default")] if house.is_default else []
    return Message((Text("\n".join(lines)), *button_rows(tuple(buttons))))


def confirm_delete_view(house: HouseRules, texts: Texts) -> Message:
    """Return the question before house rules are deleted."""
    sure = HouseRulesControl(HouseRulesAction.DELETE, house.id)
    delete = labelled_button(sure, texts, "house.delete", ButtonStyle.DANGER)
    keep = _open_button(house, texts, "house.keep")
    return Message((Text(texts.say("house.delete_sure", name=escape_name(house.name))), *button_rows((delete, keep))))


def _format_line(house: HouseRules, texts: Texts) -> str:
    key = "house.line_default" if house.is_default else "house.line"
    return texts.say(key, name=escape_name(house.name), preset=texts.format_preset(house.preset))


def _default_button(house: HouseRules, texts: Texts) -> Button:
    if house.is_default:
        return labelled_button(HouseRulesControl(HouseRulesAction.NO_DEFAULT, house.id), texts, "house.no_default")
    return labelled_button(HouseRulesControl(HouseRulesAction.MAKE_DEFAULT, house.id), texts, "house.make_default")


def _open_button(house: HouseRules, texts: Texts, key: str = "house.manage") -> Button:
    return labelled_button(HouseRulesControl(HouseRulesAction.OPEN, house.id), texts, key)

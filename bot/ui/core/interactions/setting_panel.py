"""Shows settings on a panel: a list of them, their values, and their controls. `bot.setting_fields` describes them."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.ids import ChannelId, RoleId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.setting_fields import MINUTES, Dataclass, SettingField, get_values
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, select_option
from bot.ui.core.messages.message import Block, ButtonStyle, Picker, PickerKind, Select, SelectOption, button_rows

FIELD: Final = "value"
ON, OFF, CLEAR, TYPE = "on", "off", "none", "type"
"""What a button of a setting does; `TYPE` opens a form."""
_KINDS: Final = {ChannelId: PickerKind.CHANNEL, RoleId: PickerKind.ROLE}
_MENTIONS: Final = {ChannelId: "<#{}>", RoleId: "<@&{}>"}
_MAX_DIGITS: Final = 9
_MAX_ID_DIGITS: Final = 32


def name_setting(key: str, texts: Texts) -> str:
    """Return a setting's name. It begins with a capital letter and has spaces instead of hyphens."""
    words = texts.say(f"option.{key}.name").replace("-", " ")
    return words[:1].upper() + words[1:]


def format_value(field: SettingField, value: object, texts: Texts) -> str:
    """Return a setting's value in words."""
    if value is None:
        none = f"option.{field.key}.none"
        return texts.say(none if texts.has(none) else "setting.none")
    if isinstance(value, bool):
        return texts.say("settings.on" if value else "settings.off")
    if field.values:
        key = field.get_value_key(str(value))
        return texts.say(key) if texts.has(key) else str(value)
    if field.kind in _MENTIONS:
        return _MENTIONS[field.kind].format(value)
    if isinstance(value, str):
        return escape_name(value)
    given, is_in_minutes = _to_given(field, value), field.setting is not None and field.setting.unit == MINUTES
    return texts.say("setting.minutes", count=given) if is_in_minutes else str(given)


def _to_given(field: SettingField, value: object) -> int | str:
    """Return a value in the unit in which people type it; empty for None."""
    if value is None:
        return ""
    unit = field.setting.unit if field.setting else 1
    return int(value) // unit if isinstance(value, int | float) else str(value)


def setting_line(name: str, value: str, texts: Texts) -> str:
    """Return a line with a setting's name and value."""
    return texts.say("setting.line", name=name, value=value)


def setting_lines(fields: Iterable[SettingField], settings: Dataclass, texts: Texts) -> list[str]:
    """Return a line with name and value for each setting, in groups under headings."""
    values = get_values(settings)
    groups: dict[str, list[str]] = {}
    for one in fields:
        group = (one.setting.group if one.setting else "") or "general"
        value = format_value(one, values[one.name], texts)
        groups.setdefault(group, []).append(setting_line(name_setting(one.key, texts), value, texts))
    return [line for group, lines in groups.items() for line in (f"### {texts.say(f'setting.group.{group}')}", *lines)]


def setting_option(name: str, key: str, texts: Texts) -> SelectOption:
    """Return the option of a select that opens a setting: the setting's name and what it means."""
    return select_option(name, name_setting(key, texts), texts.say(f"option.{key}.description"))


def setting_heading(key: str, value: str, texts: Texts) -> str:
    """Return the heading of a setting's page: its name, what it means, and its present value."""
    meaning = texts.say(f"option.{key}.description")
    return f"## {name_setting(key, texts)}\n{meaning}\n{texts.say('setting.now', value=value)}"


def setting_controls(
    field: SettingField, value: object, id_for: Callable[[str], ControlId], texts: Texts
) -> tuple[Block, ...]:
    """Return the controls that change a setting. `id_for` makes a control's id from what the control does."""
    may_clear = value is not None and _may_be_none(field)
    clear = (labelled_button(id_for(CLEAR), texts, "setting.clear"),) if may_clear else ()
    if field.kind is bool:
        on = labelled_button(id_for(ON), texts, "settings.on", ButtonStyle.SUCCESS, disabled=value is True)
        return button_rows((on, labelled_button(id_for(OFF), texts, "settings.off", disabled=value is False)))
    if field.kind in _KINDS:
        picker = Picker(id_for("pick"), texts.say("setting.choose"), _KINDS[field.kind])
        return (picker, *button_rows(clear))
    if field.values:
        plain = field.setting is not None and field.setting.among and str(field.default) not in field.values
        values = (str(field.default), *field.values) if plain else field.values
        keys = {one: field.get_value_key(one) for one in values}
        words = {one: texts.say(key) if texts.has(key) else one for one, key in keys.items()}
        options = tuple(select_option(one, said, chosen=one == str(value)) for one, said in words.items())
        return (Select(id_for("pick"), texts.say("setting.choose"), options),)
    return button_rows((labelled_button(id_for(TYPE), texts, "setting.type", ButtonStyle.PRIMARY), *clear))


def _may_be_none(field: SettingField) -> bool:
    return field.default is None


def setting_form(field: SettingField, value: object, id_: ControlId, texts: Texts) -> Form:
    """Return the form in which a user types a setting's value."""
    setting = field.setting
    name = name_setting(field.key, texts)
    is_text = field.kind is str
    longest = setting.most if setting and is_text and setting.most else _MAX_DIGITS
    hint = "" if is_text or setting is None else f"{setting.least}–{setting.most}"
    entry = FormField(FIELD, name, hint, str(_to_given(field, value)), not _may_be_none(field), longest)
    return Form(str(id_), name, (entry,))


def read_setting(field: SettingField, act: str, press: ControlPress[Any]) -> object:
    """Return the value to which a press sets a setting. Raises LeagueRefused: it is out of bounds or not offered."""
    if act in {ON, OFF} and field.kind is bool:
        return act == ON
    if act == CLEAR and _may_be_none(field):
        return None
    if act != TYPE:
        return _read_choice(field, press)
    typed = press.form_values.get(FIELD, "").strip()
    if not typed and _may_be_none(field):
        return None
    if field.kind is str:
        return typed
    least, most = (field.setting.least, field.setting.most or 0) if field.setting else (0, 0)
    return field.from_given(parse_whole_number(typed, name_setting(field.key, press.texts), most, least))


def _read_choice(field: SettingField, press: ControlPress[Any]) -> object:
    chosen = press.chosen
    is_known = chosen.isdecimal() if field.kind in _KINDS else chosen in {*field.values, str(field.default)}
    if not is_known or len(chosen) > _MAX_ID_DIGITS:
        raise refuse_number(chosen, name_setting(field.key, press.texts), 0)
    return field.from_given(int(chosen) if chosen.isdecimal() else chosen)


def parse_whole_number(typed: str, name: str, most: int, least: int = 0) -> int:
    """Parse a typed number. Raises LeagueRefused: it is no whole number from `least` to `most` (`BAD_NUMBER`)."""
    plain = typed.strip()
    if plain.isdecimal() and len(plain) <= _MAX_DIGITS and least <= int(plain) <= most:
        return int(plain)
    raise refuse_number(plain, name, most, least)


def refuse_number(given: str, name: str, most: int, least: int = 0) -> LeagueRefused:
    """Return the refusal of a value that a user gave for the number called `name`."""
    return LeagueRefused(LeagueRefusal.BAD_NUMBER, field=name, least=least, most=most, given=given[:20])

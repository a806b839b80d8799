"""An event's settings on its panel: the values in force in groups, and a page for each setting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.events.changes.stages import RUNNING_SETTINGS
from bot.events.model import ENDED, Event, EventStatus
from bot.events.settings import EventSettings, does_matter
from bot.setting_fields import SettingField, get_values, list_settings
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset, format_timestamp
from bot.ui.core.interactions import setting_panel
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button, labelled_select
from bot.ui.core.messages.message import Block, ButtonStyle, Message, SelectOption, Text, button_rows
from bot.ui.core.messages.paging import join_lines
from bot.ui.events.control_ids import ChangeEvent, EventAction, EventControl
from bot.ui.league.settings_form import list_changes
from bot.ui.typed.rule_changes import format_changes

STARTS, RULES, CHANGES, LEAGUE, FORMER = "starts", "preset", "changes", "league", "former"
"""Settings that are looked up or parsed; their texts are `option.<name>`."""
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(EventSettings)}


@dataclass(frozen=True, slots=True)
class Choices:
    """What the looked-up settings offer, as options of selects, and the names of what is chosen."""

    rule_sets: Sequence[SelectOption] = ()
    leagues: Sequence[SelectOption] = ()
    events: Sequence[SelectOption] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of the league and of the earlier event, by setting."""


def list_shown(event: Event) -> list[SettingField]:
    """Return the settings that matter for an event, and may change at its stage."""
    fixed = event.status is EventStatus.RUNNING
    found = (one for one in FIELDS.values() if does_matter(event.settings, one.name))
    return [one for one in found if not fixed or one.name in RUNNING_SETTINGS]


def _list_looked_up(event: Event) -> tuple[str, ...]:
    if event.status is EventStatus.RUNNING:
        return ()
    return (STARTS, RULES, CHANGES, LEAGUE, *((FORMER,) if does_matter(event.settings, "seeding") else ()))


def settings_view(event: Event, choices: Choices, texts: Texts, notice: str = "") -> Message:
    """Return the settings in force, and a list to choose one from."""
    lines = [notice, f"## {texts.say('setting.heading', name=escape_name(event.settings.name))}"]
    for name in _list_looked_up(event):
        value = format_looked_up(event, name, choices, texts)
        lines.append(setting_panel.setting_line(setting_panel.name_setting(name, texts), value, texts))
    shown = list_shown(event)
    lines += setting_panel.setting_lines(shown, event.settings, texts)
    blocks: list[Block] = []
    if event.status not in ENDED:
        options = [setting_panel.setting_option(name, name, texts) for name in _list_looked_up(event)]
        options += [setting_panel.setting_option(one.name, one.key, texts) for one in shown]
        select = EventControl(EventAction.SETTING, event.id, 0, str(event.revision))
        blocks.append(labelled_select(select, texts, "setting.which", options))
    back = labelled_button(EventControl(EventAction.MANAGE, event.id), texts, "events.button.back")
    return Message((join_lines(filter(None, lines)), *blocks, *button_rows((back,))))


def format_looked_up(event: Event, name: str, choices: Choices, texts: Texts) -> str:
    """Return the value of a setting that is looked up or parsed, in words."""
    settings, none = event.settings, texts.say("setting.none")
    match name:
        case "starts":
            return none if settings.starts_at is None else format_timestamp(settings.starts_at)
        case "preset":
            return format_preset(settings.preset, texts)
        case "changes":
            return format_changes(list_changes(settings.preset, settings.rules)) or none
        case _:
            return escape_name(choices.names[name]) if name in choices.names else none


def setting_view(event: Event, name: str, choices: Choices, texts: Texts) -> Message:
    """Return the page of a setting: what it means, the value in force, and the controls that change it."""

    def id_for(act: str) -> ControlId:
        return ChangeEvent(event.id, name, act, event.revision)

    if name in FIELDS:
        one, value = FIELDS[name], get_values(event.settings)[name]
        heading = setting_panel.setting_heading(one.key, setting_panel.format_value(one, value, texts), texts)
        blocks = setting_panel.setting_controls(one, value, id_for, texts)
    else:
        shown = format_looked_up(event, name, choices, texts)
        heading = setting_panel.setting_heading(name, shown, texts)
        blocks = _looked_up_controls(event, name, choices, texts)
    back = labelled_button(EventControl(EventAction.SETTINGS, event.id), texts, "events.button.back")
    return Message((Text(heading), *blocks, *button_rows((back,))))


def _looked_up_controls(event: Event, name: str, choices: Choices, texts: Texts) -> tuple[Block, ...]:
    offered = {RULES: choices.rule_sets, LEAGUE: choices.leagues, FORMER: choices.events}.get(name)
    blocks: list[Block] = []
    if offered:
        pick = ChangeEvent(event.id, name, "pick", event.revision)
        blocks.append(labelled_select(pick, texts, "setting.choose", offered))
    buttons = []
    if name in {STARTS, CHANGES}:
        type_ = ChangeEvent(event.id, name, setting_panel.TYPE, event.revision)
        buttons.append(labelled_button(type_, texts, "setting.type", ButtonStyle.PRIMARY))
    settings = event.settings
    is_set = {STARTS: settings.starts_at, LEAGUE: settings.league, FORMER: settings.seeded_by}.get(name) is not None
    if is_set:
        clear = ChangeEvent(event.id, name, setting_panel.CLEAR, event.revision)
        buttons.append(labelled_button(clear, texts, "setting.clear"))
    return (*blocks, *button_rows(tuple(buttons)))

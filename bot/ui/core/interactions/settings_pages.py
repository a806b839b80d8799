"""The pages of settings on a panel: a page with all settings, and a page and a form for each setting."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.setting_fields import Dataclass, SettingField, get_values
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions import setting_panel
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import OpenForm, Response, notice_message, show_in_place
from bot.ui.core.interactions.setting_panel import CLEAR, FIELD, TYPE
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, ButtonStyle, Message, SelectOption, Text, button_rows


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A setting, such as rules, whose value the caller reads and puts into words. Its texts are `option.<name>.…`."""

    name: str
    value: str
    options: Sequence[SelectOption] = ()
    typed: str | None = None
    """The text with which the setting's form opens; None if the setting has no form."""
    hint: str = ""
    max_length: int = 200
    multiline: bool = False
    required: bool = False
    may_clear: bool = False


@dataclass(frozen=True, slots=True)
class SettingsPages:
    """The pages with the settings of an event or a league, for its managers."""

    name: str
    settings: Dataclass
    fields: Sequence[SettingField]
    looked_up: Sequence[LookedUp]
    shown: Collection[str]
    """The names of the settings that apply at present."""
    to_id: Callable[[str, str], ControlId]
    """Makes a control's id from a setting's name and what the control does."""
    select: ControlId
    overview: ControlId
    back: ControlId
    is_open: bool = True
    """Whether settings may still be changed."""

    def show_page(self, press: ControlPress[Any], note: str = "") -> Response:
        """Return the page of the chosen setting, or a notice if the setting is unknown."""
        name, texts = press.chosen, press.texts
        field, looked_up = self._find_setting(name)
        if field is not None:
            value = get_values(self.settings)[name]
            words = setting_panel.format_value(field, value, texts)
            blocks = setting_panel.setting_controls(field, value, lambda act: self.to_id(name, act), texts)
        elif looked_up is not None:
            words, blocks = looked_up.value, self._controls(looked_up, texts)
        else:
            return notice_message(texts.say("failure.old_control"))
        heading = setting_panel.setting_heading(field.key if field else name, words, texts)
        back = labelled_button(self.overview, texts, "events.button.back")
        lines = Text("\n".join(filter(None, (heading, note))))
        return show_in_place(press.ctx, Message((lines, *blocks, *button_rows((back,)))))

    def open_form(self, press: ControlPress[Any]) -> Response:
        """Return the form of the setting that a control names, or a notice that it has none."""
        name, texts, id_ = press.id.name, press.texts, self.to_id(press.id.name, TYPE)
        field, looked_up = self._find_setting(name)
        if field is not None:
            return OpenForm(setting_panel.setting_form(field, get_values(self.settings)[name], id_, texts))
        if looked_up is None or looked_up.typed is None:
            return notice_message(texts.say("failure.old_control"))
        title = setting_panel.name_setting(name, texts)
        limits = (looked_up.required, looked_up.max_length, looked_up.multiline)
        return OpenForm(Form(str(id_), title, (FormField(FIELD, title, looked_up.hint, looked_up.typed, *limits),)))

    def show_all(self, texts: Texts, notice: str = "") -> Message:
        """Return the page with all present settings and, while they may be changed, a list to choose one from."""
        lines = [notice, f"## {texts.say('setting.heading', name=escape_name(self.name))}"]
        looked_up = [one for one in self.looked_up if one.name in self.shown]
        fields = [one for one in self.fields if one.name in self.shown]
        named = ((setting_panel.name_setting(one.name, texts), one.value) for one in looked_up)
        lines += [setting_panel.setting_line(name, value, texts) for name, value in named]
        lines += setting_panel.setting_lines(fields, self.settings, texts)
        keys = {one.name: one.name for one in looked_up} | {one.name: one.key for one in fields}
        options = [setting_panel.setting_option(name, key, texts) for name, key in keys.items()]
        select = (labelled_select(self.select, texts, "setting.which", options),) if self.is_open else ()
        back = labelled_button(self.back, texts, "events.button.back")
        return Message((join_lines(filter(None, lines)), *select, *button_rows((back,))))

    def _find_setting(self, name: str) -> tuple[SettingField | None, LookedUp | None]:
        field = next((one for one in self.fields if one.name == name), None)
        return field, next((one for one in self.looked_up if one.name == name), None)

    def _controls(self, one: LookedUp, texts: Texts) -> tuple[Block, ...]:
        pick = labelled_select(self.to_id(one.name, "pick"), texts, "setting.choose", one.options)
        buttons = []
        if one.typed is not None:
            buttons.append(labelled_button(self.to_id(one.name, TYPE), texts, "setting.type", ButtonStyle.PRIMARY))
        if one.may_clear:
            buttons.append(labelled_button(self.to_id(one.name, CLEAR), texts, "setting.clear"))
        return (*((pick,) if one.options else ()), *button_rows(tuple(buttons)))

"""Each setting of an event or a league has a page that shows its value in words and controls that change it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.events.settings import EventSettings
from bot.league.leagues.league_settings import LeagueSettings
from bot.league.refusals import LeagueRefused
from bot.setting_fields import build_settings, get_values, list_settings
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.interactions import setting_panel
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.setting_panel import CLEAR, FIELD, OFF, ON, TYPE
from bot.ui.core.messages.message import Button, Message, Picker, Select, Text
from bot.ui.core.rule_sets import RuleSet
from bot.ui.discord_io.components import to_discord_modal
from bot.ui.events.control_ids import ChangeEvent
from bot.ui.league.settings_panel import create_league_settings
from tests.bot.store.event_harness import event_settings
from tests.everyday import spread
from tests.message_limits import check_limits, list_controls

CATALOGUE = Catalogue.load()
OWNERS = {
    EventSettings: event_settings(),
    LeagueSettings: replace(
        create_league_settings(RuleSet("standard", "standard", {}), "", CATALOGUE.default), name="Spring"
    ),
}
CASES = [(owner, field.name) for owner in OWNERS for field in list_settings(owner)]
FIELDS = {(owner, field.name): field for owner in OWNERS for field in list_settings(owner)}


def id_for(act):
    return ChangeEvent(1, "x", act)


def press(chosen="", typed=None):
    values = () if not chosen else (chosen,)
    return ControlPress(
        SimpleNamespace(texts=CATALOGUE.texts_for("en")), id_for(TYPE), values, {} if typed is None else {FIELD: typed}
    )


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize(("owner", "name"), CASES)
def test_page_of_each_setting_fits(owner, name, tag):
    field, texts = FIELDS[owner, name], CATALOGUE.texts_for(tag)
    value = get_values(OWNERS[owner])[name]
    heading = setting_panel.setting_heading(field.key, setting_panel.format_value(field, value, texts), texts)
    check_limits(Message((Text(heading), *setting_panel.setting_controls(field, value, id_for, texts))))
    if setting_panel.setting_option(name, field.key, texts).hint == "":
        raise AssertionError("a setting says what it means")
    to_discord_modal(setting_panel.setting_form(field, value, id_for(TYPE), texts))


@pytest.mark.parametrize(("owner", "name"), CASES)
def test_every_offered_value_can_be_set(owner, name):
    field, texts, settings = FIELDS[owner, name], CATALOGUE.texts_for("en"), OWNERS[owner]
    controls = list_controls(Message((Text("x"), *setting_panel.setting_controls(field, None, id_for, texts))))
    given = [one for control in controls for one in list_given(control)]
    assert given
    for act, pressed in given:
        value = setting_panel.read_setting(field, act, pressed)
        assert build_settings(owner, {**get_values(settings), name: value})
        assert setting_panel.format_value(field, value, texts)


def list_given(control):
    """Return (act, press) for each thing that a user can do with a control."""
    match control:
        case Select(options=options):
            return [("pick", press(one.value)) for one in options]
        case Picker():
            return [("pick", press("123456789012345678"))]
        case Button() if control.custom_id.endswith(f":{TYPE}"):
            return [(TYPE, press(typed="5"))]
        case Button():
            return [(control.custom_id.rpartition(":")[2], press())]


@pytest.mark.parametrize("typed", ["-1", "99999", "²", "x", "1e3"])
def test_bad_numbers_are_refused(typed):
    with pytest.raises(LeagueRefused):
        setting_panel.read_setting(FIELDS[EventSettings, "grace"], TYPE, press(typed=typed))


@pytest.mark.parametrize(("name", "act"), [("no_show", "pick"), ("best_of", "pick"), ("grace", CLEAR), ("grace", ON)])
def test_value_that_was_never_offered_is_refused(name, act):
    with pytest.raises(LeagueRefused):
        setting_panel.read_setting(FIELDS[EventSettings, name], act, press("9999"))


def test_switches_and_empty_values_are_read():
    assert setting_panel.read_setting(FIELDS[EventSettings, "automatic"], ON, press()) is True
    assert setting_panel.read_setting(FIELDS[EventSettings, "automatic"], OFF, press()) is False
    assert setting_panel.read_setting(FIELDS[EventSettings, "rounds"], TYPE, press(typed="")) is None
    assert setting_panel.read_setting(FIELDS[LeagueSettings, "season_days"], CLEAR, press()) is None
    assert setting_panel.read_setting(FIELDS[EventSettings, "grace"], TYPE, press(typed="7")) == 420

"""Every list of rule sets fits into a message, even if a server has the most house rules that are allowed."""

from dataclasses import replace

import pytest

from bot.ids import ChannelId, GuildId, HouseRulesId
from bot.play.house_rules import MAX_HOUSE_RULES, MAX_NAME_LENGTH, HouseRules
from bot.text.catalogue import Catalogue
from bot.ui.core.memory.guild_settings import GuildSettings
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.rule_sets import parse_house_source, rule_set_options
from bot.ui.settings.house_rules_view import (
    HouseRulesAction,
    HouseRulesControl,
    confirm_delete_view,
    house_rules_list_view,
    house_rules_view,
    name_refused_view,
    saved_view,
)
from bot.ui.settings.view import server_settings_view
from engine.model.presets import OFFERED_PRESETS, PRESETS, SAME_AS
from tests.message_limits import check_limits

CATALOGUE = Catalogue.load()
LONG = {"follow": "tuples", "players": "6", "decks": "3", "kitty_size": "6", "early_end": "yes", "win": "reach_ace"}
HOUSES = [
    HouseRules(HouseRulesId(n), GuildId(1), f"{n:0{MAX_NAME_LENGTH}}", "standard", LONG, is_default=n == 1)
    for n in range(1, MAX_HOUSE_RULES + 1)
]


@pytest.fixture(params=["en-US", "zh-CN", "zh-TW"])
def texts(request):
    return CATALOGUE.texts_for(request.param)


def test_presets_that_play_alike_are_offered_once():
    assert all(PRESETS[one] == PRESETS[other] for one, other in SAME_AS.items())
    assert len(set(map(id, (PRESETS[name] for name in OFFERED_PRESETS)))) == len(OFFERED_PRESETS)
    rules = [PRESETS[name] for name in OFFERED_PRESETS]
    assert all(one not in rules[:n] for n, one in enumerate(rules))


def test_all_sets_of_rules_fit_into_one_list(texts):
    options = rule_set_options(HOUSES, "gamerules", texts)
    assert len(options) < MAX_OPTIONS, "the default of a server needs one more"
    assert [one.value for one in options if one.chosen] == ["pagat"]
    assert [one.value for one in rule_set_options(HOUSES, "h2", texts) if one.chosen] == ["h2"]


def test_messages_about_house_rules_fit(texts):
    control = HouseRulesControl(HouseRulesAction.SAVE, table=2**40)
    for house in (HOUSES[0], HOUSES[1], replace(HOUSES[1], preset="gone"), replace(HOUSES[1], changes={"gone": "1"})):
        check_limits(house_rules_view(house, 3, texts))
        check_limits(confirm_delete_view(house, texts))
        check_limits(saved_view(house, texts))
        check_limits(name_refused_view(control, "…", house, texts))
    check_limits(house_rules_list_view(HOUSES, 3, texts, "…"))
    check_limits(house_rules_list_view((), 3, texts))
    check_limits(server_settings_view(GuildSettings(), HOUSES, ChannelId(7), texts))


@pytest.mark.parametrize("source", ["", "h", "hidden-ten", "h-1", "h1x", "H1", "h" + "9" * 40, "h１"])
def test_malformed_ids_are_no_house_rules(source):
    assert parse_house_source(source) is None

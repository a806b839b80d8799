"""What an event may be: its settings fit together, or are refused with the reason."""

from dataclasses import replace

import pytest

from bot.events.changes.rounds import mark_pinged, mark_reminded
from bot.events.matches import EventRound
from bot.events.model import Event, EventStatus
from bot.events.pairing.ports import BracketSettings, EventFormat
from bot.events.refusals import EventRefusal
from bot.events.settings import BoardScoring, NoShowPolicy
from bot.events.validate import adapt_rules, validate_settings
from bot.ids import ChannelId, EventId, GuildId, UserId
from engine.model.notation import format_rules
from engine.model.options import NoDeclaration, RedealClaim
from engine.model.presets import preset, preset_with
from tests.bot.store.event_harness import event_settings, is_refused

BOARDS = {"format": EventFormat.DUPLICATE, "deals": 3}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rules": "players=0"}, EventRefusal.BAD_RULES),
        ({"rules": format_rules(preset("finding-friends"))}, EventRefusal.BAD_RULES),
        ({"rules": format_rules(preset_with("standard", players=2))}, EventRefusal.BAD_RULES),
        ({"format": EventFormat.INDIVIDUAL, "rules": format_rules(preset("standard", 6))}, EventRefusal.FOUR_PLAYERS),
        ({"deals": None}, EventRefusal.LENGTH_NEEDED),
        ({"bracket": BracketSettings(best_of=3)}, EventRefusal.KNOCKOUT_ONLY),
        ({"bracket": BracketSettings(consolation=True)}, EventRefusal.KNOCKOUT_ONLY),
        (BOARDS | {"deals": None, "minutes": 30}, EventRefusal.BOARDS_ONLY),
        (BOARDS | {"minutes": 30}, EventRefusal.BOARDS_ONLY),
        (BOARDS | {"deals": 17}, EventRefusal.TOO_MANY_BOARDS),
    ],
)
def test_settings_that_do_not_fit_are_refused(changes, why):
    with is_refused(why):
        validate_settings(event_settings(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"deals": None, "minutes": 30},
        {"deals": 4, "minutes": 30},
        {"rules": format_rules(preset("standard", 6))},
        {"format": EventFormat.KNOCKOUT, "bracket": BracketSettings(best_of=3, consolation=True)},
        {"bracket": BracketSettings(third_place=False)},
        BOARDS | {"deals": 16},
    ],
)
def test_settings_that_fit_are_kept(changes):
    given = event_settings(**changes)
    kept = validate_settings(given)
    assert (kept.deals, kept.minutes, kept.bracket, kept.format) == (
        given.deals,
        given.minutes,
        given.bracket,
        given.format,
    )


def test_number_of_players_follows_from_the_rules():
    assert validate_settings(event_settings(players=4, rules=format_rules(preset("standard", 6)))).players == 6


@pytest.mark.parametrize(
    ("style", "given", "scoring", "no_show"),
    [
        (EventFormat.SWISS, BoardScoring.SCALE, None, NoShowPolicy.SUBSTITUTE_STAYS),
        (EventFormat.DUPLICATE, None, BoardScoring.MATCH_POINTS, NoShowPolicy.SUBSTITUTE_STAYS),
        (EventFormat.DUPLICATE, BoardScoring.SCALE, BoardScoring.SCALE, NoShowPolicy.SUBSTITUTE_STAYS),
        (EventFormat.TEAM_MATCH, None, BoardScoring.SCALE, NoShowPolicy.SUBSTITUTE),
        (EventFormat.TEAM_MATCH, BoardScoring.MATCH_POINTS, BoardScoring.SCALE, NoShowPolicy.SUBSTITUTE),
    ],
)
def test_boards_are_scored_as_their_format_needs(style, given, scoring, no_show):
    settings = event_settings(format=style, board_scoring=given, no_show=NoShowPolicy.SUBSTITUTE_STAYS)
    kept = validate_settings(replace(settings, league_deals=True))
    assert (kept.board_scoring, kept.no_show) == (scoring, no_show)
    assert kept.league_deals is not style.has_boards


@pytest.mark.parametrize("undeclared", list(NoDeclaration))
def test_tables_of_boards_never_deal_again(undeclared):
    rules = adapt_rules(replace(preset("online"), no_declaration=undeclared))
    assert rules.redeal_claim is RedealClaim.OFF
    assert rules.no_declaration is (
        NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST if undeclared is NoDeclaration.REDEAL else undeclared
    )


def test_marks_stand_at_their_round():
    rounds = tuple(EventRound(number, (), (), 0.0) for number in (1, 2, 3))
    event = Event(
        EventId(1), GuildId(1), ChannelId(1), UserId(1), event_settings(), EventStatus.RUNNING, 0.0, 1, rounds=rounds
    )
    assert [one.is_pinged for one in mark_pinged(event, 2).rounds] == [False, True, False]
    assert [one.is_reminded for one in mark_reminded(event, 2).rounds] == [False, True, False]

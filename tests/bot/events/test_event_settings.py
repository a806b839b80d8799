"""Settings of an event: refusals, defaults by format, rules of boards, team sizes, and marks of its rounds."""

from dataclasses import replace

import pytest

from bot.events.changes.reminders import mark_pinged, mark_round_reminded
from bot.events.matches import EventRound
from bot.events.model import Event, EventStatus
from bot.events.pairing.ports import BracketSettings, EventFormat, Seeding
from bot.events.refusals import EventRefusal
from bot.events.settings import BoardScoring, NoShowPolicy, adapt_rules, create_settings, validate_settings
from bot.ids import ChannelId, EventId, GuildId, UserId
from engine.model.notation import format_rules
from engine.model.options import NoDeclaration, RedealClaim
from engine.model.presets import preset, preset_with
from tests.bot.store.event_harness import event_settings, is_refused

BOARDS = {"format": EventFormat.DUPLICATE, "deals": 3}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": ""}, EventRefusal.NAME_LENGTH),
        ({"name": "x" * 41}, EventRefusal.NAME_LENGTH),
        ({"name": "a\u202eb"}, EventRefusal.NAME_CHARACTERS),
        ({"name": "**loud**"}, EventRefusal.NAME_MARKUP),
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
        {"name": "五"},
        {"name": "x" * 40},
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
def test_boards_are_never_redealt(undeclared):
    rules = adapt_rules(replace(preset("online"), no_declaration=undeclared))
    assert rules.redeal_claim is RedealClaim.OFF
    assert rules.no_declaration is (
        NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST if undeclared is NoDeclaration.REDEAL else undeclared
    )


def test_marking_pinged_or_reminded_changes_one_round():
    rounds = tuple(EventRound(number, (), (), 0.0) for number in (1, 2, 3))
    event = Event(
        EventId(1), GuildId(1), ChannelId(1), UserId(1), event_settings(), EventStatus.RUNNING, 0.0, 1, rounds=rounds
    )
    assert [one.is_pinged for one in mark_pinged(event, 2).rounds] == [False, True, False]
    assert [one.is_reminded for one in mark_round_reminded(event, 2).rounds] == [False, True, False]


@pytest.mark.parametrize(
    ("style", "chosen", "no_show", "seeding", "deals"),
    [
        (EventFormat.SWISS, {}, NoShowPolicy.FORFEIT, Seeding.LOT, 4),
        (EventFormat.SWISS, {"minutes": 30}, NoShowPolicy.FORFEIT, Seeding.LOT, None),
        (EventFormat.SWISS, {"minutes": 30, "deals": 6}, NoShowPolicy.FORFEIT, Seeding.LOT, 6),
        (EventFormat.KNOCKOUT, {}, NoShowPolicy.FORFEIT, Seeding.RATING, 4),
        (EventFormat.INDIVIDUAL, {}, NoShowPolicy.COMPUTER, Seeding.LOT, 4),
        (EventFormat.DUPLICATE, {"no_show": NoShowPolicy.FORFEIT}, NoShowPolicy.FORFEIT, Seeding.LOT, 4),
        (EventFormat.TEAM_MATCH, {}, NoShowPolicy.COMPUTER, Seeding.LOT, 4),
    ],
)
def test_usual_settings_follow_from_the_format(style, chosen, no_show, seeding, deals):
    needed = {"name": "Friday", "preset": "standard", "rules": format_rules(preset("standard")), "players": 4}
    made = create_settings({**needed, "format": style, **chosen})
    assert (made.no_show, made.seeding, made.deals) == (no_show, seeding, deals)


@pytest.mark.parametrize(
    ("style", "players", "team", "least"),
    [
        (EventFormat.SWISS, 4, 2, 2),
        (EventFormat.SWISS, 6, 3, 2),
        (EventFormat.INDIVIDUAL, 4, 1, 4),
        (EventFormat.DUPLICATE, 4, 2, 4),
        (EventFormat.DUPLICATE_SINGLE, 4, 1, 8),
        (EventFormat.TEAM_MATCH, 4, 4, 2),
    ],
)
def test_team_sizes_and_fewest_entrants_by_format(style, players, team, least):
    settings = event_settings(format=style, players=players)
    assert (settings.team_size, settings.least_entrants) == (team, least)

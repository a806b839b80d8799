"""Settings of an event are checked, and get defaults by its format. A round records its pings and reminders."""

from dataclasses import replace

import pytest

from bot.events.changes.reminders import mark_pinged, mark_round_reminded
from bot.events.matches import EventRound
from bot.events.model import Event, EventStatus
from bot.events.pairing.ports import BracketSettings, EventFormat, Seeding
from bot.events.refusals import EventRefusal
from bot.events.settings import (
    BoardScoring,
    EventSettings,
    NoShowPolicy,
    adapt_rules,
    create_settings,
    does_matter,
    validate_settings,
    with_format,
)
from bot.ids import ChannelId, EventId, GuildId, UserId
from bot.setting_fields import list_settings
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


def test_ping_or_reminder_marks_only_its_own_round():
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
def test_default_settings_follow_from_the_format(style, chosen, no_show, seeding, deals):
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
def test_format_decides_team_size_and_fewest_entrants(style, players, team, least):
    settings = event_settings(format=style, players=players)
    assert (settings.team_size, settings.least_entrants) == (team, least)


SWISS, ROUND_ROBIN, KNOCKOUT = EventFormat.SWISS, EventFormat.ROUND_ROBIN, EventFormat.KNOCKOUT
INDIVIDUAL, DUPLICATE, SINGLE = EventFormat.INDIVIDUAL, EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE
TEAMS = EventFormat.TEAM_MATCH


@pytest.mark.parametrize(
    ("setting", "formats"),
    [
        ("best_of", {KNOCKOUT}),
        ("third_place", {KNOCKOUT}),
        ("consolation", {KNOCKOUT}),
        ("rounds", {SWISS, ROUND_ROBIN, INDIVIDUAL, DUPLICATE, SINGLE, TEAMS}),
        ("minutes", {SWISS, ROUND_ROBIN, KNOCKOUT, INDIVIDUAL}),
        ("board_scoring", {DUPLICATE, SINGLE}),
        ("late_entry", {SWISS, ROUND_ROBIN, INDIVIDUAL, DUPLICATE, SINGLE}),
        ("seeding", {KNOCKOUT, SWISS}),
        ("grace", set(EventFormat)),
    ],
)
def test_settings_matter_only_in_their_formats(setting, formats):
    assert {one for one in EventFormat if does_matter(event_settings(format=one), setting)} == formats


@pytest.mark.parametrize(
    ("style", "deals", "minutes", "expected"),
    [
        (SWISS, 20, 30, (20, 30)),
        (SWISS, None, 30, (None, 30)),
        (DUPLICATE, None, 30, (4, None)),
        (DUPLICATE, 16, None, (16, None)),
        (TEAMS, 17, 30, (16, None)),
        (SINGLE, 3, None, (3, None)),
    ],
)
def test_other_format_drops_what_it_does_not_allow(style, deals, minutes, expected):
    bracket = BracketSettings(best_of=3, consolation=True)
    before = event_settings(format=KNOCKOUT, deals=deals, minutes=minutes, bracket=bracket)
    after = with_format(before, style)
    assert (after.format, after.deals, after.minutes, after.bracket) == (style, *expected, BracketSettings())
    assert validate_settings(after).format is style
    assert with_format(before, KNOCKOUT) == before


@pytest.mark.parametrize(
    ("changes", "why", "facts"),
    [
        ({"name": "x" * 41}, EventRefusal.NAME_LENGTH, {"longest": 40, "given": 41}),
        ({"name": " "}, EventRefusal.NAME_LENGTH, {"longest": 40, "given": 0}),
        (BOARDS | {"deals": 17}, EventRefusal.TOO_MANY_BOARDS, {"limit": 16}),
    ],
)
def test_refusal_of_settings_names_the_limit(changes, why, facts):
    with is_refused(why, **facts):
        validate_settings(event_settings(**changes))


@pytest.mark.parametrize("style", [SWISS, INDIVIDUAL, KNOCKOUT])
def test_settings_that_are_not_chosen_have_defaults(style):
    needed = {"name": "Friday", "preset": "standard", "rules": format_rules(preset("standard")), "players": 4}
    made = create_settings({**needed, "format": style})
    assert (made.rounds, made.minutes, made.grace, made.automatic, made.late_entry) == (None, None, 300.0, True, True)
    assert (made.bracket.best_of, made.bracket.third_place, made.bracket.consolation) == (1, True, False)
    assert (made.starts_at, made.seeded_by, made.league, made.league_deals) == (None, None, None, False)


def test_commands_offer_numbers_within_limits():
    found = {one.name: one.setting for one in list_settings(EventSettings)}
    bounds = {"name": (1, 40), "rounds": (1, 99), "deals": (1, 99), "minutes": (5, 600), "grace": (1, 60)}
    assert {name: (found[name].least, found[name].most) for name in bounds} == bounds
    assert found["best_of"].among == (3, 5, 7)

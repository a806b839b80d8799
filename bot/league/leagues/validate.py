"""Checks the settings of a league."""

from dataclasses import replace

from bot.league.leagues.counting_deals import is_rated
from bot.league.leagues.league_settings import MAX_PLACES, MAX_POINTS_EACH, LeagueSettings, RankedBy, StandingsOrder
from bot.league.leagues.leagues import Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.ladder import SIDES
from bot.league.teams.team_checks import normalize_name
from bot.league.teams.teams import MIN_TEAM_SIZE
from bot.setting_fields import get_values, list_settings
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.validation import validate


def validate_settings(settings: LeagueSettings) -> LeagueSettings:
    """Return settings with name and rules in their normal form.

    Raises LeagueRefused: LEAGUE_NAME_LENGTH, NAME_CHARACTERS, NAME_MARKUP, BAD_RULES, BAD_SETTINGS, RATING_ORDER.
    """
    rules = parse_league_rules(settings)
    small = rules.players // SIDES < MIN_TEAM_SIZE
    if settings.ranked_by is RankedBy.TEAMS and (rules.teams is not Teams.FIXED or small):
        raise LeagueRefused(LeagueRefusal.BAD_RULES)
    _check_ranges(settings)
    if settings.min_people is not None:
        _check_range("min_people", settings.min_people, 1, rules.players)
    by_rating = settings.scheme.order is StandingsOrder.RATING
    if by_rating and (settings.ranked_by is RankedBy.TEAMS or not is_rated(settings.preset, rules)):
        raise LeagueRefused(LeagueRefusal.RATING_ORDER)
    return replace(settings, name=_normalize_league_name(settings.name), rules=format_rules(rules))


def parse_league_rules(source: LeagueSettings | Season) -> Rules:
    """Return the rules of a league or of one of its seasons. Raises LeagueRefused: BAD_RULES."""
    try:
        return validate(parse_rules(source.rules))
    except (ValueError, InvalidRules) as error:
        raise LeagueRefused(LeagueRefusal.BAD_RULES) from error


def _normalize_league_name(text: str) -> str:
    try:
        return normalize_name(text)
    except LeagueRefused as refused:
        is_length = refused.reason is LeagueRefusal.NAME_LENGTH
        reason = LeagueRefusal.LEAGUE_NAME_LENGTH if is_length else refused.reason
        raise LeagueRefused(reason, **refused.facts) from refused


def _check_ranges(settings: LeagueSettings) -> None:
    scheme, values = settings.scheme, get_values(settings)
    for one in list_settings(LeagueSettings):
        value, limits = values[one.name], one.setting
        if limits is not None and limits.most is not None and isinstance(value, int):
            _check_range(one.key, value, limits.least + (limits.none == limits.least), limits.most)
    _check_range("places", len(scheme.places), 1, MAX_PLACES)
    for points in scheme.places:
        _check_range("places", points, 0, MAX_POINTS_EACH)


def _check_range(name: str, value: float, smallest: int, largest: float) -> None:
    if not smallest <= value <= largest:
        raise LeagueRefused(LeagueRefusal.BAD_SETTINGS, name=name, smallest=smallest, largest=largest)

"""Decides whether a table's deals count. Lobbies and booking both ask here, so lobbies promise what is booked."""

from enum import StrEnum

from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import LeagueInfo, Season
from engine.model.notation import format_rules
from engine.model.presets import find_preset
from engine.model.rules import Rules


class Obstacle(StrEnum):
    """Why no deal at a table counts in its league, worded as `counting.obstacle.<value>`."""

    ARCHIVED = "archived"
    OTHER_RULES = "other_rules"  # the table's rules are not exactly the league's
    NO_SEASON = "no_season"
    TOO_FEW_PEOPLE = "too_few_people"


def find_obstacle(league: LeagueInfo, season: Season | None, rules: Rules, people: int, at: float) -> Obstacle | None:
    """Return why a deal that began with `people` users and ends at the time `at` does not count; None if it counts."""
    if league.archived_at is not None:
        return Obstacle.ARCHIVED
    if not has_league_rules(league, rules):
        return Obstacle.OTHER_RULES
    if season is None or not season.counts_at(at):
        return Obstacle.NO_SEASON
    return Obstacle.TOO_FEW_PEOPLE if people < get_min_people(season, rules) else None


def has_league_rules(league: LeagueInfo, rules: Rules) -> bool:
    """Return whether these are exactly the rules of a league."""
    return league.settings.rules == format_rules(rules)


def has_league_ladder(league: LeagueInfo, rules: Rules) -> bool:
    """Return whether teams climb this league's ladder at a table of the league with these rules."""
    climbs = league.settings.ranked_by is RankedBy.TEAMS and league.archived_at is None
    return climbs and has_league_rules(league, rules)


def get_min_people(season: Season, rules: Rules) -> int:
    """Return how many people must be seated for a deal to count in a season."""
    return rules.players if season.min_people is None else min(season.min_people, rules.players)


def is_rated(name: str, rules: Rules, *, friendly: bool = False) -> bool:
    """Return True if deals follow preset `name`, for any number of players, and are not `friendly`."""
    return not friendly and rules in {find_preset(name), find_preset(name, players=rules.players)}

"""Whether a league can be as a manager wants it."""

from dataclasses import replace
from typing import Final

from bot.league.leagues import LONGEST_SEASON, MOST_DECAY, MOST_WORTH, By, Draft, Season
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import clean_name
from engine.errors import BadRules
from engine.notation import parse_rules, rules_text
from engine.rules import Rules, Teams
from engine.validation import validate

_LENGTHS: Final = {LeagueWhy.NAME_LENGTH: LeagueWhy.LEAGUE_NAME_LENGTH}


def checked(draft: Draft) -> Draft:
    """Return a draft with its name and its rules written the one way that they are kept.

    Raises:
        LeagueRefused: the name, the rules or a number does not do.
    """
    rules = rules_of(draft)
    if draft.by is By.TEAMS and rules.teams is not Teams.FIXED:
        raise LeagueRefused(LeagueWhy.BAD_RULES)
    if draft.days is not None:
        _within("days", draft.days, 1, LONGEST_SEASON)
    for name in ("deal", "level", "match"):
        _within(name, getattr(draft.scheme, name), 0, MOST_WORTH)
    _within("decay", draft.decay, 0, MOST_DECAY)
    return replace(draft, name=_name(draft.name), rules=rules_text(rules))


def rules_of(draft: Draft | Season) -> Rules:
    """Return the rules that deals of a league, or of one of its seasons, are played by.

    Raises:
        LeagueRefused: a table could not play by them.
    """
    try:
        rules = parse_rules(draft.rules)
        validate(rules)
    except (ValueError, BadRules) as error:
        raise LeagueRefused(LeagueWhy.BAD_RULES) from error
    return rules


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except LeagueRefused as refused:
        raise LeagueRefused(_LENGTHS.get(refused.why, refused.why), **refused.facts) from refused


def _within(name: str, value: float, smallest: int, largest: float) -> None:
    if not smallest <= value <= largest:
        raise LeagueRefused(LeagueWhy.BAD_DRAFT, name=name, smallest=smallest, largest=largest)

"""Validation of an event's settings."""

from dataclasses import replace
from typing import Final

from bot.events.pairing.ports import PLAIN_BRACKET, EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import MAX_BOARDS, MAX_NAME_LENGTH, SIDES, BoardScoring, EventSettings, NoShowPolicy
from bot.names import compose_name, is_plain, is_readable
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.options import NoDeclaration, RedealClaim
from engine.model.rules import Rules
from engine.model.validation import validate

INDIVIDUAL_PLAYERS: Final = 4


def validate_settings(settings: EventSettings) -> EventSettings:
    """Return settings with name and rules in their normal form.

    Raises:
        EventRefused: NAME_LENGTH, NAME_CHARACTERS, NAME_MARKUP, BAD_RULES, FOUR_PLAYERS, LENGTH_NEEDED,
            KNOCKOUT_ONLY, BOARDS_ONLY, TOO_MANY_BOARDS.
    """
    rules = _parse_rules(settings.rules)
    if rules.partner_step != SIDES or rules.players < INDIVIDUAL_PLAYERS:
        raise EventRefused(EventRefusal.BAD_RULES)
    if settings.format.is_individual and rules.players != INDIVIDUAL_PLAYERS:
        raise EventRefused(EventRefusal.FOUR_PLAYERS)
    if settings.deals is None and settings.minutes is None:
        raise EventRefused(EventRefusal.LENGTH_NEEDED)
    plain = replace(settings.bracket, third_place=True) == PLAIN_BRACKET
    if not (plain or settings.format is EventFormat.KNOCKOUT):
        raise EventRefused(EventRefusal.KNOCKOUT_ONLY)
    if settings.format.has_boards:
        settings, rules = _validate_boards(settings), adapt_rules(rules)
    else:
        settings = replace(settings, board_scoring=None)
    name = _normalize_name(settings.name)
    return replace(settings, name=name, rules=format_rules(rules), players=rules.players)


def _validate_boards(settings: EventSettings) -> EventSettings:
    """Return the settings of an event with boards. Raises EventRefused: BOARDS_ONLY, TOO_MANY_BOARDS."""
    if settings.deals is None or settings.minutes is not None:
        raise EventRefused(EventRefusal.BOARDS_ONLY)
    if settings.deals > MAX_BOARDS:
        raise EventRefused(EventRefusal.TOO_MANY_BOARDS, limit=MAX_BOARDS)
    scoring = settings.board_scoring or BoardScoring.MATCH_POINTS
    settings = replace(settings, board_scoring=scoring, league_deals=False)
    if settings.format is not EventFormat.TEAM_MATCH:
        return settings
    stays = settings.no_show is NoShowPolicy.SUBSTITUTE_STAYS  # a member's seat changes from table to table
    no_show = NoShowPolicy.SUBSTITUTE if stays else settings.no_show
    return replace(settings, board_scoring=BoardScoring.SCALE, no_show=no_show)


def adapt_rules(rules: Rules) -> Rules:
    """Return the rules without redeals: a table that deals again would play other cards than the other tables."""
    kitty = NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    without = kitty if rules.no_declaration is NoDeclaration.REDEAL else rules.no_declaration
    return replace(rules, redeal_claim=RedealClaim.OFF, no_declaration=without)


def _parse_rules(text: str) -> Rules:
    try:
        rules = parse_rules(text)
        validate(rules)
    except (ValueError, InvalidRules) as error:
        raise EventRefused(EventRefusal.BAD_RULES) from error
    return rules


def _normalize_name(text: str) -> str:
    name = compose_name(text)
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise EventRefused(EventRefusal.NAME_LENGTH, longest=MAX_NAME_LENGTH, given=len(name))
    if not is_readable(name):
        raise EventRefused(EventRefusal.NAME_CHARACTERS)
    if not is_plain(name):
        raise EventRefused(EventRefusal.NAME_MARKUP)
    return name

"""Tells for each event format how it pairs rounds, how many rounds it needs, and how it ranks entrants."""

from collections.abc import Sequence

from bot.events.pairing.individual import IndividualMovement
from bot.events.pairing.knockout import Knockout, rank_knockout
from bot.events.pairing.ports import PLAIN_BRACKET, BracketSettings, EntrantNumber, EventFormat, History, Pairer
from bot.events.pairing.rank_entrants import Standing, rank_entrants
from bot.events.pairing.round_robin import RoundRobin
from bot.events.pairing.round_scoring import scoring_for
from bot.events.pairing.swiss import Swiss


def create_pairer(event_format: EventFormat, entrants: int, bracket: BracketSettings = PLAIN_BRACKET) -> Pairer:
    """Return the pairer for an event with this number of entrants."""
    match event_format:
        case EventFormat.ROUND_ROBIN | EventFormat.DUPLICATE | EventFormat.TEAM_MATCH:
            return RoundRobin(entrants)
        case EventFormat.SWISS:
            return Swiss()
        case EventFormat.INDIVIDUAL | EventFormat.DUPLICATE_SINGLE:
            return IndividualMovement()
        case EventFormat.KNOCKOUT:
            return Knockout(bracket)


def count_rounds(event_format: EventFormat, entrants: int, bracket: BracketSettings = PLAIN_BRACKET) -> int:
    """Return how many rounds a format needs at most, until all have met equally often or one winner is left."""
    match event_format:
        case EventFormat.ROUND_ROBIN | EventFormat.DUPLICATE | EventFormat.TEAM_MATCH:
            return max(1, entrants - 1 + entrants % 2)
        case EventFormat.SWISS:
            return max(1, entrants - 1).bit_length()
        case EventFormat.KNOCKOUT:
            return max(1, entrants - 1).bit_length() * bracket.best_of
        case EventFormat.INDIVIDUAL | EventFormat.DUPLICATE_SINGLE:
            return max(1, entrants if entrants % 4 else entrants - 1)


def rank_by_format(
    event_format: EventFormat,
    entrants: Sequence[EntrantNumber],
    history: History,
    bracket: BracketSettings = PLAIN_BRACKET,
) -> tuple[Standing, ...]:
    """Return the standings of an event, the best first."""
    scoring = scoring_for(event_format)
    if event_format is EventFormat.KNOCKOUT:
        return rank_knockout(entrants, history, scoring, bracket)
    return rank_entrants(entrants, history, scoring)

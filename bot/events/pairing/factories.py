"""The formats: the pairer of each, how many rounds it needs, and how it ranks."""

from collections.abc import Sequence
from typing import assert_never

from bot.events.pairing.individual import individual_movement
from bot.events.pairing.knockout import knockout, rank_knockout
from bot.events.pairing.ports import EntrantNumber, EventFormat, History, Pairer
from bot.events.pairing.round_robin import round_robin
from bot.events.pairing.scoring import scoring_for
from bot.events.pairing.standings import Standing, rank_entrants
from bot.events.pairing.swiss import swiss


def create_pairer(event_format: EventFormat, entrants: int) -> Pairer:
    """Return the pairer for an event that begins with this number of entrants."""
    match event_format:
        case EventFormat.ROUND_ROBIN | EventFormat.DUPLICATE | EventFormat.TEAM_MATCH:
            return round_robin(entrants)
        case EventFormat.SWISS:
            return swiss()
        case EventFormat.INDIVIDUAL | EventFormat.DUPLICATE_SINGLE:
            return individual_movement()
        case EventFormat.KNOCKOUT:
            return knockout()
        case _:
            assert_never(event_format)


def count_rounds(event_format: EventFormat, entrants: int) -> int:
    """Return how many rounds the format needs: to meet everybody evenly, or to find one winner."""
    match event_format:
        case EventFormat.ROUND_ROBIN | EventFormat.DUPLICATE | EventFormat.TEAM_MATCH:
            return max(1, entrants - 1 + entrants % 2)
        case EventFormat.SWISS | EventFormat.KNOCKOUT:
            return max(1, entrants - 1).bit_length()
        case EventFormat.INDIVIDUAL | EventFormat.DUPLICATE_SINGLE:
            return max(1, entrants if entrants % 4 else entrants - 1)
        case _:
            assert_never(event_format)


def rank_by_format(
    event_format: EventFormat, entrants: Sequence[EntrantNumber], history: History
) -> tuple[Standing, ...]:
    """Return the standings of an event, the best first."""
    rank = rank_knockout if event_format is EventFormat.KNOCKOUT else rank_entrants
    return rank(entrants, history, scoring_for(event_format))

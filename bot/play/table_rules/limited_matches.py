"""Limits a match to a number of deals or minutes, and ranks its sides when it reaches the limit (docs/rules.md, 12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from bot.play.values.table_info import TableInfo
from engine.deal.change_levels import climb_between
from engine.deal.scoring import points_to_win
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.seats import Seat

MAX_DEALS: Final = 99
MIN_MINUTES: Final = 5
MAX_MINUTES: Final = 600
_SECONDS: Final = 60.0


def with_end_time(facts: TableInfo, now: float) -> TableInfo:
    """Return the table's facts for a match that starts now. If its minutes are limited, add the time of its end."""
    minutes = facts.match_minutes
    return replace(facts, match_ends_at=None if minutes is None else now + minutes * _SECONDS)


def is_time_up(facts: TableInfo, now: float) -> bool:
    """Return whether the match's minutes are over. Then no further deal begins, but a deal in progress goes on."""
    return facts.match_ends_at is not None and now >= facts.match_ends_at


def is_length_reached(facts: TableInfo, deals: int, now: float) -> bool:
    """Return whether the match has reached its limit after `deals` finished deals, so that it ends now."""
    return is_time_up(facts, now) or (facts.match_deals is not None and deals >= facts.match_deals)


def is_last_deal(facts: TableInfo, deals: int, now: float) -> bool:
    """Return whether the current deal is the last, whatever its result. `deals` counts the finished ones."""
    return is_length_reached(facts, deals + 1, now)


@dataclass(frozen=True, slots=True)
class Contender:
    """A fixed side, or one player, with the sums of their deals in a match."""

    seats: tuple[Seat, ...]
    levels_gained: int
    """The levels gained since the match began, over all laps of the levels. Negative if now below the start."""
    deals_won: int
    points: int
    """How many points more than they needed the declarers' opponents had, added up over the deals.

    A deal in which the contender was on the declarers' side counts negatively.
    """
    has_levels: bool

    @property
    def rank_key(self) -> tuple[int, ...]:
        """The ranking criteria, most important first."""
        if not self.has_levels:
            return self.deals_won, self.points
        return self.levels_gained, self.points, self.deals_won


def rank_contenders(rules: Rules, results: Sequence[DealResult]) -> tuple[Contender, ...]:
    """Return all contenders after the finished deals of a match, best first; empty before the first result."""
    if not results:
        return ()
    step = rules.partner_step or rules.players  # without fixed sides each player is a side
    sides = (tuple(Seat(seat) for seat in range(side, rules.players, step)) for side in range(step))
    contenders = (_add_up(rules, seats, results) for seats in sides)
    return tuple(sorted(contenders, key=lambda one: one.rank_key, reverse=True))


def list_leaders(contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return the contenders in first place. If all contenders are, the match is a draw."""
    return tuple(one for one in contenders if one.rank_key == contenders[0].rank_key)


def count_ties(contenders: Sequence[Contender]) -> int:
    """Return how many ranking criteria, from the first on, are equal for the leaders and the next best."""
    leaders = list_leaders(contenders)
    others = contenders[len(leaders) :]
    pairs = zip(leaders[0].rank_key, others[0].rank_key, strict=True) if others else ()
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _add_up(rules: Rules, seats: tuple[Seat, ...], results: Sequence[DealResult]) -> Contender:
    first, needed = seats[0], points_to_win(rules)
    begun = results[0].levels_before[first], results[0].lap_before(first)
    ended = results[-1].levels_after[first], results[-1].lap_after(first)
    return Contender(
        seats,
        climb_between(begun, ended, rules),
        sum(first in result.winning_seats for result in results),
        sum((one.opponents_points - needed) * (-1 if first in one.declarers else 1) for one in results),
        rules.teams is not Teams.HIDDEN_TEN,
    )

"""Who leads, or has won, a match that ended before its last level (docs/rules.md, 12).

Fixed sides are compared as sides, everybody else on their own: by levels, or by deals won in a game without levels;
then by card points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.deal.fairness import full_pack
from engine.model.cards import points_of
from engine.model.events import DealResult
from engine.model.rules import Rules, Teams
from engine.model.seats import Seat

SIDES = 2
"""The seats of a fixed side have equal parity."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A fixed side, or one player, with what their deals of a match add up to."""

    seats: tuple[Seat, ...]
    levels_gained: int
    """From the level at which they started; below zero if they were sent back."""
    deals_won: int
    points: int
    """The card points of their side in each deal: what the opponents got, and what they left of the pack."""
    has_levels: bool

    @property
    def rank_key(self) -> tuple[int, int]:
        """What decides, most important first."""
        return (self.levels_gained if self.has_levels else self.deals_won), self.points


def rank_contenders(rules: Rules, results: Sequence[DealResult]) -> tuple[Contender, ...]:
    """Return all contenders after the finished deals of a match, best first; none before the first deal is over."""
    if not results:
        return ()
    pack = points_of(full_pack(rules))
    contenders = (_add_up(rules, seats, results, pack) for seats in _list_contending_seats(rules))
    return tuple(sorted(contenders, key=lambda one: one.rank_key, reverse=True))


def list_leaders(contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return those in first place; with all of them there the match is a draw."""
    return tuple(one for one in contenders if one.rank_key == contenders[0].rank_key)


def is_decided_by_points(contenders: Sequence[Contender]) -> bool:
    """Whether the leaders are ahead of the next by points alone."""
    leaders = list_leaders(contenders)
    others = contenders[len(leaders) :]
    return bool(others) and others[0].rank_key[0] == leaders[0].rank_key[0]


def _list_contending_seats(rules: Rules) -> Iterable[tuple[Seat, ...]]:
    if rules.teams is Teams.FIXED:
        return (tuple(Seat(seat) for seat in range(side, rules.players, SIDES)) for side in range(SIDES))
    return ((Seat(seat),) for seat in range(rules.players))


def _add_up(rules: Rules, seats: tuple[Seat, ...], results: Sequence[DealResult], pack: int) -> Contender:
    first = seats[0]
    return Contender(
        seats,
        results[-1].levels_after[first] - results[0].levels_before[first],
        sum(first in result.winning_seats for result in results),
        sum(_count_points(first, result, pack) for result in results),
        rules.teams is not Teams.HIDDEN_TEN,
    )


def _count_points(seat: Seat, result: DealResult, pack: int) -> int:
    opponents = max(0, result.opponents_points)
    return max(0, pack - opponents) if seat in result.declarers else opponents

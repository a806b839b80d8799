"""What a deal brings to each seat, and what player A gains over B in a pair of deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.arena.contest import Contestant
from engine.arena.deal_setups import DealSetup
from engine.deal.scoring import points_to_win
from engine.model.events import DealResult
from engine.model.rules import Rules
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a deal brings to one seat."""

    levels: float
    """Levels earned, before any level stops the rise, less those lost by a fall."""
    points: float
    """Half the card points by which the opponents exceed what they need; negative for declarers."""
    won: bool


@dataclass(frozen=True, slots=True)
class PairScore:
    """What A gains over B in each of the two deals of a pair, on average."""

    levels: float
    points: float
    won_by_a: float
    """Share of A's seats that won their deal."""
    won_by_b: float


def score_seat(result: DealResult, seat: Seat, rules: Rules) -> SeatScore:
    """Return what a deal brings to `seat`."""
    won = seat in result.winning_seats
    margin = (result.opponents_points - points_to_win(rules)) / 2
    points = -margin if seat in result.declarers else margin
    return SeatScore(_count_rise(result, seat) if won else -_count_fall(result, seat), points, won)


def _count_rise(result: DealResult, seat: Seat) -> int:
    """Return the levels that a winning seat has earned; the hook may have sent it back before."""
    back = dict(zip(result.hooked, result.hook_levels, strict=True))
    lost = result.levels_before[seat] - back[seat] if seat in back else 0
    return result.rise_of(seat) - lost


def _count_fall(result: DealResult, seat: Seat) -> int:
    return result.levels_before[seat] - result.levels_after[seat]


def score_pair(setup: DealSetup, results: Sequence[DealResult]) -> PairScore:
    """Compare A with B in every seat over the two games of a pair."""
    by_entrant: dict[Contestant, list[SeatScore]] = {entrant: [] for entrant in Contestant}
    for game, result in enumerate(results):
        for seat in map(Seat, range(setup.rules.players)):
            by_entrant[setup.entrant_at(seat, game)].append(score_seat(result, seat, setup.rules))
    a, b = by_entrant[Contestant.A], by_entrant[Contestant.B]
    return PairScore(
        levels=fmean(one.levels for one in a) - fmean(one.levels for one in b),
        points=fmean(one.points for one in a) - fmean(one.points for one in b),
        won_by_a=fmean(one.won for one in a),
        won_by_b=fmean(one.won for one in b),
    )

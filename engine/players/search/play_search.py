"""One decision of a search: compares plays over the same sampled deals."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Protocol

from engine.players.sampling.deal_sampler import SampledDeal
from engine.players.search.effort import SearchEffort

Valuer = Callable[[SampledDeal], float]
"""Finishes a sampled deal after a play; returns its worth to the seat's side."""


class Deals(Protocol):
    """Ways in which the cards may lie."""

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return one of them."""


class PlaySearch:
    """Compares plays by what they are worth in the same deals."""

    def __init__(
        self,
        deals: Deals,
        effort: SearchEffort,
        rng: random.Random,
        in_time: Callable[[], bool] | None,
    ) -> None:
        self.deals, self.effort, self.rng = deals, effort, rng
        self.in_time = in_time or (lambda: True)

    def best(self, valuers: Sequence[Valuer]) -> int:
        """Return the place of the best play; that of the rule player's, the first, if none is surely better."""
        values: list[list[float]] = [[] for _ in valuers]
        running = list(range(len(valuers)))
        for number in self.effort.deals_per_round:
            self._add_deals(number, valuers, running, values)
            if not values[0]:
                return 0
            running = _better_half(self._drop_settled(running, values), values)
            if running == [0]:
                return 0
        top = max(running, key=lambda at: sum(values[at]))
        if top == 0:
            return 0
        gap, error = _estimate_gap(values[top], values[0])
        return 0 if math.isinf(error) or gap <= self.effort.min_standard_errors * error else top

    def _add_deals(
        self, number: int, valuers: Sequence[Valuer], running: Sequence[int], values: list[list[float]]
    ) -> None:
        """Play out the running candidates in more deals, as long as there is time."""
        for _ in range(number):
            found = self._value_all([valuers[at] for at in running])
            if found is None:
                return
            for at, value in zip(running, found, strict=True):
                values[at].append(value)

    def _value_all(self, valuers: Sequence[Valuer]) -> list[float] | None:
        """Return the worth of a sampled deal after each play; None if the time was over before all were played out."""
        deal, found = self.deals.sample(self.rng), list[float]()
        for value in valuers:
            if not self.in_time():
                return None
            found.append(value(deal))
        return found

    def _drop_settled(self, running: list[int], values: Sequence[Sequence[float]]) -> list[int]:
        """Return the plays without those that are surely worse than the rule player's."""
        errors = self.effort.settled_errors
        if errors is None:
            return running
        return [at for at in running if not at or not _is_surely_worse(values[at], values[0], errors)]


def _better_half(running: list[int], values: list[list[float]]) -> list[int]:
    """Return the first play, the rule player's, and the better half of the others."""
    ranked = sorted(running[1:], key=lambda at: sum(values[at]), reverse=True)
    return [0, *sorted(ranked[: max(1, len(ranked) // 2)])]


def _is_surely_worse(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    gap, error = _estimate_gap(one, other)
    return -gap > errors * error


def _estimate_gap(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean paired difference and its standard error, which is infinite for one pair."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) == 1:
        return mean, math.inf
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(variance / len(gaps))

"""One decision of a search: compares plays over the same sampled deals."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from engine.players.deal_sampler import SampledDeal
from engine.players.search_effort import SearchEffort

D = TypeVar("D")
D_co = TypeVar("D_co", covariant=True)
Valuer = Callable[[SampledDeal], float]
"""Finishes a sampled deal after a play or a bury; returns its worth to the seat's side."""


class Sampler(Protocol[D_co]):
    """Ways in which the cards may lie."""

    def sample(self, rng: random.Random) -> D_co:
        """Return one of them."""


Deals = Sampler[SampledDeal]
"""Those once trumps are made."""


class PlaySearch(Generic[D]):
    """Compares plays by what they are worth in the same deals."""

    def __init__(
        self,
        deals: Sampler[D],
        effort: SearchEffort,
        rng: random.Random,
        in_time: Callable[[], bool] | None,
    ) -> None:
        self.deals, self.effort, self.rng = deals, effort, rng
        self.in_time = in_time or (lambda: True)

    def best(self, valuers: Sequence[Callable[[D], float]]) -> tuple[int, float]:
        """Return the place of the best play and its gain; the rule player's, the first, if none is surely better."""
        values: list[list[float]] = [[] for _ in valuers]
        running = list(range(len(valuers)))
        for number in self.effort.deals_per_round:
            self._add_deals(number, valuers, running, values)
            running = _better_half(self._drop_settled(running, values), values)
            if running == [0]:
                return 0, 0.0
        top = max(running, key=lambda at: sum(values[at]))
        if top == 0:
            return 0, 0.0
        before = len(values[0])
        self._add_deals(self.effort.confirming_deals, valuers, [0, top], values)
        if not _is_surely_better(values[top], values[0], self.effort.min_standard_errors):
            return 0, 0.0
        fresh = before if len(values[0]) > before else 0
        return top, _find_mean_gap(values[top][fresh:], values[0][fresh:])

    def _add_deals(
        self, number: int, valuers: Sequence[Callable[[D], float]], running: Sequence[int], values: list[list[float]]
    ) -> None:
        """Play out the running candidates in more deals, as long as there is time."""
        for _ in range(number):
            if values[0] and not self.in_time():
                return
            deal = self.deals.sample(self.rng)
            for at in running:
                values[at].append(valuers[at](deal))

    def _drop_settled(self, running: list[int], values: Sequence[Sequence[float]]) -> list[int]:
        """Return the plays without those that are surely worse than the rule player's."""
        errors = self.effort.settled_errors
        if errors is None:
            return running
        return [at for at in running if not at or not _is_surely_better(values[0], values[at], errors)]


def _better_half(running: list[int], values: list[list[float]]) -> list[int]:
    """Return the better half of the plays; the first, the rule player's, always stays."""
    ranked = sorted(running, key=lambda at: sum(values[at]), reverse=True)
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return sorted({0, *kept})


def _find_mean_gap(one: Sequence[float], other: Sequence[float]) -> float:
    return (sum(one) - sum(other)) / len(one)


def _is_surely_better(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """Return whether the paired mean difference exceeds zero by `errors` standard errors."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:  # noqa: PLR2004 - no spread is known
        return False
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > errors * math.sqrt(variance / len(gaps))

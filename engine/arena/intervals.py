"""Means with 95 % intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

_LIKELY = NormalDist().inv_cdf(0.975)
_LEAST_FREEDOM = 3
"""With fewer degrees of freedom the series for Student's t is too far off."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean; `margin` is half of its 95 % interval, infinite if there are too few values."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.margin


def estimate_mean(values: Sequence[float]) -> Interval:
    """Return the mean of independent values with its interval by Student's t."""
    mean, freedom = fmean(values) if values else 0.0, len(values) - 1
    if freedom < _LEAST_FREEDOM:
        return Interval(mean, math.inf)
    return Interval(mean, _student_quantile(freedom) * stdev(values) / math.sqrt(len(values)))


def _student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t (Cornish and Fisher's series, within 1 % from three degrees on)."""
    z = _LIKELY
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def find_percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of all values do not exceed; 0 for none."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else 0.0

"""The results of a contest: means with intervals, percentiles, and the report as text."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import Final

from engine.arena.contest import FAULT_NAMES, Contest, Contestant, DecisionTally, format_first_fault
from engine.arena.deal_pairs import PairScore
from engine.arena.run_contest import PairOutcome

_LIKELY = NormalDist().inv_cdf(0.975)
_LEAST_FREEDOM = 3
"""The fewest degrees of freedom for which the series for Student's t is accurate enough."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval; `margin` is half the width, infinite if there are too few values."""

    mean: float
    margin: float


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
    """Return the smallest value that is not exceeded by at least `share` of all values. Return 0 without values."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else 0.0


_LABEL: Final = 22
_COLUMN: Final = 14


@dataclass(slots=True)
class ContestResult:
    """The scores of the pairs played so far, and the counts of both players."""

    scores: list[PairScore] = field(default_factory=list)
    tallies: dict[Contestant, DecisionTally] = field(
        default_factory=lambda: {entrant: DecisionTally() for entrant in Contestant}
    )

    def add(self, outcome: PairOutcome) -> None:
        """Add the score and the counts of a pair."""
        self.scores.append(outcome.score)
        for entrant, tally in outcome.tallies.items():
            self.tallies[entrant].add(tally)

    @property
    def levels(self) -> Interval:
        """The mean, with its interval, of the levels that A gains over B in a deal."""
        return estimate_mean([score.levels for score in self.scores])

    @property
    def points(self) -> Interval:
        """The mean, with its interval, of the card points that A gains over B in a deal."""
        return estimate_mean([score.points for score in self.scores])


def format_result(contest: Contest, result: ContestResult) -> Iterator[str]:
    """Yield the lines of the report. If both players are repeatable, equal seeds give equal lines except for times."""
    players = f"{contest.a.title} against {contest.b.title}"
    pairs = f"{number} pairs" if (number := len(result.scores)) != 1 else "1 pair"
    yield f"{players}: {pairs} of deals, rules {contest.rules_title}, seed {contest.seed}"
    if contest.rules.has_levels:
        yield _format_row("levels a deal", [format_interval(result.levels, 3)])
    yield _format_row("points a deal", [format_interval(result.points, 1)])
    yield ""
    yield _format_row("", ["a", "b"])
    won = [[score.won_by_a for score in result.scores], [score.won_by_b for score in result.scores]]
    yield _format_row("deals won", [f"{100 * fmean(shares):.1f} %" for shares in won])
    yield from _format_tallies([result.tallies[entrant] for entrant in Contestant])
    for entrant in Contestant:
        for fault, words in result.tallies[entrant].first_faults.items():
            yield format_first_fault(entrant, fault, words)


def format_interval(interval: Interval, digits: int) -> str:
    """Return a mean and half the width of its 95 % interval as text. An infinite width is shown as `?`."""
    mean = round(interval.mean, digits) + 0.0  # turns -0.0 into 0.0
    margin = "?" if math.isinf(interval.margin) else f"{interval.margin:.{digits}f}"
    return f"{mean:+.{digits}f} ± {margin}"


def _format_row(label: str, cells: Iterable[str]) -> str:
    return (label.ljust(_LABEL) + "".join(cell.rjust(_COLUMN) for cell in cells)).rstrip()


def _format_tallies(tallies: Sequence[DecisionTally]) -> Iterator[str]:
    for fault, name in FAULT_NAMES.items():
        yield _format_row(f"{name}s", [str(tally.faults[fault]) for tally in tallies])
    yield _format_row("plays searched", [f"{100 * tally.share_searched:.1f} %" for tally in tallies])
    yield _format_row("decisions", [str(len(tally.milliseconds)) for tally in tallies])
    yield _format_row("time, mean", [f"{fmean(tally.milliseconds or [0.0]):.2f} ms" for tally in tallies])
    for name, share in {"p50": 0.5, "p95": 0.95, "longest": 1.0}.items():
        times = [f"{find_percentile(tally.milliseconds, share):.2f} ms" for tally in tallies]
        yield _format_row(f"time, {name}", times)

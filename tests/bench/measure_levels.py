"""Measures the levels of computer players and prints their fixed ratings: `python tests/bench/measure_levels.py`.

Each level plays duplicate pairs of deals of the preset `club` against the level `club`, whose mean is fixed. The mean of
another level is where the model of `bot/league/ratings.py` expects the share of deals that it won. Copy the means to
`COMPUTER_MEANS` there, and to docs/ratings.md.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.league.ratings import BETA, COMPUTER_SPREAD, INITIAL_MEAN
from engine.arena.contest import Contest, PlayerMix
from engine.arena.intervals import Interval, estimate_mean
from engine.arena.run_contest import run_contest
from engine.model.presets import preset
from engine.players import PLAYERS

ANCHOR: Final = "club"
SIDE: Final = 2
"""Seats of a side."""


def compute_mean(won: float) -> float:
    """Return the mean of a player whose side wins this share of deals against a side of the anchor."""
    luck = math.sqrt(2 * SIDE * COMPUTER_SPREAD**2 + 2 * BETA**2)
    return INITIAL_MEAN + luck * math.log(won / (1 - won)) / SIDE


def measure_share(level: str, pairs: int, seed: int, jobs: int) -> Interval:
    """Return the share of deals that `level` wins against the anchor."""
    contest = Contest(PlayerMix(level), PlayerMix(ANCHOR), preset("club"), pairs, seed)
    shares = [outcome.score.won_by_a for outcome in run_contest(contest, jobs)]
    return estimate_mean(shares)


def main() -> None:
    """Measure the levels that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=[name for name in PLAYERS if name != ANCHOR])
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    for level in options.levels:
        won = measure_share(level, options.pairs, options.seed, options.jobs)
        low, mean, high = (compute_mean(min(0.99, max(0.01, share))) for share in (won.low, won.mean, won.high))
        sys.stdout.write(
            f"{level}: wins {100 * won.mean:.1f} ± {100 * won.margin:.1f} % of {2 * options.pairs} deals against {ANCHOR}; "
            f"mean {mean:.1f} ({low:.1f} to {high:.1f})\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

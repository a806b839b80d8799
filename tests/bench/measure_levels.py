"""Measures the levels of computer players and prints their fixed ratings: `python tests/bench/measure_levels.py`.

Each level plays duplicate pairs of deals of the preset `standard` against the level `expert`, whose mean is fixed. The
model of `bot/league/results/ratings.py` says which share of deals players with a mean should win. Each other level gets
the mean that fits the share it has won. With `--record`, the results go to `measured_levels.json`.
`COMPUTER_MEANS` in ratings.py and docs/ratings.md must agree with that file.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.league.results.ratings import BETA, COMPUTER_SPREAD, INITIAL_MEAN
from engine.arena.contest import Contest, PlayerMix
from engine.arena.contest_report import estimate_mean
from engine.arena.deal_pairs import PairScore
from engine.arena.run_contest import run_contest
from engine.model.presets import preset
from engine.players.levels import PLAYERS

ANCHOR: Final = "expert"
SIDE: Final = 2
"""The number of seats of a side."""
RECORD: Final = Path(__file__).with_name("measured_levels.json")
MANY_PAIRS: Final = 1_000_000
Measured = dict[str, float]


def compute_mean(won: float) -> float:
    """Return the mean rating of players whose side wins this share of its deals against `ANCHOR` players."""
    luck = math.sqrt(2 * SIDE * COMPUTER_SPREAD**2 + 2 * BETA**2)
    share = min(0.99, max(0.01, won))
    return INITIAL_MEAN + luck * math.log(share / (1 - share)) / SIDE


def play_pairs(level: str, options: argparse.Namespace) -> Iterator[PairScore]:
    """Yield the scores of a level against the anchor until `--pairs` or `--minutes` is reached."""
    pairs = options.pairs or MANY_PAIRS
    contest = Contest(PlayerMix(level), PlayerMix(ANCHOR), preset(options.rules), pairs, options.seed)
    started = time.process_time()
    outcomes = run_contest(contest, options.jobs)
    in_time = takewhile(
        lambda _: options.minutes is None or time.process_time() - started < 60 * options.minutes, outcomes
    )
    return (outcome.score for outcome in in_time)


def summarize(scores: list[PairScore]) -> Measured:
    """Return the number of pairs, the share of deals won, and the levels gained per deal. Both have 95 % margins."""
    won = estimate_mean([score.won_by_a for score in scores])
    levels = estimate_mean([score.levels for score in scores])
    values = {"won": won.mean, "won_margin": won.margin, "levels": levels.mean, "levels_margin": levels.margin}
    return {"pairs": len(scores), **{name: round(value, 4) for name, value in values.items()}}


def format_measured(level: str, found: Measured) -> str:
    """Return a level's results as a line of text."""
    won, margin = found["won"], found["won_margin"]
    low, mean, high = map(compute_mean, (won - margin, won, won + margin))
    return (
        f"{level}: wins {100 * won:.1f} ± {100 * margin:.1f} % of {2 * found['pairs']} deals against {ANCHOR}, "
        f"{found['levels']:+.2f} ± {found['levels_margin']:.2f} levels a deal; mean {mean:.1f} ({low:.1f} to {high:.1f})\n"
    )


def read_record() -> dict[str, Measured]:
    recorded: dict[str, Measured] = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return recorded


def main() -> None:
    """Measure the levels that the command line names, by default all but the anchor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=[name for name in PLAYERS if name != ANCHOR])
    parser.add_argument("--pairs", type=int, help="deals, each played twice; 400 unless minutes are given")
    parser.add_argument("--minutes", type=float, help="of processor time for each level; only with one job")
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", action="store_true", help=f"write the results to {RECORD.name}")
    options = parser.parse_args()
    if options.pairs is None and options.minutes is None:
        options.pairs = 400
    for level in options.levels:
        found = summarize(list(play_pairs(level, options)))
        sys.stdout.write(format_measured(level, found))
        sys.stdout.flush()
        if options.record:
            record = read_record() | {level: found | {"seed": options.seed}}
            RECORD.write_text(json.dumps(record, indent=2) + "\n")


if __name__ == "__main__":
    main()

"""Compares play-outs by rules with play by `expert`: `python tests/bench/judge_search.py --ask lead --decisions 100`.

It takes some decisions of deals with `expert` in all seats, and the plays that a search would compare. The true value
of a play comes from sampled deals that `expert` finishes through the public game. Play-outs by rules then choose a play
in other sampled deals.

Three numbers are printed. The first is the gain of this choice over the rule player's play, by the true values. The
second is the gain that the play-outs expect. The third is the correlation of true and expected values over the plays of
a decision, corrected for chance.
"""

import argparse
import math
import random
import sys
from dataclasses import replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "engine" / "players")]

from computer_matches import play_match  # noqa: E402 - the path is set first

from engine.arena.contest_report import estimate_mean, format_interval  # noqa: E402 - the path is set first
from engine.deal.game import view_for  # noqa: E402 - the path is set first
from engine.deal.legal_actions import forced_play  # noqa: E402 - the path is set first
from engine.deal.phases.states import Playing  # noqa: E402 - the path is set first
from engine.model.cards import ALL_FACES  # noqa: E402 - the path is set first
from engine.model.options import Level  # noqa: E402 - the path is set first
from engine.model.presets import preset  # noqa: E402 - the path is set first
from engine.model.view import Ask  # noqa: E402 - the path is set first
from engine.players.levels import PLAYERS  # noqa: E402 - the path is set first
from engine.players.playouts.bit_layout import build_bit_layout  # noqa: E402 - the path is set first
from engine.players.policies.beliefs import infer_beliefs  # noqa: E402 - the path is set first
from engine.players.policies.rule_player import RulePlayer  # noqa: E402 - the path is set first
from engine.players.policies.style import MASTER  # noqa: E402 - the path is set first
from engine.players.sampling.deal_sampler import DealSampler  # noqa: E402 - the path is set first
from engine.players.search.effort import MASTER_FOLLOWS, MASTER_LEADS  # noqa: E402 - the path is set first
from engine.players.search.play_search import list_candidates  # noqa: E402 - the path is set first
from engine.players.search.rate_playouts import RuleFinish  # noqa: E402 - the path is set first
from tests.bench.finish_true_deal import finish_deal  # noqa: E402 - the path is set first

SHARES = {Ask.LEAD: 0.25, Ask.FOLLOW: 0.12}
"""The share of decisions that is judged."""
EFFORTS = {Ask.LEAD: MASTER_LEADS, Ask.FOLLOW: MASTER_FOLLOWS}
PLAYS = 8
"""The most plays of a decision that are valued. They are those that the rule player scores highest."""


def list_decisions(ask, seed):
    """Yield some decisions of deals with `expert` in all seats, as the phase and the seat's view."""
    rng = random.Random(seed)
    for deal in range(1_000_000):
        levels = (rng.choice([level for level in Level if level <= Level.ACE]),) * 4
        for _, _, phase in play_match(preset("standard"), [PLAYERS["expert"].choose] * 4, f"{seed} {deal}", 1, levels):
            if isinstance(phase, Playing):
                view = view_for(phase, phase.turn)
                if view.ask is ask and forced_play(view) is None and rng.random() < SHARES[ask]:
                    yield phase, view


def lay_out(phase, view, deal, layout):
    """Return the phase with the hidden cards of a sampled deal."""
    hands = []
    for seat in range(4):
        held = [(face, 5 * seat + layout.suit[face], layout.bit[face]) for face in ALL_FACES]
        hands.append(tuple(face for face, at, bit in held for row in deal.hands.copies if row[at] & bit))
    hands[view.seat] = view.hand
    return replace(phase, hands=tuple(hands), kitty=phase.kitty if view.kitty is not None else deal.kitty)


def value_plays(phase, view, judged, worlds, seed):
    """Return the values of each play in sampled deals. The keys say how the deals are played to their end.

    Return None if there is only one play to compare, or no bit layout for the trumps.
    """
    beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
    candidates = list_candidates(beliefs, RulePlayer(MASTER), EFFORTS[view.ask])[:PLAYS]
    if layout is None or len(candidates) == 1:
        return None
    rng, deals = random.Random(seed), DealSampler.of(beliefs, layout)
    drawn = [lay_out(phase, view, deals.sample(rng), layout) for _ in range(judged)]
    found = {"expert": [[finish_deal(one, view.seat, play.cards) for one in drawn] for play in candidates]}
    sampled = [deals.sample(rng) for _ in range(worlds)]
    finish = RuleFinish(beliefs, layout)
    valuers = [finish.build_valuer(play) for play in candidates]
    found["rules"] = [[valuer(deal) for deal in sampled] for valuer in valuers]
    return found


def mean(values):
    return sum(values) / len(values)


def spread_of_plays(rows, others):
    """Return the covariance of the values of plays in two tables, multiplied by the number of plays."""
    ours, theirs = [mean(row) for row in rows], [mean(row) for row in others]
    return sum((a - mean(ours)) * (b - mean(theirs)) for a, b in zip(ours, theirs, strict=True))


def spread_by_chance(rows):
    """Return the part of `spread_of_plays` that comes only from the choice of the sampled deals."""
    deals = [mean(column) for column in zip(*rows, strict=True)]
    total = 0.0
    for row in rows:
        gaps = [value - deal for value, deal in zip(row, deals, strict=True)]
        total += sum((gap - mean(gaps)) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps)
    return total


def report(name, found):
    """Print how much one kind of play-outs gains, and how well it agrees with the true values."""
    gains, believed, sums = [], [], [0.0, 0.0, 0.0]
    for one in found:
        rows, true = one[name], [mean(row) for row in one["expert"]]
        values = [mean(row) for row in rows]
        best = max(range(len(values)), key=values.__getitem__)
        gains.append(true[best] - true[0])
        believed.append(values[best] - values[0])
        sums[0] += spread_of_plays(rows, one["expert"])
        sums[1] += spread_of_plays(rows, rows) - spread_by_chance(rows)
        sums[2] += spread_of_plays(one["expert"], one["expert"]) - spread_by_chance(one["expert"])
    agreement = sums[0] / math.sqrt(sums[1] * sums[2]) if min(sums) > 0 else math.nan
    sys.stdout.write(
        f"{name}: a decision gains {format_interval(estimate_mean(gains), 3)}, believed {mean(believed):.3f}; "
        f"agreement {agreement:.2f}\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ask", choices=["lead", "follow"], default="lead")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--judged", type=int, default=64, help="sampled deals that expert finishes")
    parser.add_argument("--worlds", type=int, default=160, help="sampled deals that are played out")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = []
    for number, (phase, view) in enumerate(list_decisions(Ask(options.ask), options.seed)):
        values = value_plays(phase, view, options.judged, options.worlds, number)
        if values is not None:
            found.append(values)
        if len(found) == options.decisions:
            break
    report("rules", found)


if __name__ == "__main__":
    main()

"""Judges what a search believes: `python tests/bench/judge_search.py --deals 65 --worlds 160`.

At some plays of deals with `club` in all seats it searches the seat's plays in sampled deals, with and without clues, and
values each in the true deal: by many play-outs, which are the search's own, so that only the beliefs about the cards are
judged; or with `--by-rules` by rule players who finish it, so that the play-outs are judged, too. Prints for each number
of standard errors what is believed and what is true.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "engine" / "players")]

from computer_matches import play_match  # noqa: E402 - the path is set first

from engine.arena.departures import finish_deal  # noqa: E402 - the path is set first
from engine.arena.intervals import estimate_mean  # noqa: E402 - the path is set first
from engine.deal.game import view_for  # noqa: E402 - the path is set first
from engine.deal.legal_actions import forced_play  # noqa: E402 - the path is set first
from engine.deal.phases.states import Playing  # noqa: E402 - the path is set first
from engine.model.options import Level  # noqa: E402 - the path is set first
from engine.model.presets import preset  # noqa: E402 - the path is set first
from engine.model.view import Ask  # noqa: E402 - the path is set first
from engine.players import PLAYERS  # noqa: E402 - the path is set first
from engine.players.beliefs import infer_beliefs  # noqa: E402 - the path is set first
from engine.players.bit_layout import build_bit_layout  # noqa: E402 - the path is set first
from engine.players.candidates import list_candidates  # noqa: E402 - the path is set first
from engine.players.clue_sampler import ClueSampler  # noqa: E402 - the path is set first
from engine.players.deal_sampler import DealSampler  # noqa: E402 - the path is set first
from engine.players.finish_four import FourSeatFinish  # noqa: E402 - the path is set first
from engine.players.oracle import OpenDeal, _to_sampled_deal  # noqa: E402 - the path is set first
from engine.players.player import Style  # noqa: E402 - the path is set first
from engine.players.rule_player import RulePlayer  # noqa: E402 - the path is set first
from engine.players.search_effort import MASTER_FOLLOWS, MASTER_LEADS, SearchEffort  # noqa: E402 - the path is set first

SAMPLERS = {"without clues": DealSampler, "with clues": ClueSampler}
SHARES = {Ask.LEAD: 0.5, Ask.FOLLOW: 0.25}
"""Of the plays with a choice that are searched."""
ERRORS = (0, 0.5, 1, 1.5, 2, 2.5)
EFFORTS = {Ask.LEAD: MASTER_LEADS, Ask.FOLLOW: MASTER_FOLLOWS}
JUDGE = SearchEffort(playouts=80)


def value_truly(phase, view, candidates, beliefs, layout, seed, *, by_rules):
    """Return what each play is worth in the true deal."""
    if by_rules:
        return [finish_deal(phase, view.seat, one.cards, JUDGE.per_point) for one in candidates]
    deal = _to_sampled_deal(OpenDeal(view, phase.hands, phase.kitty), layout)
    judge = FourSeatFinish(beliefs, layout, JUDGE, random.Random(seed))
    return [judge.build_valuer(one)(deal) for one in candidates]


def judge_decision(phase, view, worlds, seed, *, by_rules=False):
    """Return by sampler the best other play's believed gain, its standard error and its true gain; None without others."""
    beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
    effort = EFFORTS[view.ask]
    candidates = list_candidates(beliefs, RulePlayer(Style()), effort)
    if layout is None or len(candidates) == 1:
        return None
    true = value_truly(phase, view, candidates, beliefs, layout, seed, by_rules=by_rules)
    found = {}
    for name, sampler in SAMPLERS.items():
        rng = random.Random(seed)
        deals, finish = sampler.of(beliefs, layout), FourSeatFinish(beliefs, layout, effort, rng)
        valuers = [finish.build_valuer(one) for one in candidates]
        sampled = [deals.sample(rng) for _ in range(worlds)]
        values = [[valuer(one) for one in sampled] for valuer in valuers]
        best = max(range(len(candidates)), key=lambda at, values=values: sum(values[at]))
        gain = estimate_mean([a - b for a, b in zip(values[best], values[0], strict=True)])
        found[name] = (gain.mean, gain.margin / 1.96, true[best] - true[0]) if best else (0.0, 0.0, 0.0)
    return found


def list_decisions(deals, seed):
    """Yield some of the plays of deals with `club` in all seats: the phase before, and the seat's view."""
    rng = random.Random(seed)
    for deal in range(deals):
        levels = (rng.choice([level for level in Level if level <= Level.ACE]),) * 4
        for _, _, phase in play_match(preset("club"), [PLAYERS["club"].choose] * 4, f"{seed} {deal}", 1, levels):
            if isinstance(phase, Playing):
                view = view_for(phase, phase.turn)
                if forced_play(view) is None and rng.random() < SHARES[view.ask]:
                    yield phase, view


def report(title, decisions):
    """Print what departures of one sampler are believed to gain and truly gain."""
    for errors in ERRORS:
        departures = [(gain, true) for gain, error, true in decisions if gain > errors * error]
        if len(departures) > 1:
            true = estimate_mean([true for _, true in departures])
            believed = sum(gain for gain, _ in departures) / len(departures)
            sys.stdout.write(
                f"{title}, {errors} errors: departs {100 * len(departures) / len(decisions):.0f} %, believed "
                f"{believed:.3f}, true {true.mean:.3f} ± {true.margin:.3f}; a decision gains "
                f"{sum(true for _, true in departures) / len(decisions):.4f}\n"
            )


def main():
    """Search and judge some decisions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=65)
    parser.add_argument("--worlds", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by-rules", action="store_true", help="rule players finish the true deal")
    options = parser.parse_args()
    found = {(ask, name): [] for ask in SHARES for name in SAMPLERS}
    for number, (phase, view) in enumerate(list_decisions(options.deals, options.seed)):
        judged = judge_decision(phase, view, options.worlds, number, by_rules=options.by_rules)
        for name, one in (judged or {}).items():
            found[view.ask, name].append(one)
    for (ask, name), decisions in found.items():
        report(f"{ask}s {name} ({len(decisions)})", decisions)


if __name__ == "__main__":
    main()

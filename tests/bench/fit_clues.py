"""Fits the weights of `engine/players/sampling/card_odds.py`: `python tests/bench/fit_clues.py --deals 150`.

It plays deals with `expert` in all seats. At every play but the first, it takes some cards that the player cannot see
as samples. A sample lists all places where the card could be, which are the other seats and the kitty, and says where
it is. Newton's method then fits a multinomial logit model of the true places. Its offset is the logarithm of each
place's size. The weights of seats and of the kitty are printed.
"""

import argparse
import math
import random
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "engine" / "players")]

from computer_matches import play_match  # noqa: E402 - the path is set first

from engine.deal.phases.states import Playing  # noqa: E402 - the path is set first
from engine.model.options import Level  # noqa: E402 - the path is set first
from engine.model.presets import preset  # noqa: E402 - the path is set first
from engine.players.levels import PLAYERS  # noqa: E402 - the path is set first
from engine.players.policies.beliefs import infer_beliefs  # noqa: E402 - the path is set first
from engine.players.sampling.card_odds import SEATS, Clue, find_clues, list_traits  # noqa: E402 - the path is set first

TRAITS = ("any", "trump", "boss", "low", "ten", "five", "pair")
NAMES = (*Clue, *TRAITS)
KITTY = SEATS
CAUTION = 20.0
"""The strength of the regularisation, which pulls each weight towards zero."""
NEVER = -1e9


def list_samples(view, phase, rng):
    """Yield samples of unseen cards, each with the traits and log size of all places, and which place is true."""
    beliefs = infer_beliefs(view)
    clues = find_clues(view)
    for seat, cards in enumerate((*phase.hands, phase.kitty if view.kitty is None else ())):
        for card in cards:
            if seat == view.seat or rng.random() > 0.1:
                continue
            rows, sizes = np.zeros((SEATS + 1, len(NAMES))), np.full(SEATS + 1, NEVER)
            for other in range(SEATS):
                if other != view.seat and not beliefs.void[other][beliefs.trump.order.suit_of[card]]:
                    sizes[other] = math.log(max(1, view.hand_sizes[other]))
                    rows[other, : len(Clue)] = [clues[other][card] >> clue & 1 for clue in Clue]
            if view.kitty is None:
                sizes[KITTY] = math.log(view.kitty_size)
                rows[KITTY, len(Clue) :] = [name in list_traits(beliefs, card) for name in TRAITS]
            yield rows, sizes, seat


def fit(samples):
    """Return the weights that make the true places most likely."""
    rows, sizes, places = (np.array(column) for column in zip(*samples, strict=True))
    weights = np.zeros(len(NAMES))
    for _ in range(20):
        chance = np.exp(sizes + rows @ weights)
        chance /= chance.sum(1, keepdims=True)
        expected = (chance[:, :, None] * rows).sum(1)
        slope = (rows[np.arange(len(places)), places] - expected).sum(0) - CAUTION * weights
        bend = sum((rows[:, at] * chance[:, at : at + 1]).T @ rows[:, at] for at in range(SEATS + 1))
        weights += np.linalg.solve(bend - expected.T @ expected + CAUTION * np.eye(len(NAMES)), slope)
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    samples = []
    for deal in range(options.deals):
        rules = preset("standard")
        levels = (rng.choice([level for level in Level if level <= Level.ACE]),) * SEATS
        play = play_match(rules, [PLAYERS["expert"].choose] * SEATS, f"{options.seed} {deal}", 1, levels)
        for view, _, phase in play:
            if isinstance(phase, Playing) and view.trick is not None and view.trump is not None:
                samples += list_samples(view, phase, rng) if view.tricks or view.trick.plays else ()
    weights = fit(samples)
    sys.stdout.write(f"{len(samples)} cards\n")
    for name, weight in zip(NAMES, weights, strict=True):
        sys.stdout.write(f"{name.name if isinstance(name, Clue) else name}: {weight:.2f},\n")


if __name__ == "__main__":
    main()

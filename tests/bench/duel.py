"""Duels of computer players over duplicate deals: `python tests/bench/duel.py club casual --pairs 200`.

Each pair of games plays one shuffle twice with the sides changed, so that luck of the cards cancels; the pair is the
unit of analysis. Reported for the first player: levels and points a deal with 95 % confidence intervals.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from engine.deal.fairness import full_pack
from engine.deal.game import Phase, apply, start, to_act, view_for
from engine.deal.legal_actions import legal_actions_of, legal_declarations
from engine.deal.phases.states import Declaring, Finished, Ready
from engine.deal.scoring import score_deal
from engine.model.actions import Action, Bury, CloseWindow, Deal, Declare, Draw, Pass
from engine.model.events import DealResult
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, View
from engine.players import PLAYERS

Chooser = Callable[[View, random.Random], Action | None]
REDEALS = 20


@dataclass
class Clock:
    """How long each decision of a player took, in seconds."""

    spent: list[float] = field(default_factory=list)

    def timed(self, choose: Chooser) -> Chooser:
        def timing(view, rng):
            began = time.perf_counter()
            action = choose(view, rng)
            self.spent.append(time.perf_counter() - began)
            return action

        return timing

    def at(self, share: float) -> float:
        ranked = sorted(self.spent)
        return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def deal_action(rules: Rules, rng: random.Random, first: int) -> Deal:
    """Return a shuffled pack for a simulation; games that matter are shuffled by `engine.deal.fairness`."""
    order = list(full_pack(rules))
    rng.shuffle(order)
    return Deal(tuple(order), first)


def declare(phase: Declaring, choosers: Sequence[Chooser], rngs: Sequence[random.Random], waves: int = 5) -> Phase:
    """Draw in waves; after each all seats are asked in turn until nobody has anything to say."""
    rules = phase.rules
    rounds = -(-rules.hand_size // waves)
    while isinstance(phase, Declaring):
        if phase.to_draw:
            phase = apply(phase, TABLE, Draw(min(phase.to_draw, rounds * rules.players))).phase
        phase = _ask_all(phase, choosers, rngs)
        if isinstance(phase, Declaring) and not phase.to_draw:
            phase = apply(phase, TABLE, CloseWindow()).phase
    return phase


def _ask_all(phase: Phase, choosers: Sequence[Chooser], rngs: Sequence[random.Random]) -> Phase:
    spoken = True
    while spoken:
        spoken = False
        for seat in range(len(choosers)):
            if not isinstance(phase, Declaring) or seat not in to_act(phase):
                continue
            action = choosers[seat](view_for(phase, Seat(seat)), rngs[seat])
            if action is not None:
                phase = apply(phase, Seat(seat), action).phase
                spoken = spoken or not isinstance(action, Pass)
    return phase


def play_deal(phase: Phase, choosers: Sequence[Chooser], seed: str, order: Deal | None = None) -> Phase:
    """Play from `Ready` or `Finished` to `Finished`."""
    shuffler = random.Random(f"deal {seed}")
    rngs = [random.Random(f"{seed} {seat}") for seat in range(len(choosers))]
    dealt = False
    for _ in range(100_000):
        if isinstance(phase, Finished) and dealt:
            return phase
        if isinstance(phase, Ready | Finished):
            declarer = phase.match.declarer
            rules = phase.match.rules
            made = deal_action(rules, shuffler, shuffler.randrange(rules.players) if declarer is None else declarer)
            phase, dealt = apply(phase, TABLE, order or made).phase, True
            order = None
        elif isinstance(phase, Declaring):
            phase = declare(phase, choosers, rngs)
        else:
            seat = to_act(phase)[0]
            action = choosers[seat](view_for(phase, seat), rngs[seat])
            assert action is not None
            phase = apply(phase, seat, action).phase
    raise AssertionError("the deal does not end")


def signed(result: DealResult, rules: Rules) -> tuple[float, float]:
    """Return levels and points as the opponents of the deal see them; to be declarers next counts half a level."""
    found = score_deal(result.opponents_points, rules)
    levels = found.levels + 0.5
    return (-levels if found.declarers_hold else levels), float(result.opponents_points)


def random_legal(view: View, rng: random.Random) -> Action | None:
    """Answer at random among what is legal: the yardstick from below."""
    if view.ask is Ask.DECLARE:
        if view.to_draw:
            return None
        found = legal_declarations(view)
        return Declare(rng.choice(found)) if found and rng.random() < 0.5 else Pass()
    if view.ask is Ask.BURY:
        return Bury(tuple(rng.sample(view.hand, view.kitty_size)))
    return rng.choice(list(islice(legal_actions_of(view), 200)))


RANDOM = "random"
CHOOSERS: dict[str, Chooser] = {RANDOM: random_legal, **{name: player.choose for name, player in PLAYERS.items()}}


@dataclass(frozen=True)
class Tally:
    """Mean and half-width of a 95 % confidence interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Tally":
        mean = sum(values) / len(values)
        if len(values) < 2:
            return cls(mean, math.inf)
        variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return cls(mean, 1.96 * math.sqrt(variance / len(values)))

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.half:.3f}"


@dataclass
class Duel:
    """What a duel found, for the first player."""

    levels: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    won: int = 0
    deals: int = 0
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))


def duel(one: Chooser, other: Chooser, rules: Rules, pairs: int, seed: int = 0) -> Duel:
    """Play `pairs` pairs of single deals of fixed teams; the level and the declarer go round."""
    found = Duel()
    timed = found.clocks[0].timed(one), found.clocks[1].timed(other)
    ranks = [level for level in Level if level is not Level.NT]
    for number in range(pairs):
        declarer = None if number % 8 == 7 else Seat(number % rules.players)
        levels, points = 0.0, 0.0
        for side in (0, 1):
            choosers = [timed[(seat + side) % 2] for seat in range(rules.players)]
            began = start(rules, (ranks[number % 13],) * rules.players, declarer)
            phase = play_deal(began, choosers, f"{seed} {number}")
            rise, opponents = signed(phase.result, rules)
            ours = 1 if (phase.result.declarer - side) % 2 else -1  # +1: the first player's side were the opponents
            levels += ours * rise / 2
            points += ours * opponents / 2
            found.won += ours * rise > 0
            found.deals += 1
        found.levels.append(levels)
        found.points.append(points)
    return found


def report(name: str, rival: str, found: Duel) -> str:
    lines = [
        f"{name} vs {rival}: {len(found.levels)} pairs",
        f"  levels/deal {Tally.of(found.levels)}   points/deal {Tally.of(found.points)}   won {found.won / found.deals:.1%}",
    ]
    for who, clock in zip((name, rival), found.clocks, strict=True):
        lines.append(f"  {who}: {clock.at(0.5):.2f} ms median, {clock.at(0.95):.2f} ms p95, {clock.at(1):.1f} ms most")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Duplicate duel of two computer players")
    parser.add_argument("one", choices=CHOOSERS)
    parser.add_argument("other", choices=CHOOSERS)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--preset", default="club")
    asked = parser.parse_args(arguments)
    found = duel(CHOOSERS[asked.one], CHOOSERS[asked.other], preset(asked.preset), asked.pairs, asked.seed)
    sys.stdout.write(report(asked.one, asked.other, found) + "\n")


if __name__ == "__main__":
    main()

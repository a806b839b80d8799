"""The player that looks ahead: plays the deal out in many worlds and departs from the rules when that is surely better.

For four players in fixed sides with two decks; anything else it leaves to the rules. Work is counted in worlds and
play-outs, so that a decision can be repeated; a clock, where one is handed in, only cuts it short.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.actions import Action, Play
from engine.cards import Card, points_of
from engine.leads import Lead
from engine.options import forced, lead_of
from engine.players import following, leading
from engine.players.kernel import SEATS, THROW, Table, Trick, playout
from engine.players.layout import Layout, layout
from engine.players.reading import Reading, read
from engine.players.rule_player import RulePlayer
from engine.players.worlds import Sampler, World
from engine.rules import Rules, Teams
from engine.scoring import multiplier, outcome
from engine.seats import Seat
from engine.trick import beats
from engine.trump import TRUMP_INDEX
from engine.view import Ask, View

T = TypeVar("T")

_DECKS = 2
_MOST_POINTS = 1000
_STEP = 5


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search does."""

    worlds: tuple[int, ...] = (8, 12, 20)
    """In each round; after each the worse half of the plays is dropped."""
    playouts: int = 4
    """Of each play in each world."""
    ballot: int = 8
    """How many plays are looked at, at most."""
    near: float = 15.0
    """By how many points a play may fall short of the best in the eyes of the rules and still be looked at."""
    sure: float = 1.0
    """How many standard errors better another play must be than that of the rules to be preferred."""
    per_point: float = 0.02
    """What a card point counts beside the levels."""


@dataclass(frozen=True, slots=True)
class Option:
    """A play to look at: what is played, and the trick as it stands after it."""

    cards: tuple[Card, ...]
    trick: Trick


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Plays by rules, and in the play of tricks by search."""

    rules: RulePlayer
    effort: Effort = field(default_factory=Effort)
    in_time: Callable[[], bool] | None = None
    """Tells whether there is time for more worlds; None: always."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return what the seat does; None: nothing yet, while cards are still to be drawn.

        Raises:
            ValueError: nothing is asked of the seat.
        """
        if view.ask not in {Ask.LEAD, Ask.FOLLOW} or not _fits(view.rules):
            return self.rules.choose(view, rng)
        only = forced(view)
        if only is not None:
            return Play(only)
        found = self._search(view, rng)
        return self.rules.choose(view, rng) if found is None else Play(found)

    def _search(self, view: View, rng: random.Random) -> tuple[Card, ...] | None:
        assert view.trump is not None
        reading = read(view)
        lay = layout(view.trump)
        sampler = Sampler.of(reading, lay) if lay is not None else None
        if lay is None or sampler is None:
            return None
        options = ballot(reading, self.rules, lay, self.effort)
        if len(options) == 1:
            return options[0].cards
        return _Search(reading, lay, sampler, self.effort, rng, self.in_time).best(options).cards


def _fits(rules: Rules) -> bool:
    return rules.players == SEATS and rules.decks <= _DECKS and rules.teams is Teams.FIXED and rules.rainbows is None


def ballot(reading: Reading, rules: RulePlayer, lay: Layout, effort: Effort) -> list[Option]:
    """Return the plays to look at, that of the rules first."""
    if reading.view.ask is Ask.LEAD:
        leads = _nearest(leading.weigh(reading, rules.style), effort)
        return [_led(reading, one, lay) for one in leads]
    plays = _nearest(following.weigh(reading, rules.style), effort)
    return [_followed(reading, play, lay) for play in plays]


def _nearest(scored: list[tuple[float, T]], effort: Effort) -> list[T]:
    scored.sort(key=lambda item: item[0], reverse=True)
    top = scored[0][0]
    return [thing for score, thing in scored[: effort.ballot] if score >= top - effort.near]


def _led(reading: Reading, one: Lead, lay: Layout) -> Option:
    cards = one.cards
    length = THROW if one.is_throw else one.units[0].length if one.units[0].width > 1 else 0
    return Option(cards, _trick(reading, lay, one, length, cards, points_of(cards), reading.me))


def _followed(reading: Reading, play: tuple[Card, ...], lay: Layout) -> Option:
    view = reading.view
    one = lead_of(view)
    winning = next(laid for laid in view.trick.plays if laid.seat == view.trick.winner)
    takes = beats(one, winning.cards, play, reading.trump, view.rules)
    length = THROW if one.is_throw else one.units[0].length if one.units[0].width > 1 else 0
    best, winner = (play, reading.me) if takes else (winning.cards, winning.seat)
    points = view.trick.points + points_of(play)
    return Option(play, _trick(reading, lay, one, length, best, points, winner))


def _trick(
    reading: Reading, lay: Layout, one: Lead, length: int, best: Sequence[Card], points: int, winner: int
) -> Trick:
    """Return the trick as the kernel goes on with it, after this seat's play."""
    strength = reading.trump.order.strength
    high = max(best, key=lambda card: strength[card])
    ruffed = lay.suit[high] == TRUMP_INDEX
    top = lay.level(lay.bit[high]) if ruffed else lay.bit[high]
    left = len(reading.behind)
    pairs = sum(unit.width // 2 * unit.length for unit in one.units)
    return Trick(one.index, length, one.size, top, ruffed, winner, points, (reading.me + 1) % SEATS, left, pairs)


class _Search:
    """One decision: plays compared over the same worlds."""

    def __init__(
        self,
        reading: Reading,
        lay: Layout,
        sampler: Sampler,
        effort: Effort,
        rng: random.Random,
        in_time: Callable[[], bool] | None,
    ) -> None:
        view = reading.view
        assert view.declarer is not None
        self.view, self.me, self.lay, self.sampler, self.effort, self.rng = view, reading.me, lay, sampler, effort, rng
        self.in_time = in_time or (lambda: True)
        self.declarer = view.declarer
        self.before = view.opponents_points or 0
        self.worth = _worth(view.rules, effort.per_point)
        self.sign = -1 if view.sides[reading.me] else 1
        self.kitty = points_of(view.kitty) if view.kitty is not None else None

    def best(self, options: Sequence[Option]) -> Option:
        """Return the play to make: that of the rules, the first, unless another is surely better."""
        values: list[list[float]] = [[] for _ in options]
        running = list(range(len(options)))
        for number in self.effort.worlds:
            for _ in range(number):
                if values[0] and not self.in_time():
                    break
                world = self.sampler.world(self.rng)
                for at in running:
                    values[at].append(self._value(options[at], world))
            running = _better_half(running, values)
            if len(running) == 1:
                break
        top = max(running, key=lambda at: sum(values[at]))
        return options[top] if top == 0 or _surely_better(values[top], values[0], self.effort.sure) else options[0]

    def _value(self, option: Option, world: World) -> float:
        """Return the mean worth of play-outs after `option` in one world, good for this seat's side."""
        start = world.table.copy()
        for card in option.cards:
            start.take(self.me, card, self.lay)
        total = 0.0
        for _ in range(self.effort.playouts):
            total += self._playout(start.copy(), option.trick, world)
        return self.sign * total / self.effort.playouts

    def _playout(self, table: Table, trick: Trick, world: World) -> float:
        begun = replace(trick)  # play-outs go on with it
        end = playout(table, self.lay, begun, Seat(0), self.declarer, self.rng.random)
        points = self.before + end.points
        if (end.winner ^ self.declarer) & 1:
            buried = self.kitty if self.kitty is not None else points_of(world.kitty)
            size = max(1, 2 * end.length)
            points += buried * multiplier(self.view.rules, led=size, largest=size, pairs=end.length)
        return self.worth[min(max(points, 0), _MOST_POINTS) // _STEP]


def _worth(rules: Rules, per_point: float) -> tuple[float, ...]:
    """Return by opponents' points, in steps of five, what the end of a deal is worth to them, in levels."""
    found = []
    for points in range(0, _MOST_POINTS + _STEP, _STEP):
        end = outcome(points, rules)
        levels = end.levels + 0.5
        found.append((-levels if end.declarers_hold else levels) + per_point * points)
    return tuple(found)


def _better_half(running: list[int], values: list[list[float]]) -> list[int]:
    """Return the better half of the plays; the first, that of the rules, always stays."""
    ranked = sorted(running, key=lambda at: sum(values[at]), reverse=True)
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return sorted({0, *kept})


def _surely_better(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """Tell whether the paired mean difference is above nothing by so many standard errors."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:  # noqa: PLR2004 - no spread is known
        return False
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > errors * math.sqrt(variance / len(gaps))

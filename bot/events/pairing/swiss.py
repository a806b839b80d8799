"""Pairs Swiss rounds. Entrants with equal scores meet, and nobody meets twice before it is necessary.

A round is the cheapest set of pairs. The highest cost is that of a second meeting or bye. Lower costs follow for a bye
above the last score group, for unequal scores, and for an entrant who met an unequal score in the last round, too. The
lowest cost is for places in a score group that are not half a group apart, because its upper half meets its lower half.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.events.pairing.meetings import Edge, PastRounds, count_past_rounds, match_cheapest, order_two
from bot.events.pairing.ports import (
    Encounter,
    EntrantNumber,
    EntrantState,
    EventFormat,
    History,
    RoundPairing,
    list_playing,
)
from bot.events.pairing.rank_entrants import compute_scores
from bot.events.pairing.round_scoring import scoring_for

SCORING: Final = scoring_for(EventFormat.SWISS)
WINDOW: Final = 32
"""In a large field, the first search only pairs entrants who are up to this many, or about half a group, apart."""
REPEAT, BYE_RANK, GAP, FLOAT_AGAIN, FOLD = (1 << bits for bits in (88, 77, 46, 34, 0))
"""The costs listed above, the highest first. Even with 1000 entrants, each exceeds the sum of all smaller costs."""


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants of a round, ordered by score from the best, and the data that determine the costs of pairs."""

    order: Sequence[EntrantNumber]
    group: Mapping[EntrantNumber, int]
    """Each entrant's score group, 0 for the best."""
    place: Mapping[EntrantNumber, int]
    """Each entrant's place within the score group, from 0."""
    sizes: Counter[int]
    past: PastRounds
    floated: frozenset[EntrantNumber]
    """The entrants whose opponent in the last round had a different score."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """Pairs those with equal scores."""

    def pair_round(self, entrants: Sequence[EntrantState], history: History, number: int, seed: int) -> RoundPairing:
        """Return the next round. If no entrant has a rating, lots decide the order of entrants with equal scores."""
        lots = random.Random(f"{seed}:{number}")  # noqa: S311 - lots are repeatable, not secret
        field = _describe_field(entrants, history, lots)
        pairs = _match(field)
        bye = len(field.order)
        tables = sorted((two for two in pairs if bye not in two), key=lambda two: (two[0] + two[1], two))
        order = field.order
        return RoundPairing(
            tuple(Encounter(((order[a],), (order[b],))) for a, b in tables),
            tuple(order[a] for a, b in pairs if b == bye),
        )


def _describe_field(entrants: Sequence[EntrantState], history: History, lots: random.Random) -> Field:
    playing = list_playing(entrants)
    if all(entrant.rating is None for entrant in entrants):
        lots.shuffle(playing)
    scores = compute_scores((entrant.number for entrant in entrants), history, SCORING)
    order = sorted(playing, key=lambda entrant: -scores[entrant])  # equal scores keep the order of `playing`
    groups = {score: group for group, score in enumerate(sorted({scores[one] for one in playing}, reverse=True))}
    group = {entrant: groups[scores[entrant]] for entrant in order}
    sizes: Counter[int] = Counter()
    place = {}
    for entrant in order:
        place[entrant] = sizes[group[entrant]]
        sizes[group[entrant]] += 1
    return Field(order, group, place, sizes, count_past_rounds(history), _find_floated(entrants, history))


def _find_floated(entrants: Sequence[EntrantState], history: History) -> frozenset[EntrantNumber]:
    if not history:
        return frozenset()
    before = compute_scores((entrant.number for entrant in entrants), history[:-1], SCORING)
    pairing, _ = history[-1]
    met = (two for encounter in pairing.encounters for two in encounter.oppositions())
    return frozenset(one for two in met if before[two[0]] != before[two[1]] for one in two)


def _match(field: Field) -> list[tuple[int, int]]:
    """Return the cheapest pairs, as indices of `order`. In a large field, first try only pairs within `WINDOW`."""
    count = len(field.order)
    nodes = count + count % 2  # if the number is odd, the last node stands for the bye
    if count > 4 * WINDOW:
        near = list(_list_edges(field, WINDOW))
        pairs = match_cheapest(nodes, near)
        costs = {(a, b): cost for a, b, cost in near}
        if all(costs[two] < REPEAT for two in pairs):
            return pairs
    return match_cheapest(nodes, _list_edges(field, count))


def _list_edges(field: Field, window: int) -> Iterator[Edge]:
    order = field.order
    count = len(order)
    for upper, one in enumerate(order):
        half = field.sizes[field.group[one]] // 2
        for lower in range(upper + 1, count):
            distance = lower - upper
            if distance <= window or abs(distance - half) <= window // 2:
                yield upper, lower, _cost_of_game(field, one, order[lower])
        if count % 2:
            yield upper, count, _cost_of_bye(field, one)


def _cost_of_game(field: Field, upper: EntrantNumber, lower: EntrantNumber) -> int:
    met = field.past.opposed[order_two(upper, lower)]
    gap = field.group[lower] - field.group[upper]
    cost = REPEAT * min(met, 30) ** 2 + GAP * gap * gap
    if gap:
        again = (upper in field.floated) + (lower in field.floated)
        # Ideally, the last of the upper group meets the first of the lower group.
        off = field.sizes[field.group[upper]] - 1 - field.place[upper] + field.place[lower]
        return cost + FLOAT_AGAIN * again + FOLD * off * off
    off = field.place[lower] - field.place[upper] - field.sizes[field.group[upper]] // 2
    return cost + FOLD * off * off


def _cost_of_bye(field: Field, entrant: EntrantNumber) -> int:
    from_last = len(field.sizes) - 1 - field.group[entrant]
    off = field.sizes[field.group[entrant]] - 1 - field.place[entrant]
    return REPEAT * min(field.past.byes[entrant], 30) ** 2 + BYE_RANK * from_last + FOLD * off * off

"""A Swiss round is the best of all possible rounds by five aims, each of which outweighs all later ones."""

from collections import Counter
from itertools import combinations

import pytest

from bot.events.pairing.meetings import match_cheapest
from bot.events.pairing.ports import Encounter, EncounterResult, EventFormat, RoundPairing
from bot.events.pairing.rank_entrants import compute_scores
from bot.events.pairing.round_scoring import scoring_for
from bot.events.pairing.swiss import Swiss
from tests.bot.events.simulated_event import SimulatedEvent

SCORING = scoring_for(EventFormat.SWISS)


class Standing:
    """The standings before a round, computed from the history alone."""

    def __init__(self, event):
        scores = compute_scores(event.numbers, event.history, SCORING)
        self.order = sorted(event.numbers, key=lambda one: (-scores[one], one))
        levels = sorted(set(scores.values()), reverse=True)
        self.group = {one: levels.index(scores[one]) for one in self.order}
        self.members = [[one for one in self.order if self.group[one] == at] for at in range(len(levels))]
        self.met, self.byes, self.floated = Counter(), Counter(), set()
        for pairing, _ in event.history:
            self.met.update(frozenset(two) for table in pairing.encounters for two in table.oppositions())
            self.byes.update(pairing.byes)
        if event.history:
            before = compute_scores(event.numbers, event.history[:-1], SCORING)
            last = [two for table in event.history[-1][0].encounters for two in table.oppositions()]
            self.floated = {one for two in last if before[two[0]] != before[two[1]] for one in two}

    def judge(self, pairs, bye):
        """Return the cost of a round by each aim, the most important aim first."""
        repeats = sum(self.met[frozenset(two)] ** 2 for two in pairs) + (self.byes[bye] ** 2 if bye is not None else 0)
        bye_rank = fold = gaps = again = 0
        if bye is not None:
            bye_rank, fold = len(self.members) - 1 - self.group[bye], self.count_below(bye) ** 2
        for two in pairs:
            upper, lower = sorted(two, key=self.order.index)
            gap = self.group[lower] - self.group[upper]
            gaps += gap**2
            again += ((upper in self.floated) + (lower in self.floated)) if gap else 0
            fold += self.count_off_fold(upper, lower) ** 2
        return repeats, bye_rank, gaps, again, fold

    def count_below(self, one):
        return len(self.members[self.group[one]]) - 1 - self.place(one)

    def place(self, one):
        return self.members[self.group[one]].index(one)

    def count_off_fold(self, upper, lower):
        """Return how many places a pair is away from the ideal pair.

        Ideally the upper half of a group with equal scores plays the lower half. Between two groups, the last of one
        plays the first of the next.
        """
        if self.group[upper] == self.group[lower]:
            return self.place(lower) - self.place(upper) - len(self.members[self.group[upper]]) // 2
        return self.count_below(upper) + self.place(lower)

    def list_rounds(self, left=None, *, bye=True):
        """Yield each possible round as its pairs and the entrant who sits out (None if everybody plays)."""
        left = self.order if left is None else left
        if not left:
            yield [], None
            return
        first, rest = left[0], left[1:]
        if len(left) % 2 and bye:
            yield from ((pairs, first) for pairs, _ in self.list_rounds(rest, bye=False))
        for other in rest:
            remaining = [one for one in rest if one != other]
            yield from (([(first, other), *pairs], out) for pairs, out in self.list_rounds(remaining, bye=bye))


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8])
def test_round_is_best_by_its_aims_in_order(entrants):
    event = SimulatedEvent(Swiss(), entrants, seed=entrants)
    for _ in range(entrants):
        standing = Standing(event)
        pairing = event.play()
        pairs, bye = [table.entrants for table in pairing.encounters], next(iter(pairing.byes), None)
        best = min(standing.judge(*one) for one in standing.list_rounds())
        assert standing.judge(pairs, bye) == best, len(event.history)


@pytest.mark.parametrize(("entrants", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4), (7, 35), (9, 6)])
def test_rounds_stay_best_long_after_everybody_has_met(entrants, seed):
    """There are twice as many rounds as entrants, so some entrants must meet a third time or have another bye."""
    event = SimulatedEvent(Swiss(), entrants, seed=seed)
    for _ in range(2 * entrants if entrants < 8 else 7):
        standing = Standing(event)
        pairing = event.play()
        pairs, bye = [table.entrants for table in pairing.encounters], next(iter(pairing.byes), None)
        best = min(standing.judge(*one) for one in standing.list_rounds())
        assert standing.judge(pairs, bye) == best, len(event.history)


@pytest.mark.parametrize("entrants", [128, 129, 200, 201])
def test_large_field_begins_with_upper_against_lower_half(entrants):
    pairing = SimulatedEvent(Swiss(), entrants).pair()
    half = entrants // 2
    assert [table.entrants for table in pairing.encounters] == [(n, n + half) for n in range(half)]
    assert pairing.byes == ((entrants - 1,) if entrants % 2 else ())


def test_field_of_128_is_paired_as_well_as_possible():
    """Entrant 64 is ideal for 0, but 0 has met everyone from 44 to 84. No game has a result, so nobody has points."""
    event = SimulatedEvent(Swiss(), 128)
    event.history = [(RoundPairing((Encounter(((0,), (other,))),)), ()) for other in range(44, 85)]
    pairs = [table.entrants for table in event.pair().encounters]
    new = [(a, b) for a, b in combinations(range(128), 2) if a or not 44 <= b < 85]
    best = match_cheapest(128, [(a, b, (b - a - 64) ** 2) for a, b in new])
    assert set(pairs) <= set(new)
    assert sum((b - a - 64) ** 2 for a, b in pairs) == sum((b - a - 64) ** 2 for a, b in best)


def test_tables_are_numbered_by_places():
    event = SimulatedEvent(Swiss(), 24, seed=2)
    for _ in range(4):
        place = Standing(event).order.index
        tables = [sorted(map(place, table.entrants)) for table in event.play().encounters]
        assert tables == sorted(tables, key=lambda two: (sum(two), two))


def test_last_of_odd_group_meets_first_of_next():
    event = SimulatedEvent(Swiss(), 6)
    event.draw_result = lambda table, _: EncounterResult(table, (1.0, 0.0))
    winners, losers = [0, 1, 2], [3, 4, 5]
    assert [table.entrants for table in event.play().encounters] == list(zip(winners, losers, strict=True))
    assert [table.entrants for table in event.pair().encounters] == [(0, 1), (2, 3), (4, 5)]

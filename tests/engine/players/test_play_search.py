"""The search compares plays over sampled deals and chooses the best one that is not just lucky."""

import random
from dataclasses import replace

from engine.players.search.effort import SearchEffort
from engine.players.search.play_search import PlaySearch

EFFORT = SearchEffort((20, 20, 40), min_standard_errors=1.0)


class Numbers:
    """A fake for a sampler of deals. Its deals are random numbers."""

    def sample(self, rng):
        return rng.gauss(0.0, 1.0)


def search(*valuers, effort=EFFORT, seed=1):
    return PlaySearch(Numbers(), effort, random.Random(seed), lambda: True).best(valuers)


def nothing(_deal):
    return 0.0


def test_sure_gain_is_chosen():
    assert search(nothing, lambda _: 0.5) == 1
    assert search(nothing, lambda _: -0.5) == 0


def test_lucky_plays_are_seldom_chosen():
    """A play that is better only by luck is chosen in fewer than a third of the searches."""
    found = [search(nothing, lambda deal: 3 * deal, seed=n) for n in range(300)]
    assert 20 < sum(found) < 100


def test_one_deal_proves_nothing():
    one = SearchEffort((1,), min_standard_errors=0.0)
    assert search(nothing, lambda _: 9.0, effort=one) == 0
    assert search(nothing, lambda _: 9.0, effort=replace(one, deals_per_round=(2,))) == 1


def test_scaled_effort_compares_fewer_plays():
    wide = replace(EFFORT, max_candidates=20)
    assert [wide.scaled(share).max_candidates for share in (2.0, 1.0, 0.25, 0.01)] == [20, 20, 10, 6]
    assert EFFORT.scaled(0.01).max_candidates == 6
    assert replace(EFFORT, max_candidates=4).scaled(0.01).max_candidates == 4

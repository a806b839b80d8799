"""The store of made things keeps to its budget and drops what was not used for longest."""

import random

from bot.render.shelf import Shelf


def shelf(budget: int) -> Shelf[bytes]:
    return Shelf(budget, len)


def test_a_thing_is_made_once():
    made = []
    kept = shelf(100)
    for _ in range(3):
        kept.get("a", lambda: made.append(1) or b"12345")
    assert made == [1]
    assert kept.used == 5


def test_the_longest_unused_goes_first():
    kept = shelf(30)
    for name in "abc":
        kept.put(name, b"0123456789")
    kept.find("a")
    kept.put("d", b"0123456789")
    assert [name for name in "abcd" if kept.find(name) is not None] == ["a", "c", "d"]


def test_what_is_larger_than_the_budget_is_not_kept():
    kept = shelf(5)
    kept.put("a", b"0123456789")
    assert (kept.find("a"), kept.used, len(kept)) == (None, 0, 0)


def test_the_budget_holds_whatever_comes():
    chance = random.Random(1)
    kept = shelf(1000)
    for _ in range(2000):
        kept.put(chance.randrange(60), bytes(chance.randrange(1, 300)))
        assert kept.used <= 1000
    assert kept.used == sum(len(kept.find(key) or b"") for key in range(60))

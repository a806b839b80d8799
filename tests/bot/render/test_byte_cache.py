"""A byte cache stays within its limit and drops what was used least recently."""

import random

from bot.render.painting.caches import ByteCache


def make_cache(max_bytes: int) -> ByteCache[bytes]:
    return ByteCache(max_bytes, len)


def test_value_is_created_once():
    created = []
    cache = make_cache(100)
    for _ in range(3):
        cache.get_or_create("a", lambda: created.append(1) or b"12345")
    assert created == [1]
    assert cache.used_bytes == 5


def test_least_recently_used_value_is_dropped_first():
    cache = make_cache(30)
    for name in "abc":
        cache.put(name, b"0123456789")
    cache.find("a")
    cache.put("d", b"0123456789")
    assert [name for name in "abcd" if cache.find(name) is not None] == ["a", "c", "d"]


def test_value_larger_than_the_limit_is_not_kept():
    cache = make_cache(5)
    cache.put("a", b"0123456789")
    assert (cache.find("a"), cache.used_bytes, len(cache)) == (None, 0, 0)
    assert cache.get_or_create("a", lambda: b"0123456789") == b"0123456789"


def test_cache_of_random_values_stays_within_the_limit():
    rng = random.Random(1)
    cache = make_cache(1000)
    for _ in range(2000):
        cache.put(rng.randrange(60), bytes(rng.randrange(1, 300)))
        assert cache.used_bytes <= 1000
    assert cache.used_bytes == sum(len(cache.find(key) or b"") for key in range(60))

"""Each user has a limited number of presses, and one animation at a time. The same post is made only once."""

import asyncio

import pytest

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.ui.core.memory import user_limits
from bot.ui.core.memory.user_limits import AT_ONCE, COMMAND_COST, UserLimits
from tests.bot.ui.manual_clock import settle

ANN, BOB = UserId(1), UserId(2)


def spend_all(limits, user, now, cost=1):
    """Spend until the limit refuses. Return the number of accepted requests, and the seconds to wait."""
    for count in range(10_000):
        try:
            limits.spend(user, cost, now)
        except TableRefused as refused:
            return count, refused.facts["seconds"]
    raise AssertionError("never refused")


def test_half_of_allowance_can_be_spent_at_once():
    limits = UserLimits(120)
    assert spend_all(limits, ANN, 1000.0) == (60, 1)
    assert spend_all(limits, ANN, 1000.4) == (0, 1)
    assert spend_all(limits, ANN, 1010.0) == (20, 1)
    assert spend_all(limits, ANN, 9999.0) == (60, 1)


def test_commands_cost_more_than_presses():
    limits = UserLimits(120)
    count, seconds = spend_all(limits, ANN, 0.0, COMMAND_COST)
    assert (count, seconds) == (60 // COMMAND_COST, 2)


def test_refusal_says_that_it_was_too_fast():
    limits = UserLimits(2)
    limits.spend(ANN, 1, 0.0)
    with pytest.raises(TableRefused) as no:
        limits.spend(ANN, 1, 0.0)
    assert (no.value.reason, no.value.facts) == (TableRefusal.TOO_FAST, {"seconds": 30})


def test_limit_does_not_affect_others():
    limits = UserLimits(120)
    spend_all(limits, ANN, 0.0)
    assert spend_all(limits, BOB, 0.0) == (60, 1)


def test_limit_zero_means_no_limit():
    limits = UserLimits(0)
    for _ in range(1000):
        limits.spend(ANN, 100, 0.0)


def test_idle_users_are_forgotten(monkeypatch):
    monkeypatch.setattr(user_limits, "MAX_USERS_KEPT", 10)
    limits = UserLimits(120)
    for number in range(100):
        limits.spend(UserId(number), 1, number * 10.0)
    assert len(limits._allowances) <= 11


async def test_few_presses_of_user_are_handled_at_once():
    limits, done, gate = UserLimits(), [], asyncio.Event()

    async def press(user, name):
        async with limits.take_turn(user):
            done.append(name)
            await gate.wait()

    tasks = [asyncio.create_task(press(ANN, n)) for n in range(10)]
    tasks.append(asyncio.create_task(press(BOB, "bob")))
    await settle()
    assert done == [*range(AT_ONCE), "bob"]
    gate.set()
    await asyncio.gather(*tasks)
    assert [one for one in done if one != "bob"] == list(range(10)), "in order, and none is lost"
    assert not limits._turns


async def test_failed_press_does_not_use_up_a_turn():
    limits = UserLimits()
    for _ in range(AT_ONCE * 2):
        with pytest.raises(RuntimeError):
            async with limits.take_turn(ANN):
                raise RuntimeError
    waiting = asyncio.create_task(asyncio.sleep(0))
    await waiting
    async with asyncio.timeout(120), limits.take_turn(ANN):
        pass


def test_user_gets_one_animation_at_a_time():
    limits = UserLimits()
    with limits.animate(ANN), limits.animate(BOB):
        with pytest.raises(TableRefused) as no, limits.animate(ANN):
            pass
        assert no.value.reason is TableRefusal.ANIMATION_RUNNING
    with limits.animate(ANN):
        pass


def test_same_post_is_made_once_unless_it_fails():
    limits = UserLimits()
    with pytest.raises(OSError, match="no"), limits.share("a"):
        raise OSError("no")
    with limits.share("a"), pytest.raises(TableRefused) as no, limits.share("a"):
        pass
    assert no.value.reason is TableRefusal.SHARED
    with pytest.raises(TableRefused), limits.share("a"):
        pass

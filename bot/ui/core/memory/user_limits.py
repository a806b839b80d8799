"""Limits how much one user may send per minute and have in progress, so that nobody slows others down."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused

AT_ONCE: Final = 3
"""How many presses and commands of one user are handled at once. Others wait for these."""
COMMAND_COST: Final = 4
"""How many presses a command counts as."""
REFILL_SECONDS: Final = 30.0
"""How many seconds it takes to refill an empty allowance."""
MAX_USERS_KEPT: Final = 10_000
"""The most users, and the most posts, to remember. Old posts and users with a full allowance are forgotten first."""


class UserLimits:
    """The limits of all users. A user's allowance is at most half of a minute's presses and refills at an even rate."""

    def __init__(self, presses_per_minute: int = 0) -> None:
        self._per_minute = presses_per_minute
        self._allowances: dict[UserId, tuple[float, float]] = {}
        """How many presses each user had left, and at what time."""
        self._turns: WeakValueDictionary[UserId, asyncio.Semaphore] = WeakValueDictionary()
        self._animated: set[UserId] = set()
        self._shared: dict[str, None] = {}
        """The texts `what` of the posts that `share` has allowed, oldest first."""

    def spend(self, user: UserId, cost: int, now: float) -> None:
        """Take presses from a user's allowance. `now` is in monotonic seconds. Raises TableRefused: too few left."""
        if not self._per_minute:
            return
        most = self._per_minute / 2
        before, at = self._allowances.get(user, (most, now))
        left = min(most, before + (now - at) * self._per_minute / 60)
        if left < cost:
            raise TableRefused(TableRefusal.TOO_FAST, seconds=math.ceil((cost - left) * 60 / self._per_minute))
        self._allowances[user] = left - cost, now
        if len(self._allowances) > MAX_USERS_KEPT:
            self._allowances = {user: one for user, one in self._allowances.items() if now - one[1] < REFILL_SECONDS}

    def take_turn(self, user: UserId) -> asyncio.Semaphore:
        """Return a semaphore that admits at most `AT_ONCE` of a user's presses at a time."""
        return self._turns.setdefault(user, asyncio.Semaphore(AT_ONCE))

    @contextmanager
    def share(self, what: str) -> Iterator[None]:
        """Remember that the block posts `what`, so that it is not posted twice. Forget this if the block raises.

        Raises TableRefused: `what` was posted before.
        """
        if what in self._shared:
            raise TableRefused(TableRefusal.SHARED)
        self._shared[what] = None
        try:
            yield
        except BaseException:
            self._shared.pop(what, None)
            raise
        if len(self._shared) > MAX_USERS_KEPT:
            del self._shared[next(iter(self._shared))]

    @contextmanager
    def animate(self, user: UserId) -> Iterator[None]:
        """Let the block make an animation for a user. Raises TableRefused: the bot is already making one for them."""
        if user in self._animated:
            raise TableRefused(TableRefusal.ANIMATION_RUNNING)
        self._animated.add(user)
        try:
            yield
        finally:
            self._animated.discard(user)

"""Rate limits per route, token, channel and bot. Discord publishes no numbers, so these are what bots have observed."""

import hashlib
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.loopback.wire import Json


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float
    scope: str = "user"


DEFAULT = Limit(10, 1.0)
SEND, EDIT, DELETE = Limit(5, 5.0), Limit(5, 5.0), Limit(5, 1.0)
TOKEN = Limit(5, 2.0)
FOLLOW_UPS = Limit(30, 60.0, "shared")
"""The limit of follow-up messages in a channel, which Discord's headers do not show."""
OLD_EDITS = Limit(3, 60.0)
RENAMES = Limit(2, 600.0)
"""The limit of changes to the name or topic of a channel or thread."""
EMOJI = Limit(50, 10.0)
GLOBAL = Limit(50, 1.0)
INVALID = Limit(10_000, 600.0)
OLD_AFTER = 3600.0
"""Edits of a message older than this many seconds count towards `OLD_EDITS`."""


@dataclass(slots=True)
class Window:
    """A period in which requests are counted. As on Discord, the first request starts it, and its length is fixed."""

    limit: Limit
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        """Count a request. Return False when the window is full."""
        if now >= self.ends:
            self.ends, self.used = now + self.limit.seconds, 0
        if self.used >= self.limit.requests:
            return False
        self.used += 1
        return True

    def left(self, now: float) -> float:
        """Return the seconds until the window ends, always above zero."""
        return max(0.001, round(self.ends - now, 3))


@dataclass(eq=False)
class Denied(Exception):  # noqa: N818 - it says what happened
    """A request that exceeds a limit. `retry_after` is in seconds, and `scope` is user, shared or global."""

    retry_after: float
    scope: str
    code: int = 0
    message: str = "You are being rate limited."

    def body(self) -> Json:
        """Return the JSON body of the 429."""
        told = {"message": self.message, "retry_after": self.retry_after, "code": self.code}
        return told | {"global": self.scope == "global"}

    def headers(self) -> dict[str, str]:
        """Return the extra headers of the 429."""
        headers = {"Retry-After": str(max(1, round(self.retry_after))), "X-RateLimit-Scope": self.scope}
        return headers | ({"X-RateLimit-Global": "true"} if self.scope == "global" else {})


@dataclass(slots=True)
class Limits:
    """All rate limits, with their counts.

    `own` replaces the limits of some routes, by method and template. If `on` is false, no request is refused.
    """

    on: bool = True
    now: Callable[[], float] = time.time
    own: dict[tuple[str, str], Limit] = field(default_factory=dict)
    windows: dict[tuple[str, str], Window] = field(default_factory=dict)
    invalid: deque[float] = field(default_factory=deque)
    whole: Window = field(default_factory=lambda: Window(GLOBAL))

    def take(self, bucket: str, major: str, limit: Limit) -> tuple[dict[str, str], Denied | None]:
        """Count a request of a route. Return headers for the answer, and a refusal if the limit is exceeded."""
        now, window = self.now(), self._window(bucket, major, limit)
        allowed = window.take(now)
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - window.used),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": str(window.left(now)),
            "X-RateLimit-Bucket": hashlib.md5(bucket.encode(), usedforsecurity=False).hexdigest(),
        }
        if not self.on:
            return {**headers, "X-RateLimit-Remaining": str(limit.requests - 1)}, None
        return headers, None if allowed else Denied(window.left(now), limit.scope)

    def take_global(self) -> None:
        """Count a request towards the bot's limit over all routes. Raises `Denied`."""
        now = self.now()
        if not self.whole.take(now) and self.on:
            raise Denied(self.whole.left(now), "global")

    def take_extra(self, bucket: str, channel: int, limit: Limit, *code_and_words: Any) -> None:
        """Count a request towards one more limit of its channel. Raises `Denied` with the given code and message."""
        now, window = self.now(), self._window(bucket, str(channel), limit)
        if not window.take(now) and self.on:
            raise Denied(window.left(now), limit.scope, *code_and_words)

    def _window(self, bucket: str, major: str, limit: Limit) -> Window:
        if len(self.windows) > 10_000:  # noqa: PLR2004 - drops ended windows, such as those of expired tokens
            now = self.now()
            self.windows = {k: w for k, w in self.windows.items() if w.ends > now}
        window = self.windows.get((bucket, major))
        if window is None or window.limit != limit:
            window = self.windows[bucket, major] = Window(limit)
        return window

    def note(self, status: int, scope: str | None) -> None:
        """Count an invalid request. The statuses 401 and 403 mean this, and 429 does unless the scope is "shared"."""
        if status in {401, 403} or (status == 429 and scope != "shared"):  # noqa: PLR2004 - HTTP's own numbers
            self.invalid.append(self.now())

    def banned(self) -> bool:
        """Return whether ten thousand invalid requests in ten minutes have led to Cloudflare's ban."""
        horizon = self.now() - INVALID.seconds
        while self.invalid and self.invalid[0] < horizon:
            self.invalid.popleft()
        return self.on and len(self.invalid) >= INVALID.requests

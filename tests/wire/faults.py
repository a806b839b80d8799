"""Faults on demand, which spoil the next requests or gateway events that match."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.loopback.errors import Code
from bot.loopback.wire import Json

TOO_MANY = 429


class Kind(StrEnum):
    """The kinds of faults: first those of requests, then those of the gateway, then those of single events."""

    STATUS = "status"  # The request is answered with `status` and `code`, and not carried out.
    RATE_LIMIT = "rate_limit"  # The request is answered 429, with `seconds` and `scope` (user, shared or global).
    PAGE = "page"  # The request is answered with `status` and a page of HTML, as a proxy would.
    SLOW = "slow"  # The request is carried out after `seconds`.
    TIME_OUT = "time_out"  # After `seconds` the connection breaks, and the request is not carried out.
    BROKEN = "broken"  # The connection breaks at once, and the request is not carried out.
    LOST_ANSWER = "lost_answer"  # The request is carried out, then the connection breaks.

    DROP = "drop"  # The gateway's connections are cut, or closed with `code`.
    RECONNECT = "reconnect"  # The gateway asks clients to reconnect.
    INVALIDATE = "invalidate"  # The gateway calls the sessions invalid, and ends them unless `resumable`.
    UNAVAILABLE = "unavailable"  # Every server becomes unavailable for `seconds`, as in an outage.

    LOSE = "lose"  # An event is not sent.
    REPEAT = "repeat"  # An event is sent twice.


OF_GATEWAY = frozenset({Kind.DROP, Kind.RECONNECT, Kind.INVALIDATE, Kind.UNAVAILABLE})
"""The kinds of faults of the gateway. They can happen at a request, at an event, or at once (see
`FaultyHub.disturb`)."""
_EVENTS_ALONE = frozenset({Kind.LOSE, Kind.REPEAT})
_POSSIBLE = {True: _EVENTS_ALONE | OF_GATEWAY, False: frozenset(Kind) - _EVENTS_ALONE}
"""The kinds that a fault may have. The key is True for a fault of an event, and False for a fault of a request."""


@dataclass(slots=True)
class Fault:
    """A fault of requests or events. The first `skip` that match are spared, and the next `times` are hit.

    A request matches if `method`, `path` and `route` fit it. `path` is a pattern, without /api/v10, and `route` is a
    template with {names}. An empty field fits everything. In the same process, `picks` may examine the rest of a
    request, such as its body. A fault with `event` matches only events of this name, and no request. Raises ValueError
    if a fault of this kind cannot hit a request or, with `event`, an event.
    """

    kind: Kind
    method: str = ""
    path: str = ""
    route: str = ""
    event: str = ""
    skip: int = 0
    times: int = 1
    status: int = 0
    """The status of the refusal. The default is the one that Discord sends with `code`."""
    code: int = 0
    message: str = ""
    errors: Json | None = None
    seconds: float = 0.3
    scope: str = "user"
    resumable: bool = False
    picks: Callable[[Any], bool] = lambda _: True

    def __post_init__(self) -> None:
        if self.kind not in _POSSIBLE[bool(self.event)]:
            raise ValueError(f"{self.kind} is no fault of {'an event' if self.event else 'a request'}")
        known = next((code.value for code in Code if self.code and code.value[1] == self.code), None)
        usual = TOO_MANY if self.kind is Kind.RATE_LIMIT else known[0] if known else 500
        self.status = self.status or usual
        words = "You are being rate limited." if self.status == TOO_MANY else f"{self.status}: fault on demand"
        self.message = self.message or (known[2] if known else words)

    def matches_request(self, request: Any) -> bool:
        """Return whether this request, an Exchange, matches the fault."""
        same = self.method in {"", request.method} and self.route in {"", request.route} and not self.event
        return same and bool(re.search(self.path, request.path)) and self.picks(request)

    def body(self) -> Json:
        """Return the JSON of a refusal."""
        return {"message": self.message, "code": self.code} | ({"errors": self.errors} if self.errors else {})


@dataclass(slots=True)
class Faults:
    """The faults that wait for a matching request or event, in order."""

    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Queue a fault."""
        self.waiting.append(fault)

    def clear(self) -> None:
        """Drop all queued faults."""
        self.waiting.clear()

    def take_for_request(self, request: Any) -> Fault | None:
        """Return the fault that hits this request (an Exchange), or None; count the request as skipped or hit."""
        return self._take(lambda fault: fault.matches_request(request))

    def take_for_event(self, name: str) -> Fault | None:
        """Return the fault that hits this event, or None; count the event as skipped or hit."""
        return self._take(lambda fault: fault.event == name)

    def _take(self, matches: Callable[[Fault], bool]) -> Fault | None:
        for fault in [one for one in self.waiting if matches(one)]:
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self.waiting.remove(fault)
            return fault
        return None

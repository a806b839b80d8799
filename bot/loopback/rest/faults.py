"""HTTP faults on demand for the next matching requests."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from bot.loopback.rest.limits import Denied


class Kind(StrEnum):
    """What goes wrong with a request."""

    STATUS = "status"  # answered with that status, not carried out
    RATE_LIMIT = "rate_limit"  # answered 429
    SLOW = "slow"  # carried out after a delay
    LOST_ANSWER = "lost_answer"  # carried out, then the connection breaks
    BROKEN = "broken"  # the connection breaks before anything is carried out


@dataclass(slots=True)
class Fault:
    """One fault, for the next `times` requests whose method and path match the patterns."""

    kind: Kind
    method: str = "."
    path: str = "."
    times: int = 1
    status: int = 500
    seconds: float = 0.3
    scope: str = "user"
    code: int = 0

    def matches(self, method: str, path: str) -> bool:
        """Return whether a request matches; `path` is without /api/v10."""
        return bool(re.search(self.method, method) and re.search(self.path, path))

    def denied(self) -> Denied:
        """Return the 429 of a rate-limit fault."""
        return Denied(self.seconds, self.scope, self.code)


@dataclass(slots=True)
class Faults:
    """The queued faults, in order."""

    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Queue a fault."""
        self.waiting.append(fault)

    def clear(self) -> None:
        """Drop all queued faults."""
        self.waiting.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """Return the fault for this request, if any, and count it down."""
        for fault in self.waiting:
            if fault.matches(method, path):
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

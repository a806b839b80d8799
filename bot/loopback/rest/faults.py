"""Faults on demand for HTTP: what the next matching requests meet."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from bot.loopback.rest.limits import Denied


class Kind(StrEnum):
    """What happens to a request."""

    STATUS = "status"  # answered with that status, not carried out
    RATE_LIMIT = "rate_limit"  # answered 429
    SLOW = "slow"  # carried out after a while
    LOST_ANSWER = "lost_answer"  # carried out, and then the connection breaks
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
        """Whether a request meets it; `path` is without /api/v10."""
        return bool(re.search(self.method, method) and re.search(self.path, path))

    def denied(self) -> Denied:
        """The 429 that a rate-limit fault answers with."""
        return Denied(self.seconds, self.scope, self.code)


@dataclass(slots=True)
class Faults:
    """The faults that wait for their requests, in order."""

    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Let a fault wait."""
        self.waiting.append(fault)

    def clear(self) -> None:
        """Drop all that wait."""
        self.waiting.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets, used up by one."""
        for fault in self.waiting:
            if fault.matches(method, path):
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

"""Decides when a message that Discord has refused is tried again, although nothing new has happened."""

from dataclasses import dataclass
from typing import Final

RETRY_PAUSE: Final = 30.0
"""How many seconds no attempt is made after Discord has forbidden or refused a message; doubled for each failure."""
FAULT_PAUSE: Final = 2.0
"""How many seconds no attempt is made after the second failure in a row for a fault of Discord; doubled likewise."""
MAX_DOUBLINGS: Final = 4
"""After one failure more than this, the next attempt waits for news."""


@dataclass(slots=True)
class RetryPause:
    """The pause of one message.

    `failures`: how many attempts Discord has refused since the last success or news; `faults`: how many in a row have
    failed for a fault of Discord.
    """

    failures: int = 0
    faults: int = 0
    until: float = 0.0

    def is_over(self, now: float) -> bool:
        """Return whether an attempt may be made."""
        return now >= self.until

    def note_refusal(self, now: float) -> bool:
        """Note that Discord has refused the message; return whether it is tried again without news."""
        self.until = now + RETRY_PAUSE * 2 ** min(self.failures, MAX_DOUBLINGS)
        self.failures += 1
        return self.failures <= MAX_DOUBLINGS + 1

    def note_fault(self, began: float, now: float, limit: float = 0.0) -> None:
        """Note that an attempt from `began` to `now` failed for a fault of Discord, or for a limit of `limit` seconds.

        The pause is at least as long as the attempt, in which discord.py may have sent five requests.
        """
        doubled = FAULT_PAUSE * 2 ** min(self.faults - 1, MAX_DOUBLINGS) if self.faults else 0.0
        self.until = now + max(now - began, limit, doubled)
        self.faults += 1

    def end(self) -> None:
        """Note that the message was accepted, or that there are news which may change the answer."""
        self.failures, self.faults, self.until = 0, 0, 0.0

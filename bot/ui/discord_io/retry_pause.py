"""Decides when a message that Discord has refused is tried again, although nothing new has happened."""

from dataclasses import dataclass
from typing import Final

from bot.ui.discord_io.refusals import SendFault

RETRY_PAUSES: Final = 30.0, 120.0, 480.0
"""How many seconds no attempt is made after each failure, if Discord has forbidden or refused a message.

A refusal costs up to eight requests at first, then one each time: ten in ten minutes.
"""
FAULT_PAUSE: Final = 2.0
"""How many seconds no attempt is made after the second failure in a row for a fault of Discord; then doubled."""
MAX_DOUBLINGS: Final = 4


@dataclass(slots=True)
class RetryPause:
    """The pause of one message.

    `failures`: how many attempts Discord has refused since the last success or news; `faults`: how many in a row have
    failed for a fault of Discord; `refused`: whether Discord has refused every form of the message.
    """

    failures: int = 0
    faults: int = 0
    until: float = 0.0
    refused: bool = False

    def is_over(self, now: float) -> bool:
        """Return whether an attempt may be made."""
        return now >= self.until

    def note_refusal(self, now: float, fault: SendFault) -> bool:
        """Note that Discord has refused the message; return whether it is tried again without news."""
        self.until = now + RETRY_PAUSES[: self.failures + 1][-1]
        self.failures += 1
        self.refused = fault is SendFault.REFUSED
        return self.failures <= len(RETRY_PAUSES)

    def note_fault(self, began: float, now: float, limit: float = 0.0) -> None:
        """Note that an attempt from `began` to `now` failed for a fault of Discord, or for a limit of `limit` seconds.

        The pause is at least as long as the attempt, in which discord.py may have sent five requests.
        """
        doubled = FAULT_PAUSE * 2 ** min(self.faults - 1, MAX_DOUBLINGS) if self.faults else 0.0
        self.until = now + max(now - began, limit, doubled)
        self.faults += 1

    def end(self) -> None:
        """Note that the message was accepted, or that there are news which may change the answer."""
        self.failures, self.faults, self.until, self.refused = 0, 0, 0.0, False

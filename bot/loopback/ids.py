"""Snowflakes: Discord's 64-bit ids, which contain their creation time."""

import base64
import hashlib
from collections.abc import Callable

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch: the first second of 2015, in milliseconds since 1970."""

_BIRTH_MS = 1_700_000_000_000 - EPOCH_MS  # people and the bot are older than any message


class Snowflakes:
    """Creates strictly rising ids that contain the clock's time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.last = 0

    def __call__(self) -> int:
        """Return the next id."""
        fresh = at(self._now())
        self.last = max(fresh, self.last + 1)
        return self.last


def at(moment: float) -> int:
    """Return the lowest id of a moment (seconds since 1970)."""
    return (int(moment * 1000) - EPOCH_MS) << 22


def moment_of(snowflake: int) -> float:
    """Return when an id was created, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def user_id(name: str) -> int:
    """Return the id for a user name, the same in every run and process."""
    spread = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
    return ((_BIRTH_MS + spread % 10_000_000_000) << 22) | (spread >> 26)


def bot_token(bot: int) -> str:
    """Return a token of the usual form for a bot: its id in base64, and two more parts."""
    return f"{base64.urlsafe_b64encode(str(bot).encode()).decode().rstrip('=')}.local.discord"


def is_token_of(bot: int, token: str) -> bool:
    """Return whether a token has the usual form and this bot's id."""
    parts = token.split(".")
    return len(parts) == len(bot_token(bot).split(".")) and all(parts) and parts[0] == bot_token(bot).split(".")[0]

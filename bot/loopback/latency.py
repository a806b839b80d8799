"""The network between Discord and the bot: how long anything takes."""

HIGHEST = 2000
"""Milliseconds. A press takes half to the bot and its answer half back: 3000 would be too late for every answer."""


def to_one_way(milliseconds: float) -> float:
    """Return the seconds of one direction for the milliseconds there and back. Raises ValueError."""
    if not 0 <= milliseconds <= HIGHEST:
        raise ValueError(f"the latency must be from 0 to {HIGHEST} milliseconds")
    return milliseconds / 2000

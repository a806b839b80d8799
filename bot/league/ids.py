"""Ids as the league knows them. They are Discord's numbers, or the store's, and never names."""

from typing import NewType

GuildId = NewType("GuildId", int)
UserId = NewType("UserId", int)
"""A person's id."""
TeamId = NewType("TeamId", int)
TableId = NewType("TableId", int)

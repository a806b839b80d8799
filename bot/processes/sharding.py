"""Divides all servers into shards by Discord's own formula, and tells which ones a process serves."""

from dataclasses import dataclass
from typing import Final

GUILD_ID_SHIFT: Final = 22
"""The bits of an id below its timestamp. Discord: `shard_id = (guild_id >> 22) % num_shards`."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process. Direct messages, and all that belongs to no server, are part of shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def is_everything(self) -> bool:
        """Return whether this process is the only one."""
        return len(self.ids) == self.count

    @property
    def is_first(self) -> bool:
        """Return whether this process does what the bot does only once, such as syncing the commands."""
        return 0 in self.ids

    def has_guild(self, guild: int) -> bool:
        """Return whether this process serves a server."""
        return (guild >> GUILD_ID_SHIFT) % self.count in self.ids


EVERYTHING: Final = Shards()
"""A single process for all servers."""

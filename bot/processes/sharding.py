"""Which servers a process plays for: a shard is a part of all servers, by Discord's own formula."""

from dataclasses import dataclass
from typing import Final

GUILD_ID_SHIFT: Final = 22
"""The bits of an id below its timestamp. Discord: `shard_id = (guild_id >> 22) % num_shards`."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process. Direct messages, and what belongs to no server, are shard 0's."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def is_everything(self) -> bool:
        """Return whether no other process plays beside this one."""
        return len(self.ids) == self.count

    @property
    def is_first(self) -> bool:
        """Return whether this process does what the bot does only once, such as sending the commands to Discord."""
        return 0 in self.ids

    def has_guild(self, guild: int) -> bool:
        """Return whether a server is this process's."""
        return (guild >> GUILD_ID_SHIFT) % self.count in self.ids


EVERYTHING: Final = Shards()
"""A single process for all servers."""

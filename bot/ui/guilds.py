"""What has been chosen for a server: where tables may be, what they begin with, and who may end one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from bot.play.occupants import ChannelId, GuildId
from bot.ui.ports import Choices
from bot.ui.preferences import LANGUAGES
from engine.presets import PRESETS


class MayEnd(StrEnum):
    """Who may end a table before its match is over. Those who manage the server always may."""

    HOST = "host"
    SEATED = "seated"  # any person with a seat
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """One server's choices. The defaults are what a server gets that never chose. Times in seconds."""

    channels: tuple[ChannelId, ...] = ()
    """Where tables may be opened; nothing: anywhere."""
    preset: str | None = None
    """The rules of a table that is opened without any; None: the program's usual."""
    language: str | None = None
    """None: the server's own, as Discord says."""
    turn_seconds: int | None = None
    """None: the program's usual; also for `bury_seconds`."""
    bury_seconds: int | None = None
    threads: bool = True
    """Whether each table gets a thread of its own, where the bot may make one."""
    may_end: MayEnd = MayEnd.HOST

    def allows(self, channel: ChannelId, parent: ChannelId | None = None) -> bool:
        """Tell whether a table may be opened in a channel, or in a thread whose channel is `parent`."""
        return not self.channels or channel in self.channels or parent in self.channels


class Guilds:
    """All servers' choices, kept in memory: there are few, and public words need them at once."""

    def __init__(self, choices: Choices) -> None:
        self._choices: Final = choices
        self._known: dict[GuildId, GuildSettings] | None = None

    async def load(self) -> None:
        """Read all choices; later ones go through here."""
        if self._known is None:
            self._known = {guild: _settings_of(kept) for guild, kept in (await self._choices.guild_settings()).items()}

    async def settings(self, guild: GuildId) -> GuildSettings:
        """Return what has been chosen for a server."""
        await self.load()
        return self.known(guild)

    def known(self, guild: GuildId) -> GuildSettings:
        """Return the same at once; as usual before the first `load`."""
        return (self._known or {}).get(guild, USUAL)

    async def choose(self, guild: GuildId, chosen: GuildSettings) -> None:
        """Keep what has been chosen for a server."""
        await self.load()
        assert self._known is not None
        await self._choices.save_guild_settings(guild, _values(chosen))
        self._known[guild] = chosen


USUAL: Final = GuildSettings()


def _values(chosen: GuildSettings) -> dict[str, Any]:
    return asdict(chosen) | {"channels": " ".join(map(str, chosen.channels)), "may_end": chosen.may_end.value}


def _settings_of(kept: Mapping[str, Any]) -> GuildSettings:
    """Read what `_values` wrote; what is no longer known is as usual."""
    known = {f.name: kept[f.name] for f in fields(GuildSettings) if f.name in kept}
    known["channels"] = tuple(ChannelId(int(word)) for word in kept["channels"].split())
    known["may_end"] = MayEnd(kept["may_end"]) if kept["may_end"] in set(MayEnd) else MayEnd.HOST
    if known["preset"] not in PRESETS:
        known["preset"] = None
    if known["language"] not in LANGUAGES:
        known["language"] = None
    return GuildSettings(**known)

"""The settings of servers, and a cache that holds all of them."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from bot.ids import ChannelId, GuildId
from bot.text.languages import TAGS
from bot.ui.core.ports import SettingsStore
from engine.model.presets import PRESETS


class EndPermission(StrEnum):
    """The users who may end a table before its match is over. Server managers always may."""

    HOST = "host"
    SEATED = "seated"  # every user who has a seat at the table
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """One server's settings. Times are in seconds."""

    channels: tuple[ChannelId, ...] = ()
    """The channels where tables may be opened; empty means all."""
    preset: str | None = None
    """The default preset; None means the bot's."""
    language: str | None = None
    """The language; None means Discord's setting."""
    turn_seconds: int | None = None
    """The time limit for a turn. None means the bot's default, as it does for `bury_seconds`."""
    bury_seconds: int | None = None
    threads: bool = True
    """Whether each table gets a thread of its own, if the bot may create one."""
    may_end: EndPermission = EndPermission.HOST
    puzzle_channel: ChannelId | None = None
    """The channel in which the bot announces the puzzle of the day; None if the bot announces none."""
    puzzle_language: str | None = None
    """The tag of the language of the user who chose `puzzle_channel`."""
    time_zone: str | None = None
    """The IANA name of the time zone in which users type times; None means UTC."""

    @property
    def zone(self) -> tzinfo:
        """The time zone in which users type times."""
        return ZoneInfo(self.time_zone) if self.time_zone else UTC

    def allows(self, channel: ChannelId, parent: ChannelId | None = None) -> bool:
        """Return whether a table may be opened in a channel, or in a thread of the channel `parent`."""
        return not self.channels or channel in self.channels or parent in self.channels


class GuildSettingsCache:
    """All servers' settings. They are in memory, because code that writes public texts cannot wait for the database."""

    def __init__(self, store: SettingsStore) -> None:
        self._store: Final = store
        self._known: dict[GuildId, GuildSettings] | None = None

    async def load(self) -> None:
        """Read all settings once."""
        if self._known is None:
            saved = await self._store.load_guild_settings()
            self._known = {guild: _parse_settings(values) for guild, values in saved.items()}

    async def load_settings(self, guild: GuildId) -> GuildSettings:
        """Return a server's settings."""
        await self.load()
        return self.get_settings(guild)

    def get_settings(self, guild: GuildId) -> GuildSettings:
        """Return a server's settings; the defaults before the first `load`."""
        return (self._known or {}).get(guild, GuildSettings())

    async def list_puzzle_channels(self) -> Mapping[GuildId, ChannelId]:
        """Return the channels in which the puzzle of the day is announced, by server."""
        await self.load()
        known = (self._known or {}).items()
        return {guild: one.puzzle_channel for guild, one in known if one.puzzle_channel is not None}

    async def save_settings(self, guild: GuildId, chosen: GuildSettings) -> None:
        """Save a server's settings."""
        await self.load()
        assert self._known is not None
        channels = " ".join(map(str, chosen.channels))
        values = asdict(chosen) | {"channels": channels, "may_end": chosen.may_end.value}
        await self._store.save_guild_settings(guild, values)
        self._known[guild] = chosen


def _parse_settings(values: Mapping[str, Any]) -> GuildSettings:
    known = {f.name: values[f.name] for f in fields(GuildSettings) if f.name in values}
    known["channels"] = tuple(ChannelId(int(word)) for word in values["channels"].split())
    known["may_end"] = next((one for one in EndPermission if one == values["may_end"]), EndPermission.HOST)
    if known["puzzle_channel"] is not None:
        known["puzzle_channel"] = ChannelId(known["puzzle_channel"])
    valid: dict[str, Collection[str]] = {"preset": PRESETS, "language": TAGS, "time_zone": available_timezones()}
    known |= {name: None for name, choices in valid.items() if known[name] not in choices}
    return GuildSettings(**known)

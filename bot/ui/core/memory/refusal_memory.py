"""Remembers for some time what Discord has refused, and counts its refusals since the program's start."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.ids import ChannelId, GuildId, TableId
from bot.play.ports import Clock

PROBE_AFTER: Final = 600.0
"""For how many seconds new messages avoid Components V2 after Discord has refused an edit."""
TRUST_CHECK_FOR: Final = 86_400.0
"""How many seconds after its start the program stops relying on the last live check (a test on the real Discord)."""


class Surface(Enum):
    """A kind of message that the bot edits again and again."""

    TABLE = "table"
    PANEL = "panel"
    EVENT = "event"
    LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class Alert:
    """Why Discord refuses a public message: the key of a text, and the permissions and channel that the text names."""

    key: str
    permissions: tuple[str, ...] = ()
    channel: ChannelId | None = None


@dataclass(slots=True)
class RefusalMemory:
    """What Discord has refused. Refused edits are remembered for each surface in each server."""

    clock: Clock
    counts: Counter[str] = field(default_factory=Counter)
    """How many requests were refused, by the value of `SendFault`."""
    alerts: dict[TableId | str, Alert] = field(default_factory=dict)
    """Why some tables, events and leagues cannot be shown. A table's host reads this in their panel."""
    _classic_until: dict[tuple[Surface, GuildId], float] = field(default_factory=dict)
    _classic_everywhere_until: float = 0.0
    _limited_until: dict[tuple[str, ChannelId], float] = field(default_factory=dict)

    def set_alert(self, subject: TableId | str, alert: Alert | None) -> bool:
        """Note why a table, event or league cannot be shown; None if it can be. Return whether this is a change."""
        before = self.alerts.pop(subject, None)
        if alert is not None:
            self.alerts[subject] = alert
        return alert != before

    def note_refused_edit(self, surface: Surface, guild: GuildId) -> None:
        """Note that Discord refused to edit Components V2. For a while, new messages then have the classic form."""
        self._classic_until[surface, guild] = self.clock.now() + PROBE_AFTER

    def note_live_check(self) -> None:
        """Note that a live check could not replace pictures in Components V2. This is taken to hold in all servers."""
        self._classic_everywhere_until = self.clock.now() + TRUST_CHECK_FOR

    def is_classic(self, surface: Surface, guild: GuildId) -> bool:
        """Return whether new messages of a surface now have the classic form, which has no Components V2."""
        known = self._classic_until.get((surface, guild), 0.0)
        return self.clock.now() < max(known, self._classic_everywhere_until)

    def is_classic_anywhere(self, surface: Surface) -> bool:
        """Return whether, in some server, new messages of a surface have the classic form. It has less room."""
        known = (until for (one, _), until in self._classic_until.items() if one is surface)
        return self.clock.now() < max((self._classic_everywhere_until, *known))

    def note_limit(self, method: str, channel: ChannelId, seconds: float) -> None:
        """Note that a channel refuses requests with an HTTP method (`POST` or `PATCH`) for some seconds."""
        self._limited_until[method, channel] = self.clock.now() + seconds

    def get_limit(self, method: str, channel: ChannelId) -> float:
        """Return for how many more seconds a channel refuses requests with an HTTP method; 0 if it accepts them."""
        return max(0.0, self._limited_until.get((method, channel), 0.0) - self.clock.now())

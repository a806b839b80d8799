"""Remembers for some time what Discord refuses, and counts its refusals since the start."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.ids import ChannelId, GuildId, TableId
from bot.play.ports import Clock

PROBE_AFTER: Final = 600.0
"""Seconds after a refused edit until new messages have Components V2 again."""
TRUST_CHECK_FOR: Final = 86_400.0
"""Seconds from the start for which the bot relies on what a live check has found."""


class Surface(Enum):
    """A kind of message that is edited all the time."""

    TABLE = "table"
    PANEL = "panel"
    EVENT = "event"
    LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class Alert:
    """The reason why Discord refuses a public message: a text's key, with the permissions and channel for the text."""

    key: str
    permissions: tuple[str, ...] = ()
    channel: ChannelId | None = None


@dataclass(slots=True)
class RefusalMemory:
    """What Discord refused; refused edits are remembered for each surface of each server."""

    clock: Clock
    counts: Counter[str] = field(default_factory=Counter)
    """How many requests were refused, by the value of `SendFault`."""
    alerts: dict[TableId | str, Alert] = field(default_factory=dict)
    """Why tables, events and leagues cannot be shown; a table's host reads this in their panel."""
    _classic_until: dict[tuple[Surface, GuildId], float] = field(default_factory=dict)
    _classic_everywhere_until: float = 0.0
    _limited_until: dict[tuple[str, ChannelId], float] = field(default_factory=dict)

    def set_alert(self, subject: TableId | str, alert: Alert | None) -> bool:
        """Note why a table, event or league cannot be shown (None if it can); return whether that is new."""
        before = self.alerts.pop(subject, None)
        if alert is not None:
            self.alerts[subject] = alert
        return alert != before

    def note_refused_edit(self, surface: Surface, guild: GuildId) -> None:
        """Note that an edit of Components V2 was refused, so that new messages have the classic form for a while."""
        self._classic_until[surface, guild] = self.clock.now() + PROBE_AFTER

    def note_live_check(self) -> None:
        """Note that a live check has found that pictures of Components V2 cannot be replaced in any server."""
        self._classic_everywhere_until = self.clock.now() + TRUST_CHECK_FOR

    def is_classic(self, surface: Surface, guild: GuildId) -> bool:
        """Return whether new messages of a surface have the classic form, without Components V2, at present."""
        known = self._classic_until.get((surface, guild), 0.0)
        return self.clock.now() < max(known, self._classic_everywhere_until)

    def is_classic_anywhere(self, surface: Surface) -> bool:
        """Return whether new messages of a surface have the classic form, which has less room, in some server now."""
        known = (until for (one, _), until in self._classic_until.items() if one is surface)
        return self.clock.now() < max((self._classic_everywhere_until, *known))

    def note_limit(self, method: str, channel: ChannelId, seconds: float) -> None:
        """Note that a channel accepts no requests of this HTTP method (new messages or edits) for some seconds."""
        self._limited_until[method, channel] = self.clock.now() + seconds

    def get_limit(self, method: str, channel: ChannelId) -> float:
        """Return for how many more seconds a channel accepts no requests of this HTTP method; 0 if it accepts them."""
        return max(0.0, self._limited_until.get((method, channel), 0.0) - self.clock.now())

"""Tells a table's host, or the managers of an event or a league, why Discord refuses a public message."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog

from bot.events.model import Event
from bot.ids import ChannelId, GuildId, UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.memory.refusal_memory import Alert
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.core.tables.bot_permissions import ATTACH_FILES, format_permissions
from bot.ui.discord_io.choose_language import get_reader_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault

log: Final = structlog.get_logger()

_POST_KEYS: Final = {
    fault: f"posts.{fault.value}"
    for fault in (SendFault.GONE, SendFault.FORBIDDEN, SendFault.REFUSED, SendFault.BLOCKED, SendFault.SLOW_MODE)
}
_TABLE_KEYS: Final = {
    SendFault.GONE: "threads.channel_gone",
    SendFault.FORBIDDEN: "threads.may_not_write",
    SendFault.NO_PICTURES: "threads.as_text",
    SendFault.REFUSED: "threads.refused",
    SendFault.BLOCKED: "threads.blocked",
    SendFault.SLOW_MODE: "threads.slow_mode",
}


@dataclass(frozen=True, slots=True)
class PostSubject:
    """An event or a league whose public messages the bot posts."""

    key: str  # the beginning of the keys of all alerts about the event or league
    name: str
    guild: GuildId
    cure: str  # the key of the text that tells managers what to do if the channel is gone
    managers: tuple[UserId, ...]


def event_subject(event: Event) -> PostSubject:
    """Return an event in the form that alerts need. Only its organizer gets the alerts."""
    return PostSubject(f"event {event.id}", event.settings.name, event.guild, "posts.event_cure", (event.creator,))


def league_subject(league: LeagueInfo, managers: tuple[UserId, ...] = ()) -> PostSubject:
    """Return a league in the form that alerts need. `managers` may be empty if no refusal will be reported."""
    return PostSubject(f"league {league.id}", league.name, league.guild, "posts.league_cure", managers)


async def report_refused_post(
    services: Services, messenger: Messenger, subject: PostSubject, channel: ChannelId, fault: SendFault, texts: Texts
) -> None:
    """Tell the managers why a message was not posted, unless they know this already.

    Each manager reads this in their own language or, until that is known, in that of `texts`.
    """
    if fault not in _POST_KEYS or not messenger.is_in_guild(subject.guild):
        return
    missing = messenger.find_missing_permissions(channel) if fault is SendFault.FORBIDDEN else ()
    if not services.refusals.set_alert(_key(subject, channel), Alert(_POST_KEYS[fault], missing, channel)):
        return
    for manager in subject.managers:
        own = await get_reader_texts(services, manager, texts)
        await try_send_direct(messenger, manager, format_post_alert(services, subject, own))


async def try_send_direct(messenger: Messenger, user: UserId, words: str) -> None:
    """Send a user a direct message. If the user accepts none, do nothing."""
    try:
        await messenger.send_direct(user, text_message(words))
    except SendFailed as unsent:
        log.info("a direct message was not delivered", fault=unsent.fault.value, code=unsent.code)


def _key(subject: PostSubject, channel: ChannelId) -> str:
    return f"{subject.key} in {channel}"


def note_accepted_post(services: Services, subject: PostSubject, channel: ChannelId) -> None:
    """Note that a message was posted in a channel, so that the next refusal there is reported again."""
    services.refusals.set_alert(_key(subject, channel), None)


def format_post_alert(services: Services, subject: PostSubject, texts: Texts) -> str:
    """Return why messages are not posted at present, and what to do about it. Without a refusal, the text is empty."""
    found = (alert for key, alert in services.refusals.alerts.items() if str(key).startswith(f"{subject.key} in "))
    return "\n".join(_format(subject, alert, texts) for alert in found)


def _format(subject: PostSubject, alert: Alert, texts: Texts) -> str:
    permissions = format_permissions(alert.permissions or ("view_channel", "send_messages"), texts)
    facts = {"name": escape_name(subject.name), "channel": f"<#{alert.channel}>", "permissions": permissions}
    words = [texts.say(alert.key, **facts)]
    if alert.key == _POST_KEYS[SendFault.GONE]:
        words.append(texts.say(subject.cure))
    return texts.join_sentences(words)


def format_alert(alert: Alert, table: TableInfo, texts: Texts) -> str:
    """Return why a table is not shown as usual, and what its host can do."""
    facts = {"table": table.id, "channel": f"<#{table.channel}>"}
    return texts.say(alert.key, **facts, permissions=format_permissions(alert.permissions, texts))


class HostAlerts:
    """Tells a host why their table is not shown. The host gets one direct message, and a note in their panel."""

    def __init__(self, services: Services, messenger: Messenger, refresh_panel: Callable[[UserId], None]) -> None:
        self._services = services
        self._messenger = messenger
        self._refresh_panel = refresh_panel
        self._reported: str | None = None

    async def report(self, table: TableInfo, fault: SendFault, texts: Texts) -> None:
        """Tell the host about a fault, unless they know it already or the bot is no longer in the server."""
        if fault not in _TABLE_KEYS or not self._messenger.is_in_guild(table.guild):
            return
        alert = self._make_alert(table, fault)
        self._show_in_panel(table, None if fault is SendFault.NO_PICTURES else alert)
        if await self._find_reported(table) == fault.value:
            return
        await self._save_reported(table, fault.value)
        host_texts = await get_reader_texts(self._services, table.host, texts)
        await try_send_direct(self._messenger, table.host, format_alert(alert, table, host_texts))

    def _make_alert(self, table: TableInfo, fault: SendFault) -> Alert:
        lost = self._messenger.find_missing_permissions(table.channel) if fault is SendFault.FORBIDDEN else ()
        if lost:
            return Alert("threads.lost_permissions", lost)
        return Alert(_TABLE_KEYS[fault], (ATTACH_FILES,) if fault is SendFault.NO_PICTURES else ())

    def _show_in_panel(self, table: TableInfo, alert: Alert | None) -> None:
        if self._services.refusals.set_alert(table.id, alert):
            self._refresh_panel(table.host)

    async def clear(self, table: TableInfo) -> None:
        """Note that the table is shown again, so that the host hears of the next fault."""
        self._show_in_panel(table, None)
        if await self._find_reported(table):
            await self._save_reported(table, "")

    async def _find_reported(self, table: TableInfo) -> str:
        if self._reported is None:
            self._reported = await self._services.surface_store.find_host_alert(table.id) or ""
        return self._reported

    async def _save_reported(self, table: TableInfo, text: str) -> None:
        await self._services.surface_store.save_host_alert(table.id, text or None)
        self._reported = text

"""Tells those who manage an event or a league that Discord refuses its public messages, once until it accepts one."""

from dataclasses import dataclass
from typing import Final

import structlog

from bot.events.model import Event
from bot.ids import ChannelId, GuildId, UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.memory.refusal_memory import Alert
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.core.tables.permissions import format_permissions
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.public_texts import get_reader_texts
from bot.ui.discord_io.refusals import SendFailed, SendFault

log: Final = structlog.get_logger()

_KEYS: Final = {
    SendFault.GONE: "posts.gone",
    SendFault.FORBIDDEN: "posts.forbidden",
    SendFault.REFUSED: "posts.refused",
    SendFault.BLOCKED: "posts.blocked",
    SendFault.SLOW_MODE: "posts.slow_mode",
}


@dataclass(frozen=True, slots=True)
class PostSubject:
    """What public messages are about. `key` stands for it in memory; `cure`: what helps if the channel is gone."""

    key: str
    name: str
    guild: GuildId
    cure: str
    managers: tuple[UserId, ...]


def event_subject(event: Event) -> PostSubject:
    """Return an event, for whose messages its organizer is responsible."""
    return PostSubject(f"event {event.id}", event.settings.name, event.guild, "posts.event_cure", (event.creator,))


def league_subject(league: LeagueInfo, managers: tuple[UserId, ...] = ()) -> PostSubject:
    """Return a league with its managers, who are only needed to tell them."""
    return PostSubject(f"league {league.id}", league.name, league.guild, "posts.league_cure", managers)


async def report_for_league(
    services: Services, messenger: Messenger, league: LeagueInfo, channel: ChannelId, fault: SendFault, texts: Texts
) -> None:
    """Tell the managers of a league why a message was not posted; `texts`: the public language."""
    managers = (await services.league.access.get_league(league.guild, league.id)).managers
    await report_refused_post(services, messenger, league_subject(league, managers), channel, fault, texts)


async def report_refused_post(
    services: Services, messenger: Messenger, subject: PostSubject, channel: ChannelId, fault: SendFault, texts: Texts
) -> None:
    """Tell the managers why a message was not posted, in their languages; `texts`: the public language."""
    if fault not in _KEYS or not messenger.is_in_guild(subject.guild):
        return
    missing = messenger.find_missing_permissions(channel) if fault is SendFault.FORBIDDEN else ()
    if not services.refusals.set_alert(_key(subject, channel), Alert(_KEYS[fault], missing, channel)):
        return
    for manager in subject.managers:
        own = await get_reader_texts(services, manager, texts)
        try:
            await messenger.send_direct(manager, text_message(format_post_alert(services, subject, own)))
        except SendFailed as unsent:
            log.info("a manager could not be told", subject=subject.key, fault=unsent.fault.value, code=unsent.code)


def _key(subject: PostSubject, channel: ChannelId) -> str:
    return f"{subject.key} in {channel}"


def note_accepted_post(services: Services, subject: PostSubject, channel: ChannelId) -> None:
    """Note that a message was posted in a channel, so that the next refusal there is news."""
    services.refusals.set_alert(_key(subject, channel), None)


def format_post_alert(services: Services, subject: PostSubject, texts: Texts) -> str:
    """Return why messages are not posted at present, and what helps; empty if they are."""
    found = (alert for key, alert in services.refusals.alerts.items() if str(key).startswith(f"{subject.key} in "))
    return "\n".join(_format(subject, alert, texts) for alert in found)


def _format(subject: PostSubject, alert: Alert, texts: Texts) -> str:
    permissions = format_permissions(alert.permissions or ("view_channel", "send_messages"), texts)
    facts = {"name": escape_name(subject.name), "channel": f"<#{alert.channel}>", "permissions": permissions}
    words = [texts.say(alert.key, **facts)]
    if alert.key == _KEYS[SendFault.GONE]:
        words.append(texts.say(subject.cure))
    return texts.join_sentences(words)


def with_post_alert(services: Services, subject: PostSubject, words: str, texts: Texts) -> str:
    """Return an answer to a manager, followed by why messages are not posted."""
    return "\n".join(filter(None, (words, format_post_alert(services, subject, texts))))

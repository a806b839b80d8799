"""Creates, changes and deletes messages of people and the bot. Discord's docs: resources/message."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.loopback.errors import Code, Refused
from bot.loopback.messages.body import check_message
from bot.loopback.messages.files import resolve, resolve_embeds, take_in
from bot.loopback.wire import Flag, Json, MessageType, Part, Upload, walk
from bot.loopback.world import show
from bot.loopback.world.guilds import reopen
from bot.loopback.world.model import Attachment, Channel, Message
from bot.loopback.world.permissions import Permission, in_channel
from bot.loopback.world.state import Happening, World

_EDITOR_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2
_SENDER_FLAGS = _EDITOR_FLAGS | Flag.SILENT | Flag.EPHEMERAL
_USER, _ROLE = re.compile(r"<@!?(\d{15,20})>"), re.compile(r"<@&(\d{15,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a message, and which interaction or earlier message it belongs to."""

    user: int
    type: MessageType = MessageType.DEFAULT
    webhook: int | None = None
    only_for: int | None = None
    interaction: Json | None = None
    reference: Json | None = None


def create(
    world: World, channel: Channel, sender: Sender, body: Json, uploads: list[Upload], number: int | None = None
) -> Message:
    """Send a message. Raises `Refused` before anything changes.

    `number` is the message's id if the message opens a post in a forum. Without it, the message gets a new id.
    """
    check_message(body, uploads)
    _check_words(world, channel, body)
    message = _new_message(world, channel, sender, int(body.get("flags") or 0))
    message.id = number or message.id
    message.content = body.get("content") or ""
    message.nonce = None if body.get("nonce") is None else str(body["nonce"])
    _set_contents(world, message, body, uploads, keep=[])
    _add_to_channel(world, channel, message)
    return message


def notice(world: World, channel: Channel, sender: Sender, content: str = "", flags: int = 0) -> Message:
    """Send a message of Discord's own, such as the notice of a pin, or the notice that the bot is thinking."""
    message = _new_message(world, channel, sender, flags)
    message.content = content
    _add_to_channel(world, channel, message)
    return message


def _new_message(world: World, channel: Channel, sender: Sender, flags: int) -> Message:
    check_open(world, channel, sender.user)
    kept = flags & (_SENDER_FLAGS | Flag.LOADING)
    return Message(
        id=world.ids(),
        channel=channel.id,
        author=sender.user,
        type=sender.type,
        created=world.clock.time(),
        flags=kept,
        webhook=sender.webhook,
        only_for=sender.only_for if kept & Flag.EPHEMERAL else None,
        interaction=sender.interaction,
        reference=sender.reference,
    )


def _add_to_channel(world: World, channel: Channel, message: Message) -> None:
    if not message.ephemeral:
        channel.last_message = message.id
        channel.messages_sent += 1
        reopen(world, channel)
    world.keep(channel)
    publish(world, "MESSAGE_CREATE", message)


def check_open(world: World, channel: Channel, user: int) -> None:
    """Raise `Refused` 50083 for a thread that is archived and locked, unless the user may reopen it."""
    may = in_channel(world, user, channel) & Permission.MANAGE_THREADS
    if channel.archived and channel.locked and not may:
        raise Refused(Code.THREAD_ARCHIVED)


def _check_words(world: World, channel: Channel, body: Json) -> None:
    text = _all_text(body.get("content") or "", body.get("components") or []).lower()
    if channel.guild is not None and any(word in text for word in world.blocked_words):
        raise Refused(Code.AUTOMOD)


def edit(world: World, message: Message, body: Json, uploads: list[Upload], *, callback: bool = False) -> None:
    """Change a message. Raises `Refused` before anything changes.

    If the body has `attachments`, only the old files listed there stay. Without `attachments`, all old files stay. But
    if the edit brings new files or is the `callback` of a component, all old files are removed instead.
    """
    channel = world.channels[message.channel]
    if channel.archived and not message.ephemeral:
        raise Refused(Code.THREAD_ARCHIVED)
    check_message(body, uploads, before=message)
    _check_words(world, channel, body)
    keep = [] if callback or uploads else list(message.attachments)
    if body.get("attachments") is not None:
        listed = {str(a.get("id")) for a in body["attachments"]}
        keep = [a for a in message.attachments if str(a.id) in listed]
    before = list(message.attachments)
    _set_contents(world, message, body, uploads, keep)
    for gone in before:
        if gone not in message.attachments:
            world.forget_file(gone.key)
    message.content = (body["content"] or "") if "content" in body else message.content
    given = int(body.get("flags") or 0) & _EDITOR_FLAGS
    if body.get("flags") is not None:
        message.flags &= ~Flag.SUPPRESS_EMBEDS  # this is the only flag that an edit can remove
    message.flags = (message.flags | given) & ~Flag.LOADING
    message.edited = world.clock.time()
    publish(world, "MESSAGE_UPDATE", message)


def _set_contents(world: World, message: Message, body: Json, uploads: list[Upload], keep: list[Attachment]) -> None:
    """Set files, components, embeds and mentions. If this fails, restore the old files and raise the error."""
    before = list(message.attachments)
    fresh = take_in(world, message.id, body, uploads)
    message.attachments = [*keep, *fresh]
    try:
        # a copy by way of JSON text is five times as fast as `deepcopy`
        components, given = json.loads(json.dumps([body.get("components") or [], body.get("embeds") or []]))
        embeds: list[Json] = [{"type": "rich", "content_scan_version": 0, **one} for one in given]
        resolve(world, message, components)
        resolve_embeds(world, message, embeds)
        message.components = components if "components" in body else message.components
        message.embeds = embeds if "embeds" in body else message.embeds
    except Exception:
        message.attachments = before
        for attachment in fresh:
            world.forget_file(attachment.key)
        raise
    _set_mentions(world, message, body)


def _set_mentions(world: World, message: Message, body: Json) -> None:
    text = _all_text(body.get("content") or message.content, message.components)
    granted = in_channel(world, message.author, world.channels[message.channel])
    given: Json | None = body.get("allowed_mentions")
    allowed = {"parse": ["users", "roles", "everyone"]} if given is None else given
    message.mentions = _find_mentioned(_USER, text, world.users)
    message.mention_roles = _keep_allowed(_find_mentioned(_ROLE, text, world.roles), "roles", allowed)
    may_ping_all = granted & Permission.MENTION_EVERYONE and "everyone" in (allowed.get("parse") or [])
    message.mention_everyone = bool(may_ping_all and _EVERYONE.search(text))
    if message.edited is None and not message.flags & Flag.LOADING:
        message.pings = _keep_allowed(message.mentions, "users", allowed)


def delete(world: World, message: Message) -> None:
    """Delete a message with its files."""
    world.drop(message)
    channel, public = world.channels[message.channel], not message.ephemeral
    data = {"id": str(message.id), "channel_id": str(channel.id)}
    data |= {"guild_id": str(channel.guild)} if channel.guild else {}
    world.tell(Happening("MESSAGE_DELETE", data, channel.guild, channel.id, message.only_for, to_bot=public))


def publish(world: World, name: str, message: Message) -> None:
    """Save a new or changed message, and tell clients about it."""
    world.keep(message)
    channel = world.channels[message.channel]
    data = show.message(world, message)
    if channel.guild is not None:
        data["guild_id"] = str(channel.guild)
        author = world.members.get((channel.guild, message.author))
        if author is not None and message.webhook is None:
            data["member"] = {k: v for k, v in show.member(world, author).items() if k != "user"}
    public = not message.ephemeral
    world.tell(Happening(name, data, channel.guild, channel.id, message.only_for, to_bot=public))


def _all_text(content: str, components: list[Json]) -> str:
    parts = [str(c.get("content") or "") for c in walk(components) if c.get("type") == Part.TEXT]
    return "\n".join([content, *parts])


def _find_mentioned(pattern: re.Pattern[str], text: str, known: Mapping[int, object]) -> list[int]:
    return list(dict.fromkeys(int(one) for one in pattern.findall(text) if int(one) in known))


def _keep_allowed(ids: list[int], kind: str, allowed: Json) -> list[int]:
    """Return the `ids` that `allowed` permits. It permits all ids of this `kind`, or only those that it names."""
    named = {int(one) for one in allowed.get(kind) or []}
    return [one for one in ids if kind in (allowed.get("parse") or []) or one in named]

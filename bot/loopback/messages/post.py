"""Messages come, change and go: the one place that does it, for channels, answers and people alike."""

import copy
from dataclasses import dataclass

from bot.loopback.messages import body as bodies
from bot.loopback.messages import mentions
from bot.loopback.messages.files import resolve, resolve_embeds, take_in
from bot.loopback.wire import THREADS, Flag, Json, MessageType, Upload
from bot.loopback.world import show
from bot.loopback.world.model import Attachment, Channel, Message
from bot.loopback.world.permissions import Permission, in_channel
from bot.loopback.world.state import Happening, World

_EDITOR_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2
_SENDER_FLAGS = _EDITOR_FLAGS | Flag.SILENT | Flag.EPHEMERAL


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends, and what the message comes from: an interaction's webhook, a person's hand."""

    user: int
    type: MessageType = MessageType.DEFAULT
    webhook: int | None = None
    only_for: int | None = None
    interaction: Json | None = None
    reference: Json | None = None


def create(world: World, channel: Channel, sender: Sender, body: Json, uploads: list[Upload]) -> Message:
    """Send a message. Raises `Refused` when Discord would not take it; nothing has changed then."""
    bodies.check_new(world, body, uploads)
    message = _blank(world, channel, sender, int(body.get("flags") or 0))
    message.content = body.get("content") or ""
    message.nonce = None if body.get("nonce") is None else str(body["nonce"])
    _fill(world, message, body, uploads, keep=[])
    _place(world, channel, message)
    return message


def defer(world: World, channel: Channel, sender: Sender, flags: int) -> Message:
    """Put up the "thinking" message of a deferred answer."""
    message = _blank(world, channel, sender, flags | Flag.LOADING)
    _place(world, channel, message)
    return message


def notice(world: World, channel: Channel, sender: Sender, content: str = "") -> Message:
    """Put up one of Discord's own lines, such as that something was pinned."""
    message = _blank(world, channel, sender, 0)
    message.content = content
    _place(world, channel, message)
    return message


def _blank(world: World, channel: Channel, sender: Sender, flags: int) -> Message:
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


def _place(world: World, channel: Channel, message: Message) -> None:
    if not message.ephemeral:
        channel.last_message = message.id
        channel.messages_sent += 1
        _wake(world, channel)
    world.keep(channel)
    told(world, "MESSAGE_CREATE", message)


def _wake(world: World, channel: Channel) -> None:
    """A message in an archived thread opens it again, unless it is locked."""
    if channel.type in THREADS and channel.archived:
        channel.archived, channel.archive_changed = False, world.clock.time()
        world.tell(Happening("THREAD_UPDATE", show.channel(world, channel), channel.guild, channel.id))


def edit(world: World, message: Message, body: Json, uploads: list[Upload], *, callback: bool = False) -> None:
    """Change a message. Raises `Refused`; nothing has changed then.

    Files: those listed in `attachments` stay; without the list all stay, unless new files come or the edit is
    the callback of a component, which drop what is not named.
    """
    bodies.check_edit(world, message, body, uploads)
    keep = [] if callback or uploads else list(message.attachments)
    if body.get("attachments") is not None:
        listed = {str(a.get("id")) for a in body["attachments"]}
        keep = [a for a in message.attachments if str(a.id) in listed]
    before = list(message.attachments)
    _fill(world, message, body, uploads, keep)
    for gone in before:
        if gone not in message.attachments:
            world.forget_file(gone.key)
    message.content = (body["content"] or "") if "content" in body else message.content
    given = int(body.get("flags") or 0) & _EDITOR_FLAGS
    if body.get("flags") is not None:
        message.flags &= ~Flag.SUPPRESS_EMBEDS  # the one flag that an edit can take back
    message.flags = (message.flags | given) & ~Flag.LOADING
    message.edited = world.clock.time()
    told(world, "MESSAGE_UPDATE", message)


def _fill(world: World, message: Message, body: Json, uploads: list[Upload], keep: list[Attachment]) -> None:
    """Files, components, embeds and mentions; when a reference stays unresolved, the message is as it was."""
    before = list(message.attachments)
    fresh = take_in(world, message.id, body, uploads)
    message.attachments = [*keep, *fresh]
    try:
        components, embeds = copy.deepcopy(body.get("components") or []), _embeds(body)
        resolve(world, message, components)
        resolve_embeds(world, message, embeds)
        message.components = components if "components" in body else message.components
        message.embeds = embeds if "embeds" in body else message.embeds
    except Exception:
        message.attachments = before
        for attachment in fresh:
            world.forget_file(attachment.key)
        raise
    _mention(world, message, body)


def _mention(world: World, message: Message, body: Json) -> None:
    text = mentions.all_text(body.get("content") or message.content, message.components)
    granted = in_channel(world, message.author, world.channels[message.channel])
    may = bool(granted & Permission.MENTION_EVERYONE)
    found = mentions.find(world, text, body.get("allowed_mentions"), may_ring_all=may)
    message.mentions = list(mentions.find(world, text, None).users)
    message.mention_roles, message.mention_everyone = list(found.roles), found.everyone
    if message.edited is None and not message.flags & Flag.LOADING:
        message.pings = list(found.users)


def _embeds(body: Json) -> list[Json]:
    return [{"type": "rich", "content_scan_version": 0, **copy.deepcopy(e)} for e in body.get("embeds") or []]


def delete(world: World, message: Message) -> None:
    """Take a message away, with its files."""
    world.drop(message)
    channel = world.channels.get(message.channel)
    data = {"id": str(message.id), "channel_id": str(message.channel)}
    guild = channel.guild if channel else None
    data |= {"guild_id": str(guild)} if guild else {}
    only = message.only_for
    world.tell(Happening("MESSAGE_DELETE", data, guild, message.channel, only, to_bot=not message.ephemeral))


def told(world: World, name: str, message: Message) -> None:
    """Keep a new or changed message and tell of it."""
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

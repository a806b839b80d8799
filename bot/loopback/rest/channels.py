"""Routes of channels and their messages."""

from bot.loopback.clock import iso
from bot.loopback.errors import Code, Refused
from bot.loopback.ids import moment_of
from bot.loopback.interactions.start import reference
from bot.loopback.messages import post
from bot.loopback.rest.answers import OverLimit
from bot.loopback.rest.limits import DELETE, EDIT, OLD_AFTER, REACTION, SEND
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import THREADS, ChannelType, Json, MessageType
from bot.loopback.world import show
from bot.loopback.world.channels import remove_channel, rest, told
from bot.loopback.world.model import Channel, Message
from bot.loopback.world.permissions import Permission, in_channel, require
from bot.loopback.world.state import Happening

_CHANNEL = "/channels/{channel}"
_MESSAGES = _CHANNEL + "/messages"
_MESSAGE = _MESSAGES + "/{message}"
_BULK_AGE = 14 * 86400.0
_BULK = range(2, 101)
_MAX_PINS = 250


def seen_channel(call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
    """The channel of a request, if the bot may do that there. Raises `Refused` 10003, 50001, 50013."""
    channel = call.world.channel(call.number("channel"))
    require(call.world, channel, needed)
    rest(call.world, channel)
    return channel


def _message(call: Call, channel: Channel) -> Message:
    return call.world.message(channel.id, call.number("message"))


@route("GET", _CHANNEL)
def get_channel(call: Call) -> Answer:
    """One channel."""
    return show.channel(call.world, seen_channel(call))


@route("PATCH", _CHANNEL)
def edit_channel(call: Call) -> Answer:
    """Change a channel or thread. An archived thread can only be opened again (50083 otherwise)."""
    channel = seen_channel(call)
    body = call.fields()
    thread = channel.type in THREADS
    own = thread and channel.owner == call.world.bot.id
    if not own:
        require(call.world, channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
    if thread and channel.archived and body.get("archived") is not False:
        raise Refused(Code.THREAD_ARCHIVED)
    _apply(call, channel, body)
    return told(call.world, channel, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE")


def _apply(call: Call, channel: Channel, body: Json) -> None:
    channel.name = body.get("name") or channel.name
    channel.topic = body.get("topic", channel.topic)
    channel.slowmode = body.get("rate_limit_per_user") or channel.slowmode
    channel.locked = body.get("locked", channel.locked)
    channel.auto_archive = body.get("auto_archive_duration") or channel.auto_archive
    if body.get("permission_overwrites") is not None:
        channel.overwrites = body["permission_overwrites"]
    if "archived" in body and body["archived"] != channel.archived:
        channel.archived, channel.archive_changed = body["archived"], call.world.clock.time()


@route("DELETE", _CHANNEL)
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread."""
    channel = call.world.channel(call.number("channel"))
    needed = Permission.MANAGE_THREADS if channel.type in THREADS else Permission.MANAGE_CHANNELS
    require(call.world, channel, needed)
    shown = show.channel(call.world, channel)
    remove_channel(call.world, channel)
    return shown


@route("PUT", _CHANNEL + "/permissions/{target}", status=204)
def put_overwrite(call: Call) -> Answer:
    """Set what a role or member may do in a channel."""
    channel = seen_channel(call, Permission.MANAGE_ROLES)
    body, target = call.fields(), call.ids["target"]
    kept = [o for o in channel.overwrites if o["id"] != target]
    entry = {"id": target, "type": body["type"], "allow": body.get("allow") or "0", "deny": body.get("deny") or "0"}
    channel.overwrites = [*kept, entry]
    told(call.world, channel, "CHANNEL_UPDATE")
    return None


@route("POST", _CHANNEL + "/typing")
def typing(call: Call) -> Answer:
    """Show that the bot types."""
    channel = seen_channel(call, send_permission(call))
    data: Json = {"channel_id": str(channel.id), "user_id": str(call.world.bot.id)}
    data["timestamp"] = int(call.world.clock.time())
    call.world.tell(Happening("TYPING_START", data, channel.guild, channel.id))
    return None


def send_permission(call: Call) -> Permission:
    """What it takes to send into the request's channel."""
    channel = call.world.channel(call.number("channel"))
    return Permission.SEND_MESSAGES_IN_THREADS if channel.type in THREADS else Permission.SEND_MESSAGES


@route("GET", _MESSAGES)
def list_messages(call: Call) -> Answer:
    """A channel's messages, newest first; `before`, `after`, `around` and `limit` as Discord has them."""
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = [m for m in call.world.in_channel(channel.id) if not m.ephemeral]
    most = min(100, max(1, int(call.query.get("limit", 50))))
    if "after" in call.query:
        found = [m for m in found if m.id > int(call.query["after"])][:most]
    elif "around" in call.query:
        middle = sum(m.id < int(call.query["around"]) for m in found)
        found = found[max(0, middle - most // 2) : middle + most // 2 + 1]
        most = len(found)
    elif "before" in call.query:
        found = [m for m in found if m.id < int(call.query["before"])]
    return [show.message(call.world, m) for m in reversed(found[-most:])]


@route("POST", _MESSAGES, limit=SEND)
def create_message(call: Call) -> Answer:
    """Send a message."""
    channel = seen_channel(call, send_permission(call))
    if channel.type == ChannelType.DM:
        _check_dm(call, channel)
    if channel.locked and channel.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    if call.uploads:
        require(call.world, channel, Permission.ATTACH_FILES)
    body = {**call.fields(), "flags": int(call.fields().get("flags") or 0) & ~64}
    who = post.Sender(call.world.bot.id, reference=_replied(call, channel, body))
    if who.reference:
        who = post.Sender(call.world.bot.id, MessageType.REPLY, reference=who.reference)
    return show.message(call.world, post.create(call.world, channel, who, body, call.uploads))


def _check_dm(call: Call, channel: Channel) -> None:
    if any(call.world.users[r].closed_dms for r in channel.recipients):
        raise Refused(Code.DM_ONLY_TO_PEOPLE)


def _replied(call: Call, channel: Channel, body: Json) -> Json | None:
    wanted = body.get("message_reference")
    if not wanted:
        return None
    if not in_channel(call.world, call.world.bot.id, channel) & Permission.READ_MESSAGE_HISTORY:
        raise Refused(Code.REPLY_NEEDS_HISTORY)
    if int(wanted["message_id"]) in call.world.messages:
        return reference(channel, int(wanted["message_id"]))
    if wanted.get("fail_if_not_exists", True):
        raise Refused(Code.UNKNOWN_MESSAGE)
    return None


@route("GET", _MESSAGE)
def get_message(call: Call) -> Answer:
    """One message."""
    return show.message(call.world, _message(call, seen_channel(call, Permission.READ_MESSAGE_HISTORY)))


@route("PATCH", _MESSAGE, limit=EDIT)
def edit_message(call: Call) -> Answer:
    """Change one of the bot's messages; of one older than an hour only now and then (30046)."""
    channel = seen_channel(call)
    message = _message(call, channel)
    if message.author != call.world.bot.id:
        raise Refused(Code.OTHERS_MESSAGE)
    if channel.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    if call.world.clock.time() - message.created >= OLD_AFTER:
        denied = call.limits.take_old_edit(channel.id)
        if denied:
            raise OverLimit(denied)
    post.edit(call.world, message, call.fields(), call.uploads)
    return show.message(call.world, message)


@route("DELETE", _MESSAGE, limit=DELETE)
def delete_message(call: Call) -> Answer:
    """Delete a message: the bot's own, or any with Manage Messages."""
    channel = seen_channel(call)
    message = _message(call, channel)
    if message.author != call.world.bot.id:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    if channel.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    post.delete(call.world, message)
    return None


@route("POST", _MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> Answer:
    """Delete 2 to 100 messages, none older than two weeks; unknown ids are passed over."""
    channel = seen_channel(call, Permission.MANAGE_MESSAGES)
    wanted = [int(m) for m in call.fields().get("messages") or []]
    if len(wanted) not in _BULK:
        raise Refused(Code.BULK_COUNT)
    if any(call.world.clock.time() - moment_of(m) > _BULK_AGE for m in wanted):
        raise Refused(Code.TOO_OLD)
    for number in wanted:
        message = call.world.messages.get(number)
        if message is not None and message.channel == channel.id and not message.ephemeral:
            call.world.drop(message)
    data = {"ids": [str(m) for m in wanted], "channel_id": str(channel.id), "guild_id": str(channel.guild)}
    call.world.tell(Happening("MESSAGE_DELETE_BULK", data, channel.guild, channel.id))
    return None


def _set_pin(call: Call, *, pinned: bool) -> None:
    channel = seen_channel(call, Permission.PIN_MESSAGES)
    message = _message(call, channel)
    now = call.world.clock.time()
    if pinned and sum(m.pinned for m in call.world.in_channel(channel.id)) >= _MAX_PINS:
        raise Refused(Code.MAX_PINS)
    message.pinned, message.pinned_at, channel.last_pin = pinned, now if pinned else None, now
    call.world.keep(message)
    call.world.keep(channel)
    data = {"channel_id": str(channel.id), "guild_id": str(channel.guild), "last_pin_timestamp": iso(now)}
    call.world.tell(Happening("CHANNEL_PINS_UPDATE", data, channel.guild, channel.id))
    shown = show.message(call.world, message) | {"guild_id": str(channel.guild)}
    call.world.tell(Happening("MESSAGE_UPDATE", shown, channel.guild, channel.id))


@route("PUT", _CHANNEL + "/messages/pins/{message}")
@route("PUT", _CHANNEL + "/pins/{message}")
def pin(call: Call) -> Answer:
    """Pin a message."""
    _set_pin(call, pinned=True)
    return None


@route("DELETE", _CHANNEL + "/messages/pins/{message}")
@route("DELETE", _CHANNEL + "/pins/{message}")
def unpin(call: Call) -> Answer:
    """Unpin a message."""
    _set_pin(call, pinned=False)
    return None


def _pinned(call: Call) -> list[Message]:
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = [m for m in call.world.in_channel(channel.id) if m.pinned]
    return sorted(found, key=lambda m: m.pinned_at or 0, reverse=True)


@route("GET", _CHANNEL + "/messages/pins")
def list_pins(call: Call) -> Answer:
    """The pinned messages, newest pin first."""
    found = [m for m in _pinned(call) if "before" not in call.query or iso(m.pinned_at or 0) < call.query["before"]]
    most = int(call.query.get("limit", 50))
    shown = [{"pinned_at": iso(m.pinned_at or 0), "message": show.message(call.world, m)} for m in found[:most]]
    return {"items": shown, "has_more": len(found) > most}


@route("GET", _CHANNEL + "/pins")
def list_pins_old(call: Call) -> Answer:
    """The pinned messages, the older form of the route."""
    return [show.message(call.world, m) for m in _pinned(call)]


_REACTIONS = _MESSAGE + "/reactions/{emoji}"


@route("PUT", _REACTIONS + "/@me", limit=REACTION)
def react(call: Call) -> Answer:
    """Add the bot's reaction."""
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    message, me = _message(call, channel), call.world.bot.id
    entry = _reaction(call, message)
    if me not in entry["users"]:
        entry["users"].append(me)
    call.world.keep(message)
    _tell_reaction(call, channel, message, "MESSAGE_REACTION_ADD", entry["emoji"])
    return None


@route("DELETE", _REACTIONS + "/@me", limit=REACTION)
def unreact(call: Call) -> Answer:
    """Take the bot's reaction back."""
    channel = seen_channel(call)
    message = _message(call, channel)
    entry = _reaction(call, message)
    entry["users"] = [u for u in entry["users"] if u != call.world.bot.id]
    message.reactions = [r for r in message.reactions if r["users"]]
    call.world.keep(message)
    _tell_reaction(call, channel, message, "MESSAGE_REACTION_REMOVE", entry["emoji"])
    return None


def _reaction(call: Call, message: Message) -> Json:
    name, _, number = call.ids["emoji"].partition(":")
    emoji = {"id": number or None, "name": name, "animated": False}
    for entry in message.reactions:
        if (entry["emoji"]["id"], entry["emoji"]["name"]) == (emoji["id"], emoji["name"]):
            return entry
    require(call.world, call.world.channels[message.channel], Permission.ADD_REACTIONS)
    fresh: Json = {"emoji": emoji, "users": []}
    message.reactions.append(fresh)
    return fresh


def _tell_reaction(call: Call, channel: Channel, message: Message, name: str, emoji: Json) -> None:
    data = {
        "user_id": str(call.world.bot.id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "guild_id": str(channel.guild),
        "emoji": emoji,
        "type": 0,
        "burst": False,
        "message_author_id": str(message.author),
    }
    call.world.tell(Happening(name, data, channel.guild, channel.id))
    call.world.tell(
        Happening("MESSAGE_UPDATE", show.message(call.world, message), channel.guild, channel.id, to_bot=False)
    )

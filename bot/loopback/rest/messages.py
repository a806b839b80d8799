"""Routes of messages: read, send, change, delete, pin. Discord's docs: resources/message."""

from itertools import takewhile

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.interactions.start import reference
from bot.loopback.messages import post
from bot.loopback.rest.channels import seen_channel, send_permission
from bot.loopback.rest.limits import DELETE, EDIT, OLD_AFTER, OLD_EDITS, SEND
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas.resources import MESSAGE, Simple
from bot.loopback.wire import WITHOUT_MESSAGES, Flag, Json, MessageType, iso, moment_of
from bot.loopback.world import show
from bot.loopback.world.model import Channel, Message
from bot.loopback.world.permissions import Permission, in_channel, require
from bot.loopback.world.state import Happening

_CHANNEL = "/channels/{channel}"
_MESSAGES = _CHANNEL + "/messages"
_MOST_AT_ONCE = 100
_MESSAGE = _MESSAGES + "/{message}"
_BULK_AGE = 14 * 86400.0
_BULK = range(2, 101)
_MAX_PINS = 250
_NONCE_LASTS = 300.0
"""For this many seconds, a repeated nonce returns the first message, if the sender asks for that."""


def _message_of(call: Call, channel: Channel) -> Message:
    return call.world.message(channel.id, call.number("message"))


@route("GET", _MESSAGES)
def _list_messages(call: Call) -> Answer:
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = [m for m in call.world.in_channel(channel.id) if not m.ephemeral]
    most = call.asked("limit", 50)
    if not 1 <= most <= _MOST_AT_ONCE:
        low, high = ("NUMBER_TYPE_MIN", "greater", 1), ("NUMBER_TYPE_MAX", "less", _MOST_AT_ONCE)
        code, word, edge = low if most < 1 else high
        raise bad_form(("limit",), code, f"int value should be {word} than or equal to {edge}.")
    if "after" in call.request.query:
        found = [m for m in found if m.id > call.asked("after", 0)][:most]
    elif "around" in call.request.query:
        middle = sum(m.id < call.asked("around", 0) for m in found)
        found = found[max(0, middle - most // 2) : middle + most // 2 + 1]
        most = len(found)
    elif "before" in call.request.query:
        found = [m for m in found if m.id < call.asked("before", 0)]
    return [show.message(call.world, m) for m in reversed(found[-most:])]


@route("POST", _MESSAGES, limit=SEND, takes=MESSAGE)
def _create_message(call: Call) -> Answer:
    channel = seen_channel(call, send_permission(call))
    if any(call.world.users[user].closed_dms for user in channel.recipients):
        raise Refused(Code.DM_ONLY_TO_PEOPLE)
    if channel.type in WITHOUT_MESSAGES:
        raise Refused(Code.NOT_A_TEXT_CHANNEL)
    body = {**call.fields(), "flags": int(call.fields().get("flags") or 0) & ~Flag.EPHEMERAL}
    _check_contents(call, channel)
    if (sent_before := _find_by_nonce(call, channel, body)) is not None:
        return show.message(call.world, sent_before)
    link = _reply_reference(call, channel, body)
    who = post.Sender(call.world.bot.id, MessageType.REPLY if link else MessageType.DEFAULT, reference=link)
    return show.message(call.world, post.create(call.world, channel, who, body, call.request.uploads))


def _check_contents(call: Call, channel: Channel) -> None:
    if call.request.uploads:
        require(call.world, channel, Permission.ATTACH_FILES)
    if call.fields().get("embeds"):
        require(call.world, channel, Permission.EMBED_LINKS)


def _find_by_nonce(call: Call, channel: Channel, body: Json) -> Message | None:
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    me, since = call.world.bot.id, call.world.clock.time() - _NONCE_LASTS
    recent = takewhile(lambda m: m.created >= since, reversed(call.world.in_channel(channel.id)))
    return next((m for m in recent if m.nonce == str(body["nonce"]) and m.author == me), None)


def _reply_reference(call: Call, channel: Channel, body: Json) -> Json | None:
    if not (wanted := body.get("message_reference")):
        return None
    if not in_channel(call.world, call.world.bot.id, channel) & Permission.READ_MESSAGE_HISTORY:
        raise Refused(Code.REPLY_NEEDS_HISTORY)
    found = call.world.messages.get(int(wanted.get("message_id") or 0))
    if found is not None and found.channel == channel.id and not found.ephemeral:
        return reference(channel, found.id)
    if wanted.get("fail_if_not_exists") is not False:
        raise bad_form(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
    return None


@route("GET", _MESSAGE)
def _get_message(call: Call) -> Answer:
    return show.message(call.world, _message_of(call, seen_channel(call, Permission.READ_MESSAGE_HISTORY)))


@route("PATCH", _MESSAGE, limit=EDIT, takes=MESSAGE)
def _edit_message(call: Call) -> Answer:
    channel = seen_channel(call)
    message = _message_of(call, channel)
    if message.author != call.world.bot.id:
        raise Refused(Code.OTHERS_MESSAGE)
    if call.world.clock.time() - message.created >= OLD_AFTER:
        call.limits.take_extra("old edits", channel.id, OLD_EDITS, *Code.MAX_EDITS_OLD.value[1:])
    _check_contents(call, channel)
    post.edit(call.world, message, call.fields(), call.request.uploads)
    return show.message(call.world, message)


@route("DELETE", _MESSAGE, limit=DELETE)
def _delete_message(call: Call) -> Answer:
    channel = seen_channel(call)
    message = _message_of(call, channel)
    if message.author != call.world.bot.id:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    post.check_open(call.world, channel, call.world.bot.id)
    post.delete(call.world, message)
    return None


@route("POST", _MESSAGES + "/bulk-delete", takes=Simple)
def _bulk_delete(call: Call) -> Answer:
    channel = seen_channel(call, Permission(0))
    if channel.guild is None:
        raise Refused(Code.NOT_IN_DM)
    require(call.world, channel, Permission.MANAGE_MESSAGES)
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


@route("PUT", _MESSAGES + "/pins/{message}", _CHANNEL + "/pins/{message}")
@route("DELETE", _MESSAGES + "/pins/{message}", _CHANNEL + "/pins/{message}")
def _set_pin(call: Call) -> Answer:
    channel = seen_channel(call, Permission.PIN_MESSAGES)
    message, pinned = _message_of(call, channel), call.request.method == "PUT"
    if message.pinned == pinned:
        return None
    now = call.world.clock.time()
    if pinned and sum(m.pinned for m in call.world.in_channel(channel.id)) >= _MAX_PINS:
        raise Refused(Code.MAX_PINS)
    message.pinned, message.pinned_at, channel.last_pin = pinned, now if pinned else None, now
    call.world.keep(channel)
    guild = {"guild_id": str(channel.guild)} if channel.guild else {}
    data = {"channel_id": str(channel.id), "last_pin_timestamp": iso(now), **guild}
    call.world.tell(Happening("CHANNEL_PINS_UPDATE", data, channel.guild, channel.id))
    post.publish(call.world, "MESSAGE_UPDATE", message)
    if pinned:
        who = post.Sender(call.world.bot.id, MessageType.PIN_NOTICE, reference=reference(channel, message.id))
        post.notice(call.world, channel, who)
    return None


def _pinned(call: Call) -> list[Message]:
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = [m for m in call.world.in_channel(channel.id) if m.pinned]
    return sorted(found, key=lambda m: m.pinned_at or 0, reverse=True)


@route("GET", _CHANNEL + "/messages/pins")
def _list_pins(call: Call) -> Answer:
    before = call.request.query.get("before")
    found = [m for m in _pinned(call) if before is None or iso(m.pinned_at or 0) < before]
    most = min(50, max(1, call.asked("limit", 50)))
    shown = [{"pinned_at": iso(m.pinned_at or 0), "message": show.message(call.world, m)} for m in found[:most]]
    return {"items": shown, "has_more": len(found) > most}


@route("GET", _CHANNEL + "/pins")
def _list_pins_old(call: Call) -> Answer:
    return [show.message(call.world, m) for m in _pinned(call)]

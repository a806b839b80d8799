"""Routes of pins. Discord, resources/message."""

from bot.loopback.clock import iso
from bot.loopback.errors import Code, Refused
from bot.loopback.interactions.start import reference
from bot.loopback.messages import post
from bot.loopback.rest.channels import seen_channel
from bot.loopback.rest.messages import message_of
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import MessageType
from bot.loopback.world import show
from bot.loopback.world.model import Message
from bot.loopback.world.permissions import Permission
from bot.loopback.world.state import Happening

_CHANNEL = "/channels/{channel}"
_MAX_PINS = 250


def _set_pin(call: Call, *, pinned: bool) -> None:
    channel = seen_channel(call, Permission.PIN_MESSAGES)
    message = message_of(call, channel)
    if message.pinned == pinned:
        return
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


@route("PUT", _CHANNEL + "/messages/pins/{message}")
@route("PUT", _CHANNEL + "/pins/{message}")
def _pin(call: Call) -> Answer:
    _set_pin(call, pinned=True)
    return None


@route("DELETE", _CHANNEL + "/messages/pins/{message}")
@route("DELETE", _CHANNEL + "/pins/{message}")
def _unpin(call: Call) -> Answer:
    _set_pin(call, pinned=False)
    return None


def _pinned(call: Call) -> list[Message]:
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = [m for m in call.world.in_channel(channel.id) if m.pinned]
    return sorted(found, key=lambda m: m.pinned_at or 0, reverse=True)


@route("GET", _CHANNEL + "/messages/pins")
def _list_pins(call: Call) -> Answer:
    found = [m for m in _pinned(call) if "before" not in call.query or iso(m.pinned_at or 0) < call.query["before"]]
    most = min(50, max(1, call.asked("limit", 50)))
    shown = [{"pinned_at": iso(m.pinned_at or 0), "message": show.message(call.world, m)} for m in found[:most]]
    return {"items": shown, "has_more": len(found) > most}


@route("GET", _CHANNEL + "/pins")
def _list_pins_old(call: Call) -> Answer:
    return [show.message(call.world, m) for m in _pinned(call)]

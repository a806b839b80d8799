"""Routes of pins and reactions. Discord, resources/message."""

from bot.loopback.clock import iso
from bot.loopback.errors import Code, Refused
from bot.loopback.interactions.start import reference
from bot.loopback.messages import post
from bot.loopback.rest.channels import seen_channel
from bot.loopback.rest.limits import REACTION
from bot.loopback.rest.messages import MESSAGE, message_of
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import Json, MessageType
from bot.loopback.world import show
from bot.loopback.world.model import Channel, Message
from bot.loopback.world.permissions import Permission, require
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
    data = {"channel_id": str(channel.id), "last_pin_timestamp": iso(now), **_guild(channel)}
    call.world.tell(Happening("CHANNEL_PINS_UPDATE", data, channel.guild, channel.id))
    post.publish(call.world, "MESSAGE_UPDATE", message)
    if pinned:
        who = post.Sender(call.world.bot.id, MessageType.PIN_NOTICE, reference=reference(channel, message.id))
        post.notice(call.world, channel, who)


def _guild(channel: Channel) -> Json:
    return {"guild_id": str(channel.guild)} if channel.guild else {}


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


_REACTIONS = MESSAGE + "/reactions/{emoji}"


@route("PUT", _REACTIONS + "/@me", limit=REACTION)
def _react(call: Call) -> Answer:
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    message, me = message_of(call, channel), call.world.bot.id
    entry = _reaction(call, message)
    if me not in entry["users"]:
        entry["users"].append(me)
    call.world.keep(message)
    _tell_reaction(call, channel, message, "MESSAGE_REACTION_ADD", entry["emoji"])
    return None


@route("DELETE", _REACTIONS + "/@me", limit=REACTION)
def _unreact(call: Call) -> Answer:
    channel = seen_channel(call)
    message = message_of(call, channel)
    entry = _reaction(call, message)
    entry["users"] = [u for u in entry["users"] if u != call.world.bot.id]
    message.reactions = [r for r in message.reactions if r["users"]]
    call.world.keep(message)
    _tell_reaction(call, channel, message, "MESSAGE_REACTION_REMOVE", entry["emoji"])
    return None


@route("GET", _REACTIONS)
def _list_reactors(call: Call) -> Answer:
    message = message_of(call, seen_channel(call, Permission.READ_MESSAGE_HISTORY))
    after, most = call.asked("after", 0), min(100, max(1, call.asked("limit", 25)))
    users = [u for u in _users(call, message) if u > after]
    return [show.user(call.world.users[u]) for u in sorted(users)[:most]]


@route("DELETE", _REACTIONS + "/{user}", limit=REACTION)
def _take_reaction(call: Call) -> Answer:
    channel, user = seen_channel(call, Permission.MANAGE_MESSAGES), call.number("user")
    message = message_of(call, channel)
    _users(call, message)[:] = [u for u in _users(call, message) if u != user]
    _drop_unused(call, channel, message)
    return None


@route("DELETE", _REACTIONS, limit=REACTION)
def _take_reactions(call: Call) -> Answer:
    channel = seen_channel(call, Permission.MANAGE_MESSAGES)
    message = message_of(call, channel)
    _users(call, message).clear()
    _drop_unused(call, channel, message)
    return None


@route("DELETE", MESSAGE + "/reactions", limit=REACTION)
def _take_all_reactions(call: Call) -> Answer:
    channel = seen_channel(call, Permission.MANAGE_MESSAGES)
    message = message_of(call, channel)
    message.reactions = []
    _drop_unused(call, channel, message)
    return None


def _users(call: Call, message: Message) -> list[int]:
    """Return the users of a request's reaction. Raises `Refused` 10014 if nobody has it."""
    name, _, number = call.ids["emoji"].partition(":")
    for entry in message.reactions:
        if (entry["emoji"]["id"], entry["emoji"]["name"]) == (number or None, name):
            users: list[int] = entry["users"]
            return users
    raise Refused(Code.UNKNOWN_EMOJI)


def _drop_unused(call: Call, channel: Channel, message: Message) -> None:
    """Drop reactions without users, save the message and return its guild's id."""
    message.reactions = [r for r in message.reactions if r["users"]]
    call.world.keep(message)
    data = {"channel_id": str(channel.id), "message_id": str(message.id), **_guild(channel)}
    call.world.tell(Happening("MESSAGE_REACTION_REMOVE_ALL", data, channel.guild, channel.id))
    shown = show.message(call.world, message)
    call.world.tell(Happening("MESSAGE_UPDATE", shown, channel.guild, channel.id, to_bot=False))


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
        "emoji": emoji,
        "type": 0,
        "burst": False,
        "message_author_id": str(message.author),
        **_guild(channel),
    }
    call.world.tell(Happening(name, data, channel.guild, channel.id))
    call.world.tell(
        Happening("MESSAGE_UPDATE", show.message(call.world, message), channel.guild, channel.id, to_bot=False)
    )

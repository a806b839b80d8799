"""Routes of channels. Discord's docs: resources/channel."""

from bot.loopback.errors import Code, Refused
from bot.loopback.rest.limits import RENAMES
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas import resources as schemas
from bot.loopback.wire import THREADS, Json
from bot.loopback.world import show
from bot.loopback.world.guilds import archive_if_quiet, publish, remove_channel
from bot.loopback.world.model import Channel
from bot.loopback.world.permissions import Permission, require
from bot.loopback.world.state import Happening

_CHANNEL = "/channels/{channel}"


def seen_channel(call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
    """Return a request's channel. Raises `Refused` 10003, or 50001 or 50013 if the bot lacks a permission."""
    channel = call.world.channel(call.number("channel"))
    require(call.world, channel, needed)
    archive_if_quiet(call.world, channel)
    return channel


@route("GET", _CHANNEL)
def _get_channel(call: Call) -> Answer:
    return show.channel(call.world, seen_channel(call))


@route("PATCH", _CHANNEL, takes=schemas.ChannelEdit)
def _edit_channel(call: Call) -> Answer:
    """Change a channel or thread. If a thread is archived, refuse a change that does not reopen it (50083)."""
    channel = seen_channel(call)
    body = call.fields()
    thread = channel.type in THREADS
    own = thread and channel.owner == call.world.bot.id
    if not own:
        require(call.world, channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
    if thread and channel.archived and body.get("archived") is not False:
        raise Refused(Code.THREAD_ARCHIVED)
    if own and (channel.locked or body.get("locked")):
        require(call.world, channel, Permission.MANAGE_THREADS)
    if (body.get("name") or channel.name, body.get("topic", channel.topic)) != (channel.name, channel.topic):
        call.limits.take_extra("renames", channel.id, RENAMES)
    _apply(call, channel, body)
    return publish(call.world, channel, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE")


def _apply(call: Call, channel: Channel, body: Json) -> None:
    channel.name = body.get("name") or channel.name
    channel.topic = body.get("topic", channel.topic)
    if body.get("rate_limit_per_user") is not None:
        channel.slowmode = body["rate_limit_per_user"]
    channel.locked = bool(body.get("locked", channel.locked))
    channel.auto_archive = body.get("auto_archive_duration") or channel.auto_archive
    if body.get("permission_overwrites") is not None:
        channel.overwrites = overwrites(body)
    if "archived" in body and bool(body["archived"]) != channel.archived:
        channel.archived, channel.archive_changed = bool(body["archived"]), call.world.clock.time()


def overwrites(body: Json) -> list[Json]:
    """Return the permission overwrites of a checked body. A missing `allow` or `deny` becomes 0."""
    return [
        {"id": str(entry["id"]), "type": entry["type"], **{k: str(entry.get(k) or 0) for k in ("allow", "deny")}}
        for entry in body.get("permission_overwrites") or []
    ]


@route("DELETE", _CHANNEL)
def _delete_channel(call: Call) -> Answer:
    channel = call.world.channel(call.number("channel"))
    needed = Permission.MANAGE_THREADS if channel.type in THREADS else Permission.MANAGE_CHANNELS
    require(call.world, channel, needed)
    shown = show.channel(call.world, channel)
    remove_channel(call.world, channel)
    return shown


@route("PUT", _CHANNEL + "/permissions/{target}", takes=schemas.Overwrite)
@route("DELETE", _CHANNEL + "/permissions/{target}")
def _set_overwrite(call: Call) -> Answer:
    channel, target = seen_channel(call, Permission.MANAGE_ROLES), str(call.number("target"))
    channel.overwrites = [o for o in channel.overwrites if o["id"] != target]
    if call.request.method == "PUT":
        channel.overwrites += overwrites({"permission_overwrites": [call.fields() | {"id": target}]})
    publish(call.world, channel, "CHANNEL_UPDATE")
    return None


@route("POST", _CHANNEL + "/typing")
def _show_typing(call: Call) -> Answer:
    channel = seen_channel(call, send_permission(call))
    data: Json = {"channel_id": str(channel.id), "user_id": str(call.world.bot.id)}
    data["timestamp"] = int(call.world.clock.time())
    call.world.tell(Happening("TYPING_START", data, channel.guild, channel.id))
    return None


def send_permission(call: Call) -> Permission:
    """Return the permission that is needed to send to the request's channel."""
    channel = call.world.channel(call.number("channel"))
    return Permission.SEND_MESSAGES_IN_THREADS if channel.type in THREADS else Permission.SEND_MESSAGES

"""Routes of channels as such. Discord, resources/channel."""

from bot.loopback.errors import Code, Form, Refused
from bot.loopback.rest import shapes
from bot.loopback.rest.limits import OverLimit
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import THREADS, Json
from bot.loopback.world import show
from bot.loopback.world.channels import remove_channel, rest, told
from bot.loopback.world.model import Channel
from bot.loopback.world.permissions import Permission, require
from bot.loopback.world.state import Happening

_CHANNEL = "/channels/{channel}"
_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_MAX_SLOWMODE, _MAX_TOPIC = 21_600, 1024


def seen_channel(call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
    """The channel of a request, if the bot may do that there. Raises `Refused` 10003, 50001, 50013."""
    channel = call.world.channel(call.number("channel"))
    require(call.world, channel, needed)
    rest(call.world, channel)
    return channel


@route("GET", _CHANNEL)
def get_channel(call: Call) -> Answer:
    """One channel."""
    return show.channel(call.world, seen_channel(call))


@route("PATCH", _CHANNEL, takes=shapes.CHANNEL)
def edit_channel(call: Call) -> Answer:
    """Change a channel or thread. An archived thread can only be opened again (50083 otherwise).

    A new name or topic is taken twice in ten minutes.
    """
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
    check_channel(body)
    if _renames(channel, body) and (denied := call.limits.take_rename(channel.id)):
        raise OverLimit(denied)
    _apply(call, channel, body)
    return told(call.world, channel, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE")


def check_channel(body: Json, *, fresh: bool = False) -> None:
    """Check the fields of a channel or thread; a `fresh` one needs a name. Raises `Refused` 50035."""
    form = Form()
    form.length(("name",), body.get("name"), 1, 100, required=fresh)
    form.length(("topic",), body.get("topic"), 0, _MAX_TOPIC)
    form.number(("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, _MAX_SLOWMODE)
    after = body.get("auto_archive_duration")
    if after is not None and after not in _ARCHIVE_AFTER:
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {_ARCHIVE_AFTER}.")
    form.refuse()


def _renames(channel: Channel, body: Json) -> bool:
    name, topic = body.get("name") or channel.name, body.get("topic", channel.topic)
    return bool((name, topic) != (channel.name, channel.topic))


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
    """The overwrites of a body, complete. Raises `Refused` 50035 for one without id or type."""
    form = Form()
    made = [_overwrite(form, n, entry) for n, entry in enumerate(body.get("permission_overwrites") or [])]
    form.refuse()
    return made


def _overwrite(form: Form, n: int, entry: Json) -> Json:
    here = ("permission_overwrites", n)
    if entry.get("id") is None:
        form.wrong((*here, "id"), "BASE_TYPE_REQUIRED", "This field is required")
    if entry.get("type") not in {0, 1}:
        form.wrong((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of {0, 1}.")
    bits = {key: str(entry.get(key) or 0) for key in ("allow", "deny")}
    return {"id": str(entry.get("id")), "type": entry.get("type"), **bits}


@route("DELETE", _CHANNEL)
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread."""
    channel = call.world.channel(call.number("channel"))
    needed = Permission.MANAGE_THREADS if channel.type in THREADS else Permission.MANAGE_CHANNELS
    require(call.world, channel, needed)
    shown = show.channel(call.world, channel)
    remove_channel(call.world, channel)
    return shown


@route("PUT", _CHANNEL + "/permissions/{target}", status=204, takes=shapes.OVERWRITE)
def put_overwrite(call: Call) -> Answer:
    """Set what a role or member may do in a channel."""
    channel = seen_channel(call, Permission.MANAGE_ROLES)
    target = str(call.number("target"))
    [entry] = overwrites({"permission_overwrites": [call.fields() | {"id": target}]})
    channel.overwrites = [*(o for o in channel.overwrites if o["id"] != target), entry]
    told(call.world, channel, "CHANNEL_UPDATE")
    return None


@route("DELETE", _CHANNEL + "/permissions/{target}")
def delete_overwrite(call: Call) -> Answer:
    """Take an overwrite away."""
    channel, target = seen_channel(call, Permission.MANAGE_ROLES), str(call.number("target"))
    channel.overwrites = [o for o in channel.overwrites if o["id"] != target]
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

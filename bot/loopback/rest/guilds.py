"""Routes of guilds and users."""

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.rest.channels import overwrites
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas import guilds as schemas
from bot.loopback.wire import THREADS, ChannelType
from bot.loopback.world import show
from bot.loopback.world.channels import direct
from bot.loopback.world.permissions import Permission, in_guild, require_in_guild
from bot.loopback.world.seed import add_channel
from bot.loopback.world.state import Happening

_GUILD = "/guilds/{guild}"
_KINDS = frozenset(
    {ChannelType.TEXT, ChannelType.CATEGORY, ChannelType.ANNOUNCEMENT, ChannelType.VOICE, ChannelType.FORUM}
)
NOTHING = Permission(0)


def guild_id(call: Call, needed: Permission = NOTHING) -> int:
    """Return the id of the request's guild if the bot has the permission. Raises `Refused` 10004, 50001, 50013."""
    guild = call.world.guild(call.number("guild"))
    require_in_guild(call.world, guild.id, needed)
    return guild.id


@route("GET", _GUILD)
def _get_guild(call: Call) -> Answer:
    number = call.number("guild")
    if (number, call.world.bot.id) not in call.world.members:
        raise Refused(Code.UNKNOWN_GUILD)
    shown = show.guild(call.world.guilds[number]) | {"roles": show.guild_roles(call.world, number)}
    count = sum(g == number for g, _ in call.world.members)
    if call.query.get("with_counts", "") in {"1", "true"}:
        shown |= {"approximate_member_count": count, "approximate_presence_count": count}
    return shown


@route("GET", _GUILD + "/channels")
def _list_channels(call: Call) -> Answer:
    number = guild_id(call)
    found = [c for c in call.world.channels.values() if c.guild == number and c.type not in THREADS]
    return [show.channel(call.world, c) for c in found]


@route("GET", _GUILD + "/emojis")
@route("GET", _GUILD + "/stickers")
def _list_emojis(call: Call) -> Answer:
    guild_id(call)
    return []


@route("POST", _GUILD + "/channels", status=201, takes=schemas.NewChannel)
def _create_channel(call: Call) -> Answer:
    number = guild_id(call, Permission.MANAGE_CHANNELS)
    body = call.fields()
    kind = body.get("type") or ChannelType.TEXT
    if kind not in _KINDS:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {0, 2, 4, 5, 15}.")
    allowed = overwrites(body)
    channel = add_channel(call.world, number, body["name"], body.get("topic"), kind)
    channel.parent = int(body["parent_id"]) if body.get("parent_id") else None
    channel.overwrites = allowed
    call.world.keep(channel)
    return show.channel(call.world, channel)


@route("GET", "/users/@me/guilds")
def _list_own_guilds(call: Call) -> Answer:
    mine = [m for m in call.world.members.values() if m.user == call.world.bot.id]
    keys = ("id", "name", "icon", "banner", "features")
    return [
        {key: show.guild(call.world.guilds[m.guild])[key] for key in keys}
        | {"owner": False, "permissions": str(in_guild(call.world, m))}
        for m in mine
    ]


@route("DELETE", "/users/@me/guilds/{guild}")
def _leave_guild(call: Call) -> Answer:
    number = guild_id(call)
    call.world.drop(call.world.members[number, call.world.bot.id])
    call.world.tell(Happening("GUILD_DELETE", {"id": str(number)}, number))
    return None


@route("GET", "/users/{user}")
def _get_user(call: Call) -> Answer:
    found = call.world.users.get(call.number("user"))
    if found is None:
        raise Refused(Code.UNKNOWN_USER)
    return show.user(found)


@route("POST", "/users/@me/channels", takes=schemas.Simple)
def _open_dm(call: Call) -> Answer:
    recipient = int(call.fields().get("recipient_id") or 0)
    if recipient not in call.world.users or recipient == call.world.bot.id:
        raise Refused(Code.DM_ONLY_TO_PEOPLE)
    return show.channel(call.world, direct(call.world, recipient))

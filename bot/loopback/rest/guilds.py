"""Routes of guilds, members, roles and users."""

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.rest import shapes
from bot.loopback.rest.channels import check_channel, overwrites
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import THREADS, ChannelType, Json
from bot.loopback.world import show
from bot.loopback.world.channels import direct
from bot.loopback.world.model import Member, Role
from bot.loopback.world.permissions import Permission, in_guild, require_in_guild
from bot.loopback.world.seed import add_channel
from bot.loopback.world.state import Happening

_GUILD = "/guilds/{guild}"
_MEMBER = _GUILD + "/members/{user}"
_MAX_PAGE = 1000
_KINDS = frozenset({ChannelType.TEXT, ChannelType.CATEGORY, ChannelType.NEWS})
NOTHING = Permission(0)


def _guild_id(call: Call, needed: Permission = NOTHING) -> int:
    guild = call.world.guild(call.number("guild"))
    require_in_guild(call.world, guild.id, needed)
    return guild.id


@route("GET", _GUILD)
def get_guild(call: Call) -> Answer:
    """One guild."""
    number = _guild_id(call)
    shown = show.guild(call.world.guilds[number]) | {"roles": show.guild_roles(call.world, number)}
    count = sum(g == number for g, _ in call.world.members)
    if call.query.get("with_counts", "") in {"1", "true"}:
        shown |= {"approximate_member_count": count, "approximate_presence_count": count}
    return shown


@route("GET", _GUILD + "/channels")
def guild_channels(call: Call) -> Answer:
    """A guild's channels, without threads."""
    number = _guild_id(call)
    found = [c for c in call.world.channels.values() if c.guild == number and c.type not in THREADS]
    return [show.channel(call.world, c) for c in found]


@route("POST", _GUILD + "/channels", status=201, takes=shapes.CHANNEL)
def create_channel(call: Call) -> Answer:
    """Make a channel."""
    number = _guild_id(call, Permission.MANAGE_CHANNELS)
    body = call.fields()
    kind = body.get("type") or ChannelType.TEXT
    check_channel(body, fresh=True)
    if kind not in _KINDS:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {0, 4, 5}.")
    allowed = overwrites(body)
    channel = add_channel(call.world, number, body["name"], body.get("topic"), kind)
    channel.parent = int(body["parent_id"]) if body.get("parent_id") else None
    channel.overwrites = allowed
    call.world.keep(channel)
    return show.channel(call.world, channel)


@route("GET", _GUILD + "/members")
def list_members(call: Call) -> Answer:
    """A guild's members."""
    number = _guild_id(call)
    after = call.asked("after", 0)
    most = min(_MAX_PAGE, call.asked("limit", 1))
    found = sorted((m for m in call.world.members.values() if m.guild == number), key=lambda m: m.user)
    return [show.member(call.world, m) for m in found if m.user > after][:most]


def _member(call: Call) -> Member:
    number = _guild_id(call)
    user = call.world.bot.id if call.ids.get("user") == "@me" else call.number("user")
    found = call.world.members.get((number, user))
    if found is None:
        raise Refused(Code.UNKNOWN_MEMBER)
    return found


@route("GET", _MEMBER)
def get_member(call: Call) -> Answer:
    """One member."""
    return show.member(call.world, _member(call))


@route("PATCH", _MEMBER, takes=shapes.MEMBER)
def edit_member(call: Call) -> Answer:
    """Change a nickname or the roles of a member."""
    member, body = _member(call), call.fields()
    if member.user != call.world.bot.id:
        _guild_id(call, Permission.MANAGE_ROLES)
    if body.get("roles") is not None:
        member.roles = [_known_role(call, member.guild, int(r)) for r in body["roles"]]
    member.nick = body.get("nick", member.nick) or None
    return _changed(call, member)


def _known_role(call: Call, guild: int, number: int) -> int:
    role = call.world.roles.get(number)
    if role is None or role.guild != guild:
        raise Refused(Code.UNKNOWN_ROLE)
    return number


def _changed(call: Call, member: Member) -> Json:
    call.world.keep(member)
    shown = show.member(call.world, member)
    call.world.tell(Happening("GUILD_MEMBER_UPDATE", shown | {"guild_id": str(member.guild)}, member.guild))
    return shown


def _role(call: Call) -> Role:
    number = _guild_id(call)
    found = call.world.roles.get(call.number("role"))
    if found is None or found.guild != number:
        raise Refused(Code.UNKNOWN_ROLE)
    return found


@route("PUT", _MEMBER + "/roles/{role}")
def give_role(call: Call) -> Answer:
    """Give a member a role."""
    _guild_id(call, Permission.MANAGE_ROLES)
    member, role = _member(call), _role(call)
    member.roles = [*(r for r in member.roles if r != role.id), role.id]
    _changed(call, member)
    return None


@route("DELETE", _MEMBER + "/roles/{role}")
def take_role(call: Call) -> Answer:
    """Take a role from a member."""
    _guild_id(call, Permission.MANAGE_ROLES)
    member, role = _member(call), _role(call)
    member.roles = [r for r in member.roles if r != role.id]
    _changed(call, member)
    return None


@route("GET", _GUILD + "/roles")
def list_roles(call: Call) -> Answer:
    """A guild's roles."""
    return show.guild_roles(call.world, _guild_id(call))


@route("POST", _GUILD + "/roles", takes=shapes.ROLE)
def create_role(call: Call) -> Answer:
    """Make a role."""
    number = _guild_id(call, Permission.MANAGE_ROLES)
    body = call.fields()
    granted = int(body.get("permissions") or call.world.roles[number].permissions)
    role = Role(call.world.ids(), number, body.get("name") or "new role", granted, position=1)
    role.color, role.mentionable = int(body.get("color") or 0), bool(body.get("mentionable"))
    call.world.keep(role)
    shown = show.role(role)
    call.world.tell(Happening("GUILD_ROLE_CREATE", {"guild_id": str(number), "role": shown}, number))
    return shown


@route("DELETE", _GUILD + "/roles/{role}")
def delete_role(call: Call) -> Answer:
    """Delete a role."""
    number = _guild_id(call, Permission.MANAGE_ROLES)
    role = _role(call)
    call.world.drop(role)
    for member in call.world.members.values():
        member.roles = [r for r in member.roles if r != role.id]
    data = {"guild_id": str(number), "role_id": str(role.id)}
    call.world.tell(Happening("GUILD_ROLE_DELETE", data, number))
    return None


@route("GET", "/users/@me/guilds")
def own_guilds(call: Call) -> Answer:
    """The guilds that the bot is in."""
    mine = [m for m in call.world.members.values() if m.user == call.world.bot.id]
    keys = ("id", "name", "icon", "banner", "features")
    return [
        {key: show.guild(call.world.guilds[m.guild])[key] for key in keys}
        | {"owner": False, "permissions": str(in_guild(call.world, m))}
        for m in mine
    ]


@route("GET", "/users/{user}")
def get_user(call: Call) -> Answer:
    """Any user."""
    found = call.world.users.get(call.number("user"))
    if found is None:
        raise Refused(Code.UNKNOWN_USER)
    return show.user(found)


@route("POST", "/users/@me/channels", takes=shapes.DIRECT)
def open_dm(call: Call) -> Answer:
    """Open a direct conversation."""
    recipient = int(call.fields().get("recipient_id") or 0)
    if recipient not in call.world.users or recipient == call.world.bot.id:
        raise Refused(Code.DM_ONLY_TO_PEOPLE)
    return show.channel(call.world, direct(call.world, recipient))

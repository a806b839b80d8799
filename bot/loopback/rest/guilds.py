"""Routes of guilds with their members and roles, and of users. Discord's docs: resources/guild."""

from datetime import datetime

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.rest.channels import overwrites
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas import resources as schemas
from bot.loopback.wire import THREADS, ChannelType, Json
from bot.loopback.world import show
from bot.loopback.world.guilds import add_channel, direct
from bot.loopback.world.model import Member, Role
from bot.loopback.world.permissions import Permission, in_guild, require_in_guild
from bot.loopback.world.state import Happening

_GUILD = "/guilds/{guild}"
_MEMBER = _GUILD + "/members/{user}"
_MAX_PAGE, _MAX_SILENCE = 1000, 28 * 86400.0
_TIMEOUT = "communication_disabled_until"
_KINDS = frozenset(
    {ChannelType.TEXT, ChannelType.CATEGORY, ChannelType.ANNOUNCEMENT, ChannelType.VOICE, ChannelType.FORUM}
)
NOTHING = Permission(0)


def guild_id(call: Call, needed: Permission = NOTHING) -> int:
    """Return the id of a request's guild. Raises `Refused` 10004, or 50001 or 50013 if the bot lacks a permission."""
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
    if call.request.query.get("with_counts", "") in {"1", "true"}:
        shown |= {"approximate_member_count": count, "approximate_presence_count": count}
    return shown


@route("GET", _GUILD + "/channels")
def _list_channels(call: Call) -> Answer:
    number = guild_id(call)
    found = [c for c in call.world.channels.values() if c.guild == number and c.type not in THREADS]
    return [show.channel(call.world, c) for c in found]


@route("GET", _GUILD + "/emojis", _GUILD + "/stickers")
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
    channel = add_channel(call.world, number, body["name"], body.get("topic"), kind)
    channel.parent = int(body["parent_id"]) if body.get("parent_id") else None
    channel.overwrites = overwrites(body)
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
    if (found := call.world.users.get(call.number("user"))) is None:
        raise Refused(Code.UNKNOWN_USER)
    return show.user(found)


@route("POST", "/users/@me/channels", takes=schemas.Simple)
def _open_dm(call: Call) -> Answer:
    recipient = int(call.fields().get("recipient_id") or 0)
    if recipient not in call.world.users or recipient == call.world.bot.id:
        raise Refused(Code.DM_ONLY_TO_PEOPLE)
    return show.channel(call.world, direct(call.world, recipient))


@route("GET", _GUILD + "/members")
def _list_members(call: Call) -> Answer:
    number = guild_id(call)
    after = call.asked("after", 0)
    most = min(_MAX_PAGE, call.asked("limit", 1))
    found = sorted((m for m in call.world.members.values() if m.guild == number), key=lambda m: m.user)
    return [show.member(call.world, m) for m in found if m.user > after][:most]


def _member(call: Call) -> Member:
    number = guild_id(call)
    user = call.world.bot.id if call.ids.get("user", "@me") == "@me" else call.number("user")
    if (found := call.world.members.get((number, user))) is None:
        raise Refused(Code.UNKNOWN_MEMBER)
    return found


@route("GET", _MEMBER)
def _get_member(call: Call) -> Answer:
    return show.member(call.world, _member(call))


@route("PATCH", _MEMBER, _GUILD + "/members/@me", takes=schemas.MemberEdit)
def _edit_member(call: Call) -> Answer:
    member, body = _member(call), call.fields()
    _check_rights(call, member, body)
    timed_out_until = _parse_timeout(call, body[_TIMEOUT]) if _TIMEOUT in body else member.timed_out_until
    if body.get("roles") is not None:  # `_find_role` is the last call that may refuse, so nothing has changed before
        member.roles = [_find_role(call, member.guild, int(r)).id for r in body["roles"]]
    member.timed_out_until = timed_out_until
    if "nick" in body:
        member.nick = body["nick"] or None
    return _publish_member(call, member)


def _check_rights(call: Call, member: Member, body: Json) -> None:
    own = member.user == call.world.bot.id
    rights = {
        "nick": Permission.CHANGE_NICKNAME if own else Permission.MANAGE_NICKNAMES,
        "roles": Permission.MANAGE_ROLES,
        _TIMEOUT: Permission.MODERATE_MEMBERS,
    }
    for key in rights.keys() & body.keys():
        guild_id(call, rights[key])


def _parse_timeout(call: Call, given: str | None) -> float | None:
    if given is None:
        return None
    try:
        moment = datetime.fromisoformat(given).timestamp()
    except ValueError as error:
        raise bad_form((_TIMEOUT,), "DATE_TIME_TYPE_PARSE", f"{given[:40]!r} is no time") from error
    if moment > call.world.clock.time() + _MAX_SILENCE:
        raise bad_form((_TIMEOUT,), "GUILD_COMMUNICATION_DISABLED_TOO_LONG", "28 days at most")
    return moment


def _find_role(call: Call, guild: int, number: int) -> Role:
    role = call.world.roles.get(number)
    if role is None or role.guild != guild:
        raise Refused(Code.UNKNOWN_ROLE)
    return role


def _publish_member(call: Call, member: Member) -> Json:
    call.world.keep(member)
    shown = show.member(call.world, member)
    call.world.tell(Happening("GUILD_MEMBER_UPDATE", shown | {"guild_id": str(member.guild)}, member.guild))
    return shown


def _role(call: Call) -> Role:
    return _find_role(call, guild_id(call), call.number("role"))


@route("PUT", _MEMBER + "/roles/{role}")
@route("DELETE", _MEMBER + "/roles/{role}")
def _set_role(call: Call) -> Answer:
    guild_id(call, Permission.MANAGE_ROLES)
    member, role = _member(call), _role(call)
    others = [r for r in member.roles if r != role.id]
    member.roles = [*others, role.id] if call.request.method == "PUT" else others
    _publish_member(call, member)
    return None


@route("GET", _GUILD + "/roles")
def _list_roles(call: Call) -> Answer:
    return show.guild_roles(call.world, guild_id(call))


@route("POST", _GUILD + "/roles", takes=schemas.Simple)
def _create_role(call: Call) -> Answer:
    number = guild_id(call, Permission.MANAGE_ROLES)
    body = call.fields()
    granted = int(body.get("permissions") or call.world.roles[number].permissions)
    role = Role(call.world.ids(), number, body.get("name") or "new role", granted, position=1)
    role.color, role.mentionable = int(body.get("color") or 0), bool(body.get("mentionable"))
    call.world.keep(role)
    shown = show.role(role)
    call.world.tell(Happening("GUILD_ROLE_CREATE", {"guild_id": str(number), "role": shown}, number))
    return shown


@route("DELETE", _GUILD + "/roles/{role}")
def _delete_role(call: Call) -> Answer:
    number = guild_id(call, Permission.MANAGE_ROLES)
    role = _role(call)
    call.world.drop(role)
    for member in call.world.members.values():
        member.roles = [r for r in member.roles if r != role.id]
    data = {"guild_id": str(number), "role_id": str(role.id)}
    call.world.tell(Happening("GUILD_ROLE_DELETE", data, number))
    return None

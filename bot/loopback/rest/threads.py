"""Routes of threads."""

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.messages import post
from bot.loopback.rest import shapes
from bot.loopback.rest.channels import check_channel, seen_channel
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import THREADS, ChannelType, Flag, MessageType
from bot.loopback.world import show
from bot.loopback.world.channels import add_thread, join_thread
from bot.loopback.world.model import Channel
from bot.loopback.world.permissions import Permission, require_in_guild, sees


def _opened(call: Call, thread: Channel) -> Answer:
    thread.auto_archive = call.fields().get("auto_archive_duration") or thread.auto_archive
    thread.slowmode = call.fields().get("rate_limit_per_user") or 0
    call.world.keep(thread)
    return show.channel(call.world, thread) | {"member": show.thread_member(thread, call.world.bot.id)}


@route("POST", "/channels/{channel}/messages/{message}/threads", status=201, takes=shapes.CHANNEL)
def from_message(call: Call) -> Answer:
    """Open a public thread on a message. Raises `Refused` 160004 when it has one."""
    channel = seen_channel(call, Permission.CREATE_PUBLIC_THREADS)
    check_channel(call.fields(), fresh=True)
    message = call.world.message(channel.id, call.number("message"))
    if channel.type != ChannelType.TEXT:
        raise Refused(Code.WRONG_CHANNEL_TYPE)
    if message.thread is not None:
        raise Refused(Code.THREAD_EXISTS)
    name, kind = call.fields()["name"], ChannelType.PUBLIC_THREAD
    thread = add_thread(call.world, channel, name, call.world.bot.id, kind, message.id)
    message.thread, message.flags = thread.id, message.flags | Flag.HAS_THREAD
    post.told(call.world, "MESSAGE_UPDATE", message)
    return _opened(call, thread)


@route("POST", "/channels/{channel}/threads", status=201, takes=shapes.CHANNEL)
def without_message(call: Call) -> Answer:
    """Open a thread on its own: private unless the type says public."""
    kind = call.fields().get("type") or ChannelType.PRIVATE_THREAD
    if kind not in THREADS:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
    public = kind == ChannelType.PUBLIC_THREAD
    needed = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
    channel = seen_channel(call, needed)
    check_channel(call.fields(), fresh=True)
    if channel.type != ChannelType.TEXT:
        raise Refused(Code.WRONG_CHANNEL_TYPE)
    thread = add_thread(call.world, channel, call.fields()["name"], call.world.bot.id, kind)
    if public:
        _announce(call, channel, thread)
    return _opened(call, thread)


def _announce(call: Call, channel: Channel, thread: Channel) -> None:
    """The line in the parent channel that says a thread was opened."""
    link = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild)}
    who = post.Sender(call.world.bot.id, MessageType.THREAD_NOTICE, reference=link)
    post.notice(call.world, channel, who, thread.name)


def _thread(call: Call) -> Channel:
    thread = seen_channel(call)
    if thread.type not in THREADS:
        raise Refused(Code.WRONG_CHANNEL_TYPE)
    return thread


def _user(call: Call) -> int:
    user = call.world.bot.id if call.ids.get("user", "@me") == "@me" else call.number("user")
    if (_thread(call).guild or 0, user) not in call.world.members:
        raise Refused(Code.UNKNOWN_MEMBER)
    return user


@route("PUT", "/channels/{channel}/thread-members/{user}")
def add_member(call: Call) -> Answer:
    """Bring a member into a thread. Raises `Refused` 50083 when it is archived."""
    thread = _thread(call)
    if thread.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    join_thread(call.world, thread, _user(call))
    return None


@route("DELETE", "/channels/{channel}/thread-members/{user}")
def remove_member(call: Call) -> Answer:
    """Take a member out of a thread."""
    thread, user = _thread(call), _user(call)
    if call.world.bot.id not in {user, thread.owner}:
        seen_channel(call, Permission.MANAGE_THREADS)
    join_thread(call.world, thread, user, leave=True)
    return None


@route("GET", "/channels/{channel}/thread-members")
def members(call: Call) -> Answer:
    """A thread's members."""
    thread = _thread(call)
    return [show.thread_member(thread, m) for m in thread.members]


@route("GET", "/channels/{channel}/thread-members/{user}")
def member(call: Call) -> Answer:
    """One member of a thread."""
    thread, user = _thread(call), _user(call)
    if user not in thread.members:
        raise Refused(Code.UNKNOWN_MEMBER)
    return show.thread_member(thread, user)


@route("GET", "/guilds/{guild}/threads/active")
def active(call: Call) -> Answer:
    """The open threads of a guild."""
    guild = call.world.guild(call.number("guild"))
    require_in_guild(call.world, guild.id, Permission(0))
    found = [c for c in call.world.channels.values() if c.guild == guild.id and c.type in THREADS and not c.archived]
    return _listed(call, [c for c in found if sees(call.world, call.world.bot.id, c)])


@route("GET", "/channels/{channel}/threads/archived/public")
def archived(call: Call) -> Answer:
    """The archived public threads of a channel."""
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    return _listed(call, _archived(call, channel, ChannelType.PUBLIC_THREAD))


@route("GET", "/channels/{channel}/threads/archived/private")
def archived_private(call: Call) -> Answer:
    """The archived private threads of a channel."""
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY | Permission.MANAGE_THREADS)
    return _listed(call, _archived(call, channel, ChannelType.PRIVATE_THREAD))


@route("GET", "/channels/{channel}/users/@me/threads/archived/private")
def archived_own(call: Call) -> Answer:
    """The archived private threads of a channel that the bot is in."""
    channel = seen_channel(call, Permission.READ_MESSAGE_HISTORY)
    found = _archived(call, channel, ChannelType.PRIVATE_THREAD)
    return _listed(call, [t for t in found if call.world.bot.id in t.members])


def _archived(call: Call, parent: Channel, kind: int) -> list[Channel]:
    """The archived threads of a kind, last archived first."""
    found = [c for c in call.world.channels.values() if c.parent == parent.id and c.archived and c.type == kind]
    return sorted(found, key=lambda c: c.archive_changed, reverse=True)


def _listed(call: Call, threads: list[Channel]) -> dict[str, object]:
    me = call.world.bot.id
    return {
        "threads": [show.channel(call.world, t) for t in threads],
        "members": [show.thread_member(t, me) for t in threads if me in t.members],
        "has_more": False,
    }

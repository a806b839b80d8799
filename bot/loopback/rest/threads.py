"""Routes of threads."""

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.messages import post
from bot.loopback.rest.channels import seen_channel
from bot.loopback.rest.guilds import NOTHING, guild_id
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas import resources as schemas
from bot.loopback.wire import THREADS, ChannelType, Flag, Json, MessageType
from bot.loopback.world import show
from bot.loopback.world.guilds import add_thread, join_thread, remove_channel
from bot.loopback.world.model import Channel
from bot.loopback.world.permissions import Permission, sees

_PRIVATE = frozenset({ChannelType.PRIVATE_THREAD})
_ON_MESSAGES: dict[int, ChannelType] = {
    ChannelType.TEXT: ChannelType.PUBLIC_THREAD,
    ChannelType.ANNOUNCEMENT: ChannelType.ANNOUNCEMENT_THREAD,
}
"""For each type of channel, the type of thread that starts from a message."""
_ALONE: dict[int, frozenset[ChannelType]] = {
    ChannelType.TEXT: frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}),
    ChannelType.ANNOUNCEMENT: frozenset({ChannelType.ANNOUNCEMENT_THREAD}),
}
"""For each type of channel, the types of threads that start without a message."""


def _finish_opening(call: Call, thread: Channel) -> Json:
    thread.auto_archive = call.fields().get("auto_archive_duration") or thread.auto_archive
    thread.slowmode = call.fields().get("rate_limit_per_user") or 0
    call.world.keep(thread)
    return show.channel(call.world, thread) | {"member": show.thread_member(thread, call.world.bot.id)}


@route("POST", "/channels/{channel}/messages/{message}/threads", status=201, takes=schemas.NewChannel)
def _open_on_message(call: Call) -> Answer:
    channel = seen_channel(call, Permission.CREATE_PUBLIC_THREADS)
    message = call.world.message(channel.id, call.number("message"))
    if channel.type not in _ON_MESSAGES:
        raise Refused(Code.WRONG_CHANNEL_TYPE)
    if message.thread is not None:
        raise Refused(Code.THREAD_EXISTS)
    name, kind = call.fields()["name"], _ON_MESSAGES[channel.type]
    thread = add_thread(call.world, channel, name, call.world.bot.id, kind, message.id)
    message.thread, message.flags = thread.id, message.flags | Flag.HAS_THREAD
    post.publish(call.world, "MESSAGE_UPDATE", message)
    return _finish_opening(call, thread)


@route("POST", "/channels/{channel}/threads", status=201, takes=schemas.NewThread)
def _open_without_message(call: Call) -> Answer:
    """Open a thread without a message, by default a private one. In a forum, open a post instead."""
    if call.world.channel(call.number("channel")).type == ChannelType.FORUM:
        return _open_post(call)
    kind = call.fields().get("type") or ChannelType.PRIVATE_THREAD
    if kind not in THREADS:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")
    public = kind != ChannelType.PRIVATE_THREAD
    needed = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
    channel = seen_channel(call, needed)
    if kind not in _ALONE.get(channel.type, frozenset()):
        raise Refused(Code.WRONG_CHANNEL_TYPE)
    thread = add_thread(call.world, channel, call.fields()["name"], call.world.bot.id, kind)
    if public:  # a notice in the channel announces the thread
        link = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild)}
        who = post.Sender(call.world.bot.id, MessageType.THREAD_NOTICE, reference=link)
        post.notice(call.world, channel, who, thread.name)
    return _finish_opening(call, thread)


def _open_post(call: Call) -> Answer:
    """Open a post in a forum: a thread whose first message has the same id as the thread."""
    channel, body = seen_channel(call, Permission.SEND_MESSAGES), call.fields()
    if not body.get("message"):
        raise bad_form(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    thread = add_thread(call.world, channel, body["name"], call.world.bot.id, ChannelType.PUBLIC_THREAD)
    thread.tags = [int(tag) for tag in body.get("applied_tags") or []]
    try:
        first = post.create(
            call.world, thread, post.Sender(call.world.bot.id), body["message"], call.request.uploads, thread.id
        )
    except Refused:
        remove_channel(call.world, thread)
        raise
    return _finish_opening(call, thread) | {"message": show.message(call.world, first)}


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
def _add_member(call: Call) -> Answer:
    thread = _thread(call)
    if thread.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    join_thread(call.world, thread, _user(call))
    return None


@route("DELETE", "/channels/{channel}/thread-members/{user}")
def _remove_member(call: Call) -> Answer:
    thread, user = _thread(call), _user(call)
    if call.world.bot.id not in {user, thread.owner}:
        seen_channel(call, Permission.MANAGE_THREADS)
    join_thread(call.world, thread, user, leave=True)
    return None


@route("GET", "/channels/{channel}/thread-members")
def _list_members(call: Call) -> Answer:
    thread = _thread(call)
    return [show.thread_member(thread, m) for m in thread.members]


@route("GET", "/channels/{channel}/thread-members/{user}")
def _get_member(call: Call) -> Answer:
    thread, user = _thread(call), _user(call)
    if user not in thread.members:
        raise Refused(Code.UNKNOWN_MEMBER)
    return show.thread_member(thread, user)


@route("GET", "/guilds/{guild}/threads/active")
def _list_active(call: Call) -> Answer:
    guild = guild_id(call)
    found = [c for c in call.world.channels.values() if c.guild == guild and c.type in THREADS and not c.archived]
    return _thread_list(call, [c for c in found if sees(call.world, call.world.bot.id, c)])


@route("GET", "/channels/{channel}/threads/archived/public")
def _list_archived_public(call: Call) -> Answer:
    return _thread_list(call, _list_archived(call, THREADS - _PRIVATE))


@route("GET", "/channels/{channel}/threads/archived/private")
def _list_archived_private(call: Call) -> Answer:
    return _thread_list(call, _list_archived(call, _PRIVATE, Permission.MANAGE_THREADS))


@route("GET", "/channels/{channel}/users/@me/threads/archived/private")
def _list_archived_own(call: Call) -> Answer:
    return _thread_list(call, [t for t in _list_archived(call, _PRIVATE) if call.world.bot.id in t.members])


def _list_archived(call: Call, kinds: frozenset[ChannelType], needed: Permission = NOTHING) -> list[Channel]:
    parent = seen_channel(call, Permission.READ_MESSAGE_HISTORY | needed)
    found = [c for c in call.world.channels.values() if c.parent == parent.id and c.archived and c.type in kinds]
    return sorted(found, key=lambda c: c.archive_changed, reverse=True)


def _thread_list(call: Call, threads: list[Channel]) -> dict[str, object]:
    me = call.world.bot.id
    return {
        "threads": [show.channel(call.world, t) for t in threads],
        "members": [show.thread_member(t, me) for t in threads if me in t.members],
        "has_more": False,
    }

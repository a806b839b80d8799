"""Create, change and delete channels and threads."""

from bot.loopback.errors import Code, Refused
from bot.loopback.ids import moment_of
from bot.loopback.wire import THREADS, ChannelType, Json
from bot.loopback.world import show
from bot.loopback.world.model import Channel
from bot.loopback.world.state import Happening, World


def publish(world: World, channel: Channel, name: str) -> Json:
    """Save a changed channel and announce it. Return its JSON."""
    world.keep(channel)
    shown = show.channel(world, channel)
    world.tell(Happening(name, shown, channel.guild, channel.id))
    return shown


def add_thread(world: World, parent: Channel, name: str, owner: int, kind: int, number: int | None = None) -> Channel:
    """Create a thread in a channel. `number` is the id of the message that it starts from. Raises `Refused` 160006."""
    active = (c for c in world.channels.values() if c.type in THREADS and c.guild == parent.guild and not c.archived)
    if sum(1 for _ in active) >= world.max_threads:
        raise Refused(Code.MAX_THREADS)
    thread = Channel(number or world.ids(), kind, name, world.clock.time(), guild=parent.guild, parent=parent.id)
    thread.owner, thread.members = owner, [owner]
    thread.archive_changed = thread.created
    world.keep(thread)
    shown = show.channel(world, thread) | {"newly_created": True, "member": show.thread_member(thread, owner)}
    world.tell(Happening("THREAD_CREATE", shown, thread.guild, thread.id))
    return thread


def archive_if_quiet(world: World, channel: Channel) -> None:
    """Archive a thread that has been quiet for its auto-archive time."""
    if channel.type not in THREADS or channel.archived:
        return
    latest = moment_of(channel.last_message) if channel.last_message else channel.created
    idle = world.clock.time() - max(latest, channel.archive_changed)
    if idle > channel.auto_archive * 60:
        channel.archived, channel.archive_changed = True, world.clock.time()
        publish(world, channel, "THREAD_UPDATE")


def reopen(world: World, thread: Channel) -> None:
    """Reopen an archived thread."""
    if thread.type in THREADS and thread.archived:
        thread.archived, thread.archive_changed = False, world.clock.time()
        publish(world, thread, "THREAD_UPDATE")


def join_thread(world: World, thread: Channel, user: int, *, leave: bool = False) -> None:
    """Let a user join or leave a thread."""
    if (user in thread.members) != leave:
        return
    thread.members = [m for m in thread.members if m != user] + ([] if leave else [user])
    world.keep(thread)
    data: Json = {"id": str(thread.id), "guild_id": str(thread.guild), "member_count": len(thread.members)}
    if leave:
        data["removed_member_ids"] = [str(user)]
    else:
        shown = show.member(world, world.members[thread.guild or 0, user])
        data["added_members"] = [show.thread_member(thread, user) | {"member": shown, "presence": None}]
    world.tell(Happening("THREAD_MEMBERS_UPDATE", data, thread.guild, thread.id))


def remove_channel(world: World, channel: Channel) -> None:
    """Delete a channel with its messages and threads."""
    for below in [c for c in world.channels.values() if c.parent == channel.id and c.type in THREADS]:
        remove_channel(world, below)
    for message in world.in_channel(channel.id):
        world.drop(message)
    world.order.pop(channel.id, None)
    shown = show.channel(world, channel)
    world.drop(channel)
    name = "THREAD_DELETE" if channel.type in THREADS else "CHANNEL_DELETE"
    if channel.type in THREADS:
        shown = {key: shown[key] for key in ("id", "guild_id", "parent_id", "type")}
    world.tell(Happening(name, shown, channel.guild, channel.id))


def direct(world: World, user: int) -> Channel:
    """Return the bot's direct conversation with a user, created if needed."""
    for channel in world.channels.values():
        if channel.type == ChannelType.DM and user in channel.recipients:
            return channel
    channel = Channel(world.ids(), ChannelType.DM, "", world.clock.time(), recipients=[user, world.bot.id])
    world.keep(channel)
    world.tell(Happening("CHANNEL_CREATE", show.channel(world, channel), None, channel.id, to_bot=False))
    return channel

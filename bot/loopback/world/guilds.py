"""Creates and changes guilds, people, channels and threads. `plant` creates the guild with which a new state begins."""

import itertools
from collections.abc import Sequence

from bot.loopback.errors import Code, Refused
from bot.loopback.wire import THREADS, ChannelType, Json, moment_of, user_id
from bot.loopback.world import show
from bot.loopback.world.model import Channel, Guild, Member, Role, User
from bot.loopback.world.permissions import EVERYONE, Permission, sees
from bot.loopback.world.state import Happening, World

BOT_PERMISSIONS = int(Permission.PIN_MESSAGES | Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS)
PEOPLE = (("ann", "Ann"), ("bob", "Bob"), ("mei", "小梅"), ("hua", "阿華"))
"""User and display names of the first people. The first one owns the server."""
CHANNELS = (("tractor", "Tractor tables. Type / to see what the bot can do."), ("general", "Talk about anything."))


def publish(world: World, channel: Channel, name: str) -> Json:
    """Save a changed channel, announce it as the gateway event `name`, and return its JSON."""
    world.keep(channel)
    shown = show.channel(world, channel)
    world.tell(Happening(name, shown, channel.guild, channel.id))
    return shown


def add_thread(world: World, parent: Channel, name: str, owner: int, kind: int, number: int | None = None) -> Channel:
    """Create a thread in a channel. `number` is the id of the message from which it starts, if there is one.

    Raises `Refused` 160006: the guild has too many active threads.
    """
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
    """Archive a thread if it has been quiet for its auto-archive time."""
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


def plant(world: World, locales: Sequence[str]) -> None:
    """Create the first guild with four people.

    Two of them speak the first language. The other two speak the second and the third or, if there are too few, the
    first.
    """
    spoken = itertools.chain(locales[:1], locales, itertools.repeat(locales[0]))
    people = [add_person(world, *names, locale) for names, locale in zip(PEOPLE, spoken, strict=False)]
    guild = add_guild(world, "Tractor Club", owner=people[0].id)
    for name, topic in CHANNELS:
        add_channel(world, guild.id, name, topic=topic)


def add_person(world: World, name: str, display: str | None = None, locale: str | None = None) -> User:
    """Return the person with this name, created in every guild if missing. `locale` replaces the person's language."""
    if (person := world.users.get(user_id(name))) is None:
        person = User(user_id(name), name, display or name.title(), locale or "en-US", number=len(world.users))
        world.keep(person)
        for guild in world.guilds:
            member = Member(guild, person.id, world.clock.time())
            world.keep(member)
            data = show.member(world, member) | {"guild_id": str(guild)}
            world.tell(Happening("GUILD_MEMBER_ADD", data, guild))
    elif locale and person.locale != locale:
        person.locale = locale
        world.keep(person)
    return person


def add_guild(
    world: World, name: str, owner: int | None = None, community: str | None = None, *, bot: bool = True
) -> Guild:
    """Create a guild with everybody in it. For a Community server, `community` is its locale; otherwise it is None."""
    guild = Guild(world.ids(), name, owner or next(u.id for u in world.users.values() if not u.bot), community, not bot)
    world.keep(guild)
    world.keep(Role(guild.id, guild.id, "@everyone", EVERYONE))
    for user in [u for u in world.users.values() if not u.bot]:
        world.keep(Member(guild.id, user.id, world.clock.time()))
    if bot:
        invite_bot(world, guild)
    return guild


def invite_bot(world: World, guild: Guild) -> None:
    """Let the bot join a guild, with a role of its own."""
    role = Role(world.ids(), guild.id, world.bot.name, BOT_PERMISSIONS, position=1, managed=True)
    world.keep(role)
    world.keep(Member(guild.id, world.bot.id, world.clock.time(), roles=[role.id]))
    guild.commands_only = False
    world.keep(guild)
    world.tell(Happening("GUILD_CREATE", {}, guild.id))


def add_channel(world: World, guild: int, name: str, topic: str | None = None, kind: int = ChannelType.TEXT) -> Channel:
    """Create a channel in a guild."""
    position = sum(1 for c in world.channels.values() if c.guild == guild and c.parent is None)
    channel = Channel(world.ids(), kind, name, world.clock.time(), guild=guild, topic=topic, position=position)
    world.keep(channel)
    world.tell(Happening("CHANNEL_CREATE", show.channel(world, channel), guild, channel.id))
    return channel


def full_guild(world: World, guild: Guild) -> Json:
    """Return a guild as GUILD_CREATE has it: with roles, members, channels and active threads."""
    channels = [c for c in world.channels.values() if c.guild == guild.id]
    threads = [c for c in channels if c.type in THREADS]
    members = [m for m in world.members.values() if m.guild == guild.id]
    return show.guild(guild) | {
        "roles": show.guild_roles(world, guild.id),
        "members": [show.member(world, m) for m in members],
        "channels": [show.channel(world, c) for c in channels if c.type not in THREADS],
        "threads": [show.channel(world, c) for c in threads if not c.archived and sees(world, world.bot.id, c)],
        "member_count": len(members),
        "joined_at": show.member(world, world.members[guild.id, world.bot.id])["joined_at"],
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }

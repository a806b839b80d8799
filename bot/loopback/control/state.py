"""Describes the state of the stand-in for a page that starts, and records what each person has read."""

import json
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from bot.loopback.control.acts import Actor
from bot.loopback.gateway.hub import Hub
from bot.loopback.interactions.options import usable
from bot.loopback.wire import THREADS, WITHOUT_MESSAGES, ChannelType, Json
from bot.loopback.world import show
from bot.loopback.world.model import Channel, User
from bot.loopback.world.permissions import Permission, in_channel, sees
from bot.loopback.world.state import Happening, World

Languages = Sequence[tuple[str, str]]
"""The languages that a person can choose. Each is Discord's locale and the language's own name."""
_TRANSLATIONS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (Path(__file__).parents[1] / "page" / "words").glob("*.json")
}
"""The page's own texts in other languages than English, by locale. The page itself contains the English texts."""


def state(actor: Actor, hub: Hub, quick: Json, languages: Languages) -> Json:
    """Return what this person may know of the state, without messages."""
    world = actor.world
    return {
        "me": person(actor, actor.person),
        "bot": show.user(world.bot) | {"display": world.bot.display},
        "online": hub.connected(),
        "people": [person(actor, u) for u in world.users.values() if not u.bot],
        "guilds": [show.guild(g) | {"roles": show.guild_roles(world, g.id)} for g in world.guilds.values()],
        "channels": channels(actor),
        "commands": commands(actor),
        "emojis": {str(e.id): e.name for e in world.emojis.values()},
        "quick": quick,
        "languages": [{"locale": locale, "name": name} for locale, name in languages],
        "words": _TRANSLATIONS.get(actor.person.locale, {}),
        "now": world.clock.time(),
    }


def person(actor: Actor, one: User) -> Json:
    """Return a person as the page lists them, with the number of pings that they have not seen."""
    shown = {"id": str(one.id), "name": one.name, "display": one.display, "locale": one.locale}
    return shown | {"pings": waiting_pings(actor.world, one)}


def channels(actor: Actor) -> list[Json]:
    """Return the channels and then the threads that the person sees."""
    found = [c for c in actor.world.channels.values() if sees(actor.world, actor.person.id, c)]
    return [channel(actor, c) for c in sorted(found, key=lambda c: (c.type in THREADS, c.position, c.id))]


def channel(actor: Actor, one: Channel) -> Json:
    """Return a channel, whether the person may write there, and whether they have unread messages and pings."""
    needed = Permission.SEND_MESSAGES_IN_THREADS if one.type in THREADS else Permission.SEND_MESSAGES
    may = bool(in_channel(actor.world, actor.person.id, one) & needed) and one.type not in WITHOUT_MESSAGES
    shown = show.channel(actor.world, one) | {"writable": may, "joined": actor.person.id in one.members}
    shown |= unread(actor.world, actor.person, one)
    return shown | ({"name": actor.world.bot.display} if one.type == ChannelType.DM else {})


def commands(actor: Actor) -> list[Json]:
    """Return the commands that the person can use in the first channel that they see."""
    first = next((c for c in actor.world.channels.values() if sees(actor.world, actor.person.id, c)), None)
    return [show.command(actor.world, c) for c in usable(actor.world, actor.person, first)] if first else []


def unread(world: World, person: User, channel: Channel) -> Json:
    """Return whether a channel has unread messages by others, and how many of these ping the person."""
    last = person.read.get(str(channel.id))
    newest_first = reversed(world.order.get(channel.id, {}))
    after = [world.messages[number] for number in takewhile(lambda number: number > (last or 0), newest_first)]
    news = [m for m in after if m.author != person.id and not m.ephemeral]
    pings = sum(person.id in m.pings for m in news)
    # A channel that the person has never opened is unread only when it pings them.
    return {"unread": bool(pings or (news and last is not None)), "pings": pings}


def waiting_pings(world: World, person: User) -> int:
    """Return how many pings in all channels the person has not seen."""
    visible = [c for c in world.channels.values() if sees(world, person.id, c)]
    return sum(unread(world, person, c)["pings"] for c in visible)


def mark_read(world: World, person: User, channel: Channel, message: int) -> Json:
    """Record that a person has read a channel up to a message, and tell the pages."""
    key = str(channel.id)
    if message <= person.read.get(key, 0):
        return {}
    person.read[key] = message
    world.keep(person)
    left = unread(world, person, channel)
    data = {"user": str(person.id), "channel": key, "left": left, "pings": waiting_pings(world, person)}
    world.tell(Happening("PERSON_READ", data, to_bot=False))
    return {}

"""What a person has read in each channel, and which pings still wait for them."""

from collections.abc import Iterator
from itertools import takewhile

from bot.loopback.wire import Json
from bot.loopback.world.model import Channel, Message, User
from bot.loopback.world.permissions import sees
from bot.loopback.world.state import Happening, World


def unread(world: World, person: User, channel: Channel) -> Json:
    """Return whether a channel has messages that the person has not read, and how many of them ping the person.

    A channel that the person has never opened is unread only when it pings them.
    """
    last = person.read.get(str(channel.id))
    news = [m for m in _after(world, channel, last or 0) if m.author != person.id and not m.ephemeral]
    pings = sum(person.id in m.pings for m in news)
    return {"unread": bool(pings or (news and last is not None)), "pings": pings}


def _after(world: World, channel: Channel, last: int) -> Iterator[Message]:
    newest_first = reversed(world.order.get(channel.id, {}))
    return (world.messages[number] for number in takewhile(lambda number: number > last, newest_first))


def waiting_pings(world: World, person: User) -> int:
    """Return how many pings the person has not seen, in all channels."""
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

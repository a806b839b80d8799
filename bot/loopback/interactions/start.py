"""Starts interactions, waits for their first answers, describes them, and forgets them after an hour."""

import asyncio
import secrets

from bot.loopback.wire import InteractionType, Json
from bot.loopback.world import show
from bot.loopback.world.model import Channel, Interaction, Message, User
from bot.loopback.world.permissions import FOR_ANSWERS, in_channel
from bot.loopback.world.state import Happening, World

ANSWER_WITHIN, TOKEN_LIVES = 3.0, 15 * 60.0
"""How many seconds an application has for its first answer, and how many seconds a token is valid."""
FILE_LIMIT = 10 * 2**20
_KEEP_FOR = 3600.0
OPTION_FILES = "ephemeral-attachments"
"""The folder for files that people add to commands and forms. A file is deleted with its interaction."""


def begin(
    world: World,
    person: User,
    channel: Channel,
    kind: InteractionType,
    data: Json,
    *,
    name: str | None = None,
    source: Message | None = None,
    opener: int | None = None,
) -> Interaction:
    """Create and send an interaction. It is a command `name`, a press on `source`, or a form opened by `opener`."""
    number = world.ids()
    interaction = Interaction(
        id=number,
        token=f"aW50ZXJhY3Rpb246{number}{secrets.token_urlsafe(24)}",
        type=kind,
        user=person.id,
        channel=channel.id,
        born=world.clock.time(),
        data=data,
        name=name,
        source=source.id if source else None,
        opener=opener,
    )
    world.answered[number] = asyncio.Event()
    world.keep(interaction)
    payload = _interaction_data(world, interaction, person, channel)
    if source is not None:
        payload["message"] = show.message(world, source)
    world.tell(Happening("INTERACTION_CREATE", payload, channel.guild, channel.id))
    _forget_old(world)
    return interaction


async def outcome(world: World, interaction: Interaction) -> bool:
    """Wait for the first answer. Return False when three seconds pass without one."""
    answered = world.answered[interaction.id]
    waiting = asyncio.ensure_future(answered.wait())
    deadline = asyncio.ensure_future(world.clock.sleep_until(interaction.born + ANSWER_WITHIN))
    await asyncio.wait({waiting, deadline}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    deadline.cancel()
    world.answered.pop(interaction.id, None)
    return interaction.kind is not None


def _interaction_data(world: World, interaction: Interaction, person: User, channel: Channel) -> Json:
    may = in_channel(world, person.id, channel)
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": show.channel(world, channel) | {"permissions": str(may)},
        "locale": person.locale,
        "app_permissions": str(in_channel(world, world.bot.id, channel) | FOR_ANSWERS),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": FILE_LIMIT,
        "authorizing_integration_owners": installations(world, person, channel),
        "context": 0 if channel.guild else 1,
    }
    if channel.guild is None:
        return payload | {"user": show.user(person)}
    return payload | _guild_data(world, person, channel.guild, may)


def installations(world: World, person: User, channel: Channel) -> dict[str, str]:
    """Return who installed the application here. Key "0" has the guild's id ("0" in a DM), key "1" the person's id."""
    found = {"1": str(person.id)} if person.installed else {}
    if channel.guild is None:
        return {"0": "0", **found}
    here = (channel.guild, world.bot.id) in world.members or world.guilds[channel.guild].commands_only
    return ({"0": str(channel.guild)} if here else {}) | found


def _guild_data(world: World, person: User, guild_id: int, may: int) -> Json:
    guild = world.guilds[guild_id]
    member = show.member(world, world.members[guild_id, person.id])
    return {
        "guild_id": str(guild_id),
        "guild": {"id": str(guild_id), "locale": guild.locale, "features": guild.features},
        "guild_locale": guild.locale,
        "member": member | {"permissions": str(may)},
    }


def _forget_old(world: World) -> None:
    horizon = world.clock.time() - _KEEP_FOR
    while world.interactions:
        interaction = next(iter(world.interactions.values()))
        if interaction.born > horizon:
            return
        world.drop(interaction)
        world.answered.pop(interaction.id, None)
        _forget_files(world, interaction)


def _forget_files(world: World, interaction: Interaction) -> None:
    """Forget an interaction's files. Also forget its answer, if this is an ephemeral message that was dismissed."""
    for number, attached in ((interaction.data.get("resolved") or {}).get("attachments") or {}).items():
        world.forget_file(f"{OPTION_FILES}/{number}/{attached['filename']}")
    message = world.messages.get(interaction.original or 0)
    if message is not None and message.dismissed:
        world.drop(message)


def metadata(world: World, interaction: Interaction) -> Json:
    """Return a message's metadata about the interaction that it answers."""
    person = world.users[interaction.user]
    shown: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "user": show.user(person),
        "authorizing_integration_owners": installations(world, person, world.channels[interaction.channel]),
    }
    if interaction.name is not None:
        shown["name"] = interaction.name
    if interaction.type == InteractionType.COMMAND:
        shown["command_type"] = interaction.data.get("type", 1)
    if interaction.type == InteractionType.COMPONENT:
        shown["interacted_message_id"] = str(interaction.source)
    if interaction.type == InteractionType.MODAL:
        opener = next((i for i in world.interactions.values() if i.id == interaction.opener), None)
        shown["triggering_interaction_metadata"] = metadata(world, opener) if opener else {}
    return shown


def reference(channel: Channel, message: int) -> Json:
    """Return a reference to a message of a channel."""
    shown = {"type": 0, "channel_id": str(channel.id), "message_id": str(message)}
    return shown | ({"guild_id": str(channel.guild)} if channel.guild else {})

"""The acts of a person in their Discord client, such as writing, running commands and pressing buttons."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.loopback.errors import ClientError
from bot.loopback.interactions import options, press
from bot.loopback.interactions.options import Resolved
from bot.loopback.interactions.start import begin, installations, outcome
from bot.loopback.messages import post
from bot.loopback.schemas.check import check
from bot.loopback.schemas.commands import LOCALES, MESSAGE_MENU, USER_MENU
from bot.loopback.schemas.resources import MESSAGE
from bot.loopback.wire import THREADS, WITHOUT_MESSAGES, CallbackType, InteractionType, Json, Upload
from bot.loopback.world import show
from bot.loopback.world.guilds import archive_if_quiet, direct, join_thread, reopen
from bot.loopback.world.model import Channel, Interaction, Message, User
from bot.loopback.world.permissions import Permission, in_channel, is_timed_out, sees
from bot.loopback.world.state import Changes, Happening, World

SETTLE = 10.0
"""How many seconds an act waits for a deferred answer."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts in their Discord client."""

    world: World
    changes: Changes
    person: User

    def channel(self, wanted: object) -> Channel:
        """Return a channel that the person sees, by id or name. "@bot" is the direct conversation with the bot.

        Raises `ClientError` if they see no such channel.
        """
        text = str(wanted)
        if text == "@bot":
            return direct(self.world, self.person.id)
        for channel in self.world.channels.values():
            known = text in {str(channel.id), channel.name, f"#{channel.name}"}
            if known and sees(self.world, self.person.id, channel):
                return channel
        raise ClientError(f"{self.person.name} sees no channel {wanted!r}")

    def starter(self, thread: Channel) -> Json | None:
        """Return the message on which a thread was opened. Return None if the person does not see such a message."""
        found = self.world.messages.get(thread.id)
        return self.shown(found) if found and press.may_see(self.world, self.person, found) else None

    def pinned(self, channel: Channel) -> list[Json]:
        """Return the pinned messages of a channel, last pinned first."""
        found = [m for m in self.world.in_channel(channel.id) if m.pinned]
        return [self.shown(m) for m in sorted(found, key=lambda m: m.pinned_at or 0, reverse=True)]

    def visible(self, channel: Channel, limit: int = 100, before: int | None = None, since: float = 0.0) -> list[Json]:
        """Return the last `limit` messages that the person sees, oldest first. Omit ephemeral ones before `since`."""
        found = [m for m in self.world.in_channel(channel.id) if press.may_see(self.world, self.person, m)]
        found = [m for m in found if not m.dismissed and (before is None or m.id < before)]
        found = [m for m in found if not m.ephemeral or m.created >= since]
        return [self.shown(m) for m in found[-limit:]]

    def shown(self, message: Message) -> Json:
        """Return a message as the client shows it, with the people whom it pings and whether it pings this person."""
        more = {"pinged": self.person.id in message.pings, "pings": [str(user) for user in message.pings]}
        return show.message(self.world, message) | more

    async def interact(
        self, channel: Channel, kind: InteractionType, data: Json, *, settle: bool = True, **more: Any
    ) -> Json:
        """Send an interaction, and return what the person sees then. With `settle`, wait for a deferred answer, too."""
        interaction = begin(self.world, self.person, channel, kind, data, **more)
        answered = await outcome(self.world, interaction)
        if settle and interaction.kind == CallbackType.DEFERRED:
            await self.changes.until(lambda: not self._loading(interaction), SETTLE)
        message = self.world.messages.get(interaction.original or 0)
        return {
            "interaction": str(interaction.id),
            "answered": answered,
            "kind": None if interaction.kind is None else int(interaction.kind),
            "message": self.shown(message) if message else None,
            "modal": interaction.modal,
            "choices": interaction.choices,
            "took": None if interaction.answered is None else interaction.answered - interaction.born,
        }

    def _loading(self, interaction: Interaction) -> bool:
        message = self.world.messages.get(interaction.original or 0)
        return message is not None and message.loading


async def say(actor: Actor, given: Json, uploads: list[Upload]) -> Json:
    """Send a message as the person."""
    channel = actor.channel(given["channel"])
    body: Json = {key: given[key] for key in ("content", "attachments") if key in given}
    check(MESSAGE, body)
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.type in THREADS else Permission.SEND_MESSAGES
    if not in_channel(actor.world, actor.person.id, channel) & needed:
        raise ClientError(f"{actor.person.name} may not write in {channel.name!r}")
    if channel.type in WITHOUT_MESSAGES:
        raise ClientError(f"{channel.name!r} takes no messages")
    _check_slow_mode(actor, channel)
    if channel.type in THREADS:
        join_thread(actor.world, channel, actor.person.id)
    return actor.shown(post.create(actor.world, channel, post.Sender(actor.person.id), body, uploads))


def _check_slow_mode(actor: Actor, channel: Channel) -> None:
    rights = Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS
    if not channel.slowmode or in_channel(actor.world, actor.person.id, channel) & rights:
        return
    since = actor.world.clock.time() - channel.slowmode
    if any(m.author == actor.person.id and m.created > since for m in actor.world.in_channel(channel.id)):
        raise ClientError(f"{channel.name!r} is in slow mode")


async def _run_line(actor: Actor, given: Json, *, focused: str | None = None) -> Json:
    """Run a slash command such as "name sub" or "name group sub". With `focused`, ask for that option's suggestions."""
    channel, values = _find_active(actor, given), given.get("values") or {}
    values = values if focused is None else {focused: ""} | values
    typed = options.Typed(Resolved(actor.world, channel), actor.person, values, focused)
    data = options.data_of(typed, given["command"])
    kind = InteractionType.COMMAND if focused is None else InteractionType.AUTOCOMPLETE
    settle = bool(given.get("settle", True))
    return await actor.interact(channel, kind, data, name=_full_name(data), settle=settle)


def _full_name(data: Json) -> str:
    """Return a command's name with its group and subcommand."""
    words, inner = [str(data["name"])], data.get("options") or []
    while inner and inner[0]["type"] in {1, 2}:
        words.append(str(inner[0]["name"]))
        inner = inner[0].get("options") or []
    return " ".join(words)


async def _menu(actor: Actor, given: Json) -> Json:
    """Run a context-menu command on a user (by name or id) or on a message (by id)."""
    channel, name, target = _find_active(actor, given), given["command"], given["target"]
    resolved = Resolved(actor.world, channel)
    is_message = str(target).isdigit() and int(target) in actor.world.messages
    kind = MESSAGE_MENU if is_message else USER_MENU
    command = options.find(actor.world, actor.person, channel, name, kind)
    if is_message:
        number = resolved.message(press.visible(actor.world, actor.person, int(target)))
    else:
        number = resolved.user(target)
    data = {"id": str(command.id), "name": command.name, "type": kind, "target_id": number, "resolved": resolved.data}
    return await actor.interact(channel, InteractionType.COMMAND, data, name=command.name)


def _find_message(actor: Actor, given: Json) -> tuple[Message, Channel]:
    message_id: Any = given.get("message")
    if not str(message_id).isdigit():
        raise ClientError(f"{message_id!r} is no message")
    message = press.visible(actor.world, actor.person, int(message_id))
    return message, actor.world.channels[message.channel]


def _find_pressed(actor: Actor, given: Json) -> tuple[Message, Channel]:
    """Return a message whose buttons and menus the person may use, and its channel. Reopen an archived channel."""
    message, channel = _find_message(actor, given)
    member = actor.world.members.get((channel.guild or 0, actor.person.id))
    if member is not None and is_timed_out(actor.world, member):
        raise ClientError(f"{actor.person.name} is in a time-out")
    if not installations(actor.world, actor.person, channel):
        raise ClientError("unknown integration: the application is no longer installed here")
    archive_if_quiet(actor.world, channel)
    if channel.archived or channel.locked:
        granted = in_channel(actor.world, actor.person.id, channel)
        member_may = actor.person.id in channel.members and granted & Permission.SEND_MESSAGES_IN_THREADS
        if not granted & Permission.MANAGE_THREADS and (channel.locked or not member_may):
            raise ClientError("an error occurred: the thread is archived or locked")
        reopen(actor.world, channel)
    return message, channel


def _find_active(actor: Actor, given: Json) -> Channel:
    channel = actor.channel(given["channel"])
    archive_if_quiet(actor.world, channel)
    if channel.archived or channel.type in WITHOUT_MESSAGES:
        raise ClientError(f"no commands can be used in {channel.name!r}")
    return channel


async def _click(actor: Actor, given: Json) -> Json:
    message, channel = _find_pressed(actor, given)
    data = press.button(message, given.get("custom_id"), given.get("label"))
    return await actor.interact(channel, InteractionType.COMPONENT, data, source=message)


async def _select(actor: Actor, given: Json) -> Json:
    message, channel = _find_pressed(actor, given)
    data = press.select(actor.world, channel, message, given.get("custom_id"), list(given.get("values") or []))
    return await actor.interact(channel, InteractionType.COMPONENT, data, source=message)


async def _submit(actor: Actor, given: Json) -> Json:
    number = str(given["interaction"])
    opener = next((i for i in actor.world.interactions.values() if str(i.id) == number), None)
    if opener is None or opener.user != actor.person.id:
        raise ClientError(f"{actor.person.name} has no open form {number}")
    channel = actor.world.channels[opener.channel]
    data = press.submission(actor.world, channel, opener, given.get("values") or {})
    more = {"source": actor.world.messages.get(opener.source or 0), "opener": opener.id}
    return await actor.interact(channel, InteractionType.MODAL, data, settle=bool(given.get("settle", True)), **more)


async def _speak(actor: Actor, given: Json) -> Json:
    locale = str(given.get("locale"))
    if locale not in LOCALES:
        raise ClientError(f"Discord has no locale {locale!r}")
    actor.person.locale = locale
    actor.world.keep(actor.person)
    actor.world.tell(Happening("PERSON_CHANGED", {"id": str(actor.person.id)}, to_bot=False))
    return {}


async def _dismiss(actor: Actor, given: Json) -> Json:
    """Dismiss an ephemeral message. The application does not learn of it."""
    message, _ = _find_message(actor, given)
    if not message.ephemeral:
        raise ClientError("only an ephemeral message can be dismissed")
    message.dismissed = True
    actor.world.keep(message)
    return {}


async def _erase(actor: Actor, given: Json) -> Json:
    message, channel = _find_message(actor, given)
    may = in_channel(actor.world, actor.person.id, channel) & Permission.MANAGE_MESSAGES
    if message.author != actor.person.id and not may:
        raise ClientError("that message belongs to somebody else")
    post.delete(actor.world, message)
    return {}


ACTS: Final[Mapping[str, Callable[[Actor, Json], Awaitable[Json]]]] = {
    "slash": _run_line,
    "autocomplete": lambda actor, given: _run_line(actor, given, focused=given["focused"]),
    "menu": _menu,
    "submit": _submit,
    "click": _click,
    "select": _select,
    "dismiss": _dismiss,
    "erase": _erase,
    "speak": _speak,
}
"""The acts of a person by name, except reading and writing messages."""

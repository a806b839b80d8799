"""The first answer to an interaction, follow-ups and edits. Discord's docs: interactions/receiving-and-responding."""

from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.interactions.start import ANSWER_WITHIN, TOKEN_LIVES, installations, metadata, reference
from bot.loopback.messages import post
from bot.loopback.schemas.check import CheckContext, check
from bot.loopback.schemas.resources import MESSAGE, MODAL, SUGGESTIONS
from bot.loopback.wire import CallbackType, Flag, InteractionType, Json, MessageType, Upload
from bot.loopback.world import show
from bot.loopback.world.model import Interaction, Message
from bot.loopback.world.state import Happening, World

_MAX_FOLLOW_UPS = 5
"""The most follow-ups of an interaction if the application is installed only for the user."""
_DATA: dict[CallbackType, TypeAdapter[Any]] = {CallbackType.MODAL: MODAL, CallbackType.CHOICES: SUGGESTIONS}
_NEW = {CallbackType.MESSAGE, CallbackType.DEFERRED}
_UPDATES = {CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE}
_ALLOWED = {
    InteractionType.COMMAND: _NEW | {CallbackType.MODAL},
    InteractionType.COMPONENT: _NEW | _UPDATES | {CallbackType.MODAL},
    InteractionType.AUTOCOMPLETE: {CallbackType.CHOICES},
    InteractionType.MODAL: _NEW | _UPDATES,
}


def first_answer(world: World, interaction_id: int, token: str, body: Json, uploads: list[Upload]) -> Json:
    """Handle an interaction's callback, and return the JSON reply for `with_response`. Raises `Refused`."""
    interaction = _find_waiting(world, interaction_id, token)
    kind = _kind(interaction, body.get("type"))
    data = body.get("data") or {}
    is_form = kind == CallbackType.MODAL
    check(_DATA.get(kind, MESSAGE), data, CheckContext({} if is_form else world.emojis, is_form), ("data",))
    message = _send_answer(world, interaction, kind, data, uploads)
    if message is not None:
        interaction.original = message.id
    _mark_answered(world, interaction, kind)
    return _reply(world, interaction, kind, message)


def _find_waiting(world: World, interaction_id: int, token: str) -> Interaction:
    interaction = world.interactions.get(token)
    if interaction is None or interaction.id != interaction_id:
        raise Refused(Code.UNKNOWN_INTERACTION)
    if interaction.kind is not None:
        raise Refused(Code.ALREADY_ACKNOWLEDGED)
    if world.clock.time() - interaction.born >= ANSWER_WITHIN:
        raise Refused(Code.UNKNOWN_INTERACTION)
    return interaction


def _kind(interaction: Interaction, given: object) -> CallbackType:
    """Return an answer's type. Refuse a type that does not fit the interaction, such as an update without a message."""
    allowed = _ALLOWED[InteractionType(interaction.type)]
    if interaction.source is None:
        allowed = allowed - _UPDATES
    if given not in allowed:
        names = ", ".join(str(int(a)) for a in sorted(allowed))
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
    return CallbackType(int(str(given)))


def _send_answer(
    world: World, interaction: Interaction, kind: CallbackType, data: Json, uploads: list[Upload]
) -> Message | None:
    match kind:
        case CallbackType.MESSAGE:
            channel, who = world.channel(interaction.channel), _first_sender(world, interaction)
            return post.create(world, channel, who, data, uploads)
        case CallbackType.DEFERRED:
            return _defer(world, interaction, data)
        case CallbackType.DEFERRED_UPDATE:
            interaction.original = interaction.source
        case CallbackType.UPDATE:
            return _update(world, interaction, data, uploads)
        case CallbackType.MODAL:
            interaction.modal = data
        case _:
            interaction.choices = data["choices"]
    return None


def _first_sender(world: World, interaction: Interaction) -> post.Sender:
    sender = _sender(world, interaction, interaction.source)
    if interaction.type != InteractionType.COMMAND:
        return sender
    is_slash = interaction.data.get("type", 1) == 1
    return replace(sender, type=MessageType.COMMAND_ANSWER if is_slash else MessageType.MENU_ANSWER)


def _sender(world: World, interaction: Interaction, replies_to: int | None) -> post.Sender:
    bot, about = world.bot.id, metadata(world, interaction)
    if not replies_to:
        return post.Sender(bot, MessageType.DEFAULT, bot, interaction.user, about)
    link = reference(world.channels[interaction.channel], replies_to)
    return post.Sender(bot, MessageType.REPLY, bot, interaction.user, about, link)


def _defer(world: World, interaction: Interaction, data: Json) -> Message:
    flags = int(data.get("flags") or 0)
    if flags & ~Flag.EPHEMERAL:
        raise bad_form(("data", "flags"), "FLAGS_INVALID", "Only EPHEMERAL can be set on a deferred response")
    channel, who = world.channel(interaction.channel), _first_sender(world, interaction)
    return post.notice(world, channel, who, flags=flags | Flag.LOADING)


def _update(world: World, interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
    if (message := world.messages.get(interaction.source or 0)) is None:
        raise Refused(Code.UNKNOWN_MESSAGE)
    post.edit(world, message, data, uploads, callback=True)
    return message


def _mark_answered(world: World, interaction: Interaction, kind: CallbackType) -> None:
    interaction.kind, interaction.answered = kind, world.clock.time()
    world.keep(interaction)
    if interaction.id in world.answered:
        world.answered[interaction.id].set()
    data = {"id": str(interaction.id), "kind": int(kind)}
    world.tell(Happening("INTERACTION_ANSWERED", data, only_for=interaction.user, to_bot=False))


def _reply(world: World, interaction: Interaction, kind: CallbackType, message: Message | None) -> Json:
    reply: Json = {"interaction": {"id": str(interaction.id), "type": int(interaction.type)}}
    if message is not None:
        reply["interaction"] |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        shown_kind = CallbackType.MESSAGE if kind == CallbackType.DEFERRED else kind
        reply["resource"] = {"type": int(shown_kind), "message": show.message(world, message)}
    return reply


def find_usable(world: World, application: int, token: str) -> Interaction:
    """Return the interaction of a token. Raises `Refused` 10015 if there is none, or 50027 after 15 minutes."""
    interaction = world.interactions.get(token)
    if application != world.bot.id or interaction is None or interaction.kind is None:
        raise Refused(Code.UNKNOWN_WEBHOOK)
    if world.clock.time() - interaction.born >= TOKEN_LIVES:
        raise Refused(Code.BAD_WEBHOOK_TOKEN)
    return interaction


def follow_up(world: World, interaction: Interaction, body: Json, uploads: list[Upload]) -> Message:
    """Send a follow-up message. After a deferred answer, the first follow-up fills that answer instead."""
    channel = world.channel(interaction.channel)
    waiting = world.messages.get(interaction.original or 0)
    if interaction.kind == CallbackType.DEFERRED and waiting is not None and waiting.loading:
        post.edit(world, waiting, body, uploads)
        return waiting
    interaction.follow_ups += 1
    world.keep(interaction)
    by_guild = "0" in installations(world, world.users[interaction.user], channel)
    if interaction.follow_ups > _MAX_FOLLOW_UPS and not by_guild:
        raise Refused(Code.MAX_FOLLOW_UPS)
    return post.create(world, channel, _sender(world, interaction, interaction.original), body, uploads)


def own_message(world: World, interaction: Interaction, name: str) -> Message:
    """Return a message that the token may change, by id or as @original. Raises `Refused` 10008 for other messages."""
    number = interaction.original if name == "@original" else int(name) if name.isdigit() else None
    message = world.messages.get(number or 0)
    if message is None or message.channel != interaction.channel or not _may_change(world, interaction, message):
        raise Refused(Code.UNKNOWN_MESSAGE)
    return message


def _may_change(world: World, interaction: Interaction, message: Message) -> bool:
    if message.id in {interaction.original, interaction.source}:
        return True
    answers_it = (message.interaction or {}).get("id") == str(interaction.id)
    return answers_it or (message.webhook == world.bot.id and message.only_for in {None, interaction.user})

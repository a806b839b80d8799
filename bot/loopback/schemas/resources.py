"""Models of requests about channels, members, emoji, messages and the like. Discord's docs: resources, interactions."""

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from bot.loopback.schemas.check import Model, Plain, Snowflake, Whole, fault, length
from bot.loopback.schemas.commands import Choice
from bot.loopback.schemas.components import Modal, TopLevel

_MAX_CONTENT, _MAX_EMBEDS, _MAX_CHOICES = 2000, 10, 25
_KINDS, _MOST_NAMED = ("everyone", "roles", "users"), 100


class Overwrite(Model):
    """What a role or member may do in a channel."""

    type: Literal[0, 1]
    allow: Whole | None = None
    deny: Whole | None = None


class _ListedOverwrite(Overwrite):
    id: Snowflake


class ChannelEdit(Model):
    """Changes of a channel or thread."""

    name: Annotated[str, length(1, 100)] | None = None
    topic: Annotated[str, length(0, 1024)] | None = None
    type: Whole | None = None
    parent_id: Snowflake | None = None
    position: Whole | None = None
    rate_limit_per_user: Annotated[int, Field(ge=0, le=21_600)] | None = None
    auto_archive_duration: Literal[60, 1440, 4320, 10080] | None = None
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None
    permission_overwrites: list[_ListedOverwrite] | None = None


class NewChannel(ChannelEdit):
    """A new channel or thread."""

    name: Annotated[str, length(1, 100)]


class MemberEdit(Model):
    """Changes of a member."""

    nick: Annotated[str, length(0, 32)] | None = None
    roles: list[Snowflake] | None = None
    communication_disabled_until: str | None = None


class EmojiEdit(Model):
    """A new name for an emoji."""

    name: Annotated[str, length(2, 32), Field(pattern=r"^[A-Za-z0-9_]+$")]


class NewEmoji(EmojiEdit):
    """A new emoji; `image` is its picture as a data URI."""

    image: str


class Simple(Model):
    """A small body, such as one that creates a role, opens a direct message or deletes several messages."""

    name: str | None = None
    permissions: Whole | None = None
    color: Whole | None = None
    mentionable: bool | None = None
    hoist: bool | None = None
    username: str | None = None
    description: str | None = None
    recipient_id: Snowflake | None = None
    messages: list[Snowflake] | None = None


class _EmbedField(Model):
    name: Annotated[str, length(1, 256)]
    value: Annotated[str, length(1, 1024)]
    inline: bool | None = None


class _EmbedPart(Model):
    text: str | None = None
    name: str | None = None
    url: str | None = None
    icon_url: str | None = None


class _Embed(Model):
    title: Annotated[str, length(0, 256)] | None = None
    description: Annotated[str, length(0, 4096)] | None = None
    url: str | None = None
    timestamp: str | None = None
    color: Whole | None = None
    footer: _EmbedPart | None = None
    author: _EmbedPart | None = None
    image: _EmbedPart | None = None
    thumbnail: _EmbedPart | None = None
    fields: Annotated[list[_EmbedField], length(0, 25)] | None = None


class _AttachmentEntry(Model):
    id: Snowflake | None = None
    description: Annotated[str, length(0, 1024)] | None = None
    filename: str | None = None


class _AllowedMentions(Model):
    parse: list[str] | None = None
    users: list[Snowflake] | None = None
    roles: list[Snowflake] | None = None
    replied_user: bool | None = None

    @model_validator(mode="after")
    def check_kinds(self) -> Self:
        parse = self.parse or []
        if set(parse) - set(_KINDS):
            raise fault("BASE_TYPE_CHOICES", f"Value must be one of {_KINDS}.", "parse")
        for kind, named in (("users", self.users or []), ("roles", self.roles or [])):
            if len(named) > _MOST_NAMED:
                raise fault("BASE_TYPE_MAX_LENGTH", f"Must be {_MOST_NAMED} or fewer in length.", kind)
            if named and kind in parse:
                words = f"parse:{kind!r} and {kind}: [ids...] are mutually exclusive."
                raise fault("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
        return self


class _Reference(Model):
    type: Whole | None = None
    message_id: Snowflake | None = None
    channel_id: Snowflake | None = None
    guild_id: Snowflake | None = None
    fail_if_not_exists: bool | None = None


class MessageBody(Model):
    """A new message or a change of one. `messages.body` checks whether a change fits the existing message."""

    content: Annotated[str, length(0, _MAX_CONTENT)] | None = None
    flags: Annotated[Whole, Field(le=2**63 - 1)] | None = None
    tts: bool | None = None
    nonce: Annotated[Plain, length(0, 25)] | None = None
    enforce_nonce: bool | None = None
    embeds: Annotated[list[_Embed], length(0, _MAX_EMBEDS)] | None = None
    components: Annotated[list[TopLevel], length(0, 40)] | None = None
    attachments: list[_AttachmentEntry] | None = None
    allowed_mentions: _AllowedMentions | None = None
    message_reference: _Reference | None = None
    sticker_ids: list[Snowflake] | None = None
    poll: dict[str, object] | None = None


class NewThread(NewChannel):
    """A new thread. In a forum, it comes with its first message, `message`."""

    message: MessageBody | None = None
    applied_tags: Annotated[list[Snowflake], length(0, 5)] | None = None


class Suggestions(Model):
    """The suggestions for an option that a user is typing."""

    choices: Annotated[list[Choice], length(0, _MAX_CHOICES)]


class Callback(Model):
    """The first answer to an interaction. Its `data` is checked only after its `type` has proved to be allowed."""

    type: Whole | None = None
    data: dict[str, object] | None = None


MESSAGE = TypeAdapter(MessageBody)
MODAL = TypeAdapter(Modal)
SUGGESTIONS = TypeAdapter(Suggestions)

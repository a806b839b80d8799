"""Channels, members, roles and the application itself. Discord, resources/channel and resources/guild."""

from typing import Annotated, Literal

from pydantic import Field

from bot.loopback.schemas.check import Model, Snowflake, Whole, length


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
    """A new name of an emoji."""

    name: Annotated[str, length(2, 32), Field(pattern=r"^[A-Za-z0-9_]+$")]


class NewEmoji(EmojiEdit):
    """A new emoji, its picture as a data URI."""

    image: str


class Simple(Model):
    """The fields of small bodies, such as those of roles, direct messages and bulk deletion."""

    name: str | None = None
    permissions: Whole | None = None
    color: Whole | None = None
    mentionable: bool | None = None
    hoist: bool | None = None
    username: str | None = None
    description: str | None = None
    recipient_id: Snowflake | None = None
    messages: list[Snowflake] | None = None

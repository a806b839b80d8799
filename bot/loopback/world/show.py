"""Shows the objects of `world.model` as JSON, as Discord's API v10 does."""

import copy

from bot.loopback.wire import EMBED_PICTURES, THREADS, ChannelType, Json, iso, media_of, walk
from bot.loopback.world.model import Attachment, Channel, Command, Emoji, Guild, Member, Message, Role, User
from bot.loopback.world.state import World

_VOICE_FIELDS: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
_FORUM_FIELDS: Json = {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
_SPECIAL_FIELDS: dict[int, Json] = {
    ChannelType.VOICE: _VOICE_FIELDS,
    ChannelType.STAGE: _VOICE_FIELDS,
    ChannelType.FORUM: _FORUM_FIELDS | {"default_forum_layout": 0, "default_tag_setting": "match_some"},
}
"""For each type of channel that needs them, the fields that text channels lack."""
_NO_PICTURES = ("icon", "banner", "splash", "discovery_splash", "home_header", "description", "vanity_url_code")
_NO_CHANNELS = ("afk", "system", "rules", "public_updates", "safety_alerts", "widget")
_GUILD_DEFAULTS: Json = (
    {"region": "loopback", "emojis": [], "stickers": [], "afk_timeout": 300}
    | dict.fromkeys((*_NO_PICTURES, *(f"{name}_channel_id" for name in _NO_CHANNELS)))
    | {"application_id": None, "incidents_data": None, "system_channel_flags": 0, "widget_enabled": False}
    | {"default_message_notifications": 1, "verification_level": 0, "explicit_content_filter": 0, "mfa_level": 0}
    | {"nsfw": False, "nsfw_level": 0, "premium_tier": 0, "premium_subscription_count": 0}
    | {"premium_progress_bar_enabled": False, "max_members": 500_000, "max_presences": None}
    | {"max_video_channel_users": 25, "max_stage_video_channel_users": 50}
)
"""The fields that are the same for every guild, because none has pictures, special channels or unusual limits."""


def user(one: User) -> Json:
    """Return a user object."""
    name = None if one.bot else one.display
    shown: Json = {"id": str(one.id), "username": one.name, "discriminator": "0", "global_name": name}
    shown |= {"avatar": None, "banner": None, "accent_color": None, "avatar_decoration_data": None}
    shown |= {"collectibles": None, "primary_guild": None, "flags": 0, "public_flags": 0}
    return shown | ({"bot": True} if one.bot else {})


def own_user(one: User) -> Json:
    """Return the bot's own user object, as /users/@me gives it."""
    return user(one) | {"verified": True, "mfa_enabled": False, "locale": one.locale, "email": None, "premium_type": 0}


def member(world: World, one: Member) -> Json:
    """Return a member object with its user."""
    return {
        "user": user(world.users[one.user]),
        "nick": one.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(r) for r in one.roles],
        "joined_at": iso(one.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": iso(one.timed_out_until) if one.timed_out_until else None,
    }


def role(one: Role) -> Json:
    """Return a role object."""
    colors = {"primary_color": one.color, "secondary_color": None, "tertiary_color": None}
    shown: Json = {"id": str(one.id), "name": one.name, "description": None, "permissions": str(one.permissions)}
    shown |= {"position": one.position, "color": one.color, "colors": colors, "hoist": False, "managed": one.managed}
    return shown | {"mentionable": one.mentionable, "icon": None, "unicode_emoji": None, "flags": 0}


def channel(world: World, one: Channel) -> Json:
    """Return the object of a guild's channel, of a thread, or of a direct conversation."""
    shown: Json = {"id": str(one.id), "type": one.type, "flags": 0}
    latest: Json = {"last_message_id": _id(one.last_message)}
    if one.guild is None:
        return shown | latest | {"recipients": [user(world.users[r]) for r in one.recipients if r != world.bot.id]}
    shown |= {"guild_id": str(one.guild), "name": one.name, "parent_id": _id(one.parent)}
    latest |= {"last_pin_timestamp": iso(one.last_pin) if one.last_pin else None, "rate_limit_per_user": one.slowmode}
    if one.type in THREADS:
        return shown | latest | _thread_fields(one)
    shown |= {"position": one.position, "permission_overwrites": one.overwrites}
    if one.type == ChannelType.CATEGORY:
        return shown
    return shown | latest | {"topic": one.topic, "nsfw": one.nsfw} | _SPECIAL_FIELDS.get(one.type, {})


def _thread_fields(one: Channel) -> Json:
    return {
        "owner_id": str(one.owner),
        "message_count": one.messages_sent,
        "total_message_sent": one.messages_sent,
        "member_count": len(one.members),
        "applied_tags": [str(tag) for tag in one.tags],
        "thread_metadata": {
            "archived": one.archived,
            "locked": one.locked,
            "auto_archive_duration": one.auto_archive,
            "archive_timestamp": iso(one.archive_changed or one.created),
            "create_timestamp": iso(one.created),
        },
    }


def thread_member(one: Channel, user_id: int) -> Json:
    """Return a thread's member object for a user."""
    return {"id": str(one.id), "user_id": str(user_id), "join_timestamp": iso(one.created), "flags": 1}


def guild(one: Guild) -> Json:
    """Return a guild object without roles, channels and members."""
    own: Json = {"id": str(one.id), "name": one.name, "owner_id": str(one.owner)}
    own |= {"preferred_locale": one.locale, "features": one.features}
    return own | copy.deepcopy(_GUILD_DEFAULTS)


def guild_roles(world: World, guild_id: int) -> list[Json]:
    """Return a guild's roles, lowest first."""
    return [role(r) for r in sorted(world.roles.values(), key=lambda r: (r.position, r.id)) if r.guild == guild_id]


def emoji(world: World, one: Emoji) -> Json:
    """Return an application emoji."""
    state = {"require_colons": True, "managed": False, "animated": one.animated, "available": True}
    return {"id": str(one.id), "name": one.name, "roles": [], **state, "user": user(world.bot)}


def attachment(world: World, one: Attachment, *, ephemeral: bool = False) -> Json:
    """Return an attachment object, with its address on the local Discord."""
    url = f"{world.base_url}/cdn/{one.key}"
    shown: Json = {"id": str(one.id), "filename": one.filename, "size": one.size, "url": url, "proxy_url": url}
    shown["content_type"] = one.content_type
    if one.width and one.height:
        shown |= {"width": one.width, "height": one.height}
    if one.description is not None:
        shown["description"] = one.description
    return shown | ({"ephemeral": True} if ephemeral else {})


def message(world: World, one: Message) -> Json:
    """Return a message object. As on Discord, `attachments` omits files that a component or an embed shows."""
    shown_by_parts = {m.get("attachment_id") for c in walk(one.components) for m in media_of(c)}
    in_embeds = {(e.get(k) or {}).get(f) for e in one.embeds for k, f in EMBED_PICTURES}
    loose = [a for a in one.attachments if str(a.id) not in shown_by_parts]
    loose = [a for a in loose if f"{world.base_url}/cdn/{a.key}" not in in_embeds]
    shown: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel),
        "author": user(world.users[one.author]),
        "type": one.type,
        "content": one.content,
        "timestamp": iso(one.created),
        "edited_timestamp": iso(one.edited) if one.edited else None,
        "tts": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(world.users[u]) for u in one.mentions if u in world.users],
        "mention_roles": [str(r) for r in one.mention_roles],
        "attachments": [attachment(world, a, ephemeral=one.ephemeral) for a in loose],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": one.pinned,
        "flags": one.flags,
    }
    return shown | _optional_fields(world, one)


def _optional_fields(world: World, one: Message) -> Json:
    more: Json = {}
    if one.webhook is not None:
        more |= {"webhook_id": str(one.webhook), "application_id": str(one.webhook)}
    elif one.author == world.bot.id:
        more["application_id"] = str(world.bot.id)
    if one.interaction:
        more["interaction_metadata"] = one.interaction
    if one.reference:
        more["message_reference"] = one.reference
        referred = world.messages.get(int(one.reference.get("message_id") or 0))
        if referred is not None and referred.reference is None:
            more["referenced_message"] = message(world, referred)
    if one.thread is not None and one.thread in world.channels:
        more["thread"] = channel(world, world.channels[one.thread])
    if one.nonce is not None:
        more["nonce"] = one.nonce
    return more


def command(world: World, one: Command) -> Json:
    """Return a registered command."""
    defaults = {"description": "", "nsfw": False, "dm_permission": True}
    defaults |= dict.fromkeys(
        ("default_member_permissions", "contexts", "name_localizations", "description_localizations")
    )
    shown = defaults | {k: v for k, v in one.body.items() if k != "integration_types" or v is not None}
    shown |= {"id": str(one.id), "application_id": str(world.bot.id), "version": str(one.version), "type": one.type}
    shown.setdefault("integration_types", [0])
    if shown["default_member_permissions"] is not None:
        shown["default_member_permissions"] = str(shown["default_member_permissions"])
    return shown | ({"guild_id": str(one.guild)} if one.guild is not None else {})


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)

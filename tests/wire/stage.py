"""Arrangements of the world for a test or a demonstration, such as time, faults, permissions and deletions."""

import dataclasses
from collections.abc import Callable
from typing import Any

from aiohttp import web

from bot.loopback.errors import ClientError
from bot.loopback.messages import post
from bot.loopback.rest.limits import Limit
from bot.loopback.rest.serve import decode
from bot.loopback.server import to_one_way
from bot.loopback.wire import ChannelType, Json
from bot.loopback.world import guilds, show
from bot.loopback.world.guilds import publish, remove_channel
from bot.loopback.world.model import Channel, Role
from bot.loopback.world.state import Happening
from tests.wire.faults import OF_GATEWAY, Fault, Kind
from tests.wire.faulty_discord import FaultyApi, FaultyHub, Recorded

LONG = {
    ("POST", "/channels/{channel}/threads"): Limit(50, 300.0),
    ("POST", "/channels/{channel}/messages/{message}/threads"): Limit(50, 300.0),
    ("POST", "/applications/{application}/emojis"): Limit(6, 32.0),
}
"""Rate limits with long windows, by method and route, which some bots have observed on Discord."""


@dataclasses.dataclass(frozen=True, slots=True)
class ControlStage:
    """Serves the routes by which tests arrange the world."""

    api: FaultyApi
    hub: FaultyHub

    def register(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/control/requests", self.requests)
        app.router.add_post("/control/stage/{what}", self.arrange)

    async def requests(self, request: web.Request) -> web.Response:
        """Return the bot's requests and their answers, from the `since`th on."""
        api, since = self.api, int(request.query.get("since", "0"))
        gone = api.count - len(api.log)
        kept = list(api.log)[max(0, since - gone) :]
        return web.json_response({"requests": [_show(e) for e in kept], "next": api.count, "counted": api.counted})

    async def arrange(self, request: web.Request) -> web.Response:
        """Carry out the arrangement that the path names."""
        body, _ = await decode(request)
        return web.json_response(self.do(request.match_info["what"], body or {}))

    def do(self, what: str, given: Json) -> Json:
        """Carry out this arrangement or fault of the gateway. Raises `ClientError` for an unknown name."""
        if what in OF_GATEWAY:
            self.hub.disturb(Fault(Kind(what), **given))
            return {}
        if what not in _ARRANGEMENTS:
            known = ", ".join(sorted([*_ARRANGEMENTS, *OF_GATEWAY]))
            raise ClientError(f"no arrangement {what!r}; there are: {known}")
        return _ARRANGEMENTS[what](self, given) or {}

    def channel(self, wanted: object) -> Channel:
        """Return a channel by id or name."""
        for channel in self.api.world.channels.values():
            if str(wanted) in {str(channel.id), channel.name}:
                return channel
        raise ClientError(f"no channel {wanted!r}")


def _show(exchange: Recorded) -> Json:
    """Return an exchange as JSON, without the files' bytes."""
    keys = ("at", "method", "path", "route", "query", "body", "status", "reply")
    return {key: getattr(exchange, key) for key in keys} | {"uploads": exchange.files}


def _advance(stage: ControlStage, given: Json) -> Json:
    """Move the clock forward by `seconds`."""
    stage.api.world.clock.advance(float(given["seconds"]))
    return {"now": stage.api.world.clock.time()}


def _limits(stage: ControlStage, given: Json) -> None:
    """Switch all rate limits with `on`, or only the limits in `LONG` with `long`. The latter are off at first."""
    limits = stage.api.limits
    limits.on = bool(given.get("on", limits.on))
    if "long" in given:
        limits.own = dict(LONG) if given["long"] else {}


def _window(stage: ControlStage, given: Json) -> None:
    """Set a rate limit of `requests` in `seconds` for `method` on `route`. Its `scope` is user or shared."""
    limit = Limit(int(given["requests"]), float(given["seconds"]), str(given.get("scope", "user")))
    stage.api.limits.own[given["method"], given["route"]] = limit


def _latency(stage: ControlStage, given: Json) -> None:
    """Set the latency to `ms` milliseconds, the time that a bot's request takes to Discord and back."""
    stage.api.world.one_way = to_one_way(float(given["ms"]))


def _fault(stage: ControlStage, given: Json) -> None:
    """Queue a `Fault` with the given fields."""
    stage.api.faults.add(Fault(**{**given, "kind": Kind(given["kind"])}))


def _no_faults(stage: ControlStage, _: Json) -> None:
    """Remove all faults."""
    stage.api.faults.clear()


def _close_gateway(stage: ControlStage, given: Json) -> None:
    """Refuse connections to the gateway for `seconds`."""
    stage.hub.closed_until = stage.api.world.clock.time() + float(given["seconds"])


def _delete_channel(stage: ControlStage, given: Json) -> None:
    """Delete a `channel` or thread, as a moderator does."""
    remove_channel(stage.api.world, stage.channel(given["channel"]))


def _delete_message(stage: ControlStage, given: Json) -> None:
    """Delete a `message`, as a moderator does."""
    message = stage.api.world.messages.get(int(given["message"]))
    if message is None:
        raise ClientError("no such message")
    post.delete(stage.api.world, message)


def _archive(stage: ControlStage, given: Json) -> None:
    """Archive the thread `channel`, or reopen it if `archived` is false. Lock it if `locked`, else unlock it."""
    world, thread = stage.api.world, stage.channel(given["channel"])
    thread.archived, thread.locked = bool(given.get("archived", True)), bool(given.get("locked", False))
    thread.archive_changed = world.clock.time()
    publish(world, thread, "THREAD_UPDATE")


def _overwrite(stage: ControlStage, given: Json) -> None:
    """Set the permissions that a `channel` allows and denies to `user`, as the bits of `allow` and `deny`.

    The `user` is a person, @everyone or, by default, the bot.
    """
    world, channel = stage.api.world, stage.channel(given["channel"])
    target, kind = _overwrite_target(stage, channel, given.get("user"))
    kept = [o for o in channel.overwrites if o["id"] != target]
    entry = {"id": target, "type": kind, "allow": str(given.get("allow", 0)), "deny": str(given.get("deny", 0))}
    channel.overwrites = [*kept, entry]
    publish(world, channel, "CHANNEL_UPDATE")


def _overwrite_target(stage: ControlStage, channel: Channel, user: Any) -> tuple[str, int]:
    if user == "@everyone":
        return str(channel.guild), 0
    if user is None:
        return str(stage.api.world.bot.id), 1
    return str(guilds.add_person(stage.api.world, str(user)).id), 1


def _bot_permissions(stage: ControlStage, given: Json) -> None:
    """Set the permissions of the bot's role in every guild, and of @everyone if `everyone` is given."""
    world = stage.api.world
    for role in list(world.roles.values()):
        wanted = given.get("everyone") if role.id == role.guild else given.get("permissions")
        if wanted is not None and (role.managed or role.id == role.guild):
            role.permissions = int(wanted)
            _publish_role(stage, role, "GUILD_ROLE_UPDATE")


def _publish_role(stage: ControlStage, role: Role, name: str) -> None:
    stage.api.world.keep(role)
    data = {"guild_id": str(role.guild), "role": show.role(role)}
    stage.api.world.tell(Happening(name, data, role.guild))


def _add_guild(stage: ControlStage, given: Json) -> Json:
    """Create a guild `name` with one channel, which has the name `channel` or, by default, general.

    If `community` is given, the guild is a Community server with this locale. If `bot` is false, the guild has the
    bot's commands, but not the bot.
    """
    bot, community = bool(given.get("bot", True)), given.get("community")
    guild = guilds.add_guild(stage.api.world, given["name"], community=community, bot=bot)
    channel = guilds.add_channel(stage.api.world, guild.id, given.get("channel", "general"))
    return {"guild": str(guild.id), "channel": str(channel.id)}


def _community(stage: ControlStage, given: Json) -> None:
    """Make a `guild`, by default the first, a Community server with this `locale`. No `locale` makes it ordinary."""
    world = stage.api.world
    guild = world.guilds[int(given.get("guild") or next(iter(world.guilds)))]
    guild.community = given.get("locale")
    world.keep(guild)
    world.tell(Happening("GUILD_UPDATE", show.guild(guild) | {"roles": show.guild_roles(world, guild.id)}, guild.id))


def _kick_bot(stage: ControlStage, given: Json) -> None:
    """Remove the bot from a `guild`. If `commands_only` is true, its commands stay."""
    world, guild = stage.api.world, int(given["guild"])
    world.drop(world.members[guild, world.bot.id])
    world.guilds[guild].commands_only = bool(given.get("commands_only"))
    world.keep(world.guilds[guild])
    world.tell(Happening("GUILD_DELETE", {"id": str(guild)}, guild))


def _invite_bot(stage: ControlStage, given: Json) -> None:
    """Let the bot join a `guild`."""
    guilds.invite_bot(stage.api.world, stage.api.world.guilds[int(given["guild"])])


def _add_channel(stage: ControlStage, given: Json) -> Json:
    """Create a channel with `name`, `topic` and `kind` (text, voice, forum, …) in `guild`, by default the first."""
    world = stage.api.world
    guild = int(given.get("guild") or next(iter(world.guilds)))
    kind = ChannelType[str(given.get("kind", "text")).upper()]
    return {"channel": str(guilds.add_channel(world, guild, given["name"], given.get("topic"), kind).id)}


def _automod(stage: ControlStage, given: Json) -> None:
    """Let AutoMod block messages and edits with any of these `words`."""
    stage.api.world.blocked_words = frozenset(word.lower() for word in given["words"])


def _thread_limit(stage: ControlStage, given: Json) -> None:
    """Set how many threads of a guild can be active to `number`."""
    stage.api.world.max_threads = int(given["number"])


def _change_person(stage: ControlStage, given: Json) -> Json:
    """Create or change the person `name`: `display`, `locale`, `closed_dms` and `installed`.

    `installed` is whether the person has installed the application for themselves.
    """
    world = stage.api.world
    person = guilds.add_person(world, given["name"], given.get("display"), given.get("locale"))
    person.closed_dms = bool(given.get("closed_dms", person.closed_dms))
    person.installed = bool(given.get("installed", person.installed))
    person.display = given.get("display") or person.display
    world.keep(person)
    world.tell(Happening("PERSON_CHANGED", {"id": str(person.id)}, to_bot=False))
    return {"id": str(person.id)}


def _leave(stage: ControlStage, given: Json) -> None:
    """Remove the person `name` from every guild."""
    world, user = stage.api.world, guilds.add_person(stage.api.world, given["name"])
    for member in [m for m in world.members.values() if m.user == user.id]:
        world.drop(member)
        data = {"guild_id": str(member.guild), "user": show.user(user)}
        world.tell(Happening("GUILD_MEMBER_REMOVE", data, member.guild))


_ARRANGEMENTS: dict[str, Callable[[ControlStage, Json], Json | None]] = {
    "advance": _advance,
    "limits": _limits,
    "window": _window,
    "latency": _latency,
    "fault": _fault,
    "no_faults": _no_faults,
    "close_gateway": _close_gateway,
    "delete_channel": _delete_channel,
    "delete_message": _delete_message,
    "archive": _archive,
    "overwrite": _overwrite,
    "bot_permissions": _bot_permissions,
    "add_guild": _add_guild,
    "community": _community,
    "kick_bot": _kick_bot,
    "invite_bot": _invite_bot,
    "add_channel": _add_channel,
    "person": _change_person,
    "leave": _leave,
    "automod": _automod,
    "thread_limit": _thread_limit,
}

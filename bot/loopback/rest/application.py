"""Routes of the application: login, gateway addresses, commands, emoji."""

import base64
import binascii
import re

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.interactions import commands
from bot.loopback.rest.limits import EMOJI
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas import resources as schemas
from bot.loopback.schemas.commands import COMMAND, COMMANDS
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.model import Emoji
from bot.loopback.world.state import Happening

_MAX_EMOJI, _MAX_EMOJI_BYTES = 2000, 256 * 1024
_SESSIONS_A_DAY = 1000
_EMOJIS = "/applications/{application}/emojis"
_EMOJI = _EMOJIS + "/{emoji}"
_IMAGE = re.compile(r"data:image/(png|jpe?g|gif|webp|avif);base64,(.+)", re.DOTALL)
_GLOBAL, _GUILD = "/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"


@route("GET", "/users/@me")
def _get_me(call: Call) -> Answer:
    return show.own_user(call.world.bot)


@route("PATCH", "/users/@me", takes=schemas.Simple)
def _edit_me(call: Call) -> Answer:
    if name := call.fields().get("username"):
        call.world.bot.name = str(name)
        call.world.keep(call.world.bot)
    return show.own_user(call.world.bot)


@route("GET", "/oauth2/applications/@me", "/applications/@me")
def _get_application(call: Call) -> Json:
    world = call.world
    owner = next(u for u in world.users.values() if not u.bot)
    shown: Json = {"id": str(world.bot.id), "name": world.bot.name, "icon": None, "description": world.description}
    shown |= {"type": None, "bot": show.own_user(world.bot), "owner": show.user(owner), "team": None, "summary": ""}
    shown |= {"bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 0, "flags_new": "0"}
    shown |= {"rpc_origins": [], "redirect_uris": [], "eligible_oauth2_scopes": [], "interactions_endpoint_url": None}
    shown |= {"role_connections_verification_url": None, "event_webhooks_status": 1, "explicit_content_filter": 0}
    shown |= {"approximate_guild_count": len(world.guilds), "approximate_user_install_count": 0}
    return shown | {"approximate_user_authorization_count": 0}


@route("PATCH", "/applications/@me", takes=schemas.Simple)
def _edit_application(call: Call) -> Answer:
    call.world.description = call.fields().get("description") or call.world.description
    return _get_application(call)


@route("GET", "/gateway", bot_only=False)
def _get_gateway(call: Call) -> Answer:
    return {"url": call.world.gateway_url}


@route("GET", "/gateway/bot")
def _get_gateway_bot(call: Call) -> Answer:
    left = max(0, _SESSIONS_A_DAY - call.world.identified)
    start = {"total": _SESSIONS_A_DAY, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.world.gateway_url, "shards": max(1, call.world.shards), "session_start_limit": start}


def _own_application(call: Call) -> None:
    if call.number("application") != call.world.bot.id:
        raise Refused(Code.MISSING_ACCESS)


def _scope(call: Call) -> int | None:
    _own_application(call)
    if "guild" not in call.ids:
        return None
    guild = call.world.guilds.get(call.number("guild"))
    if guild is None or not (guild.commands_only or (guild.id, call.world.bot.id) in call.world.members):
        raise Refused(Code.MISSING_ACCESS)
    return guild.id


@route("GET", _GLOBAL, _GUILD)
def _list_commands(call: Call) -> Answer:
    found = [show.command(call.world, one) for one in commands.scope(call.world, _scope(call))]
    asked = call.request.query.get("with_localizations", "").lower() in {"1", "true"}
    return found if asked else [commands.without_localisations(c) for c in found]


@route("PUT", _GLOBAL, _GUILD, takes=COMMANDS)
def _overwrite_commands(call: Call) -> Answer:
    made = commands.overwrite(call.world, _scope(call), call.request.body)
    return [show.command(call.world, one) for one in made]


@route("POST", _GLOBAL, _GUILD, status=201, takes=COMMAND)
def _create_command(call: Call) -> Answer:
    return show.command(call.world, commands.upsert(call.world, _scope(call), call.fields()))


@route("GET", _GLOBAL + "/{command}", _GUILD + "/{command}")
def _get_command(call: Call) -> Answer:
    return show.command(call.world, commands.find(call.world, call.number("command"), _scope(call)))


@route("PATCH", _GLOBAL + "/{command}", _GUILD + "/{command}", takes=dict)
def _edit_command(call: Call) -> Answer:
    command = commands.find(call.world, call.number("command"), _scope(call))
    return show.command(call.world, commands.change(call.world, command, call.fields()))


@route("DELETE", _GLOBAL + "/{command}", _GUILD + "/{command}")
def _delete_command(call: Call) -> Answer:
    call.world.drop(commands.find(call.world, call.number("command"), _scope(call)))
    call.world.tell(Happening("COMMANDS_CHANGED", {}, _scope(call), to_bot=False))
    return None


@route("GET", _GUILD + "/{command}/permissions")
def _get_command_permissions(call: Call) -> Answer:
    """Raise `Refused` 10066, because no guild here has permissions for single commands."""
    _scope(call)
    raise Refused(Code.UNKNOWN_COMMAND_PERMISSIONS)


@route("GET", _EMOJIS, limit=EMOJI, bucket="emojis")
def _list_emojis(call: Call) -> Answer:
    _own_application(call)
    return {"items": [show.emoji(call.world, e) for e in call.world.emojis.values()]}


@route("POST", _EMOJIS, status=201, limit=EMOJI, bucket="emojis", takes=schemas.NewEmoji)
def _create_emoji(call: Call) -> Answer:
    _own_application(call)
    body, world = call.fields(), call.world
    data, animated = _image(body["image"])
    _check_emoji_name(call, body["name"])
    if len(world.emojis) >= _MAX_EMOJI:
        raise Refused(Code.MAX_EMOJI)
    number = world.ids()
    emoji = Emoji(number, body["name"], f"emojis/{number}", animated)
    world.store_file(emoji.key, data)
    world.keep(emoji)
    _tell_emoji(call)
    return show.emoji(world, emoji)


def _check_emoji_name(call: Call, name: str) -> None:
    if any(e.name == name for e in call.world.emojis.values()):
        words = "An emoji with this name already exists"
        raise bad_form(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)


def _image(text: str) -> tuple[bytes, bool]:
    if (match := _IMAGE.fullmatch(text)) is None:
        raise bad_form(("image",), "BASE_TYPE_REQUIRED", "This field is required")
    try:
        data = base64.b64decode(match.group(2), validate=True)
    except binascii.Error as error:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image data") from error
    if len(data) > _MAX_EMOJI_BYTES:
        raise bad_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data, match.group(1) == "gif"


def _emoji(call: Call) -> Emoji:
    _own_application(call)
    if (found := call.world.emojis.get(call.number("emoji"))) is None:
        raise Refused(Code.UNKNOWN_EMOJI)
    return found


@route("GET", _EMOJI, limit=EMOJI, bucket="emojis")
def _get_emoji(call: Call) -> Answer:
    return show.emoji(call.world, _emoji(call))


@route("PATCH", _EMOJI, limit=EMOJI, bucket="emojis", takes=schemas.EmojiEdit)
def _edit_emoji(call: Call) -> Answer:
    emoji = _emoji(call)
    _check_emoji_name(call, call.fields()["name"])
    emoji.name = call.fields()["name"]
    call.world.keep(emoji)
    _tell_emoji(call)
    return show.emoji(call.world, emoji)


@route("DELETE", _EMOJI, limit=EMOJI, bucket="emojis")
def _delete_emoji(call: Call) -> Answer:
    emoji = _emoji(call)
    call.world.forget_file(emoji.key)
    call.world.drop(emoji)
    _tell_emoji(call)
    return None


def _tell_emoji(call: Call) -> None:
    names = {str(e.id): e.name for e in call.world.emojis.values()}
    call.world.tell(Happening("EMOJIS_CHANGED", {"emojis": names}, to_bot=False))

"""Routes of the application: login, gateway addresses, commands, emoji."""

import base64
import binascii
import re

from bot.loopback.errors import Code, Form, Refused
from bot.loopback.interactions import commands
from bot.loopback.rest import shapes
from bot.loopback.rest.limits import EMOJI
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.model import Emoji
from bot.loopback.world.state import Happening

_MAX_EMOJI, _MAX_EMOJI_BYTES = 2000, 256 * 1024
_SESSIONS_A_DAY = 1000
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_EMOJIS = "/applications/{application}/emojis"
_EMOJI = _EMOJIS + "/{emoji}"
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


@route("GET", "/users/@me")
def me(call: Call) -> Answer:
    """The bot's own user."""
    return show.own_user(call.world.bot)


@route("PATCH", "/users/@me", takes=shapes.SELF)
def edit_me(call: Call) -> Answer:
    """Change the bot's user name."""
    name = call.fields().get("username")
    if name:
        call.world.bot.name = str(name)
        call.world.keep(call.world.bot)
    return show.own_user(call.world.bot)


def _application(call: Call) -> Json:
    bot = call.world.bot
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": call.world.description,
        "type": None,
        "bot": show.own_user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": show.user(next(u for u in call.world.users.values() if not u.bot)),
        "team": None,
        "flags": 0,
        "flags_new": "0",
        "summary": "",
        "rpc_origins": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "event_webhooks_status": 1,
        "explicit_content_filter": 0,
        "approximate_guild_count": len(call.world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "eligible_oauth2_scopes": [],
    }


@route("GET", "/oauth2/applications/@me")
def oauth_application(call: Call) -> Answer:
    """The application behind the token."""
    return _application(call)


@route("GET", "/applications/@me")
def application(call: Call) -> Answer:
    """The application behind the token."""
    return _application(call)


@route("PATCH", "/applications/@me", takes=shapes.APPLICATION)
def edit_application(call: Call) -> Answer:
    """Change the application's description."""
    call.world.description = call.fields().get("description") or call.world.description
    return _application(call)


@route("GET", "/gateway", bot_only=False)
def gateway(call: Call) -> Answer:
    """Where the gateway is."""
    return {"url": _gateway_url(call)}


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    """Where the gateway is, and how many shards are advised."""
    left = max(0, _SESSIONS_A_DAY - call.world.identified)
    start = {"total": _SESSIONS_A_DAY, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": _gateway_url(call), "shards": max(1, call.world.shards), "session_start_limit": start}


def _gateway_url(call: Call) -> str:
    return call.world.base_url.replace("http", "ws", 1) + "/gateway/"


def _own_application(call: Call) -> None:
    if call.number("application") != call.world.bot.id:
        raise Refused(Code.MISSING_ACCESS)


def _scope(call: Call) -> int | None:
    _own_application(call)
    return call.world.guild(call.number("guild")).id if "guild" in call.ids else None


_GLOBAL, _GUILD = "/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"


@route("GET", _GLOBAL)
@route("GET", _GUILD)
def list_commands(call: Call) -> Answer:
    """The commands of a scope."""
    found = commands.shown(call.world, commands.scope(call.world, _scope(call)))
    asked = call.query.get("with_localizations", "").lower() in {"1", "true"}
    return found if asked else [commands.without_localisations(c) for c in found]


@route("PUT", _GLOBAL, takes=shapes.COMMANDS)
@route("PUT", _GUILD, takes=shapes.COMMANDS)
def overwrite_commands(call: Call) -> Answer:
    """Replace the commands of a scope."""
    return commands.shown(call.world, commands.overwrite(call.world, _scope(call), call.items()))


@route("POST", _GLOBAL, status=201, takes=shapes.COMMAND)
@route("POST", _GUILD, status=201, takes=shapes.COMMAND)
def create_command(call: Call) -> Answer:
    """Register one command."""
    return show.command(call.world, commands.upsert(call.world, _scope(call), call.fields()))


@route("GET", _GLOBAL + "/{command}")
@route("GET", _GUILD + "/{command}")
def get_command(call: Call) -> Answer:
    """One command."""
    return show.command(call.world, commands.find(call.world, call.number("command"), _scope(call)))


@route("PATCH", _GLOBAL + "/{command}", takes=shapes.COMMAND)
@route("PATCH", _GUILD + "/{command}", takes=shapes.COMMAND)
def edit_command(call: Call) -> Answer:
    """Change one command."""
    command = commands.find(call.world, call.number("command"), _scope(call))
    return show.command(call.world, commands.change(call.world, command, call.fields()))


@route("DELETE", _GLOBAL + "/{command}")
@route("DELETE", _GUILD + "/{command}")
def delete_command(call: Call) -> Answer:
    """Unregister one command."""
    call.world.drop(commands.find(call.world, call.number("command"), _scope(call)))
    call.world.tell(Happening("COMMANDS_CHANGED", {}, _scope(call), to_bot=False))
    return None


@route("GET", _GUILD + "/{command}/permissions")
def command_permissions(call: Call) -> Answer:
    """Who may use a command, where a guild has set that; nobody can here. Raises `Refused` 10066."""
    _scope(call)
    raise Refused(Code.UNKNOWN_COMMAND_PERMISSIONS)


@route("GET", _EMOJIS, limit=EMOJI, bucket="emojis")
def list_emojis(call: Call) -> Answer:
    """The application's emoji."""
    _own_application(call)
    return {"items": [show.emoji(call.world, e) for e in call.world.emojis.values()]}


@route("POST", _EMOJIS, status=201, limit=EMOJI, bucket="emojis", takes=shapes.EMOJI_PICTURE)
def create_emoji(call: Call) -> Answer:
    """Upload an emoji: a data URI of at most 256 KiB, a name of 2 to 32 word characters, unique."""
    _own_application(call)
    body, world = call.fields(), call.world
    data, animated = _image(body.get("image"))
    _check_emoji_name(call, body.get("name"))
    if len(world.emojis) >= _MAX_EMOJI:
        raise Refused(Code.MAX_EMOJI)
    number = world.ids()
    emoji = Emoji(number, body["name"], f"emojis/{number}", animated)
    world.store_file(emoji.key, data)
    world.keep(emoji)
    _tell_emoji(call)
    return show.emoji(world, emoji)


def _check_emoji_name(call: Call, name: object) -> None:
    form = Form()
    form.length(("name",), name, 2, 32, required=True)
    if isinstance(name, str) and not _EMOJI_NAME.fullmatch(name):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(e.name == name for e in call.world.emojis.values()):
        words = "An emoji with this name already exists"
        form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)
    form.refuse()


def _image(text: object) -> tuple[bytes, bool]:
    form = Form()
    match = _IMAGE.fullmatch(text) if isinstance(text, str) else None
    data = b""
    if match is None:
        form.wrong(("image",), "BASE_TYPE_REQUIRED", "This field is required")
    else:
        try:
            data = base64.b64decode(match.group(2), validate=True)
        except binascii.Error:
            form.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(data) > _MAX_EMOJI_BYTES:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.refuse()
    return data, match is not None and match.group(1) == "gif"


def _emoji(call: Call) -> Emoji:
    _own_application(call)
    found = call.world.emojis.get(call.number("emoji"))
    if found is None:
        raise Refused(Code.UNKNOWN_EMOJI)
    return found


@route("GET", _EMOJI, limit=EMOJI, bucket="emojis")
def get_emoji(call: Call) -> Answer:
    """One emoji."""
    return show.emoji(call.world, _emoji(call))


@route("PATCH", _EMOJI, limit=EMOJI, bucket="emojis", takes=shapes.EMOJI_PICTURE)
def edit_emoji(call: Call) -> Answer:
    """Rename an emoji."""
    emoji = _emoji(call)
    _check_emoji_name(call, call.fields().get("name"))
    emoji.name = call.fields()["name"]
    call.world.keep(emoji)
    _tell_emoji(call)
    return show.emoji(call.world, emoji)


@route("DELETE", _EMOJI, limit=EMOJI, bucket="emojis")
def delete_emoji(call: Call) -> Answer:
    """Delete an emoji."""
    emoji = _emoji(call)
    call.world.forget_file(emoji.key)
    call.world.drop(emoji)
    _tell_emoji(call)
    return None


def _tell_emoji(call: Call) -> None:
    """Let the pages know which emoji there are."""
    names = {str(e.id): e.name for e in call.world.emojis.values()}
    call.world.tell(Happening("EMOJIS_CHANGED", {"emojis": names}, to_bot=False))

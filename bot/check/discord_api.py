"""Checks what Discord knows about the bot, such as its token, intents, installation, emoji and permissions."""

from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import aiohttp

from bot.check.findings import Finding, ok, problem, warning
from bot.render.painting.emoji_images import render_emoji
from bot.settings import Settings

TIMEOUT: Final = aiohttp.ClientTimeout(total=15.0)
CLOCK_SECONDS: Final = 5.0
"""The largest harmless difference from Discord's clock. With a larger one, players see wrong countdowns."""
UNAUTHORIZED: Final = 401
BASE_URL: Final = "https://discord.com/api/v10/"
ADMINISTRATOR: Final = 1 << 3
NEEDED: Final = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
"""The permissions that the bot needs, by their names in Discord's settings. The values are their bits."""
TO_SERVERS, TO_USERS = "0", "1"
"""Discord's keys for installing an application on a server or for one user."""
SCOPES: Final = ("bot", "applications.commands")
GUILDS_PER_PAGE: Final = 200
MAX_NAMED: Final = 5
LEAST_STARTS: Final = 20
PRIVILEGED: Final = {"Presence": 0b11 << 12, "Server Members": 0b11 << 14, "Message Content": 0b11 << 18}
"""The privileged intents by the portal's names, with their bits in an application's flags."""


async def check_discord(settings: Settings, base_url: str = BASE_URL) -> AsyncIterator[Finding]:
    """Yield the findings about the application at Discord. Without a token, ask Discord nothing."""
    if settings.discord_token is None:
        yield ok("token", "none: the bot runs on its own local Discord")
        return
    headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value().strip()}"}
    try:
        async with aiohttp.ClientSession(base_url=base_url, headers=headers, timeout=TIMEOUT) as session:
            async for finding in _ask(session):
                yield finding
    except (aiohttp.ClientError, OSError) as error:
        cause = str(error) or type(error).__name__
        yield problem("network", f"Discord cannot be reached: {cause}", "check the network and its firewall")


async def _ask(session: aiohttp.ClientSession) -> AsyncIterator[Finding]:
    async with session.get("users/@me") as answer:
        yield _check_clock(answer.headers.get("Date", ""))
        if answer.status == UNAUTHORIZED:
            cure = "copy the token again from the developer portal into DISCORD_TOKEN"
            yield problem("token", "Discord does not know it", cure)
            return
        answer.raise_for_status()
        yield ok("token", f"Discord knows it as {(await answer.json())['username']}")
    yield _check_starts(await _get(session, "gateway/bot"))
    application = await _get(session, "applications/@me")
    yield _check_intents(int(application.get("flags", 0)))
    yield _check_installation(application)
    yield _check_emoji(await _get(session, f"applications/{application['id']}/emojis"))
    yield _check_permissions(await _list_guilds(session))


async def _get(session: aiohttp.ClientSession, path: str) -> Any:
    async with session.get(path) as answer:
        answer.raise_for_status()
        return await answer.json()


async def _list_guilds(session: aiohttp.ClientSession) -> list[Any]:
    """Return all servers of the bot. Discord sends them in pages, in the order of their ids."""
    page: list[Any] = await _get(session, "users/@me/guilds")
    found = page
    while len(page) == GUILDS_PER_PAGE:
        page = await _get(session, f"users/@me/guilds?after={page[-1]['id']}")
        found = [*found, *page]
    return found


def _check_clock(date: str) -> Finding:
    try:
        ahead = time() - parsedate_to_datetime(date).timestamp()
    except ValueError:
        return ok("clock", "Discord did not say what time it is")
    text = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} Discord's"
    if abs(ahead) > CLOCK_SECONDS:
        return warning("clock", text, "set the machine's clock, best by NTP: players read wrong countdowns")
    return ok("clock", text)


def _check_starts(gateway: Any) -> Finding:
    limit = gateway["session_start_limit"]
    text = f"{limit['remaining']} of {limit['total']} starts are left today"
    if limit["remaining"] < LEAST_STARTS:
        return warning("starts", text, "find out why the bot restarts so often: Discord resets the token at 0")
    return ok("starts", text)


def _check_intents(flags: int) -> Finding:
    if granted := [name for name, bits in PRIVILEGED.items() if flags & bits]:
        text = f"the application may ask for what the bot does not need: {', '.join(granted)}"
        return warning("intents", text, "in the developer portal on the page Bot: switch the privileged intents off")
    return ok("intents", "no privileged ones")


def _check_installation(application: Any) -> Finding:
    kinds = application.get("integration_types_config") or {TO_SERVERS: {}}
    cures = [] if TO_SERVERS in kinds else ["switch on Guild Install"]
    cures += ["switch off User Install"] if TO_USERS in kinds else []
    scopes, permissions = _read_install_link(application, kinds)
    if scopes:
        cures += [f"add the scope {one}" for one in SCOPES if one not in scopes]
        cures += [f"add the permission {one}" for one in list_missing(permissions)]
    if not cures:
        return ok("installation", "only servers can install the application, and they get the bot with its permissions")
    text = "the application can be installed without the bot or its permissions, so that no table can be shown"
    return warning("installation", text, f"in the developer portal on the page Installation: {'; '.join(cures)}")


def _read_install_link(application: Any, kinds: Any) -> tuple[list[str], int]:
    """Return the install link's scopes and permissions. Discord's link is used if the application has no own link."""
    asked = parse_qs(urlsplit(application.get("custom_install_url") or "").query)
    own = {"scopes": asked.get("scope", [""])[0].split(), "permissions": asked.get("permissions", ["0"])[0]}
    given = own if own["scopes"] else (kinds.get(TO_SERVERS) or {}).get("oauth2_install_params") or {}
    permissions = str(given.get("permissions", "0"))
    return list(given.get("scopes", ())), int(permissions) if permissions.isdecimal() else 0


def list_missing(granted: int) -> list[str]:
    """Return the names of the needed permissions that are not granted."""
    return [] if granted & ADMINISTRATOR else [name for name, bit in NEEDED.items() if not granted & bit]


def _check_emoji(found: Any) -> Finding:
    names = {one["name"] for one in found["items"]}
    if missing := len(render_emoji().keys() - names):
        text = f"{missing} of the bot's emoji are not uploaded yet"
        return warning("emoji", text, "let the bot run: it uploads them itself, as fast as Discord allows")
    return ok("emoji", "all are uploaded")


def _check_permissions(guilds: Any) -> Finding:
    lacking = {one["name"]: missing for one in guilds if (missing := list_missing(int(one["permissions"])))}
    if not lacking:
        return ok("permissions", f"enough in {len(guilds)} servers; channels may deny them")
    named = "; ".join(f"{name}: {', '.join(missing)}" for name, missing in list(lacking.items())[:MAX_NAMED])
    cure = "give the bot's role these permissions, or invite the bot again"
    return warning("permissions", f"lacking in {len(lacking)} of {len(guilds)} servers ({named})", cure)

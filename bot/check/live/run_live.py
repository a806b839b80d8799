"""Runs the live checks on Discord, and writes a report of their findings to a file."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

import discord
from discord.http import Route

from bot import __version__
from bot.check.discord_api import MAX_NAMED, NEEDED, check_discord, list_missing
from bot.check.findings import Finding, Severity, ok, problem, warning
from bot.check.live.messages import MESSAGE_CHECKS
from bot.check.live.session import CheckFailed, LiveCheck, LiveSession, Payload, RouteLimits
from bot.render.renderer import PictureRenderer
from bot.settings import Settings
from bot.stopping import stop_tasks
from bot.ui.admin.handlers import list_owners
from bot.ui.core.memory.live_reports import FOLDER, LIVE_CHECK, save_report
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import UiConfig
from bot.ui.core.tables.bot_permissions import format_invitation_link
from bot.ui.discord_io.send_failures import REQUEST_FAILURES, SendFault, describe_failure, to_send_fault

REPORT: Final = FOLDER / LIVE_CHECK
CONNECT_SECONDS: Final = 60.0
CHECK_SECONDS: Final = 60.0
"""How long one check may take, including discord.py's waits for rate limits."""
PERMISSION_CODES: Final = {50001, 50013}
PERMISSION_CURE: Final = "give the bot what the line `channel permissions` names; if that is ok, report both lines"
FAULT_CURE: Final = "check again later: Discord has a fault, is slow or limits the bot"
PLACE_CURE: Final = (
    "switch on Developer Mode in Discord's settings, and copy the ids of a server and of its text channel"
)

NAMED: Final = ("name", "name_localizations", "value")
COMPARED: Final = (
    *NAMED, "description", "description_localizations", "required", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "channel_types", "integration_types", "contexts",
)  # fmt: skip
"""The fields of a command that are compared. Discord returns them as they were sent, but omits default values."""
SLASH_COMMAND: Final = 1
"""The type of a slash command. A payload that names no type is a slash command."""
EDITS: Final = "PATCH /channels/{id}/messages/{id}"
MESSAGE: Final = Message((Text("Check: this will be deleted"),))


async def check_live(
    settings: Settings, server: int, channel: int, commands: Sequence[Payload]
) -> AsyncIterator[Finding]:
    """Yield the findings, and write a report if a live check has run. Discord should have exactly these `commands`."""
    findings, limits = list[Finding](), RouteLimits()
    async for finding in _list_findings(settings, server, channel, commands, limits):
        findings.append(finding)
        yield finding
    if not {one.name for one in findings} & {check.name for check in CHECKS}:
        return  # no live check has run, so an earlier report stays
    report = {
        "version": __version__,
        "checked_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "server": server,
        "channel": channel,
        "findings": [asdict(one) for one in findings],
        "limits": {route: asdict(limit) for route, limit in sorted(limits.routes.items())},
    }
    yield await asyncio.to_thread(_write_report, report)


def _write_report(report: Payload) -> Finding:
    try:
        save_report(REPORT, report)
    except OSError as error:
        return problem("report", f"{REPORT}: {error.strerror}", "let the bot's user write there")
    return ok("report", f"written to {REPORT}")


async def _list_findings(
    settings: Settings, server: int, channel: int, commands: Sequence[Payload], limits: RouteLimits
) -> AsyncIterator[Finding]:
    if settings.discord_token is None:
        yield problem("token", "there is none, so that nothing can be tried", "write it into .env: README.md")
        return
    async for finding in check_discord(settings, f"{discord.http.Route.BASE}/"):
        yield finding
        if finding.severity is Severity.PROBLEM:
            return
    async with AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(_connect(settings.discord_token.get_secret_value(), limits))
            place = _find_channel(client, server, channel)
        except (discord.DiscordException, *REQUEST_FAILURES) as error:
            yield problem("gateway", describe_failure(error), "try again, and report it with this line")
            return
        except CheckFailed as failed:
            yield problem("place", str(failed), failed.cure)
            return
        yield ok("gateway", f"connected, and #{place.name} is there")
        renderer = PictureRenderer(1)
        stack.callback(renderer.close)
        session = LiveSession(client, place, renderer, limits, commands)
        for check in CHECKS:
            yield await run_check(check, session)
        yield _check_left_behind(session)


@asynccontextmanager
async def _connect(token: str, limits: RouteLimits) -> AsyncIterator[discord.Client]:
    """Connect as the bot does, without disturbing a running bot. Raises TimeoutError."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # do not warn, because no check uses voice
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        http_trace=limits.watch(),
    )
    async with client:
        await client.login(token.strip())
        connecting = asyncio.create_task(client.connect(reconnect=False))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            both = {connecting, ready}
            done, _ = await asyncio.wait(both, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if connecting in done:
                await connecting
            elif not done:
                raise TimeoutError(f"no connection within {CONNECT_SECONDS:g} s")
            yield client
        finally:
            await client.close()
            await stop_tasks(connecting, ready)


def _find_channel(client: discord.Client, server: int, channel: int) -> discord.TextChannel:
    if (guild := client.get_guild(server)) is None:
        assert client.application_id is not None
        cure = f"invite it: {format_invitation_link(client.application_id, server)}"
        raise CheckFailed(f"the bot is not in the server {server}", cure)
    found = guild.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        raise CheckFailed(f"{guild.name} has no text channel {channel} that the bot sees", PLACE_CURE)
    return found


async def run_check(check: LiveCheck, session: LiveSession) -> Finding:
    """Run a check and return its finding. Every error, such as a refusal by Discord, becomes a finding."""
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return ok(check.name, await check.run(session))
    except CheckFailed as failed:
        return problem(check.name, str(failed), failed.cure or check.cure)
    except TimeoutError:
        return warning(check.name, f"no result within {CHECK_SECONDS:g} s", FAULT_CURE)
    except discord.HTTPException as refused:
        return _explain_refusal(check, refused)
    except (discord.DiscordException, *REQUEST_FAILURES) as error:
        return warning(check.name, describe_failure(error), FAULT_CURE)
    except Exception as error:  # noqa: BLE001 - whatever fails here, the other checks must still run
        return problem(check.name, f"{type(error).__name__}: {describe_failure(error)}", "report it with this line")


def _explain_refusal(check: LiveCheck, refused: discord.HTTPException) -> Finding:
    text = describe_failure(refused)
    if to_send_fault(refused) is SendFault.TEMPORARY:
        return warning(check.name, text, FAULT_CURE)
    return problem(check.name, text, PERMISSION_CURE if refused.code in PERMISSION_CODES else check.cure)


def _check_left_behind(session: LiveSession) -> Finding:
    if session.left_behind:
        return warning("clean-up", f"could not be deleted: {' '.join(session.left_behind)}", "delete it by hand")
    return ok("clean-up", "everything but the closed thread is deleted")


def simplify(payload: Payload) -> Payload:
    """Return a command or an option without ids, versions and default values."""
    kept = {key: payload.get(key) for key in COMPARED} | {"type": payload.get("type") or SLASH_COMMAND}
    permissions = payload.get("default_member_permissions")
    kept["default_member_permissions"] = None if permissions is None else str(permissions)
    kept["options"] = [simplify(one) for one in payload.get("options") or ()]
    kept["choices"] = [{key: one.get(key) or None for key in NAMED} for one in payload.get("choices") or ()]
    return {key: value for key, value in kept.items() if value not in (None, False, [], {})}


def list_different(wanted: Sequence[Payload], known: Sequence[Payload]) -> list[str]:
    """Return the names of the commands that only one of the lists has, or that differ between them."""
    ours, theirs = ({one["name"]: simplify(one) for one in commands} for commands in (wanted, known))
    return sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))


async def check_commands(live: LiveSession) -> str:
    """Check that Discord has exactly the commands of this version, including their translations."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=live.client.application_id)
    known = await live.client.http.request(route, params={"with_localizations": "true"})
    if different := list_different(live.commands, known):
        raise CheckFailed(f"{len(different)} are not this version's: {', '.join(different[:MAX_NAMED])}")
    return f"the {len(known)} that are registered are this version's, in all languages"


async def check_permissions(live: LiveSession) -> str:
    """Check that the channel grants what the bot needs, and that the bot computes its server permissions correctly."""
    guild = live.channel.guild
    if missing := list_missing(live.channel.permissions_for(guild.me).value):
        raise CheckFailed(f"this channel denies {', '.join(missing)}")
    listed = await live.client.http.get_guilds(1, after=guild.id - 1)
    said = [int(one["permissions"]) for one in listed if int(one["id"]) == guild.id]
    needed, computed = sum(NEEDED.values()), guild.me.guild_permissions.value
    if not said or said[0] & needed != computed & needed:
        text = f"computed {computed & needed:#x} for this server, Discord says {', '.join(map(hex, said)) or 'nothing'}"
        raise CheckFailed(text, "report it with this line: the bot misjudges what it may do")
    return "enough in this channel, and as Discord says in this server"


async def check_thread(live: LiveSession) -> str:
    """Open a thread on a message, rename and archive it, post in it, and close it."""
    async with live.post(MESSAGE) as sent:
        thread = await sent.create_thread(name="Check", auto_archive_duration=1440)
        try:
            await thread.edit(name="Check, renamed")
            await thread.edit(archived=True)
            async with live.post(MESSAGE, where=thread):
                pass
        finally:
            await thread.edit(archived=True)
    return "opened, renamed, archived, reopened by a message and closed; moderators can delete it"


async def check_direct_message(live: LiveSession) -> str:
    """Send an owner of the application a direct message."""
    owner = min(list_owners(await live.client.application_info()))
    async with live.post(MESSAGE, where=await live.client.create_dm(discord.Object(owner))):
        return "delivered to an owner of the application"


async def check_limits(live: LiveSession) -> str:
    """Check that Discord lets the bot edit messages as often as the bot edits a table's message."""
    known = sorted((route, one) for route, one in live.limits.routes.items() if "/messages" in route)
    named = "; ".join(f"{route} {one.requests} in {one.seconds:g} s" for route, one in known)
    text = f"{live.limits.waits} requests had to wait; {named or 'Discord names no limits'}"
    edits, pause = live.limits.routes.get(EDITS), UiConfig().edit_pause
    if edits is None:
        raise CheckFailed(f"no edit of a message was answered; {text}", "cure the problems above, and check again")
    if edits.seconds > edits.requests * pause:
        raise CheckFailed(f"the bot edits a table every {pause:g} s, which is more often; {text}")
    return text


PERMISSION_CHECK: Final = LiveCheck(
    "channel permissions", check_permissions, "allow the bot's role these in the channel's settings"
)
CHECKS: Final = (
    PERMISSION_CHECK,
    LiveCheck("registration", check_commands, "start this version of the bot, and see its log"),
    *MESSAGE_CHECKS,
    LiveCheck("thread", check_thread, "give the bot Create Public Threads and Send Messages in Threads"),
    LiveCheck("direct message", check_direct_message, "allow direct messages in this server's privacy settings"),
    LiveCheck("limits", check_limits, "play, and report this line if tables lag behind"),
)

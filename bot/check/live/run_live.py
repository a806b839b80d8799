"""Connects to Discord, tries everything in one channel, and writes what it found to a file."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

import discord

from bot import __version__
from bot.check.discord_api import check_discord
from bot.check.findings import Finding, Severity, ok, problem, warning
from bot.check.live.commands import COMMAND_CHECK
from bot.check.live.limits import RouteLimits
from bot.check.live.messages import MESSAGE_CHECKS
from bot.check.live.places import PERMISSION_CHECK, PLACE_CHECKS
from bot.check.live.session import CheckFailed, LiveCheck, LiveSession, Payload
from bot.render.renderer import PictureRenderer
from bot.settings import Settings
from bot.ui.core.memory.live_reports import FOLDER, LIVE_CHECK, save_report
from bot.ui.core.tables.permissions import format_invitation_link
from bot.ui.discord_io.failed_requests import REQUEST_FAILURES, describe_failure
from bot.ui.discord_io.refusals import SendFault, to_send_fault

CHECKS: Final = (PERMISSION_CHECK, COMMAND_CHECK, *MESSAGE_CHECKS, *PLACE_CHECKS)
REPORT: Final = FOLDER / LIVE_CHECK
CONNECT_SECONDS: Final = 60.0
CHECK_SECONDS: Final = 60.0
"""How long a check may take, with discord.py's waits for rate limits."""
PERMISSION_CODES: Final = {50001, 50013}
PERMISSION_CURE: Final = "give the bot what the line `channel permissions` names; if that is ok, report both lines"
FAULT_CURE: Final = "check again later: Discord has a fault, is slow or limits the bot"
PLACE_CURE: Final = (
    "switch on Developer Mode in Discord's settings, and copy the ids of a server and of its text channel"
)


async def check_live(
    settings: Settings, server: int, channel: int, commands: Sequence[Payload]
) -> AsyncIterator[Finding]:
    """Yield what was found, and write it to the report if anything was tried. `commands`: those of this version."""
    findings, limits = list[Finding](), RouteLimits()
    async for finding in _list_findings(settings, server, channel, commands, limits):
        findings.append(finding)
        yield finding
    if not {one.name for one in findings} & {check.name for check in CHECKS}:  # keep what an earlier check has learnt
        return
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
    """Connect as the bot does, beside a bot that may be running. Raises TimeoutError."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here uses voice channels
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
            for task in (connecting, ready):
                task.cancel()
            await asyncio.gather(connecting, ready, return_exceptions=True)


def _find_channel(client: discord.Client, server: int, channel: int) -> discord.TextChannel:
    guild = client.get_guild(server)
    if guild is None:
        assert client.application_id is not None
        cure = f"invite it: {format_invitation_link(client.application_id, server)}"
        raise CheckFailed(f"the bot is not in the server {server}", cure)
    found = guild.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        raise CheckFailed(f"{guild.name} has no text channel {channel} that the bot sees", PLACE_CURE)
    return found


async def run_check(check: LiveCheck, session: LiveSession) -> Finding:
    """Return what a check finds: its text, or the code of Discord's refusal."""
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
    except Exception as error:  # noqa: BLE001 - an answer that nobody expected must not keep the other checks from running
        return problem(check.name, f"{type(error).__name__}: {describe_failure(error)}", "report it with this line")


def _explain_refusal(check: LiveCheck, refused: discord.HTTPException) -> Finding:
    """Return a finding with the cure of the cause; what Discord could not answer has shown nothing."""
    text = describe_failure(refused)
    if to_send_fault(refused) is SendFault.TEMPORARY:
        return warning(check.name, text, FAULT_CURE)
    return problem(check.name, text, PERMISSION_CURE if refused.code in PERMISSION_CODES else check.cure)


def _check_left_behind(session: LiveSession) -> Finding:
    if session.left_behind:
        return warning("clean-up", f"could not be deleted: {' '.join(session.left_behind)}", "delete it by hand")
    return ok("clean-up", "everything but the closed thread is deleted")

"""A bot that starts before the network waits, logs each cause once, and goes on when Discord answers."""

import asyncio

from aiohttp import web
from structlog.testing import capture_logs

from bot.ui.discord_io.connectors import wait_for_discord


async def serve(statuses, port=0):
    """Serve a fake Discord that answers with these statuses in turn, and then always with the last."""

    async def answer(_):
        return web.Response(status=statuses.pop(0) if len(statuses) > 1 else statuses[0])

    application = web.Application()
    application.router.add_get("/{path:.+}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    return runner, runner.addresses[0][1]


async def test_start_waits_until_discord_listens():
    gone, port = await serve([200])
    await gone.cleanup()
    waits, started = [], []

    async def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 9:
            started.append((await serve([200], port))[0])

    with capture_logs() as logs:
        await asyncio.wait_for(wait_for_discord(f"http://127.0.0.1:{port}", "token", sleep), 120)
    await started[0].cleanup()
    assert len(waits) == 9
    assert waits[0] <= 1.0
    assert all(30.0 <= seconds <= 60.0 for seconds in waits[6:]), "the backoff is bounded"
    assert [line["event"] for line in logs] == [
        "Discord cannot be reached: trying again",
        "Discord can be reached again",
    ]
    assert "Cannot connect" in logs[0]["cause"]


async def test_start_waits_while_discord_is_broken():
    """discord.py ends the program if one of its first requests fails. So the bot waits until Discord answers all."""
    runner, port = await serve([500, 503, 200, 503, 200, 200, 429, 401])
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    with capture_logs() as logs:
        await wait_for_discord(f"http://127.0.0.1:{port}", "token", sleep)
    await runner.cleanup()
    assert len(waits) == 4
    assert [line["cause"] for line in logs[:-1]] == ["status 500", "status 503", "status 429"]


async def test_reachable_discord_logs_nothing():
    runner, port = await serve([200])
    with capture_logs() as logs:
        await wait_for_discord(f"http://127.0.0.1:{port}", "token")
    await runner.cleanup()
    assert logs == []

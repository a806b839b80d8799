"""Pointed at a Discord of this machine, nothing reaches another."""

import aiohttp
import discord.http
import pytest

from bot.ui.discord_io.local_only import LocalOnlyConnector, NonLocalAddress, redirect_discord_py


@pytest.mark.parametrize(
    "url", ["http://discord.com/api", "https://discord.com/", "http://127.0.0.2:1/", "http://[::1]:1/"]
)
async def test_other_machines_are_refused(url):
    async with aiohttp.ClientSession(connector=LocalOnlyConnector()) as session:
        with pytest.raises(OSError, match="not on this machine"):
            await session.get(url)


async def test_local_machine_is_reached(unused_tcp_port):
    async with aiohttp.ClientSession(connector=LocalOnlyConnector()) as session:
        with pytest.raises(aiohttp.ClientConnectorError, match=r"127\.0\.0\.1"):
            await session.get(f"http://127.0.0.1:{unused_tcp_port}/")


def test_discord_py_is_not_redirected_elsewhere():
    before = discord.http.Route.BASE
    with pytest.raises(NonLocalAddress):
        redirect_discord_py("http://discord.example:80")
    assert before == discord.http.Route.BASE

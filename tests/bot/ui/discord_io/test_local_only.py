"""A bot that is pointed at a Discord on this machine reaches no other machine."""

import io

import aiohttp
import discord.http
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.ui.discord_io.connectors import MAX_WHOLE_BODY, LocalOnlyConnector, NonLocalAddress, redirect_discord_py


@pytest.mark.parametrize(
    "url", ["http://discord.com/api", "https://discord.com/", "http://127.0.0.2:1/", "http://[::1]:1/"]
)
async def test_other_machines_are_refused(url):
    async with aiohttp.ClientSession(connector=LocalOnlyConnector()) as session:
        with pytest.raises(OSError, match="not on this machine"):
            await session.get(url)


async def test_connection_to_local_machine_is_tried(unused_tcp_port):
    async with aiohttp.ClientSession(connector=LocalOnlyConnector()) as session:
        with pytest.raises(aiohttp.ClientConnectorError, match=r"127\.0\.0\.1"):
            await session.get(f"http://127.0.0.1:{unused_tcp_port}/")


def test_discord_py_is_not_redirected_to_other_machines():
    before = discord.http.Route.BASE
    with pytest.raises(NonLocalAddress):
        redirect_discord_py("http://discord.example:80")
    assert before == discord.http.Route.BASE


@pytest.mark.parametrize("size", [30_000, MAX_WHOLE_BODY])
async def test_small_bodies_are_written_at_once(size):
    """A small form is sent in one system call, not in one for each part. Its content stays the same."""
    received, pieces, trace = [], [], aiohttp.TraceConfig()

    async def receive(request):
        form = await request.post()
        received.append((form["words"], form["files[0]"].filename, form["files[0]"].file.read()))
        return web.Response()

    async def count(_session, _context, sent):
        pieces.append(len(sent.chunk))

    trace.on_request_chunk_sent.append(count)
    form = aiohttp.FormData({"words": "hand"}, quote_fields=False)
    form.add_field("files[0]", io.BytesIO(b"x" * size), filename="table.png", content_type="application/octet-stream")
    app = web.Application(client_max_size=2 * MAX_WHOLE_BODY)
    app.router.add_post("/", receive)
    client = aiohttp.ClientSession(connector=LocalOnlyConnector(), trace_configs=[trace])
    async with TestServer(app) as server, client as session:
        await session.post(server.make_url("/"), data=form)
    assert received == [("hand", "table.png", b"x" * size)]
    assert (len(pieces) == 1) is (size < MAX_WHOLE_BODY)

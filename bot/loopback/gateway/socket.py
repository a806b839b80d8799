"""One gateway connection: sends frames in order, closes with a code."""

import asyncio
from contextlib import suppress

from aiohttp import web

from bot.loopback.gateway.encoding import Encoder
from bot.loopback.wire import Json


class Socket:
    """A client's websocket behind a queue, so that sending never waits and keeps the order."""

    def __init__(self, ws: web.WebSocketResponse, encoder: Encoder) -> None:
        self._ws, self._encoder = ws, encoder
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, message: Json) -> None:
        """Queue a message."""
        self._queue.put_nowait(message)

    async def _write(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            while (message := await self._queue.get()) is not None:
                frame = self._encoder.encode(message)
                if isinstance(frame, str):
                    await self._ws.send_str(frame)
                else:
                    await self._ws.send_bytes(frame)

    async def close(self, code: int, reason: str = "") -> None:
        """Send everything queued, then close with a code."""
        self._queue.put_nowait(None)
        await asyncio.wait({self._writer})  # it is cancelled if the other side has cut the connection meanwhile
        await self._ws.close(code=code, message=reason.encode())

    def cut(self) -> None:
        """Cut the connection, as a failing network does."""
        self._writer.cancel()
        transport = self._ws._req.transport if self._ws._req else None  # noqa: SLF001 - aiohttp offers no public way
        if transport is not None:
            transport.abort()

"""One gateway connection. It sends frames in order, and is closed with a code."""

import asyncio
import importlib
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import web

from bot.loopback.wire import Json

Encoder = Callable[[Json], str | bytes]
"""Turns messages into frames. Compression keeps state between frames, so each connection needs its own encoder."""
_Closing = tuple[int, str]
"""The code and the reason with which a connection ends."""


def encoder(asked: str | None) -> Encoder:
    """Return the encoder for the parameter `compress`. If `zstandard` is missing, zstd streams stay uncompressed."""
    if asked == "zlib-stream":
        stream = zlib.compressobj()
        return lambda message: stream.compress(_to_bytes(message)) + stream.flush(zlib.Z_SYNC_FLUSH)
    with suppress(ImportError):  # `zstandard` is optional
        return _zstd_encoder() if asked == "zstd-stream" else json.dumps
    return json.dumps


def _zstd_encoder() -> Encoder:
    zstandard: Any = importlib.import_module("zstandard")
    stream, flush = zstandard.ZstdCompressor().compressobj(), zstandard.COMPRESSOBJ_FLUSH_BLOCK
    return lambda message: bytes(stream.compress(_to_bytes(message)) + stream.flush(flush))


def _to_bytes(message: Json) -> bytes:
    return json.dumps(message).encode()


class Socket:
    """A client's websocket with a queue. Sending never waits; frames arrive in order, each after `delay()` seconds."""

    def __init__(self, ws: web.WebSocketResponse, encoder: Encoder, delay: Callable[[], float]) -> None:
        self._ws, self._encoder, self._delay = ws, encoder, delay
        self._queue: asyncio.Queue[tuple[float, Json | _Closing]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def end(self, code: int, reason: str = "") -> None:
        """Ask for the connection to be closed with a code, after everything queued has been sent."""
        self.send((code, reason))

    def send(self, message: Json | _Closing) -> None:
        """Queue a message, or the end of the connection."""
        self._queue.put_nowait((asyncio.get_running_loop().time() + self._delay(), message))

    async def _next(self) -> Json | _Closing:
        due, message = await self._queue.get()
        if (left := due - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(left)
        return message

    async def _write(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            while isinstance(message := await self._next(), dict):
                frame = self._encoder(message)
                if isinstance(frame, str):
                    await self._ws.send_str(frame)
                else:
                    await self._ws.send_bytes(frame)
            code, reason = message
            await self._ws.close(code=code, message=reason.encode())

    async def close(self, code: int, reason: str = "") -> None:
        """Send everything queued, close with a code, and wait until that is done."""
        self.end(code, reason)
        await asyncio.wait({self._writer})  # `await self._writer` would raise if the task was cancelled

    def cut(self) -> None:
        """Cut the connection, as a failing network does."""
        self._writer.cancel()
        transport = self._ws._req.transport if self._ws._req else None  # noqa: SLF001 - aiohttp offers no public way
        if transport is not None:
            transport.abort()

"""Gateway messages as websocket frames: plain text, or one zlib or zstd stream per connection."""

import importlib
import json
import zlib
from typing import Any, Protocol

from bot.loopback.wire import Json


class Encoder(Protocol):
    """Turns messages into frames; a stream keeps its context from frame to frame."""

    def encode(self, message: Json) -> str | bytes:
        """Return one message as one frame."""


class Plain:
    """Text frames."""

    def encode(self, message: Json) -> str:
        """Return the message as JSON."""
        return json.dumps(message)


class ZlibStream:
    """One zlib stream over all frames, each ended by a sync flush."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def encode(self, message: Json) -> bytes:
        """Return the next piece of the stream."""
        raw = json.dumps(message).encode()
        return self._stream.compress(raw) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """One zstd stream over all frames, each ended by a block flush. Raises ImportError without `zstandard`."""

    def __init__(self) -> None:
        zstandard: Any = importlib.import_module("zstandard")
        self._stream = zstandard.ZstdCompressor().compressobj()
        self._flush = zstandard.COMPRESSOBJ_FLUSH_BLOCK

    def encode(self, message: Json) -> bytes:
        """Return the next piece of the stream."""
        raw = json.dumps(message).encode()
        return bytes(self._stream.compress(raw) + self._stream.flush(self._flush))


def encoder(asked: str | None) -> Encoder:
    """Return the encoder for a connection's `compress` parameter. Every client also accepts plain frames."""
    if asked == "zlib-stream":
        return ZlibStream()
    if asked == "zstd-stream":
        try:
            return ZstdStream()
        except ImportError:
            return Plain()
    return Plain()

"""The CDN: files of messages, pictures of emoji, default avatars."""

import struct
import zlib

from aiohttp import web

from bot.loopback.messages.files import content_type
from bot.loopback.world.state import World

_COLOURS = ((88, 101, 242), (87, 96, 111), (35, 165, 90), (240, 178, 50), (237, 66, 69), (235, 69, 158))
_SIDE = 64


class Cdn:
    """Serves the world's files."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one file, or 404. Anything but a picture is a download, so that nobody can publish a page here."""
        path = request.match_info["path"]
        if path.startswith("embed/avatars/"):
            return web.Response(body=avatar(path), content_type="image/png")
        data = self._world.files.get(path) or self._world.files.get(path.rpartition(".")[0])
        if data is None:
            return web.Response(status=404, text="404: Not Found")
        kind = "image/png" if path.startswith("emojis/") else content_type(path).partition(";")[0]
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        if not kind.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)


def avatar(path: str) -> bytes:
    """Return a default avatar: a square of one of six colours, by the number in the path."""
    digits = "".join(sign for sign in path if sign.isdigit())
    colour = bytes(_COLOURS[int(digits or 0) % len(_COLOURS)])
    rows = (b"\0" + colour * _SIDE) * _SIDE
    header = struct.pack(">IIBBBBB", _SIDE, _SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

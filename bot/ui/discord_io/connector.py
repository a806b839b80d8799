"""How discord.py's requests reach the network."""

from typing import Any, Final

import aiohttp

MAX_WHOLE_BODY: Final = 2**20
"""Bytes; a larger body is written in pieces, so that it does not hold up everything else."""


class WholeBodyConnector(aiohttp.TCPConnector):
    """Writes a request with pictures in one piece: in nine, each would cost a system call and a wake-up at the end."""

    def __init__(self, **options: Any) -> None:
        super().__init__(limit=0, **options)  # discord.py limits its requests itself

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **kwargs: Any) -> aiohttp.connector.Connection:
        """Return a connection for a request."""
        body = req.body
        if isinstance(body, aiohttp.MultipartWriter) and (body.size or MAX_WHOLE_BODY + 1) <= MAX_WHOLE_BODY:
            await req.update_body(await body.as_bytes())
        return await super().connect(req, *args, **kwargs)

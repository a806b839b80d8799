"""A small, strict stand-in for Discord on 127.0.0.1: REST, gateway, CDN, and a page to play on.

It knows nothing of the bot or of discord.py, and refuses what Discord refuses: lengths, counts, double answers, dead
tokens, unresolved attachments, missing permissions, too many requests. Its clocks are Discord's (3 seconds to answer,
15 minutes for a token, an hour for cheap edits) and can be moved.

Within a process, or as one of its own (`python -m bot.loopback --port N --state FILE`):

    async with await Loopback.start() as loopback:
        discord.http.Route.BASE = loopback.api
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(loopback.gateway)
        discord.asset.Asset.BASE = loopback.cdn
        await client.start(loopback.token)

`Loopback.page` is for a browser. Programs act as people over HTTP (see `control.routes`); requests, events and
connections fail on demand (see `faults`).

Not there: sound and video, polls, stickers, reactions, forwarded messages, bans, kicks, invites, webhooks of channels,
changed roles, scheduled events. A request for one of them is refused aloud, never half done.
"""

from bot.loopback.server import Loopback
from bot.loopback.world.state import LoopbackClock

__all__ = ["Loopback", "LoopbackClock"]

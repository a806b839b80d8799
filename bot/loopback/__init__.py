"""A small, strict stand-in for Discord on 127.0.0.1, with a page to play on. README.md describes it.

It offers Discord's REST API, gateway and CDN, and has Discord's time limits. A bot has 3 seconds to answer an
interaction, and a token is valid for 15 minutes. After an hour, edits of a message are limited more strictly. Tests can
set the clock. The stand-in lacks sound and video, polls, stickers, reactions, forwarded messages, bans, kicks, invites,
webhooks of channels, changes of roles, and scheduled events. A request for one of these gets an error.
"""

from bot.loopback.server import Loopback
from bot.loopback.world.state import LoopbackClock

__all__ = ["Loopback", "LoopbackClock"]

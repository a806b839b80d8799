"""A small, strict stand-in for Discord on 127.0.0.1: REST, gateway, CDN, and a page to play on (README.md).

Its time limits are Discord's: 3 seconds to answer, 15 minutes for a token, and an hour until edits of a message are
limited more strictly. Tests can set its clock. It lacks sound and video, polls, stickers, reactions, forwarded
messages, bans, kicks, invites, webhooks of channels, changes of roles, and scheduled events. It answers a request for
one of these with an error.
"""

from bot.loopback.server import Loopback
from bot.loopback.world.state import LoopbackClock

__all__ = ["Loopback", "LoopbackClock"]

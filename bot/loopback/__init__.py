"""A small, strict stand-in for Discord on 127.0.0.1: REST, gateway, CDN, and a page to play on.

It knows nothing of the bot or of discord.py. Point a client at it by its addresses (`Loopback.api`,
`Loopback.gateway`, `Loopback.cdn`); act as people through the page or through `Person`.
"""

from bot.loopback.clock import Clock
from bot.loopback.driver import Answer, Person, Remote, Seen
from bot.loopback.server import Loopback

__all__ = ["Answer", "Clock", "Loopback", "Person", "Remote", "Seen"]

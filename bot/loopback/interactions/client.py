"""What a person's own client would not let them do. Not Discord's refusal: the press never leaves the screen."""

from bot.loopback.wire import Json


class ClientError(Exception):
    """The person's client would not send this: a disabled button, a missing option, somebody else's message."""


def localised(node: Json, key: str, locale: str) -> str:
    """A name or description as a client of that locale shows it."""
    return str((node.get(f"{key}_localizations") or {}).get(locale) or node.get(key) or "")

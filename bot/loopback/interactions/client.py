"""What a person's own client would not let them do, so that no request reaches Discord."""

from bot.loopback.wire import Json


class ClientError(Exception):
    """The person's client would not send this, for example the press of a disabled button."""


def localised(node: Json, key: str, locale: str) -> str:
    """Return a name or description in a client's locale."""
    return str((node.get(f"{key}_localizations") or {}).get(locale) or node.get(key) or "")

"""The table of routes, filled by the `route` decorator."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from bot.loopback.errors import Code, Refused, bad_form
from bot.loopback.rest.limits import DEFAULT, Limit, Limits
from bot.loopback.schemas.check import CheckContext, check, is_id
from bot.loopback.wire import Json, Upload
from bot.loopback.world.state import World

MAJOR = ("channel", "guild", "webhook", "token")
"""Path parameters that matter for rate limits. Each value of such a parameter has a bucket of its own."""


@dataclass(slots=True)
class Exchange:
    """One request and its answer. `path` lacks the API's prefix, and `body` and `reply` are decoded."""

    at: float
    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    status: int = 0
    reply: Any = None
    route: str = ""
    """The path with {names} in place of its parameters. It is empty for an unknown path."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request for a handler, with the parameters of its path."""

    world: World
    limits: Limits
    ids: dict[str, str]
    request: Exchange

    def number(self, name: str) -> int:
        """Return a path parameter as a snowflake. Raises `Refused` 50035."""
        return _number(f"{name}_id", self.ids[name])

    def asked(self, name: str, default: int) -> int:
        """Return a number from the query. Raises `Refused` 50035."""
        return _number(name, self.request.query[name]) if name in self.request.query else default

    def fields(self) -> Json:
        """Return the checked body, which is empty if the request has none."""
        return self.request.body or {}


def _number(name: str, text: str) -> int:
    if not is_id(text):
        raise bad_form((name,), "NUMBER_TYPE_COERCE", f'Value "{text[:40]}" is not snowflake.')
    return int(text)


Answer = Json | list[Json] | None
Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A route with its handler. `takes` is the model of its body, and `bot_only` routes need the bot's token."""

    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler
    status: int
    limit: Limit | None
    bucket: str
    bot_only: bool
    takes: TypeAdapter[Any] | None

    def check(self, body: Any, world: World) -> None:
        """Check the body against the route's model. Raises `Refused` 50035."""
        if self.takes is not None:
            check(self.takes, {} if body is None else body, CheckContext(world.emojis))

    def major(self, ids: dict[str, str]) -> str:
        """Return the values of the path parameters in `MAJOR`, joined into one text."""
        return "/".join(ids[name] for name in MAJOR if name in ids)


TABLE: list[Route] = []


def route(
    method: str,
    *templates: str,
    status: int = 200,
    limit: Limit | None = DEFAULT,
    bucket: str = "",
    bot_only: bool = True,
    takes: Any = None,
) -> Callable[[Handler], Handler]:
    """Add a handler for `templates`, which are paths with {names} for parameters.

    Routes with the same `bucket` share a limit. `takes` is the model or type adapter that checks the body.
    """
    model = takes if takes is None or isinstance(takes, TypeAdapter) else TypeAdapter(takes)

    def enter(handler: Handler) -> Handler:
        for template in templates:
            pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)))
            own = bucket or f"{method} {template}"
            TABLE.append(Route(method, template, pattern, handler, status, limit, own, bot_only, model))
        TABLE.sort(key=lambda r: r.template.count("{"))  # fixed paths come before paths with parameters
        return handler

    return enter


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and its path parameters; None if there is no such route."""
    for candidate in TABLE:
        if candidate.method == method and (match := candidate.pattern.fullmatch(path)):
            return candidate, match.groupdict()
    return None


def unknown(path: str) -> Refused:
    """Return the refusal of a request without a route: 405 if the path has a route with another method, else 404."""
    known = any(candidate.pattern.fullmatch(path) for candidate in TABLE)
    return Refused(Code.METHOD_NOT_ALLOWED if known else Code.NOT_FOUND)

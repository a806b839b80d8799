"""Which function answers which request: a table filled by the `route` decorator."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.loopback.errors import Code, Form, Refused, bad_form
from bot.loopback.rest.limits import DEFAULT, Limit, Limits
from bot.loopback.rest.shapes import LONGEST_ID, Check
from bot.loopback.wire import Json, Upload
from bot.loopback.world.state import World

MAJOR = ("channel", "guild", "webhook", "token")
"""Path parameters that split a rate limit's bucket."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, decoded."""

    world: World
    limits: Limits
    method: str
    path: str
    ids: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: list[Upload]

    def number(self, name: str) -> int:
        """A path parameter that must be a snowflake. Raises `Refused` 50035."""
        return _number(f"{name}_id", self.ids[name])

    def asked(self, name: str, default: int) -> int:
        """A number of the query. Raises `Refused` 50035."""
        return _number(name, self.query[name]) if name in self.query else default

    def fields(self) -> Json:
        """The body as an object; a request without one has an empty one. Raises `Refused` 50035."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise bad_form((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body

    def items(self) -> list[Any]:
        """The body as a list. Raises `Refused` 50035."""
        if not isinstance(self.body, list):
            raise bad_form((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return self.body


def _number(name: str, text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= LONGEST_ID):
        raise bad_form((name,), "NUMBER_TYPE_COERCE", f'Value "{text[:40]}" is not snowflake.')
    return int(text)


Answer = Json | list[Json] | None
Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """One route: who answers, what a body may be, what status a good answer has, whose limit counts, who logs in."""

    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler
    status: int
    limit: Limit | None
    bucket: str
    bot_only: bool
    counts_globally: bool
    takes: Check | None

    def check(self, body: Any) -> None:
        """Look at the kinds of a body's values. Raises `Refused` 50035."""
        if self.takes is None or body is None:
            return
        form = Form()
        self.takes(form, (), body)
        form.refuse()

    def major(self, ids: dict[str, str]) -> str:
        """The major parameters of a request, as one text."""
        return "/".join(ids[name] for name in MAJOR if name in ids)


TABLE: list[Route] = []


def route(
    method: str,
    template: str,
    *,
    status: int = 200,
    limit: Limit | None = DEFAULT,
    bucket: str = "",
    bot_only: bool = True,
    takes: Check | None = None,
) -> Callable[[Handler], Handler]:
    """Enter a function into the table.

    `template` has {names}; `bucket` joins routes under one limit; `takes` is the shape of a body.
    """

    def enter(handler: Handler) -> Handler:
        pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)))
        own = bucket or f"{method} {template}"
        TABLE.append(Route(method, template, pattern, handler, status, limit, own, bot_only, bot_only, takes))
        TABLE.sort(key=lambda r: r.template.count("{"))  # names stand before parameters
        return handler

    return enter


def find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """The route of a request and its path parameters. Raises `Refused` 404, or 405 for a known path."""
    known = False
    for candidate in TABLE:
        match = candidate.pattern.fullmatch(path)
        if match and candidate.method == method:
            return candidate, match.groupdict()
        known = known or bool(match)
    raise Refused(Code.METHOD_NOT_ALLOWED if known else Code.NOT_FOUND)

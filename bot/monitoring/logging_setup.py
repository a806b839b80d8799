"""Logging to standard error, as text or JSON, without anything that names a player's cards.

Tracebacks have no local variables. Refusals of the rules, a table or a league appear in them by their reason alone:
the facts of a refusal are for the refused user only, because they may name hidden cards or what the user typed.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Final

import structlog
from structlog.typing import ExcInfo, Processor

from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.settings import Settings
from engine.model.errors import IllegalAction

LOG_LINE_FORMAT: Final = "%(levelname)s %(name)s %(message)s"


def set_up_logging(settings: Settings) -> None:
    """Send all logs to standard error."""
    level = getattr(logging, settings.log_level.upper())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(LOG_LINE_FORMAT))
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler])
    structlog.configure(
        processors=build_processors(json=settings.log_format == "json"),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def build_processors(*, json: bool) -> list[Processor]:
    """Return the processors of the program's own log; the last one renders the line."""
    shown: Processor = structlog.processors.JSONRenderer()
    if not json:
        shown = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(_format_traceback),
        shown,
    ]


class RedactingFormatter(logging.Formatter):
    """Formats a line of a library's log, such as asyncio's, with refusals redacted."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line with its traceback."""
        text = super().format(record)
        error = record.exc_info[1] if record.exc_info else None
        return text if error is None else redact_refusals(text, error)


def _format_traceback(exc_info: ExcInfo) -> str:
    error = exc_info[1]
    return redact_refusals("".join(traceback.format_exception(error)).rstrip(), error)


def redact_refusals(text: str, error: BaseException) -> str:
    """Return `text` about an error, with every refusal behind it reduced to its reason."""
    refusals = dict(known for one in _iterate_causes(error, set()) for known in _redactions(one))
    for found in sorted(refusals, key=len, reverse=True):  # one may be a prefix of another
        text = text.replace(found, refusals[found])
    return text


def _iterate_causes(error: BaseException | None, seen: set[int]) -> Iterator[BaseException]:
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    yield error
    members = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for one in (error.__cause__, error.__context__, *members):
        yield from _iterate_causes(one, seen)


def _redactions(error: BaseException) -> Iterator[tuple[str, str]]:
    """Yield the texts of a refusal, plain and quoted, each with its reason; nothing for other errors."""
    if isinstance(error, IllegalAction | TableRefused | LeagueRefused):
        yield str(error), error.reason.value
        yield repr(str(error)), error.reason.value

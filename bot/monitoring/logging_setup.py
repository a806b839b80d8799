"""Logging to standard error, as text or JSON, without anything that names a player's cards.

A refusal appears in a traceback only with its reason, because its facts may name hidden cards or what the user typed.
Tracebacks show no local variables. `bot.settings` keeps the bot's token out of error messages.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Final

import structlog
from structlog.typing import ExcInfo, Processor

from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.settings import Settings
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()


def set_up_logging(settings: Settings) -> None:
    """Send all logs to standard error. Python's warnings and uncaught errors become log lines, too."""
    level = getattr(logging, settings.log_level.upper())
    structlog.configure(
        processors=build_processors(json=settings.log_format == "json"),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[LibraryHandler()], force=True)
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_fatal_error
    threading.excepthook = lambda failed: log.error("a thread has failed", exc_info=failed.exc_value)
    sys.unraisablehook = lambda failed: log.error("an error could not be raised", exc_info=failed.exc_value)


def build_processors(*, json: bool) -> list[Processor]:
    """Return the structlog processors that each line passes through; the last one renders it."""
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


class LibraryHandler(logging.Handler):
    """Writes each log record of a library, such as asyncio, as a line of the program's log with the library's name."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as a line. If that fails, `handleError` reports it, as in any handler of Python."""
        try:
            usual = max(logging.DEBUG, min(record.levelno // 10 * 10, logging.CRITICAL))  # libraries may add levels
            failed = {} if not record.exc_info or record.exc_info[1] is None else {"exc_info": record.exc_info[1]}
            log.log(usual, _to_event(record), logger=record.name, **failed)
        except Exception:  # noqa: BLE001 - a library's arguments may raise anything
            self.handleError(record)


def _to_event(record: logging.LogRecord) -> str:
    text, error = record.getMessage(), record.exc_info[1] if record.exc_info else None
    shown = text if error is None else redact_refusals(text, error)
    return " ".join(line.strip() for line in shown.splitlines())


def _log_fatal_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, Exception):
        log.error("the program ends with an error", exc_info=error)
    else:  # KeyboardInterrupt, for example, is no error
        sys.__excepthook__(kind, error, trace)


def _format_traceback(exc_info: ExcInfo) -> str:
    error = exc_info[1]
    return redact_refusals("".join(traceback.format_exception(error)).rstrip(), error)


def redact_refusals(text: str, error: BaseException) -> str:
    """Return a text about an error. Where it contains a refusal's message, only the refusal's reason remains."""
    refusals = dict(known for one in _iterate_causes(error, set()) for known in _redactions(one))
    for found in sorted(refusals, key=len, reverse=True):  # the longest first, because it may contain another
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
    """Yield a refusal's message, as it is and quoted, each with the reason to replace it. Other errors yield none."""
    if isinstance(error, IllegalAction | TableRefused | LeagueRefused):
        yield str(error), error.reason.value
        yield repr(str(error)), error.reason.value

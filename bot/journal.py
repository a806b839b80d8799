"""How the program logs: to standard error, as text or as JSON, and never what names somebody's cards.

Tracebacks come without local variables. What the rules, a table or a league refused stands in them by its reason
alone: the facts of a refusal are for the one who is refused, as they may name hidden cards, or what he typed.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Final

import structlog
from structlog.typing import ExcInfo, Processor

from bot.league.refusals import LeagueRefused
from bot.play.refusals import Refused
from bot.settings import Settings
from engine.errors import IllegalAction

LINE: Final = "%(levelname)s %(name)s %(message)s"


def set_up_logging(settings: Settings) -> None:
    """Send all logs to standard error."""
    level = getattr(logging, settings.log_level.upper())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(LINE))
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler])
    structlog.configure(
        processors=steps(json=settings.log_format == "json"),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def steps(*, json: bool) -> list[Processor]:
    """Return what is done with a line of the program's own log, the last step making text of it."""
    shown: Processor = structlog.processors.JSONRenderer()
    if not json:
        shown = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(_told),
        shown,
    ]


class Discreet(logging.Formatter):
    """Writes a line of a library's log, of asyncio's for one, as discreetly as the program's own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with its traceback."""
        text = super().format(record)
        fault = record.exc_info[1] if record.exc_info else None
        return text if fault is None else without_facts(text, fault)


def _told(exc_info: ExcInfo) -> str:
    fault = exc_info[1]
    return without_facts("".join(traceback.format_exception(fault)).rstrip(), fault)


def without_facts(text: str, fault: BaseException) -> str:
    """Return a text about a fault in which every refusal that it comes from is named by its reason alone."""
    refusals = dict(known for one in _chain(fault, set()) for known in _refusal(one))
    for words in sorted(refusals, key=len, reverse=True):  # one may be the beginning of another
        text = text.replace(words, refusals[words])
    return text


def _chain(fault: BaseException | None, met: set[int]) -> Iterator[BaseException]:
    """Yield a fault, what it came from, and what it is a group of."""
    if fault is None or id(fault) in met:
        return
    met.add(id(fault))
    yield fault
    further = fault.exceptions if isinstance(fault, BaseExceptionGroup) else ()
    for one in (fault.__cause__, fault.__context__, *further):
        yield from _chain(one, met)


def _refusal(fault: BaseException) -> Iterator[tuple[str, str]]:
    """Yield the words of a refusal, plain and quoted, each with its reason; nothing for another fault."""
    if isinstance(fault, IllegalAction | Refused | LeagueRefused):
        reason = fault.reason if isinstance(fault, IllegalAction) else fault.why
        yield str(fault), reason.value
        yield repr(str(fault)), reason.value

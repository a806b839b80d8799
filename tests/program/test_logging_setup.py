"""The log shows errors with tracebacks and refusals by their reason, never the cards they name."""

import logging
import sys

import pytest
import structlog

from bot.monitoring.logging_setup import LOG_LINE_FORMAT, RedactingFormatter, build_processors
from bot.play.refusals import TableRefusal, TableRefused
from engine.model.cards import parse_card
from engine.model.errors import IllegalAction, Reason

REQUIRED = IllegalAction(Reason.MUST_FOLLOW_SHAPE, required=((parse_card("S8"), parse_card("S8")),))
MORE = IllegalAction(Reason.MUST_FOLLOW_SHAPE, required=((parse_card("S8"), parse_card("S8"), parse_card("S9")),))
TYPED = TableRefused(TableRefusal.INVALID_CARDS, text="S8 'or' \"S8\"")


def raise_plain(refusal):
    raise refusal


def raise_as_cause(refusal):
    try:
        raise_plain(refusal)
    except ValueError as no:
        raise OSError(f"the worker says {no}") from no


def raise_as_context(refusal):
    try:
        raise_plain(refusal)
    except Exception:  # noqa: BLE001 - every kind
        raise OSError("the database did not answer")  # noqa: B904 - the context is what is tested


def raise_in_group(refusal):
    raise ExceptionGroup("both", [refusal, MORE])


def catch(raise_it, refusal):
    try:
        raise_it(refusal)
    except Exception as error:  # noqa: BLE001 - every kind
        return error


CASES = [(raise_it, REQUIRED) for raise_it in (raise_plain, raise_as_cause, raise_as_context, raise_in_group)] + [
    (raise_as_context, TYPED)
]


def test_refusals_name_cards():
    assert all("S8" in str(refusal) for refusal in (REQUIRED, MORE, TYPED))


@pytest.mark.parametrize(("raise_it", "refusal"), CASES)
@pytest.mark.parametrize("json", [True, False])
def test_own_log_names_no_cards(raise_it, refusal, json, capsys):
    error = catch(raise_it, refusal)
    log = structlog.wrap_logger(structlog.PrintLogger(sys.stdout), processors=build_processors(json=json))
    log.error("it failed", exc_info=error)
    assert_redacted(capsys.readouterr().out, refusal)


@pytest.mark.parametrize(("raise_it", "refusal"), CASES)
def test_library_log_names_no_cards(raise_it, refusal):
    error = catch(raise_it, refusal)
    record = logging.LogRecord(
        "asyncio", logging.ERROR, "", 0, f"never retrieved: {error!r}", None, (type(error), error, error.__traceback__)
    )
    assert_redacted(RedactingFormatter(LOG_LINE_FORMAT).format(record), refusal)


def assert_redacted(text, refusal):
    assert "Traceback" in text
    assert refusal.reason.value in text
    assert "S8" not in text
    assert "S9" not in text


def test_line_without_error_is_unchanged():
    assert (
        RedactingFormatter(LOG_LINE_FORMAT).format(logging.LogRecord("x", 30, "", 0, "well", None, None))
        == "WARNING x well"
    )

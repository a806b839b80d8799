"""What is logged tells of a fault with its traceback, and of a refusal its reason, never the cards that it names."""

import logging
import sys

import pytest
import structlog

from bot.journal import LINE, Discreet, steps
from bot.play.refusals import Refused, Why
from engine.cards import parse_card
from engine.errors import IllegalAction, Reason

OWED = IllegalAction(Reason.MUST_FOLLOW_SHAPE, owed=((parse_card("S8"), parse_card("S8")),))
MORE = IllegalAction(Reason.MUST_FOLLOW_SHAPE, owed=((parse_card("S8"), parse_card("S8"), parse_card("S9")),))
TYPED = Refused(Why.BAD_CARDS, text="S8 'or' \"S8\"")


def as_it_is(refusal):
    raise refusal


def as_the_reason(refusal):
    try:
        as_it_is(refusal)
    except ValueError as no:
        raise OSError(f"the worker says {no}") from no


def meanwhile(refusal):
    try:
        as_it_is(refusal)
    except Exception:  # noqa: BLE001 - whatever it is
        raise OSError("the database did not answer")  # noqa: B904 - as it happens


def two_at_once(refusal):
    raise ExceptionGroup("both", [refusal, MORE])


def raised(happens, refusal):
    try:
        happens(refusal)
    except Exception as fault:  # noqa: BLE001 - whatever it is
        return fault


CASES = [(happens, OWED) for happens in (as_it_is, as_the_reason, meanwhile, two_at_once)] + [(meanwhile, TYPED)]


def test_the_refusals_do_name_cards():
    assert all("S8" in str(refusal) for refusal in (OWED, MORE, TYPED))


@pytest.mark.parametrize(("happens", "refusal"), CASES)
@pytest.mark.parametrize("json", [True, False])
def test_the_programs_own_log_names_no_cards(happens, refusal, json, capsys):
    fault = raised(happens, refusal)
    log = structlog.wrap_logger(structlog.PrintLogger(sys.stdout), processors=steps(json=json))
    log.error("it failed", exc_info=fault)
    told(capsys.readouterr().out, refusal)


@pytest.mark.parametrize(("happens", "refusal"), CASES)
def test_the_libraries_logs_name_none(happens, refusal):
    fault = raised(happens, refusal)
    record = logging.LogRecord(
        "asyncio", logging.ERROR, "", 0, f"never retrieved: {fault!r}", None, (type(fault), fault, fault.__traceback__)
    )
    told(Discreet(LINE).format(record), refusal)


def told(text, refusal):
    reason = refusal.reason if isinstance(refusal, IllegalAction) else refusal.why
    assert "Traceback" in text
    assert reason.value in text
    assert "S8" not in text
    assert "S9" not in text


def test_a_line_without_a_fault_stays_as_it_is():
    assert Discreet(LINE).format(logging.LogRecord("x", 30, "", 0, "well", None, None)) == "WARNING x well"

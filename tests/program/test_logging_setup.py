"""The log shows errors with tracebacks, and why something was refused, but never which cards were refused."""

import asyncio
import gc
import json as json_format
import logging
import re
import sys
import threading
import warnings
from contextlib import contextmanager

import pytest
import structlog
from kept_logging import keep_logging

from bot.__main__ import main
from bot.monitoring.logging_setup import build_processors, set_up_logging
from bot.play.refusals import TableRefusal, TableRefused
from bot.settings import Settings
from engine.model.cards import parse_card
from engine.model.errors import IllegalAction, Reason
from tests.everyday import spread

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
    except Exception:  # noqa: BLE001 - errors of every kind
        raise OSError("the database did not answer")  # noqa: B904 - the context is what is tested


def raise_in_group(refusal):
    raise ExceptionGroup("both", [refusal, MORE])


def catch(raise_it, refusal):
    try:
        raise_it(refusal)
    except Exception as error:  # noqa: BLE001 - errors of every kind
        return error


CASES = [(raise_it, REQUIRED) for raise_it in (raise_plain, raise_as_cause, raise_as_context, raise_in_group)] + [
    (raise_as_context, TYPED)
]


def test_examples_of_refusals_name_cards():
    assert all("S8" in str(refusal) for refusal in (REQUIRED, MORE, TYPED))


@pytest.mark.parametrize(("raise_it", "refusal"), CASES)
@pytest.mark.parametrize("json", [True, False])
def test_own_log_names_no_cards(raise_it, refusal, json, capsys):
    error = catch(raise_it, refusal)
    log = structlog.wrap_logger(structlog.PrintLogger(sys.stdout), processors=build_processors(json=json))
    log.error("it failed", exc_info=error)
    assert_redacted(capsys.readouterr().out, refusal)


@pytest.mark.parametrize(("raise_it", "refusal"), CASES)
@pytest.mark.parametrize("json", [True, False])
def test_library_log_names_no_cards(raise_it, refusal, json, capsys):
    error = catch(raise_it, refusal)
    with logging_as("json" if json else "text"):
        logging.getLogger("asyncio").error("never retrieved: %r", error, exc_info=error)
    assert_redacted(capsys.readouterr().err, refusal)


def assert_redacted(text, refusal):
    assert "Traceback" in text
    assert refusal.reason.value in text
    assert "S8" not in text
    assert "S9" not in text


@contextmanager
def logging_as(log_format):
    """Log as the program does, until the end of the block."""
    with keep_logging():
        set_up_logging(Settings(_env_file=None, log_format=log_format))
        yield


def raise_broken():
    raise OSError("it\nbroke")


def tell_rate_limit():
    logging.getLogger("discord.http").warning("We are being rate limited. %s %s responded with 429.", "PATCH", "/x")


def lose_task():
    async def run():
        loop = asyncio.get_running_loop()
        loop.create_future().set_exception(catch(lambda _: raise_broken(), None))
        gc.collect()
        asyncio.create_task(asyncio.to_thread(raise_broken), name="lost\ntask")  # noqa: RUF006 - lost on purpose
        await asyncio.sleep(0.05)
        gc.collect()

    asyncio.run(run())


def fail_in_server():
    logging.getLogger("aiohttp.server").error("Error handling request", exc_info=catch(lambda _: raise_broken(), None))


def warn():
    logging.captureWarnings(True)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = logging._showwarning  # restore this function, which pytest has replaced
        warnings.warn("old\nways", DeprecationWarning, stacklevel=1)


def fail_in_thread():
    thread = threading.Thread(target=raise_broken)
    thread.start()
    thread.join()


def fail_in_finalizer():
    class Broken:
        def __del__(self):
            raise_broken()

    Broken()
    gc.collect()


def fail_at_last():
    error = catch(lambda _: raise_broken(), None)
    sys.excepthook(type(error), error, error.__traceback__)


def use_own_level():
    logging.getLogger("discord.gateway").log(35, "100 %s of it", "%d")


SPEAKERS = (
    tell_rate_limit,
    lose_task,
    fail_in_server,
    warn,
    fail_in_thread,
    fail_in_finalizer,
    fail_at_last,
    use_own_level,
)


@pytest.mark.parametrize("speak", SPEAKERS)
def test_every_line_is_json(speak, capsys):
    with logging_as("json"):
        speak()
    lines = capsys.readouterr().err.splitlines()
    assert lines
    for line in map(json_format.loads, lines):
        assert line.keys() >= {"event", "level", "timestamp"}
        assert "\n" not in line["event"]


@pytest.mark.parametrize("speak", spread(3, SPEAKERS))
def test_every_line_of_text_has_its_time(speak, capsys):
    """Only the lines of a traceback have none; they follow the line of their error."""
    with logging_as("text"):
        speak()
    written = capsys.readouterr().err
    lines = [line for line in written.splitlines() if not line.startswith((" ", "Traceback", "OSError", "broke"))]
    assert lines
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", line) for line in lines if line), written


def test_refused_start_is_json_too(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["tractor", "run"])
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("LOG_FORMAT", "json")
    monkeypatch.setenv("METRICS_PORT", "9")
    monkeypatch.setenv("METRICS_HOST", "192.0.2.1")
    with logging_as("json"):
        assert main() == 2
    lines = [json_format.loads(line) for line in "".join(capsys.readouterr()).splitlines()]
    assert lines[-1]["event"].startswith("METRICS_PORT: nothing can listen on 192.0.2.1:9")
    assert "page" in lines[0]

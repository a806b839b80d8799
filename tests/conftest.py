"""Settings of all tests. Tests with the longest time limits begin first, so that no long one is left for the end."""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

# Let Python write compiled files. They save a third of a second in each of the many processes that the suite starts.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()  # off until all tests are collected, because hardly any object made until then is garbage

MEMORY = Path("/dev/shm")
SPARE = 4 << 30
if not os.environ.get("TMPDIR") and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > SPARE:
    # Hundreds of databases would wait until the disk confirms each write; databases in memory do not wait.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# By default structlog adds all local variables to a traceback, which takes seconds and may exceed a test's time limit.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

# Hypothesis must not fail an example because it takes long, as the machine may be busy. Other settings stay.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


# These folders and files test signals, forks and terminals that only Unix has.
if os.name != "posix":
    collect_ignore = [
        "crash",
        "mutation",
        "load",
        "engine/arena/test_arena_process.py",
        "engine/arena/test_arena_programs.py",
    ]


def pytest_collection_modifyitems(items):
    items.sort(key=patience, reverse=True)
    if os.name != "posix" or "tests.elsewhere" in sys.modules:
        for item in items:
            if item.get_closest_marker("unix"):
                item.add_marker(pytest.mark.skip(reason="is about what only Unix has"))


def pytest_collection_finish():
    """Let the garbage collector skip all objects that exist by now, which saves a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish():
    """Collect garbage once, and exempt what is left from the ten collections that pytest makes before it ends."""
    gc.collect()
    gc.freeze()


def patience(item):
    """Return the seconds of a test's own mark `timeout`; 0 without one."""
    own = item.get_closest_marker("timeout")
    return own.args[0] if own else 0

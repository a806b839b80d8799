"""Runs every benchmark in full for `make bench`.

In the long suite, every benchmark runs in a short form, which shows that it still works.
"""

import logging
from dataclasses import dataclass

import pytest
import structlog


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a benchmark. The times of a short run are hardly ever asserted, because they say little."""

    is_short: bool

    def pick(self, full, short):
        return short if self.is_short else full


SCALES = (
    pytest.param(Scale(is_short=False), id="full", marks=pytest.mark.bench),
    pytest.param(Scale(is_short=True), id="short", marks=[pytest.mark.long, pytest.mark.timeout(900)]),
)


@pytest.fixture(autouse=True)
def figures_without_log():
    """Keep log lines below the level of warnings out of a benchmark's output."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.configure(**before)


def pytest_generate_tests(metafunc):
    assert "scale" in metafunc.fixturenames, f"{metafunc.function.__name__} has no short form"
    metafunc.parametrize("scale", SCALES)

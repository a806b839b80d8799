"""Runs every benchmark in two sizes: in full for `make bench`, and shortly in the long suite, so that none of them rots."""

import logging
from dataclasses import dataclass

import pytest
import structlog


@dataclass(frozen=True, slots=True)
class Scale:
    """How much a benchmark does. In a short run times say little, so that hardly any is asserted."""

    is_short: bool

    def pick(self, full, short):
        return short if self.is_short else full


SCALES = (
    pytest.param(Scale(is_short=False), id="full", marks=pytest.mark.bench),
    pytest.param(Scale(is_short=True), id="short", marks=[pytest.mark.long, pytest.mark.timeout(900)]),
)


@pytest.fixture(autouse=True)
def figures_without_log():
    """Leave the log out of what a benchmark prints, except for warnings."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.configure(**before)


def pytest_generate_tests(metafunc):
    assert "scale" in metafunc.fixturenames, f"{metafunc.function.__name__} has no short form"
    metafunc.parametrize("scale", SCALES)

"""A pytest plugin for mutants: records which tests run each line, or runs only the chosen tests."""

import os
from pathlib import Path

import coverage
import hypothesis
import pytest

hypothesis.settings.register_profile(
    "mutants",
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),  # shrinking a failing example would only take time
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("mutants")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    if measuring := coverage.Coverage.current():
        measuring.switch_context(item.nodeid)
    return (yield)


def pytest_collection_modifyitems(config, items):
    if chosen := os.environ.get("MUTANT_TESTS"):
        wanted = set(Path(chosen).read_text().splitlines())
        items[:] = [item for item in items if item.nodeid in wanted]

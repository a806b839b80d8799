"""Chooses which cases of a test run every day. The long suite runs all of them."""

import os

import pytest
from hypothesis import settings

ALL_EXAMPLES = os.environ.get("LAWS") == "all"


def chosen(values, every_day):
    """Return all values as parameters of a test. Those not in `every_day` run only in the long suite."""
    return [pytest.param(*_arguments(one), marks=[] if one in every_day else pytest.mark.long) for one in values]


def spread(count, values):
    """Return all values as parameters. Every day, `count` of them are tried: the first, the last and some between."""
    values = list(values)
    gaps = max(count - 1, 1)
    return chosen(values, [values[i * (len(values) - 1) // gaps] for i in range(count)])


def law(examples, **others):
    """Mark a Hypothesis test with `law`. The test tries all `examples` in the long suite, and a quarter every day."""
    checked = settings(max_examples=examples if ALL_EXAMPLES else examples // 4, deadline=None, **others)
    return lambda test: pytest.mark.law(checked(test))


def _arguments(value):
    return value if isinstance(value, tuple) else (value,)

"""What holds for all tests: the most patient begin first, so that none of them is left over when the others are done."""

import os
import sys

# The suite starts many processes: compiled files spare each of them a third of a second.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items):
    items.sort(key=patience, reverse=True)


def patience(item):
    """Return the seconds that a test may take by its own mark; 0 without one."""
    own = item.get_closest_marker("timeout")
    return own.args[0] if own else 0

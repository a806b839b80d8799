"""Lets these tests import the helpers of the flow tests and of the kill tests."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "flows"), str(TESTS / "crash")]

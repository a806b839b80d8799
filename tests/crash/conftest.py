"""Lets these tests import the helpers of the store's tests and of the flow tests."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "bot/store"), str(TESTS / "flows")]

"""Lets these tests use the helpers of the flows and of the kills."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "flows"), str(TESTS / "crash")]

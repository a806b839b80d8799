"""Lets these tests use the store's and the flows' helpers."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "bot/store"), str(TESTS / "flows")]

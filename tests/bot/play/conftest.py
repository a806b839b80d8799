import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from table_harness import TableHarness


@pytest.fixture
async def harness():
    harness = TableHarness()
    yield harness
    await harness.registry.close()

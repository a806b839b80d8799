import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from memory_house import House


@pytest.fixture
async def house():
    house = House()
    yield house
    await house.registry.close()

"""What every program of a test run may have in common, because it never changes: made once, not for every test."""

import asyncio
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from bot.render.fonts import Fonts
from bot.render.paint import Painter
from bot.render.pool import Pictures
from bot.store.migrate import upgrade
from bot.text.catalogue import Catalogue


class Blank(Pictures):
    """Pictures of which only the first of each kind is really drawn: most tests are about everything else."""

    def __init__(self, workers=1):
        super().__init__(workers)
        self._first = {}

    async def draw(self, picture):
        kind = type(picture)
        if kind not in self._first:
            self._first[kind] = await super().draw(picture)
        return self._first[kind]


@cache
def _catalogue():
    return Catalogue.load()


@cache
def _painter():
    return Painter(Fonts())


@cache
def _empty():
    """A database without rows, at the newest migration."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        asyncio.run(upgrade(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


async def new_database(folder):
    """Lay a migrated database into the folder, if it has none."""
    path = Path(folder) / "tractor.db"
    if not path.exists():
        path.write_bytes(await asyncio.to_thread(_empty))


@contextmanager
def made_once():
    """Programs that start meanwhile share words and sprites."""
    words, painter = _catalogue(), _painter()
    with (
        patch.object(Catalogue, "load", lambda: words),
        patch("bot.render.pool.Painter", lambda _: painter),
    ):
        yield

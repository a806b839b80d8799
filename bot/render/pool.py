"""Pictures on demand: drawn in a few threads, never on the event loop, each only once."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from bot.render import emoji, hand, lobby, result, table
from bot.render.encode import Picture, png, round_off
from bot.render.fonts import ASSETS, Fonts
from bot.render.paint import Painter
from bot.render.pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.scene import Scene
from bot.render.shelf import Shelf

KEPT: Final = 16 << 20
"""Bytes of finished pictures kept."""

Made = TypeVar("Made")


class Pictures:
    """Draws pictures with `workers` threads and keeps what it has drawn.

    Raises:
        BadAsset: a font is missing or damaged; found here and not when the first player asks for a hand.
    """

    def __init__(self, workers: int = 2, assets: Path = ASSETS) -> None:
        self._painter = Painter(Fonts(assets))
        self._assets = assets
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="render")
        self._kept: Shelf[tuple[Picture, ...]] = Shelf(KEPT, lambda made: sum(len(p.png) for p in made))
        self._waiting: dict[Hashable, asyncio.Future[tuple[Picture, ...]]] = {}

    async def hand(self, picture: HandPicture) -> Picture:
        """Return the picture of a hand."""
        return (await self._drawn(picture, lambda: (hand.layout(picture),)))[0]

    async def hand_large(self, picture: HandPicture) -> tuple[Picture, ...]:
        """Return a hand with large cards: two pictures, or one where few cards are left."""
        return await self._drawn(("large", picture), lambda: hand.layout_large(picture))

    async def table(self, picture: TablePicture) -> Picture:
        """Return the picture of a table."""
        return (await self._drawn(picture, lambda: (table.layout(picture),)))[0]

    async def lobby(self, picture: LobbyPicture) -> Picture:
        """Return the picture of a table that waits for its players."""
        return (await self._drawn(picture, lambda: (lobby.layout(picture),)))[0]

    async def result(self, picture: ResultPicture) -> Picture:
        """Return the picture of how a deal ended."""
        return (await self._drawn(picture, lambda: (result.layout(picture),)))[0]

    async def emoji(self) -> dict[str, bytes]:
        """Return all application emoji as PNG bytes by name; `bot.render.emoji` tells what is called how."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, emoji.render, self._assets)

    async def _drawn(self, key: Hashable, scenes: Callable[[], tuple[Scene, ...]]) -> tuple[Picture, ...]:
        """Return the pictures under `key`; those who ask for one that is being drawn wait for the same."""
        found = self._kept.find(key)
        if found is not None:
            return found
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = asyncio.ensure_future(self._draw(key, scenes))
            self._waiting[key] = waiting
            waiting.add_done_callback(lambda _: self._waiting.pop(key, None))
        return await asyncio.shield(waiting)

    async def _draw(self, key: Hashable, scenes: Callable[[], tuple[Scene, ...]]) -> tuple[Picture, ...]:
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(self._pool, self._make, scenes)
        self._kept.put(key, made)
        return made

    def _make(self, scenes: Callable[[], tuple[Scene, ...]]) -> tuple[Picture, ...]:
        return tuple(self._painted(scene) for scene in scenes())

    def _painted(self, scene: Scene) -> Picture:
        image = self._painter.paint(scene)
        round_off(image, scene.radius)
        return png(image, scene.ground)

    def close(self) -> None:
        """Let the threads end; pictures not yet begun are not drawn."""
        self._pool.shutdown(wait=False, cancel_futures=True)

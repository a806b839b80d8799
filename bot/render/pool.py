"""Pictures on demand: drawn in a few threads, never on the event loop, each only once."""

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.render import charts, emoji, examples, hand, lobby, replay, result, season, standings, table, versus
from bot.render.encode import Picture, png, round_off
from bot.render.examples import ExamplePicture
from bot.render.fonts import ASSETS, Fonts
from bot.render.paint import Painter
from bot.render.pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.replay import Animation, ReplayPicture
from bot.render.scene import Scene
from bot.render.shelf import Shelf
from bot.render.statistics import (
    CrossTablePicture,
    HeadToHeadPicture,
    MatchPicture,
    RatingPicture,
    SeasonPicture,
    StandingsPicture,
)

Made = TypeVar("Made")
KEPT: Final = 10 << 20
"""Bytes of finished pictures kept."""
AnyPicture = (
    HandPicture
    | TablePicture
    | LobbyPicture
    | ResultPicture
    | StandingsPicture
    | RatingPicture
    | HeadToHeadPicture
    | CrossTablePicture
    | SeasonPicture
    | MatchPicture
    | ExamplePicture
    | ReplayPicture
)
LAYOUTS: Final[Mapping[type, Callable[[Any], Scene]]] = {
    HandPicture: hand.layout,
    TablePicture: table.layout,
    LobbyPicture: lobby.layout,
    ResultPicture: result.layout,
    StandingsPicture: standings.layout,
    RatingPicture: charts.ratings,
    HeadToHeadPicture: versus.head_to_head,
    CrossTablePicture: versus.cross_table,
    SeasonPicture: season.layout,
    MatchPicture: charts.match,
    ExamplePicture: examples.layout,
    ReplayPicture: replay.layout,
}


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

    @property
    def used(self) -> int:
        """Bytes that all caches hold."""
        return self._painter.used + self._kept.used

    async def draw(self, picture: AnyPicture) -> Picture:
        """Return any picture; which one is meant is told by the value's type."""
        return (await self._drawn(picture, lambda: (LAYOUTS[type(picture)](picture),)))[0]

    async def hand(self, picture: HandPicture) -> Picture:
        """Return the picture of a hand."""
        return await self.draw(picture)

    async def hand_large(self, picture: HandPicture) -> tuple[Picture, ...]:
        """Return a hand with large cards: two pictures, or one where few cards are left."""
        return await self._drawn(("large", picture), lambda: hand.layout_large(picture))

    async def table(self, picture: TablePicture) -> Picture:
        """Return the picture of a table."""
        return await self.draw(picture)

    async def lobby(self, picture: LobbyPicture) -> Picture:
        """Return the picture of a table that waits for its players."""
        return await self.draw(picture)

    async def result(self, picture: ResultPicture) -> Picture:
        """Return the picture of how a deal ended."""
        return await self.draw(picture)

    async def animation(self, frames: Sequence[TablePicture], milliseconds: Sequence[int]) -> Animation:
        """Return pictures of one table as an animated GIF, each shown for so long; it is not kept.

        Raises:
            TooLarge: it would be over Discord's limit for a file.
        """
        return await self._run(lambda: self._animate(frames, milliseconds))

    async def emoji(self) -> dict[str, bytes]:
        """Return all application emoji as PNG bytes by name; `bot.render.emoji` tells what is called how."""
        return await self._run(lambda: emoji.render(self._assets))

    async def _run(self, make: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._pool, make)

    async def _drawn(self, key: Hashable, scenes: Callable[[], tuple[Scene, ...]]) -> tuple[Picture, ...]:
        """Return the pictures under `key`; those who ask for one that is being drawn wait for the same."""
        found = self._kept.find(key)
        if found is not None:
            return found
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = asyncio.ensure_future(self._draw(key, scenes))
            self._waiting[key] = waiting
            waiting.add_done_callback(lambda done: self._over(key, done))
        return await asyncio.shield(waiting)

    def _over(self, key: Hashable, done: asyncio.Future[tuple[Picture, ...]]) -> None:
        """Forget that a picture is being drawn, and take note of its failure: all who waited may have left."""
        self._waiting.pop(key, None)
        if not done.cancelled():
            done.exception()

    async def _draw(self, key: Hashable, scenes: Callable[[], tuple[Scene, ...]]) -> tuple[Picture, ...]:
        made = await self._run(lambda: tuple(self._painted(scene) for scene in scenes()))
        self._kept.put(key, made)
        return made

    def _painted(self, scene: Scene) -> Picture:
        image = self._painter.paint(scene)
        round_off(image, scene.radius)
        return png(image, scene.ground)

    def _animate(self, frames: Sequence[TablePicture], milliseconds: Sequence[int]) -> Animation:
        return replay.animation([self._painter.paint(table.layout(frame)) for frame in frames], milliseconds)

    def close(self) -> None:
        """Let the threads end; pictures not yet begun are not drawn."""
        self._pool.shutdown(wait=False, cancel_futures=True)

"""Renders pictures on demand in a few threads, never on the event loop, and caches them."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, TypeVar

from PIL import Image

from bot.render.all_pictures import LAYOUTS, AnyPicture
from bot.render.hands import hand_scene
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.layout.scene import Scene
from bot.render.painting import emoji_images
from bot.render.painting.caches import PICTURE_CACHE_BYTES, ByteCache
from bot.render.painting.encode_gif import Animation, encode_gif
from bot.render.painting.encode_png import PngImage, encode_png, round_corners
from bot.render.painting.fonts import ASSETS, Fonts
from bot.render.painting.painter import Painter
from bot.render.picture_queue import PictureQueue, Priority
from bot.render.tables import table_scene
from bot.render.values.distinct_names import make_distinct
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture

Result = TypeVar("Result")
Shown = TypeVar("Shown")
NAMED_BY_SEAT: Final = (HandPicture, TablePicture, LobbyPicture, ResultPicture, ReplayPicture)
Images = tuple[PngImage, ...]


class PictureKey:
    """A picture as a cache key. Its hash is computed only once, because computing it reads a whole view."""

    __slots__ = ("_hash", "picture")

    def __init__(self, picture: Hashable) -> None:
        self.picture = picture
        self._hash = hash(picture)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PictureKey) and self.picture == other.picture


class PictureRenderer:
    """Renders pictures in `workers` threads and caches them. It checks the fonts when it is created."""

    def __init__(self, workers: int = 2, assets: Path = ASSETS) -> None:
        fonts = Fonts(assets)
        self.can_draw = fonts.can_draw
        self.get_painted_name = lru_cache(maxsize=1024)(fonts.get_painted_name)
        self._painter = Painter(fonts)
        self._assets = assets
        self._queue = PictureQueue(workers)
        self._finished: ByteCache[Images] = ByteCache(
            PICTURE_CACHE_BYTES, lambda images: sum(len(i.png) for i in images)
        )
        self._in_progress: dict[Hashable, asyncio.Future[Images]] = {}

    @property
    def cached_bytes(self) -> int:
        """The size of all caches."""
        return self._painter.cached_bytes + self._finished.used_bytes

    def begin(self, picture: AnyPicture) -> None:
        """Begin to render a picture that will soon be needed. If that fails, the later request raises the error."""
        shown = self._with_seat_names(picture)
        key = PictureKey(shown)
        if self._finished.find(key) is None:
            _ = self._start(key, lambda: (LAYOUTS[type(shown)](shown),))

    async def render(self, picture: AnyPicture) -> PngImage:
        """Render any picture; its type selects the layout."""
        shown = self._with_seat_names(picture)
        return (await self._get_or_render(shown, lambda: (LAYOUTS[type(shown)](shown),)))[0]

    async def render_large_hand(self, picture: HandPicture) -> Images:
        """Render a hand with large cards as two pictures. If it has few cards or one suit, render only one picture."""
        shown = self._with_seat_names(picture)
        return await self._get_or_render(("large", shown), lambda: hand_scene.build_large_scenes(shown))

    async def render_animation(self, frames: Sequence[TablePicture]) -> Animation:
        """Render pictures of one table as a GIF, each frame in a job of its own. Raises AnimationTooLarge."""
        painted = await asyncio.gather(*map(self._paint_frame, frames))
        return await self._run_in_worker(object(), partial(encode_gif, painted), Priority.ANIMATION)

    async def _paint_frame(self, frame: TablePicture) -> Image.Image:
        shown = self._with_seat_names(frame)
        return await self._run_in_worker(
            object(), lambda: self._painter.paint(table_scene.build_scene(shown)), Priority.ANIMATION
        )

    def _with_seat_names(self, picture: Shown) -> Shown:
        """Return the picture with a different name for each player. If names look alike, seats' numbers are added."""
        if not isinstance(picture, NAMED_BY_SEAT):
            return picture
        seats = [at for at, name in enumerate(picture.names) if name]
        given = [picture.names[at] or "" for at in seats]
        label = picture.labels.seat
        shown = make_distinct(given, self.get_painted_name, lambda n: label.format(n=n), [at + 1 for at in seats])
        if list(shown) == given:
            return picture
        named = dict(zip(seats, shown, strict=True))
        return replace(picture, names=tuple(named.get(at, name) for at, name in enumerate(picture.names)))

    async def render_emoji(self) -> dict[str, bytes]:
        """Render all application emoji as PNG bytes by name; `bot.render.painting.emoji_images` defines the names."""
        return await self._run_in_worker(object(), lambda: emoji_images.render_emoji(self._assets))

    async def _run_in_worker(
        self, key: Hashable, function: Callable[[], Result], priority: Priority | None = None
    ) -> Result:
        return await asyncio.wrap_future(self._queue.submit(key, function, priority))

    async def _get_or_render(self, picture: Hashable, build_scenes: Callable[[], Sequence[Scene]]) -> Images:
        """Return the images of a picture, cached or rendered. Callers that ask at the same time share one rendering."""
        key = PictureKey(picture)
        cached = self._finished.find(key)
        return await asyncio.shield(self._start(key, build_scenes)) if cached is None else cached

    def _start(self, key: PictureKey, build_scenes: Callable[[], Sequence[Scene]]) -> asyncio.Future[Images]:
        task = self._in_progress.get(key)
        if task is None:
            task = asyncio.ensure_future(self._render_scenes(key, build_scenes))
            self._in_progress[key] = task
            task.add_done_callback(lambda done: self._finish(key, done))
        else:
            self._queue.promote(key)
        return task

    def _finish(self, key: Hashable, done: asyncio.Future[Images]) -> None:
        """Forget a task that has ended, and retrieve its exception, because all callers may have been cancelled."""
        self._in_progress.pop(key, None)
        if not done.cancelled():
            done.exception()

    async def _render_scenes(self, key: Hashable, build_scenes: Callable[[], Sequence[Scene]]) -> Images:
        images = await self._run_in_worker(key, lambda: tuple(self._encode_scene(scene) for scene in build_scenes()))
        self._finished.put(key, images)
        return images

    def _encode_scene(self, scene: Scene) -> PngImage:
        image = self._painter.paint(scene)
        round_corners(image, scene.radius)
        return encode_png(image, scene.ground)

    def close(self) -> None:
        """Stop the threads; pictures not yet begun are not rendered."""
        self._queue.close()

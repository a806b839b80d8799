"""Uploads the emoji that this version renders, and deletes outdated ones.

Discord's list is the truth, so a start after a crash continues. Nothing waits for this: until all emoji are there,
cards are named by text alone.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Final

import aiohttp
import discord
import structlog

from bot.play.tables.store_health import describe_cause
from bot.render.painting.emoji_images import strip_hash
from bot.ui.core.messages.emoji_book import ApplicationEmoji
from bot.ui.core.services import Services

log: Final = structlog.get_logger()

MAX_ROUNDS: Final = 6
FIRST_RETRY_SECONDS: Final = 5.0
"""The pause before the first retry, which is doubled for each further round."""
MAX_REFUSALS: Final = 3
"""How often Discord may refuse its own emoji before this run stops using them."""
_OWN_NAME: Final = re.compile(r"\w+_[0-9a-f]{8}", re.ASCII)

EmojiIds = dict[str, int]


class EmojiSync:
    """Keeps the application's emoji up to date in the background."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._task: asyncio.Task[None] | None = None
        services.emoji.on_refusal = self.start
        self._refused: set[str] = set()
        """Names that Discord refused in this run."""

    async def load_known(self) -> None:
        """Use the emoji known from the last run until Discord's list is read."""
        if not self._services.config.use_emoji:
            return
        saved = await self._services.key_values.get(self.key)
        if saved:
            self._services.emoji.replace_known(
                {base: ApplicationEmoji(name, id_) for base, (name, id_) in json.loads(saved).items()}
            )

    def start(self) -> None:
        """Start a synchronisation unless one is running."""
        if (
            self._services.config.use_emoji
            and self._services.emoji.refusals < MAX_REFUSALS
            and (self._task is None or self._task.done())
        ):
            self._task = asyncio.create_task(self._run(), name="emoji")

    async def close(self) -> None:
        """Stop; the next start continues."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until everything that can be done now is done."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def key(self) -> str:
        """The key of the emoji that are known."""
        return f"emoji:{self._client.application_id}"

    async def _run(self) -> None:
        try:
            rendered = await self._services.renderer.render_emoji()
            for attempt in range(MAX_ROUNDS):
                wait = await self._sync_once(rendered)
                if wait is None:
                    return
                await self._pause(max(wait, FIRST_RETRY_SECONDS * 2**attempt))
            log.warning("the emoji are incomplete until the next start")
        except Exception:  # cards are named by text
            log.exception("the emoji synchronisation failed")

    async def _sync_once(self, rendered: Mapping[str, bytes]) -> float | None:
        try:
            uploaded = {emoji.name: emoji.id for emoji in await self._client.fetch_application_emojis()}
            await self._upload(rendered, uploaded)
            await self._use_and_save(rendered, uploaded)
            await self._delete_old(rendered, uploaded)
        except discord.RateLimited as limited:
            log.info("retrying the emoji synchronisation", seconds=limited.retry_after)
            return limited.retry_after
        except discord.HTTPException as refused:
            log.info("retrying the emoji synchronisation", code=refused.code, status=refused.status)
            return 0.0
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("retrying the emoji synchronisation", cause=describe_cause(error))
            return 0.0
        return None

    async def _upload(self, rendered: Mapping[str, bytes], uploaded: EmojiIds) -> None:
        missing = [name for name in rendered if name not in uploaded and name not in self._refused]
        for name in missing:
            try:
                uploaded[name] = (await self._client.create_application_emoji(name=name, image=rendered[name])).id
            except discord.HTTPException as refused:
                if refused.status != 400:  # noqa: PLR2004 - HTTP's Bad Request: this one picture is not wanted
                    raise
                self._refused.add(name)
                log.warning("an emoji was refused", emoji=name, code=refused.code)
            await self._pause(self._services.config.emoji_pause)
        if missing:
            log.info("emoji uploaded", count=len(set(missing) & uploaded.keys()))

    async def _use_and_save(self, rendered: Mapping[str, bytes], uploaded: EmojiIds) -> None:
        available = {strip_hash(name): ApplicationEmoji(name, uploaded[name]) for name in rendered if name in uploaded}
        self._services.emoji.replace_known(available)
        text = json.dumps({base: (one.name, one.id) for base, one in available.items()})
        if text != await self._services.key_values.get(self.key):
            await self._services.key_values.set(self.key, text)

    async def _delete_old(self, rendered: Mapping[str, bytes], uploaded: EmojiIds) -> None:
        bases = {strip_hash(name) for name in rendered if name in uploaded}
        old = [n for n in uploaded if n not in rendered and _OWN_NAME.fullmatch(n) and strip_hash(n) in bases]
        for name in old:
            await self._pause(self._services.config.emoji_pause)  # messages being sent may still use the old one
            await self._client.http.delete_application_emoji(self._application, uploaded[name])
        if old:
            log.info("old emoji deleted", count=len(old))

    @property
    def _application(self) -> int:
        assert self._client.application_id is not None
        return self._client.application_id

    async def _pause(self, seconds: float) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + seconds)

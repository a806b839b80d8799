"""Uploads the bot's emoji to Discord and deletes outdated ones. If a run stops too early, the next one continues."""

import asyncio
import json
import re
from collections.abc import Mapping
from contextvars import Context
from typing import Final

import discord
import structlog

from bot.render.painting.emoji_images import strip_hash
from bot.stopping import stop_tasks
from bot.ui.core.messages.emoji_book import ApplicationEmoji
from bot.ui.core.services import Services
from bot.ui.discord_io.rate_limits import draw_retry_pause, wait_patiently
from bot.ui.discord_io.send_failures import REQUEST_FAILURES, describe_failure

log: Final = structlog.get_logger()

MAX_REFUSALS: Final = 3
"""After Discord has refused this number of messages because of an emoji, the bot sends no emoji until it restarts."""
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
        self._has_progressed = False
        """Whether the last attempt has uploaded anything."""
        self._logged = set[str]()

    async def load_known(self) -> None:
        """Use the emoji that an earlier run has saved, because Discord's own list is not read yet."""
        if self._services.config.use_emoji and (saved := await self._services.key_values.get(self.key)):
            known = {base: ApplicationEmoji(name, id_) for base, (name, id_) in json.loads(saved).items()}
            self._services.emoji.replace_known(known)

    def start(self) -> None:
        """Start to upload and delete emoji, unless this is in progress or the bot may not use emoji."""
        may_start = self._services.config.use_emoji and self._services.emoji.refusals < MAX_REFUSALS
        if may_start and (self._task is None or self._task.done()):
            # The task runs in a new context, so that its caller's limit on waits for Discord does not apply to it.
            self._task = asyncio.create_task(self._run(), name="emoji", context=Context())

    async def close(self) -> None:
        """Stop the task. The next start of the program uploads what is missing."""
        await stop_tasks(self._task)

    async def idle(self) -> None:
        """Wait until the synchronisation in progress ends."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def key(self) -> str:
        """The key under which the known emoji are saved."""
        return f"emoji:{self._client.application_id}"

    async def _run(self) -> None:
        try:
            rendered = await self._services.renderer.render_emoji()
            failures = 0
            while not await self._sync_once(rendered):
                failures = 0 if self._has_progressed else failures + 1
                await self._pause(draw_retry_pause(failures))
        except Exception:  # without emoji, texts name the cards
            log.exception("the emoji synchronisation failed")

    async def _sync_once(self, rendered: Mapping[str, bytes]) -> bool:
        self._has_progressed = False
        try:
            known = await wait_patiently(self._client.fetch_application_emojis(), self._log_once)
            uploaded = {emoji.name: emoji.id for emoji in known}
            await self._upload(rendered, uploaded)
            await self._use_and_save(rendered, uploaded)
            await self._delete_old(rendered, uploaded)
        except REQUEST_FAILURES as error:
            await self._log_once(describe_failure(error))
            return False
        return True

    async def _log_once(self, cause: str) -> None:
        if cause not in self._logged:
            self._logged.add(cause)
            log.info("the emoji are not all uploaded yet: going on", cause=cause)

    async def _upload(self, rendered: Mapping[str, bytes], uploaded: EmojiIds) -> None:
        missing = [name for name in rendered if name not in uploaded and name not in self._refused]
        for name in missing:
            try:
                creating = self._client.create_application_emoji(name=name, image=rendered[name])
                uploaded[name] = (await wait_patiently(creating, self._log_once)).id
                self._has_progressed = True
            except discord.HTTPException as refused:
                if refused.status != 400:  # noqa: PLR2004 - HTTP's Bad Request: Discord refuses this one picture
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
            await self._pause(self._services.config.emoji_pause)  # a message that is being sent may have this emoji
            assert self._client.application_id is not None
            deleting = self._client.http.delete_application_emoji(self._client.application_id, uploaded[name])
            await wait_patiently(deleting, self._log_once)
        if old:
            log.info("old emoji deleted", count=len(old))

    async def _pause(self, seconds: float) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + seconds)

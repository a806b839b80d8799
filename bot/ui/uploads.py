"""Keeps the application's emoji as this version of the program draws them: uploads new ones, deletes old ones.

Discord's list of them is the truth, so a start after a kill goes on where the last one ended. Nothing waits for this:
until all are there, and where they cannot be had, cards are named by words alone.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Final

import aiohttp
import discord
import structlog

from bot.render.emoji import base_name
from bot.ui.emoji import Uploaded
from bot.ui.kit import Kit

log: Final = structlog.get_logger()

ROUNDS: Final = 6
"""How often it is tried in one run of the program."""
FIRST_WAIT: Final = 5.0
"""Seconds before the second round; before each further one twice as long."""
BELIEFS: Final = 3
"""How often Discord may refuse what it lists itself, before this run of the program does without emoji."""
_OURS: Final = re.compile(r"\w+_[0-9a-f]{8}", re.ASCII)

Ids = dict[str, int]


class Uploads:
    """The application's emoji, seen to in the background."""

    def __init__(self, client: discord.Client, kit: Kit) -> None:
        self._client = client
        self._kit = kit
        self._task: asyncio.Task[None] | None = None
        kit.emoji.on_refusal = self.begin
        self._refused: set[str] = set()
        """Names that Discord does not want; they are not offered again in this run."""

    async def recall(self) -> None:
        """Use what the last run of the program knew, until Discord's list is read."""
        if not self._kit.manners.emoji:
            return
        noted = await self._kit.notes.recall(self._note)
        if noted:
            self._kit.emoji.hold({base: Uploaded(name, id_) for base, (name, id_) in json.loads(noted).items()})

    def begin(self) -> None:
        """See to the emoji, unless that is being done."""
        if self._kit.manners.emoji and self._kit.emoji.refusals < BELIEFS and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="emoji")

    async def close(self) -> None:
        """Stop; the next start goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until all is done that can be done now."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def _note(self) -> str:
        return f"emoji:{self._client.application_id}"

    async def _run(self) -> None:
        try:
            drawn = await self._kit.artist.emoji()
            for attempt in range(ROUNDS):
                wait = await self._round(drawn)
                if wait is None:
                    return
                await self._pause(max(wait, FIRST_WAIT * 2**attempt))
            log.warning("the emoji are not complete: try again at the next start")
        except Exception:  # cards are named by words
            log.exception("the emoji could not be seen to")

    async def _round(self, drawn: Mapping[str, bytes]) -> float | None:
        """Bring the emoji up to date; None if that is done, else the seconds to wait at least."""
        try:
            there = {emoji.name: emoji.id for emoji in await self._client.fetch_application_emojis()}
            await self._upload(drawn, there)
            await self._hold(drawn, there)
            await self._sweep(drawn, there)
        except discord.RateLimited as limited:
            log.info("the emoji have to wait", seconds=limited.retry_after)
            return limited.retry_after
        except discord.HTTPException as refused:
            log.info("the emoji have to wait", code=refused.code, status=refused.status)
            return 0.0
        except (aiohttp.ClientError, OSError, TimeoutError):
            log.info("the emoji have to wait: no connection")
            return 0.0
        return None

    async def _upload(self, drawn: Mapping[str, bytes], there: Ids) -> None:
        """Upload what is missing, one by one; `there` is told what has come."""
        missing = [name for name in drawn if name not in there and name not in self._refused]
        for name in missing:
            try:
                there[name] = (await self._client.create_application_emoji(name=name, image=drawn[name])).id
            except discord.HTTPException as refused:
                if refused.status != 400:  # noqa: PLR2004 - HTTP's Bad Request: this one picture is not wanted
                    raise
                self._refused.add(name)
                log.warning("an emoji was refused", emoji=name, code=refused.code)
            await self._pause(self._kit.manners.emoji_pause)
        if missing:
            log.info("emoji uploaded", count=len(set(missing) & there.keys()))

    async def _hold(self, drawn: Mapping[str, bytes], there: Ids) -> None:
        """Use what is there from now on, and note it for the next start."""
        held = {base_name(name): Uploaded(name, there[name]) for name in drawn if name in there}
        self._kit.emoji.hold(held)
        note = json.dumps({base: (one.name, one.id) for base, one in held.items()})
        if note != await self._kit.notes.recall(self._note):
            await self._kit.notes.note(self._note, note)

    async def _sweep(self, drawn: Mapping[str, bytes], there: Ids) -> None:
        """Delete earlier drawings of what is there in its new form; what others have uploaded stays."""
        bases = {base_name(name) for name in drawn if name in there}
        old = [n for n in there if n not in drawn and _OURS.fullmatch(n) and base_name(n) in bases]
        for name in old:
            await self._pause(self._kit.manners.emoji_pause)  # what is under way may still show the old one
            await self._client.http.delete_application_emoji(self._application, there[name])
        if old:
            log.info("old emoji deleted", count=len(old))

    @property
    def _application(self) -> int:
        assert self._client.application_id is not None
        return self._client.application_id

    async def _pause(self, seconds: float) -> None:
        await self._kit.clock.sleep_until(self._kit.clock.now() + seconds)

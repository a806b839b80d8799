"""Sends the slash commands to Discord in the background until it accepts them. Earlier commands work meanwhile."""

import asyncio
import hashlib
import itertools
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.stopping import stop_tasks
from bot.ui.core.interactions.command_builder import CatalogueTranslator
from bot.ui.core.ports import KeyValueStore
from bot.ui.core.services import Services
from bot.ui.discord_io.rate_limits import draw_retry_pause, wait_patiently
from bot.ui.discord_io.send_failures import REQUEST_FAILURES, describe_failure

log: Final = structlog.get_logger()

COMMANDS_KEY: Final = "commands"
"""The key of the stored hash of everyone's commands, as they were last sent to Discord."""
ADMIN_COMMANDS_KEY: Final = "admin_commands"
"""The key under which the server that has `/admin` is stored, with the hash of that command."""
NOTHING: Final = "{}"
FAULT_KEYS: Final = {key: f"{key}_fault" for key in (COMMANDS_KEY, ADMIN_COMMANDS_KEY)}
"""The keys of the reasons why Discord does not have the newest commands. A reason is empty if it has them."""


class CommandSync:
    """Keeps the commands that Discord knows up to date: everyone's, and `/admin` in the server that has it."""

    def __init__(self, tree: app_commands.CommandTree[discord.Client], services: Services) -> None:
        self._tree = tree
        self._services = services
        self._tasks: list[asyncio.Task[None]] = []
        self._logged = set[tuple[str, str]]()
        self.faults: dict[str, str] = {}
        """Why Discord does not have the newest commands yet, by `COMMANDS_KEY` or `ADMIN_COMMANDS_KEY`."""

    def start(self) -> None:
        """Send changed commands in the background until Discord accepts them."""
        for key, send in ((COMMANDS_KEY, self.send_commands), (ADMIN_COMMANDS_KEY, self.send_admin_commands)):
            self._tasks.append(asyncio.create_task(self._send_until_accepted(key, send), name=key))

    async def close(self) -> None:
        """Stop. The program's next start continues."""
        await stop_tasks(*self._tasks)

    async def _send_until_accepted(self, key: str, send: Callable[[], Coroutine[Any, Any, bool]]) -> None:
        for failures in itertools.count(1):
            cause = await self._try(key, send)
            await self._note(key, cause)
            if not cause:
                return
            await self._services.clock.sleep_until(self._services.clock.now() + draw_retry_pause(failures))

    async def _try(self, key: str, send: Callable[[], Coroutine[Any, Any, bool]]) -> str:
        try:
            if await wait_patiently(send(), partial(self._note, key)):
                log.info("commands registered", kind=key)
        except REQUEST_FAILURES as error:
            return describe_failure(error)
        except Exception as error:
            log.exception("commands could not be prepared", kind=key)
            return type(error).__name__
        return ""

    async def _note(self, key: str, cause: str) -> None:
        """Log each new fault once, and save it for `python -m bot check` and `/admin`. An empty `cause` is no fault."""
        if cause and (key, cause) not in self._logged:
            self._logged.add((key, cause))
            log.warning("commands could not be registered, retrying; the old ones still work", kind=key, cause=cause)
        self.faults.pop(key, None)
        self.faults |= {key: cause} if cause else {}
        values, name = self._services.key_values, FAULT_KEYS[key]
        with suppress(OSError):  # faults of the database itself are logged elsewhere
            if cause != (await values.get(name) or ""):
                await values.set(name, cause)

    async def send_commands(self) -> bool:
        """Send everyone's commands if they have changed or `sync_commands` is on. Return whether they were sent."""
        return await self._send_changed(COMMANDS_KEY, await self._fingerprint(None), lambda _: self._tree.sync())

    async def send_admin_commands(self) -> bool:
        """If needed, send `/admin` to its server and remove it from former ones. Return whether anything was sent."""
        guild = self._services.config.admin_guild
        wanted = {} if guild is None else {str(guild): await self._fingerprint(guild)}

        async def send(known: str) -> None:
            for old in json.loads(known).keys() - wanted.keys():
                with suppress(discord.Forbidden, discord.NotFound):  # the bot has left that server
                    await self._tree.sync(guild=discord.Object(int(old)))
            if guild is not None:
                await self._tree.sync(guild=discord.Object(guild))

        return await self._send_changed(ADMIN_COMMANDS_KEY, json.dumps(wanted), send)

    async def _send_changed(self, key: str, wanted: str, send: Callable[[str], Awaitable[Any]]) -> bool:
        """Call `send` with the stored value, then store `wanted`. If both values are equal, do nothing.

        With `sync_commands`, equal values are sent all the same, except `NOTHING`. Return whether `send` ran.
        """
        values = self._services.key_values
        known = await values.get(key) or NOTHING
        if wanted == known and (wanted == NOTHING or not self._services.config.sync_commands):
            return False
        await send(known)
        await values.set(key, wanted)
        return True

    async def _fingerprint(self, guild: int | None) -> str:
        text = json.dumps([self._tree.client.application_id, await self.list_payloads(guild)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    async def list_payloads(self, guild: int | None = None) -> list[dict[str, Any]]:
        """Return everyone's commands, or those of one server, in all languages and in the form that Discord gets."""
        translator = self._tree.translator or CatalogueTranslator(self._services.catalogue)
        commands = self._tree.get_commands(guild=None if guild is None else discord.Object(guild))
        return [await one.get_translated_payload(self._tree, translator) for one in commands]


async def list_command_faults(values: KeyValueStore) -> Iterable[str]:
    """Return the saved reasons why Discord does not have the newest commands yet."""
    return [cause for name in FAULT_KEYS.values() if (cause := await values.get(name))]

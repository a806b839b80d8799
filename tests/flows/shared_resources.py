"""Resources that never change, and so are made only once for all bots of a process."""

import asyncio
import json
import os
import secrets
import tempfile
from contextlib import ExitStack, contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from unittest.mock import patch

from discord import app_commands
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.loopback.interactions import commands
from bot.play.computers import search_process
from bot.render.painting.fonts import Fonts
from bot.render.painting.painter import Painter
from bot.render.renderer import PictureRenderer
from bot.store.maintenance.migrate import upgrade
from bot.text.catalogue import Catalogue
from bot.ui.discord_io.command_sync import CommandSync
from engine.players.advice.compare_plays import CompareEffort
from engine.players.levels import PLAYERS
from engine.players.search.search_player import SearchPlayer

SEARCHED = 0.1
"""In flows, advice samples only this fraction of the usual deals. The engine's tests check if advice is good."""


class BlankRenderer(PictureRenderer):
    """Renders only the first picture of each kind in this process, and reuses it, as few tests look at pictures."""

    rendered = {}  # noqa: RUF012 - shared by all instances

    async def render(self, picture):
        kind = type(picture)
        if kind not in self.rendered:
            self.rendered[kind] = await super().render(picture)
        return self.rendered[kind]

    def begin(self, picture):
        """Do nothing. A real renderer begins a picture before it is needed."""


@cache
def _catalogue():
    return Catalogue.load()


@cache
def _fonts():
    return Fonts()


@cache
def _painter():
    return Painter(_fonts())


@cache
def prepare_database():
    """Return the bytes of an SQLite database without rows, at the newest migration."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        asyncio.run(upgrade(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


def database_url(folder):
    """Return the URL of a test's database, an SQLite file in its folder. With FLOWS_ON=postgresql, use PostgreSQL."""
    if os.environ.get("FLOWS_ON") != "postgresql":
        return f"sqlite+aiosqlite:///{folder}/tractor.db"
    # the database's name is stored in the folder, so a later folder at the same path gets a new database
    name = Path(folder) / "database"
    if not name.exists():
        name.write_text(f"flow_{secrets.token_hex(8)}")
    return (
        make_url(os.environ["TEST_POSTGRES_URL"]).set(database=name.read_text()).render_as_string(hide_password=False)
    )


async def new_database(folder):
    """Make a migrated database for this folder, if it has none."""
    url = make_url(database_url(folder))
    if url.get_backend_name() == "postgresql":
        await _new_on_server(url)
        return
    path = Path(folder) / "tractor.db"
    if not path.exists():
        path.write_bytes(await asyncio.to_thread(prepare_database))


async def _new_on_server(url):
    engine = create_async_engine(os.environ["TEST_POSTGRES_URL"], isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        known = {"name": url.database}
        found = (await connection.execute(text("SELECT 1 FROM pg_database WHERE datname = :name"), known)).first()
        if found is None:
            await connection.execute(text(f"CREATE DATABASE {url.database}"))
    await engine.dispose()
    if found is None:
        await upgrade(url.render_as_string(hide_password=False))


def _remember_payload(translate):
    """Return a function like `translate` that translates the hundreds of words of each command only once."""
    known = {}

    async def get_translated_payload(command, tree, translator):
        if command.qualified_name not in known:
            known[command.qualified_name] = await translate(command, tree, translator)
        return known[command.qualified_name]

    return get_translated_payload


_PAYLOADS = {
    kind: _remember_payload(kind.get_translated_payload) for kind in (app_commands.Command, app_commands.Group)
}


_OPTIONS = {}
"""A cache of each command's options, by its code and words. Without it, discord.py would read them for each bot."""
_read_options = app_commands.commands._extract_parameters_from_callback


def _remember_options(callback, names):
    words = (
        getattr(callback, f"__discord_app_commands_param_{one}__", None) for one in ("description", "rename", "choices")
    )
    key = callback.__code__, repr(list(words))
    if key not in _OPTIONS:
        _OPTIONS[key] = _read_options(callback, names)
    return {name: copy(option) for name, option in _OPTIONS[key].items()}


_SENT = {}
"""The commands that the first bot of this process has sent."""


@contextmanager
def shared_commands(loopback):
    """Let only the first bot of this process send its commands. Later local Discords get copies of them."""
    send = CommandSync.send_commands

    async def send_commands(sync):
        if not hasattr(loopback, "world"):  # a Discord in another process cannot be given copies
            return await send(sync)
        world = loopback.world
        if not commands.scope(world, None) and _SENT:
            commands.overwrite(world, None, json.loads(_SENT["global"]))
            return True
        tree = sync._tree
        payload = [await one.get_translated_payload(tree, tree.translator) for one in tree.get_commands()]
        _SENT["global"] = json.dumps(payload)
        return await send(sync)

    with (
        patch.object(CommandSync, "send_commands", send_commands),
        patch.object(app_commands.commands, "_extract_parameters_from_callback", _remember_options),
    ):
        yield


@contextmanager
def shared_catalogue():
    """Let all bots that start within the context share catalogue, fonts, painter and translated commands."""
    words, painter = _catalogue(), _painter()
    with ExitStack() as stack:
        stack.enter_context(patch.object(Catalogue, "load", lambda: words))
        stack.enter_context(patch("bot.render.renderer.Fonts", lambda _: _fonts()))
        stack.enter_context(patch("bot.render.renderer.Painter", lambda _: painter))
        for kind, payload in _PAYLOADS.items():
            stack.enter_context(patch.object(kind, "get_translated_payload", payload))
        yield


_QUICK_PLAYERS = {name: one.scaled(SEARCHED) if isinstance(one, SearchPlayer) else one for name, one in PLAYERS.items()}


@contextmanager
def quick_searches():
    """Let advice, comparisons and reviews by this process's bots sample few deals within the context."""
    given = search_process.compare_given

    def compare_few(view, plays, rng, deals, in_time):
        return given(view, plays, rng, CompareEffort(deals=deals).scaled(SEARCHED).deals, in_time)

    with (
        patch("engine.players.levels.PLAYERS", _QUICK_PLAYERS),
        patch.object(search_process, "CompareEffort", lambda: CompareEffort().scaled(SEARCHED)),
        patch.object(search_process, "compare_given", compare_few),
    ):
        yield

"""Keeping the world in a file between runs: one row for each thing, written shortly after it changes."""

import asyncio
import dataclasses
import json
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

from bot.loopback.world.model import Attachment as _Attachment
from bot.loopback.world.model import Channel, Command, Emoji, Guild, Interaction, Member, Message, Role, User
from bot.loopback.world.state import Thing, World

_KINDS: dict[str, type] = {
    kind.__name__.lower(): kind for kind in (User, Guild, Role, Member, Channel, Message, Interaction, Emoji, Command)
}
_LOG = logging.getLogger(__name__)
_EVERY = 1.0
_BASE = "loopback://base"
"""Stands in the file for the stand-in's address, whose port may be another one next time."""
_TABLES = """
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists thing (kind text, key text, body text not null, primary key (kind, key)) without rowid;
create table if not exists file (key text primary key, data blob not null) without rowid;
"""


class Keeper:
    """Keeps a world in a SQLite file of its own."""

    def __init__(self, world: World, path: Path) -> None:
        self._world = world
        world.kept = True
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._file = path, _opened(path)
        self._task: asyncio.Task[None] | None = None

    def load(self) -> bool:
        """Fill the world from the file; False when there is nothing in it."""
        rows = self._file.execute("select kind, body from thing").fetchall()
        try:
            things = [_thing(kind, json.loads(b.replace(_BASE, self._world.base_url))) for kind, b in _by_age(rows)]
        except (KeyError, TypeError, ValueError, AttributeError):
            self._file.close()
            self._file = _begun_anew(self._path)
            return False
        for thing in things:
            self._world.keep(thing)
        self._world.users = dict(sorted(self._world.users.items(), key=lambda known: known[1].number))
        self._world.files.update(self._file.execute("select key, data from file"))
        self._world.bot = self._world.users.get(self._world.bot.id, self._world.bot)
        self._world.ids.last = max((int(i) for i in _numbers(self._world)), default=0)
        self._world.dirty.clear()
        return bool(self._world.guilds)

    def begin(self) -> None:
        """Write changes every second from now on."""
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                self.write()
            except sqlite3.Error as error:  # a full disk, say: what is not written yet is tried again
                _LOG.warning("the local Discord could not be kept: %s", error)

    def write(self) -> None:
        """Write what has changed. Raises sqlite3.Error; what has changed stays noted then."""
        dirty, self._world.dirty = self._world.dirty, set()
        try:
            with self._file:
                for kind, key in dirty:
                    if kind == "file":
                        self._write_file(key)
                    else:
                        self._write_thing(kind, key)
        except sqlite3.Error:
            self._world.dirty |= dirty
            raise

    def _write_thing(self, kind: str, key: str) -> None:
        thing = _find(self._world, kind, key)
        if thing is None:
            self._file.execute("delete from thing where kind = ? and key = ?", (kind, key))
        else:
            body = json.dumps(dataclasses.asdict(thing)).replace(self._world.base_url, _BASE)
            self._file.execute("insert or replace into thing values (?, ?, ?)", (kind, key, body))

    def _write_file(self, key: str) -> None:
        data = self._world.files.get(key)
        if data is None:
            self._file.execute("delete from file where key = ?", (key,))
        else:
            self._file.execute("insert or replace into file values (?, ?)", (key, data))

    async def end(self) -> None:
        """Write the last changes and close the file."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self.write()
        self._file.close()


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file; one that is no state of ours is set aside, and a new one begun."""
    try:
        return _connected(path)
    except sqlite3.DatabaseError:
        return _begun_anew(path)


def _begun_anew(path: Path) -> sqlite3.Connection:
    """Set a file aside that cannot be read, or was written by another version, and begin a new one."""
    aside = path.with_name(path.name + ".unreadable")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.replace(aside)
    _LOG.warning("%s cannot be read: set aside as %s, beginning anew", path, aside)
    return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path)
    try:
        file.executescript(_TABLES)
    except sqlite3.DatabaseError:
        file.close()
        raise
    return file


def _by_age(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Older things first, so that messages come back in their order."""
    return sorted(rows, key=lambda row: int(json.loads(row[1]).get("id") or 0))


def _thing(kind: str, body: dict[str, object]) -> Thing:
    if kind == "message":
        files = body["attachments"]
        body["attachments"] = [_Attachment(**a) for a in files]  # type: ignore[attr-defined]  # a list, as written
    known = {f.name for f in dataclasses.fields(_KINDS[kind])}  # what a later version has added is passed over
    return _KINDS[kind](**{k: v for k, v in body.items() if k in known})  # type: ignore[no-any-return]  # a kind


def _find(world: World, kind: str, key: str) -> Thing | None:
    if kind == "member":
        guild, _, user = key.partition(".")
        return world.members.get((int(guild), int(user)))
    if kind == "interaction":
        return world.interactions.get(key)
    shelves = {
        "user": world.users,
        "guild": world.guilds,
        "role": world.roles,
        "channel": world.channels,
        "message": world.messages,
        "emoji": world.emojis,
        "command": world.commands,
    }
    return shelves[kind].get(int(key))  # type: ignore[attr-defined, no-any-return]  # dictionaries of each kind


def _numbers(world: World) -> list[int]:
    return [
        *world.messages,
        *world.channels,
        *world.emojis,
        *world.commands,
        *(i.id for i in world.interactions.values()),
    ]

"""Saves the local Discord's state in a file between runs. Each object is a row, written shortly after a change."""

import asyncio
import dataclasses
import json
import logging
import sqlite3
from pathlib import Path

from bot.loopback.world.model import Attachment as _Attachment
from bot.loopback.world.model import Channel, Command, Emoji, Guild, Interaction, Member, Message, Role, User
from bot.loopback.world.state import Key, Thing, World
from bot.stopping import stop_tasks

_KINDS: dict[str, type] = {
    kind.__name__.lower(): kind for kind in (User, Guild, Role, Member, Channel, Message, Interaction, Emoji, Command)
}
_LOG = logging.getLogger(__name__)
_EVERY = 1.0
_BASE = "loopback://base"
"""In the file, this text replaces the address of the local Discord, because the port may change."""
_TABLES = """
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists thing (kind text, key text, body text not null, primary key (kind, key)) without rowid;
create table if not exists file (key text primary key, data blob not null) without rowid;
"""


class Keeper:
    """Keeps the state of a local Discord in a SQLite file."""

    def __init__(self, world: World, path: Path) -> None:
        self._world = world
        world.kept = True
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._file = path, _open(path)
        self._task: asyncio.Task[None] | None = None

    def load(self) -> bool:
        """Fill the world from the file, and return whether the file had a guild. An unreadable file is set aside."""
        rows = self._file.execute("select kind, body from thing").fetchall()
        try:
            read = [(kind, json.loads(body.replace(_BASE, self._world.base_url))) for kind, body in rows]
            by_age = sorted(read, key=lambda row: int(row[1].get("id") or 0))  # oldest first, to keep messages in order
            things = [_load_object(kind, body) for kind, body in by_age]
        except (KeyError, TypeError, ValueError, AttributeError):
            self._file.close()
            self._file = _set_aside(self._path)
            return False
        for thing in things:
            self._world.keep(thing)
        self._world.users = dict(sorted(self._world.users.items(), key=lambda known: known[1].number))
        self._world.files.update(self._file.execute("select key, data from file"))
        self._world.bot = self._world.users.get(self._world.bot.id, self._world.bot)
        world, interactions = self._world, (one.id for one in self._world.interactions.values())
        numbered = (*world.messages, *world.channels, *world.emojis, *world.commands, *interactions)
        world.ids.last = max(numbered, default=0)
        self._world.dirty.clear()
        return bool(self._world.guilds)

    def begin(self) -> None:
        """Start to write changes every second."""
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                self.write()
            except sqlite3.Error as error:  # the disk may be full; the changes stay queued for the next attempt
                _LOG.warning("the local Discord could not be saved: %s", error)

    def write(self) -> None:
        """Write all changes. If this raises sqlite3.Error, the changes stay queued."""
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

    def _write_thing(self, kind: str, key: Key) -> None:
        thing = self._world.shelf(kind).get(key)
        row = ".".join(map(str, key)) if isinstance(key, tuple) else str(key)
        if thing is None:
            self._file.execute("delete from thing where kind = ? and key = ?", (kind, row))
        else:
            body = json.dumps(dataclasses.asdict(thing)).replace(self._world.base_url, _BASE)
            self._file.execute("insert or replace into thing values (?, ?, ?)", (kind, row, body))

    def _write_file(self, key: Key) -> None:
        if (data := self._world.files.get(str(key))) is None:
            self._file.execute("delete from file where key = ?", (key,))
        else:
            self._file.execute("insert or replace into file values (?, ?)", (key, data))

    async def end(self) -> None:
        """Write the last changes and close the file."""
        await stop_tasks(self._task)
        self.write()
        self._file.close()


def _open(path: Path) -> sqlite3.Connection:
    try:
        return _connect(path)
    except sqlite3.OperationalError:  # the file is locked or out of reach, and may be undamaged
        raise
    except sqlite3.DatabaseError:
        return _set_aside(path)


def _set_aside(path: Path) -> sqlite3.Connection:
    """Set an unusable file aside, and return a connection to a new one."""
    aside = path.with_name(path.name + ".unreadable")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.replace(aside)
    _LOG.warning("%s cannot be read: moved to %s, starting a new one", path, aside)
    return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path)
    try:
        file.executescript(_TABLES)
    except sqlite3.DatabaseError:
        file.close()
        raise
    return file


def _load_object(kind: str, body: dict[str, object]) -> Thing:
    if kind == "message":
        files = body["attachments"]
        body["attachments"] = [_Attachment(**a) for a in files]  # type: ignore[attr-defined]  # a list, as written
    known = {f.name for f in dataclasses.fields(_KINDS[kind])}  # fields that later versions have added are ignored
    return _KINDS[kind](**{k: v for k, v in body.items() if k in known})  # type: ignore[no-any-return]  # a kind

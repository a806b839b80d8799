"""The settings, read once from the environment and `.env`."""

import logging
import os
import re
import stat
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.processes.process import Shards
from bot.text.languages import DEFAULT, TAGS, find_language

DATABASE_PREFIXES: Final = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")


ENV_FILE: Final = Path(".env")
"""The file of settings in the working directory; the environment overrides it."""
_TOKEN_LINE: Final = re.compile(
    r"^[ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*=[ \t]*[^\s#]", re.MULTILINE | re.IGNORECASE
)
_NAME: Final = re.compile(r"^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=", re.MULTILINE)
_BARE_NAME: Final = re.compile(r"^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*(?:#.*)?$", re.MULTILINE)
_LIKENESS: Final = 0.8
_SECRETS: Final = ("DISCORD_TOKEN", "DATABASE_URL")
"""Settings whose values no message may show. The address of a database may contain a password."""


class InvalidSettings(Exception):  # noqa: N818 - read as a sentence
    """A setting is missing or invalid; the message is one line that names it."""


class Settings(BaseSettings):
    """The program's settings, each an environment variable of the same name in capitals."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,
    )

    discord_token: SecretStr | None = None
    """The bot's token. Without one the bot plays on its own local Discord."""
    database_url: str = "sqlite+aiosqlite:///data/tractor.db"
    """Where games are stored: SQLite, or PostgreSQL as `postgresql+asyncpg://user:password@host/name` (which needs the
    extra `postgres`)."""
    shard_count: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """For several processes on one PostgreSQL: into how many shards all servers are divided ([more](scaling.md))."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """The shards of this process, such as `0,1`; without it all of them."""
    admin_server: Annotated[int, Field(gt=0, lt=2**63)] | None = None
    """The id of the server in which those who run the bot have the command `/admin`. The local Discord has it too."""
    backup_folder: Path | None = None
    """Where the running bot puts backups of an SQLite database, and a copy before each upgrade."""
    backup_hours: Annotated[float, Field(ge=0.1, le=8760)] = 24.0
    """Hours from one backup to the next."""
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 7
    """How many backups are kept."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """`debug`, `info`, `warning` or `error`."""
    log_format: Literal["text", "json"] = "text"
    """`text` for people, `json` for machines."""
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """The port of `/healthz`, `/readyz` and `/metrics` ([what they say](hosting.md#watching-the-bot))."""
    metrics_host: str = "127.0.0.1"
    """The address that they listen on. Keep it private."""
    local_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The local Discord's port; `0`: any free port."""
    local_state: Path | None = Path("data/local-discord.db")
    """Where the local Discord stores its messages between runs; empty: nowhere."""
    pace: Annotated[float, Field(ge=0.01, le=100)] = 1.0
    """How fast tables run: `2` halves every pause and time limit."""
    tables_per_server: Annotated[int, Field(ge=1, le=1000)] = 20
    """How many tables a server may have at once. Paused tables do not count."""
    tables_per_member: Annotated[int, Field(ge=1, le=1000)] = 3
    """How many tables a member may host in a server at once. Paused tables do not count."""
    presses_per_minute: Annotated[int, Field(ge=0, le=10_000)] = 120
    """How often a user may press something in a minute, half of it at once. A command counts four times; `0`: no
    limit."""
    picture_workers: Annotated[int, Field(ge=1, le=16)] = 2
    """Threads that render pictures."""
    search_workers: Annotated[int, Field(ge=0, le=16)] = 1
    """Processes in which computer players search; leave a processor core to the bot. `0`: they think for a moment only,
    inside the bot, and play weaker."""
    default_language: str = DEFAULT.tag
    """`en`, `zh-CN` or `zh-TW`: the language where neither the server nor the person has one that the bot speaks."""

    @field_validator(
        "discord_token", "local_state", "backup_folder", "admin_server", "metrics_port", "shard_count", mode="before"
    )
    @classmethod
    def _empty_to_none(cls, value: object) -> object:
        """Treat an empty value, such as `DISCORD_TOKEN=` in a copied `.env`, as not set."""
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("metrics_host", mode="before")
    @classmethod
    def _empty_to_this_machine(cls, value: object) -> object:
        """Replace an empty address by this machine's own, because an empty one would mean all addresses."""
        return "127.0.0.1" if isinstance(value, str) and not value.strip() else value

    @field_validator("default_language")
    @classmethod
    def _check_default_language(cls, value: str) -> str:
        if (language := find_language(value)) is None:
            raise ValueError(f"must be one of {', '.join(TAGS)}")
        return language.tag

    @field_validator("shard_count")
    @classmethod
    def _check_shard_count(cls, value: int | None, known: ValidationInfo) -> int | None:
        if value is not None and value > 1 and str(known.data.get("database_url", "")).startswith("sqlite"):
            raise ValueError("several shards need PostgreSQL; an SQLite file has one process")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_shard_ids(cls, value: object) -> object:
        """Split a text such as `0,1` into ids; an empty text becomes None."""
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        ids = [one.strip() for one in value.split(",")]
        if not all(one.isdecimal() for one in ids):
            raise ValueError("must be numbers with commas between them, such as 0,1")
        return ids

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(cls, value: tuple[int, ...] | None, known: ValidationInfo) -> tuple[int, ...] | None:
        if value is None:
            return None
        if (count := known.data.get("shard_count")) is None:
            raise ValueError("needs SHARD_COUNT too")
        if any(not 0 <= one < count for one in value):
            raise ValueError(f"must be numbers from 0 to {count - 1}, one less than SHARD_COUNT")
        return tuple(sorted(set(value)))

    @property
    def shards(self) -> Shards:
        """The shards that this process serves."""
        count = self.shard_count or 1
        return Shards(count, self.shard_ids or tuple(range(count)))

    @field_validator("backup_folder")
    @classmethod
    def _check_backups(cls, value: Path | None, known: ValidationInfo) -> Path | None:
        if value is not None and not str(known.data.get("database_url", "")).startswith("sqlite"):
            raise ValueError("only SQLite is backed up this way; PostgreSQL has pg_dump")
        return value

    @field_validator("database_url")
    @classmethod
    def _check_database(cls, value: str) -> str:
        if not value.startswith(DATABASE_PREFIXES):
            raise ValueError(f"must begin with {' or '.join(DATABASE_PREFIXES)}")
        if value.removeprefix(DATABASE_PREFIXES[0]) in {"", ":memory:"}:
            raise ValueError("SQLite needs a file: what is kept in memory does not survive a restart")
        return value


def find_readable_secret(file: Path = ENV_FILE) -> Path | None:
    """Return the settings file if it holds a token and other users of this machine can read it; else None."""
    if os.name != "posix" or not _TOKEN_LINE.search(_read_file(file)):
        return None
    return file if file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH) else None


def find_misspelt_names() -> dict[str, str]:
    """Return each unknown name in the settings file that resembles a setting's name, with that setting's name."""
    known = [name.upper() for name in Settings.model_fields]
    names = {name.upper() for name in _NAME.findall(_read_file(ENV_FILE))} - set(known)
    return {name: found[0] for name in sorted(names) if (found := get_close_matches(name, known, 1, _LIKENESS))}


def read_settings() -> Settings:
    """Read the settings. Raises InvalidSettings: one is invalid; the message names it and never repeats a secret."""
    unread = _UnreadLines()
    parser = logging.getLogger("dotenv.main")
    parser.addHandler(unread)
    try:
        settings = Settings()
    except ValidationError as error:
        raise InvalidSettings(_describe_fault(error)) from None
    except OSError as error:
        raise InvalidSettings(f"{ENV_FILE} cannot be read: {error.strerror}") from None
    except UnicodeError:  # do not repeat this error's message: it quotes the line, which may hold the token
        raise InvalidSettings(f"{ENV_FILE} cannot be read: save it as UTF-8 text") from None
    finally:
        parser.removeHandler(unread)
    # A line that cannot be read may hold the token. Without the token, the bot would play on a local Discord.
    if unread.lines:
        raise InvalidSettings(f"{ENV_FILE}: line {unread.lines[0]} must be NAME=value, with quotes in pairs")
    bare = [name for name in _BARE_NAME.findall(_read_file(ENV_FILE)) if name.lower() in Settings.model_fields]
    if bare:
        raise InvalidSettings(f"{ENV_FILE}: {bare[0]} must be followed by = and its value")
    return settings


def _describe_fault(error: ValidationError) -> str:
    """Return a message about the first invalid setting. It may quote the value, but never a secret."""
    first = error.errors(include_url=False)[0]
    name, limits = str(first["loc"][0]).upper(), first.get("ctx", {})
    wanted = {
        "int_parsing": "must be a whole number",
        "int_from_float": "must be a whole number",
        "float_parsing": "must be a number",
        "greater_than_equal": f"must be {limits.get('ge')} or more",
        "greater_than": f"must be more than {limits.get('gt')}",
        "less_than_equal": f"must be {limits.get('le')} or less",
        "less_than": f"must be less than {limits.get('lt')}",
        "literal_error": f"must be {limits.get('expected')}",
    }.get(first["type"], first["msg"].removeprefix("Value error, "))
    is_quoted = wanted.startswith("must") and name not in _SECRETS
    return f"{name}: {wanted}; it is {first['input']!r}" if is_quoted else f"{name}: {wanted}"


def _read_file(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeError):  # the file is missing or unreadable
        return ""


class _UnreadLines(logging.Handler):
    """Collects the numbers of the lines in the settings file that dotenv cannot read and only logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[object] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line's number, which is the record's only argument."""
        self.lines += record.args if isinstance(record.args, tuple) else ()

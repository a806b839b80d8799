"""Everything that can be set, read once from the environment and `.env`."""

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

DATABASES: Final = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")


class BadSettings(Exception):  # noqa: N818 - read as a sentence
    """A setting that is missing or makes no sense; the message is one line that names it."""


class Settings(BaseSettings):
    """The program's settings; each is an environment variable of the same name in capitals."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    """The bot's token. Without one the program plays on a local Discord of its own."""
    database_url: str = "sqlite+aiosqlite:///data/tractor.db"
    """Where games are kept: SQLite (the default) or PostgreSQL (`postgresql+asyncpg://…`)."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    local_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The local Discord's port; 0: any free one."""
    local_state: Path | None = Path("data/local-discord.db")
    """Where the local Discord keeps its channels and messages between runs; empty: nowhere."""
    pace: Annotated[float, Field(gt=0, le=100)] = 1.0
    """How fast tables run: 2 halves every pause and window of computers and clocks. For trying things out."""
    tables_per_server: Annotated[int, Field(ge=1, le=1000)] = 20
    picture_workers: Annotated[int, Field(ge=1, le=16)] = 2
    components: Literal["v2", "v1"] = "v2"
    """Which kind of message body to use: `v1` is the fallback should Discord refuse picture edits of `v2`."""

    @field_validator("discord_token", "local_state", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        """Read `DISCORD_TOKEN=` in a copied `.env` as not set."""
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        if not value.startswith(DATABASES):
            raise ValueError(f"must begin with {' or '.join(DATABASES)}")
        return value


def read_settings() -> Settings:
    """Read the settings.

    Raises:
        BadSettings: one is wrong; the message names it and never repeats a secret.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise BadSettings(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None

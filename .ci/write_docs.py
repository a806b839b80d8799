"""Write docs/commands.md and docs/settings.md from the program: `make docs`.

Run it after a command or a setting has changed; a test compares both files with what it would write.
"""
# ruff: noqa: INP001 - a script, not a package

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.app import list_commands  # noqa: E402 - needs the path
from bot.settings import Settings  # noqa: E402
from bot.text.languages import TRANSLATED  # noqa: E402

Payload = dict[str, Any]
SUBCOMMANDS = (1, 2)
"""Discord's types of options that are commands themselves."""

COMMANDS_HEAD = """# Commands

Discord shows commands in your language: the first name is the English one, then 简体中文 and 繁體中文. Options in
*italics* may be left out. `make docs` writes this page.

| command | what it does | options |
|---|---|---|
"""

SETTINGS_HEAD = """# Settings

Settings are environment variables or lines in `.env`; each may be left out. If one is wrong, the bot stops with one
line that names it. `make docs` writes this page.

| setting | default | meaning |
|---|---|---|
"""


def write_commands(payloads: list[Payload]) -> str:
    """Return the page of commands."""
    return COMMANDS_HEAD + "".join(row for one in payloads for row in _list_rows(one, {}))


def _list_rows(payload: Payload, parents: dict[str, str]) -> Iterator[str]:
    """Yield a row for each command that can be typed."""
    names = {locale: f"{parents.get(locale, '/')}{name}" for locale, name in _list_names(payload).items()}
    options = payload.get("options", [])
    if parts := [one for one in options if one["type"] in SUBCOMMANDS]:
        for one in parts:
            yield from _list_rows(one, {locale: f"{name} " for locale, name in names.items()})
        return
    listed = ", ".join(one["name"] if one.get("required") else f"*{one['name']}*" for one in options)
    cells = ("<br>".join(f"`{name}`" for name in dict.fromkeys(names.values())), payload["description"], listed)
    yield f"| {' | '.join(cells)} |\n"


def _list_names(payload: Payload) -> dict[str, str]:
    translated = payload.get("name_localizations") or {}
    return {"en": payload["name"]} | {
        language.tag: translated.get(language.discord_locales[0], payload["name"]) for language in TRANSLATED
    }


def write_settings() -> str:
    """Return the page of settings."""
    return SETTINGS_HEAD + "".join(_write_setting(name, field) for name, field in Settings.model_fields.items())


def _write_setting(name: str, field: FieldInfo) -> str:
    default = "none" if field.default is None else f"`{field.default}`"
    return f"| `{name.upper()}` | {default} | {' '.join((field.description or '').split())} |\n"


async def write_pages() -> dict[Path, str]:
    """Return what each generated page should say."""
    docs = ROOT / "docs"
    commands = await list_commands(Settings(_env_file=None, discord_token=None))
    return {docs / "commands.md": write_commands(commands), docs / "settings.md": write_settings()}


if __name__ == "__main__":
    for path, text in asyncio.run(write_pages()).items():
        path.write_text(text, encoding="utf-8")

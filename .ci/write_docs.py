"""Write the pages of docs that are made from the program: commands, settings, how to play, and all options.

Run `make docs` after a command, a setting, a rule or its text has changed; a test compares the pages.
"""
# ruff: noqa: INP001 - a script, not a package

import asyncio
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.create_bot import list_commands  # noqa: E402 - needs the path
from bot.settings import Settings  # noqa: E402
from bot.text.catalogue import Catalogue, Texts  # noqa: E402
from bot.text.describe.guide_sentences import RESULTS  # noqa: E402
from bot.text.describe.option_values import format_value, list_option_values  # noqa: E402
from bot.text.describe.rulebook import HOUSE, STANDARD, Chapter, list_chapters  # noqa: E402
from bot.text.describe.rules import FRIEND_OPTIONS, OPTION_SECTIONS  # noqa: E402
from bot.text.languages import DEFAULT, TRANSLATED  # noqa: E402
from bot.ui.typed.rule_changes import format_options, list_offered_values  # noqa: E402
from engine.model.presets import OFFERED_PRESETS, PRESETS  # noqa: E402

Payload = dict[str, Any]
SUBCOMMANDS = (1, 2)
"""Discord's option types for subcommands and groups of subcommands."""

_COLUMNS = 120
_NUMBERS = 8
"""The most values that the page of options lists for a numeric option."""
_WITH_FRIENDS = "looking-for-friends"

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


def write_guide(texts: Texts) -> str:
    """Return how to play by the standard rules, as `/rules` explains them."""
    pages = [_write_chapter(texts, one) for one in list_chapters(texts, PRESETS[STANDARD]) if one.is_guide]
    return "\n\n".join((f"# {texts.say('book.how_to_play')}", *pages)) + "\n"


def _write_chapter(texts: Texts, chapter: Chapter) -> str:
    paragraphs: list[list[str]] = []
    for one in chapter.sentences:
        if one.starts or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(f"- {one.text}" if one.name == RESULTS else one.text)
    text = f"## {chapter.title}"
    for part in paragraphs:
        is_row = part[0].startswith("- ") and text.splitlines()[-1].startswith("- ")
        text += f"{'' if is_row else chr(10)}\n{_wrap(texts.join_sentences(part))}"
    return text


def _wrap(paragraph: str) -> str:
    """Break a paragraph into lines of at most 120 columns. Break a Chinese paragraph only after its full stops."""
    chinese = paragraph.endswith("。")
    return paragraph.replace("。", "。\n").strip("\n") if chinese else textwrap.fill(paragraph, _COLUMNS)


def write_options(texts: Texts) -> str:
    """Return the page that explains the values of all options, and lists which options each set of rules changes."""
    intro = _wrap(texts.say("book.options_intro"))
    sections = [_write_section(texts, part, names) for part, names in OPTION_SECTIONS.items()]
    presets = [_write_preset(texts, name) for name in OFFERED_PRESETS if name != STANDARD]
    parts = (f"# {texts.say('book.options')}", intro, *sections, f"## {texts.say('book.presets')}", *presets)
    return "\n\n".join(parts) + "\n"


def _write_section(texts: Texts, part: str, names: tuple[str, ...]) -> str:
    rows = [f"| {texts.format_option(one)}<br>`{one}` | {_write_values(texts, one)} |" for one in names]
    title = texts.say(f"rules.section.{part}")
    return "\n".join((f"## {title}\n", "| | |", "|---|---|", *rows))


def _write_values(texts: Texts, option: str) -> str:
    """Return a table cell that lists the values of an option, the default first.

    The cell lists at most `_NUMBERS` values of a numeric option. It lists all values of any other option. If an option
    has no fixed list of values, two of them are shown.
    """
    base = _WITH_FRIENDS if option in FRIEND_OPTIONS else STANDARD
    usual = format_options(PRESETS[base])[option]
    values = dict.fromkeys((usual, *list_offered_values(base, {}, option)))
    found = {one: format_value(texts, option, one)[1] for one in values}
    cells = [f"`{one}`" if one == meaning.casefold() else f"`{one}` {meaning}" for one, meaning in found.items()]
    if any(one == meaning for one, meaning in found.items()):
        return " · ".join((*cells[:_NUMBERS], *("…" for _ in cells[_NUMBERS : _NUMBERS + 1])))
    whole = option == "jokers" or list_option_values(option)
    return "<br>".join(cells if whole else (*cells[:2], "…"))


def _write_preset(texts: Texts, name: str) -> str:
    listed = next(one for one in list_chapters(texts, PRESETS[name]) if one.key == HOUSE).sentences
    items = "".join(f"\n- {_wrap(one.text)}".replace("\n", "\n  ").replace("\n  -", "\n-") for one in listed)
    return f"### {texts.format_preset(name)} `{name}`\n\n{texts.format_preset_summary(name)}\n{items}"


async def write_pages() -> dict[Path, str]:
    """Return the contents of all generated pages. The keys are the paths of the pages."""
    docs = ROOT / "docs"
    commands = await list_commands(Settings(_env_file=None, discord_token=None))
    texts = {language.tag: Catalogue.load().texts_for(language.tag) for language in (DEFAULT, *TRANSLATED)}
    endings = {tag: "" if tag == DEFAULT.tag else f".{tag}" for tag in texts}
    guides = {docs / f"how-to-play{endings[tag]}.md": write_guide(one) for tag, one in texts.items()}
    options = {docs / f"options{endings[tag]}.md": write_options(one) for tag, one in texts.items()}
    return {docs / "commands.md": write_commands(commands), docs / "settings.md": write_settings(), **guides, **options}


if __name__ == "__main__":
    for path, text in asyncio.run(write_pages()).items():
        path.write_text(text, encoding="utf-8")

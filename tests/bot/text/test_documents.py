"""The documents agree with the program about commands, settings, options, permissions and presets."""

import importlib
import re
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import discord
import pytest

from bot import __version__
from bot.settings import Settings
from bot.ui.core.tables.bot_permissions import INVITED_WITH
from engine.model.presets import OFFERED_PRESETS
from engine.model.rules import Rules

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / ".ci"))
from write_docs import write_pages  # noqa: E402 - the path is set first

READMES = ("README.md", "README.zh-CN.md", "README.zh-TW.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
SETTINGS = {name.upper(): field for name, field in Settings.model_fields.items()}
NAME = re.compile(r"`((?:bot|engine)(?:\.\w+)+)`")
CODE_BLOCK = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
NUMBERS = {12: "Twelve", 13: "Thirteen", 14: "Fourteen", 15: "Fifteen", 16: "Sixteen"}


async def test_pages_of_commands_and_settings_are_up_to_date():
    for path, text in (await write_pages()).items():
        assert path.read_text(encoding="utf-8") == text, "run make docs"


@pytest.mark.parametrize("language", ["", ".zh-CN", ".zh-TW"])
def test_page_of_options_names_all_options_and_all_presets_but_the_first(language):
    text = (ROOT / "docs" / f"options{language}.md").read_text(encoding="utf-8")
    names = [field.name for field in fields(Rules)]
    assert [name for name in (*names, *OFFERED_PRESETS[1:]) if f"`{name}`" not in text] == []


def test_readmes_show_the_start_command_early():
    """A README has at most 90 lines. Before `make run` it has a GIF and fewer than 120 words."""
    for name in READMES:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 90, name
        before = text.partition("make run")[0]
        assert len(before.split()) < 120, name
        assert ".gif" in before, name


@pytest.mark.parametrize("document", [*READMES, "docs/features.md", "docs/faq.md"])
def test_documents_name_commands_that_exist(document):
    known = set(re.findall(r"`(/[^`]+)`", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"))) | {"/four"}
    groups = {name.split()[0] for name in known} | {"/admin"}
    named = re.findall(r"`(/[^`<]+)`", (ROOT / document).read_text(encoding="utf-8"))
    assert [name for name in named if name not in known | groups] == []


def test_example_env_file_names_every_setting():
    named = re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE, re.MULTILINE)
    assert sorted(named) == sorted(SETTINGS)


def test_example_env_file_changes_no_default(monkeypatch):
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=None)


def test_example_env_file_without_comment_signs_is_valid(tmp_path):
    whole = tmp_path / ".env"
    whole.write_text(re.sub(r"^# (?=[A-Z_]+=)", "", EXAMPLE, flags=re.MULTILINE), encoding="utf-8")
    assert Settings(_env_file=whole) == Settings(_env_file=None)


def test_the_invitation_asks_for_the_permissions_listed():
    links = re.findall(r"permissions=(\d+)", README + HOSTING)
    assert [discord.Permissions(int(one)) for one in links] == [INVITED_WITH] * 2
    table = HOSTING.split("| permission | what for |")[1].split("\n\n")[0]
    listed = {
        name.strip() for row in re.findall(r"^ *\| ([A-Z][^|]+) \|", table, re.MULTILINE) for name in row.split(",")
    }
    assert {name.replace("_", " ").title().replace(" In ", " in ") for name, on in INVITED_WITH if on} == {
        name.replace("View Channel", "Read Messages") for name in listed
    }


def test_lines_of_documents_wrap():
    """Only tables, code, pictures and long addresses are wider than 120 characters."""
    pages = [path for path in ROOT.rglob("*.md") if not any(part.startswith(".v") for part in path.parts)]
    texts = {path.name: CODE_BLOCK.sub("", path.read_text(encoding="utf-8")) for path in pages}
    lines = [(name, line) for name, text in texts.items() for line in text.splitlines()]
    wide = [(name, line) for name, line in lines if len(line) > 120 and not re.match(r"\s*(\||!\[|`https?:)", line)]
    assert wide == []


def test_links_lead_to_existing_files():
    for document in (*READMES, "CHANGELOG.md", *(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))):
        text = (ROOT / document).read_text(encoding="utf-8")
        for target in re.findall(r"(?<!!)\[[^\]]*\]\((?!https?:)([^)#]+)\)", text):
            assert (ROOT / document).parent.joinpath(target).exists(), f"{document}: {target}"


def test_dotted_names_in_backticks_exist():
    sources = (
        path for folder in ("bot", "engine") for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".md"}
    )
    named = {(path.name, name) for path in sources for name in NAME.findall(path.read_text(encoding="utf-8"))}
    assert named
    assert [one for one in sorted(named) if not _exists(one[1])] == []


def _exists(name):
    """Return whether a dotted name leads to a module, or to something in one."""
    module, _, attribute = name.rpartition(".")
    is_module = find_spec(module) is not None
    return is_module and (hasattr(importlib.import_module(module), attribute) or find_spec(name) is not None)


def test_the_changelog_begins_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", text, re.MULTILINE)[1] == __version__


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md"])
def test_the_number_of_presets_is_right(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    assert re.search(rf"{NUMBERS[len(OFFERED_PRESETS)]}\s+sets of rules", text)


def test_readme_says_whether_the_bot_ran_live():
    checklist = (ROOT / "docs" / "live-checklist.md").read_text(encoding="utf-8")
    last = re.search(r"\| \*\*last run\*\* \| (.+?) \|", checklist)[1]
    assert last == "never run live" or re.match(r"\d{4}-\d{2}-\d{2}$", last)
    assert ("Not yet run live" in README) == (last == "never run live")

"""A language is added by one entry and a folder of files; commands, panels and pictures then use it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.text.languages import SIMPLIFIED_CHINESE

ROOT = Path(__file__).parents[3]
ENTRY = f"""
from dataclasses import replace

ADDED: Final = Language(
    tag="ko",
    own_name="한국어",
    babel="ko",
    plural_forms="{SIMPLIFIED_CHINESE.plural_forms}",
    discord_locales=("ko",),
    typed=replace(SIMPLIFIED_CHINESE.typed, conjunctions=("및",)),
)
LANGUAGES: Final = (ENGLISH, ADDED, """
SELECTED = "[ko] or [ko- or -ko] or -ko-"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a copy of the project with one more language: "Korean", whose texts are those of Simplified Chinese."""
    copy = tmp_path_factory.mktemp("added") / "tractor"
    for path in ROOT.iterdir():
        if path.name in {"bot", "tests"}:
            shutil.copytree(path, copy / path.name, ignore=shutil.ignore_patterns("__pycache__", "*.png", "*.gif"))
        elif path.name in {".ci", ".env.example"} or not path.name.startswith("."):
            copy.mkdir(exist_ok=True)
            (copy / path.name).symlink_to(path)
    languages = copy / "bot" / "text" / "languages.py"
    languages.write_text(
        languages.read_text(encoding="utf-8").replace("\nLANGUAGES: Final = (ENGLISH, ", ENTRY), encoding="utf-8"
    )
    locales = copy / "bot" / "text" / "locales"
    shutil.copytree(locales / SIMPLIFIED_CHINESE.tag, locales / "ko")
    return copy


def run_tests(project, *paths):
    """Run the tests in the copy that are about the added language. Return the output of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", SELECTED, *paths]
    found = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-4000:]
    assert int(re.search(r"(\d+) passed", found.stdout)[1]) > 0
    return found.stdout


@pytest.mark.long
@pytest.mark.timeout(900)
def test_added_language_is_used_everywhere(project):
    run_tests(project, "tests/flows/test_panels_in_every_language.py", "tests/bot/text", "tests/bot/ui")

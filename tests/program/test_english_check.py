import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "check_english.py"
IDIOMS = (
    *("he", "him", "his", "himself", "anew", "whoever", "so many", "shall", "no more", "is told", "are told"),
    *("hangs on", "what is to be", "nobody's"),
)


def check(path: Path, text: str) -> tuple[int, list[str]]:
    """Write a file and check it; return the exit status and the idioms found, each as `line: idiom`."""
    path.write_text(text, encoding="utf-8")
    run = subprocess.run([sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False)
    assert not run.stderr
    prefix = f"{path.as_posix()}:"
    return run.returncode, [": ".join(line.removeprefix(prefix).split(": ")[:2]) for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("page.md", "It says ", "."), ("a.py", "# It says ", "."), ("en.po", 'msgstr "It says ', '."')],
)
def test_idioms_are_found_in_each_kind_of_file(tmp_path, name, before, after):
    text = "".join(f"{before}{idiom}{after}\n" for idiom in IDIOMS)
    status, hits = check(tmp_path / name, text)
    assert status == 1
    assert sorted(hits) == sorted(f"{number}: {idiom}" for number, idiom in enumerate(IDIOMS, 1))


def test_idioms_are_found_in_docstrings_across_lines(tmp_path):
    text = 'class A:\n    """Count.\n\n    There are So\n    Many.\n    """\n\n    field: int\n    """Whoever."""\n'
    assert check(tmp_path / "a.py", text) == (1, ["4: so many", "9: whoever"])


def test_clean_text_code_and_keys_are_accepted(tmp_path):
    clean = "They see no more than three cards, and no more cards come. This shallow hero asks whomever.\n"
    assert check(tmp_path / "page.md", f"{clean}Type `anew`, or\n\n```\nhe\n```\n") == (0, [])
    assert check(tmp_path / "a.py", f'"""{clean}"""\n\nwhoever = "he shall"  # {clean}') == (0, [])
    assert check(tmp_path / "en.po", f'msgid "ui.anew"\nmsgstr "{clean.strip()}"\n# shall\n') == (0, [])

"""`make run` finds a suitable Python, or says in one line what is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make")

OLD = "exit 1"
REAL = f'exec "{sys.executable}" "$@"'
QUICK = f'case "$2" in venv) mkdir "$3" && : > "$3/pyvenv.cfg"; exit;; esac; {REAL}'
"""A script that runs this Python like REAL. To save seconds, it creates only empty virtual environments."""
WITHOUT_VENV = f'case "$2" in *ensurepip*) exit 1;; esac; {QUICK}'
MISSING_SHIM = 'echo "pyenv: command not found" >&2; exit 127'


def make_venv(folder, *arguments, **pythons):
    """Run the part of `make run` that makes the virtual environment, on a machine with only these Pythons."""
    programs = folder / "bin"
    programs.mkdir()
    for name in ("sh", "bash", "mkdir"):
        (programs / name).symlink_to(shutil.which(name))
    for name, script in pythons.items():
        file = programs / name.replace("_", ".")
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    command = [
        shutil.which("make"),
        "-s",
        "-C",
        str(ROOT),
        f"VENV={folder}/venv",
        f"{folder}/venv/bin/python",
        *arguments,
    ]
    env = {"PATH": str(programs), "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["python3_14", "python3_12", "python3", "python"])
def test_python_of_any_usual_name_is_found(tmp_path, name):
    made = make_venv(tmp_path, **({"python3_13": MISSING_SHIM, "python3_11": OLD} | {name: QUICK}))
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "venv" / "pyvenv.cfg").exists()


def test_python_with_venv_is_preferred(tmp_path):
    made = make_venv(tmp_path, python3_13=WITHOUT_VENV, python3=QUICK)
    assert made.returncode == 0, made.stderr
    assert (made.stdout, made.stderr) == ("", "")


def test_missing_venv_is_reported_in_one_line(tmp_path):
    made = make_venv(tmp_path, python3=WITHOUT_VENV)
    version = "{}.{}".format(*sys.version_info[:2])
    assert made.returncode
    told = [line for line in made.stderr.splitlines() if not line.startswith("make")]
    assert told == [
        f"Python {version} lacks its module venv. On Debian and Ubuntu: sudo apt install python{version}-venv"
    ]


@pytest.mark.parametrize("pythons", [{}, {"python3": OLD}, {"python3_13": MISSING_SHIM}])
def test_missing_python_is_reported_in_one_line(tmp_path, pythons):
    made = make_venv(tmp_path, **pythons)
    assert made.returncode
    (line,) = [line for line in made.stderr.splitlines() if not line.startswith("make")]
    assert line.startswith("Python 3.11, 3.12, 3.13 or 3.14 is needed")


def test_python_without_wheels_is_refused(tmp_path):
    """The Makefile checks the version in a Python that reports the version 3.15."""
    later = f'shift; {sys.executable} -c "import sys; sys.version_info = (3, 15, 0); exec(sys.argv[1])" "$@"'
    made = make_venv(tmp_path, python3=later)
    assert made.returncode
    (line,) = [line for line in made.stderr.splitlines() if not line.startswith("make")]
    assert line.startswith("Python 3.11, 3.12, 3.13 or 3.14 is needed")


@pytest.mark.long
def test_python_that_the_user_names_is_used(tmp_path):
    chosen = tmp_path / "mine"
    chosen.write_text(f"#!/bin/sh\n: > '{tmp_path}/used'\n{REAL}\n")
    chosen.chmod(0o755)
    assert make_venv(tmp_path, f"PYTHON={chosen}", python3=OLD).returncode == 0
    assert (tmp_path / "used").exists()
    assert (tmp_path / "venv" / "bin" / "pip").exists(), "a real Python made a real environment"

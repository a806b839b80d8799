"""`pip install .` installs a command with every file that it needs; the same sources give the same wheel."""

import asyncio
import os
import re
import shutil
import signal
import site
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from bot import __version__

ROOT = Path(__file__).parents[2]
SECONDS = 200
pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


def copy_sources(folder):
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("bot", "engine", "migrations", "assets"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, copy_function=shutil.copyfile)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)


def pip(*arguments, **variables):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | variables)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built as `pip install .` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    if pip("download", "--no-deps", "-d", folder / "tools", "setuptools>=77").returncode:
        pytest.skip("no package index: pip cannot get setuptools")
    return build_wheel(folder / "first", folder / "tools")


def build_wheel(folder, tools):
    """Build a wheel from a copy of the sources. It contains a fixed time, like a wheel that `make package` builds."""
    copy_sources(folder)
    command = ["wheel", "--no-deps", "--no-index", "-f", tools, "-w", folder / "dist", folder]
    built = pip(*command, SOURCE_DATE_EPOCH="1700000000")
    assert built.returncode == 0, built.stderr
    (made,) = (folder / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def scripts(wheel, tmp_path_factory):
    """The folder of scripts in a new environment, which has the wheel and borrows this environment's dependencies."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    installed = pip("install", "--no-deps", "--no-index", "--prefix", folder, "--ignore-installed", wheel)
    assert installed.returncode == 0, installed.stderr
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()))
    script = folder / "bin" / "tractor"
    lines = script.read_text().splitlines(keepends=True)
    script.write_text(f"#!{folder}/bin/python\n" + "".join(lines[1:]))  # pip wrote another Python's path
    return folder / "bin"


def environment():
    return {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "DISCORD_TOKEN"}}


def needed(folder, inside):
    """Return where the wheel must have the files of a folder, except those that the program does not need."""
    unneeded = {".pyc", ".md"}
    files = [file for file in (ROOT / folder).rglob("*") if file.is_file() and file.suffix not in unneeded]
    return {f"{inside}/{file.relative_to(ROOT / folder).as_posix()}" for file in files}


def test_wheel_has_every_file(wheel):
    wanted = {
        ("bot", "bot"),
        ("engine", "engine"),
        ("migrations", "bot/migrations"),
        ("assets/fonts", "bot/assets/fonts"),
    }
    every = set().union(*(needed(*one) for one in wanted))
    found = set(zipfile.ZipFile(wheel).namelist())
    assert every - found == set()
    assert not [name for name in found if name.startswith(("tests", "docs"))]


def test_wheel_names_its_licences(wheel):
    (about,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    text = zipfile.ZipFile(wheel).read(about).decode()
    assert "License-Expression: MIT AND OFL-1.1\n" in text
    assert {"License-File: LICENSE", "License-File: assets/fonts/OFL.txt"} <= set(text.splitlines())


def test_same_sources_give_the_same_wheel(wheel, tmp_path):
    """The modification times of files differ between checkouts, but do not change the wheel."""
    again = build_wheel(tmp_path / "again", wheel.parents[2] / "tools")
    assert again.read_bytes() == wheel.read_bytes()
    assert "SOURCE_DATE_EPOCH" in (ROOT / "Makefile").read_text()


def test_command_prints_its_version(scripts, tmp_path):
    shown = subprocess.run(
        [scripts / "tractor", "--version"], capture_output=True, text=True, check=True, cwd=tmp_path, env=environment()
    )
    assert shown.stdout == f"tractor {__version__}\n"
    where = subprocess.run(
        [scripts / "python", "-c", "import bot; print(bot.__file__)"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env=environment(),
    )  # fmt: skip
    assert str(ROOT) not in where.stdout, "it is the installed one"


async def test_command_starts_on_an_empty_database(scripts, tmp_path):
    process = await asyncio.create_subprocess_exec(
        scripts / "tractor", "run", cwd=tmp_path, env=environment(),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(SECONDS):
        line = (await process.stdout.readline()).decode()
        page = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert page, line or (await process.stderr.read()).decode()
        html = await asyncio.to_thread(lambda: urllib.request.urlopen(page[0], timeout=20).read().decode())
        assert "<html" in html
        while b"connected" not in (seen := await process.stderr.readline()):
            assert seen, "it ended before it was connected"
        process.send_signal(signal.SIGTERM)
        _, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    assert (tmp_path / "data" / "tractor.db").exists()

"""On a system without Unix's modules, functions and signals, every module can be imported and the bot runs."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | {"PYTHONPATH": str(ROOT)}

IMPORT_ALL = """
import importlib, pkgutil, tests.elsewhere
for name in ("bot", "engine"):
    for module in pkgutil.walk_packages(importlib.import_module(name).__path__, name + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""


@pytest.mark.long
def test_every_module_can_be_imported():
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, env=ENVIRONMENT, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def run(folder, *arguments):
    """Run a command in a folder, without Unix's modules, functions and signals."""
    command = [sys.executable, "-m", "tests.elsewhere", "bot", *arguments]
    return subprocess.run(command, env=ENVIRONMENT, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="elsewhere already")
@pytest.mark.unix
async def test_bot_starts_and_can_be_backed_up_and_stopped(tmp_path):
    """The bot starts with its worker process, another process makes a backup, and Ctrl-C ends the bot with status 0."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.elsewhere", "bot", cwd=tmp_path, env=ENVIRONMENT,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(120):
            assert b"is ready" in await program.stdout.readline()
            while b"started" not in await program.stderr.readline():
                pass
        copied = await asyncio.to_thread(run, tmp_path, "backup", "copy.db")
        assert (copied.returncode, copied.stderr) == (0, "")
        checked = await asyncio.to_thread(run, tmp_path, "check")
        assert checked.returncode == 0, checked.stdout
        assert "chmod" not in checked.stdout, "rights are not in the mode of a file there"
        program.send_signal(signal.SIGINT)
        _, err = await asyncio.wait_for(program.communicate(), 120)
        assert (program.returncode, b"Traceback" in err) == (0, False), err.decode()
    finally:
        if program.returncode is None:
            program.kill()


@pytest.mark.long
def test_console_shows_code_of_character_that_it_lacks(tmp_path):
    """On Windows, output to a file can have only a few hundred different characters. Others are shown as codes."""
    command = [sys.executable, "-m", "bot", "export", "\u6ca1\u6709/x"]
    shown = subprocess.run(
        command,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "cp1252:strict"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr
    command = [
        sys.executable,
        "-c",
        "import sys; from bot.__main__ import main; sys.argv = ['tractor', '--version']\ntry: main()\nexcept SystemExit: print('\u6ca1\u6709')",
    ]
    shown = subprocess.run(
        command,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "cp1252:strict"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stdout.splitlines()[-1] == "\\u6ca1\\u6709"

"""Bots in other libraries run on the local Discord unchanged. The test installs each library in its own folder."""

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.discord_contract import watch
from tests.wire.driven_loopback import DrivenLoopback

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]  # two installations take minutes on a busy machine
HERE = Path(__file__).parent / "libraries"
INSTALL_WITHIN = 240.0


def install(name, *command):
    """Install a library, or skip the test with the reason."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_WITHIN, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{name} is NOT TESTED: it did not install within {INSTALL_WITHIN:.0f} seconds")
    if done.returncode:
        pytest.skip(f"{name} is NOT TESTED: it cannot be installed here: {done.stderr.strip()[-300:]}")


def discord_js(folder):
    if shutil.which("npm") is None:
        pytest.skip("discord.js is NOT TESTED: no Node.js on this machine")
    install("discord.js", "npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "discord.js@14")
    return ["env", f"NODE_PATH={folder / 'node_modules'}", "node", str(HERE / "discord_js_bot.cjs")]


def hikari(folder):
    install("hikari", sys.executable, "-m", "venv", "--without-pip", str(folder))
    python = str(folder / "bin" / "python")
    pip = sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"
    install("hikari", *pip, "--no-compile", "hikari==2.*")
    return [python, str(HERE / "hikari_bot.py")]


@asynccontextmanager
async def running(command, loopback):
    """Run a program with the API's address and the token as arguments."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    program = await asyncio.create_subprocess_exec(*command, loopback.api, loopback.token, env=env)
    try:
        await loopback.remote.bot_online(60.0)
        yield
        assert program.returncode is None
    finally:
        if program.returncode is None:
            program.terminate()
        await asyncio.wait_for(program.wait(), 120)


@pytest.mark.parametrize("library", [discord_js, hikari], ids=lambda library: library.__name__)
async def test_bot_of_other_library_works(library, tmp_path, monkeypatch):
    command = await asyncio.to_thread(library, tmp_path)
    monkeypatch.setattr("bot.loopback.interactions.start.ANSWER_WITHIN", 30.0)  # the machine may be busy
    monkeypatch.setattr("bot.loopback.interactions.answer.ANSWER_WITHIN", 30.0)
    async with await DrivenLoopback.start() as loopback, running(command, loopback):
        violations = watch(loopback)
        await shop(loopback, loopback.person("ann"), loopback.person("bob"))
        refused = [(r["method"], r["path"], r["reply"]) for r in await loopback.remote.requests() if r["status"] >= 400]
        assert refused == []
        assert [str(one) for one in violations] == []


async def shop(loopback, ann, bob):
    suggested = await ann.autocomplete("tractor", "fruit", "kind", "app")
    assert [choice["value"] for choice in suggested.choices] == ["apple"]
    stall = (await ann.slash("tractor", "fruit", kind="apple")).message
    assert (stall.text, stall.labels) == ("a apple", ["buy", "note"])
    assert stall.raw["flags"] & (1 << 15)
    assert (await bob.click(stall, label="buy")).message.text == "sold"
    form = await bob.click(stall, label="note")
    assert form.modal["title"] == "A note"
    thanks = (await bob.submit(form, {"For whom": "Ann"})).message
    assert (thanks.content, thanks.ephemeral) == ("for Ann", True)
    (paper,) = (await ann.slash("tractor", "paper")).message.raw["attachments"]
    assert (paper["filename"], await loopback.remote.picture(paper["url"])) == ("list.txt", b"apples")
    assert (await ann.slash("tractor", "talk")).message.content == "opened"
    assert [m.content for m in await bob.messages("talk")] == ["first words"]

"""Run the steps of the Dockerfile in a new folder, without a container engine.

`make try-container` runs this file. It installs the program, starts it, checks its health and stops it. It does not
test the base image, the image's own user, or the read-only file system.
"""
# ruff: noqa: INP001 - a script, not a package

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATHS = ("/opt/tractor", "/build", "/data")
"""Absolute paths of the image. In the instructions, they are replaced by paths in the new folder."""
START_SECONDS = 60


def read_steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the Dockerfile's instructions with their arguments."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in lines.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield name.upper(), rest.strip()


def list_allowed() -> list[str]:
    """Return the patterns of files that `.dockerignore` lets through. Fail unless it refuses all other files."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines, "the build must not get tokens or data"
    return [line[1:] for line in lines if line.startswith("!")]


def copy(sources: list[str], target: Path) -> None:
    """Copy sources as COPY does; fail if `.dockerignore` keeps one of them out."""
    for source in sources:
        assert any(fnmatch.fnmatch(source, allowed) for allowed in list_allowed()), f"{source} is ignored"
        if (ROOT / source).is_dir():
            name = target if len(sources) == 1 else target / source
            shutil.copytree(ROOT / source, name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        else:
            shutil.copy(ROOT / source, target)


def build(steps: list[tuple[str, str]], inside: Path) -> dict[str, str]:
    """Carry out the instructions. Return the arguments of each one's last use, but of all uses of ENV."""

    def move(text: str) -> str:
        return re.sub("|".join(PATHS), lambda found: f"{inside}{found[0]}", text)

    last, work = {"ENV": ""}, inside
    for name, rest in steps:
        last[name] = f"{last['ENV']} {move(rest)}" if name == "ENV" else move(rest)
        if name == "WORKDIR":
            work = Path(move(rest))
            work.mkdir(parents=True, exist_ok=True)
        elif name == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            copy(sources, (work / target).resolve())
        elif name == "RUN" and "useradd" not in rest:
            sys.stdout.write(f"RUN {rest}\n")
            sys.stdout.flush()
            command = move(rest).replace("python -m venv", f"{sys.executable} -m venv", 1)
            subprocess.run(["/bin/sh", "-ec", command], cwd=work, check=True)  # noqa: S603 - our own file
    return last


def main() -> None:
    """Build the program, run it and stop it."""
    steps = list(read_steps((ROOT / "Dockerfile").read_text("utf-8")))
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder)
        (inside / "data").mkdir(mode=0o700)
        last = build(steps, inside)
        environment = dict(part.split("=", 1) for part in shlex.split(last["ENV"]))
        environment["PATH"] = f"{inside}/opt/tractor/bin:{os.environ['PATH']}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            environment["METRICS_PORT"] = str(free.getsockname()[1])
        command = json.loads(last["ENTRYPOINT"]) + json.loads(last["CMD"].partition("CMD ")[2] or last["CMD"])
        run(
            command,
            json.loads(last["HEALTHCHECK"].partition("CMD ")[2]),
            last["STOPSIGNAL"],
            environment,
            inside / "data",
        )


def run(command: list[str], check: list[str], stop: str, environment: dict[str, str], data: Path) -> None:
    """Start the program, wait until it is healthy, and stop it."""
    command = [shutil.which(command[0], path=environment["PATH"]) or command[0], *command[1:]]
    check = [shutil.which(check[0], path=environment["PATH"]) or check[0], *check[1:]]
    program = subprocess.Popen(command, cwd=data, env=environment)  # noqa: S603 - our own file
    try:
        end = time.monotonic() + START_SECONDS
        while subprocess.run(check, env=environment, capture_output=True, check=False).returncode:  # noqa: S603 - our own file
            assert program.poll() is None, f"it ended with status {program.returncode}"
            assert time.monotonic() < end, "it did not become healthy"
            time.sleep(0.5)
        program.send_signal(signal.Signals[stop])
        assert program.wait(30) == 0, f"it stopped with status {program.returncode}"
    finally:
        program.kill()
    found = sorted(path.name for path in data.iterdir())
    assert "tractor.db" in found, found
    sys.stdout.write(f"The container's steps work; its data is {', '.join(found)}.\n")


if __name__ == "__main__":
    main()

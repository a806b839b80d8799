"""Writes a copy of the project with a compiled search for computer players: `python .ci/compile_search.py FOLDER`.

In the copy, computer players play the same but think about three times as fast. Use the copy for long measurements, or
for a server with many computer players of the strength master. Compiling needs a C compiler, and the mypyc that comes
with mypy. The project itself is not compiled, so that no compiled module outlives a change of its source.
"""
# ruff: noqa: INP001 - a script, not a package

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("assets", "bot", "engine", "migrations", "tests")
COMPILED = ("engine/players/playouts/*.py", "engine/players/sampling/deal_sampler.py")


def compile_search(folder: Path) -> list[Path]:
    """Copy the project to a new folder, compile the search there, and return the compiled modules.

    Raises:
        FileExistsError: the folder exists.
        subprocess.CalledProcessError: the search cannot be compiled.
    """
    folder.mkdir(parents=True)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    sources = [str(path.relative_to(folder)) for pattern in COMPILED for path in sorted(folder.glob(pattern))]
    # mypyc reads a pyproject.toml in its folder, so this file is copied only after compiling
    subprocess.run([sys.executable, "-m", "mypyc", *sources], cwd=folder, check=True, capture_output=True)  # noqa: S603 - our own sources
    shutil.rmtree(folder / "build")
    shutil.copy(ROOT / "pyproject.toml", folder)
    return sorted((folder / "engine").rglob("*.so")) + sorted((folder / "engine").rglob("*.pyd"))


def main() -> None:
    """Compile a copy, and say how to use it."""
    if not sys.argv[1:]:
        sys.exit(__doc__)
    folder = Path(sys.argv[1]).resolve()
    try:
        modules = compile_search(folder)
    except FileExistsError:
        sys.exit(f"{folder} exists")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"cannot compile:\n{os.fsdecode(failed.stderr or failed.stdout)}")
    sys.stdout.write(f"{len(modules)} compiled modules; use it from there: cd {folder}\n")


if __name__ == "__main__":
    main()

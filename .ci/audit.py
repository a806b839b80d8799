"""Look up the locked dependencies in osv.dev's database of vulnerabilities: `audit.py LOCK`."""
# ruff: noqa: INP001 - a script, not a package

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from make_sbom import Package, read_lock


def write_project(packages: list[Package], folder: Path) -> None:
    """Write a project that depends on exactly these packages. `uv audit` reads a project, not a list of packages."""
    pins = [f"{one.name}=={one.version}" + (f" ; {one.marker}" if one.marker else "") for one in packages]
    lines = ["[project]", 'name = "audited"', 'version = "0"', 'requires-python = ">=3.11"']
    (folder / "pyproject.toml").write_text("\n".join([*lines, f"dependencies = {json.dumps(pins)}", ""]), "utf-8")


def main() -> int:
    """Run `uv audit` and return its status: 0 only if the database answered and lists no vulnerability."""
    uv = str(Path(sys.executable).parent / "uv")
    with tempfile.TemporaryDirectory() as folder:
        write_project(read_lock(Path(sys.argv[1]).read_text("utf-8")), Path(folder))
        subprocess.run([uv, "lock", "-q"], cwd=folder, check=True)  # noqa: S603 - our own tool
        return subprocess.run([uv, "audit", "--frozen", *sys.argv[2:]], cwd=folder, check=False).returncode  # noqa: S603 - our own tool


if __name__ == "__main__":
    sys.exit(main())

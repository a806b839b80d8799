"""Write the locked dependencies as reproducible CycloneDX JSON (a bill of materials): `make_sbom.py LOCK TARGET`."""
# ruff: noqa: INP001 - a script, not a package

import json
import re
import sys
import tomllib
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "assets" / "fonts"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: ; (.+?))?(?: \\)?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
SOURCE = re.compile(r"^    #(?: via)?\s+(\S.*)$")
SPEC_VERSION = "1.6"


@dataclass
class Package:
    """A package of the lock file. `wanted_by` names the packages that need it."""

    name: str
    version: str
    marker: str = ""
    hashes: list[str] = field(default_factory=list)
    wanted_by: list[str] = field(default_factory=list)

    @property
    def purl(self) -> str:
        """The package's address as CycloneDX writes it."""
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{self.version}"


def read_lock(text: str) -> list[Package]:
    """Return the packages of a lock file."""
    packages: list[Package] = []
    for line in text.splitlines():
        if pinned := PINNED.match(line):
            packages.append(Package(pinned[1], pinned[2], pinned[3] or ""))
        elif found := HASH.search(line):
            packages[-1].hashes.append(found[1])
        elif (source := SOURCE.match(line)) and source[1] != "via":
            packages[-1].wanted_by.append(source[1].partition(" (")[0].partition("[")[0])
    return packages


def build_sbom(packages: list[Package], name: str, version: str) -> dict[str, Any]:
    """Return the bill of materials of a program."""
    program: dict[str, Any] = {"type": "application", "bom-ref": name, "name": name, "version": version}
    program["licenses"] = [{"expression": read_project()["license"]}]
    program["components"] = [describe_fonts()]
    components = [_describe(package) for package in packages]
    content = json.dumps([program, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC_VERSION,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
        "dependencies": _list_dependencies(packages, name),
    }


def describe_fonts() -> dict[str, Any]:
    """Return the fonts that the program carries, with their authors and the text of their licence."""
    text = (FONTS / "OFL.txt").read_text("utf-8")
    authors = dict(re.findall(r"^(\S+\.[ot]tf) +(Copyright .+)$", text, re.MULTILINE))
    known = json.loads((FONTS / "fonts.json").read_text("utf-8"))
    fonts = [
        {
            "type": "file",
            "name": name,
            "hashes": [{"alg": "SHA-256", "content": font["sha256"]}],
            "licenses": [{"license": {"id": "OFL-1.1"}}],
            "copyright": authors[name],
        }
        for name, font in known.items()
    ]
    licence = {"id": "OFL-1.1", "text": {"contentType": "text/plain", "content": text}}
    return {"type": "file", "name": "assets/fonts", "licenses": [{"license": licence}], "components": fonts}


def read_project() -> dict[str, Any]:
    """Return what pyproject.toml says about the program."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def _describe(package: Package) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        # one of these files is installed, depending on system and version of Python
        "properties": [{"name": "tractor:sha256", "value": one} for one in package.hashes],
    }
    if package.marker:
        found["properties"].insert(0, {"name": "tractor:marker", "value": package.marker})
    return found


def _list_dependencies(packages: list[Package], name: str) -> list[dict[str, Any]]:
    wants: dict[str, list[str]] = {name: []} | {package.purl: [] for package in packages}
    refs: dict[str, list[str]] = {name: [name]}
    for package in packages:
        refs.setdefault(package.name, []).append(package.purl)
    for package in packages:
        for wanting in package.wanted_by:
            for ref in refs[wanting]:
                wants[ref].append(package.purl)
    return [{"ref": ref, "dependsOn": sorted(set(wanted))} for ref, wanted in wants.items()]


def main() -> None:
    """Write the bill of materials to the file that the command line names."""
    lock, target = map(Path, sys.argv[1:])
    name = read_project()["name"]
    version = re.search(r'__version__: Final = "([^"]+)"', (ROOT / "bot" / "__init__.py").read_text("utf-8"))
    assert version is not None
    made = build_sbom(read_lock(lock.read_text("utf-8")), name, version[1])
    target.write_text(json.dumps(made, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

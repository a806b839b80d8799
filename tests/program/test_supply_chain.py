"""The bill of materials lists every locked dependency, and everything from outside has a fixed version."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))

from audit import write_project  # noqa: E402 - scripts beside the tests
from make_sbom import build_sbom, read_lock  # noqa: E402 - the path is set first

LOCK = (ROOT / "requirements.lock").read_text()
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_every_locked_package_is_in_the_bill(tmp_path):
    target = tmp_path / "sbom.json"
    command = [sys.executable, str(ROOT / ".ci" / "make_sbom.py"), str(ROOT / "requirements.lock"), str(target)]
    subprocess.run(command, check=True)
    first = target.read_bytes()
    subprocess.run(command, check=True)
    assert target.read_bytes() == first
    bill = json.loads(first)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    found = {(one["name"], one["version"]) for one in bill["components"]}
    assert found == set(re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE))
    hashes = [
        one for component in bill["components"] for one in component["properties"] if one["name"].endswith("sha256")
    ]
    assert len(hashes) == LOCK.count("--hash=sha256:")


def test_bill_has_the_fonts_and_their_licence():
    program = build_sbom(read_lock(LOCK), "tractor-discord", "1")["metadata"]["component"]
    assert program["licenses"] == [{"expression": "MIT AND OFL-1.1"}]
    (fonts,) = program["components"]
    assert "SIL OPEN FONT LICENSE" in fonts["licenses"][0]["license"]["text"]["content"]
    files = {one["name"] for one in fonts["components"]}
    assert files == {file.name for file in (ROOT / "assets" / "fonts").glob("*.[ot]tf")}
    assert all(one["copyright"].startswith("Copyright 20") for one in fonts["components"])


def test_bill_lists_dependencies():
    bill = build_sbom(read_lock(LOCK), "tractor-discord", "1")
    refs = {one["bom-ref"] for one in bill["components"]} | {"tractor-discord"}
    wants = {one["ref"]: one["dependsOn"] for one in bill["dependencies"]}
    assert wants.keys() == refs
    assert {wanted for all_ in wants.values() for wanted in all_} == refs - {"tractor-discord"}, (
        "nothing is unexplained"
    )
    direct = {ref.removeprefix("pkg:pypi/").partition("@")[0] for ref in wants["tractor-discord"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    assert direct == {re.match(r"[\w.-]+", one)[0].lower().replace(".", "-") for one in named}


def test_lock_is_read_with_markers_and_parents():
    text = (
        "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:" + "a" * 64 + "\n    # via rustworkx\n"
        "rustworkx==1.0 \\\n    --hash=sha256:" + "b" * 64 + " \\\n    --hash=sha256:" + "c" * 64 + "\n"
        "    # via\n    #   tractor-discord (pyproject.toml)\n    #   numpy\n"
    )
    numpy, rustworkx = read_lock(text)
    assert (numpy.marker, numpy.wanted_by) == ("python_full_version < '3.12'", ["rustworkx"])
    assert (rustworkx.wanted_by, len(rustworkx.hashes)) == (["tractor-discord", "numpy"], 2)


def test_audit_checks_exactly_the_locked_versions(tmp_path):
    write_project(read_lock(LOCK), tmp_path)
    wanted = tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {one.partition(" ;")[0] for one in wanted} == set(re.findall(r"^[\w.-]+==\S+", LOCK, re.MULTILINE))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_workflow_pins_actions_and_has_few_rights(workflow):
    text = workflow.read_text()
    actions = re.findall(r"uses: (\S+)", text)
    assert actions
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in actions)
    assert "\npermissions:\n  contents: read\n" in text
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")
    assert "pull_request_target" not in text
    assert not re.search(r"run:.*\$\{\{", text), "a value of an event in a command could be a command"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_workflow_uses_targets_that_exist(workflow):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for line in re.findall(r"make PYTHON=python (.+)", workflow.read_text()):
        assert set(line.split()) <= targets


def test_python_versions_of_the_workflow_are_supported():
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text()
    assert re.search(r'python: \["3.11", "3.12", "3.13", "3.14"\]', text)


def test_pythons_newer_than_the_lock_are_excluded():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"] == ">=3.11,<3.15"


def test_threat_model_names_tests_that_exist():
    text = (ROOT / "SECURITY.md").read_text()
    named = set(re.findall(r"`(tests/[\w/.]+)`", text))
    assert len(named) > 15
    assert all((ROOT / one).exists() for one in named)
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (ROOT / link).exists()

"""Saves reports of checks on the real Discord as JSON. When the bot starts, it reads from them what Discord refuses."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path("data")
LIVE_CHECK: Final = "live-check.json"
SELFTEST: Final = "selftest.json"


def save_report(file: Path, report: Mapping[str, Any]) -> None:
    """Write a report to a file, in place of the last one. Raises OSError."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def refuses_picture_edits(folder: Path) -> bool:
    """Return whether the last live check could replace pictures in classic messages but not in Components V2."""
    try:
        found = json.loads((folder / LIVE_CHECK).read_text(encoding="utf-8"))["findings"]
        severities = {one["name"]: one["severity"] for one in found}
    except (OSError, ValueError, KeyError, TypeError):  # there was no check, or somebody has edited the file
        return False
    went_well = severities.get("picture") == severities.get("classic edit") == "ok"
    return went_well and severities.get("picture edit") == "problem"

"""Tries mutants in a copy of the tree: finds the tests that run each line, and whether they notice a mutant."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from coverage import CoverageData

from tests.mutation.mutants import Mutant

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "data", "dist", "__pycache__", ".*_cache", ".hypothesis")
MEMORY = 6 << 30
"""The most memory that a run may use, in bytes, because a mutant may allocate without end."""
PLUGINS = ("-p", "tests.mutation.choose_tests", "-p", "no:xdist", "-p", "no:cacheprovider")
PYTEST = ("-m", "pytest", "-q", "-x", "--no-header", "--tb=no", *PLUGINS)
PATIENCE, ENDLESS = "--timeout=600", "--timeout=60"
"""The time limits of a test in the unchanged sources and of a test with a mutant, which may never end."""


class Trials:
    """Tries mutants one after the other, with the tests of their area."""

    def __init__(self, tree: Path, scratch: Path, area: str, tests: Sequence[str], slowest: float = 600.0) -> None:
        self.copy, self.scratch, self.area, self.slowest = scratch / "tree", scratch, area, slowest
        shutil.copytree(tree, self.copy, ignore=LEFT_OUT)
        self.tests = sorted({str(one.relative_to(self.copy)) for name in tests for one in self.copy.glob(name)})
        self.stamp = 1_000_000_000

    def measure(self) -> None:
        """Run the area's tests once without a mutant, and record which of them run each line.

        Raises:
            SystemExit: a test fails.
        """
        coverage = ("-m", "coverage", "run", f"--data-file={self.scratch / 'lines'}", f"--source={self.area}")
        ended = self._run((*coverage, *PYTEST, PATIENCE, *self.tests), {}, None)
        if ended.returncode:
            raise SystemExit(f"The tests fail without any mutant.\n{ended.stdout[-2000:]}")
        self.lines = CoverageData(str(self.scratch / "lines"))
        self.lines.read()

    @cache  # noqa: B019 - a process has only one object
    def _find_contexts(self, path: Path) -> dict[int, list[str]]:
        return self.lines.contexts_by_lineno(str(self.copy / path))

    def list_tests(self, mutant: Mutant) -> frozenset[str] | None:
        """Return the tests that run a mutant's line. Return None, which means all tests, if the line runs on import."""
        found = frozenset(self._find_contexts(mutant.path).get(mutant.line, ()))
        return None if "" in found else found

    def is_killed(self, mutant: Mutant) -> bool:
        """Return whether a test fails, or does not end, with the mutant."""
        chosen = self.list_tests(mutant)
        if chosen is not None and not chosen:
            return False
        path = self.copy / mutant.path
        source = path.read_text(encoding="utf-8")
        try:
            self._write(path, mutant.apply(source))
            return self._fails(chosen)
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: str) -> None:
        """Write a file with a new modification time, so that Python uses no compiled file of an earlier source."""
        path.write_text(source, encoding="utf-8")
        self.stamp += 10
        os.utime(path, (self.stamp, self.stamp))

    def _fails(self, chosen: Iterable[str] | None) -> bool:
        files, given = self.tests, {}
        if chosen is not None:
            listed = self.scratch / "chosen"
            listed.write_text("\n".join(chosen))
            files, given = sorted({one.partition("::")[0] for one in chosen}), {"MUTANT_TESTS": str(listed)}
        try:
            return self._run((*PYTEST, ENDLESS, *files), given, self.slowest).returncode != 0
        except subprocess.TimeoutExpired:
            return True

    def _run(self, command: Sequence[str], given: dict[str, str], seconds: float | None) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.copy,
            env=os.environ | given,
            timeout=seconds,
            check=False,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )

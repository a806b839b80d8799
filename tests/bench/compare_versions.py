"""Compares the speed of this checkout with that of an older one, and prints a Markdown table of both.

    python tests/bench/compare_versions.py ../older --rounds 3

Each benchmark runs in its own process, in one checkout after the other, so that a busy machine slows both alike. If a
checkout lacks a benchmark or fails it, the table says so. `--suite` adds the seconds of `make test`.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parents[2]
BENCHES = (
    "test_bench_game.py",
    "test_bench_mechanics.py",
    "test_bench_render.py",
    "test_bench_store.py",
    "test_bench_play_cost.py",
    "test_bench_answers.py",
    "test_bench_restart.py",
)
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?(?![\w])")
FAILED = "failed"
MISSING = "missing"


def run_bench(checkout: Path, bench: str) -> list[str]:
    """Return the lines with numbers that a benchmark prints. FAILED is added if it fails, MISSING if there is none."""
    if not (checkout / "tests/bench" / bench).exists():
        return [MISSING]
    command = (sys.executable, "-m", "pytest", "-m", "bench", "-p", "no:xdist", "-p", "no:cacheprovider", "-s", "-q")
    done = subprocess.run(
        [*command, "--tb=no", "--benchmark-disable-gc", f"tests/bench/{bench}"],
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.strip(". F") for line in done.stdout.splitlines() if is_figure(line)]
    return lines if done.returncode == 0 else [*lines, FAILED]


def is_figure(line: str) -> bool:
    """Return whether a line printed by pytest comes from a benchmark and has numbers."""
    return bool(NUMBER.search(line)) and not re.search(r"passed|failed|^FAILED|^=|^-|\[info|seed \d|^tests/|^E ", line)


def measure_suite(checkout: Path) -> list[str]:
    began = time.perf_counter()
    done = subprocess.run(["make", "test"], cwd=checkout, capture_output=True, check=False)
    return [f"make test: {time.perf_counter() - began:.0f} s", *([FAILED] if done.returncode else [])]


def merge_rounds(rounds: Iterable[list[str]]) -> dict[tuple[str, int], str]:
    """Return each line with the medians of its numbers. A key is a line's text, with its place among equal texts."""
    found: dict[tuple[str, int], list[list[float]]] = {}
    for lines in rounds:
        seen: Counter[str] = Counter()
        for line in lines:
            numbers = [float(one.replace(",", "")) for one in NUMBER.findall(line)]
            text = NUMBER.sub("#", line)
            found.setdefault((text, seen[text]), []).append(numbers)
            seen[text] += 1
    return {key: fill(key[0], several) for key, several in found.items()}


def fill(text: str, several: list[list[float]]) -> str:
    for numbers in zip(*several, strict=True):
        text = text.replace("#", f"{statistics.median(numbers):g}", 1)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--only", nargs="*", default=BENCHES)
    chosen = parser.parse_args()
    checkouts = (chosen.older.resolve(), HERE)
    print("| before | after |\n|---|---|")
    for bench in chosen.only:
        rounds = [[run_bench(one, bench) for one in checkouts] for _ in range(chosen.rounds)]
        print_rows(bench, *(merge_rounds(one) for one in zip(*rounds, strict=True)))
    if chosen.suite:
        print_rows("make test", *(merge_rounds([measure_suite(one)]) for one in checkouts))


def print_rows(name: str, before: dict[tuple[str, int], str], after: dict[tuple[str, int], str]) -> None:
    """Print the lines of one benchmark side by side, with an empty cell where one version has no such line."""
    print(f"| **{name}** | |")
    for key in dict.fromkeys((*before, *after)):
        print(f"| {before.get(key, '')} | {after.get(key, '')} |", flush=True)


if __name__ == "__main__":
    main()

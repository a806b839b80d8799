"""Makes small faults in the code and tries whether a test notices each of them.

Run `make mutants ARGS="--area engine --seed 1 --count 20"`. A fault is, for example, another comparison or boundary,
`and` for `or`, or a missing statement. Each fault is made in a copy of the tree. Then the area's tests that run the
faulty line are run until one fails. A fault that no test notices is shown as a diff. If nobody can observe what a fault
changes, it belongs in `equivalents.txt`, with the reason.
"""

import argparse
import difflib
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.mutation.mutants import Mutant, list_mutants
from tests.mutation.trials import Trials

TREE = Path(__file__).parents[2]
EQUIVALENTS = Path(__file__).with_name("equivalents.txt")
AREAS = {
    "engine": (
        "tests/engine/test_*.py",
        *(f"tests/engine/{one}/test_*.py" for one in ("mechanics", "game", "puzzles", "arena")),
    ),
    "engine/players": ("tests/engine/players/test_*.py",),
    "bot/league": (
        "tests/bot/league/test_*.py",
        *(
            f"tests/bot/store/test_*{one}*.py"
            for one in ("league", "team", "ruling", "rating", "profile", "substitute")
        ),
    ),
    "bot/events": (
        "tests/bot/events/test_*.py",
        "tests/bot/store/test_*event*.py",
        "tests/bot/store/test_store_board*.py",
        "tests/bot/play/test_event_tables.py",
    ),
    "bot/play": ("tests/bot/play/test_*.py", "tests/bot/store/test_store_house_rules.py"),
    "bot/puzzles": ("tests/bot/puzzles/test_*.py",),
    "bot/text/describe": ("tests/bot/text/test_*.py",),
}
"""The test files of each area. Few lines of computer players are right or wrong, so the arena measures them, too."""


def read_equivalents() -> dict[str, str]:
    """Read `equivalents.txt`. Return the reason why a mutant there changes nothing, by the mutant's name."""
    found, name = {}, ""
    for line in EQUIVALENTS.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found[name] = line.strip()
        elif line and not line.startswith("#"):
            name = line
    return found


def list_area(area: str) -> Iterator[Mutant]:
    """Yield all mutants of an area, except those of an area inside it."""
    inner = [TREE / other for other in AREAS if other.startswith(f"{area}/")]
    for path in sorted((TREE / area).rglob("*.py")):
        if not any(path.is_relative_to(one) for one in inner):
            yield from list_mutants(path.relative_to(TREE), path.read_text(encoding="utf-8"))


def choose(area: str, seed: int, count: int, only: str) -> list[Mutant]:
    """Return the mutants to try; the same seed and source give the same ones."""
    equivalent = read_equivalents()
    found = [one for one in list_area(area) if one.name not in equivalent and only in f"{one.path} {one.name}"]
    random.Random(f"{area}:{seed}").shuffle(found)
    return found[:count]


def show(mutant: Mutant, tree: Path) -> str:
    """Return a diff of what the mutant changes in its file, read from `tree`."""
    source = (tree / mutant.path).read_text(encoding="utf-8")
    old, new = source.splitlines(), mutant.apply(source).splitlines()
    return "\n".join(list(difflib.unified_diff(old, new, n=1, lineterm=""))[2:])


def main(words: list[str] | None = None) -> int:
    """Try the mutants and say which survived."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--area", choices=AREAS, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="mutants to try")
    parser.add_argument("--only", default="", help="those with this in their path or description")
    given = parser.parse_args(words)
    mutants, killed = choose(given.area, given.seed, given.count, given.only), 0
    with tempfile.TemporaryDirectory() as scratch:
        trials = Trials(TREE, Path(scratch), given.area, AREAS[given.area])
        trials.measure()
        for mutant in mutants:
            dead = trials.is_killed(mutant)
            killed += dead
            print(f"{'killed' if dead else 'SURVIVED'}  {mutant.path}:{mutant.line}  {mutant.name}", flush=True)
            if not dead:
                print(show(mutant, trials.copy), flush=True)
    print(f"{given.area}, seed {given.seed}: {killed} of {len(mutants)} killed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

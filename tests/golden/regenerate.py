"""Tell the golden matches again, to be read as a difference: `python tests/golden/regenerate.py`.

For each set of `mixed_rules` there are two deals by chance, for each preset two: `NAME`, two deals played by chance, with throws that fail and odd plays; and `NAME-match`, a
whole match from its first deal to its winners, played by computer players (the shortest of a few).

A record that the rules still allow stays as it is, so that the difference shows only what is told otherwise. One that
they now refuse, or that is missing, is played anew. `--new` plays all anew.
"""

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "engine" / "game")]

from mixed_rules import MIXED  # noqa: E402
from walking import recorded  # noqa: E402

from engine.cli import watch  # noqa: E402
from engine.presets import PRESETS  # noqa: E402
from engine.record import Record, Replay, read, write  # noqa: E402
from engine.rules import Rules  # noqa: E402
from engine.telling import told  # noqa: E402

DEALS = 2
SEEDS = range(1, 9)


def by_chance(rules: Rules) -> Record:
    """Play two deals by chance."""
    return recorded(rules, 1, DEALS)


def by_computers(rules: Rules) -> Record:
    """Play a whole match."""
    matches = (tuple(move for move, _ in watch(rules, seed, "casual")) for seed in SEEDS)
    return Record(rules, min(matches, key=len))


def kept(name: str, rules: Rules, play: Callable[[Rules], Record]) -> Record:
    """Return the golden record, if it is there and good, else a new one."""
    file = HERE / f"{name}.record"
    if "--new" not in sys.argv and file.exists():
        record = read(file.read_text(encoding="utf-8"))
        if record.rules == rules and Replay(record).stopped is None:
            return record
        print(f"{name}: the record is refused now and is played anew")
    return play(rules)


GOLDEN = [
    *((name, rules, by_chance) for name, rules in (PRESETS | MIXED).items()),
    *((f"{name}-match", rules, by_computers) for name, rules in PRESETS.items()),
]
for golden_name, golden_rules, way in GOLDEN:
    golden = kept(golden_name, golden_rules, way)
    (HERE / f"{golden_name}.record").write_text(write(golden), encoding="utf-8")
    (HERE / f"{golden_name}.told").write_text(told(Replay(golden).events), encoding="utf-8")

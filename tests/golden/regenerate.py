"""Writes the golden matches and their logs again, so that a diff shows what has changed in the game.

Run `python tests/golden/regenerate.py`. For each preset and each rule set of `mixed_rules`, a record `NAME` has
one to three deals of random play, with failed throws and odd plays. For each preset, a record `NAME-match` has a whole
match of computer players. The program plays a few such matches and keeps the shortest.

If a record is still legal, only its log is written again. A missing or illegal record is played again. With `--new`,
all of them are played again. A record lists only options that differ from the defaults, so a new option changes no
record.
"""

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "engine" / "game")]

from mixed_rules import MIXED
from random_play import format_log, record_random_play

from engine.cli import play_match
from engine.io.record import Record, Replay, format_record, parse_record
from engine.model.presets import PRESETS
from engine.model.rules import Rules

DEALS = 2
SEEDS = range(1, 9)


def play_random_deals(rules: Rules) -> Record:
    return record_random_play(rules, 1, DEALS)


def play_shortest_match(rules: Rules) -> Record:
    matches = (tuple(move for move, _ in play_match(rules, seed, "casual")) for seed in SEEDS)
    return Record(rules, min(matches, key=len))


def keep_or_play(name: str, rules: Rules, play: Callable[[Rules], Record]) -> Record:
    """Return the stored record if it is still legal, else a new one."""
    file = HERE / f"{name}.record"
    if "--new" not in sys.argv and file.exists():
        record = parse_record(file.read_text(encoding="utf-8"))
        if record.rules == rules and Replay(record).stopped is None:
            return record
        print(f"{name}: the stored record is no longer legal and is played again")
    return play(rules)


GOLDEN = [
    *((name, rules, play_random_deals) for name, rules in (PRESETS | MIXED).items()),
    *((f"{name}-match", rules, play_shortest_match) for name, rules in PRESETS.items()),
]
for golden_name, golden_rules, play_golden in GOLDEN:
    golden = keep_or_play(golden_name, golden_rules, play_golden)
    (HERE / f"{golden_name}.record").write_text(format_record(golden, Rules()), encoding="utf-8")
    (HERE / f"{golden_name}.log").write_text(format_log(Replay(golden).events), encoding="utf-8")

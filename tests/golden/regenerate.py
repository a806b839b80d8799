"""Tell the golden matches again, to be read as a difference: `python tests/golden/regenerate.py`.

A record that the rules still allow stays as it is, so that the difference shows only what is told otherwise. One that
they now refuse, or that is missing, is played anew by chance. `--new` plays all anew.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "engine" / "game")]

from walking import recorded  # noqa: E402

from engine.presets import PRESETS  # noqa: E402
from engine.record import Record, Replay, read, write  # noqa: E402
from engine.rules import Rules  # noqa: E402
from engine.telling import told  # noqa: E402

DEALS = 2


def kept(name: str, rules: Rules) -> Record:
    """Return the golden record, if it is there and good, else a new one."""
    file = HERE / f"{name}.record"
    if "--new" not in sys.argv and file.exists():
        record = read(file.read_text(encoding="utf-8"))
        if record.rules == rules and Replay(record).stopped is None:
            return record
        print(f"{name}: the record is refused now and is played anew")
    return recorded(rules, 1, DEALS)


for preset_name, preset_rules in PRESETS.items():
    golden = kept(preset_name, preset_rules)
    (HERE / f"{preset_name}.record").write_text(write(golden), encoding="utf-8")
    (HERE / f"{preset_name}.told").write_text(told(Replay(golden).events), encoding="utf-8")

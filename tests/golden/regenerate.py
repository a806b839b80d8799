"""Write the golden matches anew: one short match of chance for each preset, as a record and as it is told."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "engine" / "game")]

from walking import recorded  # noqa: E402

from engine.presets import PRESETS  # noqa: E402
from engine.record import Replay, write  # noqa: E402
from engine.telling import tell  # noqa: E402

for name, rules in PRESETS.items():
    record = recorded(rules, 1, deals=2)
    told = [line for events in Replay(record).events for event in events for line in tell(event)]
    (HERE / f"{name}.record").write_text(write(record), encoding="utf-8")
    (HERE / f"{name}.told").write_text("\n".join(told) + "\n", encoding="utf-8")

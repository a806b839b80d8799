"""The bot is killed a few times while people play; `make soak` does it a thousand times."""

import asyncio
import json
import os
import random
import sys
from pathlib import Path

import pytest
from hidden_card_swaps import make_script, shuffled_pack
from kill_session import TOO_LATE, find_faults, is_accepted
from screens import BUTTON, TEXT, Screen

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.table_rules.game_state import apply_action, create_game_state
from bot.play.values.stored_table import RecordEntry, StoredTable
from bot.play.values.table_info import Person, TableInfo, TableStatus
from engine.model.actions import Play
from engine.model.presets import preset
from tests.table_control_ids import parse_table_control_id

KILLS, PLAYED = 3, 3


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_acknowledged_plays_survive_kills():
    session = await asyncio.create_subprocess_exec(
        *(sys.executable, str(Path(__file__).parent / "kill_session.py"), str(KILLS), os.environ.get("SEED", "1"), "2"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, log = await session.communicate()
    assert session.returncode == 0, log.decode()[-3000:]
    report = json.loads(said.splitlines()[-1])
    assert report["faults"] == []
    assert report["kills"] == KILLS
    assert report["acknowledged"] >= PLAYED


def test_late_press_is_not_acknowledged():
    pressed = parse_table_control_id("t1:1:0:357:play:h")
    asks_next = {"type": BUTTON, "custom_id": "t1:1:0:362:play:C"}
    asks_again = {"type": BUTTON, "custom_id": "t1:1:0:357:play:h"}
    late = {"type": TEXT, "content": f"Your turn.\n{TOO_LATE}"}
    assert is_accepted(pressed, Screen(1, (asks_next,), private=True))
    assert not is_accepted(pressed, Screen(1, (asks_again,), private=True))
    assert not is_accepted(pressed, Screen(1, (late, asks_next), private=True))


def test_lost_and_doubled_plays_are_noticed():
    rules = preset("standard")
    script = make_script(rules, shuffled_pack(rules, 1), 3, random.Random(1))
    seats = tuple(Person(UserId(n)) for n in range(1, 5))
    facts = TableInfo(
        TableId(1), GuildId(1), ChannelId(1), UserId(1), "standard", rules, seats, TableStatus.PLAYING, opened_at=0.0
    )
    entries = [RecordEntry(n, seat, action, 0.0) for n, (seat, action) in enumerate(script, 1)]
    game, asked = create_game_state(facts), []
    for seat, action in script:
        if isinstance(action, Play):
            asked.append((seat, game.tasks[seat], tuple(sorted(action.cards))))
        game, _ = apply_action(game, seat, action)
    assert find_faults(StoredTable(facts, tuple(entries), (), ()), asked) == []

    lost = StoredTable(facts, tuple(entries[:-1]), (), ())
    assert find_faults(lost, asked[:-1]) == []
    assert "is lost" in find_faults(lost, asked)[0]
    gap = StoredTable(facts, (*entries[:-2], entries[-1]), (), ())
    assert "gaps" in find_faults(gap, [])[0]
    last = entries[-1]
    doubled = (*entries, RecordEntry(last.revision + 1, last.seat, last.action, 0.0))
    assert "cannot be played again" in find_faults(StoredTable(facts, doubled, (), ()), [])[0]

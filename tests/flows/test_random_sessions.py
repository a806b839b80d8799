"""Random people press and type anything: always answered, never a fault, and the game can carry on."""

import asyncio
import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from bot_harness import connected
from random_commands import Commands
from random_session import MADE, run_session
from usage_stats import UsageStats, find_rarely_used, kind_of

from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.dispatch.routes import ROUTES
from bot.ui.league.players_wanted import TakeWantedSeat
from bot.ui.table.end_view import LeaveTable
from engine.model.presets import PRESETS

SEED, STEPS = 1, 330
EACH = 2
"""How often each control and command must have been used."""
MORE = 16
"""How many pairs of sessions may be added for controls used too rarely."""
SELDOM_SENT = {
    ControlVerb.END_DEAL,
    *(ControlVerb.CONFIRM_ALWAYS, ControlVerb.PICK_DECLARATION, ControlVerb.PICK_SUIT, ControlVerb.EXPLAIN),
    *(ControlVerb.PICK_FRIEND_SUIT, ControlVerb.PICK_FRIEND_CARD, ControlVerb.PICK_FRIEND_COPY),
    ControlVerb.CALL_FRIENDS,
}
"""Few panels have them; `test_hand_panel`, `test_call_friends` and `test_rare_controls` press them."""
ELSEWHERE = ("bot.ui.events.", "bot.ui.admin.", "bot.ui.puzzles.")
"""Controls of evenings, of the bot's owner and of puzzles, which nobody finds by chance; `test_events`, `test_admin` and
`test_puzzles` press them."""
SELDOM_OFFERED = {ReviewControl, LeaveTable, TakeWantedSeat}
"""`test_reviews`, `test_several_tables` and `test_players_wanted` press them."""


async def test_random_session(tmp_path):
    found = await run_session(tmp_path, "forty-points", 11, 40, to_the_end=False)
    assert not found.faults, "\n".join(found.faults)
    assert found.steps >= 40


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_five_thousand_random_presses(tmp_path, loopback):
    """Each session is a process, two at a time; their counts are added up. `make soak` presses a million times.

    Controls used too rarely get extra sessions, run where most of them appeared.
    """
    total, seen, two = UsageStats(), {}, asyncio.Semaphore(2)
    controls = {verb.value for verb in ControlVerb if verb not in SELDOM_SENT}
    by_chance = (kind for kind in ROUTES if kind not in SELDOM_OFFERED and not kind.__module__.startswith(ELSEWHERE))
    controls |= {kind_of(kind.route) for kind in by_chance}
    async with connected(tmp_path, loopback) as bot:
        commands = {f"/{name}" for name in Commands(bot.client, ()).known}

    async def play(sessions, wanted):
        found = await asyncio.gather(*(run_in_process(two, *one, wanted) for one in sessions))
        for one, counted in zip(sessions, found, strict=True):
            seen[one] = Counter(counted["controls"]) + Counter(counted["commands"])
            total.add(counted)

    def missing():
        return find_rarely_used(total.controls, controls, EACH) | find_rarely_used(total.commands, commands, EACH)

    await play([(rules, SEED) for rules in (*MADE, *PRESETS)], "")
    for more in range(1, MORE + 1):
        if not (short := missing()):
            break
        scarcest = sorted(short, key=lambda kind: (short[kind], kind))[:2]
        best = [max(seen, key=lambda one, kind=kind: seen[one][kind]) for kind in (*scarcest, scarcest[0])[:2]]
        again = [(rules, 6 * more + 3 * n + seed % 3) for n, (rules, seed) in enumerate(best)]
        await play(again, ",".join(sorted(short)))
    print(total.to_dict())
    assert not total.faults, "\n".join(total.faults)
    assert total.steps >= 5_000
    assert total.deals >= 20
    assert total.late <= total.steps / 1000, "answers within three seconds"
    assert not missing()


async def run_in_process(two, rules, seed, wanted):
    async with two:
        here = Path(__file__).parent
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(here / "random_session.py"), rules, str(seed), str(STEPS), wanted),
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(here.parent.parent), str(here)))},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        said, _ = await process.communicate()
    assert process.returncode == 0, f"random_session.py {rules} {seed} {STEPS} '{wanted}'"
    return json.loads(said.splitlines()[-1])

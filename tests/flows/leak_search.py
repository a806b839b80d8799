"""Searches for leaks of hidden cards: it plays two deals and compares everything that the bot sends and logs.

`python leak_search.py PRESET STOP SEED LOCALE [CHANGES]` plays both deals up to the phase or trick STOP. `make leaks`
does this for many deals. The two deals differ only in cards that one player cannot see. Everything sent to this player,
to a spectator or to everyone must therefore be the same, byte by byte, apart from ids and tokens. This includes texts,
alt texts, pictures and other files with their names, and the order of buttons and options. Every line of the bot's log
must be the same too, even debug lines. The last line printed is JSON with the list `faults`.
"""

import asyncio
import json
import logging
import random
import re
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from bot_harness import FAULTS, LOGGED, MANNERS, QUICK, connected
from hidden_card_swaps import make_script, permute_hidden, shuffled_pack
from play_by_panel import make_friendly, until
from screens import LoopbackPlayer

from bot.ids import TableId, UserId
from bot.play.clock.deadline_scheduler import DeadlineScheduler
from bot.play.computers.search_or_rules import ADVISER_LEVEL, ComputerPlayerWorker
from bot.play.computers.take_turns import FORCED
from bot.play.table_rules import table_changes
from bot.play.tables.save_then_publish import save_actions
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import encode_cards
from bot.ui.core.messages.message import Picture
from bot.ui.discord_io.components import to_discord as layout_draw
from engine.model.actions import Bury, CallFriends, Declare, Pass, PickUp, Play
from engine.model.presets import preset, with_options
from engine.model.seats import TABLE
from engine.model.view import PhaseName
from engine.players.levels import PLAYERS
from tests.wire.driven_loopback import DrivenLoopback

VIEWER = 0
PAUSE = 60.0
STILL = replace(QUICK, computer_pause=PAUSE / FORCED, forced_earliest=PAUSE, forced_usual=PAUSE, forced_latest=PAUSE)
"""Times so long that the program plays nothing by itself while the clock stands still, not even a forced last card."""
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


class StoppedClock:
    """A clock that never advances. Sleeps of up to 5 s end at once, and longer ones do not end before the test does."""

    def now(self):
        return 1_800_000_000.0

    def wall(self):
        return self.now()

    async def sleep_until(self, at):
        await asyncio.sleep(0 if at <= self.now() + 5 else 3600)


async def collect_everything_sent(folder, script, case):
    """Play the script on Discord, and return what was sent, what was logged, and what two people can see.

    These two are the viewer and a spectator. Nobody else looks, so everything sent is for them or for everyone.
    """
    LOGGED.clear()
    loopback, bodies = await DrivenLoopback.start(limits=False), []
    try:
        with arranged(script[0][1], bodies), recorded_logs() as lines:
            async with connected(folder, loopback, clock=StoppedClock(), timing=STILL, ui_config=MANNERS) as bot:
                people = [LoopbackPlayer(loopback.person(name, locale=case.locale)) for name in ("ann", "zoe")]
                await play_script(bot, loopback, people, script, case)
                requests = [without_ids(r) for r in await loopback.remote.requests() if tells_something(r)]
                seen = [
                    (no_ids(s.text), tuple(s.alts), tuple(s.buttons), options_of(s))
                    for who in people
                    for s in await who.screens()
                ]
                return {
                    "requests": sorted(requests),
                    "seen": seen,
                    "bodies": sorted(map(no_ids, map(repr, bodies))),
                    "log": sorted(map(no_ids, [*LOGGED, *lines])),
                }
    finally:
        await loopback.stop()


async def play_script(bot, loopback, people, script, case):
    """Play all actions, and let the viewer and a spectator look at everything."""
    ann, zoe = people
    table = await open_table(bot, loopback, ann, case)
    for seat, action in script[1:]:
        await act_for(bot, table, ann, seat, action)
        await settled(bot)
    await ann.slash("hand")
    board = await ann.board()
    for last_trick in board.ids(ControlVerb.LAST_TRICK):  # before the first trick there is no button for the last trick
        await ann.click(board, last_trick)
    await zoe.slash("watch")
    await zoe.slash("hand")
    await settled(bot)


def options_of(screen):
    """Return the selects with their options, in their order."""
    return tuple(
        (custom_id, tuple((o["value"], o.get("label")) for o in part.get("options") or ()))
        for custom_id, part in screen.selects.items()
    )


@contextmanager
def arranged(deal, bodies):
    """Record all sent messages in `bodies`. The table uses this pack, and advice does not depend on the clock."""
    draw = draw_into(bodies)
    with ExitStack() as stack:
        for user in ("bot.play.tables.lobby.shuffle_deal", "bot.play.tables.gameplay.shuffle_deal"):
            stack.enter_context(patch(user, lambda *_: deal))
        for name in ("advise", "advise_at_once"):
            stack.enter_context(patch.object(ComputerPlayerWorker, name, advise_without_clock))
        stack.enter_context(patch.object(DeadlineScheduler, "set_deadlines"))  # only the script draws cards
        for user in ("bot.ui.discord_io.messages.to_discord", "bot.ui.dispatch.send_response.to_discord"):
            stack.enter_context(patch(user, draw))
        yield


@contextmanager
def recorded_logs():
    """Record the warnings and errors that libraries log."""
    lines, handler = [], logging.Handler(logging.WARNING)
    handler.emit = lambda record: lines.append(record.getMessage())
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)


def draw_into(bodies):
    """Return a function that renders messages and records them, with the bytes of their pictures."""

    def draw(body, *, v1=False, emoji=None):
        bodies.append([block.png if isinstance(block, Picture) else block for block in body.blocks])
        return layout_draw(body, v1=v1)

    return draw


async def open_table(bot, loopback, ann, case):
    """Open a table of people and start its match. Hints are on, because they may leak cards too."""
    panel = await ann.slash("tractor new", preset=case.preset, changes=case.changes)
    await settled(bot)
    await make_friendly(ann, panel)
    await settled(bot)
    table = await bot.registry.get_table(TableId(1))
    for name in NAMES[1 : table.facts.rules.players]:
        await table.lobby.change(table_changes.join, UserId(loopback.person(name).id))
        await settled(bot)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    await settled(bot)
    return table


QUICK_ADVISER = PLAYERS[ADVISER_LEVEL].scaled(0.05)


async def advise_without_clock(_, view):
    """Recommend a play from a few sampled deals without a time limit, so that two runs agree."""
    return QUICK_ADVISER.choose(view, random.Random("recommended"))


async def settled(bot):
    await bot.client._dispatcher.finish()
    await bot.outbox.idle()


def list_differences(ones, others):
    """Return two lists, the items that only `ones` has and those that only `others` has. Repeated items are counted."""
    return list((Counter(ones) - Counter(others)).elements()), list((Counter(others) - Counter(ones)).elements())


async def act_for(bot, table, ann, seat, action):
    """Carry out a seat's action. Only the viewer's passes, declarations, buries and plays go through Discord."""
    if seat == TABLE:
        await commit(table, seat, action)
        return
    if isinstance(action, Pass):
        await press_pass(bot, table, ann, seat)
        await commit(table, seat, action)  # a pass takes effect only later, and the clock stands still
        return
    if seat != VIEWER or isinstance(action, CallFriends | PickUp):
        await table.gameplay.submit(seat, action, table.task(seat))
        return
    panel = await ann.panel()
    button = button_for(panel, action)
    if button is not None:
        await ann.click(panel, button)
    else:
        await ann.slash("play", cards=" ".join(map(str, action.cards)))


async def commit(table, seat, action):
    async with table._state.lock:
        await save_actions(table._state, ((seat, action),))


async def press_pass(bot, table, ann, seat):
    """Let a seat pass. The viewer presses Pass if their panel has it. Nothing sent to others may depend on that."""
    if seat != VIEWER:
        await table.gameplay.submit(seat, Pass(), table.task(seat))
    elif (panel := await ann.panel()).has(ControlVerb.PASS):
        await ann.click(panel, panel.ids(ControlVerb.PASS)[0])
    await settled(bot)


def button_for(panel, action):
    match action:
        case Play(cards) | Declare(cards) | Bury(cards):
            return next((i for i in panel.buttons if sorted(i.rpartition(":")[2]) == sorted(encode_cards(cards))), None)
    raise AssertionError(action)


def tells_something(request):
    """Return whether a request may show cards. GET requests and the registration of commands cannot."""
    return request["method"] != "GET" and not request["path"].endswith("/commands")


def without_ids(request):
    """Return what was sent without the ids and tokens that differ between runs."""
    path = re.sub(r"/[^/]{25,}|\d{15,}", "/*", request["path"])
    sent = {"body": request["body"], "files": [[f["filename"], f["size"], f["sha256"]] for f in request["uploads"]]}
    return request["method"], path, no_ids(json.dumps(sent, sort_keys=True))


def no_ids(text):
    return re.sub(r"\d{15,}", "*", text)


@dataclass(frozen=True)
class Case:
    """A deal to examine: its rules, the phase or trick up to which it is played, and the language."""

    preset: str
    stop: PhaseName | int
    changes: str = ""
    seed: int = 1
    least: int = 20
    """The least number of positions at which the two packs must differ. With fewer, the comparison proves little."""
    locale: str = "en-US"

    def __str__(self):
        return "-".join((self.preset, self.changes, str(self.stop), str(self.seed), self.locale))


class Unreachable(Exception):  # noqa: N818 - read as a sentence
    """None of the deals tried reaches this phase, or too few of a deal's cards can be exchanged."""


def make_pair(case, attempts=200):
    """Return two deals that the viewer cannot tell apart.

    Raises:
        Unreachable: no deal that was tried reaches the phase, or too few of its cards can be exchanged.
    """
    rules = with_options(preset(case.preset), **dict(one.split("=") for one in case.changes.split()))
    rng, script = random.Random(case.seed), None
    for attempt in range(attempts):  # not every deal reaches every phase
        script = script or make_script(rules, shuffled_pack(rules, 1000 * case.seed + attempt), case.stop, rng)
    if script is None:
        raise Unreachable(f"no deal reaches {case.stop}")
    other = permute_hidden(rules, script, VIEWER, rng)
    moved = sum(x != y for x, y in zip(script[0][1].order, other[0][1].order, strict=True))
    if moved < case.least:
        raise Unreachable(f"only {moved} positions were permuted: too few for this to say anything")
    return script, other


async def play_both(folder, case):
    """Play two deals that the viewer cannot tell apart; return what was sent in each."""
    sent = []
    for name, deal in zip("ab", make_pair(case), strict=True):
        (folder / name).mkdir()
        sent.append(await collect_everything_sent(folder / name, deal, case))
    return sent


def find_leaks(first, second):
    """Return one line for each kind of data in which two deals differ."""
    leaks = []
    for kind, things in first.items():
        ones, others = list_differences(things, second[kind])
        if ones or others:
            leaks.append(f"{kind}: {str(ones)[:300]} became {str(others)[:300]}")
    return leaks


def main(rules, stop, seed, locale, changes=""):
    case = Case(rules, int(stop) if stop.isdecimal() else PhaseName(stop), changes, int(seed), locale=locale)
    try:
        with tempfile.TemporaryDirectory() as folder:
            first, second = asyncio.run(play_both(Path(folder), case))
    except Unreachable as why:
        print(json.dumps({"compared": 0, "unreachable": 1, "bytes": 0, "faults": [], "why": str(why)}))
        return
    size = sum(len(str(thing)) for things in first.values() for thing in things)
    faults = find_leaks(first, second) + [f"logged: {line}" for line in FAULTS]
    print(json.dumps({"compared": 1, "unreachable": 0, "bytes": size, "faults": faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])

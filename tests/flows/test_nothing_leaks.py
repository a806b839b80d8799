"""No player's card reaches another: with the others' hidden cards permuted, everything sent is the same."""

import asyncio
import json
import random
import re
from collections import Counter
from dataclasses import dataclass

import pytest
from bot_harness import LOGGED, connected
from hidden_card_swaps import make_script, permute_hidden, shuffled_pack
from play_by_panel import until
from screens import LoopbackPlayer

from bot.ids import TableId, UserId
from bot.loopback import Loopback
from bot.play.computer_players import ADVISER_LEVEL, ComputerPlayerWorker
from bot.play.table import Table
from bot.ui.core.custom_ids import encode_cards
from bot.ui.core.message import Picture
from bot.ui.core.ports import UiConfig
from bot.ui.core.table_ids import ControlVerb
from bot.ui.discord_io.components import to_discord as layout_draw
from engine.model.actions import Bury, CallFriends, Declare, Pass, PickUp, Play
from engine.model.presets import PRESETS, preset, with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName
from engine.players import choose

VIEWER = 0
CALM = UiConfig(edit_pause=0.02, sync_commands=True, defer_after=2.8)
"""A late answer on a busy machine takes another way; here every answer takes the same way."""
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


class StoppedClock:
    """A clock that never advances; sleepers wake at once."""

    def now(self):
        return 1_800_000_000.0

    def wall(self):
        return self.now()

    async def sleep_until(self, at):
        await asyncio.sleep(0 if at <= self.now() + 5 else 3600)


async def collect_everything_sent(folder, script, case, monkeypatch):
    """Play the script on Discord and return all that was sent, logged, or visible to the viewer and a spectator.

    Only one player looks, so everything sent is for that player or for everyone.
    """
    LOGGED.clear()
    loopback = await Loopback.start(limits=False)
    for user in ("bot.play.lobby.shuffle_deal", "bot.play.gameplay.shuffle_deal"):
        monkeypatch.setattr(user, lambda *_: script[0][1])
    monkeypatch.setattr(ComputerPlayerWorker, "advise", advise_unhurried)
    bodies = record_messages(monkeypatch)
    try:
        async with connected(folder, loopback, clock=StoppedClock(), ui_config=CALM) as bot:
            ann, zoe = LoopbackPlayer(loopback.person("ann")), LoopbackPlayer(loopback.person("zoe"))
            table = await open_table(bot, loopback, ann, case)
            for seat, action in script[1:]:
                await act_for(bot, table, ann, seat, action)
                await settled(bot)
            await ann.slash("hand")
            board = await ann.board()
            for last_trick in board.ids(ControlVerb.LAST_TRICK):  # there is none before the first trick
                await ann.click(board, last_trick)
            await zoe.slash("watch")
            await zoe.slash("hand")
            await settled(bot)
            requests = [without_ids(r) for r in await loopback.remote.requests() if r["method"] != "GET"]
            seen = [
                (no_ids(s.text), tuple(s.alts), tuple(s.buttons), tuple(s.selects))
                for who in (ann, zoe)
                for s in await who.screens()
            ]
            return {
                "requests": sorted(requests),
                "seen": seen,
                "bodies": sorted(map(no_ids, map(repr, bodies))),
                "log": sorted(map(no_ids, LOGGED)),
            }
    finally:
        await loopback.stop()


def record_messages(monkeypatch):
    """Record every message sent, with the bytes of its pictures."""
    bodies = []

    def draw(body, *, v1=False, emoji=None):
        bodies.append([block.png if isinstance(block, Picture) else block for block in body.blocks])
        return layout_draw(body, v1=v1)

    for user in ("bot.ui.discord_io.messages.to_discord", "bot.ui.dispatch.dispatcher.to_discord"):
        monkeypatch.setattr(user, draw)
    return bodies


async def open_table(bot, loopback, ann, case):
    """Seat people, only one of whom looks, and start."""
    await ann.slash("tractor new", preset=case.preset, changes=case.changes)
    await settled(bot)
    table = await bot.registry.get_table(TableId(1))
    for name in NAMES[1 : table.facts.rules.players]:
        await table.lobby.join(UserId(loopback.person(name).id))
        await settled(bot)
    bot.registry._scheduler.set_deadlines = lambda *_: None  # only the script draws and closes windows
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    await settled(bot)
    return table


async def advise_unhurried(_, view):
    """Recommend what the program's adviser does with all the time it wants; a clock would make two runs differ."""
    return choose(ADVISER_LEVEL, view, random.Random("recommended"))


async def settled(bot):
    await bot.client._dispatcher.finish()
    await bot.outbox.idle()


def list_differences(ones, others):
    """Return what is in only one of two lists, with multiplicity."""
    return list((Counter(ones) - Counter(others)).elements()), list((Counter(others) - Counter(ones)).elements())


async def act_for(bot, table, ann, seat, action):
    """Let a seat act: the viewer by panel or by typing, the others and the table directly."""
    if seat == TABLE:
        await commit(table, seat, action)
        return
    if isinstance(action, Pass):
        await press_pass(bot, table, ann, seat)
        await commit(table, seat, action)  # its moment has come
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
        await table._state.commit_actions(((seat, action),))


async def press_pass(bot, table, ann, seat):
    """Let a seat press Pass, the viewer only if asked: nobody else may notice."""
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


def without_ids(request):
    """Return what was sent without the ids and tokens that differ between runs."""
    path = re.sub(r"/[^/]{25,}|\d{15,}", "/*", request["path"])
    return request["method"], path, no_ids(json.dumps(request["body"], sort_keys=True))


def no_ids(text):
    return re.sub(r"\d{15,}", "*", text)


@dataclass(frozen=True)
class Case:
    """Where a deal is examined: under which rules, and at which phase or trick."""

    preset: str
    stop: PhaseName | int
    changes: str = ""
    seed: int = 1
    least: int = 20
    """How many positions of the pack must differ for the comparison to mean something."""

    def __str__(self):
        return f"{self.preset}-{self.changes}-{self.stop}-{self.seed}"


async def play_both(tmp_path, monkeypatch, case):
    """Play two deals that the viewer cannot tell apart; return what was sent in each."""
    rules = with_options(preset(case.preset), **dict(one.split("=") for one in case.changes.split()))
    rng, script = random.Random(case.seed), None
    for attempt in range(200):  # not every deal reaches every phase
        script = script or make_script(rules, shuffled_pack(rules, 1000 * case.seed + attempt), case.stop, rng)
    assert script is not None
    other = permute_hidden(rules, script, VIEWER, rng)
    moved = sum(x != y for x, y in zip(script[0][1].order, other[0][1].order, strict=True))
    assert moved >= case.least, "too little was permuted for this to say anything"
    sent = []
    for name, deal in (("a", script), ("b", other)):
        (tmp_path / name).mkdir()
        sent.append(await collect_everything_sent(tmp_path / name, deal, case, monkeypatch))
    return sent


QUICK = (Case("hidden-ten", PhaseName.BURYING),)
THEFT = "kitty_theft=yes"
LONG = (
    Case("club", 6),
    *(Case(name, phase) for name in PRESETS for phase in (PhaseName.DECLARING, PhaseName.BURYING, 3)),
    *(Case(name, 9, seed=4) for name in ("pagat", "bashifen", "hidden-ten", "finding-friends", "online-six")),
    *(Case(name, PhaseName.CALLING) for name in ("finding-friends", "looking-for-friends")),
    *(Case(name, PhaseName.PICKING_UP) for name in ("hidden-ten", "hidden-ten-six")),
    *(Case(name, PhaseName.CLAIMING) for name in ("online", "online-six")),
    Case("hidden-ten", PhaseName.STEALING, f"{THEFT} theft_moves_declarer=yes"),
    *(Case("club", stop, THEFT) for stop in (PhaseName.STEALING, 3)),
    *(Case(name, PhaseName.FINISHED, "reveal_kitty=no") for name in ("forty-points", "hidden-ten")),
)


@pytest.mark.parametrize(
    "case", [*QUICK, *(pytest.param(c, marks=pytest.mark.long) for c in LONG if c not in QUICK)], ids=str
)
async def test_hidden_cards_never_change_sent_data(tmp_path, monkeypatch, case):
    first, second = await play_both(tmp_path, monkeypatch, case)
    assert len(first["requests"]) > 10
    assert "PNG" in str(first["bodies"])
    for kind, things in first.items():
        assert list_differences(things, second[kind]) == ([], []), kind


@pytest.mark.long
async def test_deliberate_leak_is_detected(tmp_path, monkeypatch):
    """Showing one hidden hand on the table message is enough."""

    def leaky(view, names):
        return f"{view.deal_number} {sorted(TOLD)} {names}"

    TOLD.clear()
    monkeypatch.setattr("bot.text.catalogue.Texts.format_waiting", lambda _, view, names=None: leaky(view, names))
    monkeypatch.setattr("bot.play.table.Table.spectator_view", reveal_hand(Table.spectator_view))
    first, second = await play_both(tmp_path, monkeypatch, Case("club", 1))
    assert list_differences(first["requests"], second["requests"]) != ([], [])


TOLD: set = set()


def reveal_hand(watch):
    """Return `watch`, and record the cards of one hidden hand."""

    def spying(table):
        hands = [table.view(Seat(s)).hand for s in range(4)]
        TOLD.clear()
        TOLD.update(map(str, hands[1]))
        return watch(table)

    return spying

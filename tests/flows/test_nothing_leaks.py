"""No card of one player reaches another: with the others' hidden cards permuted, all that is sent is the same."""

import asyncio
import json
import random
import re
from collections import Counter
from dataclasses import dataclass

import pytest
from hidden import make_script, permuted, shuffled
from hosting import LOGGED, connected
from playing import until
from screens import LoopbackPlayer

from bot.loopback import Loopback
from bot.play.occupants import TableId, UserId
from bot.play.table import Table
from bot.ui.body import Shown
from bot.ui.ids import Verb, card_codes
from bot.ui.layout import draw as layout_draw
from bot.ui.ports import Manners
from engine.actions import Bury, CallFriends, Declare, Pass, PickUp, Play
from engine.presets import PRESETS, preset, with_options
from engine.seats import TABLE, Seat
from engine.view import PhaseName

VIEWER = 0
CALM = Manners(pause=0.02, sync=True, patience=2.8)
"""An answer that is late on a busy machine is sent another way: here everything is to be sent in the same way."""
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


class Still:
    """A clock that stands still, except for those who sleep: they wake at once."""

    def now(self):
        return 1_800_000_000.0

    async def sleep_until(self, at):
        await asyncio.sleep(0 if at <= self.now() + 5 else 3600)


async def everything_sent(folder, script, case, monkeypatch):
    """Play the script in Discord and return all that was sent, logged, and to be seen by the viewer and a watcher.

    Only one of the players ever looks: all that is sent is for him or for all.
    """
    LOGGED.clear()
    loopback = await Loopback.start(limits=False)
    for user in ("bot.play.lobby.shuffled", "bot.play.gameplay.shuffled"):
        monkeypatch.setattr(user, lambda *_: script[0][1])
    bodies = recorded(monkeypatch)
    try:
        async with connected(folder, loopback, clock=Still(), manners=CALM) as bot:
            ann, zoe = LoopbackPlayer(loopback.person("ann")), LoopbackPlayer(loopback.person("zoe"))
            table = await opened(bot, loopback, ann, case)
            for seat, action in script[1:]:
                await take(bot, table, ann, seat, action)
                await settled(bot)
            await ann.slash("hand")
            board = await ann.board()
            await ann.click(board, board.ids(Verb.LAST)[0])
            await zoe.slash("watch")
            await zoe.slash("hand")
            await settled(bot)
            requests = [plain(r) for r in await loopback.remote.requests() if r["method"] != "GET"]
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


def recorded(monkeypatch):
    """Keep every body that is drawn for sending, with the bytes of its pictures."""
    bodies = []

    def draw(body, *, v1=False, emoji=None):
        bodies.append([block.png if isinstance(block, Shown) else block for block in body.blocks])
        return layout_draw(body, v1=v1)

    for user in ("bot.ui.mail.draw", "bot.ui.answers.draw"):
        monkeypatch.setattr(user, draw)
    return bodies


async def opened(bot, loopback, ann, case):
    """Seat people, only one of whom looks, and start."""
    await ann.slash("tractor new", preset=case.preset, changes=case.changes)
    await settled(bot)
    table = await bot.registry.table(TableId(1))
    for name in NAMES[1 : table.facts.rules.players]:
        await table.join(UserId(loopback.person(name).id))
        await settled(bot)
    bot.registry._alarm.set = lambda *_: None  # the script alone draws and closes
    lobby = await until(ann, ann.board, lambda s: s.has(Verb.START))
    await ann.click(lobby, lobby.ids(Verb.START)[0])
    await settled(bot)
    return table


async def settled(bot):
    await bot.client._desk.finish()
    await bot.outbox.idle()


def differing(ones, others):
    """Return what is only in one of two lists, copies counted."""
    return list((Counter(ones) - Counter(others)).elements()), list((Counter(others) - Counter(ones)).elements())


async def take(bot, table, ann, seat, action):
    """Let a seat act: the viewer by his panel or by typing, the others and the table directly."""
    if seat == TABLE:
        async with table._lock:
            await table._go_on(((seat, action),))
        return
    if seat != VIEWER or isinstance(action, CallFriends | PickUp):
        await table.submit(seat, action, table.task(seat))
        return
    panel = await ann.panel()
    button = button_for(panel, action)
    if button is not None:
        await ann.click(panel, button)
    else:
        await ann.slash("play", cards=" ".join(map(str, action.cards)))


def button_for(panel, action):
    match action:
        case Pass():
            return panel.ids(Verb.PASS)[0]
        case Play(cards) | Declare(cards) | Bury(cards):
            return next((i for i in panel.buttons if sorted(i.rpartition(":")[2]) == sorted(card_codes(cards))), None)
    raise AssertionError(action)


def plain(request):
    """Return what was sent, without the ids and tokens that differ from run to run."""
    path = re.sub(r"/[^/]{25,}|\d{15,}", "/*", request["path"])
    return request["method"], path, no_ids(json.dumps(request["body"], sort_keys=True))


def no_ids(text):
    return re.sub(r"\d{15,}", "*", text)


@dataclass(frozen=True)
class Case:
    """Where a deal is looked at: by which rules, and up to which phase or trick."""

    preset: str
    stop: PhaseName | int
    changes: str = ""
    seed: int = 1
    least: int = 20
    """How many places of the pack must hold another card, for this to say anything."""

    def __str__(self):
        return f"{self.preset}-{self.changes}-{self.stop}-{self.seed}"


async def both(tmp_path, monkeypatch, case):
    """Play two deals that the viewer cannot tell apart, and return what was sent in each."""
    rules = with_options(preset(case.preset), **dict(one.split("=") for one in case.changes.split()))
    rng, script = random.Random(case.seed), None
    for attempt in range(200):  # not every deal comes to every phase
        script = script or make_script(rules, shuffled(rules, 1000 * case.seed + attempt), case.stop, rng)
    assert script is not None
    other = permuted(rules, script, VIEWER, rng)
    moved = sum(x != y for x, y in zip(script[0][1].order, other[0][1].order, strict=True))
    assert moved >= case.least, "too little was permuted for this to say anything"
    sent = []
    for name, deal in (("a", script), ("b", other)):
        (tmp_path / name).mkdir()
        sent.append(await everything_sent(tmp_path / name, deal, case, monkeypatch))
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
    *(Case("club", stop, THEFT) for stop in (PhaseName.STEALING, 3)),
    *(Case(name, PhaseName.FINISHED, "reveal_kitty=no") for name in ("forty-points", "hidden-ten")),
)


@pytest.mark.parametrize(
    "case", [*QUICK, *(pytest.param(c, marks=pytest.mark.long) for c in LONG if c not in QUICK)], ids=str
)
async def test_hidden_cards_change_nothing_that_is_sent(tmp_path, monkeypatch, case):
    first, second = await both(tmp_path, monkeypatch, case)
    assert len(first["requests"]) > 10
    assert "PNG" in str(first["bodies"])
    for kind, things in first.items():
        assert differing(things, second[kind]) == ([], []), kind


async def test_a_leak_would_be_noticed(tmp_path, monkeypatch):
    """The faces in one hidden hand, told on the board, are enough."""

    def leaky(view, names):
        return f"{view.deal_number} {sorted(TOLD)} {names}"

    TOLD.clear()
    monkeypatch.setattr("bot.text.catalogue.Texts.waiting", lambda _, view, names=None: leaky(view, names))
    monkeypatch.setattr("bot.play.table.Table.watch", telling(Table.watch))
    first, second = await both(tmp_path, monkeypatch, Case("club", 1))
    assert differing(first["requests"], second["requests"]) != ([], [])


TOLD: set = set()


def telling(watch):
    """Return `watch`, and note the cards of one hidden hand on the way."""

    def spying(table):
        hands = [table.view(Seat(s)).hand for s in range(4)]
        TOLD.clear()
        TOLD.update(map(str, hands[1]))
        return watch(table)

    return spying

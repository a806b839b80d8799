"""No card of one player reaches another: with the others' hidden cards permuted, all that is sent is the same."""

import asyncio
import json
import random
import re
from collections import Counter

import pytest
from hidden import make_script, permuted, shuffled
from hosting import connected
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
from engine.presets import preset
from engine.seats import TABLE, Seat

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


async def everything_sent(folder, script, rules_name, monkeypatch):
    """Play the script in Discord and return all that was sent to the viewer and to all, and what he could see."""
    loopback = await Loopback.start(limits=False)
    for user in ("bot.play.lobby.shuffled", "bot.play.gameplay.shuffled"):
        monkeypatch.setattr(user, lambda *_: script[0][1])
    bodies = recorded(monkeypatch)
    try:
        async with connected(folder, loopback, clock=Still(), manners=CALM) as bot:
            ann = LoopbackPlayer(loopback.person("ann"))
            table = await opened(bot, loopback, ann, rules_name)
            for seat, action in script[1:]:
                await take(bot, table, ann, seat, action)
                await settled(bot)
            await ann.slash("hand")
            board = await ann.board()
            await ann.click(board, board.ids(Verb.LAST)[0])
            await settled(bot)
            requests = [plain(r) for r in await loopback.remote.requests() if r["method"] != "GET"]
            seen = [(no_ids(s.text), tuple(s.alts), tuple(s.buttons)) for s in await ann.screens()]
            return {"requests": sorted(requests), "seen": seen, "bodies": sorted(map(no_ids, map(repr, bodies)))}
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


async def opened(bot, loopback, ann, rules_name):
    """Seat four people, only one of whom looks, and start."""
    await ann.slash("tractor new", preset=rules_name)
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


async def both(tmp_path, monkeypatch, rules_name, seed, tricks):
    """Play two deals that the viewer cannot tell apart, and return what was sent in each."""
    rules, rng = preset(rules_name), random.Random(seed)
    script = make_script(rules, shuffled(rules, seed), tricks, rng)
    other = permuted(rules, script, VIEWER, rng)
    moved = sum(x != y for x, y in zip(script[0][1].order, other[0][1].order, strict=True))
    assert moved >= 20, "too little was permuted for this to say anything"
    sent = []
    for name, deal in (("a", script), ("b", other)):
        (tmp_path / name).mkdir()
        sent.append(await everything_sent(tmp_path / name, deal, rules_name, monkeypatch))
    return sent


LONG = [
    (name, seed, tricks)
    for name in ("pagat", "gamerules", "bashifen", "finding-friends", "hidden-ten", "online-six")
    for seed, tricks in ((3, 9), (4, 15))
]


@pytest.mark.parametrize(
    ("rules_name", "seed", "tricks"),
    [("club", 1, 6), ("club", 2, 0), *(pytest.param(*one, marks=pytest.mark.long) for one in LONG)],
)
async def test_hidden_cards_change_nothing_that_is_sent(tmp_path, monkeypatch, rules_name, seed, tricks):
    first, second = await both(tmp_path, monkeypatch, rules_name, seed, tricks)
    assert len(first["requests"]) > 20
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
    first, second = await both(tmp_path, monkeypatch, "club", 1, 1)
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

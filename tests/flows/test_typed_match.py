"""A match by keyboard alone: everything is typed, in the words used in Taiwan, and read without a picture."""

from collections import Counter

import pytest
from playing import sit_down, until
from screens import GALLERY, LoopbackPlayer

from bot.play.ports import Status
from bot.text.catalogue import Catalogue
from bot.ui.ids import Verb
from engine.cards import Suit
from engine.view import Ask, PhaseName

NOTHING_LEFT = 400
AGAIN = "再輸入一次"
"""A throw is played when it is typed once more."""


def finished(table):
    return table.watch().phase is PhaseName.FINISHED


async def typed_deal(ann, running, seen):
    """Type what is offered for every question until the deal is over; return how much was typed."""
    (table,) = running.registry.live()
    seat = table.seat_of(ann.id)
    for count in range(NOTHING_LEFT):
        await until(ann, ann.panel, lambda _: table.view(seat).ask is not Ask.NOTHING or finished(table))
        if finished(table):
            return count
        view, task = table.view(seat), table.task(seat)
        seen.add(view.ask)
        offered = await ann.autocomplete("play", "cards", "")
        if table.task(seat) != task:
            continue
        assert offered, view.ask
        others = [one for one in offered if one != "過"]
        word = others[0] if view.ask is Ask.DECLARE and others else offered[0]
        answer = await ann.slash("play", cards=word)
        assert answer.private
        assert not [p for p in answer.parts if p["type"] == GALLERY], "the hand is told in words"
        if AGAIN in answer.text:
            await ann.slash("play", cards=word)
        await until(ann, ann.panel, lambda _, old=task: table.task(seat) != old or finished(table))
    raise AssertionError("the deal did not end")


@pytest.mark.parametrize(
    "rules", ["club", *(pytest.param(r, marks=pytest.mark.long) for r in ("looking-for-friends", "hidden-ten"))]
)
async def test_a_deal_is_played_by_typing_only(running, loopback, rules):
    ann = LoopbackPlayer(loopback.person("ann", locale="zh-TW"))
    shown = await ann.slash("settings")
    await ann.click(shown, "set:text_hand:1")
    await sit_down(ann, preset=rules, computers=4 if rules == "looking-for-friends" else 3)
    seen, (table,) = set(), running.registry.live()
    assert await typed_deal(ann, running, seen) > 10
    assert Ask.FOLLOW in seen
    await told_afterwards(ann, table)


async def told_afterwards(ann, table):
    """What the pictures after a deal show stands beside them in words: the result, and all hands of the replay."""
    texts, view = Catalogue.load().texts("zh-TW"), table.watch()
    last = await ann.slash("last")
    assert str(view.result.opponents_points) in last.text
    assert texts.suit(view.trump.suit) in last.alts[0] if view.trump.suit is not None else last.alts[0]
    for card in view.kitty or ():
        assert texts.cards((card,))[-1] in last.alts[0]
    replay = await ann.slash("replay")
    assert "1" in replay.text
    end = await ann.click(replay, next(i for i in replay.buttons if i.endswith(":last")))
    assert str(view.result.opponents_points) in end.text + end.alts[0]
    assert (await ann.slash("standings")).text


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_whole_match_is_played_by_typing_only(running, loopback):
    ann = LoopbackPlayer(loopback.person("ann", locale="zh-TW"))
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    await sit_down(ann, preset="club", computers=3)
    seen, (table,), declared = set(), running.registry.live(), False
    for _ in range(80):
        await typed_deal(ann, running, seen)
        declared |= table.watch().declarer == table.seat_of(ann.id)
        if table.facts.status is Status.OVER:
            break
        panel = await until(ann, ann.panel, lambda s: s.has(Verb.NEXT))
        await ann.click(panel, panel.ids(Verb.NEXT)[0])
    assert table.facts.status is Status.OVER
    assert {Ask.FOLLOW, Ask.LEAD} <= seen
    assert (Ask.BURY in seen) == declared, "who has the kitty is up to the cards"


async def test_the_hand_as_text_or_picture_for_once(running, loopback):
    ann = LoopbackPlayer(loopback.person("ann"))
    await sit_down(ann, computers=3)
    await until(ann, ann.panel, lambda s: bool(s.verbs))

    def pictures(screen):
        return [p for p in screen.parts if p["type"] == GALLERY]

    as_text = await ann.slash("hand", view="text")
    assert not pictures(as_text)
    assert "trump" in as_text.text.lower()
    assert pictures(await ann.slash("hand", view="picture"))
    assert pictures(await ann.slash("hand"))


async def test_a_typed_throw_is_warned_of_and_typed_again(running, loopback):
    """Two single cards of one suit are a throw."""
    ann = LoopbackPlayer(loopback.person("ann"))
    await sit_down(ann, computers=3)
    (table,) = running.registry.live()
    seat, word = table.seat_of(ann.id), None
    for _ in range(NOTHING_LEFT):
        await until(ann, ann.panel, lambda _: table.view(seat).ask is not Ask.NOTHING or finished(table))
        view, task = table.view(seat), table.task(seat)
        if finished(table):
            panel = await until(ann, ann.panel, lambda s: s.has(Verb.NEXT))
            await ann.click(panel, panel.ids(Verb.NEXT)[0])
            continue
        if view.ask is Ask.LEAD and (word := throw_of(view)):
            break
        offered = await ann.autocomplete("play", "cards", "")
        if offered and table.task(seat) == task:
            await ann.slash("play", cards=offered[0])
    held = len(view.hand)
    warned = await ann.slash("play", cards=word)
    assert "This is a throw" in warned.text
    assert "once more" in warned.text
    assert (len(table.view(seat).hand), table.task(seat)) == (held, task)
    other = await ann.slash("play", cards="SA SA SA")  # what is wrong is refused as ever
    assert "once more" not in other.text
    await ann.slash("play", cards=word)
    assert len(table.view(seat).hand) < held


def throw_of(view):
    """Return two single cards of a suit as they are typed; None without any."""
    singles = [card for card, count in Counter(view.hand).items() if count == 1]
    suits = {suit: [c for c in singles if view.trump.effective_suit(c) is suit] for suit in Suit}
    two = next((cards[:2] for cards in suits.values() if len(cards) > 1), None)
    return " ".join(map(str, two)) if two else None

"""Players type every play, in the words used in Taiwan, and read their hands without pictures."""

from collections import Counter

import pytest
from play_by_panel import SHORT_DEAL, sit_down, until
from screens import GALLERY, LoopbackPlayer

from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.cards import Suit
from engine.model.view import Ask, PhaseName

NOTHING_LEFT = 400
AGAIN = "再輸入一次"
"""Words with which the bot asks the player to type a throw again."""


def is_finished(table):
    return table.spectator_view().phase is PhaseName.FINISHED


async def type_deal(ann, running, seen):
    """Type a suggested answer to every question until the deal is over; return the number of commands."""
    (table,) = running.registry.list_live()
    seat = table.seat_of(ann.id)
    for count in range(NOTHING_LEFT):
        await until(ann, ann.panel, lambda _: table.view(seat).ask is not Ask.NOTHING or is_finished(table))
        if is_finished(table):
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
        await until(ann, ann.panel, lambda _, old=task: table.task(seat) != old or is_finished(table))
    raise AssertionError("the deal did not end")


@pytest.mark.long
@pytest.mark.parametrize("rules", ["standard", "looking-for-friends", "hidden-ten"])
async def test_deal_is_played_by_typing(running, loopback, rules):
    ann = LoopbackPlayer(loopback.person("ann", locale="zh-TW"))
    shown = await ann.slash("settings")
    await ann.click(shown, "set:text_hand:1")
    await sit_down(ann, preset=rules, computers=4 if rules == "looking-for-friends" else 3)
    seen, (table,) = set(), running.registry.list_live()
    assert await type_deal(ann, running, seen) > 10
    assert Ask.FOLLOW in seen
    await check_replay_in_words(ann, table)


async def check_replay_in_words(ann, table):
    """Check that texts tell how a deal ended: its result, last trick, trumps and kitty."""
    texts, view = Catalogue.load().texts_for("zh-TW"), table.spectator_view()
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert panel.text.index(f"贏下第 {len(view.tricks)} 墩") < panel.text.index("底牌"), "the last trick comes first"
    last = await ann.slash("last")
    assert str(view.result.opponents_points) in last.text
    assert texts.format_suit(view.trump.suit) in last.alts[0] if view.trump.suit is not None else last.alts[0]
    for card in view.kitty or ():
        assert texts.format_cards((card,))[-1] in last.alts[0]
    replay = await ann.slash("replay")
    assert "1" in replay.text
    end = await ann.click(replay, next(i for i in replay.buttons if i.endswith(":last")))
    assert str(view.result.opponents_points) in end.text + end.alts[0]
    assert (await ann.slash("standings")).text


@pytest.mark.long
async def test_match_of_two_deals_is_played_by_typing(running, loopback):
    ann = LoopbackPlayer(loopback.person("ann", locale="zh-TW"))
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    await sit_down(ann, preset="standard", computers=3, length="d2m")
    seen, (table,) = set(), running.registry.list_live()
    await type_deal(ann, running, seen)
    declared = table.spectator_view().declarer == table.seat_of(ann.id)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    await until(ann, ann.panel, lambda _: table.spectator_view().deal_number == 2 and not is_finished(table))
    await type_deal(ann, running, seen)
    declared |= table.spectator_view().declarer == table.seat_of(ann.id)
    await until(ann, ann.panel, lambda _: table.facts.status is TableStatus.OVER)
    assert {Ask.FOLLOW, Ask.LEAD} <= seen
    assert (Ask.BURY in seen) == declared, "who has the kitty is up to the cards"


@pytest.mark.long
async def test_hand_command_chooses_text_or_picture(running, loopback):
    ann = LoopbackPlayer(loopback.person("ann"))
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.panel, lambda s: bool(s.verbs))

    def pictures(screen):
        return [p for p in screen.parts if p["type"] == GALLERY]

    as_text = await ann.slash("hand", view="text")
    assert not pictures(as_text)
    assert "trump" in as_text.text.lower()
    assert pictures(await ann.slash("hand", view="picture"))
    assert pictures(await ann.slash("hand"))


@pytest.mark.long
async def test_typed_throw_needs_confirmation(running, loopback):
    """Two single cards of one suit are a throw."""
    ann = LoopbackPlayer(loopback.person("ann"))
    await sit_down(ann, **SHORT_DEAL)
    (table,) = running.registry.list_live()
    seat, word = table.seat_of(ann.id), None
    for _ in range(NOTHING_LEFT):
        await until(ann, ann.panel, lambda _: table.view(seat).ask is not Ask.NOTHING or is_finished(table))
        view, task = table.view(seat), table.task(seat)
        if is_finished(table):
            panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
            await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
            continue
        if view.ask is Ask.LEAD and (word := find_throw(view)):
            break
        offered = await ann.autocomplete("play", "cards", "")
        if offered and table.task(seat) == task:
            await ann.slash("play", cards=offered[0])
    held = len(view.hand)
    warned = await ann.slash("play", cards=word)
    assert warned.text.count("This is a throw") == 1
    assert "type it again" in warned.text
    assert (len(table.view(seat).hand), table.task(seat)) == (held, task)
    other = await ann.slash("play", cards="SA SA SA")  # illegal plays are refused as usual
    assert "type it again" not in other.text
    await ann.slash("play", cards=word)
    assert len(table.view(seat).hand) < held


def find_throw(view):
    """Return two single cards of one suit, written as a player types them, or None."""
    singles = [card for card, count in Counter(view.hand).items() if count == 1]
    suits = {suit: [c for c in singles if view.trump.effective_suit(c) is suit] for suit in Suit}
    two = next((cards[:2] for cards in suits.values() if len(cards) > 1), None)
    return " ".join(map(str, two)) if two else None

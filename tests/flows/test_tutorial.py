"""The tutorial, played through by what its pages show: in every language, with wrong taps on the way, over a restart."""

from itertools import combinations

import pytest
from hosting import connected
from screens import LoopbackPlayer

from bot.text.describe.teaching import Step
from bot.ui.ids import read_cards
from bot.ui.lesson import PUPIL, attempt, lessons
from bot.ui.panels.tutorial import GO, ROOM
from engine.actions import Bury, Declare, Play
from engine.errors import IllegalAction
from engine.game import view_for
from engine.view import Ask

PAGES = lessons()


def ids(screen, verb):
    """The ids of the live controls that do this."""
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(f"{ROOM}:") and i.split(":")[4] == verb]


def lesson(screen):
    """What the page is about, as its ids have it."""
    return PAGES[int(ids(screen, GO)[0].split(":")[1])]


def values(cards):
    """The values of cards in a list: copies are told apart."""
    return [f"{card}#{list(cards[:n]).count(card) + 1}" for n, card in enumerate(cards)]


async def lead(player, screen, cards):
    """Choose cards in the list that has them; play them if that has not been done by choosing."""
    list_ = next(
        i for i in ids(screen, "pick") if set(values(cards)) <= {o["value"] for o in screen.selects[i]["options"]}
    )
    chosen = await player.select(screen, list_, values(cards))
    if lesson(chosen) is not lesson(screen) or chosen.text.startswith(">"):
        return chosen
    (play,) = [i for i in ids(chosen, "play") if sorted(read_cards(i.split(":")[5])) == sorted(cards)]
    return await player.click(chosen, play)


async def follow(player, screen, cards):
    """Choose cards in the list of all."""
    return await player.select(screen, ids(screen, "now")[0], values(cards))


async def right(player, screen):
    """Do what the page wants by its controls."""
    wanted = lesson(screen).wanted
    match wanted:
        case Declare():
            return await player.click(screen, ids(screen, "decl")[0])
        case Bury():
            picked = await player.click(screen, ids(screen, "hint")[0])
            return await player.click(picked, ids(picked, "bury")[0])
        case Play(cards):
            leads = view_for(lesson(screen).phase, PUPIL).ask is Ask.LEAD
            return await (lead if leads else follow)(player, screen, cards)
    onward = [i for i in ids(screen, GO) if i.endswith(f":{PAGES.index(lesson(screen)) + 1}")]
    return await player.click(screen, onward[0])


def plays(view):
    """All that the pupil could choose to play: of a follow any cards as many, of a lead a few of a suit."""
    size = len(view.trick.plays[0].cards) if view.trick.plays else 1
    return [tuple(cards) for cards in dict.fromkeys(combinations(view.hand, size))]


@pytest.mark.parametrize(
    ("locale", "words", "command"),
    [
        ("en-US", "Tutorial", "/tractor new"),
        pytest.param("zh-CN", "教程", "/拖拉机 开桌", marks=pytest.mark.long),
        ("zh-TW", "教學", "/拖拉機 開桌"),
    ],
)
async def test_it_is_played_through_in_one_message(running, loopback, locale, words, command):
    pupil = LoopbackPlayer(loopback.person("ann", locale=locale))
    screen = await pupil.slash("tutorial")
    assert screen.private
    seen = []
    while True:
        seen.append(lesson(screen).step)
        assert words in screen.text
        assert len(screen.alts) == 1
        if lesson(screen).step is Step.RESULT:
            break
        turned = await right(pupil, screen)
        assert turned.id == screen.id
        assert lesson(turned) is not lesson(screen), f"the page stays: {turned.text}"
        screen = turned
    assert seen == list(Step)
    assert command in screen.text
    assert await pupil.board() is None  # no table was opened for it


async def test_wrong_taps_are_answered_with_the_reason(running, people):
    """All cards that the pupil could play are tried: the page stays, and says why, until they are right."""
    ann = people[0]
    screen = await ann.slash("tutorial")
    refused = others = 0
    while lesson(screen).step is not Step.RESULT:
        now = lesson(screen)
        if isinstance(now.wanted, Play):
            for cards in plays(view_for(now.phase, PUPIL)):
                try:
                    if attempt(now, Play(cards)).right:
                        continue
                    told, others = "allowed" if now.step is not Step.RUFF else "wins, too", others + 1
                except IllegalAction:
                    told, refused = "You may play", refused + 1
                leads = view_for(now.phase, PUPIL).ask is Ask.LEAD
                screen = await (lead if leads else follow)(ann, screen, cards)
                assert lesson(screen) is now
                assert told in screen.text
        screen = await right(ann, screen)
        assert lesson(screen) is not now
        assert "Right!" in screen.text or now.wanted is None
    assert refused >= 3
    assert others >= 20


async def test_a_refusal_leads_to_the_rule(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(Step.FOLLOW))])
    refused = await follow(ann, screen, view_for(lesson(screen).phase, PUPIL).hand[:2])
    assert "pair" in refused.text
    chapter = await ann.click(refused, next(i for i in refused.buttons if i.startswith("rules:club:why")))
    assert chapter.id != refused.id
    assert "eading and following" in chapter.text


def _at(step):
    return next(n for n, one in enumerate(PAGES) if one.step is step)


async def test_what_is_buried_badly_is_explained(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(Step.BURY))])
    for cards, words in (("D", "points in it (20)"), ("S", "trumps in it"), ("H", "points in it (10)")):
        list_ = next(i for i in ids(screen, "pick") if any(v.startswith(cards) for v in options(screen, i)))
        screen = await ann.select(screen, list_, options(screen, list_)[-4:])
        screen = await ann.click(screen, ids(screen, "bury")[0])
        assert words in screen.text
        screen = await ann.click(screen, ids(screen, "clear")[0])
    assert lesson(screen).step is Step.BURY


def options(screen, list_):
    return [o["value"] for o in screen.selects[list_]["options"]]


async def test_passing_and_asking_for_a_hint(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(Step.DECLARE))])
    passed = await ann.click(screen, ids(screen, "pass")[0])
    assert "You may pass" in passed.text
    hinted = await ann.click(passed, ids(passed, "why")[0])
    assert "8 of spades" in hinted.text.split("##")[0]
    jokers = await ann.click(hinted, ids(hinted, "decl")[1])
    assert "no suit is trumps" in jokers.text
    back = await ann.click(jokers, next(i for i in ids(jokers, GO) if i in jokers.buttons))
    assert lesson(back).step is Step.HAND


NEVER_MADE = (
    *("tutor", "tutor:99::0:goto:1", "tutor:4:!!:0:pick:0.0", "tutor:4::0:play:??", "tutor:4::0:goto:x"),
    *("tutor:3::0:pick:9.0", "tutor:4::0:pick:", "tutor:4::x:more:", "tutor:12::0:play:a", "tutor:2::0:decl:"),
)


async def test_ids_that_were_never_made(running, people, monkeypatch):
    """Whatever is pressed, a page is shown, and no fault is in the log."""
    ann, made = people[0], {}
    monkeypatch.setattr("bot.ui.panels.manual.control", lambda *parts: made.get(parts[1], ":".join(parts)))
    for custom_id in NEVER_MADE:
        made["tutorial"] = custom_id
        pressed = await ann.click(await ann.slash("help"), custom_id)
        assert "Tutorial" in pressed.text


async def test_it_is_gone_on_with_after_a_restart(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback):
        screen = await right(ann, await right(ann, await ann.slash("tutorial")))
        assert lesson(screen).step is Step.DECLARE
    async with connected(tmp_path, loopback):
        screen = await right(ann, screen)
        assert lesson(screen).step is Step.BURY


async def test_the_help_leads_to_it(running, people):
    ann = people[0]
    shown = await ann.click(await ann.slash("help"), "help:tutorial")
    assert lesson(shown).step is Step.WELCOME

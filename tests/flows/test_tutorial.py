"""The tutorial, played as its pages ask: in every language, with wrong presses, over a restart."""

from itertools import combinations

import pytest
from bot_harness import connected
from screens import LoopbackPlayer

from bot.text.describe.primer import TutorialStep
from bot.ui.core.custom_ids import decode_cards, parse_id
from bot.ui.learn.tutorial_deal import LEARNER_SEAT, list_lessons, try_action
from bot.ui.learn.tutorial_view import GO_TO_PAGE, TutorialControl
from engine.deal.game import view_for
from engine.model.actions import Bury, Declare, Play
from engine.model.errors import IllegalAction
from engine.model.view import Ask

PAGES = list_lessons()


def ids(screen, verb):
    """Return the ids of the live controls with this action."""
    return [
        i
        for i in (*screen.buttons, *screen.selects)
        if i.startswith(f"{TutorialControl.route}:") and i.split(":")[4] == verb
    ]


def lesson(screen):
    """Return the page's lesson, as its ids have it."""
    return PAGES[int(ids(screen, GO_TO_PAGE)[0].split(":")[1])]


def values(cards):
    """Return the values of cards in a list; copies have numbers."""
    return [f"{card}#{list(cards[:n]).count(card) + 1}" for n, card in enumerate(cards)]


async def choose_lead(player, screen, cards):
    """Choose cards in the list that has them; play them unless choosing did that."""
    list_ = next(
        i for i in ids(screen, "pick") if set(values(cards)) <= {o["value"] for o in screen.selects[i]["options"]}
    )
    chosen = await player.select(screen, list_, values(cards))
    if lesson(chosen) is not lesson(screen) or chosen.text.startswith(">"):
        return chosen
    (play,) = [i for i in ids(chosen, "play") if sorted(decode_cards(i.split(":")[5])) == sorted(cards)]
    return await player.click(chosen, play)


async def choose_follow(player, screen, cards):
    """Choose cards in the list of all cards."""
    return await player.select(screen, ids(screen, "now")[0], values(cards))


async def do_right(player, screen):
    """Do what the page asks with its controls."""
    wanted = lesson(screen).expected_action
    match wanted:
        case Declare():
            return await player.click(screen, ids(screen, "decl")[0])
        case Bury():
            picked = await player.click(screen, ids(screen, "hint")[0])
            return await player.click(picked, ids(picked, "bury")[0])
        case Play(cards):
            leads = view_for(lesson(screen).phase, LEARNER_SEAT).ask is Ask.LEAD
            return await (choose_lead if leads else choose_follow)(player, screen, cards)
    onward = [i for i in ids(screen, GO_TO_PAGE) if i.endswith(f":{PAGES.index(lesson(screen)) + 1}")]
    return await player.click(screen, onward[0])


def list_plays(view):
    """Return the plays that the learner could choose: for a follow any cards, for a lead a few of one suit."""
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
async def test_tutorial_is_completed_in_one_message(running, loopback, locale, words, command):
    pupil = LoopbackPlayer(loopback.person("ann", locale=locale))
    screen = await pupil.slash("tutorial")
    assert screen.private
    seen = []
    while True:
        seen.append(lesson(screen).step)
        assert words in screen.text
        assert len(screen.alts) == 1
        if lesson(screen).step is TutorialStep.RESULT:
            break
        turned = await do_right(pupil, screen)
        assert turned.id == screen.id
        assert lesson(turned) is not lesson(screen), f"the page stays: {turned.text}"
        screen = turned
    assert seen == list(TutorialStep)
    assert command in screen.text
    assert await pupil.board() is None  # the tutorial opens no table


async def test_wrong_plays_are_answered_with_reason(running, people):
    """Every play the learner could choose is tried: the page stays and explains, until one is right."""
    ann = people[0]
    screen = await ann.slash("tutorial")
    refused = others = 0
    while lesson(screen).step is not TutorialStep.RESULT:
        now = lesson(screen)
        if isinstance(now.expected_action, Play):
            for cards in list_plays(view_for(now.phase, LEARNER_SEAT)):
                try:
                    if try_action(now, Play(cards)).is_correct:
                        continue
                    told, others = "allowed" if now.step is not TutorialStep.RUFF else "wins too", others + 1
                except IllegalAction:
                    told, refused = "You can play", refused + 1
                leads = view_for(now.phase, LEARNER_SEAT).ask is Ask.LEAD
                screen = await (choose_lead if leads else choose_follow)(ann, screen, cards)
                assert lesson(screen) is now
                assert told in screen.text
        screen = await do_right(ann, screen)
        assert lesson(screen) is not now
        assert "Right!" in screen.text or now.expected_action is None
    assert refused >= 3
    assert others >= 20


async def test_refusal_links_to_rule(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.FOLLOW))])
    refused = await choose_follow(ann, screen, view_for(lesson(screen).phase, LEARNER_SEAT).hand[:2])
    assert "pair" in refused.text
    chapter = await ann.click(refused, next(i for i in refused.buttons if i.startswith("rules:club:why")))
    assert chapter.id != refused.id
    assert "eading and following" in chapter.text


def _at(step):
    return next(n for n, one in enumerate(PAGES) if one.step is step)


async def test_bad_bury_is_explained(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.BURY))])
    for cards, words in (("D", "points in it (20)"), ("S", "trumps in it"), ("H", "points in it (10)")):
        list_ = next(i for i in ids(screen, "pick") if any(v.startswith(cards) for v in options(screen, i)))
        first = sorted(options(screen, list_), key=lambda value, suit=cards: not value.startswith(suit))
        screen = await ann.select(screen, list_, first[:4])
        screen = await ann.click(screen, ids(screen, "bury")[0])
        assert words in screen.text
        screen = await ann.click(screen, ids(screen, "clear")[0])
    assert lesson(screen).step is TutorialStep.BURY


def options(screen, list_):
    return [o["value"] for o in screen.selects[list_]["options"]]


async def test_tutorial_allows_pass_and_hint(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.DECLARE))])
    passed = await ann.click(screen, ids(screen, "pass")[0])
    assert "You can pass" in passed.text
    hinted = await ann.click(passed, ids(passed, "why")[0])
    assert "8 of spades" in hinted.text.split("##")[0]
    jokers = await ann.click(hinted, ids(hinted, "decl")[1])
    assert "no suit is trumps" in jokers.text
    back = await ann.click(jokers, next(i for i in ids(jokers, GO_TO_PAGE) if i in jokers.buttons))
    assert lesson(back).step is TutorialStep.HAND


NEVER_MADE = (
    *("tutor", "tutor:99::0:goto:1", "tutor:4:!!:0:pick:0.0", "tutor:4::0:play:??", "tutor:4::0:goto:x"),
    *("tutor:3::0:pick:9.0", "tutor:4::0:pick:", "tutor:4::x:more:", "tutor:12::0:play:a", "tutor:2::0:decl:"),
)


async def test_invented_tutorial_ids_are_answered(running, people, monkeypatch):
    """An id that can be read shows a page, others the answer for old controls; nothing is logged as a fault."""
    ann, made = people[0], {}
    monkeypatch.setattr(
        "bot.ui.learn.help_view.HelpControl.__str__", lambda id_: made.get(id_.action, f"help:{id_.action}")
    )
    for custom_id in NEVER_MADE:
        made["tutorial"] = custom_id
        pressed = await ann.click(await ann.slash("help"), custom_id)
        assert ("Tutorial" if parse_id(custom_id) else "too old to use") in pressed.text


async def test_tutorial_continues_after_restart(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback):
        screen = await do_right(ann, await do_right(ann, await ann.slash("tutorial")))
        assert lesson(screen).step is TutorialStep.DECLARE
    async with connected(tmp_path, loopback):
        screen = await do_right(ann, screen)
        assert lesson(screen).step is TutorialStep.BURY


async def test_help_opens_tutorial(running, people):
    ann = people[0]
    shown = await ann.click(await ann.slash("help"), "help:tutorial")
    assert lesson(shown).step is TutorialStep.WELCOME

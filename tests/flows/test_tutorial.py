"""The tutorial can be played in every language, with wrong presses, and over a restart."""

import asyncio
from itertools import combinations

import pytest
from bot_harness import connected
from play_by_panel import until
from screens import LoopbackPlayer

from bot.play.values.table_info import Computer, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards, parse_id
from bot.ui.learn.tutorial_lessons import LEARNER_SEAT, TutorialStep, list_lessons, try_action
from bot.ui.learn.tutorial_view import GO_TO_PAGE, TutorialControl
from engine.deal.game import view_for
from engine.model.actions import Bury, Declare, Play
from engine.model.errors import IllegalAction

PAGES = list_lessons()


def ids(screen, verb):
    """Return the ids of the enabled controls with this action."""
    return [
        i
        for i in (*screen.buttons, *screen.selects)
        if i.startswith(f"{TutorialControl.route}:") and i.split(":")[4:5] == [verb]
    ]


def lesson(screen):
    """Return the lesson that a page shows. The ids of the page's controls contain its number."""
    return PAGES[int(ids(screen, GO_TO_PAGE)[0].split(":")[1])]


def values(cards):
    """Return the values of these cards in a list. Each value ends with a number, which tells copies of a card apart."""
    return [f"{card}#{list(cards[:n]).count(card) + 1}" for n, card in enumerate(cards)]


def find_play_button(screen, cards):
    """Return the id of the button that plays these cards."""
    (play,) = [i for i in ids(screen, "play") if sorted(decode_cards(i.split(":")[5])) == sorted(cards)]
    return play


async def choose(player, screen, cards):
    """Choose cards in the list, then press the button that names them."""
    (list_,) = ids(screen, "pick")
    chosen = await player.select(screen, list_, values(cards))
    assert lesson(chosen) is lesson(screen), "a list only picks"
    return await player.click(chosen, find_play_button(chosen, cards))


async def do_right(player, screen):
    """Do what the page asks with its buttons alone."""
    wanted = lesson(screen).expected_action
    match wanted:
        case Declare():
            return await player.click(screen, ids(screen, "decl")[0])
        case Bury():
            picked = await player.click(screen, ids(screen, "hint")[0])
            return await player.click(picked, ids(picked, "bury")[0])
        case Play(cards):
            return await player.click(screen, find_play_button(screen, cards))
    onward = [i for i in ids(screen, GO_TO_PAGE) if i.endswith(f":{PAGES.index(lesson(screen)) + 1}")]
    return await player.click(screen, onward[0])


def list_plays(view):
    """Return the plays that the learner could choose: one card for a lead, else as many cards as the lead has."""
    size = len(view.trick.plays[0].cards) if view.trick.plays else 1
    return [tuple(cards) for cards in dict.fromkeys(combinations(view.hand, size))]


@pytest.mark.parametrize(
    ("locale", "words", "label"),
    [
        ("en-US", "Tutorial", "Open a table with computers"),
        pytest.param("zh-CN", "教程", "和电脑开一桌", marks=pytest.mark.long),
        pytest.param("zh-TW", "教學", "和電腦開一桌", marks=pytest.mark.long),
    ],
)
async def test_tutorial_is_completed_in_one_message(running, loopback, locale, words, label):
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
    assert screen.buttons["tutor:table"] == label
    assert await pupil.board() is None  # no table is opened before the button is pressed


async def finish_tutorial(player):
    """Jump to the last page of the tutorial and return it."""
    return await player.select(await player.slash("tutorial"), "tutor:0::0:goto:", [str(len(PAGES) - 1)])


async def test_tutorial_ends_at_table_with_computers(running, people):
    ann = people[0]
    last = await finish_tutorial(ann)
    panel = await ann.click(last, "tutor:table")
    assert panel.private
    assert panel.id != last.id
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    (table,) = running.registry.list_live()
    assert table.facts.host == int(ann.id)
    assert [isinstance(who, Computer) for who in table.occupants] == [False, True, True, True]
    await ann.click(board, board.ids(ControlVerb.START)[0])
    await until(ann, ann.panel, lambda s: s is not None and s.alts)
    assert table.facts.status is TableStatus.PLAYING
    await ann.click(last, "tutor:table")
    assert len(list(running.registry.list_live())) == 2  # the first table has started, so the button opens a new one


@pytest.mark.long
async def test_second_press_returns_to_waiting_table(running, people):
    ann, last = people[0], await finish_tutorial(people[0])
    await asyncio.gather(ann.click(last, "tutor:table"), ann.click(last, "tutor:table"))
    assert "table 1" in (await ann.click(last, "tutor:table")).text
    assert len(list(running.registry.list_live())) == 1


@pytest.mark.long
async def test_table_after_tutorial_needs_permissions(running, people, loopback):
    ann, last = people[0], await finish_tutorial(people[0])
    await loopback.remote.arrange("overwrite", channel="tractor", deny=1 << 11)
    assert "Send Messages" in (await ann.click(last, "tutor:table")).text
    assert list(running.registry.list_live()) == []


@pytest.mark.long
async def test_table_after_tutorial_needs_allowed_channel(running, people, loopback):
    """The server's managers allow tables in another channel only."""
    ann, last = people[0], await finish_tutorial(people[0])
    await loopback.remote.arrange("add_channel", name="cards")
    there = LoopbackPlayer(ann.person, "cards")
    await there.click(await there.slash("config"), "conf:here:1")
    assert "can't open tables in this channel" in (await ann.click(last, "tutor:table")).text
    assert list(running.registry.list_live()) == []


@pytest.mark.long
async def test_wrong_plays_are_answered_with_reason(running, people):
    """Every wrong play that the learner could choose is tried: the page stays and explains."""
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
                screen = await choose(ann, screen, cards)
                assert lesson(screen) is now
                assert told in screen.text
        screen = await do_right(ann, screen)
        assert lesson(screen) is not now
        assert "Right!" in screen.text or now.expected_action is None
    assert refused >= 3
    assert others >= 20


@pytest.mark.long
async def test_refusal_links_to_rule(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.FOLLOW))])
    refused = await choose(ann, screen, view_for(lesson(screen).phase, LEARNER_SEAT).hand[:2])
    assert "pair" in refused.text
    rule = await ann.click(refused, next(i for i in refused.buttons if i.startswith("rules:standard:said")))
    assert rule.id != refused.id
    assert "On a pair, play a pair" in rule.text
    chapter = await ann.click(rule, next(i for i in rule.buttons if i.startswith("rules:standard:why")))
    assert chapter.id != rule.id
    assert "ollowing" in chapter.text


def _at(step):
    return next(n for n, one in enumerate(PAGES) if one.step is step)


@pytest.mark.long
async def test_bad_bury_is_explained(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.BURY))])
    for cards, words in ((("D",), "points in it (20)"), (("S", "B"), "trumps in it"), (("H",), "points in it (10)")):
        (list_,) = ids(screen, "pick")
        screen = await ann.select(screen, list_, [v for v in options(screen, list_) if v.startswith(cards)][-4:])
        screen = await ann.click(screen, ids(screen, "bury")[0])
        assert words in screen.text
    assert lesson(screen).step is TutorialStep.BURY


def options(screen, list_):
    return [o["value"] for o in screen.selects[list_]["options"]]


@pytest.mark.long
async def test_tutorial_allows_pass_and_hint(running, people):
    ann = people[0]
    screen = await ann.select(await ann.slash("tutorial"), "tutor:0::0:goto:", [str(_at(TutorialStep.DECLARE))])
    passed = await ann.click(screen, ids(screen, "pass")[0])
    assert "You can pass" in passed.text
    hinted = await ann.click(passed, ids(passed, "why")[0])
    assert "8 of spades" in hinted.text.split("##")[0]
    hidden = await ann.click(hinted, ids(hinted, "why")[0])
    assert hidden.text == screen.text
    hinted = await ann.click(hidden, ids(hidden, "why")[0])
    jokers = await ann.click(hinted, ids(hinted, "decl")[1])
    assert "no suit is trumps" in jokers.text
    back = await ann.click(jokers, next(i for i in ids(jokers, GO_TO_PAGE) if i in jokers.buttons))
    assert lesson(back).step is TutorialStep.HAND


NEVER_MADE = (
    *("tutor", "tutor:99::0:goto:1", "tutor:4:!!:0:pick:0.0", "tutor:4::0:play:??", "tutor:4::0:goto:x"),
    *("tutor:3::0:pick:9.0", "tutor:4::0:pick:", "tutor:4::x:more:", "tutor:12::0:play:a", "tutor:2::0:decl:"),
)


@pytest.mark.long
async def test_invented_tutorial_ids_are_answered(running, people, monkeypatch):
    """An id that can be parsed shows a page. Any other id gets the answer for old controls. Neither logs a fault."""
    ann, made = people[0], {}
    monkeypatch.setattr(
        "bot.ui.learn.help_view.HelpControl.__str__", lambda id_: made.get(id_.action, f"help:{id_.action}")
    )
    for custom_id in NEVER_MADE:
        made["tutorial"] = custom_id
        pressed = await ann.click(await ann.slash("help"), custom_id)
        assert ("Tutorial" if parse_id(custom_id) else "too old to use") in pressed.text


@pytest.mark.long
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

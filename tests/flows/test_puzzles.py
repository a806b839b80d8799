"""The puzzle of the day through real discord.py: private, answered once, the same for all, over restarts and midnight."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from unittest.mock import patch

import pytest
from bot_harness import LOGGED, connected, simulated
from leak_search import draw_into, no_ids, options_of
from screens import LoopbackPlayer
from test_permissions import deny
from test_user_and_server_settings import grant_manage_server

from bot.ids import GuildId, UserId
from bot.loopback import Loopback
from bot.loopback.world.permissions import Permission
from bot.play.search_workers import SearchFailedError, SearchFailure
from bot.puzzles.days import DAY_SECONDS, GRACE_SECONDS, Day, Period, end_of
from bot.puzzles.service import PuzzleService
from bot.ui.core.custom_ids import encode_cards
from bot.ui.core.message import Button, Buttons
from bot.ui.core.table_ids import ControlVerb
from bot.ui.puzzles.control_ids import SHOW_TRICKS, ChoosePractice, OpenPuzzle, PuzzleControl, ShowPuzzleBoard
from engine.model.actions import Deal
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.options import Bombs
from engine.puzzles.find_lead import open_position
from tests.bot.puzzles.puzzle_factories import KnownSearches, make_lead, make_puzzle, patch_searches

DAY = Day(20_000)
NOON = DAY * DAY_SECONDS + DAY_SECONDS / 2


@pytest.fixture
def searches(monkeypatch):
    found = KnownSearches()
    patch_searches(monkeypatch, found)
    return found


class Wall:
    """The time of day for puzzles."""

    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def wall(monkeypatch):
    found = Wall()
    monkeypatch.setattr("bot.app.PuzzleService", _with_wall(found))
    return found


def _with_wall(wall):
    return lambda store, searches, maker, _: PuzzleService(store, searches, maker, wall)


def play_id(cards, day=DAY, practice=False, verb=ControlVerb.PLAY):
    return str(PuzzleControl(day, practice, verb.value, encode_cards(cards)))


def play_buttons(screen):
    return [one for one in screen.buttons if f":{ControlVerb.PLAY}:" in one]


def find_guild(loopback):
    return GuildId(next(iter(loopback.world.guilds)))


async def open_puzzle(player):
    """Use the command until the puzzle is ready; return its message."""
    await player.slash("puzzle")
    async with asyncio.timeout(30):
        while True:
            for screen in reversed(await player.screens()):
                if screen.private and ("Find the best lead" in screen.text or "Best: " in screen.text):
                    return screen
            await asyncio.sleep(0.02)


async def press_forged(monkeypatch, player, forged):
    """Press a control that the puzzle does not have, put in place of its last row."""
    row = Buttons((Button(forged, "forged"),))
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.puzzles.puzzle_view._footer", lambda *_, **__: (row,))
        shown = await open_puzzle(player)
    return await player.click(shown, forged)


async def answer(player, searches, *, right=True):
    """Open the puzzle and answer it through its controls; return the message that tells the solution."""
    shown = await open_puzzle(player)
    cards = searches.found.plays[0 if right else 1].cards
    return await play_cards(player, shown, cards)


async def play_cards(player, shown, cards, practice=False, day=DAY):
    """Play cards with a button, or pick them from a list first."""
    button = play_id(cards, day, practice)
    if button not in shown.buttons:
        shown = await pick_from_list(player, shown, cards)
    return await player.click(shown, button)


async def pick_from_list(player, shown, cards):
    """Pick cards from the list that has them."""
    copies = Counter()
    values = [f"{card}#{copies.update([card]) or copies[card]}" for card in cards]
    for custom_id, select in shown.selects.items():
        if set(values) <= {one["value"] for one in select["options"]}:
            return await player.select(shown, custom_id, values)
    raise AssertionError(f"no list has {values}: {shown.selects}")


async def test_right_answer_counts_once(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        assert shown.private
        assert "Puzzle of October 4, 2024" in shown.text
        assert shown.alts
        done = await answer(ann, searches)
        assert "Right!" in done.text
        assert "Best: " in done.text
        assert "1 day in a row · 1 right answer in a row" in done.text
        assert "1 of 1 person here got it right" in done.text
        old = await ann.click(shown, play_buttons(shown)[0])
        assert "Right!" in old.text, "an old button shows the answer that counts"
        assert len(searches.judged) == 1
        assert "Right!" in (await open_puzzle(ann)).text
        other = await open_puzzle(bob)
        assert other.buttons == shown.buttons, "the same puzzle for everybody"
        assert other.selects == shown.selects
        wrong = await answer(bob, searches, right=False)
        assert "costs about 0.5 levels against" in wrong.text
        assert "1 day in a row · 0 right answers in a row" in wrong.text
        assert "1 of 2 people here got it right" in wrong.text
        assert len(searches.looked_at) == 1, "made once"


@pytest.mark.long
async def test_two_presses_at_once_count_once(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        first, second = await open_puzzle(ann), await open_puzzle(ann)
        pressed = [play_buttons(first)[0], play_buttons(second)[-1]]
        assert len(set(pressed)) == 2
        told = await asyncio.gather(*(ann.click(at, id_) for at, id_ in zip((first, second), pressed, strict=True)))
        assert len({one.text for one in told}) == 1, "both show the answer that counts"
        found = await running.database.store.puzzles.count_answers(find_guild(loopback), DAY)
        assert found.answered == 1


@pytest.mark.long
async def test_puzzle_survives_a_restart(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
    async with connected(tmp_path, loopback):
        cards = searches.found.plays[1].cards
        done = await play_cards(ann, shown, cards)
        assert "costs about 0.5 levels" in done.text, "a button from before the restart"
        assert len(searches.looked_at) == 1, "the same puzzle"
    async with connected(tmp_path, loopback):
        assert "costs about 0.5 levels" in (await open_puzzle(ann)).text


@pytest.mark.long
async def test_kill_before_the_answer_is_saved_counts_nothing(
    tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch
):
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        with monkeypatch.context() as patched:
            patched.setattr("bot.store.puzzles.SqlPuzzles.add_answer", _never)
            pressing = asyncio.create_task(play_cards(ann, shown, searches.found.plays[1].cards))
            await asyncio.wait_for(searches.judging.wait(), 10)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    async with connected(tmp_path, loopback):
        assert "Find the best lead" in (await open_puzzle(ann)).text
        assert "Right!" in (await answer(ann, searches)).text


async def _never(*_):
    await asyncio.Event().wait()


@pytest.mark.long
async def test_preparation_shows_progress(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """While a puzzle is made the command answers at once; the puzzle takes the place of the progress."""
    ann, bob = people[:2]
    going_on, find = asyncio.Event(), searches.find_lead_when_idle
    searches.positions = 3

    async def wait_and_find(rules, seed):
        found = await find(rules, seed)
        if len(searches.looked_at) == 2:
            await going_on.wait()
        return found

    searches.find_lead_when_idle = wait_and_find
    patch_searches(monkeypatch, searches)
    monkeypatch.setattr("bot.ui.puzzles.pages.SHOWN_AT_ONCE", 0.01)
    monkeypatch.setattr("bot.ui.puzzles.pages.UPDATE_PAUSE", 0.01)
    async with connected(tmp_path, loopback):
        told = [await one.slash("puzzle") for one in (ann, bob)]
        assert all("being prepared" in one.text for one in told)
        going_on.set()
        for player in (ann, bob):
            shown = await wait_for(player, "Find the best lead")
            assert "being prepared" not in shown.text
        assert len(searches.looked_at) == 3, "made once for both"


async def wait_for(player, words):
    """Wait until a private message has these words; return it."""
    async with asyncio.timeout(20):
        while True:
            for screen in await player.screens():
                if screen.private and words in screen.text:
                    return screen
            await asyncio.sleep(0.02)


@pytest.mark.long
async def test_preparation_that_fails_is_told(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    ann = people[0]

    async def refuse(*_):
        raise SearchFailedError(SearchFailure.CRASHED)

    find = searches.find_lead_when_idle
    searches.find_lead_when_idle = refuse
    patch_searches(monkeypatch, searches)
    async with connected(tmp_path, loopback):
        await ann.slash("puzzle")
        await wait_for(ann, "couldn't be prepared")
        searches.find_lead_when_idle = find
        patch_searches(monkeypatch, searches)
        assert "Find the best lead" in (await open_puzzle(ann)).text


@pytest.mark.long
async def test_busy_computers_judge_later(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """An answer that cannot be judged does not count, and the same button works a moment later."""
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        judge = searches.compare_given

        async def refuse(*_):
            raise SearchFailedError(SearchFailure.QUEUE_FULL)

        searches.compare_given = refuse
        patch_searches(monkeypatch, searches)
        told = await ann.click(shown, play_buttons(shown)[0])
        assert "doesn't count yet" in told.text
        assert play_buttons(told)
        searches.compare_given = judge
        patch_searches(monkeypatch, searches)
        assert "Best: " in (await ann.click(told, play_buttons(told)[0])).text


@pytest.mark.long
async def test_answer_after_midnight_belongs_to_its_day(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        before = await open_puzzle(ann)
        slow = await open_puzzle(bob)
        wall.now = end_of(DAY) + 1
        todays = await open_puzzle(ann)
        assert "October 5" in todays.text
        assert not todays.selects or str(ChoosePractice()) not in todays.selects
        done = await play_cards(ann, before, searches.found.plays[0].cards)
        assert "October 4" in done.text
        assert "next puzzle comes" not in done.text, "it is there already"
        assert "October 5" in (await ann.click(done, str(OpenPuzzle()))).text
        assert "1 right answer in a row" in done.text
        done = await play_cards(ann, todays, searches.found.plays[0].cards, day=DAY + 1)
        assert "2 days in a row · 2 right answers in a row" in done.text
        assert "next puzzle comes" in done.text
        assert str(OpenPuzzle()) not in done.buttons
        wall.now = end_of(DAY) + GRACE_SECONDS
        late = await play_cards(bob, slow, searches.found.plays[0].cards)
        assert "your answer doesn't count" in late.text
        assert "in a row" not in late.text
        assert str(OpenPuzzle()) in late.buttons
        store, guild = running.database.store.puzzles, find_guild(loopback)
        assert await store.find_answer(guild, DAY, UserId(int(bob.id))) is None


@pytest.mark.long
async def test_earlier_puzzle_is_practised_without_counting(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await answer(ann, searches)
        await open_puzzle(bob)
        wall.now += DAY_SECONDS
        done = await open_answered(ann, searches, DAY + 1)
        choice = done.selects[str(ChoosePractice())]
        assert [one["value"] for one in choice["options"]] == [str(DAY)]
        assert choice["options"][0]["description"] == "You got it right"
        old = await ann.select(done, str(ChoosePractice()), [str(DAY)])
        assert "practice" in old.text
        assert "Best: " not in old.text, "it can be tried again"
        tried = await play_cards(ann, old, searches.found.plays[1].cards, practice=True)
        assert "costs about 0.5 levels" in tried.text
        assert "This was practice" in tried.text
        store, guild = running.database.store.puzzles, find_guild(loopback)
        kept = await store.find_answer(guild, DAY, UserId(int(ann.id)))
        assert kept.judgement.is_right, "the answer that counts stays"


async def open_answered(player, searches, day):
    shown = await open_puzzle(player)
    return await play_cards(player, shown, searches.found.plays[0].cards, day=day)


@pytest.mark.long
async def test_forged_controls_reveal_nothing(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """Practice of a puzzle that still counts, one that is to come, cards of another hand, illegal leads."""
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        shown = await open_puzzle(ann)
        guild = find_guild(loopback)
        await running.database.store.puzzles.add_puzzle(make_puzzle(guild, DAY + 1))
        best = searches.found.plays[0].cards
        for forged in (play_id(best, practice=True), play_id(best, day=Day(DAY + 1)), play_id(best, day=Day(2**40))):
            told = await press_forged(monkeypatch, ann, forged)
            assert "isn't available" in told.text, forged
        view = open_position(searches.found.record)
        foreign = next(card for card in map(Card, range(54)) if card not in view.hand)
        mixed = tuple({view.card_order.effective_suit(card): card for card in view.hand}.values())[:2]
        for forged in (
            play_id((foreign,)),
            play_id(mixed),
            play_id(()),
            f"puzzle:{DAY}:0:play:?",
            f"puzzle:{DAY}:0:dance",
        ):
            told = await press_forged(monkeypatch, ann, forged)
            assert "Best: " not in told.text, forged
            assert "Find the best lead" in told.text, forged
        assert not searches.judged
        assert sorted(play_buttons(await open_puzzle(ann))) == sorted(play_buttons(shown))


async def test_cards_are_picked_confirmed_and_cleared(tmp_path, loopback, people, blank_pictures, wall, searches):
    """Who confirms plays picks first; a tap on the wrong card costs nothing."""
    ann = people[0]
    async with connected(tmp_path, loopback):
        settings = await ann.slash("settings")
        await ann.click(settings, next(one for one in settings.buttons if one.startswith("set:confirm")))
        shown = await open_puzzle(ann)
        held = await ann.click(shown, play_buttons(shown)[0])
        assert "Best: " not in held.text
        clear = str(PuzzleControl(DAY, False, ControlVerb.CLEAR.value))
        cleared = await ann.click(held, clear)
        assert play_buttons(cleared) == play_buttons(shown)
        held = await ann.click(cleared, play_buttons(cleared)[0])
        (sure,) = (one for one in held.buttons if f":{ControlVerb.CONFIRM_PLAY}:" in one)
        assert "Best: " in (await ann.click(held, sure)).text


@pytest.mark.long
async def test_tricks_so_far_and_back(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        tricks = await ann.click(shown, str(PuzzleControl(DAY, False, SHOW_TRICKS)))
        played = len(open_position(searches.found.record).tricks)
        assert f"**{played}.**" in tricks.text
        (back,) = tricks.buttons
        assert (await ann.click(tricks, back)).buttons == shown.buttons


@pytest.mark.long
async def test_declarer_knows_what_they_buried(tmp_path, loopback, people, blank_pictures, wall, searches):
    searches.found = make_lead("a")
    view = open_position(searches.found.record)
    async with connected(tmp_path, loopback) as running:
        texts = running.client._services.catalogue.texts_for("en")
        assert f"You buried {texts.format_cards(view.kitty, view.card_order)}" in (await open_puzzle(people[0])).text


@pytest.mark.long
async def test_opponent_does_not_know_the_kitty(tmp_path, loopback, people, blank_pictures, wall, searches):
    searches.found = make_lead("b")
    assert open_position(searches.found.record).kitty is None
    async with connected(tmp_path, loopback):
        assert "buried" not in (await open_puzzle(people[0])).text


async def test_leaderboard_has_periods_and_nobody_else_is_asked(
    tmp_path, loopback, people, blank_pictures, wall, searches
):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await answer(ann, searches)
        done = await answer(bob, searches, right=False)
        board = await bob.click(done, str(ShowPuzzleBoard(Period.WEEK)))
        assert board.private
        assert "1. Ann · 1 of 1 right · 0.0 levels lost" in board.text
        assert "2. Bob · 0 of 1 right · 0.5 levels lost" in board.text
        wall.now += 40 * DAY_SECONDS
        for period, has in ((Period.MONTH, False), (Period.ALL, True)):
            board = await bob.click(board, str(ShowPuzzleBoard(period, 1, "p")))
            assert ("Ann" in board.text) is has
            assert ("Nobody has answered" in board.text) is not has


async def test_puzzle_is_announced_once_where_managers_want_it(
    tmp_path, loopback, people, blank_pictures, wall, searches
):
    ann, bob = people[:2]
    await grant_manage_server(loopback, "ann")
    async with connected(tmp_path, loopback) as running:
        check = running.client.puzzle_clock.check_puzzles
        await check()
        assert not searches.looked_at, "nobody here has asked for puzzles"
        shown = await ann.click(await ann.slash("config"), "conf:puzzle:1")
        assert "The puzzle of the day is announced in <#" in shown.text
        await check_until_announced(check, bob, 1)
        await check()
    async with connected(tmp_path, loopback) as running:
        check = running.client.puzzle_clock.check_puzzles
        await check()
        (post,) = await list_announcements(bob)
        assert "October 4" in post.text
        assert "Yesterday" not in post.text
        opened = await bob.click(post, str(OpenPuzzle()))
        assert opened.private
        assert "Find the best lead" in opened.text
        assert "Nobody has answered" in (await bob.click(post, str(ShowPuzzleBoard(Period.WEEK)))).text
        await answer(bob, searches)
        wall.now += DAY_SECONDS
        assert len(searches.looked_at) == 2, "tomorrow's is made ahead"
        await check_until_announced(check, bob, 2)
        assert "Yesterday 1 of 1 person got it right" in (await list_announcements(bob))[-1].text
        shown = await ann.click(await ann.slash("config"), "conf:puzzle:0")
        assert "announced in" not in shown.text
        wall.now += DAY_SECONDS
        await check()
        await check()
        assert len(await list_announcements(bob)) == 2, "switched off"


async def check_until_announced(check, player, number):
    """Look at the puzzles until one more is made and announced."""
    async with asyncio.timeout(20):
        while len(await list_announcements(player)) < number:
            await check()
            await asyncio.sleep(0.02)


async def list_announcements(player):
    return [one for one in await player.screens() if not one.private and str(OpenPuzzle()) in one.buttons]


@pytest.mark.long
async def test_announcement_needs_permission(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    async with connected(tmp_path, loopback) as running:
        await deny(loopback, Permission.SEND_MESSAGES)
        refused = await ann.click(await ann.slash("config"), "conf:puzzle:1")
        assert "Send Messages" in refused.text
        settings = await running.client._services.guild_settings.load_settings(find_guild(loopback))
        assert settings.puzzle_channel is None


@pytest.mark.long
async def test_puzzle_on_simcord(tmp_path, wall, searches):
    async with simulated(tmp_path) as (_, people):
        ann = people[0]
        shown = await ann.slash("puzzle")
        if "Find the best lead" not in shown.text:
            shown = await wait_for(ann, "Find the best lead")
        assert shown.private
        done = await ann.click(shown, play_buttons(shown)[0])
        assert "Best: " in done.text
        assert "1 day in a row" in done.text


CHINESE = {"zh-CN": ("每日一题", "答对了"), "zh-TW": ("每日一題", "答對了")}


@pytest.mark.long
@pytest.mark.parametrize("language", CHINESE)
async def test_puzzle_in_chinese(tmp_path, loopback, blank_pictures, wall, searches, language):
    ann, (title, right) = LoopbackPlayer(loopback.person("ann", locale=language)), CHINESE[language]
    async with connected(tmp_path, loopback):
        await ann.slash("puzzle")
        shown = await wait_for(ann, title)
        assert "{" not in shown.text
        done = await play_cards(ann, shown, searches.found.plays[0].cards)
        assert right in done.text
        assert "{" not in done.text


@pytest.mark.long
async def test_rules_without_search_use_the_usual_preset(tmp_path, loopback, people, blank_pictures, wall, searches):
    """Masters cannot search with bombs, so the puzzle is of the usual preset."""
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        guild = find_guild(loopback)
        house = await running.database.store.house_rules.add_house_rules(
            guild, "Bombs", "club", {"decks": "4", "bombs": "any_suit"}, 5
        )
        await running.database.store.house_rules.set_default_house_rules(guild, house.id)
        assert "Find the best lead" in (await open_puzzle(ann)).text
        assert [rules.bombs for rules, _ in searches.looked_at] == [Bombs.OFF]


@pytest.mark.long
async def test_hidden_cards_and_the_solution_change_no_byte(tmp_path, people, wall, searches):
    """What is sent before the answer is the same with other hidden hands, and with another lead as the best."""
    first, sent = searches.found, []
    for found in (first, swap_hidden_cards(first), replace(first, plays=first.plays[::-1])):
        searches.found = found
        sent.append(await collect_sent(tmp_path / str(len(sent))))
    assert sent[0] == sent[1], "hidden hands"
    assert sent[0] == sent[2], "the solution"
    assert sum(len(body) for body in sent[0]["bodies"]) > 10_000, "pictures too"


async def collect_sent(folder):
    """Return everything that is sent and logged until the answer, with all cards and buttons looked at."""
    folder.mkdir()
    LOGGED.clear()
    loopback, bodies = await Loopback.start(limits=False), []
    draw = draw_into(bodies)
    try:
        with (
            patch("bot.ui.dispatch.dispatcher.to_discord", draw),
            patch("bot.ui.discord_io.messages.to_discord", draw),
        ):
            async with connected(folder, loopback):
                ann, bob = (LoopbackPlayer(loopback.person(name)) for name in ("ann", "bob"))
                shown = await open_puzzle(ann)
                await ann.click(shown, str(PuzzleControl(DAY, False, SHOW_TRICKS)))
                await open_puzzle(bob)
                screens = [(no_ids(s.text), s.alts, list(s.buttons), options_of(s)) for s in await ann.screens()]
    finally:
        await loopback.stop()
    return {"screens": screens, "bodies": sorted(map(no_ids, map(repr, bodies))), "log": sorted(map(no_ids, LOGGED))}


def swap_hidden_cards(found, tries=80):
    """Return the position with cards exchanged that its seat cannot see."""
    rng, known = random.Random(1), open_position(found.record)
    at = next(n for n, move in reversed(list(enumerate(found.record.moves))) if isinstance(move.action, Deal))
    record, swapped = found.record, 0
    for _ in range(tries):
        order = list(record.moves[at].action.order)
        a, b = rng.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        move = replace(record.moves[at], action=replace(record.moves[at].action, order=tuple(order)))
        changed = replace(record, moves=(*record.moves[:at], move, *record.moves[at + 1 :]))
        with suppress(IllegalAction):
            if order[a] != order[b] and open_position(changed) == known:
                record, swapped = changed, swapped + 1
    assert swapped > 2
    return replace(found, record=record)

"""Through real discord.py, the puzzle of the day is private, equal for all, and answered once, even after a restart."""

import asyncio

import pytest
from bot_harness import connected, simulated
from puzzle_flows import DAY, answer, find_guild, open_puzzle, play_buttons, play_cards, play_id, press_forged, wait_for
from screens import LoopbackPlayer

from bot.ids import UserId
from bot.puzzles.days import DAY_SECONDS, GRACE_SECONDS, Day, end_of
from bot.ui.puzzles.control_ids import ChoosePractice, OpenPuzzle
from engine.model.cards import Card
from engine.puzzles.find_lead import open_position
from tests.bot.puzzles.puzzle_factories import make_puzzle


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
        assert not searches.judged, "its figures are those of the puzzle"
        assert "Right!" in (await open_puzzle(ann)).text
        other = await open_puzzle(bob)
        assert other.buttons == shown.buttons, "the same puzzle for everybody"
        assert other.selects == shown.selects
        wrong = await answer(bob, searches, right=False)
        assert "you lose about 8 points against" in wrong.text
        assert "1 day in a row" in wrong.text
        assert "right answers in a row" not in wrong.text
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
        assert "you lose about 8 points" in done.text, "a button from before the restart"
        assert len(searches.looked_at) == 1, "the same puzzle"
    async with connected(tmp_path, loopback):
        assert "you lose about 8 points" in (await open_puzzle(ann)).text


@pytest.mark.long
async def test_kill_before_the_answer_is_saved_counts_nothing(
    tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch
):
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        saving = asyncio.Event()

        async def never(*_):
            saving.set()
            await asyncio.Event().wait()

        with monkeypatch.context() as patched:
            patched.setattr("bot.store.puzzles.puzzle_store.SqlPuzzles.add_answer", never)
            pressing = asyncio.create_task(play_cards(ann, shown, searches.found.plays[1].cards))
            await asyncio.wait_for(saving.wait(), 120)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    async with connected(tmp_path, loopback):
        assert "Find the best lead" in (await open_puzzle(ann)).text
        assert "Right!" in (await answer(ann, searches)).text


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
        assert "next puzzle: " not in done.text, "it is there already"
        assert "October 5" in (await ann.click(done, str(OpenPuzzle()))).text
        assert "1 right answer in a row" in done.text
        done = await play_cards(ann, todays, searches.found.plays[0].cards, day=DAY + 1)
        assert "2 days in a row · 2 right answers in a row" in done.text
        assert "next puzzle: " in done.text
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
        assert "you lose about 8 points" in tried.text
        assert "This was practice" in tried.text
        store, guild = running.database.store.puzzles, find_guild(loopback)
        kept = await store.find_answer(guild, DAY, UserId(int(ann.id)))
        assert kept.judgement.is_right, "the answer that counts stays"


async def open_answered(player, searches, day):
    shown = await open_puzzle(player)
    return await play_cards(player, shown, searches.found.plays[0].cards, day=day)


@pytest.mark.long
async def test_forged_controls_reveal_nothing(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """The forged controls offer today's puzzle as practice, a later puzzle, cards of another hand, or illegal leads."""
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


@pytest.mark.long
async def test_puzzle_is_answered_on_simcord(tmp_path, wall, searches):
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
async def test_puzzle_speaks_chinese(tmp_path, loopback, blank_pictures, wall, searches, language):
    ann, (title, right) = LoopbackPlayer(loopback.person("ann", locale=language)), CHINESE[language]
    async with connected(tmp_path, loopback):
        await ann.slash("puzzle")
        shown = await wait_for(ann, title)
        assert "{" not in shown.text
        done = await play_cards(ann, shown, searches.found.plays[0].cards)
        assert right in done.text
        assert "{" not in done.text

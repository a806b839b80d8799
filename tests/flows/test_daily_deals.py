"""The deal of the day is private, outlives restarts, and is compared with how the computer player Master played it."""

import asyncio
import random
from collections import Counter

import pytest
from bot_harness import connected, simulated
from daily_flows import BOARD, MASTER, OWN_RESULT, act, controls, play_on, prepare
from puzzle_flows import DAY, NOON, find_guild
from screens import LoopbackPlayer

from bot.ids import UserId
from bot.puzzles.days import DAY_SECONDS, GRACE_SECONDS, Day, end_of
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import parse_id
from bot.ui.puzzles.control_ids import OpenDaily, ShareDaily, ShowDailyBoard
from bot.ui.puzzles.master_view import format_score
from engine.model.actions import Play
from engine.model.notation import parse_cards
from engine.puzzles.solo_deal import SoloScore, play_solo_deal

pytestmark = pytest.mark.usefixtures("quick_master")


@pytest.mark.long
async def test_deal_is_played_in_private_and_compared(tmp_path, loopback, people, blank_pictures, wall):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = await ann.slash("daily")
        assert shown.private
        assert "Deal of the day · October 4, 2024" in shown.text
        assert "Everyone here and Master play these cards" in shown.text
        assert "Before you: " in shown.text or "After you: " in shown.text
        screens = await play_on(ann, shown)
        assert len(screens) >= 11
        assert any("· 0 points" in one.text or " points" in one.text for one in screens[2:])
        done = screens[-1]
        assert "Master" in done.text
        assert "number 1 of 1 here" in done.text
        assert "level A" not in done.text
        assert "You stay" not in done.text
        assert "You move" not in done.text, "nobody's level changes here"
        assert "next deal: " in done.text
        assert done.alts, "there is a picture"
        assert "Next declarer" not in done.alts[0], "no deal follows"
        assert str(OpenDaily()) not in done.buttons
        assert "1 day in a row" in done.text
        assert (await ann.slash("daily")).text == done.text, "the result can be looked at again"
        mine = await running.database.store.daily_deals.find_play(find_guild(loopback), DAY, UserId(int(ann.id)))
        assert mine.score is not None
        board = await ann.click(done, BOARD)
        assert board.private
        assert "1. Ann · " in board.text
        assert "Master · " in board.text
        theirs = await bob.slash("daily")
        assert "Ann" not in theirs.text
        chance = random.Random(3)
        finished = (await play_on(bob, theirs, chance=chance))[-1]
        assert " of 2 here" in finished.text
        board = await bob.click(finished, BOARD)
        assert "Ann" in board.text
        assert (await bob.click(board, OWN_RESULT)).text == finished.text
        await look_at_masters_deal(bob, await bob.slash("daily"))
        assert not [one for one in await bob.screens() if not one.private], "nothing is public"
        await ann.click(await ann.slash("daily"), str(ShareDaily(DAY)))
        (posted,) = [one for one in await bob.screens() if not one.private]
        assert "Deal of the day · October 4, 2024** · Ann" in posted.text
        assert "points" not in posted.text


async def look_at_masters_deal(player, result):
    """Open the deal as the computer player Master played it, turn all its pages, and go back to the result."""
    shown = await player.click(result, MASTER)
    assert shown.private
    assert "How Master played · October 4, 2024" in shown.text
    screens = [shown]
    while onward := [one for one in shown.buttons if one.endswith(":onward")]:
        screens.append(shown := await player.click(shown, onward[0]))
    assert len(screens) > 8, "before the first trick, and after each"
    assert all(f"**{number}.** " in one.text for number, one in enumerate(screens[1:], 1))
    assert all("Master holds " in one.alts[0] for one in screens[:-1])
    assert ["Master · " in one.text for one in screens] == [False] * (len(screens) - 1) + [True]
    words = ("did the same", "instead", "differently")
    said = [next(n for n, word in enumerate(words) if word in one.text) for one in screens[1:]]
    assert said == sorted(said)
    assert said.count(1) <= 1
    assert (await player.click(shown, OWN_RESULT)).text == result.text


@pytest.mark.long
async def test_results_stay_when_computer_players_change(tmp_path, loopback, people, blank_pictures, wall, monkeypatch):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        done = (await play_on(ann, await ann.slash("daily")))[-1]
        (said,) = [line for line in done.text.splitlines() if "Master" in line]
        shown = await ann.click(await ann.slash("daily"), MASTER)
        found = running.database.store.daily_deals
        foreign = [Play(parse_cards("BJ BJ BJ"))]
        await found.save_master(find_guild(loopback), DAY, SoloScore(3, 0), foreign)
        gone = await ann.click(shown, shown_ids(shown, ":onward")[0])
        assert "can't be shown any more" in gone.text
        result = await ann.click(shown, OWN_RESULT)
        assert "Master did better" in result.text, "what is shown stays, with its way back"
        with monkeypatch.context() as patched:
            patched.setattr("bot.puzzles.daily_deals._replay", replay_nothing)
            again = await ann.slash("daily")
        assert "number 1 of 1 here" in again.text
        assert said.split("**")[1] in again.text, "the saved result"


async def replay_nothing(deal, _):
    """Replay the deal without its actions. It then does not end, as could happen after a change of the program."""
    return play_solo_deal(deal.record, deal.seed, ())


def shown_ids(screen, ending):
    return [one for one in screen.buttons if one.endswith(ending)]


@pytest.mark.long
async def test_equal_plays_give_equal_deals(tmp_path, loopback, people, blank_pictures, wall):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = [await play_on(one, await one.slash("daily")) for one in (ann, bob)]
        panels = [[(sorted(one.buttons), sorted(one.selects)) for one in screens] for screens in shown]
        assert panels[0] == panels[1]
        assert "number 1 of 2" in shown[1][-1].text, "the same result"


@pytest.mark.long
async def test_deal_continues_after_restart(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        stale = await ann.slash("daily")
        screens = await play_on(ann, await ann.slash("daily"), times=4)
    async with connected(tmp_path, loopback):
        again = await ann.slash("daily")
        assert (again.text, again.buttons) == (screens[-1].text, screens[-1].buttons)
        gone_on = await act(ann, screens[-1])
        assert controls(gone_on) != controls(again), "a button from before the restart"
        old = await act(ann, stale)
        assert old.buttons == gone_on.buttons, "an answered question shows the deal as it stands"
        assert "Master" in (await play_on(ann, gone_on))[-1].text


@pytest.mark.long
async def test_two_presses_at_once_save_one_action(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = (await play_on(ann, await ann.slash("daily"), times=4))[-1]
        other = await ann.slash("daily")
        plays = controls(shown, ControlVerb.PLAY)
        pressed = [(shown, plays[0]), (other, plays[-1])]
        await asyncio.gather(*(ann.click(at, one) for at, one in pressed))
        found = running.database.store.daily_deals
        play = await found.find_play(find_guild(loopback), DAY, UserId(int(ann.id)))
        assert play.task == parse_id(plays[0]).task + 1


@pytest.mark.long
async def test_deal_of_a_past_day_cannot_be_continued(tmp_path, loopback, people, blank_pictures, wall):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        await play_on(bob, await bob.slash("daily"))
        shown = (await play_on(ann, await ann.slash("daily"), times=3))[-1]
        wall.now = end_of(DAY) + GRACE_SECONDS - 1
        shown = await act(ann, shown)
        assert "October 4" in shown.text, "it belongs to the day on which it was opened"
        assert "October 5" in (await bob.slash("daily")).text
        wall.now = end_of(DAY) + GRACE_SECONDS
        late = await act(ann, shown)
        assert "can no longer be played" in late.text
        masters = await ann.click(late, MASTER)
        assert "How Master played · October 4" in masters.text
        others = await ann.click(masters, BOARD)
        assert "Bob" in others.text
        assert set(others.buttons) == {MASTER, str(OpenDaily())}, "there is no result of one's own"
        assert "October 5" in (await ann.click(late, str(OpenDaily()))).text, "the way on"
        found = running.database.store.daily_deals
        assert (await found.find_play(find_guild(loopback), DAY, UserId(int(ann.id)))).score is None
        done = (await play_on(ann, await ann.slash("daily")))[-1]
        assert "1 day in a row" in done.text
        wall.now = NOON + 90 * DAY_SECONDS
        await running.client.puzzle_clock.action()
        gone = await ann.click(done, str(ShowDailyBoard(Day(DAY + 1))))
        assert "isn't available" in gone.text


@pytest.mark.long
async def test_buried_cards_stay_in_view(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback, seed="d")
        shown = await ann.slash("daily")
        assert controls(shown, ControlVerb.BURY, ControlVerb.PICK)
        assert "You buried" not in shown.text
        while "You buried" not in shown.text:
            shown = await act(ann, shown)
        assert controls(shown, ControlVerb.PLAY)
        done = (await play_on(ann, shown))[-1]
        assert "You buried" not in done.text, "the result shows it"


@pytest.mark.long
async def test_deal_finished_after_midnight_leads_to_todays_deal(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = (await play_on(ann, await ann.slash("daily"), times=3))[-1]
        wall.now = end_of(DAY) + 1
        done = (await play_on(ann, shown))[-1]
        assert "October 4" in done.text
        assert "next deal: " not in done.text, "it is there already"
        assert "October 5" in (await ann.click(done, str(OpenDaily()))).text


@pytest.mark.parametrize(
    ("levels", "said"), [(1, "+1 level, 35 points"), (0, "±0 levels, 35 points"), (-2, "−2 levels, 35 points")]
)
def test_score_is_told_in_levels_and_points(levels, said):
    texts = Catalogue.load().texts_for("en")
    assert format_score(SoloScore(levels, -35), texts) == said


@pytest.mark.long
async def test_settings_for_confirmation_and_text_hand_apply(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        for name in ("confirm", "text_hand"):
            settings = await ann.slash("settings")
            await ann.click(settings, next(one for one in settings.buttons if one.startswith(f"set:{name}:")))
        screens = await play_on(ann, await ann.slash("daily"), times=90)
        assert "Master" in screens[-1].text
        assert not screens[-1].alts
        verbs = Counter(parse_id(one).verb for screen in screens for one in controls(screen))
        assert verbs[ControlVerb.CONFIRM_PLAY] >= 5


@pytest.mark.long
@pytest.mark.parametrize("language", ["zh-CN", "zh-TW"])
async def test_deal_speaks_chinese(tmp_path, loopback, blank_pictures, wall, language):
    ann = LoopbackPlayer(loopback.person("ann", locale=language))
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        screens = await play_on(ann, await ann.slash("daily"))
        assert "每日一局" in screens[0].text
        assert "大师" in screens[-1].text or "大師" in screens[-1].text
        assert not any("{" in one.text for one in screens)
        board = await ann.click(screens[-1], BOARD)
        assert "排行榜" in board.text


@pytest.mark.long
async def test_deal_is_played_on_simcord(tmp_path, wall):
    async with simulated(tmp_path) as (_, people):
        ann = people[0]
        screens = await play_on(ann, await ann.slash("daily"), times=90)
        assert screens[0].private
        assert "Master" in screens[-1].text

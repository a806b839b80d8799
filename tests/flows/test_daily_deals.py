"""The deal of the day through real discord.py: private, the same for equal plays, over restarts, against Master."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from unittest.mock import patch

import pytest
from bot_harness import LOGGED, connected, simulated
from leak_search import draw_into, no_ids, options_of
from puzzle_flows import DAY, NOON, Wall, find_guild
from screens import LoopbackPlayer

from bot.ids import UserId
from bot.loopback import Loopback
from bot.puzzles.daily_service import DailyService
from bot.puzzles.days import DAY_SECONDS, GRACE_SECONDS, Day, end_of
from bot.text.catalogue import Catalogue
from bot.ui.core.custom_ids import encode_cards, parse_id
from bot.ui.core.guild_settings import GuildSettings
from bot.ui.core.message import Button, Buttons
from bot.ui.core.table_ids import ControlVerb
from bot.ui.puzzles.control_ids import DailyControl, OpenDaily, ShowDailyBoard, ShowMaster
from bot.ui.puzzles.daily_view import format_score
from engine.model.actions import Play
from engine.model.notation import parse_cards
from engine.model.view import Ask
from engine.players import choose
from engine.puzzles.solo_deal import SoloScore, play_solo_deal
from tests.bot.puzzles.puzzle_factories import make_daily

BOARD = str(ShowDailyBoard(DAY))
MASTER = str(ShowMaster(DAY))
OWN_RESULT = str(DailyControl(DAY, 0, ControlVerb.REFRESH.value))


@pytest.fixture
def wall(monkeypatch):
    found = Wall()
    monkeypatch.setattr(
        "bot.app.DailyService", lambda store, master, _, *rest: DailyService(store, master, found, *rest)
    )
    return found


@pytest.fixture(autouse=True)
def quick_master(monkeypatch):
    """Master plays as a club player, at once."""

    async def choose_when_idle(_, view, _level, seed):
        return choose("club", view, random.Random(seed))

    monkeypatch.setattr("bot.play.computer_players.ComputerPlayerWorker.choose_when_idle", choose_when_idle)


async def prepare(running, loopback, seed="daily"):
    """Let the server have a known deal of few cards, today and tomorrow."""
    settings = running.client._services.guild_settings
    await settings.save_settings(find_guild(loopback), GuildSettings(preset="forty-points"))
    for day, name in ((DAY, seed), (Day(DAY + 1), "tomorrow")):
        await running.database.store.daily_deals.add_deal(make_daily(find_guild(loopback), day, name))


def view_of(actions=(), seed="daily"):
    return play_solo_deal(make_daily(1, DAY, seed).record, seed, actions).view


def controls(screen, *verbs):
    """Return the ids of the controls of the deal on a message, of these kinds."""
    found = ((one, parse_id(one)) for one in (*screen.buttons, *screen.selects))
    return [one for one, known in found if isinstance(known, DailyControl) and (not verbs or known.verb in verbs)]


async def act(player, shown, chance=None):
    """Play with a button, or bury what lists offer; return the next message."""
    plays = controls(shown, ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY)
    if plays:
        return await player.click(shown, plays[0] if chance is None else chance.choice(plays))
    bury = controls(shown, ControlVerb.BURY)
    if bury:
        return await player.click(shown, bury[0])
    select = shown.selects[controls(shown, ControlVerb.PICK)[0]]
    values = [one["value"] for one in select["options"]][: select["max_values"]]
    return await player.select(shown, controls(shown, ControlVerb.PICK)[0], values)


async def play_on(player, shown, times=60, chance=None):
    """Play until the deal is over, at most `times` presses; return all messages."""
    screens = [shown]
    while len(screens) <= times and controls(screens[-1]):
        screens.append(await act(player, screens[-1], chance))
    return screens


async def test_deal_is_played_in_private_and_compared(tmp_path, loopback, people, blank_pictures, wall):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = await ann.slash("daily")
        assert shown.private
        assert "Deal of the day · October 4, 2024" in shown.text
        assert "Everyone here plays these cards" in shown.text
        assert "After you: " in shown.text
        screens = await play_on(ann, shown)
        assert len(screens) >= 11
        assert any("· 0 points" in one.text or " points" in one.text for one in screens[2:])
        done = screens[-1]
        assert "Master" in done.text
        assert "number 1 of 1 here" in done.text
        assert "level A" not in done.text
        assert "You stay" not in done.text
        assert "You move" not in done.text, "nobody's level changes here"
        assert "next deal comes" in done.text
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


async def look_at_masters_deal(player, result):
    """Go through Master's deal from the result and back."""
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
async def test_leaderboard_waits_until_the_deal_is_finished(
    tmp_path, loopback, people, blank_pictures, wall, monkeypatch
):
    """A forged button reveals no result, and nothing of Master's deal, to those who still have to play."""
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        await play_on(ann, await ann.slash("daily"))
        refused = await press_forged(monkeypatch, bob, BOARD)
        assert "once you've finished" in refused.text
        assert "Ann" not in refused.text
        refused = await press_forged(monkeypatch, bob, MASTER)
        assert "once you've finished" in refused.text
        assert not refused.alts


async def press_forged(monkeypatch, player, forged):
    """Press a control that the panel does not have."""
    row = Buttons((Button(forged, "forged"),))
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.puzzles.daily_view.convert_controls", lambda *_: (row,))
        shown = await player.slash("daily")
    return await player.click(shown, forged)


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
            patched.setattr("bot.puzzles.daily_service._replay", replay_nothing)
            again = await ann.slash("daily")
        assert "number 1 of 1 here" in again.text
        assert said.split("**")[1] in again.text, "the saved result"


async def replay_nothing(deal, _):
    """Stand for a version of the program that leads elsewhere: the deal is not over after the same actions."""
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
async def test_deal_goes_on_after_a_restart(tmp_path, loopback, people, blank_pictures, wall):
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
async def test_day_that_is_over_is_not_played_on(tmp_path, loopback, people, blank_pictures, wall):
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
        await running.client.puzzle_clock.check_puzzles()
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
async def test_deal_finished_after_midnight_leads_to_todays(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        shown = (await play_on(ann, await ann.slash("daily"), times=3))[-1]
        wall.now = end_of(DAY) + 1
        done = (await play_on(ann, shown))[-1]
        assert "October 4" in done.text
        assert "next deal comes" not in done.text, "it is there already"
        assert "October 5" in (await ann.click(done, str(OpenDaily()))).text


@pytest.mark.parametrize(
    ("levels", "said"), [(1, "+1 level, 35 points"), (0, "±0 levels, 35 points"), (-2, "−2 levels, 35 points")]
)
def test_score_counts_levels(levels, said):
    texts = Catalogue.load().texts_for("en")
    assert format_score(SoloScore(levels, -35), texts) == said


@pytest.mark.long
async def test_forged_controls_change_nothing(tmp_path, loopback, people, blank_pictures, wall, monkeypatch):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        view = view_of()
        foreign = encode_cards([next(card for card in range(54) if card not in view.hand)])
        verb = ControlVerb.BURY if view.ask is Ask.BURY else ControlVerb.PLAY
        wrong = ControlVerb.PLAY if view.ask is Ask.BURY else ControlVerb.BURY
        for forged in (
            *(str(DailyControl(DAY, 0, one.value, foreign)) for one in (verb, wrong)),
            f"daily:{DAY}:0:{verb.value}:?",
            f"daily:{DAY}:0:dance",
            f"daily:{DAY}:7:{verb.value}:{foreign}",
        ):
            told = await press_forged(monkeypatch, ann, forged)
            assert "Deal of the day" in told.text, forged
        found = running.database.store.daily_deals
        assert await found.find_play(find_guild(loopback), DAY, UserId(int(ann.id))) is None
        to_come = await press_forged(monkeypatch, ann, str(DailyControl(Day(DAY + 1), 0, verb.value, foreign)))
        assert "isn't available" in to_come.text


@pytest.mark.long
async def test_picks_confirmation_and_text_hands(tmp_path, loopback, people, blank_pictures, wall):
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


async def test_export_has_own_actions_and_no_hidden_cards(tmp_path, loopback, people, blank_pictures, wall):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await prepare(running, loopback)
        await play_on(ann, await ann.slash("daily"), times=3)
        kept = await running.database.store.personal_data.export_personal_data(UserId(int(ann.id)))
        (row,) = kept["daily_plays"]
        assert row["actions"].startswith("0 ")
        assert "daily_deals" not in kept
        assert "deal" not in row["actions"]


@pytest.mark.long
@pytest.mark.parametrize("language", ["zh-CN", "zh-TW"])
async def test_deal_in_chinese(tmp_path, loopback, blank_pictures, wall, language):
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
async def test_deal_on_simcord(tmp_path, wall):
    async with simulated(tmp_path) as (_, people):
        ann = people[0]
        screens = await play_on(ann, await ann.slash("daily"), times=90)
        assert screens[0].private
        assert "Master" in screens[-1].text


@pytest.mark.long
async def test_hidden_cards_change_no_byte(tmp_path, wall):
    """The first panel is the same with other cards in the other hands."""
    sent = []
    for deal in (make_daily(1, DAY), swap_hidden_cards(make_daily(1, DAY))):
        folder = tmp_path / str(len(sent))
        folder.mkdir()
        sent.append(await collect_sent(folder, deal))
    assert sent[0] == sent[1]
    assert sum(len(body) for body in sent[0]["bodies"]) > 10_000, "pictures too"


async def collect_sent(folder, deal):
    """Return everything that is sent and logged when the deal is opened."""
    LOGGED.clear()
    loopback, bodies = await Loopback.start(limits=False), []
    try:
        with patch("bot.ui.dispatch.dispatcher.to_discord", draw_into(bodies)):
            async with connected(folder, loopback) as running:
                await running.database.store.daily_deals.add_deal(replace(deal, guild=find_guild(loopback)))
                ann = LoopbackPlayer(loopback.person("ann"))
                await ann.slash("daily")
                screens = [(no_ids(s.text), s.alts, list(s.buttons), options_of(s)) for s in await ann.screens()]
    finally:
        await loopback.stop()
    return {"screens": screens, "bodies": sorted(map(no_ids, map(repr, bodies))), "log": sorted(map(no_ids, LOGGED))}


def swap_hidden_cards(deal, tries=300):
    """Return the deal with cards exchanged that its seat cannot see."""
    rng, known, swapped = random.Random(1), play_solo_deal(deal.record, deal.seed, ()).view, 0
    for _ in range(tries):
        (move,) = deal.record.moves
        order = list(move.action.order)
        a, b = rng.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        changed = replace(deal.record, moves=(replace(move, action=replace(move.action, order=tuple(order))),))
        if order[a] != order[b] and play_solo_deal(changed, deal.seed, ()).view == known:
            deal, swapped = replace(deal, record=changed), swapped + 1
    assert swapped > 2
    return deal

"""A deal of the day is made once, and users continue it from their saved actions. A computer player plays it too."""

import asyncio
import random
from dataclasses import replace

import pytest
from test_puzzle_service import STANDARD

from bot.ids import GuildId, UserId
from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.computers.search_workers import SearchFailedError, SearchFailure, create_search_workers
from bot.puzzles.daily_deals import DailyPlay, DailyService, find_comparison
from bot.puzzles.days import DAY_SECONDS, Day
from bot.puzzles.service import PuzzleRules
from engine.model.actions import Play
from engine.model.errors import IllegalAction
from engine.model.presets import PRESETS
from engine.players.levels import choose
from engine.puzzles.solo_deal import SoloScore

HERE, DAY, ANN = GuildId(7), Day(20_000), UserId(1)
SMALL = PuzzleRules("forty-points", PRESETS["forty-points"])


class MemoryStore:
    """Deals and plays in memory."""

    def __init__(self):
        self.deals, self.plays, self.masters = {}, {}, []

    async def add_deal(self, deal):
        self.deals.setdefault((deal.guild, deal.day), deal)

    async def find_deal(self, guild, day):
        return self.deals.get((guild, day))

    async def save_master(self, guild, day, score, actions):
        self.masters.append((guild, day, score))
        self.deals[guild, day] = replace(self.deals[guild, day], master=score, master_actions=actions)

    async def find_play(self, guild, day, user):
        return self.plays.get(user)

    async def save_play(self, play, at):
        known = self.plays.get(play.user, DailyPlay(play.guild, play.day, play.user))
        if known.task != play.task - 1:
            return False
        self.plays[play.user] = play
        return True

    async def restart_play(self, play):
        self.plays.pop(play.user)

    async def delete_deals(self, before):
        self.deals = {key: one for key, one in self.deals.items() if key[1] >= before}


class ClubMaster:
    """A fast stand-in for the computer player of level `master`. It plays like an expert."""

    def __init__(self):
        self.asked = 0

    async def choose_when_idle(self, view, level, seed):
        self.asked += 1
        return choose("expert", view, random.Random(seed))


class Parts:
    """A daily service, with its store in memory and a stand-in for the computer player."""

    def __init__(self, master=None):
        self.store, self.master, self.now = MemoryStore(), master or ClubMaster(), DAY * DAY_SECONDS + 10.0
        chance = random.Random(1)
        self.service = DailyService(self.store, self.master, lambda: self.now, chance.randbytes, STANDARD)


@pytest.fixture
async def parts():
    made = Parts()
    yield made
    await made.service.close()


async def until_master_is_done(parts):
    async with asyncio.timeout(120):
        while parts.service._masters:
            await asyncio.gather(*parts.service._masters.values())


async def test_deal_is_made_once_and_master_plays_it(parts):
    first, second = await asyncio.gather(*(parts.service.open_today(HERE, SMALL) for _ in range(2)))
    assert first == second
    assert first.preset == "forty-points"
    await until_master_is_done(parts)
    (saved,) = parts.store.masters
    assert saved[:2] == (HERE, DAY)
    parts.now += DAY_SECONDS
    tomorrow = await parts.service.open_today(HERE, SMALL)
    assert tomorrow.record != first.record
    assert await parts.service.find_deal(HERE, Day(DAY + 2)) is None


async def test_master_plays_each_deal_once(parts):
    await parts.service.open_today(HERE, SMALL)
    await parts.service.open_today(HERE, SMALL)
    await until_master_is_done(parts)
    asked = parts.master.asked
    await parts.service.open_today(HERE, SMALL)
    assert not parts.service._masters
    assert asked == parts.master.asked == len((await parts.service.find_deal(HERE, DAY)).master_actions)
    assert len(parts.store.masters) == 1


async def test_masters_deal_can_be_shown_trick_by_trick(parts):
    assert await parts.service.list_master_moments(await parts.service.open_today(HERE, SMALL)) == (), "not yet"
    await until_master_is_done(parts)
    deal = await parts.service.find_deal(HERE, DAY)
    tricks = await parts.service.list_master_moments(deal)
    assert [len(one.view.tricks) for one in tricks] == list(range(len(tricks)))
    assert [one.score for one in tricks] == [None] * (len(tricks) - 1) + [deal.master]
    assert len(tricks) > 5
    other = replace(deal.master, points=deal.master.points + 5)
    assert await parts.service.list_master_moments(replace(deal, master=other)) == (), "another version of the program"
    foreign = (*deal.master_actions[:-1], Play((53, 53, 53)))
    assert await parts.service.list_master_moments(replace(deal, master_actions=foreign)) == ()


async def test_real_master_plays_without_worker_processes():
    worker = ComputerPlayerWorker(create_search_workers(0))
    parts = Parts(worker)
    try:
        await parts.service.open_today(HERE, SMALL)
        await until_master_is_done(parts)
        assert len(parts.store.masters) == 1
    finally:
        await parts.service.close()
        await worker.close()


@pytest.mark.parametrize("failure", [SearchFailure.CRASHED, SearchFailure.CLOSED])
async def test_master_who_fails_is_asked_again(parts, failure):
    choose_when_idle = parts.master.choose_when_idle

    async def refuse(*_):
        raise SearchFailedError(failure)

    parts.master.choose_when_idle = refuse
    await parts.service.open_today(HERE, SMALL)
    await until_master_is_done(parts)
    assert not parts.store.masters
    parts.master.choose_when_idle = choose_when_idle
    await parts.service.open_today(HERE, SMALL)
    await until_master_is_done(parts)
    assert parts.store.masters


async def test_rules_that_nobody_can_play_alone_fall_back_to_standard(parts):
    hidden = PuzzleRules("hidden-ten", PRESETS["hidden-ten"])
    deal = await parts.service.open_today(HERE, hidden)
    assert deal.preset == "standard"
    assert deal.record.rules == PRESETS["standard"]


async def test_action_is_saved_once_and_only_if_legal(parts):
    deal = await parts.service.open_today(HERE, SMALL)
    _, position = await parts.service.load_play(deal, ANN)
    foreign = next(card for card in range(54) if card not in position.view.hand)
    with pytest.raises(IllegalAction):
        await parts.service.act(deal, ANN, 0, Play((foreign,)))
    assert not parts.store.plays
    action = choose("expert", position.view, random.Random(1))
    assert await parts.service.act(deal, ANN, 0, action)
    assert not await parts.service.act(deal, ANN, 0, action), "it is answered"
    assert (await parts.service.load_play(deal, ANN))[0].actions == (action,)


async def test_finished_deal_that_became_illegal_keeps_its_result(parts):
    deal = await parts.service.open_today(HERE, SMALL)
    saved = DailyPlay(HERE, DAY, ANN, (Play((53, 53, 53)),), SoloScore(1, 40))
    parts.store.plays[ANN] = saved
    play, position = await parts.service.load_play(deal, ANN)
    assert play == saved
    assert position.score is None, "its end is not known any more"
    assert parts.store.plays == {ANN: saved}


async def test_deal_begins_again_if_saved_actions_are_illegal(parts):
    deal = await parts.service.open_today(HERE, SMALL)
    _, position = await parts.service.load_play(deal, ANN)
    foreign = next(card for card in range(54) if card not in position.view.hand)
    parts.store.plays[ANN] = DailyPlay(HERE, DAY, ANN, (Play((foreign,)),))
    play, again = await parts.service.load_play(deal, ANN)
    assert play.actions == ()
    assert again.view == position.view
    assert ANN not in parts.store.plays


async def test_daily_deal_may_be_played_for_an_hour_after_its_day(parts):
    assert parts.service.may_play(DAY)
    parts.now = (DAY + 1) * DAY_SECONDS + 3599.0
    assert parts.service.may_play(DAY)
    parts.now += 1
    assert not parts.service.may_play(DAY)


async def test_deals_are_kept_for_sixty_days(parts):
    await parts.service.open_today(HERE, SMALL)
    await until_master_is_done(parts)
    parts.now += 60 * DAY_SECONDS
    await parts.service.delete_old()
    assert parts.store.deals
    parts.now += DAY_SECONDS
    await parts.service.delete_old()
    assert not parts.store.deals


def test_results_are_compared_by_levels_and_then_by_points():
    master = SoloScore(1, -40)
    for score, wanted in (((1, -40), "same"), ((1, -35), "better"), ((1, -45), "worse"), ((2, -60), "better")):
        assert find_comparison(SoloScore(*score), master) == wanted


async def test_closing_stops_master(parts):
    async def never(*_):
        await asyncio.Event().wait()

    parts.master.choose_when_idle = never
    await parts.service.open_today(HERE, SMALL)
    async with asyncio.timeout(120):
        await parts.service.close()
    assert not parts.service._masters

"""Whole deals on a second, independent simulator, which does not share the errors of the loopback."""

import pytest
from bot_harness import simulated
from play_by_panel import play_deal, sit_down


@pytest.mark.long
async def test_one_person_and_three_computers_finish_a_deal(tmp_path):
    async with simulated(tmp_path) as (_, people):
        ann = people[0]
        first = await sit_down(ann, computers=3)
        assert first.private
        assert await play_deal([ann]) > 10


@pytest.mark.long
async def test_four_people_finish_a_deal(tmp_path):
    async with simulated(tmp_path) as (_, people):
        await sit_down(people[0], people[1:], preset="forty-points")
        assert await play_deal(people) > 40


@pytest.mark.long
async def test_four_people_finish_a_deal_with_two_packs(tmp_path):
    async with simulated(tmp_path) as (_, people):
        await sit_down(people[0], people[1:])
        assert await play_deal(people) > 40

"""`/league` lists a server's leagues if no name is given, and offers the nearest league if the name is wrong.

If the form that creates a league from a template is refused, it opens again with its input.
"""

import pytest
from league_steps import ids, new_league, open_league

NAMES = [f"League_{n}_x" for n in range(1, 14)]


async def choose_league(player, screen, name):
    """Choose a league from the list that a refusal offers."""
    control = ids(screen, "lg:card:0")[0]
    value = next(o["value"] for o in screen.selects[control]["options"] if o["label"] == name)
    return await player.select(screen, control, [value])


@pytest.mark.long
async def test_command_offers_several_leagues(running, people):
    ann, bob = people[:2]
    for name in NAMES:
        await new_league(ann, name=name, preset="forty-points")
    which = await open_league(bob)
    for name in NAMES:
        assert name.replace("_", r"\_") in which.text
    assert len(which.selects[ids(which, "lg:card:0")[0]]["options"]) == len(NAMES)
    panel = await choose_league(bob, which, NAMES[6])
    assert r"League\_7\_x" in panel.text
    assert r"joined **League\_7\_x**" in (await bob.click(panel, "lg:join:7")).text
    assert NAMES[3].replace("_", r"\_") in (await bob.click(panel, "lg:list")).text


async def test_wrong_league_name_offers_the_nearest(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    offered = await open_league(ann, "Sprang")
    assert "Is it one of these?" in offered.text
    assert "Season 1" in (await ann.click(offered, "lg:card:1")).text
    assert not (await open_league(ann, "zzz")).buttons


@pytest.mark.long
async def test_refused_form_of_a_league_template_keeps_input(running, people):
    ann, bob = people[:2]
    offered = await ann.click(await open_league(ann), "lg:new")
    assert "Monthly season**: the same" in offered.text
    opened = await ann.person.click(str(offered.id), custom_id="lg:new:season")
    refused = await ann.submit(opened, {"name": "@everyone", "by": ["teams"]})
    (again,) = refused.buttons
    opened = await ann.person.click(str(refused.id), custom_id=again)
    made = await ann.submit(opened, {"name": "Spring"})
    made = await ann.click(made, "lg:open:1:1")
    assert "lasts 30 days" in made.text
    assert "Teams are ranked" in made.text
    assert "lg:new" not in (await bob.click(await open_league(bob), "lg:list")).buttons

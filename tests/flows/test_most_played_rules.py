"""`/profile` and `/versus` without rules show the rules that these people play most, and name their other rules."""

import pytest
from league_steps import new_league
from screens import LoopbackPlayer

HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def import_deals(player, league, points, seats):
    """Import one deal into a league for each item of `seats`, which lists the players of the deal."""
    lines = [
        f"2026-01-{day:02}T20:00:00Z,1,1 3,declarers,{points},1,no,{','.join(line)}"
        for day, line in enumerate(seats, 1)
    ]
    file = await player.person.upload("past.csv", "\n".join((HEADING, *lines)).encode())
    ready = await player.slash("league", file=file, league=league)
    done = await player.click(ready, ids(ready, "lg:import:")[0])
    assert "imported" in done.text


@pytest.mark.long
async def test_most_played_rules_are_shown(running, loopback, people):
    ann, bob, cat = people[:3]
    for name, preset in (("Club", "standard"), ("Forty", "forty-points")):
        await new_league(ann, name=name, preset=preset)
    a, b, c, computer = f"u:{ann.id}", f"u:{bob.id}", f"u:{cat.id}", "c:expert"
    await import_deals(ann, "Club", 60, [(a, computer, b, computer)])
    await import_deals(ann, "Forty", 30, [(a, c, computer, computer), (c, a, computer, computer)])

    assert "Standard" in (await bob.slash("profile")).text.splitlines()[0]
    ahead = await ann.slash("profile")
    assert "40 points" in ahead.text.splitlines()[0]
    less = await ann.select(ahead, ids(ahead, "lg:profile:")[0], ["standard"])
    assert less.text.splitlines()[0] == "## Ann · Standard"
    offered = ahead.selects[ids(ahead, "lg:profile:")[0]]["options"]
    assert [(o["value"], o["description"]) for o in offered] == [("forty-points", "2 deals"), ("standard", "One deal")]
    other = await bob.slash("profile", preset="forty-points")
    assert "Bob hasn't played with these rules" in other.text
    assert "Bob has played here with Standard (one deal)." in other.text

    met = await bob.slash("versus", person="ann")
    assert "As partners: 1 of 1 won" in met.text
    assert not met.selects
    never = await bob.slash("versus", person="ann", preset="forty-points")
    assert "but they have with Standard (one deal)." in never.text
    shown = await bob.select(never, ids(never, "lg:rival:")[0], ["standard"])
    assert "As partners: 1 of 1 won" in shown.text
    assert (
        "haven't played at the same table"
        in (await LoopbackPlayer(bob.person).slash("versus", person=cat.person.name)).text
    )

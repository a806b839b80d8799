"""On a server with several leagues a command without a name offers all of them, then carries on."""

import pytest
from league_steps import ids

from bot.ui.league.choose_league import LEAGUE_STEPS

NAMES = [f"League_{n}_x" for n in range(1, 14)]


async def choose_league(player, screen, name):
    """Choose a league from the list of a refusal."""
    control = ids(screen, "lg:pick:")[0]
    value = next(o["value"] for o in screen.selects[control]["options"] if o["label"] == name)
    return await player.select(screen, control, [value])


@pytest.mark.long
async def test_command_offers_several_leagues(running, people):
    ann, bob = people[:2]
    for name in NAMES:
        await ann.slash("league create", name=name, preset="forty-points")
    which = await bob.slash("league join")
    for name in NAMES:
        assert name.replace("_", r"\_") in which.text
    assert len(which.selects[ids(which, "lg:pick:")[0]]["options"]) == len(NAMES)
    assert r"joined **League\_7\_x**" in (await choose_league(bob, which, NAMES[6])).text

    tried = {
        "standings": "",
        "report": "Results of",
        "history": "Seasons of",
        "leave": "Should **",
        "archive": "Only the managers",
        "export": "Only the managers",
        "edit": "Only the managers",
    }
    for command, words in tried.items():
        screen = await choose_league(bob, await bob.slash(f"league {command}"), NAMES[6])
        assert words in screen.text
        assert command != "standings" or "League_7_x" in screen.alts[0]
    asked = await choose_league(ann, await ann.slash("league season", step="close"), NAMES[2])
    assert r"Close season 1 of **League\_3\_x**" in asked.text
    files = await choose_league(ann, await ann.slash("league export", season=1), NAMES[2])
    assert r"Season 1 of League\_3\_x" in files.text
    edit = await ann.slash("league edit")
    control = ids(edit, "lg:pick:")[0]
    form = await ann.person.select(str(edit.id), control, [edit.selects[control]["options"][0]["value"]])
    assert form.modal
    assert not (await ann.slash("league edit", season_days=3)).selects, "what was typed beside it would be lost"
    assert set(tried) - {"standings"} <= set(LEAGUE_STEPS)


async def test_managers_choose_the_league_for_an_entrant(running, people):
    ann, bob = people[:2]
    for name in NAMES[:2]:
        await ann.slash("league create", name=name, preset="forty-points")
    assert "Choose a player or a team" in (await ann.slash("league enter")).text
    which = await ann.slash("league enter", player=bob.name)
    assert (
        "Only the managers" in (await choose_league(bob, await bob.slash("league enter", player="ann"), NAMES[1])).text
    )
    assert r"**League\_2\_x**" in (await choose_league(ann, which, NAMES[1])).text
    gone = await choose_league(ann, await ann.slash("league withdraw", player=bob.name), NAMES[1])
    assert r"**League\_2\_x**" in gone.text
    assert "Not in" in (await choose_league(ann, await ann.slash("league withdraw", player=bob.name), NAMES[0])).text
    shown = await choose_league(ann, await ann.slash("league roles", no_champion=True), NAMES[0])
    assert r"League\_1\_x" in shown.text

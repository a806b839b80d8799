"""What leagues say when something is not there, was done before, or was changed: the reason, and no other."""

from datetime import UTC, datetime, timedelta

import pytest
from hosting import connected
from leagues import HEADING, bring, ids
from playing import until

from bot.ui.league.files import MANY
from bot.ui.ports import Manners


async def test_what_is_not_there_is_said_to_be_missing(running, people):
    ann, bob = people[:2]
    await ann.slash("league create", name="Spring", preset="forty-points")
    assert "**Spring** has no season 9" in (await bob.slash("league standings", season=9)).text
    assert "has no season 9" in (await ann.slash("league export", season=9)).text
    assert "does not play in **Spring**" in (await bob.slash("league leave")).text
    await bob.slash("league join")
    asked = await bob.slash("league leave")
    assert set(asked.buttons.values()) == {"Leave", "Cancel"}
    await ann.slash("league create", name="Pairs", preset="forty-points", ranks="teams")
    await ann.slash("team create", name="Dragons", partner="bob")
    assert "does not play in **Pairs**" in (await ann.slash("league leave", league="Pairs")).text


async def test_a_file_is_told_what_is_wrong_with_it(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    assert "The file is empty" in (await bring(ann, "")).text
    assert "The file is empty" in (await bring(ann, "\n \n")).text
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,c:casual,c:novice"
    first, second = [await bring(ann, f"{HEADING}\n{line}\n") for _ in range(2)]
    assert "One deal was imported" in (await ann.click(first, ids(first, "lg:import:")[0])).text
    assert "line 2: this deal is there already" in (await ann.click(second, ids(second, "lg:import:")[0])).text
    found = await ann.slash("leaderboard", search="zz")
    assert "Nobody here is called like that" in found.text
    assert not found.alts, "a picture would say that nobody has played"


@pytest.mark.long
async def test_a_long_import_says_at_once_that_it_is_under_way(tmp_path, loopback, people):
    """Where Discord had to be asked for time before, it shows that itself: here the bot is patient."""
    ann, patient = people[0], Manners(pause=0.02, sync=True, patience=2.8)
    async with connected(tmp_path, loopback, manners=patient):
        await is_under_way(ann, loopback)


async def is_under_way(ann, loopback):
    await ann.slash("league create", name="Spring", preset="forty-points")
    start = datetime(2026, 1, 2, tzinfo=UTC)
    lines = [
        f"{start + timedelta(minutes=n):%Y-%m-%dT%H:%M:%SZ},1,1 3,declarers,20,1,no,u:{ann.id},c:club,c:casual,c:club"
        for n in range(MANY)
    ]
    ready = await bring(ann, "\n".join((HEADING, *lines)))
    pressed = await ann.person.click(str(ready.id), custom_id=ids(ready, "lg:import:")[0])
    assert not ann._screen(pressed.message).buttons
    done = await until(ann, lambda: newest(ann, ready.id), lambda s: "were imported" in s.text)
    assert f"{MANY} deals were imported into Spring" in done.text
    assert any(f"{MANY} deals are being imported" in str(request) for request in await loopback.remote.requests())


async def newest(player, message):
    return next((s for s in await player.screens() if s.id == message), None)


async def test_strangers_are_told_apart(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    await ann.slash("league join")
    seats = f"u:1000000000000001234,u:1000000000000005678,u:{ann.id},c:club"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,yes,{seats}"
    ready = await bring(ann, f"{HEADING}\n{line}\n")
    await ann.click(ready, ids(ready, "lg:import:")[0])
    board = await ann.slash("leaderboard")
    assert "Somebody 1234" in board.text
    assert "Somebody 5678" in board.text
    report = await ann.slash("league report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    assert "The match was won with it: Somebody 1234 and Ann" in one.text
    correct = next(i for i in ids(one, "lg:ask:") if i.endswith(":correct"))
    opened = await ann.person.click(str(one.id), custom_id=correct)
    wrong = {"winner": "o", "rise": "0", "points": "40", "reason": "Miscounted"}
    told = (await ann.person.submit(opened, wrong)).message.text
    assert "Nobody wins the match with it any more" in told


async def test_what_was_changed_is_named(running, people):
    ann = people[0]
    await ann.slash("league create", name="Spring", preset="forty-points")
    moved = await ann.slash("league edit", news="general")
    assert "Changed." in moved.text
    assert "next season" not in moved.text
    assert "from the next season on" in (await ann.slash("league edit", days=5)).text
    report = await ann.slash("league report")
    trail = await ann.click(report, ids(report, "lg:audit:")[0])
    assert "changed the league: the length of a season" in trail.text
    assert "changed the league: the channel for news" in trail.text

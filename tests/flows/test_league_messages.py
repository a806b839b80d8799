"""Messages of leagues explain leaving, imports, forgotten users and changed settings."""

from datetime import UTC, datetime, timedelta

import pytest
from league_steps import (
    HEADING,
    choose_on,
    find_control,
    ids,
    import_file,
    manage_league,
    new_league,
    open_league,
    show_league,
    submit_form,
)
from play_by_panel import until
from team_steps import form_team

from bot.ui.league.files import MANY_DEALS


@pytest.mark.long
async def test_leave_is_offered_to_entrants_only(running, people):
    ann, bob = people[:2]
    await new_league(ann, name="Spring", preset="forty-points")
    assert find_control(await open_league(bob), "toleave") is None
    await show_league(bob, "join")
    asked = await show_league(bob, "leave")
    assert set(asked.buttons.values()) == {"Leave", "Back"}
    await new_league(ann, name="Pairs", preset="forty-points", ranked_by="teams")
    await form_team(ann, "Dragons", people[1])
    assert find_control(await open_league(ann, "Pairs"), "toleave") is None


@pytest.mark.long
async def test_import_explains_empty_files_and_known_deals(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    assert "The file is empty" in (await import_file(ann, "")).text
    assert "The file is empty" in (await import_file(ann, "\n \n")).text
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,c:skilled,c:casual"
    first, second = [await import_file(ann, f"{HEADING}\n{line}\n") for _ in range(2)]
    assert "One deal was imported" in (await ann.click(first, ids(first, "lg:import:")[0])).text
    assert "line 2: this deal is already there" in (await ann.click(second, ids(second, "lg:import:")[0])).text
    found = await ann.slash("leaderboard", search="zz")
    assert "No player with that name" in found.text
    assert not found.alts, "a picture would say that nobody has played"


@pytest.mark.long
async def test_long_import_reports_progress_at_once(running, loopback, people):
    """Discord itself shows progress after a deferred answer; in this test the answer is not deferred."""
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    start = datetime(2026, 1, 2, tzinfo=UTC)
    lines = [
        f"{start + timedelta(minutes=n):%Y-%m-%dT%H:%M:%SZ},1,1 3,declarers,20,1,no,u:{ann.id},c:expert,c:skilled,c:expert"
        for n in range(MANY_DEALS)
    ]
    ready = await import_file(ann, "\n".join((HEADING, *lines)))
    pressed = await ann.person.click(str(ready.id), custom_id=ids(ready, "lg:import:")[0])
    assert not ann._screen(pressed.message).buttons
    done = await until(ann, lambda: newest(ann, ready.id), lambda s: "were imported" in s.text)
    assert f"{MANY_DEALS} deals were imported into Spring" in done.text
    assert any(f"{MANY_DEALS} deals are being imported" in str(request) for request in await loopback.remote.requests())


async def newest(player, message):
    return next((s for s in await player.screens() if s.id == message), None)


@pytest.mark.long
async def test_forgotten_users_are_numbered(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    await show_league(ann, "join")
    seats = f"u:1000000000000001234,u:1000000000000005678,u:{ann.id},c:expert"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,yes,{seats}"
    ready = await import_file(ann, f"{HEADING}\n{line}\n")
    await ann.click(ready, ids(ready, "lg:import:")[0])
    board = await ann.slash("leaderboard")
    assert "Player 1234" in board.text
    assert "Player 5678" in board.text
    report = await show_league(ann, "report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    assert "This deal won the match for Player 1234 and Ann" in one.text
    correct = next(i for i in ids(one, "lg:rule:") if i.endswith(":correct"))
    opened = await ann.person.click(str(one.id), custom_id=correct)
    wrong = {"winner": ["opponents"], "rise": "0", "points": "40", "reason": "Miscounted"}
    told = (await ann.person.submit(opened, wrong)).message.text
    assert "It no longer wins the match for anybody" in told


@pytest.mark.long
async def test_audit_log_names_changed_settings(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    page = await choose_on(ann, await manage_league(ann, "settings"), "setting", "news_channel")
    moved = await ann.select(page, next(iter(page.pickers)), ["general"])
    assert "Changed." in moved.text
    assert "next season" not in moved.text
    page = await choose_on(ann, moved, "setting", "season_days")
    changed = await submit_form(ann, page, next(i for i in page.buttons if ":type" in i), {"value": "5"})
    assert "from the next season" in changed.text
    report = await show_league(ann, "report")
    trail = await ann.click(report, ids(report, "lg:audit:")[0])
    assert "changed the league: the season length" in trail.text
    assert "changed the league: its channel" in trail.text

"""In a duplicate event all tables play the same deals (boards), and a board stays hidden until all have played it."""

import random
import re
from dataclasses import replace

import pytest
from bot_harness import MANNERS, PATIENCE, connected
from event_flows import (
    end_waiting,
    find_button,
    find_event_text,
    find_screen,
    load_event,
    manage,
    new_event,
    open_panel,
    open_table,
    press,
    report,
)
from league_steps import download_files
from play_by_panel import act, patiently, until
from screens import LoopbackPlayer
from team_steps import answer, form_team, lead_team
from test_forged_ids import press as forge_press

from bot.events.boards.deal_boards import list_matches
from bot.events.matches import MatchStatus
from bot.events.model import EventStatus
from bot.ids import EventId
from bot.loopback.wire import THREADS
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from tests.everyday import spread

IN_THREADS = replace(MANNERS, use_threads=True)
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
SHORT_PACK = "low_cut=9 start_level=9"
CREATE = {"preset": "forty-points", "changes": SHORT_PACK, "format": "duplicate_single", "deals": 2, "rounds": 1}


@pytest.fixture
def eight(loopback):
    return [LoopbackPlayer(loopback.person(name)) for name in NAMES]


async def enter_all(people, **options):
    ann = people[0]
    made = await new_event(ann, name="Friday", **(CREATE | options))
    assert "Friday" in made.text
    await manage(ann, "open")
    for person in people:
        answer = await press(person, "enter")
        await person.click(answer, find_button(answer, "check"))
    await manage(ann, "start")
    return await until(ann, lambda: find_screen(ann, "here"), bool)


async def begin_with_one_person_a_table(running, people):
    """Let one person sit down at each of the two tables, and computers in the other seats. Return the two people."""
    await enter_all(people)
    event = await load_event(running)
    comers = [next(p for p in people if int(p.id) == table.seats[0].user) for table in event.round.tables]
    for person in comers:
        await press(person, "here")
    await end_waiting(running)
    await until(people[0], lambda: list_tables(running, 1), lambda found: len(found) == 2)
    return comers


async def list_tables(running, board):
    """Return the tables that have begun to play a board, in the order of their matches."""
    event = await load_event(running)
    found = [await find_table(running, match) for match in list_matches(event.round, board)]
    return [table for table in found if table is not None and table.phase is not None]


async def find_table(running, match):
    id_ = await running.registry.find_event_table(match.id)
    return None if id_ is None else await running.registry.find_readable(id_)


async def play(player, table):
    """Let a person act on their panel until the deal of a table is over."""
    rng = random.Random(3)
    await player.slash("hand")
    for _ in patiently(4 * PATIENCE):
        if table.facts.status is not TableStatus.PLAYING:
            return
        panel = await player.panel()
        if panel is not None and panel.verbs:
            await act(player, panel, rng)
        else:
            await player.pause()
    raise AssertionError("the deal did not end")


async def public_messages(player):
    return [screen for screen in await player.screens() if not screen.private]


async def find_call(player):
    """Return the message that pings the players of the round."""
    return next(screen for screen in await public_messages(player) if "Fingerprints of the shuffles" in screen.text)


async def refuse_every_look(running, player, table, call):
    """Check that neither commands nor forged controls on the message `call` show a table's cards or results."""
    hidden = "Other tables still have to play this board"
    for command in ("replay", "last", "record", "verify"):
        assert hidden in (await player.slash(command, table=int(table.id))).text, command
    verbs = (ControlVerb.WATCH, ControlVerb.LAST_TRICK)
    for control in (*(table_control_id(table.id, verb) for verb in verbs), str(ReviewControl(table.id, 1))):
        answer = await forge_press(running, player, call, control, ())
        assert hidden in player._screen(answer.message).text, control


def list_sealed_messages(screens):
    return [
        screen for screen in screens if "of an event is being played" in screen.text or "is over here" in screen.text
    ]


def assert_public_messages_are_sealed(screens):
    shown = list_sealed_messages(screens)
    assert shown
    for screen in shown:
        assert screen.alts == []
        assert not any(sign in screen.text for sign in "♠♥♣♦")


@pytest.mark.long
async def test_boards_are_equal_and_hidden_until_played(running, eight):
    quick, slow = await begin_with_one_person_a_table(running, eight)
    outsider = next(person for person in eight if person not in {quick, slow})
    here, there = await list_tables(running, 1)
    assert here.deals[0].secret == there.deals[0].secret
    assert here.deals[0].cut == there.deals[0].cut
    assert here.facts.start_levels == there.facts.start_levels
    assert here.view(0).declarer == there.view(0).declarer == 0
    call = await find_call(outsider)
    assert f"board 1 `{here.deals[0].commitment[:16]}`" in call.text
    for person in (slow, outsider):
        await refuse_every_look(running, person, here, call)

    await play(quick, here)
    await until(quick, lambda: list_tables(running, 2), lambda found: len(found) == 1)
    assert here.facts.is_sealed
    for person in (slow, outsider, quick):
        review = await forge_press(running, person, call, str(ReviewControl(here.id, 1)), ())
        assert "Other tables still have to play" in person._screen(review.message).text
    assert_public_messages_are_sealed(await public_messages(slow))
    for person in (slow, outsider, quick):
        answers = [(await person.slash(command, table=int(here.id))).text for command in ("replay", "record")]
        assert all("Other tables still have to play" in words for words in answers)
    assert find_button(await open_panel(slow), "board") is None
    assert "no results yet" in (await press(slow, "standings")).text
    asked = await report(eight[0], table=2, winner="void", board=2)
    assert "Board 2 has no result yet at table 2" in asked.text
    signs = ("Board 1 is over here", "Board 2 of an event is being played")
    found = await until(
        slow,
        lambda: public_messages(slow),
        lambda seen: all(any(sign in screen.text for screen in seen) for sign in signs),
    )
    headings = [screen.text for screen in found if screen.text.startswith("## Table ")]
    assert {text.split(" (")[0] for text in headings} == {"## Table 1", "## Table 2"}
    assert all(any(sign in text for text in headings) for sign in signs)
    assert "### Entrants" in (await find_event_text(slow)).text
    exported = await download_files(running.loopback, await manage(eight[0], "files"))
    assert "played" not in exported["event-results.csv"]

    await play(slow, there)
    await until(slow, lambda: load_event(running), lambda event: event.round.boards[0].is_revealed)
    assert not here.facts.is_sealed
    shown = await press(slow, "board")
    assert "## Friday · Board 1" in shown.text
    assert shown.text.count("buried") == 2
    assert here.deals[0].secret.hex() in shown.text
    assert "Table 1" in shown.alts[0]
    assert "Nobody could choose these cards" in (await outsider.slash("verify", table=int(here.id))).text
    assert (await outsider.slash("replay", table=int(here.id))).alts
    heading = "## Table 1 · board 1\n"
    seen = await until(slow, lambda: find_public(slow, heading), bool)
    assert "The match is over" not in seen.text


async def find_public(player, start):
    """Return the first public message that begins with `start`, or None."""
    return next((screen for screen in await public_messages(player) if screen.text.startswith(start)), None)


@pytest.mark.long
async def test_last_board_ends_the_round_with_percentages(running, eight):
    quick, slow = await begin_with_one_person_a_table(running, eight)
    for board in (1, 2):
        tables = await until(quick, lambda b=board: list_tables(running, b), lambda found: len(found) == 2)
        for person, table in zip((quick, slow), tables, strict=True):
            await play(person, table)
    event = await until(quick, lambda: load_event(running), lambda one: one.status is EventStatus.FINISHED)
    assert all(match.status is MatchStatus.SETTLED for match in event.round.matches)
    await until(quick, lambda: find_event_text(quick), lambda s: "Congratulations" in s.text)
    screen = await until(quick, lambda: find_screen(quick, "board"), bool)
    shown = await quick.click(screen, find_button(screen, "board"))
    assert "Board 2" in shown.text
    (select,) = shown.selects
    assert "Board 1" in (await quick.select(shown, select, ["1"])).text
    standings = await press(quick, "standings")
    assert re.search(r"Points: \d+(\.\d+)?%; W", " ".join(standings.alts))
    assert re.search(r"\*\*Ann\*\* · \d+(\.\d+)?% · ", (await find_event_text(quick)).text)
    voided = await report(eight[0], table=1, winner="void", board=2)
    assert "table 1, board 2 is void" in voided.text
    assert len((await open_table(eight[0], 1)).selects) == 2, "one select chooses a board, the other voids all of them"


@pytest.mark.long
async def test_restart_during_board_loses_nothing(tmp_path, loopback, blank_pictures, eight):
    async with connected(tmp_path, loopback) as running:
        quick, slow = await begin_with_one_person_a_table(running, eight)
        here, there = await list_tables(running, 1)
        await play(quick, here)
        await until(quick, lambda: list_tables(running, 2), lambda found: len(found) == 1)
    async with connected(tmp_path, loopback) as running:
        again = await running.registry.get_table(here.id)
        assert again.facts.is_sealed
        await refuse_every_look(running, slow, again, await find_call(slow))
        there = await running.registry.get_table(there.id)
        await play(slow, there)
        event = await until(slow, lambda: load_event(running), lambda event: event.round.boards[0].is_revealed)
        assert all(match.result is not None for match in list_matches(event.round, 1))
        assert "buried" in (await press(slow, "board")).text


@pytest.mark.long
async def test_nobody_new_sits_down_at_a_sealed_table(running, eight):
    quick, slow = await begin_with_one_person_a_table(running, eight)
    here, _ = await list_tables(running, 1)
    computer = next(seat for seat in range(4) if here.occupants[seat] != here.occupants[here.seat_of(int(quick.id))])
    id_ = table_control_id(here.id, ControlVerb.REQUEST_SEAT, str(computer))
    answer = await forge_press(running, slow, await find_call(slow), id_, (str(computer),))
    assert "nobody new can take a seat" in slow._screen(answer.message).text


@pytest.mark.long
async def test_cancelled_event_reveals_boards_of_ended_tables(running, eight):
    quick, _ = await begin_with_one_person_a_table(running, eight)
    asked = await manage(eight[0], "end")
    await eight[0].click(asked, find_button(asked, "cancel"))
    here, there = await list_tables(running, 1)
    await refuse_every_look(running, eight[-1], here, await find_call(quick))
    for table in (here, there):
        await table.voting.close(table.facts.host, by_right=True)
    await until(quick, lambda: is_unsealed(here), bool)
    assert (await running.database.store.events.find_event(EventId(1))).status is EventStatus.CANCELLED


async def is_unsealed(table):
    return not table.facts.is_sealed


@pytest.mark.parametrize(
    ("options", "words"),
    spread(1, [({"minutes": 30, "deals": None}, "last a number of deals"), ({"deals": 17}, "at most 16 boards")]),
)
async def test_boards_that_cannot_be_played_are_refused(running, eight, options, words):
    chosen = {key: value for key, value in (CREATE | options).items() if value is not None}
    assert words in (await new_event(eight[0], name="Friday", **chosen)).text


async def test_event_without_boards_has_none_to_show(running, eight):
    await new_event(eight[0], name="Cup", format="swiss", preset="forty-points")
    assert find_button(await open_panel(eight[0]), "board") is None


async def form_team_of_four(founder, name, *others):
    """Let a founder form a team of four whose members all accept. The last one joins after the team has been formed."""
    await form_team(founder, name, *others[:2], seats=4)
    await lead_team(founder, "invite", others[2].name, name)
    await answer(others[2])


@pytest.mark.long
async def test_teams_of_four_meet_at_two_tables(running, eight):
    ann, eve = eight[0], eight[4]
    await form_team_of_four(ann, "Dragons", *eight[1:4])
    await form_team_of_four(eve, "Tigers", *eight[5:])
    await new_event(ann, name="Friday", preset="forty-points", format="team_match", deals=1, rounds=1)
    await manage(ann, "open")
    for captain in (ann, eve):
        assert "is in **Friday**" in (await press(captain, "enter")).text
        await press(captain, "check")
    await manage(ann, "start")
    event = await until(ann, lambda: load_event(running), lambda one: bool(one.rounds))
    comers = [next(p for p in eight if int(p.id) == table.seats[0].user) for table in event.round.tables]
    assert event.find_entrant_of(comers[0].id) != event.find_entrant_of(comers[1].id)
    for person in comers:
        await press(person, "here")
    await end_waiting(running)
    tables = await until(ann, lambda: list_tables(running, 1), lambda found: len(found) == 2)
    for person, table in zip(comers, tables, strict=True):
        await play(person, table)
    event = await until(ann, lambda: load_event(running), lambda one: one.status is EventStatus.FINISHED)
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "Congratulations" in s.text)
    assert "team matches over two tables" in shown.text
    first, second = list_matches(event.round, 1)
    assert first.sides == second.sides[::-1]
    board = await press(ann, "board")
    signs = [line.split("**")[-2] for line in board.text.splitlines() if "buried" in line]
    assert len(signs) == 2
    one, other = (figure.split(" : ") for figure in signs)
    assert one == other[::-1]


@pytest.mark.long
async def test_boards_of_a_table_share_one_thread(tmp_path, loopback, blank_pictures, eight):
    async with connected(tmp_path, loopback, ui_config=IN_THREADS) as running:
        quick, slow = await begin_with_one_person_a_table(running, eight)
        for board in (1, 2):
            tables = await until(quick, lambda b=board: list_tables(running, b), lambda found: len(found) == 2)
            for person, table in zip((quick, slow), tables, strict=True):
                there = LoopbackPlayer(person.person, str(await wait_for_thread(running, person, table)))
                await until(there, there.screens, lambda seen: any(s.has(ControlVerb.SHOW_HAND) for s in seen))
                seen = await until(there, lambda at=there: public_messages(at), list_sealed_messages)
                assert_public_messages_are_sealed(seen)
                await play(there, table)
            assert len([c for c in loopback.world.channels.values() if c.type in THREADS]) == 2
        revealed = await until(there, lambda: public_messages(there), lambda seen: any(s.alts for s in seen))
        assert revealed
        kept = await until(quick, lambda: public_messages(quick), lambda seen: sum("✓" in s.text for s in seen) == 2)
        lines = [screen.text for screen in kept if "✓" in screen.text]
        assert [line.split(" (")[0] for line in lines] == ["✓ **Table 1", "✓ **Table 2"]
        assert all("All boards have been played here" in line for line in lines)


async def wait_for_thread(running, player, table):
    return await until(player, lambda: running.outbox._services.threads.find_thread(table.id), bool)

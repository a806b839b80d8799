"""Computer players act after pauses, at the level of their seat. A table goes on whatever they choose."""

import pytest
from structlog.testing import capture_logs
from table_harness import ANN, TableHarness
from test_dodged_deals import play_until
from test_table import act_for_people

from bot.play.clock.timing import Timing
from bot.play.computers.take_turns import compute_pause
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Speed
from engine.deal.legal_actions import check_action
from engine.model.actions import Pass, Play
from engine.model.errors import IllegalAction, Reason
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from engine.players.levels import choose

PLAYS = {Ask.LEAD, Ask.FOLLOW}


class SeededPlayers:
    """Computer players that record the seed of each choice. Seat 2 always plays `answer` if that is set."""

    def __init__(self):
        self.seeds, self.answer = [], None

    async def choose(self, view, level, seed):
        import random

        self.seeds.append((view.seat, view.ask, seed))
        if self.answer is not None and view.seat == 2 and view.ask in PLAYS:
            return self.answer
        return choose(level, view, random.Random(seed))


@pytest.fixture
async def seeded():
    harness = TableHarness(Timing(batches=1, open_hands=0.0))
    harness.computer_players = SeededPlayers()
    harness.reopen()
    yield harness
    await harness.registry.close()


async def play_to_turn(harness, table, seat):
    """Play on until it is the turn of a computer player, which has not acted yet."""
    for _ in range(3000):
        view = table.spectator_view()
        if view.phase is PhaseName.PLAYING and view.to_act == (seat,):
            return table.view(seat)
        if not await act_for_people(harness, table):
            await harness.clock.advance(0.05)
    raise AssertionError("never its turn")


@pytest.mark.parametrize("speed", [None, Speed.CALM, Speed.FAST])
async def test_computer_plays_after_its_pause(seeded, speed):
    table = await seeded.start_match()
    if speed is not None:
        await table.gameplay.set_speed(ANN, speed)
    view = await play_to_turn(seeded, table, Seat(1))
    began, before = seeded.clock.now(), table.revision
    factor = {None: 1.0, Speed.CALM: 1.6, Speed.FAST: 0.3}[speed]
    pause = compute_pause(view, Timing()) * factor
    assert any(asked[:2] == (1, view.ask) for asked in seeded.computer_players.seeds[-2:]), "it chooses in its pause"
    await seeded.clock.advance(pause - 0.06)
    assert table.revision == before
    await seeded.clock.advance(0.07)
    assert table.revision == before + 1
    assert seeded.clock.now() - began <= pause + 0.02


async def test_each_choice_has_a_seed_of_its_own(seeded):
    table = await seeded.start_match()
    view = await play_to_turn(seeded, table, Seat(1))
    revision = table.revision
    await seeded.clock.advance(0.0)
    assert (1, view.ask, f"{table.id}:{revision}:1") in seeded.computer_players.seeds
    plays = [seed for _, ask, seed in seeded.computer_players.seeds if ask in PLAYS]
    assert len(plays) == len(set(plays))


async def test_illegal_choice_of_a_computer_is_replaced(seeded):
    table = await seeded.start_match()
    view = await play_to_turn(seeded, table, Seat(2))
    seeded.computer_players.answer = Pass()
    await play_until(seeded, table, cards=len(view.hand) - 3)
    played = [one for one in seeded.store.entries[table.id] if isinstance(one.action, Play) and one.seat == 2]
    assert len(played) >= 2


async def test_computers_wait_while_the_match_is_paused(seeded):
    table = await seeded.start_match()
    await play_to_turn(seeded, table, Seat(1))
    before = table.revision
    await table.attendance.step_away(ANN)
    await seeded.clock.advance(100.0)
    assert table.revision == before
    await table.attendance.come_back(ANN)
    await seeded.clock.advance(4.0)
    assert table.revision > before


async def test_each_computer_plays_at_the_level_of_its_seat(harness):
    table = await harness.open_lobby(computers=3)
    await table.lobby.change(table_changes.set_level, ANN, Seat(2), "casual")
    await table.lobby.start(ANN, "cut")
    await harness.clock.advance(30.0)
    levels = {(seat, level) for seat, _, level in harness.computer_players.asked}
    assert {level for seat, level in levels if seat == 2} == {"casual"}
    assert {level for seat, level in levels if seat in {1, 3}} == {"expert"}


async def test_absent_player_acts_by_rules():
    harness = TableHarness(Timing(batches=1, open_hands=0.0, turn=30.0, bury=30.0))
    table = await harness.start_match(computers=3)
    while not (turns := [one for one in table.deadlines if one.kind is DeadlineKind.TURN]):
        await harness.clock.advance(0.5)
    (due,), before, view = turns, table.revision, table.view(Seat(0))
    await harness.clock.advance(due.at - harness.clock.now() - 0.1)
    assert table.revision == before
    await harness.clock.advance(0.2)
    entry = harness.store.entries[table.id][before]
    assert (entry.seat, harness.computer_players.asked[-1][2]) == (0, "expert")
    check_action(view, entry.action)
    revision = table.revision
    await harness.registry._autoplay.act_for_absent(table, due)
    assert table.revision == revision, "its time has passed"
    await harness.registry.close()


async def test_turn_that_fails_is_logged_and_taken_later(seeded, monkeypatch):
    """Nothing else would ask this seat again, so the turn is repeated after a wait."""
    table = await seeded.start_match()
    await play_to_turn(seeded, table, Seat(1))
    faults = [RuntimeError("odd"), IllegalAction(Reason.WRONG_PHASE), IllegalAction(Reason.WRONG_PHASE)]
    submit, before = table.gameplay.submit, table.revision

    async def fail(seat, action, task):
        if faults:
            raise faults.pop(0)
        await submit(seat, action, task)

    monkeypatch.setattr(table.gameplay, "submit", fail)
    with capture_logs() as logs:
        await seeded.clock.advance(25.0)
    assert table.revision > before
    assert [line["event"] for line in logs if line["log_level"] == "error"] == [
        "a turn could not be taken",
        "a computer player chose an illegal action",
        "the action of a turn is illegal",
    ]


async def test_refused_turn_is_not_repeated(seeded, monkeypatch):
    table = await seeded.start_match()
    await play_to_turn(seeded, table, Seat(1))
    tries = []

    async def refuse(*_):
        tries.append(seeded.clock.now())
        raise TableRefused(TableRefusal.BUSY)

    monkeypatch.setattr(table.gameplay, "submit", refuse)
    await seeded.clock.advance(200.0)
    assert len(tries) == 1, "whatever changed the table asks the seat again"

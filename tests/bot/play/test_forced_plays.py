"""If a player has only one legal play, the bot makes it for them, provided they have chosen this preference."""

import pytest
from table_harness import ANN, BOB, TableHarness
from test_table import act_for_people

from bot.play.all_tables.registry import Registry
from bot.play.values.table_info import Computer
from engine.deal.legal_actions import forced_play
from engine.model.actions import Play
from engine.model.view import Ask, PhaseName


class FakePreferences:
    """Preferences in which only the given users want forced plays."""

    def __init__(self, *users):
        self.users = set(users)

    async def wants_forced_plays(self, user):
        return user in self.users


class ForcedPlayHarness(TableHarness):
    def __init__(self, *users):
        self.wish = FakePreferences(*users)
        super().__init__()

    def reopen(self):
        self.registry = Registry(
            self.store,
            self.computer_players,
            self.clock,
            self.publisher,
            self.timing,
            lambda n: next(self.seeds).to_bytes(n, "big"),
            20,
            self.wish,
            tables_per_host=3,
        )
        return self.registry


async def forced_turns(harness, table=None):
    """Play until Ann has only one legal play. Return the table, her seat, that play's cards and her number of cards."""
    table = table or await harness.start_match()
    seat = table.seat_of(ANN)
    for _ in range(4000):
        view = table.view(seat)
        if view.ask in {Ask.LEAD, Ask.FOLLOW} and (cards := forced_play(view)) is not None:
            return table, seat, cards, len(view.hand)
        if table.spectator_view().phase is PhaseName.FINISHED:
            await table.gameplay.next_deal(ANN, "cut")
        elif not await act_for_people(harness, table):
            await harness.clock.advance(1.0)
    raise AssertionError("there was always a choice")


async def load_plays(harness, table, seat):
    """Return the cards of a seat's recorded plays."""
    entries = (await harness.store.load(table.id)).entries
    return [one.action.cards for one in entries if one.seat == seat and isinstance(one.action, Play)]


async def test_forced_play_is_made_on_request():
    harness = ForcedPlayHarness(ANN)
    table, seat, cards, held = await forced_turns(harness)
    before = await load_plays(harness, table, seat)
    await harness.clock.advance(harness.timing.forced_latest)
    play, *later = (await load_plays(harness, table, seat))[len(before) :]
    assert sorted(play) == sorted(cards)
    assert len(table.view(seat).hand) == held - len(cards) - sum(map(len, later)), "later ones may be forced as well"
    await harness.registry.close()


async def test_forced_plays_come_after_random_human_delays():
    """A fixed delay would tell the others that the player had no choice."""
    harness = ForcedPlayHarness(ANN)
    table, seat, _, _ = await forced_turns(harness)
    draw = harness.registry._autoplay._draw_forced_pause
    pauses = [draw(table, seat) for _ in range(300)]
    assert harness.timing.forced_earliest <= min(pauses) < max(pauses) <= harness.timing.forced_latest
    assert len({round(pause, 2) for pause in pauses}) > 100
    turn = next(d.at for d in table.deadlines if d.seat == seat) - harness.clock.now()
    await harness.registry.close()
    await harness.clock.advance(turn - 1.0)
    assert max(draw(table, seat) for _ in range(100)) <= 0.5, "never too late for the turn"


async def test_forced_play_needs_the_preference():
    harness = ForcedPlayHarness(ANN + 1)
    table, seat, _, held = await forced_turns(harness)
    await harness.clock.advance(harness.timing.turn * 0.5)
    assert len(table.view(seat).hand) == held
    await harness.registry.close()


async def test_player_quicker_than_the_bot_plays_once():
    harness = ForcedPlayHarness(ANN)
    table, is_choice_next = None, False
    while not is_choice_next:  # if the next play were forced too, the bot would also make it
        table, seat, cards, held = await forced_turns(harness, table)
        await table.gameplay.submit(seat, Play(cards), table.task(seat))
        while table.view(seat).ask is Ask.NOTHING and table.view(seat).phase is PhaseName.PLAYING:
            await harness.clock.advance(harness.timing.forced_earliest / 10)
        view = table.view(seat)
        is_choice_next = view.ask in {Ask.LEAD, Ask.FOLLOW} and forced_play(view) is None
    await harness.clock.advance(harness.timing.forced_latest)
    assert len(table.view(seat).hand) == held - len(cards)
    await harness.registry.close()


@pytest.mark.parametrize("wanting", [True, False])
async def test_forced_play_does_not_count_as_presence(wanting):
    """A forced play does not change how many turns the player has missed."""
    harness = ForcedPlayHarness(*([ANN] if wanting else []))
    table, seat, _, _ = await forced_turns(harness)
    table._state.missed_turns[seat] = 1
    await harness.clock.advance(harness.timing.forced_latest)
    assert table._state.missed_turns.get(seat) == 1
    await harness.registry.close()


async def asked_to_play(harness, table, user):
    """Play on until it is the user's turn in a trick."""
    for _ in range(4000):
        seat = table.seat_of(user)
        if table.view(seat).ask in {Ask.LEAD, Ask.FOLLOW}:
            return seat
        if not await act_for_people(harness, table):
            await harness.clock.advance(1.0)
    raise AssertionError(table.spectator_view().phase)


@pytest.mark.parametrize("wanting", [True, False])
async def test_computer_that_takes_over_a_seat_plays_its_turn(wanting):
    """The seat's task stays the same although its occupant changes."""
    harness = ForcedPlayHarness(*([BOB] if wanting else []))
    table = await harness.start_match(computers=2)
    seat = await asked_to_play(harness, table, BOB)
    before = table.revision
    await harness.clock.advance(harness.timing.forced_earliest / 2)
    held = len(table.view(seat).hand)
    await table.attendance.leave(BOB)
    assert isinstance(table.occupants[seat], Computer)
    await harness.clock.advance(harness.timing.computer_pause * 2)
    assert len(table.view(seat).hand) < held
    assert table.revision > before
    await harness.registry.close()


async def test_missed_turn_is_shown_until_player_acts():
    harness = ForcedPlayHarness()
    table = await harness.start_match(computers=2)
    seat = await asked_to_play(harness, table, BOB)
    assert seat not in table.snapshot().missed_last_turn
    await harness.clock.advance(harness.timing.turn + 1.0)
    assert seat in table.snapshot().missed_last_turn
    seat = await asked_to_play(harness, table, BOB)
    action = await harness.computer_players.choose(table.view(seat), "skilled", "x")
    await table.gameplay.submit(seat, action, table.task(seat))
    assert seat not in table.snapshot().missed_last_turn
    await harness.registry.close()

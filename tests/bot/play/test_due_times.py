"""A table's facts and its game decide what happens by itself, and when."""

from dataclasses import replace
from itertools import pairwise

import pytest
from game_walk import people_at, walk

from bot.play.clock.timing import Pace, Timing
from bot.play.table_rules.deadlines import (
    create_pass_deadline,
    draw_pass_delay,
    get_batch_size,
    get_pace,
    get_turn_time,
    get_window_length,
    is_last_batch_of_first_deal,
    is_passing,
    is_window_open,
    list_deadlines,
    list_silent_seats,
    shift_deadlines,
)
from bot.play.table_rules.game_state import has_new_offers
from bot.play.values.stored_table import Deadline, DeadlineKind
from bot.play.values.table_info import Computer, Speed, TableStatus
from engine.deal.game import to_act
from engine.model.actions import Deal
from engine.model.presets import preset, preset_with
from engine.model.seats import Seat
from engine.model.view import PhaseName

NOW, TIMING, SECRET = 1000.0, Timing(), bytes(32)
ONE_DECK = {"decks": "1"}
COMPUTERS = tuple(Computer("expert", number) for number in range(1, 5))
LOBBY = replace(people_at(preset("standard")), status=TableStatus.LOBBY)


def due(facts, game, timing=TIMING, kept=(), **options):
    """Return the deadlines of a table as tuples of kind, seconds from now, seat and task."""
    found = list_deadlines(facts, game, timing, NOW, kept, SECRET, **options)
    return [(one.kind, pytest.approx(one.at - NOW), one.seat, one.task) for one in found]


def find_state(wanted, name="standard", **options):
    """Return the facts of a walk and its first state for which `wanted` is true."""
    facts, steps = walk(name, **options)
    return facts, next(step.after for step in steps if wanted(step.after))


def is_in(phase, *, to_draw=False):
    return lambda game: game.phase_name is phase and bool(game.view(None).to_draw) is to_draw


@pytest.mark.parametrize(
    ("timing", "expected"),
    [
        (TIMING, [(DeadlineKind.LOBBY_EXPIRES, 1800.0, None, 0), (DeadlineKind.LOBBY_WARNING, 1500.0, None, 0)]),
        (Timing(lobby_timeout=300.0), [(DeadlineKind.LOBBY_EXPIRES, 300.0, None, 0)]),
        (Timing(lobby_timeout=20.0), [(DeadlineKind.LOBBY_EXPIRES, 20.0, None, 0)]),
    ],
)
def test_lobby_expires_after_a_warning(timing, expected):
    assert due(LOBBY, None, timing) == expected


def test_nothing_is_due_while_nobody_plays():
    facts, game = find_state(is_in(PhaseName.PLAYING), **ONE_DECK)
    assert due(facts, game)
    assert due(facts, None) == []
    for idle in (replace(facts, paused=True), replace(facts, status=TableStatus.OVER)):
        assert due(idle, game) == []
    assert due(replace(facts, status=TableStatus.CLOSED), None) == []


def test_last_batch_of_the_first_deal_waits_for_opened_hands():
    facts, steps = walk(packs=2, **ONE_DECK)
    timing, batches = Timing(batches=3), []
    for step in steps:
        game = step.after
        if not is_in(PhaseName.DECLARING, to_draw=True)(game):
            continue
        view, (first,) = game.view(None), due(facts, game, timing, waits_for_hands=True)
        is_last = view.deal_number == 1 and view.to_draw <= 16
        assert is_last_batch_of_first_deal(facts, game, timing) is is_last
        wait = 0.0 if view.to_draw == 4 * facts.rules.hand_size else 4.0
        assert first == (DeadlineKind.DRAW, wait + (20.0 if is_last else 0.0), None, view.to_draw)
        assert due(facts, game, timing) == [(DeadlineKind.DRAW, wait, None, view.to_draw)]
        batches.append(wait)
    assert (batches.count(0.0), len(batches)) == (2, 6)
    _, window = find_state(is_in(PhaseName.DECLARING), **ONE_DECK)
    _, playing = find_state(is_in(PhaseName.PLAYING), **ONE_DECK)
    assert not any(is_last_batch_of_first_deal(facts, game, timing) for game in (window, playing))


@pytest.mark.parametrize(
    ("batches", "to_draw", "count"),
    [(4, 100, 28), (4, 28, 28), (4, 16, 16), (5, 100, 20), (1, 100, 100), (25, 100, 4), (26, 100, 4)],
)
def test_batch_gives_each_seat_the_same_number_of_cards(batches, to_draw, count):
    assert get_batch_size(LOBBY, Timing(batches=batches), to_draw) == count


@pytest.mark.parametrize(
    ("phase", "declare_window", "timing", "length"),
    [
        (PhaseName.DECLARING, 2, Timing(declare_window=1.0), 15.0),
        (PhaseName.DECLARING, 40, Timing(declare_window=30.0), 40.0),
        (PhaseName.DECLARING, 2, Timing(declare_window=30.0), 30.0),
        (PhaseName.CLAIMING, 40, Timing(answer_window=7.0), 7.0),
        (PhaseName.STEALING, 40, Timing(answer_window=7.0), 7.0),
    ],
)
def test_time_to_declare_or_answer_follows_from_rules_and_timing(phase, declare_window, timing, length):
    rules = preset_with("standard", declare_window=str(declare_window))
    assert get_window_length(rules, phase, timing) == length


def test_silent_seats_pass_before_their_time_is_up():
    facts, game = find_state(
        lambda game: is_window_open(game) and 0 < sum(has_new_offers(game, Seat(s)) for s in range(4)) < 4
    )
    window, able = game.window_revision, {s for s in map(Seat, range(4)) if has_new_offers(game, s)}
    closes, *passes = due(facts, game)
    assert closes == (DeadlineKind.WINDOW_CLOSES, 20.0, None, window)
    waits = {seat: pytest.approx(draw_pass_delay(game, seat, SECRET, TIMING)) for seat in map(Seat, range(4))}
    assert passes == [(DeadlineKind.PASSES, waits[s], s, window) for s in to_act(game.phase) if s not in able]
    one = min(able)
    pressed = Deadline(DeadlineKind.PASSES, NOW + 1.25, one, window)
    assert (DeadlineKind.PASSES, 1.25, one, window) in due(facts, game, kept=[pressed])
    assert one not in {seat for _, _, seat, _ in due(facts, game, kept=[replace(pressed, task=window - 1)])}
    silent = {*to_act(game.phase)} - able
    assert set(list_silent_seats(facts, game, ())) == silent
    assert set(list_silent_seats(replace(facts, away=frozenset({one})), game, ())) == silent | {one}
    seated = facts.with_occupant(min(silent), COMPUTERS[0])
    assert set(list_silent_seats(seated, game, ())) == silent - {min(silent)}, "computer players act themselves"
    _, drawing = find_state(is_in(PhaseName.DECLARING, to_draw=True))
    assert (is_window_open(drawing), [*list_silent_seats(facts, drawing, map(Seat, range(4)))]) == (False, [])
    _, playing = find_state(is_in(PhaseName.PLAYING))
    assert not is_window_open(playing)


def test_automatic_pass_times_differ_by_seat_and_secret():
    _, game = find_state(is_in(PhaseName.DECLARING))
    delays = {
        (window, seat, secret): draw_pass_delay(replace(game, window_revision=window), Seat(seat), secret, TIMING)
        for window in range(20)
        for seat in range(4)
        for secret in (SECRET, b"another")
    }
    assert len(set(delays.values())) == len(delays)
    assert TIMING.pass_earliest <= min(delays.values()) < 2.5
    assert 5.5 < max(delays.values()) <= TIMING.pass_latest
    assert draw_pass_delay(game, Seat(0), SECRET, Timing(pass_earliest=3.0, pass_latest=3.0)) == 3.0


def test_pressed_pass_is_shown_when_the_seat_would_pass_by_itself():
    facts, game = find_state(is_in(PhaseName.DECLARING))
    delay = draw_pass_delay(game, Seat(2), SECRET, TIMING)
    known = [Deadline(DeadlineKind.NEXT_DEAL, 5.0), Deadline(DeadlineKind.WINDOW_CLOSES, NOW + 12.0)]
    made = create_pass_deadline(game, facts.rules, Seat(2), TIMING, known, SECRET)
    assert made == Deadline(DeadlineKind.PASSES, pytest.approx(NOW - 8.0 + delay), Seat(2), game.window_revision)
    turns = [Deadline(DeadlineKind.TURN, NOW + 9.0, Seat(1)), Deadline(DeadlineKind.TURN, NOW + 7.0, Seat(0))]
    sooner = create_pass_deadline(game, facts.rules, Seat(2), TIMING, turns, SECRET)
    assert sooner.at == pytest.approx(NOW - 13.0 + delay)
    assert create_pass_deadline(game, facts.rules, Seat(2), TIMING, (), SECRET).at < 0.0
    assert [is_passing([made], seat) for seat in (Seat(1), Seat(2))] == [False, True]
    assert not is_passing([Deadline(DeadlineKind.TURN, NOW, Seat(2))], Seat(2))


def test_turn_time_depends_on_the_question():
    facts, steps = walk(**ONE_DECK)
    times = {PhaseName.BURYING: 240.0, PhaseName.PLAYING: 120.0}
    seen = set()
    for step in steps:
        game, wait = step.after, times.get(step.after.phase_name)
        if wait is None:
            continue
        (seat,) = to_act(game.phase)
        seen.add(game.phase_name)
        assert due(facts, game) == [(DeadlineKind.TURN, wait, seat, game.tasks[seat])]
        away = replace(facts, away=frozenset({seat}))
        assert due(away, game) == [(DeadlineKind.TURN, TIMING.computer_pause, seat, game.tasks[seat])]
        assert due(facts.with_occupant(seat, COMPUTERS[0]), game) == []
        assert due(replace(facts, turn_seconds=0.0, bury_seconds=0.0), game) == [], "no limit"
    assert seen == set(times)


@pytest.mark.parametrize(
    ("phase", "seconds"), [(PhaseName.STEALING, 30.0), (PhaseName.BURYING, 8.0), (PhaseName.PLAYING, 5.0)]
)
def test_host_sets_the_time_for_turns_but_not_for_answers(phase, seconds):
    assert get_turn_time(replace(LOBBY, turn_seconds=5.0, bury_seconds=8.0), phase, TIMING) == seconds


@pytest.mark.parametrize(
    ("changes", "pace"),
    [
        ({}, (120.0, 240.0, 60.0)),
        ({"turn_seconds": 0.0, "bury_seconds": 7.0, "next_deal_seconds": 0.0}, (0.0, 7.0, 0.0)),
        ({"seats": (LOBBY.seats[0], *COMPUTERS[:3])}, (120.0, 240.0, 0.0)),
        ({"seats": (LOBBY.seats[0], *COMPUTERS[:3]), "next_deal_seconds": 9.0}, (120.0, 240.0, 9.0)),
        ({"seats": (*LOBBY.seats[:2], *COMPUTERS[:2])}, (120.0, 240.0, 60.0)),
    ],
)
def test_pace_is_the_default_unless_the_host_sets_it(changes, pace):
    assert get_pace(replace(LOBBY, **changes), TIMING) == Pace(*pace)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [(DeadlineKind.NEXT_DEAL, 60.0, None, 0)]),
        ({"next_deal_seconds": 0.0}, []),
        ({"ready": tuple((Seat(s), "") for s in range(4))}, [(DeadlineKind.NEXT_DEAL, 0.0, None, 1)]),
        (
            {"match_ends_at": NOW + 9.0},
            [(DeadlineKind.NEXT_DEAL, 60.0, None, 0), (DeadlineKind.MATCH_ENDS, 9.0, None, 0)],
        ),
        (
            {"match_ends_at": NOW - 9.0, "next_deal_seconds": 0.0},
            [(DeadlineKind.MATCH_ENDS, 0.0, None, 0)],
        ),
        ({"seats": COMPUTERS}, [(DeadlineKind.UNWATCHED, 1800.0, None, 3)]),
    ],
)
def test_next_deal_or_the_end_follows_a_deal(changes, expected):
    facts, game = find_state(is_in(PhaseName.FINISHED), **ONE_DECK)
    assert due(replace(facts, **changes), game) == expected


def test_unwatched_computers_get_a_new_deadline_with_each_deal():
    """A table that nobody watches ends some time after its last deal was requested or finished."""
    facts, steps = walk(packs=5, **ONE_DECK)
    watched, tasks = replace(facts, seats=COMPUTERS), []
    for _, step in pairwise(steps):
        if isinstance(step.action, Deal) or step.after.phase_name is PhaseName.FINISHED:
            tasks += [task for kind, _, _, task in due(watched, step.after) if kind is DeadlineKind.UNWATCHED]
    assert len(tasks) == len(set(tasks)) == 10


def test_redeal_begins_after_a_pause():
    facts, game = find_state(lambda game: game.view(None).redeal is not None, "bashifen", declares=False, packs=4)
    assert game.phase_name is PhaseName.READY
    assert due(facts, game) == [(DeadlineKind.DRAW, 4.0, None, 0)]


def test_speed_scales_computer_pauses_but_not_turns():
    facts, game = find_state(is_in(PhaseName.PLAYING), **ONE_DECK)
    fast = replace(facts, speed=Speed.FAST, away=frozenset(to_act(game.phase)))
    assert [wait for _, wait, _, _ in due(fast, game)] == [0.3 * TIMING.computer_pause]
    assert [wait for _, wait, _, _ in due(replace(fast, away=frozenset()), game)] == [TIMING.turn]


def test_known_deadlines_keep_their_time():
    facts, game = find_state(is_in(PhaseName.PLAYING), **ONE_DECK)
    (turn,) = list_deadlines(facts, game, TIMING, NOW, ())
    assert list_deadlines(facts, game, TIMING, NOW + 50.0, [turn]) == (turn,)
    for other in (
        replace(turn, task=turn.task - 1),
        replace(turn, kind=DeadlineKind.DRAW),
        replace(turn, seat=Seat(9)),
    ):
        assert list_deadlines(facts, game, TIMING, NOW + 50.0, [other]) == (replace(turn, at=turn.at + 50.0),)


@pytest.mark.parametrize(
    ("seconds", "earliest", "times"),
    [(10.0, 0.0, (30.0, 60.0, 20.0)), (-10.0, 0.0, (10.0, 40.0, 20.0)), (-10.0, 15.0, (15.0, 40.0, 20.0))],
)
def test_only_deadlines_of_a_kind_are_shifted(seconds, earliest, times):
    kinds = DeadlineKind.DRAW, DeadlineKind.DRAW, DeadlineKind.TURN
    known = [
        Deadline(kind, at, None, task) for task, (kind, at) in enumerate(zip(kinds, (20.0, 50.0, 20.0), strict=True))
    ]
    shifted = shift_deadlines(known, DeadlineKind.DRAW, seconds, earliest)
    assert [one.at for one in shifted] == list(times)
    assert [replace(one, at=0.0) for one in shifted] == [replace(one, at=0.0) for one in known]

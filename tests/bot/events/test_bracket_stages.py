"""Rounds of a knockout decide matches and stages, even with several games, forfeits, void games and byes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.bracket_stages import Series, measure_progress, replay_bracket
from bot.events.pairing.knockout import Knockout, assign_positions, list_contenders, pair_stage, rank_knockout
from bot.events.pairing.ports import BracketPart, BracketSettings, Encounter, EncounterResult, RoundPairing
from bot.events.pairing.round_scoring import EventScoring
from bot.events.standings.event_bracket import build_bracket
from tests.bot.events.simulated_event import SimulatedEvent
from tests.everyday import law

MAIN, THIRD, CONSOLATION = BracketPart
VOID = None
WON, LOST, DRAWN = (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)


def game(two, outcome, part=MAIN):
    """Return the result of a game between `two` entrants, or None if it is void.

    `outcome` is either VOID, or the two scores, or a pair of the scores and the entrants who forfeited.
    """
    if outcome is VOID:
        return None
    scores, absent = outcome if isinstance(outcome[0], tuple) else (outcome, ())
    return EncounterResult(Encounter(tuple((one,) for one in two), part), scores, frozenset(absent))


NO_ONE, FIRST_GONE, BOTH_GONE = ((), ()), ((), (3,)), ((), (3, 5))


@pytest.mark.parametrize(
    ("best_of", "games", "wins", "is_decided", "winner", "loser"),
    [
        (1, [], (0, 0), False, None, None),
        (1, [WON], (1, 0), True, 3, 5),
        (1, [LOST], (0, 1), True, 5, 3),
        (1, [DRAWN], (0, 0), True, 3, 5),
        (1, [VOID], (0, 0), True, None, None),
        (1, [FIRST_GONE], (0, 1), True, 5, None),
        (1, [BOTH_GONE], (0, 0), True, None, None),
        (1, [(WON, (3,))], (0, 1), True, 5, None),
        (1, [(WON, (3, 5))], (0, 0), True, None, None),
        (3, [WON], (1, 0), False, None, None),
        (3, [WON, WON], (2, 0), True, 3, 5),
        (3, [WON, LOST], (1, 1), False, None, None),
        (3, [WON, VOID], (1, 0), False, None, None),
        (3, [WON, VOID, VOID], (1, 0), True, 3, 5),
        (3, [WON, LOST, DRAWN], (1, 1), True, 3, 5),
        (3, [WON, LOST, (0.0, 2.0)], (1, 2), True, 5, 3),
        (3, [(9.0, 0.0), LOST, LOST], (1, 2), True, 5, 3),
        (3, [WON, (0.0, 3.0), DRAWN], (1, 1), True, 5, 3),
        (3, [DRAWN, FIRST_GONE], (0, 1), True, 5, None),
        (3, [LOST, ((), (5,))], (1, 1), True, 3, None),
        (3, [(WON, (3,)), WON, WON], (2, 1), True, 3, 5),
        (3, [(WON, (3,)), LOST], (0, 2), True, 5, 3),
        (3, [(WON, (3,)), (WON, (3,))], (0, 2), True, 5, None),
        (5, [WON, WON], (2, 0), False, None, None),
        (5, [WON, WON, LOST, WON], (3, 1), True, 3, 5),
    ],
)
def test_series_is_decided_by_wins_levels_and_presence(best_of, games, wins, is_decided, winner, loser):
    """An entrant for whom a substitute played wins no game, and one who forfeits loses the match."""
    for pair, swaps in (((3, 5), False), ((5, 3), True)):
        made = tuple(game((3, 5), one) for one in games)
        if swaps:
            made = tuple(
                one and EncounterResult(Encounter(((5,), (3,))), one.scores[::-1], one.forfeited) for one in made
            )
        series = Series(pair, made, best_of)
        assert series.wins == (wins[::-1] if swaps else wins)
        assert (series.is_decided, series.winner, series.loser) == (is_decided, winner, loser)
        waiting = Series(pair, made, best_of, is_pending=True)
        assert (waiting.is_decided, waiting.winner, waiting.loser) == (False, None, None)


def played(*tables, byes=(), part=MAIN):
    """Return a round of one part of the bracket. A table is given as `(two entrants, outcome)`, as for `game`."""
    encounters = tuple(Encounter(tuple((one,) for one in two), part) for two, _ in tables)
    results = [game(two, outcome, part) for two, outcome in tables]
    return RoundPairing(encounters, byes), tuple(one for one in results if one is not None)


def join(*rounds):
    """Join rounds of several parts of the bracket, such as the consolation, into one round."""
    return (
        RoundPairing(
            tuple(one for pairing, _ in rounds for one in pairing.encounters),
            tuple(one for pairing, _ in rounds for one in pairing.byes),
        ),
        tuple(one for _, results in rounds for one in results),
    )


@pytest.mark.parametrize(
    ("is_running", "second", "undecided"),
    [(True, VOID, [(1, 2)]), (False, VOID, []), (True, LOST, []), (False, LOST, [])],
)
def test_only_the_newest_game_may_still_get_a_result(is_running, second, undecided):
    (stage,) = replay_bracket([played(((0, 3), WON), ((1, 2), second))], 1, is_running=is_running).main
    assert [one.pair for one in stage.undecided] == undecided
    assert stage.field == {0, 1, 2, 3}
    assert stage.winners == ({0} if second is VOID else {0, 2})
    assert stage.losers == ((3,) if second is VOID else (1, 3))
    older = [played(((0, 3), WON), ((1, 2), VOID)), played(((0, 3), VOID), ((1, 2), WON))]
    (stage,) = replay_bracket(older, 3, is_running=is_running).main
    assert [one.is_pending for one in stage.series] == [is_running, False]
    assert [len(one.games) for one in stage.series] == [2, 2]
    assert [one.pair for one in stage.undecided] == [(0, 3), (1, 2)]


def test_new_pair_or_round_without_tables_begins_a_stage():
    rounds = [
        played(((0, 3), WON), ((1, 2), WON)),
        played(((0, 3), WON), byes=(1,)),
        played(((0, 1), LOST)),
        played(byes=(1,)),
    ]
    stages = replay_bracket(rounds, 3, is_running=False).main
    assert [[one.pair for one in stage.series] for stage in stages] == [[(0, 3), (1, 2)], [(0, 1)], []]
    assert [stage.byes for stage in stages] == [{1}, set(), {1}]
    assert stages[0].winners == {0, 1}, "the opponent of 1 has left"
    assert stages[0].losers == (3,)
    assert measure_progress(stages) == {0: 1, 1: 3, 2: 0, 3: 0}
    assert measure_progress(()) == {}
    assert measure_progress(stages[:1]) == {0: 1, 1: 1, 2: 0, 3: 0}


def test_bye_counts_in_the_bracket_part_of_its_entrant():
    """Entrant 0 of seven has a bye in round 1. The losers 4, 5 and 6 play the consolation, where 4 first has a bye."""
    first = played(((3, 4), WON), ((1, 6), WON), ((2, 5), WON), byes=(0,))
    second = join(played(((0, 3), WON), ((1, 2), WON)), played(((5, 6), WON), byes=(4,), part=CONSOLATION))
    final = join(played(((0, 1), WON)), played(((2, 3), WON), part=THIRD), played(((4, 5), WON), part=CONSOLATION))
    last = join(played(byes=(0, 2, 4)))
    history = [first, second, final, last]
    for count in (1, 2, 3, 4):
        stages = replay_bracket(history[:count], 1, is_running=False)
        assert [one.byes for one in stages.main] == [{0}, set(), set(), {0}][:count]
        assert [one.byes for one in stages.consolation] == [{4}, set(), {4}][: count - 1]
        assert [one.byes for one in stages.third] == [set(), {2}][: max(0, count - 2)]
    assert measure_progress(stages.consolation) == {4: 3, 5: 1, 6: 0}
    standings = rank_knockout(range(7), history[:3], EventScoring())
    assert [(one.place, one.number) for one in standings] == [(n + 1, n) for n in range(7)]


def test_void_game_leaves_the_loser_in_the_consolation():
    """A void game delayed the match of 3 and 4. So 4 lost later than 5 and 6, and has a bye in the consolation."""
    first = (((3, 4), WON), ((1, 6), WON), ((2, 5), WON))
    opening = played(*first, byes=(0,))
    again = played(((3, 4), VOID), *first[1:])
    decider = played(((3, 4), WON))
    history = [opening, again, decider]
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3, consolation=True)), 7)
    event.history = history
    pairing = event.pair()
    tables = {part: [one.entrants for one in pairing.encounters if one.part is part] for part in BracketPart}
    assert tables == {MAIN: [(0, 3), (1, 2)], THIRD: [], CONSOLATION: [(5, 6)]}
    assert pairing.byes == (4,)
    stages = replay_bracket([*history, (pairing, ())], 3, is_running=True)
    assert [one.byes for one in stages.consolation] == [{4}]
    assert [one.byes for one in stages.main] == [{0}, set()]


@given(
    entrants=st.integers(4, 13),
    best_of=st.sampled_from([1, 3]),
    seed=st.integers(0, 2**32),
    consolation=st.booleans(),
)
@law(40)
def test_void_games_move_nobody_to_another_part(entrants, best_of, seed, consolation):
    event = SimulatedEvent(Knockout(BracketSettings(best_of, True, consolation)), entrants, seed)
    for _ in range(8 * best_of):
        pairing = event.play(no_show=0.05, unplayed=0.15)
        stages = replay_bracket(event.history, best_of, is_running=False)
        assert all(later.field <= earlier.field for earlier, later in zip(stages.main, stages.main[1:], strict=False))
        beaten = set().union(*(one.field for one in stages.consolation))
        assert beaten <= set(stages.main[0].losers)
        assert all(beaten.isdisjoint(one.field) for one in stages.main[1:])
        if not pairing.encounters:
            break
    assert not event.pair().encounters
    assert sorted(one.number for one in rank_knockout(event.numbers, event.history, EventScoring())) == event.numbers


@pytest.mark.parametrize(
    ("seeds", "lines"),
    [(1, [0]), (2, [0, 1]), (3, [0, 2, 3]), (4, [0, 2, 3, 1]), (8, [0, 4, 6, 2, 3, 7, 5, 1]), (5, [0, 4, 6, 2, 3])],
)
def test_best_seeds_are_far_apart_in_the_bracket(seeds, lines):
    assert assign_positions(range(10, 10 + seeds)) == {10 + seed: line for seed, line in enumerate(lines)}


@pytest.mark.parametrize(
    ("there", "tables", "byes"),
    [
        ([0, 1, 2, 3], [(0, 3), (1, 2)], ()),
        ([0, 1, 2], [(1, 2)], (0,)),
        ([0, 1], [(0, 1)], ()),
        ([2, 3], [(2, 3)], ()),
        ([1], [], (1,)),
        ([], [], ()),
    ],
)
def test_next_stage_is_the_first_in_which_two_entrants_meet(there, tables, byes):
    pairing = pair_stage(there, assign_positions(range(4)), CONSOLATION)
    assert [(one.entrants, one.part) for one in pairing.encounters] == [(two, CONSOLATION) for two in tables]
    assert pairing.byes == byes


def test_entrants_of_a_void_match_are_out():
    event = knockout(4, played(((0, 3), WON), ((1, 2), VOID)), consolation=True)
    assert list_pairs(event) == ([], ())
    six = played(((3, 4), VOID), ((2, 5), WON), byes=(0, 1))
    assert list_pairs(knockout(6, six)) == ([((1, 2), MAIN)], (0,))


@pytest.mark.parametrize(
    ("outcomes", "contenders"),
    [((WON, WON), {0, 1}), ((LOST, WON), {3, 1}), ((VOID, WON), {1}), ((WON, ((), (1, 2))), {0})],
)
def test_contenders_can_still_win(outcomes, contenders):
    history = [played(((0, 3), outcomes[0]), ((1, 2), outcomes[1]))]
    assert list_contenders(history, 1) == contenders


def test_both_sides_of_an_undecided_match_are_contenders():
    history = [played(((0, 3), WON), ((1, 2), WON)), played(((0, 3), LOST), ((1, 2), WON))]
    assert list_contenders(history, 3) == {0, 3, 1}
    assert list_contenders(history[:1], 3) == {0, 1, 2, 3}


def knockout(entrants, *rounds, withdrawn=(), **settings):
    event = SimulatedEvent(Knockout(BracketSettings(**settings)), entrants)
    event.history, event.withdrawn = list(rounds), set(withdrawn)
    return event


def list_pairs(event):
    pairing = event.pair()
    return [(one.entrants, one.part) for one in pairing.encounters], pairing.byes


OPENING = played(((0, 3), WON), ((1, 2), WON))


@pytest.mark.parametrize(
    ("settings", "withdrawn", "tables", "byes"),
    [
        ({}, (), [((0, 1), MAIN), ((2, 3), THIRD)], ()),
        ({"third_place": False}, (), [((0, 1), MAIN)], ()),
        ({}, (3,), [((0, 1), MAIN)], ()),
        ({}, (1,), [((2, 3), THIRD)], (0,)),
        ({}, (0, 1), [((2, 3), THIRD)], ()),
        ({"third_place": False, "consolation": True}, (), [((0, 1), MAIN), ((2, 3), CONSOLATION)], ()),
        ({"third_place": False, "consolation": True}, (2,), [((0, 1), MAIN)], ()),
        ({"best_of": 3}, (), [((0, 3), MAIN), ((1, 2), MAIN)], ()),
        ({"best_of": 3}, (3,), [((1, 2), MAIN)], (0,)),
        ({"best_of": 3}, (2, 3), [((0, 1), MAIN)], ()),
        ({"best_of": 3}, (1, 2), [((0, 3), MAIN)], ()),
        ({"best_of": 3, "consolation": True, "third_place": False}, (3,), [((1, 2), MAIN)], (0,)),
    ],
)
def test_semifinal_leads_to_final_and_third_place(settings, withdrawn, tables, byes):
    assert list_pairs(knockout(4, OPENING, withdrawn=withdrawn, **settings)) == (tables, byes)


def test_entrant_who_never_came_ranks_with_the_last_of_the_consolation():
    first = played(((0, 7), ((), (7,))), ((3, 4), WON), ((1, 6), WON), ((2, 5), WON))
    second = join(played(((0, 3), WON), ((1, 2), WON)), played(((5, 6), WON), byes=(4,), part=CONSOLATION))
    third = join(played(((0, 1), WON)), played(((2, 3), WON), part=THIRD), played(((4, 5), WON), part=CONSOLATION))
    standings = rank_knockout(range(8), [first, second, third], EventScoring())
    assert [(one.place, one.number) for one in standings] == [*((n + 1, n) for n in range(6)), (7, 6), (7, 7)]


def test_entrant_keeps_the_main_bye_after_a_correction():
    """Entrant 3 first won against 4, then had a bye and played the final. Later round 1 is corrected, so that 4 won."""
    first = played(((0, 7), WON), ((3, 4), LOST), ((1, 6), WON), ((2, 5), WON))
    second = join(played(((1, 2), WON), byes=(3,)), played(((5, 6), WON), part=CONSOLATION))
    final = played(((1, 3), WON))
    stages = replay_bracket([first, second, final], 1, is_running=False)
    assert [one.byes for one in stages.main] == [set(), {3}, set()]
    assert [one.byes for one in stages.consolation] == [set()]


def test_match_in_play_ranks_nobody_as_its_winner():
    """The third game of three is in play, after a win and a void game."""
    history = [played(((0, 1), outcome)) for outcome in (WON, VOID, VOID)]
    event = knockout(2, *history, best_of=3)
    places = rank_knockout(event.numbers, history, EventScoring(), event.pairer.settings)
    assert [one.place for one in places] == [1, 1]
    assert build_bracket(event.states(), history, event.pairer.settings, event.seed).main[-1][0].winner is None
    assert list_pairs(event) == ([], ()), "for the next round, the game without a result is void"


def test_match_for_third_place_takes_as_many_games_as_others():
    both = played(((0, 3), WON), ((1, 2), WON)), played(((0, 3), WON), ((1, 2), WON))
    third = join(played(((0, 1), WON)), played(((2, 3), LOST), part=THIRD))
    event = knockout(4, *both, third, best_of=3)
    assert list_pairs(event) == ([((0, 1), MAIN), ((2, 3), THIRD)], ())
    event.history.append(third)
    assert list_pairs(event) == ([], ())
    places = rank_knockout(event.numbers, event.history, EventScoring(), event.pairer.settings)
    assert [(one.place, one.number) for one in places] == [(1, 0), (2, 1), (3, 3), (4, 2)]
    event.history.pop()
    event.withdrawn.add(2)
    assert list_pairs(event) == ([((0, 1), MAIN)], (3,))


def test_bracket_shows_each_stage_with_its_winners():
    """The bye of 0 is no match. The match for third place names its winner as soon as it has one."""
    first = played(((3, 4), LOST), ((1, 6), WON), ((2, 5), WON), byes=(0,))
    second = join(played(((0, 4), WON), ((1, 2), VOID)), played(((5, 6), WON), byes=(3,), part=CONSOLATION))
    event = knockout(7, first, second, consolation=True)
    tree = build_bracket(event.states(), event.history, event.pairer.settings, event.seed)
    opening, semifinals, (final,) = tree.main
    assert [(one.sides, one.winner, one.is_bye, one.series is None) for one in opening] == [
        ((0, None), 0, True, True), ((3, 4), 4, False, False), ((1, 6), 1, False, False), ((2, 5), 2, False, False),
    ]  # fmt: skip
    assert [(set(one.sides), one.winner, one.is_bye) for one in semifinals] == [
        ({0, 4}, 0, False),
        ({1, 2}, None, False),
    ]
    assert (final.sides, final.winner, final.series, final.is_bye) == ((0, None), None, None, False)
    assert tree.third is None
    assert [[(one.sides, one.winner, one.is_bye) for one in level] for level in tree.consolation] == [
        [((3, None), 3, True), ((5, 6), 5, False)], [((3, 5), None, False)],
    ]  # fmt: skip
    event = knockout(4, OPENING, join(played(((0, 1), WON)), played(((2, 3), LOST), part=THIRD)))
    third = build_bracket(event.states(), event.history, event.pairer.settings, event.seed).third
    assert (third.sides, third.winner, third.is_bye) == ((2, 3), 3, False)
    event = knockout(4, OPENING, join(played(((0, 1), WON)), played(((2, 3), VOID), part=THIRD)))
    assert build_bracket(event.states(), event.history, event.pairer.settings, event.seed).third.winner is None

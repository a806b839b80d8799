"""A knockout with best-of matches and a consolation ends correctly, even with no-shows and withdrawals."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.formats import count_rounds
from bot.events.pairing.knockout import Knockout, rank_knockout
from bot.events.pairing.ports import BracketPart, BracketSettings, EncounterResult, EventFormat
from bot.events.pairing.round_scoring import EventScoring
from bot.events.standings.event_bracket import build_bracket
from tests.bot.events.simulated_event import SimulatedEvent
from tests.everyday import law

CHOICES = st.builds(BracketSettings, st.sampled_from([1, 3, 5]), st.booleans(), st.booleans())


def play(event, score, *, rounds=99):
    """Play until nothing is left to pair, at most `rounds` rounds. `score(table)` returns the scores of a game."""
    for _ in range(rounds):
        pairing = event.pair()
        if not pairing.encounters:
            if pairing.byes:
                event.history.append((pairing, ()))
            break
        event.history.append((pairing, tuple(EncounterResult(table, score(table)) for table in pairing.encounters)))
    return event


def favourite_wins(table):
    first, second = table.entrants
    return (1.0, 0.0) if first < second else (0.0, 1.0)


def list_tables(event, part):
    return [[t.entrants for t in pairing.encounters if t.part is part] for pairing, _ in event.history]


def rank(event):
    return rank_knockout(event.numbers, event.history, EventScoring(), event.pairer.settings)


def build(event):
    return build_bracket(event.states(), event.history, event.pairer.settings, event.seed)


def test_unfinished_match_has_no_winner():
    event = SimulatedEvent(Knockout(), 4)
    first, second = (pairing := event.pair()).encounters
    event.history.append((pairing, (EncounterResult(first, (1.0, 0.0)),)))
    opening, (final,) = build(event).main
    assert [match.sides for match in opening] == [first.entrants, second.entrants]
    assert [match.winner for match in opening] == [first.entrants[0], None]
    assert (final.sides, final.winner) == ((first.entrants[0], None), None)


@given(entrants=st.integers(2, 20), choices=CHOICES, seed=st.integers(0, 2**32), rated=st.booleans())
@law(60)
def test_knockout_has_one_champion_and_no_rematch(entrants, choices, seed, rated):
    event = SimulatedEvent(Knockout(choices), entrants, seed, rated)
    play(event, lambda _: (float(event.chance.randrange(3)), float(event.chance.randrange(3))))
    assert len(event.history) <= count_rounds(EventFormat.KNOCKOUT, entrants, choices)
    tree = build(event)
    matches = [match.series for level in tree.main for match in level if match.series]
    lost = Counter(match.loser for match in matches)
    champion = rank(event)[0].number
    assert lost == dict.fromkeys(set(event.numbers) - {champion}, 1)
    pairs = [frozenset(match.pair) for match in matches]
    pairs += [frozenset(m.series.pair) for level in tree.consolation for m in level if m.series]
    assert len(set(pairs)) == len(pairs)
    assert tree.main[-1][0].winner == champion
    first = event.history[0][0]
    if rated:
        assert first.byes == tuple(range(2 ** len(tree.main) - entrants))
        assert not any(set(pair) == {0, 1} for level in tree.main[:-1] for m in level for pair in [m.sides])
    for series in matches:
        assert 1 <= len(series.games) <= choices.best_of
        assert all(2 * wins <= choices.best_of for wins in series.wins) or 2 * max(series.wins) > choices.best_of


@given(entrants=st.integers(2, 12), choices=CHOICES, seed=st.integers(0, 2**32), data=st.data())
@law(80)
def test_no_shows_and_withdrawals_leave_a_complete_bracket(entrants, choices, seed, data):
    event = SimulatedEvent(Knockout(choices), entrants, seed)
    for _ in range(count_rounds(EventFormat.KNOCKOUT, entrants, choices)):
        pairing = event.play(no_show=0.15)
        seats = [*(one for table in pairing.encounters for one in table.entrants), *pairing.byes]
        assert len(set(seats)) == len(seats)
        assert event.withdrawn.isdisjoint(seats)
        event.withdrawn |= data.draw(st.sets(st.sampled_from(event.numbers), max_size=1))
        if not pairing.encounters:
            break
    assert not event.pair().encounters
    standings, tree = rank(event), build(event)
    assert sorted(line.number for line in standings) == event.numbers
    winner = tree.main[-1][0].winner
    assert winner is None or standings[0].number == winner
    shown = [one for one in tree.main[0] for one in one.sides if one is not None]
    assert sorted(shown) == event.numbers


@given(st.integers(4, 12), CHOICES, st.integers(0, 2**32), st.randoms())
@law(40)
def test_order_of_results_changes_nothing(entrants, choices, seed, chance):
    event = play(SimulatedEvent(Knockout(choices), entrants, seed), favourite_wins)
    before = rank(event), build(event), event.pair()
    event.history = [(pairing, tuple(chance.sample(results, len(results)))) for pairing, results in event.history]
    assert (rank(event), build(event), event.pair()) == before


def test_match_ends_when_a_side_has_won_most_of_its_games():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 4)
    first = event.pair()
    for scores in (((2.0, 0.0), (1.0, 0.0)), ((3.0, 1.0), (0.0, 1.0))):
        tables = event.pair().encounters
        assert tables == first.encounters
        results = tuple(EncounterResult(table, one) for table, one in zip(tables, scores, strict=True))
        event.history.append((first, results))
    third = event.pair()
    assert [table.entrants for table in third.encounters] == [(1, 2)]
    assert not third.byes
    event.history.append((third, (EncounterResult(third.encounters[0], (0.0, 2.0)),)))
    assert [table.entrants for table in event.pair().encounters] == [(0, 2), (1, 3)]


def test_more_levels_decide_a_match_with_equal_wins():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 2)
    for scores in ((3.0, 0.0), (0.0, 4.0), (1.0, 1.0)):
        table = event.pair().encounters[0]
        event.history.append((event.pair(), (EncounterResult(table, scores),)))
    assert not event.pair().encounters
    assert [line.number for line in rank(event)] == [1, 0]


def test_forfeited_game_loses_the_match():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 4)
    pairing = event.pair()
    absent = EncounterResult(pairing.encounters[0], (), frozenset({0}))
    event.history.append((pairing, (absent, EncounterResult(pairing.encounters[1], (1.0, 0.0)))))
    assert [table.entrants for table in event.pair().encounters] == [(1, 2)]
    assert build(event).main[0][0].winner == 3


def test_withdrawal_during_match_lets_opponent_advance():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 4)
    pairing = event.pair()
    event.history.append((pairing, tuple(EncounterResult(table, (0.0, 1.0)) for table in pairing.encounters)))
    event.withdrawn.add(3)
    again = event.pair()
    assert [table.entrants for table in again.encounters] == [(1, 2)]
    assert again.byes == (0,)
    event.history.append((again, (EncounterResult(again.encounters[0], (0.0, 1.0)),)))
    assert event.pair().encounters[0].entrants == (0, 2)


def test_withdrawal_in_the_final_ends_it():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 2)
    pairing = event.pair()
    event.history.append((pairing, (EncounterResult(pairing.encounters[0], (0.0, 1.0)),)))
    event.withdrawn.add(1)
    event.history.append((event.pair(), ()))
    assert event.history[-1][0].byes == (0,)
    assert [(line.place, line.number) for line in rank(event)] == [(1, 0), (2, 1)]
    assert build(event).main[0][0].winner == 0
    assert not event.pair().byes


def test_first_round_losers_play_the_consolation():
    event = play(SimulatedEvent(Knockout(BracketSettings(consolation=True)), 16), favourite_wins)
    tables = list_tables(event, BracketPart.CONSOLATION)
    assert [len(one) for one in tables] == [0, 4, 2, 1]
    assert {one for table in tables[1] for one in table} == set(range(8, 16))
    places = {line.number: line.place for line in rank(event)}
    assert [places[number] for number in (0, 1, 2, 3, 8, 9, 10, 15)] == [1, 2, 3, 4, 9, 10, 11, 13]
    assert [len(level) for level in build(event).consolation] == [4, 2, 1]


def test_consolation_of_four_is_third_place_match():
    both = play(SimulatedEvent(Knockout(BracketSettings(consolation=True)), 4), favourite_wins)
    assert list_tables(both, BracketPart.CONSOLATION) == [[], []]
    assert list_tables(both, BracketPart.THIRD) == [[], [(2, 3)]]
    alone = BracketSettings(third_place=False, consolation=True)
    other = play(SimulatedEvent(Knockout(alone), 4), favourite_wins)
    assert list_tables(other, BracketPart.CONSOLATION) == [[], [(2, 3)]]


def test_main_bracket_does_not_wait_for_the_consolation():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3, consolation=True)), 8)

    def score(table):
        drawn = table.part is BracketPart.CONSOLATION and len(event.history) % 2
        return favourite_wins(table) if not drawn else favourite_wins(table)[::-1]

    play(event, score)
    main, other = (list_tables(event, part) for part in (BracketPart.MAIN, BracketPart.CONSOLATION))
    assert [len(one) for one in main] == [4, 4, 2, 2, 1, 1, 0, 0]
    assert [len(one) for one in other] == [0, 0, 2, 2, 2, 1, 1, 1]


def test_correction_that_reopens_a_match_moves_nobody():
    event = SimulatedEvent(Knockout(BracketSettings(best_of=3)), 4)
    play(event, favourite_wins, rounds=3)
    assert list_tables(event, BracketPart.MAIN)[2] == [(0, 1)]
    pairing, results = event.history[1]
    event.history[1] = (pairing, (EncounterResult(results[0].encounter, (0.0, 1.0)), *results[1:]))
    assert [table.entrants for table in event.pair().encounters] == [(0, 1), (2, 3)]
    assert [match.winner for match in build(event).main[0]] == [0, 1]


@pytest.mark.parametrize("entrants", [4, 7, 16, 32])
def test_bracket_of_any_size_is_complete(entrants):
    event = play(SimulatedEvent(Knockout(), entrants), favourite_wins)
    tree = build(event)
    assert [len(level) for level in tree.main] == [2**n for n in reversed(range(len(tree.main)))]
    assert sum(match.is_bye for match in tree.main[0]) == 2 ** len(tree.main) - entrants
    assert all(match.winner == min(one for one in match.sides if one is not None) for match in tree.main[0])
    assert tree.third.winner == 2

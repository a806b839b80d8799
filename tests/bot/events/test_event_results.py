"""The results of an event have crosstables, rankings, team matches, scores of boards and names for knockout stages."""

from dataclasses import replace

import pytest

from bot.events.boards.board_standings import list_team_rounds, score_two_tables
from bot.events.changes.stages import finish
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchResult, MatchStatus, Verdict
from bot.events.model import EntrantStatus
from bot.events.pairing.ports import BracketPart, BracketSettings, EventFormat
from bot.events.pairing.round_scoring import RoundOutcome
from bot.events.settings import BoardScoring
from bot.events.standings.event_bracket import StageName, find_stage_name
from bot.events.standings.event_standings import CrossResult, has_results, list_cross_results, list_states, rank_event
from bot.ids import EventEntrantId, EventMatchId, UserId
from engine.model.options import Level
from engine.model.seats import Seat
from tests.bot.events.test_event_changes import FINISHED, OPEN, RUNNING, evening, with_status

MAIN, CONSOLATION = BracketPart.MAIN, BracketPart.CONSOLATION


def match(number, one, other, result=None, part=MAIN, board=0):
    sides = (EventEntrantId(one),), (EventEntrantId(other),)
    status = MatchStatus.PLAYING if result is None else MatchStatus.SETTLED
    return EventMatch(EventMatchId(number), number, sides, (), status, result, part=part, board=board)


def won(*scores):
    return MatchResult(scores, Verdict.PLAYED)


def forfeited(*entrants):
    scores = tuple(0.0 if one in entrants else 1.0 for one in (1, 2))
    return MatchResult(scores, Verdict.FORFEITED, frozenset(map(EventEntrantId, entrants)))


def event_of(count, *rounds, **changes):
    """Return an event of `count` pairs. Each round is given as a list of matches and a list of pairs that sit out."""
    teams = [(UserId(10 * n), UserId(10 * n + 1)) for n in range(1, count + 1)]
    played = [
        EventRound(number, tuple(matches), tuple(map(EventEntrantId, byes)), 0.0)
        for number, (matches, byes) in enumerate(rounds, 1)
    ]
    return evening(RUNNING, *teams, rounds=played, **changes)


def test_crosstable_has_opponents_byes_and_rounds_missed():
    first = [match(1, 1, 2, won(3.0, 1.0))], [3]
    second = [match(1, 3, 1)], []
    rows = list_cross_results(event_of(3, first, second))
    win, loss, bye = RoundOutcome.WIN, RoundOutcome.LOSS, RoundOutcome.BYE
    assert rows == {
        0: [CrossResult(win, 1), CrossResult(None, 2)],
        1: [CrossResult(loss, 0), None],
        2: [CrossResult(bye, None), CrossResult(None, 0)],
    }


OPENING = [match(n, 2 * n - 1, 2 * n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("rounds", "stages"),
    [
        ([(OPENING[:1], [])], [(2, 1)]),
        ([(OPENING[:2], []), ([match(1, 1, 3), match(2, 2, 4, part=CONSOLATION)], [])], [(4, 1), (2, 1)]),
        ([(OPENING[:2], [5])], [(8, 1)]),
        ([(OPENING, []), ([match(1, 1, 3), match(2, 2, 4, part=CONSOLATION)], [5, 6])], [(8, 1), (4, 1)]),
        ([(OPENING[:2], []), (OPENING[:2], []), (OPENING[:1], []), ([match(1, 1, 3)], [])], [(4, 1), (4, 2), (4, 3), (2, 1)]),
        ([(OPENING[:1], []), ([match(1, 1, 2, part=CONSOLATION)], [])], [(2, 1), None]),
    ],
    ids=["final", "consolation", "bye", "bye beside consolation", "best of three", "no main match"],
)  # fmt: skip
def test_stage_names_count_the_entrants_left(rounds, stages):
    """An entrant who sits out counts in the main bracket, unless they play in the consolation in some round."""
    event = event_of(6, *rounds, format=EventFormat.KNOCKOUT)
    expected = [None if one is None else StageName(*one) for one in stages]
    assert [find_stage_name(event, number) for number in range(1, len(rounds) + 1)] == expected
    other = replace(event, settings=replace(event.settings, format=EventFormat.SWISS))
    assert find_stage_name(other, 1) is None


@pytest.mark.parametrize(("games", "status"), [(1, RUNNING), (2, FINISHED)])
def test_knockout_ends_once_it_is_decided(games, status):
    """Of three games that are planned, two decide a match."""
    played = [([match(1, 1, 2, won(3.0, 0.0))], [])] * games
    event = event_of(2, *played, format=EventFormat.KNOCKOUT, bracket=BracketSettings(best_of=3))
    assert finish(event).status is status


def test_ranking_waits_for_the_first_result():
    for style in EventFormat:
        assert rank_event(evening(OPEN, (UserId(1), UserId(2)), format=style)) == ()
    assert not has_results(event_of(2, ([match(1, 1, 2)], [])))
    assert has_results(event_of(2, ([match(1, 1, 2)], []), ([match(1, 1, 2, won(1.0, 0.0))], [])))


@pytest.mark.parametrize("is_revealed", [True, False])
def test_hidden_boards_give_no_ranking(is_revealed):
    event = event_of(2, ([match(1, 1, 2, won(1.0, 0.0), board=1)], []), format=EventFormat.DUPLICATE)
    board = EventBoard(1, Level.TWO, Seat(0), "c", b"s", is_revealed)
    assert has_results(event.with_round(replace(event.round, boards=(board,)))) is is_revealed


@pytest.mark.parametrize(
    ("result", "by_both"),
    [(None, False), (won(0.0, 0.0), False), (forfeited(1), False), (forfeited(1, 2), True)],
)
def test_single_forfeit_is_no_forfeit_by_both(result, by_both):
    assert match(1, 1, 2, result).is_forfeited_by_both is by_both


def test_pairing_knows_who_is_present_and_who_has_left():
    event = with_status(event_of(3), 2, EntrantStatus.WITHDRAWN)
    event = with_status(event, 3, EntrantStatus.ENTERED)
    states = list_states(event)
    assert [(one.present, one.withdrawn) for one in states] == [(True, False), (False, True), (False, False)]


@pytest.mark.parametrize(
    ("home", "away", "is_revealed", "units"),
    [
        (won(3.0, 0.0), won(1.0, 0.0), True, 4),
        (won(0.0, 1.0), won(1.0, 0.0), True, -4),
        (won(3.0, 0.0), won(3.0, 0.0), True, 0),
        (won(3.0, 0.0), None, True, None),
        (forfeited(1), won(1.0, 0.0), True, None),
        (won(3.0, 0.0), won(1.0, 0.0), False, None),
    ],
)
def test_two_tables_score_only_completed_revealed_boards(home, away, is_revealed, units):
    tables = tuple(match(number, 1, 2, one, board=1) for number, one in enumerate((home, away), 1))
    this = EventRound(1, tables, (), 0.0, boards=(EventBoard(1, Level.TWO, Seat(0), "c", b"s", is_revealed),))
    assert score_two_tables(this, *tables) == units


def test_pairs_rank_by_match_points_then_levels():
    """Pairs 1 and 3 hold the same cards, and so do 2 and 4.

    Pair 1 gained more levels than 3, and pair 4 lost fewer than 2, so 1 and 4 get all match points. Pair 1 is first of
    these two, because it also has more levels.
    """
    tables = [match(1, 1, 2, won(3.0, 0.0), board=1), match(2, 3, 4, won(1.0, 0.0), board=1)]
    event = event_of(4, (tables, []), format=EventFormat.DUPLICATE, board_scoring=BoardScoring.MATCH_POINTS)
    board = EventBoard(1, Level.TWO, Seat(0), "c", b"s", is_revealed=True)
    ranked = rank_event(event.with_round(replace(event.round, boards=(board,))))
    found = [(one.standing.place, one.entrant.id, one.standing.score) for one in ranked]
    assert found == [(1, 1, 100.0), (2, 4, 100.0), (3, 3, 0.0), (4, 2, 0.0)]


def test_forfeit_decides_only_its_own_team_match():
    tables = [(1, 2, forfeited(1)), (2, 1, won(0.0, 0.0)), (3, 4, won(3.0, 0.0)), (4, 3, won(1.0, 0.0))]
    played = [match(table, *sides, board=1) for table, sides in enumerate(tables, 1)]
    event = event_of(4, (played, []), format=EventFormat.TEAM_MATCH)
    board = EventBoard(1, Level.TWO, Seat(0), "c", b"s", is_revealed=True)
    ((_, (absent, both_came)),) = list_team_rounds(event.with_round(replace(event.round, boards=(board,))))
    assert (absent.scores, absent.forfeited) == ((), {0})
    assert (both_came.scores, both_came.forfeited) == ((4.0, 0.0), set())

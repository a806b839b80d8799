"""Computes the scores of boards that several tables have played, and the standings from all revealed boards.

The first side holds the same cards at every table. A table's result on a board is the levels that this side gained,
less the levels that the other side gained.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from typing import Final

from bot.events.boards.deal_boards import list_matches, list_revealed
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchStatus, Verdict
from bot.events.model import Event
from bot.events.pairing.ports import Encounter, EncounterResult, EntrantNumber, PlayedRound, RoundPairing
from bot.events.pairing.rank_entrants import Standing, TieBreak
from bot.events.settings import BoardScoring
from bot.ids import EventEntrantId

BoardResults = Mapping[EntrantNumber, float | None]
"""The result of each table on a board, or None if the table has not played it. The keys number the tables from 0."""

SCALE: Final = (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, 7.0)
"""The differences in levels from which a board is worth 1, 2, … 8 units. As in bridge (IMPs), the steps grow."""
AVERAGE: Final = 0.5
"""The share of match points that a pair gets if it did not play a board, or if no other pair played it."""
PERCENT: Final = 100.0
FORFEIT_UNITS: Final = -2.0
"""The units for a side that forfeits a board, the same as for losing by one level."""
POINTS_WEIGHT: Final = 1e-9
"""The weight of a card point relative to a level, so small that no number of points outweighs a level."""


@dataclass(frozen=True, slots=True)
class TableScore:
    """The scores of both sides for a table's result on a board."""

    match: EventMatch
    scores: tuple[float, float]


def score_match_points(results: BoardResults) -> dict[EntrantNumber, float]:
    """Return the share of the other tables that each pair has beaten. A tie counts as one half of a beaten table."""
    played = _list_played(results)
    return {
        pair: AVERAGE if own is None or len(played) == 1 else _beaten_share(own, played)
        for pair, own in results.items()
    }


def _beaten_share(own: float, played: list[float]) -> float:
    beaten = sum(other < own for other in played) + (played.count(own) - 1) / 2
    return beaten / (len(played) - 1)


def convert_levels(difference: float) -> int:
    """Return the number of units that a difference in levels is worth, with the sign of the difference."""
    units = bisect_right(SCALE, abs(difference))
    return units if difference > 0 else -units


def score_across(results: BoardResults) -> dict[EntrantNumber, float]:
    """Return each pair's mean score in units against all other tables (cross-IMPs); 0 for a pair that did not play."""
    played = _list_played(results)
    others = max(1, len(played) - 1)
    return {
        pair: 0.0 if own is None else fsum(convert_levels(own - other) for other in played) / others
        for pair, own in results.items()
    }


def _list_played(results: BoardResults) -> list[float]:
    return sorted(result for result in results.values() if result is not None)


def find_net_levels(match: EventMatch) -> float | None:
    """Return the levels that the first side gained, less those of the other side; None if the board was not played."""
    result = match.result
    if result is None or match.status is not MatchStatus.SETTLED or result.verdict is Verdict.FORFEITED:
        return None
    return result.scores[0] - result.scores[1]


def score_board(event: Event, this: EventRound, board: EventBoard) -> list[TableScore]:
    """Return the scores of each table on a board, which depend only on the results of this board."""
    matches = [match for match in list_matches(this, board.number) if match.status is not MatchStatus.VOID]
    by_points = event.settings.board_scoring is BoardScoring.MATCH_POINTS
    figures = {EntrantNumber(place): figure for place, figure in enumerate(_list_figures(matches, by_points=by_points))}
    own = score_match_points(figures) if by_points else score_across(figures)
    return [
        TableScore(match, _score_sides(match, own[EntrantNumber(place)], by_points=by_points))
        for place, match in enumerate(matches)
    ]


def _list_figures(matches: list[EventMatch], *, by_points: bool) -> list[float | None]:
    """Return each table's net levels. With `by_points`, card points break ties, but only if all tables have them."""
    played = [match for match in matches if find_net_levels(match) is not None]
    with_points = by_points and all(match.result and match.result.card_points is not None for match in played)
    figures: list[float | None] = []
    for match in matches:
        levels = find_net_levels(match)
        points = match.result.card_points if with_points and match.result is not None else None
        figures.append(None if levels is None else levels + (points or 0.0) * POINTS_WEIGHT)
    return figures


def _score_sides(match: EventMatch, first: float, *, by_points: bool) -> tuple[float, float]:
    """Return both sides' scores if the first side has `first`. A side that forfeited gets a fixed low score instead."""
    scores = (first, (1.0 if by_points else 0.0) - first)
    if match.result is None or match.result.verdict is not Verdict.FORFEITED:
        return scores
    least, forfeited = 0.0 if by_points else FORFEIT_UNITS, match.result.forfeited
    own = (least if forfeited.intersection(side) else score for side, score in zip(match.sides, scores, strict=True))
    return next(own), next(own)


def rank_boards(event: Event) -> tuple[Standing, ...]:
    """Return the standings, best first, by the mean share of match points or by the sum of units."""
    by_points = event.settings.board_scoring is BoardScoring.MATCH_POINTS
    average = AVERAGE if by_points else 0.0
    found = _list_scores(event)
    margins = {one: fsum(gained for _, gained in scores) for one, scores in found.items()}
    sums = {one: fsum(own for own, _ in scores) for one, scores in found.items()}
    shares = {one: PERCENT * sums[one] / max(1, len(scores)) for one, scores in found.items()}
    totals = {one: round(shares[one] if by_points else sums[one], 2) for one in found}
    keys = {one: (-totals[one], -margins[one]) for one in found}
    lines: list[Standing] = []
    places: dict[tuple[float, float], int] = {}
    for index, number in enumerate(sorted(found, key=lambda one: (keys[one], one)), 1):
        own = [score for score, _ in found[number]]
        record = sum(one > average for one in own), own.count(average), sum(one < average for one in own)
        ties, place = ((TieBreak.MARGIN, margins[number]),), places.setdefault(keys[number], index)
        lines.append(Standing(place, number, totals[number], ties, *record, 0))
    return tuple(lines)


def _list_scores(event: Event) -> dict[EntrantNumber, list[tuple[float, float]]]:
    """Return each entrant's results on the revealed boards. A result is a score and the net levels of their side."""
    numbers = {one.id: EntrantNumber(one.number or 0) for one in event.competitors}
    found: dict[EntrantNumber, list[tuple[float, float]]] = {number: [] for number in numbers.values()}
    for this, board in list_revealed(event):
        for table in score_board(event, this, board):
            net = find_net_levels(table.match) or 0.0
            for side, own, gained in zip(table.match.sides, table.scores, (net, -net), strict=True):
                for entrant in side:
                    found[numbers[entrant]].append((own, gained))
    return found


def score_two_tables(this: EventRound, home: EventMatch, away: EventMatch) -> int | None:
    """Return how many units (see `SCALE`) the first team of `home` won; None if a result is hidden or missing."""
    board = this.find_board(home.board)
    if board is None or not board.is_revealed:
        return None
    first, second = find_net_levels(home), find_net_levels(away)
    return None if first is None or second is None else convert_levels(first - second)


def list_team_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds of a team event for pairings and standings. The two tables of a match are one encounter."""
    return [_to_team_round(event, this) for this in event.rounds]


def list_table_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds for pairings, without results. All boards that a table plays are one encounter."""
    return [
        (RoundPairing(tuple(to_encounter(event, table) for table in this.tables), event.list_numbers(this.byes)), ())
        for this in event.rounds
    ]


def _to_team_round(event: Event, this: EventRound) -> PlayedRound:
    tables = sorted(this.tables, key=lambda one: one.table)
    homes = [(home, away) for home, away in zip(tables[::2], tables[1::2], strict=True)]
    pairing = RoundPairing(tuple(to_encounter(event, home) for home, _ in homes), event.list_numbers(this.byes))
    results = [_score_meeting(event, this, home, away) for home, away in homes]
    return pairing, tuple(one for one in results if one is not None)


def _score_meeting(event: Event, this: EventRound, home: EventMatch, away: EventMatch) -> EncounterResult | None:
    """Return the result of a team match. It is None while a board is hidden, and if no board has a score or forfeit."""
    if not this.is_over or any(not board.is_revealed for board in this.boards):
        return None
    encounter = to_encounter(event, home)
    if forfeited := _list_forfeited(this, (home.table, away.table)):
        return EncounterResult(encounter, (), frozenset(event.list_numbers(forfeited)))
    found = {(match.board, match.table): match for match in this.matches}
    games = [(found[board.number, home.table], found[board.number, away.table]) for board in this.boards]
    units = [one for one in (score_two_tables(this, *game) for game in games) if one is not None]
    won = fsum(max(one, 0) for one in units), fsum(max(-one, 0) for one in units)
    return EncounterResult(encounter, won) if units else None


def _list_forfeited(this: EventRound, tables: tuple[int, int]) -> frozenset[EventEntrantId]:
    results = [one.result for one in this.matches if one.table in tables and one.status is MatchStatus.SETTLED]
    return frozenset().union(*(one.forfeited for one in results if one is not None))


def to_encounter(event: Event, match: EventMatch) -> Encounter:
    """Return a match in the form that pairings and standings use."""
    return Encounter(tuple(event.list_numbers(side) for side in match.sides), match.part)

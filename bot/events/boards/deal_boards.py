"""Deals the boards of a round when it is paired, finds boards and their matches, and reveals boards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.events.matches import EventBoard, EventMatch, EventRound, SeatPlan
from bot.events.model import Event
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import SIDES
from bot.ids import EventEntrantId, UserId
from engine.deal.fair_shuffle import commit_to
from engine.model.notation import parse_rules
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import Seat


def count_boards(event: Event) -> int:
    """Return the number of boards in each round. It is 0 if the tables play different deals."""
    return (event.settings.deals or 0) if event.settings.format.has_boards else 0


def add_boards(event: Event, secrets: Sequence[bytes]) -> Event:
    """Return the event with boards for its newest round, and a match for each table and board."""
    newest = event.round
    if newest is None or newest.boards or not (newest.matches and count_boards(event)):
        return event
    first = sum(len(one.boards) for one in event.rounds) + 1
    rules = parse_rules(event.settings.rules)
    boards = tuple(_create_board(rules, first + place, secret) for place, secret in enumerate(secrets))
    tables = list(_list_tables(event, newest))
    matches = tuple(
        replace(table, number=number, board=board.number, shared_table=table.number)
        for number, (table, board) in enumerate(((table, board) for table in tables for board in boards), 1)
    )
    return event.with_round(replace(newest, matches=matches, boards=boards))


def _create_board(rules: Rules, number: int, secret: bytes) -> EventBoard:
    """Return board `number`. Each board has the next seat as declarer and the next level; both go round."""
    levels = [level for level in Level if rules.start_level <= level < rules.final_level] or [rules.start_level]
    declarer = Seat((number - 1) % rules.players)
    return EventBoard(number, levels[(number - 1) % len(levels)], declarer, commit_to(secret), secret)


def _list_tables(event: Event, newest: EventRound) -> Iterator[EventMatch]:
    earlier = [table for one in event.rounds[:-1] for table in one.tables]
    first_sides = Counter(entrant for table in earlier for entrant in table.sides[0])
    for match in newest.matches:
        if event.settings.format is EventFormat.TEAM_MATCH:
            yield from _seat_teams(event, match)
        else:
            yield _seat_evenly(match, first_sides)


def _seat_evenly(match: EventMatch, first_sides: Counter[EventEntrantId]) -> EventMatch:
    """Return the match, with sides swapped if the first was first more often. On a tie, swap every other match."""
    first, second = (sum(first_sides[one] for one in side) for side in match.sides)
    if first < second or (first == second and match.number % SIDES):
        return match
    seats = [match.seats[seat ^ 1] for seat in range(len(match.seats))]
    return replace(match, sides=match.sides[::-1], seats=tuple(seats))


def _seat_teams(event: Event, match: EventMatch) -> Iterator[EventMatch]:
    """Yield the two tables of a team match. At the second, the other half of each team plays on the other side."""
    (home,), (away,) = match.sides
    half = event.settings.players // SIDES
    number = SIDES * match.number - 1
    teams = [event.find_entrant(team).members for team in (home, away)]
    halves = [(members[:half], members[half:]) for members in teams]
    yield replace(match, number=number, seats=_plan_seats((home, away), [halves[0][0], halves[1][0]]))
    yield replace(
        match, number=number + 1, sides=match.sides[::-1], seats=_plan_seats((away, home), [halves[1][1], halves[0][1]])
    )


def _plan_seats(sides: Sequence[EventEntrantId], people: Sequence[Sequence[UserId]]) -> tuple[SeatPlan, ...]:
    return tuple(
        SeatPlan(people[seat % SIDES][seat // SIDES], sides[seat % SIDES]) for seat in range(SIDES * len(people[0]))
    )


def list_previous_matches(this: EventRound, match: EventMatch) -> list[EventMatch]:
    """Return the matches of earlier boards at the table of `match`, the latest first."""
    before = [one for one in this.matches if one.table == match.table and one.board < match.board]
    return sorted(before, key=lambda one: -one.board)


def list_matches(this: EventRound, board: int) -> list[EventMatch]:
    """Return the matches at all tables that play a board, by table number."""
    return sorted((one for one in this.matches if one.board == board), key=lambda one: one.table)


def list_revealed(event: Event) -> Iterator[tuple[EventRound, EventBoard]]:
    """Yield the boards that have been revealed, with their rounds."""
    yield from ((one, board) for one in event.rounds for board in one.boards if board.is_revealed)


def reveal(event: Event, round_number: int, board: EventBoard) -> Event:
    """Return the event with a board revealed."""
    this = event.rounds[round_number - 1]
    boards = tuple(replace(one, is_revealed=True) if one.number == board.number else one for one in this.boards)
    return event if boards == this.boards else event.with_round(replace(this, boards=boards))


def get_board(event: Event, number: int) -> tuple[EventRound, EventBoard]:
    """Return a board that may be shown, with its round. Raises EventRefused: NO_SUCH_BOARD, BOARD_HIDDEN."""
    boards = ((one, board) for one in event.rounds for board in one.boards if board.number == number)
    found = EventRefused.require_found(next(boards, None), EventRefusal.NO_SUCH_BOARD, board=number)
    if not found[1].is_revealed:
        raise EventRefused(EventRefusal.BOARD_HIDDEN, board=number)
    return found

"""Pure functions that record the result of a match, as it was played or reported. They may be repeated."""

from dataclasses import replace

from bot.events.matches import EventMatch, MatchResult, MatchStatus, Verdict
from bot.events.model import Event
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventMatchId


def settle(
    event: Event, match_id: EventMatchId, scores: tuple[float, float] | None, card_points: float | None = None
) -> Event:
    """Return the event with the result of a match in play. If the table ended without a result, `scores` is None."""
    found = find_match(event, match_id)
    if found is None or found[1].status is not MatchStatus.PLAYING:
        return event
    number, match = found
    if scores is None:
        return event.with_match(number, replace(match, status=MatchStatus.UNRESOLVED))
    result = MatchResult(scores, Verdict.PLAYED, card_points=card_points)
    return event.with_match(number, replace(match, status=MatchStatus.SETTLED, result=result))


def report(
    event: Event,
    round_number: int,
    table: int,
    scores: tuple[float, float] | None,
    board: int | None = None,
    *,
    ends_table: bool = False,
) -> Event:
    """Return the event with a manager's result for a table. Without `scores`, the match is void.

    If the table has several boards, `scores` are for one `board`. Without `board` and `scores`, all boards of the table
    become void. `ends_table` ends a table in play, but its deals stay. Raises EventRefused: NOT_STARTED, NO_SUCH_MATCH,
    NO_SUCH_BOARD, BOARD_NEEDED, and without `ends_table` also TABLE_PLAYS.
    """
    if not event.rounds:
        raise EventRefused(EventRefusal.NOT_STARTED, name=event.settings.name)
    matches = _require_matches(event, round_number, table, board)
    if scores is not None and len(matches) > 1:
        raise EventRefused(EventRefusal.BOARD_NEEDED, table=table)
    if not ends_table and any(match.status is MatchStatus.PLAYING for match in matches):
        raise EventRefused(EventRefusal.TABLE_PLAYS, round=round_number, table=table)
    status = MatchStatus.VOID if scores is None else MatchStatus.SETTLED
    result = None if scores is None else MatchResult(scores, Verdict.REPORTED)
    for match in matches:
        ending = match.is_ending or match.status is MatchStatus.PLAYING
        event = event.with_match(round_number, replace(match, status=status, result=result, is_ending=ending))
    return event


def mark_ended(event: Event, match_id: EventMatchId) -> Event:
    """Note that the table of a match has been ended, and need not be ended again."""
    found = find_match(event, match_id)
    if found is None or not found[1].is_ending:
        return event
    return event.with_match(found[0], replace(found[1], is_ending=False))


def find_match(event: Event, match_id: EventMatchId) -> tuple[int, EventMatch] | None:
    """Return the number of a match's round, and the match; None if there is no such match."""
    return next(((one.number, match) for one in event.rounds for match in one.matches if match.id == match_id), None)


def _require_matches(event: Event, round_number: int, table: int, board: int | None) -> list[EventMatch]:
    known = 1 <= round_number <= len(event.rounds)
    matches = [one for one in event.rounds[round_number - 1].matches if one.table == table] if known else []
    if not matches:
        raise EventRefused(EventRefusal.NO_SUCH_MATCH, round=round_number, table=table)
    if board is None:
        return matches
    found = [one for one in matches if one.board == board]
    if not found:
        raise EventRefused(EventRefusal.NO_SUCH_BOARD, board=board)
    return found

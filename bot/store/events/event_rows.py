"""Converts events to rows and back."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.events.matches import EventBoard, EventMatch, EventRound, MatchResult, MatchStatus, SeatPlan, Verdict
from bot.events.model import (
    ActKind,
    EntrantStatus,
    Event,
    EventEntrant,
    EventInvitation,
    EventMessage,
    EventStatus,
    ManagerAct,
)
from bot.events.pairing.ports import BracketPart
from bot.events.settings import EventSettings
from bot.ids import EventEntrantId, EventId, EventMatchId, UserId
from bot.names import name_key
from bot.setting_fields import build_settings, format_values, parse_values
from engine.model.notation import parse_level
from engine.model.seats import Seat

SIDE_SEPARATOR = "/"
_COLUMNS = ("name",)
"""The settings that have columns of their own, because queries compare them. All other settings share one column."""


def new_event_values(event: Event) -> dict[str, Any]:
    """Return the row of a new event."""
    return {
        "guild_id": event.guild,
        "channel_id": event.channel,
        "creator_id": event.creator,
        **settings_values(event.settings),
        **progress_values(event),
        "created_at": event.created_at,
        "seed": event.seed,
        "shown_revision": event.shown_revision,
        "language": event.language,
    }


def progress_values(event: Event) -> dict[str, Any]:
    """Return the columns of an event's progress, which are saved more often than its settings."""
    act = event.last_act
    return {
        "status": event.status.value,
        "planned_rounds": event.planned_rounds,
        "wanted_rounds": event.wanted_rounds,
        "reminded": event.is_reminded,
        "revision": event.revision,
        "season_id": event.season,
        "last_act": None if act is None else json.dumps({"kind": act.kind.value, "at": act.at, "before": act.before}),
    }


def settings_values(settings: EventSettings) -> dict[str, Any]:
    """Return the columns of an event's settings."""
    return {
        "name": settings.name,
        "name_key": name_key(settings.name),
        "settings": format_values(settings, without=_COLUMNS),
    }


def _parse_act(text: str | None) -> ManagerAct | None:
    if text is None:
        return None
    known = json.loads(text)
    return ManagerAct(ActKind(known["kind"]), known["at"], known["before"])


def entrant_values(event: EventId, entrant: EventEntrant) -> dict[str, Any]:
    """Return the row of an entrant."""
    return {
        "event_id": event,
        "entrant": entrant.id,
        "team_id": entrant.team,
        "status": entrant.status.value,
        "entered_at": entrant.entered_at,
        "number": entrant.number,
    }


def member_values(event: EventId, entrant: EventEntrant) -> list[dict[str, Any]]:
    """Return the rows of an entrant's members."""
    return [
        {"event_id": event, "entrant": entrant.id, "place": place, "user_id": user}
        for place, user in enumerate(entrant.members)
    ]


def round_values(event: EventId, one: EventRound) -> dict[str, Any]:
    """Return the row of a round."""
    return {
        "event_id": event,
        "number": one.number,
        "byes": _format_entrants(one.byes),
        "due_at": one.due_at,
        "pinged": one.is_pinged,
        "reminded": one.is_reminded,
        "cut": one.cut,
    }


def board_values(event: EventId, round_number: int, board: EventBoard) -> dict[str, Any]:
    """Return the row of a board."""
    return {
        "event_id": event,
        "number": board.number,
        "round": round_number,
        "level": board.level.text,
        "declarer": board.declarer,
        "commitment": board.commitment,
        "secret": board.secret,
        "revealed": board.is_revealed,
    }


def match_values(event: EventId, round_number: int, match: EventMatch) -> dict[str, Any]:
    """Return the row of a match, without its id."""
    result = match.result
    return {
        "event_id": event,
        "round": round_number,
        "number": match.number,
        "sides": SIDE_SEPARATOR.join(map(_format_entrants, match.sides)),
        "status": match.status.value,
        "verdict": None if result is None else result.verdict.value,
        "first_score": None if result is None else result.scores[0],
        "second_score": None if result is None else result.scores[1],
        "part": match.part.value,
        "forfeited": "" if result is None else _format_entrants(sorted(result.forfeited)),
        "ending": match.is_ending,
        "card_points": None if result is None else result.card_points,
        "board": match.board,
        "shared_table": match.shared_table,
    }


def seat_values(match: EventMatchId, seats: Sequence[SeatPlan]) -> list[dict[str, Any]]:
    """Return the rows of a match's seats."""
    return [
        {"match_id": match, "seat": seat, "entrant": plan.entrant, "user_id": plan.user, "share": plan.share}
        for seat, plan in enumerate(seats)
    ]


def invitation_values(event: EventId, one: EventInvitation) -> list[dict[str, Any]]:
    """Return the rows of an invitation."""
    of = {"event_id": event, "invitation": one.id}
    return [
        {**of, "place": place, "user_id": user, "accepted": user in one.accepted}
        for place, user in enumerate(one.members)
    ]


def to_event(
    row: Any,
    entrants: Iterable[EventEntrant],
    rounds: Iterable[EventRound],
    substitutes: Iterable[UserId],
    managers: Iterable[UserId],
    invitations: Iterable[EventInvitation],
) -> Event:
    """Return an event from its row and its parts."""
    channel = row.message_channel_id
    message = None if channel is None or row.message_id is None else EventMessage(channel, row.message_id)
    return Event(
        row.id,
        row.guild_id,
        row.channel_id,
        row.creator_id,
        build_settings(EventSettings, {"name": row.name, **parse_values(EventSettings, row.settings)}),
        EventStatus(row.status),
        row.created_at,
        row.seed,
        tuple(entrants),
        tuple(rounds),
        tuple(substitutes),
        row.planned_rounds,
        row.wanted_rounds,
        bool(row.reminded),
        row.revision,
        row.shown_revision,
        message,
        row.season_id,
        tuple(managers),
        tuple(invitations),
        row.language,
        _parse_act(row.last_act),
    )


def to_invitation(number: int, rows: Iterable[Any]) -> EventInvitation:
    """Return an invitation from its rows, ordered by place."""
    people = [(row.user_id, bool(row.accepted)) for row in rows]
    return EventInvitation(number, tuple(user for user, _ in people), frozenset(user for user, yes in people if yes))


def to_entrant(row: Any, members: Sequence[UserId]) -> EventEntrant:
    """Return an entrant from its row."""
    status = EntrantStatus(row.status)
    return EventEntrant(row.entrant, tuple(members), row.team_id, status, row.entered_at, row.number)


def to_round(
    row: Any, matches: Mapping[int, Sequence[EventMatch]], boards: Mapping[int, Sequence[EventBoard]]
) -> EventRound:
    """Return a round from its row and its parts."""
    played, dealt = tuple(matches.get(row.number, ())), tuple(boards.get(row.number, ()))
    told = bool(row.pinged), bool(row.reminded)
    return EventRound(row.number, played, _parse_entrants(row.byes), row.due_at, *told, dealt, row.cut)


def to_board(row: Any) -> EventBoard:
    """Return a board from its row."""
    level, declarer = parse_level(row.level), Seat(row.declarer)
    return EventBoard(row.number, level, declarer, row.commitment, bytes(row.secret), bool(row.revealed))


def to_match(row: Any, seats: Iterable[Any]) -> EventMatch:
    """Return a match from its row and the rows of its seats."""
    result = None
    if row.verdict is not None:
        forfeited = frozenset(_parse_entrants(row.forfeited))
        scores = row.first_score, row.second_score
        result = MatchResult(scores, Verdict(row.verdict), forfeited, row.card_points)
    sides = tuple(map(_parse_entrants, row.sides.split(SIDE_SEPARATOR)))
    plans = tuple(SeatPlan(seat.user_id, seat.entrant, seat.share) for seat in seats)
    status, part = MatchStatus(row.status), BracketPart(row.part)
    match = row.id, row.number, sides, plans, status, result, part, bool(row.ending)
    return EventMatch(*match, row.board, row.shared_table)


def _format_entrants(entrants: Iterable[EventEntrantId]) -> str:
    return " ".join(map(str, entrants))


def _parse_entrants(text: str) -> tuple[EventEntrantId, ...]:
    return tuple(EventEntrantId(int(word)) for word in text.split())

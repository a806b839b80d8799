"""Takes back the newest act of a manager. This is possible only while nothing has followed from the act."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.events.matches import OPEN_MATCHES, MatchResult, MatchStatus, Verdict
from bot.events.model import ENDED, ActKind, EntrantStatus, Event, EventStatus, ManagerAct
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import EventSettings
from bot.ids import EventEntrantId
from bot.setting_fields import build_settings, format_values, parse_values

UNDO_SECONDS: Final = 600.0


def with_act(before: Event, after: Event, kind: ActKind, now: float) -> Event:
    """Return the event after a manager's act. Its `last_act` holds the act and the data to take it back."""
    if after is before:
        return after
    return replace(after, last_act=ManagerAct(kind, now, json.dumps(_describe(before, after, kind))))


def find_undo(event: Event, now: float) -> ManagerAct | None:
    """Return the act that can be taken back now; None if there is none."""
    act = event.last_act
    if act is None or now - act.at > UNDO_SECONDS:
        return None
    try:
        _undo(event, act)
    except EventRefused:
        return None
    return act


def undo(event: Event, at: float, now: float) -> Event:
    """Take back the last act, which must be from the same second as `at`. Raises EventRefused: UNDO_OVER."""
    act = find_undo(event, now)
    if act is None or int(act.at) != int(at):
        raise EventRefused(EventRefusal.UNDO_OVER)
    return replace(_undo(event, act), last_act=None)


def _describe(before: Event, after: Event, kind: ActKind) -> dict[str, Any]:
    match kind:
        case ActKind.RESULT:
            matches = list(_list_changed_matches(before, after))
            return {"matches": matches, "entrants": list(_list_changed_entrants(before, after))}
        case ActKind.ENTRANT:
            return {"entrants": list(_list_changed_entrants(before, after))}
        case ActKind.SETTINGS:
            return {"settings": format_values(before.settings), "rounds": before.planned_rounds}
        case ActKind.ROUND | ActKind.START:
            return {"status": before.status.value, "wanted": before.wanted_rounds, "revision": before.revision}


def _list_changed_matches(before: Event, after: Event) -> Iterator[dict[str, Any]]:
    for old_round, new_round in zip(before.rounds, after.rounds, strict=True):
        for old, new in zip(old_round.matches, new_round.matches, strict=True):
            if old != new:
                yield {"round": old_round.number, "number": old.number, "status": old.status.value} | _write(old.result)


def _write(result: MatchResult | None) -> dict[str, Any]:
    if result is None:
        return {}
    forfeited = sorted(result.forfeited)
    return {"result": [*result.scores, result.verdict.value, forfeited, result.card_points]}


def _read(given: dict[str, Any]) -> MatchResult | None:
    if "result" not in given:
        return None
    first, second, verdict, forfeited, points = given["result"]
    return MatchResult((first, second), Verdict(verdict), frozenset(map(EventEntrantId, forfeited)), points)


def _list_changed_entrants(before: Event, after: Event) -> Iterator[list[Any]]:
    known = {one.id: one for one in before.entrants}
    for one in after.entrants:
        if (old := known.get(one.id)) != one:
            was = EntrantStatus.WITHDRAWN if old is None else old.status
            yield [one.id, was.value, one.status.value]


def _undo(event: Event, act: ManagerAct) -> Event:
    before = json.loads(act.before)
    match act.kind:
        case ActKind.RESULT:
            return _undo_results(_undo_entrants(event, before.get("entrants", [])), before["matches"])
        case ActKind.ENTRANT:
            return _undo_entrants(event, before["entrants"])
        case ActKind.SETTINGS:
            old = build_settings(EventSettings, parse_values(EventSettings, before["settings"]))
            rounds = max(before["rounds"], len(event.rounds)) if event.rounds else before["rounds"]
            return replace(_require_going_on(event), settings=old, planned_rounds=rounds)
        case ActKind.ROUND:
            return _without_round(event, before["wanted"])
        case ActKind.START:
            return _undo_start(event, EventStatus(before["status"]))


def _require_going_on(event: Event) -> Event:
    if event.status in ENDED:
        raise EventRefused(EventRefusal.UNDO_OVER)
    return event


def _undo_results(event: Event, changed: list[dict[str, Any]]) -> Event:
    for one in changed:
        number, status = one["round"], MatchStatus(one["status"])
        is_newest = number == len(event.rounds) and event.status is EventStatus.RUNNING
        match = next(match for match in event.rounds[number - 1].matches if match.number == one["number"])
        if MatchStatus.PLAYING in {status, match.status} or (status in OPEN_MATCHES and not is_newest):
            raise EventRefused(EventRefusal.UNDO_OVER)
        event = event.with_match(number, replace(match, status=status, result=_read(one), is_ending=False))
    return event


def _undo_entrants(event: Event, changed: list[list[Any]]) -> Event:
    for id_, was, became in changed:
        _require_going_on(event)
        entrant = event.find_entrant(EventEntrantId(id_))
        if entrant.status is not EntrantStatus(became):  # the entrant checked in or withdrew after the act
            raise EventRefused(EventRefusal.UNDO_OVER)
        event = event.with_entrant(replace(entrant, status=EntrantStatus(was)))
    return event


def _without_round(event: Event, wanted: int) -> Event:
    """Take back the round that a manager began last. Raises EventRefused if one of its tables has begun."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or event.settings.automatic:
        raise EventRefused(EventRefusal.UNDO_OVER)
    if newest is None or newest.number <= wanted:
        return replace(event, wanted_rounds=wanted)
    if newest.number != wanted + 1 or any(match.status is not MatchStatus.PAIRED for match in newest.matches):
        raise EventRefused(EventRefusal.UNDO_OVER)
    return replace(event, rounds=event.rounds[:-1], wanted_rounds=wanted)


def _undo_start(event: Event, status: EventStatus) -> Event:
    by_itself = event.settings.automatic and event.settings.starts_at is not None
    begun = any(match.status is not MatchStatus.PAIRED for one in event.rounds for match in one.matches)
    if event.status is not EventStatus.RUNNING or len(event.rounds) > 1 or begun or by_itself:
        raise EventRefused(EventRefusal.UNDO_OVER)
    entrants = tuple(replace(one, number=None) for one in event.entrants)
    return replace(event, status=status, entrants=entrants, rounds=(), planned_rounds=0, wanted_rounds=0)

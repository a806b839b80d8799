"""The notes on a match's line: its stage and table, and the players who stand in for others."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.events.matches import EventMatch, EventRound, MatchStatus
from bot.events.model import Event
from bot.events.pairing.ports import BracketPart
from bot.events.standings.event_bracket import find_stage_name
from bot.ids import EventMatchId, UserId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_message_link, get_player_names
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import find_table_link

Links = Mapping[EventMatchId, str]
"""Links to the tables in play."""
StandIns = Mapping[tuple[EventMatchId, int], tuple[str, ...]]
"""The stand-ins by match and side, with the players they replace."""


async def find_links(services: Services, event: Event) -> Links:
    """Return links to the newest round's tables in play."""
    matches = event.round.matches if event.round is not None else ()
    playing = {match.id for match in matches if match.status is MatchStatus.PLAYING}
    links = {}
    for table in services.registry.list_live() if playing else ():
        match = table.facts.event_match
        if match in playing and match is not None:
            thread = await services.threads.find_thread(table.id)
            shown = None if thread is None else format_message_link(event.guild, thread, None)
            links[match] = shown or await find_table_link(services, table.facts)
    return links


async def find_stand_ins(services: Services, event: Event, one: EventRound, texts: Texts) -> StandIns:
    """Return the stand-ins of a round, with the players they replace."""
    replaced = [found for match in one.matches for found in _list_replaced(event, match)]
    users = {user for _, _, planned, substitute in replaced for user in (planned, substitute) if user is not None}
    names = await get_player_names(services, sorted(users), texts)
    notes: dict[tuple[EventMatchId, int], tuple[str, ...]] = {}
    for match_id, side, planned, substitute in replaced:
        who = texts.say("events.a_computer") if substitute is None else names[substitute]
        note = texts.say("events.plays_for", who=who, member=names[planned])
        notes[match_id, side] = (*notes.get((match_id, side), ()), note)
    return notes


async def find_own_stand_in(services: Services, event: Event, user: UserId, texts: Texts) -> str | None:
    """Return the name of the player in a user's seat of the newest round; None if nobody does."""
    matches = event.round.tables if event.round is not None else ()
    for _, _, planned, substitute in (found for match in matches for found in _list_replaced(event, match)):
        if planned == user and substitute is not None:
            return (await get_player_names(services, [substitute], texts))[substitute]
        if planned == user:
            return texts.say("events.a_computer")
    return None


def format_stand_ins(notes: StandIns, match: EventMatch, side: int, *, escaped: bool) -> str:
    """Return the stand-ins of a side, in brackets to follow its name; empty if there are none."""
    found = notes.get((match.id, side), ())
    words = ", ".join(escape_name(note) if escaped else note for note in found)
    return f" ({words})" if words else ""


def _list_replaced(event: Event, match: EventMatch) -> Iterator[tuple[EventMatchId, int, UserId, UserId | None]]:
    """Yield the side, the member and the substitute (None: a computer player) of each seat that was reassigned."""
    for place, seat in enumerate(match.seats):
        planned = event.find_planned(match, place)
        if planned is not None and planned > 0 and seat.user != planned and (seat.user or 1) > 0:
            yield match.id, place % len(match.sides), planned, seat.user


_NAMED: Final = {2: "final", 4: "semifinal", 8: "quarterfinal"}


def format_stage(entrants: int, texts: Texts) -> str:
    """Return the name of the stage with this number of entrants left."""
    known = _NAMED.get(entrants)
    return texts.say(f"bracket.{known}") if known else texts.say("bracket.round_of", count=entrants)


def format_round(event: Event, number: int, texts: Texts) -> str:
    """Return the name of a round: its number, or the stage and the game of a knockout."""
    stage = find_stage_name(event, number)
    if stage is None:
        return texts.say("events.round_of", number=number, rounds=event.planned_rounds)
    words = format_stage(stage.entrants, texts)
    if event.settings.bracket.best_of == 1:
        return words
    return texts.say("bracket.game", stage=words, game=stage.game, count=event.settings.bracket.best_of)


def format_part(match: EventMatch, texts: Texts) -> str:
    """Return the purpose of a match that is not part of a knockout's main bracket."""
    return "" if match.part is BracketPart.MAIN else texts.say(f"bracket.{match.part}")

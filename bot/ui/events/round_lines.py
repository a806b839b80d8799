"""Writes lines about an event for messages, such as the tables of a round, the standings and who replaces whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from bot.events.matches import EventMatch, EventRound, MatchStatus, Verdict
from bot.events.model import EntrantStatus, Event
from bot.events.pairing.ports import BracketPart
from bot.events.pairing.rank_entrants import TieBreak
from bot.events.settings import BoardScoring
from bot.events.standings.event_bracket import find_stage_name
from bot.events.standings.event_standings import EventStanding, has_results, list_leavers, rank_event
from bot.ids import EventEntrantId, EventMatchId, UserId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_message_link, get_player_names
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import find_table_link

Links = Mapping[EventMatchId, str]
"""The links to the tables in play, by match."""
StandIns = Mapping[tuple[EventMatchId, int], tuple[str, ...]]
"""Notes about stand-ins, such as "Bob for Alice". The key is a match and the number of a side."""
_NAMED: Final = {2: "final", 4: "semifinal", 8: "quarterfinal"}
MAX_NAMES_LENGTH: Final = 2400
"""The most characters in a list of names; a message has room for a few more lines."""
MAX_TABLES: Final = 20
"""The most tables in a message, which also has room for the standings."""
_BETWEEN: Final = " · "
Names = Mapping[EventEntrantId, str]
SHOWN_TIES = {TieBreak.OPPONENTS, TieBreak.MARGIN}


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
    """Return notes such as "Bob for Alice" about all stand-ins of a round."""
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
    """Return the name of the stand-in who plays for the user in the newest round. Return None if there is none."""
    matches = event.round.tables if event.round is not None else ()
    for _, _, planned, substitute in (found for match in matches for found in _list_replaced(event, match)):
        if planned == user and substitute is not None:
            return (await get_player_names(services, [substitute], texts))[substitute]
        if planned == user:
            return texts.say("events.a_computer")
    return None


def format_stand_ins(notes: StandIns, match: EventMatch, side: int, *, escaped: bool) -> str:
    """Return a side's stand-ins in brackets, to follow its name; empty if there are none."""
    found = notes.get((match.id, side), ())
    words = ", ".join(escape_name(note) if escaped else note for note in found)
    return f" ({words})" if words else ""


def _list_replaced(event: Event, match: EventMatch) -> Iterator[tuple[EventMatchId, int, UserId, UserId | None]]:
    """Yield match, side, planned user and stand-in of each replaced seat. A stand-in of None is a computer player."""
    for place, seat in enumerate(match.seats):
        planned = event.find_planned(match, place)
        if planned is not None and planned > 0 and seat.user != planned and (seat.user or 1) > 0:
            yield match.id, place % len(match.sides), planned, seat.user


def format_stage(entrants: int, texts: Texts) -> str:
    """Return the name of the stage with this number of entrants left."""
    known = _NAMED.get(entrants)
    return texts.say(f"bracket.{known}") if known else texts.say("bracket.round_of", count=entrants)


def format_round(event: Event, number: int, texts: Texts) -> str:
    """Return the name of a round. It is the round's number or, in a knockout, the stage and the game."""
    stage = find_stage_name(event, number)
    if stage is None:
        return texts.say("events.round_of", number=number, rounds=event.planned_rounds)
    words = format_stage(stage.entrants, texts)
    if event.settings.bracket.best_of == 1:
        return words
    return texts.say("bracket.game", stage=words, game=stage.game, count=event.settings.bracket.best_of)


def format_part(match: EventMatch, texts: Texts) -> str:
    """Return the part of a knockout that a match belongs to; empty for the main bracket."""
    return "" if match.part is BracketPart.MAIN else texts.say(f"bracket.{match.part}")


def round_lines(
    event: Event, one: EventRound, names: Names, texts: Texts, links: Links, notes: StandIns
) -> Iterator[str]:
    """Yield a heading, up to `MAX_TABLES` tables and the byes. If there are more tables, unfinished ones come first."""
    yield f"### {format_round(event, one.number, texts)}"
    tables = one.tables
    if len(tables) > MAX_TABLES:
        tables = tuple(sorted(tables, key=lambda match: not match.is_open))
    for match in tables[:MAX_TABLES]:
        yield table_line(one, match, names, texts, links, notes)
    if len(tables) > MAX_TABLES:
        yield texts.say("events.more", count=len(tables) - MAX_TABLES)
    if one.byes:
        yield texts.say("events.byes", names=texts.format_list(escape_name(names[entrant]) for entrant in one.byes))


def table_line(one: EventRound, match: EventMatch, names: Names, texts: Texts, links: Links, notes: StandIns) -> str:
    """Return a table's line: players, stand-ins and state of play. During play, the state links to the table."""
    sides = [
        format_side(side, names, texts) + format_stand_ins(notes, match, place, escaped=True)
        for place, side in enumerate(match.sides)
    ]
    state = format_table_state(one, match, texts)
    if match.id in links:
        state = f"[{state}]({links[match.id]})"
    state = " · ".join(filter(None, (format_part(match, texts), state)))
    facts = {"table": match.table, "first": sides[0], "second": sides[1]}
    return texts.say("events.table", **facts, state=state)


def format_table_state(one: EventRound, match: EventMatch, texts: Texts) -> str:
    """Return the state of a table. If all tables play the same boards, the text does not reveal results of boards."""
    forfeited = match.result is not None and match.result.verdict is Verdict.FORFEITED
    if not one.boards or forfeited or match.status is MatchStatus.PAIRED:
        return texts.say("events.forfeited") if one.boards and forfeited else format_state(match, texts)
    if match.status is MatchStatus.PLAYING:
        return texts.say("events.on_board", board=match.board)
    return format_state(match, texts) if match.is_open else texts.say("events.all_boards_done")


def format_side(side: Iterable[EventEntrantId], names: Names, texts: Texts) -> str:
    """Return the names of a side."""
    return texts.format_list(escape_name(names[entrant]) for entrant in side)


def format_state(match: EventMatch, texts: Texts) -> str:
    """Return the state of a table, or its result."""
    if match.result is None:
        waiting = match.status is MatchStatus.PAIRED
        if waiting and match.missing:
            return texts.say("events.waits_for", count=len(match.missing))
        return texts.say(f"events.match.{match.status}")
    if match.is_forfeited_by_both:
        return texts.say("events.both_forfeited")
    score = format_score(match.result.scores, texts)
    if match.result.verdict is Verdict.PLAYED:
        return texts.say("events.score", score=score)
    return texts.say(f"events.score_{match.result.verdict}", score=score)


def format_score(scores: tuple[float, float], texts: Texts) -> str:
    """Return the levels of both sides."""
    return " : ".join(texts.format_number(score) for score in scores)


def standings_lines(event: Event, names: Names, texts: Texts, most: int | None = None) -> Iterator[str]:
    """Yield up to `most` lines of the standings. For an event without results, yield the entrants' names instead."""
    if not has_results(event):
        yield from entrant_lines(event, names, texts, most)
        return
    ranked = rank_event(event)
    for one in ranked[:most]:
        yield standing_line(event, one, names, texts)
    if most is not None and len(ranked) > most:
        yield texts.say("events.more", count=len(ranked) - most)
    if most is not None:
        yield from leaver_lines(event, names, texts)


def entrant_lines(event: Event, names: Names, texts: Texts, most: int | None = None) -> Iterator[str]:
    """Yield one line with up to `most` names of entrants. It is for an event without results."""
    entered = [one for one in event.competitors or event.entrants if one.is_in]
    yield from name_lines([escape_name(names[one.id]) for one in entered], texts, most)


def name_lines(names: Sequence[str], texts: Texts, most: int | None = None) -> Iterator[str]:
    """Yield names in one line, as many as fit into a message, and the number of further ones."""
    ends = accumulate(len(name) + len(_BETWEEN) for name in names)
    shown = names[: sum(end <= MAX_NAMES_LENGTH for end in ends)][:most]
    if shown:
        yield _BETWEEN.join(shown)
    if len(shown) < len(names):
        yield texts.say("events.more", count=len(names) - len(shown))


def format_total(event: Event, score: float, texts: Texts) -> str:
    """Return an entrant's score as text. Match points are shown as a percentage."""
    number = texts.format_number(score)
    return texts.say("events.percent", share=number) if _has_percentages(event) else number


def _has_percentages(event: Event) -> bool:
    return event.settings.board_scoring is BoardScoring.MATCH_POINTS


def standing_line(event: Event, one: EventStanding, names: Names, texts: Texts) -> str:
    """Return an entrant's line in the standings."""
    line = one.standing
    figures = {"won": line.wins, "drawn": line.draws, "lost": line.losses, "score": line.score}
    key = "events.line_percent" if _has_percentages(event) else "events.line"
    said = texts.say(key, rank=line.place, name=escape_name(names[one.entrant.id]), **figures)
    ties = [f"{texts.say(f'events.tie.{kind}')} {texts.format_number(figure)}" for kind, figure in shown_ties(one)]
    parts = [said, *([texts.say("events.byes_mark", count=line.byes)] if line.byes else []), *ties]
    if one.entrant.status is EntrantStatus.WITHDRAWN:
        parts.append(texts.say("events.withdrawn_mark"))
    return " · ".join(parts)


def leaver_lines(event: Event, names: Names, texts: Texts) -> Iterator[str]:
    """Yield a line for each entrant who left a round-robin. It says whether their games count."""
    for one in list_leavers(event):
        name = escape_name(names[event.competitors[one.number].id])
        key = "events.left_counts" if one.counts else "events.left_uncounted"
        yield texts.say(key, name=name, played=one.played, due=one.due)


def shown_ties(one: EventStanding) -> list[tuple[TieBreak, float]]:
    """Return the tie-breaks that messages show. These are the opponents' scores and the margin."""
    return [(kind, figure) for kind, figure in one.standing.tie_breaks if kind in SHOWN_TIES]

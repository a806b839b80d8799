"""The lines of a message that show a round and the standings of an event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from bot.events.matches import EventMatch, EventRound, MatchStatus, Verdict
from bot.events.model import EntrantStatus, Event
from bot.events.pairing.rank_entrants import TieBreak
from bot.events.settings import BoardScoring
from bot.events.standings.event_standings import (
    EventStanding,
    has_results,
    is_forfeited_by_both,
    list_leavers,
    rank_event,
)
from bot.ids import EventEntrantId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.events.match_notes import Links, StandIns, format_part, format_round, format_stand_ins

MAX_NAMES_LENGTH: Final = 2400
"""The longest list of names in one line; a message has room for a few more lines."""
MAX_TABLES: Final = 20
"""The most tables in a message, which also has room for the standings."""
_BETWEEN: Final = " · "
Names = Mapping[EventEntrantId, str]


def round_lines(
    event: Event, one: EventRound, names: Names, texts: Texts, links: Links, notes: StandIns
) -> Iterator[str]:
    """Yield a line for each table of a round, those in play first if they are many, and one for those who sit out."""
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
    """Return a table's line: the players, their stand-ins, the state of play, and the link to the table."""
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
    """Return the state of a table, without results that would reveal too much if all tables play the same boards."""
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
    if is_forfeited_by_both(match):
        return texts.say("events.both_forfeited")
    score = format_score(match.result.scores, texts)
    if match.result.verdict is Verdict.PLAYED:
        return texts.say("events.score", score=score)
    return texts.say(f"events.score_{match.result.verdict}", score=score)


def format_score(scores: tuple[float, float], texts: Texts) -> str:
    """Return the levels of both sides."""
    return " : ".join(texts.format_number(score) for score in scores)


def standings_lines(event: Event, names: Names, texts: Texts, most: int | None = None) -> Iterator[str]:
    """Yield the standings, a line each; at most `most`."""
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
    """Yield the entrants in one line, while there are no results; at most `most`."""
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
    """Return an entrant's score; match points are shown as a percentage."""
    number = texts.format_number(score)
    return texts.say("events.percent", share=number) if _has_percentages(event) else number


def _has_percentages(event: Event) -> bool:
    return event.settings.board_scoring is BoardScoring.MATCH_POINTS


def standing_line(event: Event, one: EventStanding, names: Names, texts: Texts) -> str:
    """Return an entrant's line."""
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
    """Yield what counts of the games of those who left a round-robin, a line each."""
    for one in list_leavers(event):
        name = escape_name(names[event.competitors[one.number].id])
        key = "events.left_counts" if one.counts else "events.left_uncounted"
        yield texts.say(key, name=name, played=one.played, due=one.due)


def shown_ties(one: EventStanding) -> list[tuple[TieBreak, float]]:
    """Return the tie-breaks that are worth a figure: opponents' scores and margin."""
    return [(kind, figure) for kind, figure in one.standing.tie_breaks if kind in SHOWN_TIES]


SHOWN_TIES = {TieBreak.OPPONENTS, TieBreak.MARGIN}

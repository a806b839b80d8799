"""Shows the standings of an event as a picture. The podium follows or, before the end, the newest round."""

from typing import Final

from bot.events.matches import EventMatch, EventRound, MatchStatus, Verdict
from bot.events.model import Event, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.standings.event_bracket import build_event_bracket
from bot.events.standings.event_standings import EventStanding, has_results, rank_event
from bot.render.events import event_round_scene, event_standings_scene
from bot.render.values.event_pictures import EventLine, EventStandingsPicture, RoundPicture, RoundTable
from bot.render.values.league_pictures import SeasonPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.events import round_lines
from bot.ui.events.bracket_view import bracket_block, list_pages
from bot.ui.events.lookup import People, get_entrant_names, get_pair_names
from bot.ui.events.round_lines import Names, StandIns

PODIUM: Final = 3


async def standings_view(services: Services, event: Event, texts: Texts) -> Message:
    """Return all standings of an event as a picture. If the picture omits something, also return them as text."""
    title = f"## {escape_name(event.settings.name)} · {texts.say('events.standings')}"
    names = await get_entrant_names(services, event.entrants, texts)
    if not has_results(event):
        lines = (title, texts.say("events.no_standings"), *round_lines.entrant_lines(event, names, texts))
        return Message((join_lines(lines), *await _round_blocks(services, event, names, texts)))
    ranked = rank_event(event)
    people = await get_pair_names(services, event.entrants, texts)
    byes = texts.say("events.byes_in_brackets") if any(one.standing.byes for one in ranked) else ""
    scoring, style = event.settings.board_scoring, event.settings.format
    key = style if scoring is None or style is EventFormat.TEAM_MATCH else scoring
    note = f"-# {texts.join_sentences((texts.say(f'events.scoring.{key}'), byes))}"
    blocks: list[Block] = [Text("\n".join((title, note, *round_lines.leaver_lines(event, names, texts))))]
    picture = _picture_standings(event, ranked, names, people, texts)
    blocks.append(await picture_block(services, picture, texts, "standings.png"))
    if event.status is EventStatus.FINISHED:
        podium = _picture_podium(event, ranked, names, texts)
        blocks.insert(1, await picture_block(services, podium, texts, "podium.png"))
    else:
        blocks += await _round_blocks(services, event, names, texts)
    if event.settings.format is EventFormat.KNOCKOUT and event.rounds:
        blocks.append(await bracket_block(services, event, list_pages(build_event_bracket(event))[0], texts))
    if len(ranked) > event_standings_scene.MAX_IN_ONE_COLUMN:
        blocks.append(join_lines(round_lines.standings_lines(event, names, texts)))
    return Message(tuple(blocks))


async def _round_blocks(services: Services, event: Event, names: Names, texts: Texts) -> tuple[Block, ...]:
    if event.round is None or not event.round.matches:
        return ()
    stand_ins = await round_lines.find_stand_ins(services, event, event.round, texts)
    return (await picture_block(services, _picture_round(event, names, stand_ins, texts), texts, "round.png"),)


def _picture_standings(
    event: Event, ranked: tuple[EventStanding, ...], names: Names, people: People, texts: Texts
) -> EventStandingsPicture:
    individual = event.settings.format.is_individual
    ties = [texts.say(f"events.tie.{kind}").capitalize() for kind, _ in round_lines.shown_ties(ranked[0])]
    return EventStandingsPicture(
        event.settings.name,
        _format_stand(event, texts),
        texts.say("picture.player" if individual else "managing.team"),
        (*reversed(ties), texts.say("events.record"), texts.say("picture.points")),
        tuple(_line(event, one, names, people, texts) for one in ranked),
        texts.say("picture.more", n="{n}"),
    )


def _line(event: Event, one: EventStanding, names: Names, people: People, texts: Texts) -> EventLine:
    standing = one.standing
    ties = [texts.format_number(figure) for _, figure in round_lines.shown_ties(one)]
    byes = f" ({standing.byes})" if standing.byes else ""
    record = f"{standing.wins}–{standing.draws}–{standing.losses}{byes}"
    figures = (*reversed(ties), record, round_lines.format_total(event, standing.score, texts))
    return EventLine(standing.place, names[one.entrant.id], figures, people.get(one.entrant.id, ()))


def _format_stand(event: Event, texts: Texts) -> str:
    newest = event.rounds[-1]
    running = not newest.is_over and any(match.result is not None for match in newest.matches)
    number = len(event.rounds) if newest.is_over or running else len(event.rounds) - 1
    key = "events.during_round" if running else "events.after_round"
    return texts.say(key, number=number, rounds=event.planned_rounds)


def _picture_podium(event: Event, ranked: tuple[EventStanding, ...], names: Names, texts: Texts) -> SeasonPicture:
    best = [one for one in ranked if one.standing.place <= PODIUM][:PODIUM]
    points = [round_lines.format_total(event, one.standing.score, texts) for one in best]
    podium = tuple(
        (names[one.entrant.id], texts.say("picture.fact", caption=texts.say("picture.points"), figure=figure))
        for one, figure in zip(best, points, strict=True)
    )
    ranks = tuple(one.standing.place for one in best)
    return SeasonPicture(event.settings.name, texts.say("events.final"), podium, ranks=ranks)


def _picture_round(event: Event, names: Names, stand_ins: StandIns, texts: Texts) -> RoundPicture:
    newest = event.rounds[-1]
    return RoundPicture(
        event.settings.name,
        round_lines.format_round(event, len(event.rounds), texts),
        tuple(_table(newest, match, names, stand_ins, texts) for match in newest.tables),
        tuple(names[entrant] for entrant in newest.byes),
        texts.say("events.byes", names="{names}"),
        texts.say("picture.more", n="{n}"),
        texts.say("events.set_note", mark=event_round_scene.SET_MARK),
    )


def _table(one: EventRound, match: EventMatch, names: Names, stand_ins: StandIns, texts: Texts) -> RoundTable:
    first, second = (
        texts.format_list(names[entrant] for entrant in side)
        + round_lines.format_stand_ins(stand_ins, match, place, escaped=False)
        for place, side in enumerate(match.sides)
    )
    if one.boards:
        paired = match.status in {MatchStatus.PAIRED, MatchStatus.UNRESOLVED}
        note = _format_note(match, texts) if paired else round_lines.format_table_state(one, match, texts)
        return RoundTable(match.table, (first, second), note=note)
    if match.result is None:
        return RoundTable(match.number, (first, second), note=_format_note(match, texts))
    scores = match.result.scores
    winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    if match.result.verdict is Verdict.FORFEITED:
        note = texts.say("events.note.both_forfeited" if match.is_forfeited_by_both else "events.forfeited")
        return RoundTable(match.number, (first, second), None, winner, note)
    figures = texts.format_number(scores[0]), texts.format_number(scores[1])
    is_set = match.result.verdict is Verdict.REPORTED
    return RoundTable(match.number, (first, second), figures, winner, texts.say("events.set") if is_set else "")


def _format_note(match: EventMatch, texts: Texts) -> str:
    if match.status is MatchStatus.UNRESOLVED:
        return texts.say("events.note.unresolved")
    if match.status is MatchStatus.PAIRED and match.missing:
        return texts.say("events.note.paired", count=len(match.missing))
    return round_lines.format_state(match, texts)

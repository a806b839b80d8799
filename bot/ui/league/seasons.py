"""Seasons: what closing one means, who won it, and all that there were."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bot.league.ids import EntrantId
from bot.league.leagues import By, LeagueFacts, Season
from bot.league.looks import SeasonTable
from bot.league.scores import Line
from bot.render.statistics import SeasonPicture
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.league.showing import ROOM, day, paragraph, pictured
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

PICTURE: Final = "season.png"
PODIUM: Final = 3
SHOWN: Final = 10
"""Seasons in a list."""
Names = Mapping[EntrantId, str]


def champions(table: SeasonTable) -> tuple[Line, ...]:
    """Return who won a season: all who share the first place and have played."""
    return tuple(line for line in table.lines if line.rank == 1 and line.score.deals)


async def season_body(kit: Kit, league: LeagueFacts, table: SeasonTable, names: Names, texts: "Texts") -> Body:
    """Return how a season ended: its champions, and the picture."""
    facts = {"league": plain(league.name), "number": table.season.number}
    won = champions(table)
    if not won:
        return Body((Text(texts.say("leagues.no_champions", **facts)),))
    called = texts.listed(f"**{plain(names[line.entrant.id])}**" for line in won)
    words = Text(f"## {texts.say('leagues.champions', names=called, **facts)}")
    return Body((words, await pictured(kit, _picture(league, table, names, texts), texts, PICTURE)))


def begins_body(league: LeagueFacts, season: Season, texts: "Texts") -> Body:
    """Return that a season has begun, for all."""
    return Body((Text(texts.say("leagues.season_begins", league=plain(league.name), number=season.number)),))


def asked_body(league: LeagueFacts, step: str, number: int, texts: "Texts") -> Body:
    """Return what opening or closing season `number`, or ending the league means, and a button for who means it."""
    facts = {"league": plain(league.name), "number": number}
    words = texts.say(f"leagues.ask_{step}", **facts)
    if step == "open" and league.draft.by is By.TEAMS:
        words = f"{words}\n- {texts.say(f'leagues.reset.{league.draft.reset}.about')}"
    tone = Tone.GOOD if step == "open" else Tone.GRAVE
    sure = Button(control(ROOM, step, league.id, number), cut(texts.say(f"leagues.button.{step}")), tone)
    return Body((Text(words), *in_rows((sure, cancel(texts)))))


def leaving_body(league: LeagueFacts, team: int, who: str, texts: "Texts") -> Body:
    """Return what leaving means for a person, or for his team of this number (0: none), and a button to do it."""
    words = texts.say("leagues.ask_leave", who=plain(who), league=plain(league.name))
    sure = Button(control(ROOM, "leave", league.id, team), cut(texts.say("leagues.button.leave")), Tone.GRAVE)
    return Body((Text(words), *in_rows((sure, cancel(texts)))))


def cancel(texts: "Texts") -> Button:
    """Return the button that leaves all as it is."""
    return Button(control(ROOM, "cancel"), cut(texts.say("leagues.button.cancel")))


def history_body(
    league: LeagueFacts, seasons: Sequence[Season], winners: Mapping[int, str], since: Mapping[int, int], texts: "Texts"
) -> Body:
    """Return the seasons of a league, newest first.

    By number: `winners`, their names as they are to be written; `since`, how often was ruled after the season's end.
    """
    lines = [f"## {texts.say('leagues.history_heading', league=plain(league.name))}"]
    for season in seasons[:SHOWN]:
        line = _line(season, winners.get(season.number, ""), texts)
        count = since.get(season.number, 0)
        lines.append(texts.say("rulings.since", line=line, count=count) if count else line)
    if not seasons:
        lines.append(texts.say("leagues.season_none"))
    return Body((paragraph(lines), *_pick(league, seasons, texts)))


def _line(season: Season, names: str, texts: "Texts") -> str:
    since = day(season.opened_at)
    if season.closed_at is None:
        return texts.say("leagues.history_open", number=season.number, since=since)
    told = names or texts.say("leagues.history_nobody")
    return texts.say("leagues.history_line", number=season.number, since=since, until=day(season.closed_at), names=told)


def _pick(league: LeagueFacts, seasons: Sequence[Season], texts: "Texts") -> tuple[Block, ...]:
    if not seasons:
        return ()
    options = tuple(
        Option(str(one.number), cut(texts.say("leagues.history_option", number=one.number), OPTION_TEXT))
        for one in seasons[:OPTIONS]
    )
    return (Select(control(ROOM, "past", league.id), cut(texts.say("leagues.history_pick"), PROMPT), options),)


def _picture(league: LeagueFacts, table: SeasonTable, names: Names, texts: "Texts") -> SeasonPicture:
    season = table.season
    number = texts.say("leagues.history_option", number=season.number)
    best = tuple(line for line in table.lines[:PODIUM] if line.score.deals)
    podium = tuple((names[line.entrant.id], _note(line, texts)) for line in best)
    played = (texts.say("leagues.fact.players"), texts.number(table.total))
    return SeasonPicture(league.name, number, podium, (played,), tuple(line.rank for line in best))


def _note(line: Line, texts: "Texts") -> str:
    score = line.score
    return texts.say("leagues.podium", points=score.points, won=score.won, deals=score.deals)

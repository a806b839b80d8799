"""The public card of a league: what counts, who leads, the next event, and what everybody can do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.events.model import ENDED, Event, EventStatus, get_event_order
from bot.ids import EntrantId
from bot.league.leagues.leagues import League
from bot.league.results.season_standings import SeasonStanding
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_message_link, format_preset
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, button_rows
from bot.ui.core.messages.paging import join_lines
from bot.ui.league.control_ids import EventList, LeagueAction, LeagueControl, OpenLeagueTable, ShowStandings
from bot.ui.league.overview_view import season_line
from bot.ui.league.standings_view import format_line

MAX_LEADERS: Final = 5


def card_view(
    league: League,
    leaders: Sequence[SeasonStanding],
    names: Mapping[EntrantId, str],
    events: Iterable[Event],
    texts: Texts,
) -> Message:
    """Return the card of a league; `events` are those of its server, `leaders` the first of its running season."""
    settings, season = league.settings, league.season
    order = texts.say(f"leagues.order.{settings.scheme.order}.about", count=settings.scheme.min_deals)
    lines = [
        f"## {texts.say('leagues.heading', name=escape_name(league.name))}",
        f"-# {format_preset(settings.preset, texts)} · {texts.say(f'leagues.ranks.{settings.ranked_by}')} · {order}",
        texts.say("leagues.archived") if league.archived_at is not None else season_line(season, texts),
        *_leader_lines(league, leaders, names, texts),
        *_event_lines(league, events, texts),
    ]
    if league.entries_closed_at is not None:
        lines.append(texts.say("leagues.entries_are_closed"))
    return Message((join_lines(lines), *button_rows(tuple(_buttons(league, texts)))))


def _leader_lines(
    league: League, leaders: Sequence[SeasonStanding], names: Mapping[EntrantId, str], texts: Texts
) -> list[str]:
    season = league.running_season
    if season is None:
        return []
    played = [one for one in leaders if one.score.deals or one.score.settled]
    shown = [format_line(one, season, names, texts) for one in played[:MAX_LEADERS]]
    return [f"### {texts.say('leagues.leaders')}", *(shown or [texts.say("leagues.no_leaders")])]


def _event_lines(league: League, events: Iterable[Event], texts: Texts) -> list[str]:
    """Return the league's event that runs or comes first."""
    coming = [one for one in events if one.settings.league == league.id and one.status not in ENDED]
    if not coming:
        return []
    event = min(coming, key=get_event_order)
    link = format_message_link(event.guild, event.channel, event.message.message if event.message else None)
    starts = event.settings.starts_at
    when = texts.say("events.no_time") if starts is None else f"<t:{int(starts)}:f>"
    style = texts.say(f"events.format.{event.settings.format}")
    facts = {"name": f"[{escape_name(event.settings.name)}]({link})", "format": style}
    if event.status is EventStatus.RUNNING:
        return [texts.say("leagues.event_runs", **facts)]
    return [texts.say("leagues.next_event", when=when, **facts)]


def _buttons(league: League, texts: Texts) -> Iterable[Button]:
    is_open = league.archived_at is None
    if is_open and league.entries_closed_at is None:
        join = LeagueControl(LeagueAction.JOIN, league.id)
        yield labelled_button(join, texts, "leagues.button.join", ButtonStyle.SUCCESS)
    if league.running_season is not None:
        yield labelled_button(OpenLeagueTable(league.id), texts, "leagues.button.new_table", ButtonStyle.PRIMARY)
    if league.season is not None:
        yield labelled_button(ShowStandings(league.id), texts, "leagues.button.table")
    if is_open:
        yield labelled_button(EventList(league.id), texts, "leagues.button.events")
    yield labelled_button(LeagueControl(LeagueAction.CARD, league.id), texts, "events.button.panel")

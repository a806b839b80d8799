"""Keeps the public cards of leagues up to date until they end. A card shows what counts, who leads and what is next."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import Final

import discord

from bot.events.model import ENDED, Event, EventStatus, get_event_order
from bot.ids import EntrantId
from bot.league.leagues.leagues import League, LeagueInfo
from bot.league.pending_posts import LeagueCard
from bot.league.results.season_standings import SeasonStanding
from bot.play.clock.repeating_task import RepeatingTask
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_message_link
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Button, ButtonStyle, Message, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.kept_messages import KeptMessage, KeptMessages, Outcome
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import league_subject
from bot.ui.league.control_ids import EventList, LeagueAction, LeagueControl, OpenLeagueTable, ShowStandings
from bot.ui.league.lookup import get_entrant_names
from bot.ui.league.overview_view import season_line
from bot.ui.league.standings_view import format_line

CHECK_INTERVAL: Final = 15.0
"""Seconds between two checks; a change wakes the task earlier."""
LOOK_INTERVAL: Final = 600.0
"""Seconds between two comparisons of all cards with their leagues. They find changes that nobody has reported."""
MAX_LEADERS: Final = 5


class LeagueCards:
    """The cards of all leagues; each is in its league's channel."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self.kept = KeptMessages(services, Messenger(client, services))
        self._all_due = float("-inf")
        clock, wakeup = services.clock, services.league.posts.card_wakeup
        failure = "the cards of leagues could not be updated"
        self.task = RepeatingTask("league cards", clock, CHECK_INTERVAL, self.update, failure, wakeup=wakeup)
        """The task that updates cards. It updates all of them first, because the last run may not have done so."""

    async def update(self) -> None:
        """Update the cards of servers where something may have changed. Once in `LOOK_INTERVAL`, update all cards."""
        posts, now = self._services.league.posts, self._services.clock.now()
        posts.card_wakeup.clear()
        stale = set(posts.stale_cards)
        is_full = now >= self._all_due
        if not stale and not is_full:
            return
        posts.stale_cards.clear()
        for league, card in await posts.store.list_cards(None if is_full else stale):
            if not await self._update(league, card):
                posts.stale_cards.add(league.guild)
        if is_full:
            self._all_due = now + LOOK_INTERVAL

    async def _update(self, league: LeagueInfo, card: LeagueCard | None) -> bool:
        """Post, edit, move or remove the card of a league; return False if this must be retried."""
        number, channel = f"league-{league.id}", league.settings.news_channel
        if card is not None and channel is None:
            await self.kept.delete((card.channel, card.message))
            await self._services.league.posts.store.save_card(league.id, None)
        if channel is None or (league.archived_at is not None and card is None):
            return True
        if not self.kept.may_try(number):
            return False
        known = await self._services.league.access.get_league(league.guild, league.id)
        texts = get_public_texts(self._services, self._client, league.guild, league.language)
        message = await self._build(known, texts)
        shown = blake2s(repr(message).encode(), digest_size=16).hexdigest()
        if card is not None and (card.channel, card.shown) == (channel, shown):
            return True
        place = None if card is None else (card.channel, card.message)
        kept = KeptMessage(number, league_subject(known, known.managers), channel, place, Surface.LEAGUE)
        after, outcome = await self.kept.show(kept, message, texts)
        if after is not None and outcome is Outcome.SHOWN:
            # Once a league has ended, the bot forgets its card, so that the card stays as it is.
            card = LeagueCard(*after, shown) if league.archived_at is None else None
            await self._services.league.posts.store.save_card(league.id, card)
        return outcome is not Outcome.TRY_AGAIN

    async def _build(self, league: League, texts: Texts) -> Message:
        season, queries = league.running_season, self._services.league.queries
        leaders = () if season is None else (await queries.get_standings(season.id, 0, MAX_LEADERS)).lines
        names = await get_entrant_names(self._services, tuple(one.entrant for one in leaders), texts)
        return card_view(league, leaders, names, await self._services.events.list_events(league.guild), texts)


def card_view(
    league: League,
    leaders: Sequence[SeasonStanding],
    names: Mapping[EntrantId, str],
    events: Iterable[Event],
    texts: Texts,
) -> Message:
    """Return the card of a league. `events` are all events of its server, and `leaders` lead its running season."""
    settings, season = league.settings, league.season
    order = texts.say(f"leagues.order.{settings.scheme.order}.about", count=settings.scheme.min_deals)
    lines = [
        f"## {texts.say('leagues.heading', name=escape_name(league.name))}",
        f"-# {texts.format_preset(settings.preset)} · {texts.say(f'leagues.ranks.{settings.ranked_by}')} · {order}",
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
    shown = [format_line(one, season, names, texts) for one in leaders if one.score.deals or one.score.settled]
    return [f"### {texts.say('leagues.leaders')}", *(shown or [texts.say("leagues.no_leaders")])]


def _event_lines(league: League, events: Iterable[Event], texts: Texts) -> list[str]:
    """Return a line about the league's running event or, if none is running, about its next event."""
    coming = [one for one in events if one.settings.league == league.id and one.status not in ENDED]
    if not coming:
        return []
    event = min(coming, key=get_event_order)
    link = format_message_link(event.guild, event.channel, event.message.message if event.message else None)
    starts = event.settings.starts_at
    when = texts.say("events.no_time") if starts is None else f"<t:{int(starts)}:f>"
    style = texts.say(f"events.format.{event.settings.format}")
    facts = {"name": f"[{escape_name(event.settings.name)}]({link})", "format": style}
    key = "leagues.event_runs" if event.status is EventStatus.RUNNING else "leagues.next_event"
    return [texts.say(key, when=when, **facts)]


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

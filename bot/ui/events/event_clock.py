"""Advances events, keeps their public messages up to date and pings players to come to their tables."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import discord
import structlog

from bot.events.changes.reminders import is_round_reminder_due, is_start_reminder_due, list_not_checked_in
from bot.events.changes.stages import is_start_due
from bot.events.matches import EventRound
from bot.events.model import BEFORE_START, ENDED, Event, EventMessage, EventStatus
from bot.ids import EventId, UserId
from bot.play.clock.repeating_task import sleep_until_or_wake
from bot.play.clock.timing import get_clock_offset
from bot.stopping import CLOSE_TIMEOUT, stop_tasks
from bot.text.catalogue import Texts
from bot.ui.core.memory.people import PingPreference
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts, get_reader_texts
from bot.ui.discord_io.kept_messages import KeptMessage, KeptMessages, Outcome, RetryPause
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import event_subject
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.events.event_view import event_view
from bot.ui.events.ping_view import MAX_PINGED, ping_views, reminder_view
from bot.ui.events.round_lines import Links, find_links

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 15.0
"""Seconds between two checks while an event runs or waits for something. A change causes a check at once."""


class EventClock:
    """Runs the steps of events that no user triggers."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._messenger = Messenger(client, services)
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._has_given_time = False
        """Whether missing players got more time, because nobody could come while the program was down."""
        self._messages = EventMessages(services, self._messenger)
        self._ping_pauses: defaultdict[EventId, RetryPause] = defaultdict(RetryPause)

    def start(self) -> None:
        """Start the task. It begins with what should have happened while the program was down."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="events")

    async def close(self) -> None:
        """Let the step in progress finish, for up to `CLOSE_TIMEOUT` seconds, then stop the task."""
        self._closing = True
        self._services.events.wake()
        await stop_tasks(self._task, finish_within=CLOSE_TIMEOUT)

    async def check_events(self) -> bool:
        """Advance all events and show them. Return whether another check is needed soon."""
        active, wall = False, self._services.clock.wall()
        for event in await self._services.events.director.advance_all():
            waits = event.status is EventStatus.RUNNING or _is_planned(event, wall) or is_start_due(event, wall)
            active = not await self._show(event) or waits or active
        return active

    async def _run(self) -> None:
        while not self._closing:
            self._services.events.wakeup.clear()
            active = True
            try:
                if not self._has_given_time:
                    await self._services.events.director.give_time()
                    self._has_given_time = True
                active = await self.check_events()
            except Exception:  # the next check tries again
                log.exception("the events could not be advanced")
            if not self._closing:
                at = self._services.clock.now() + CHECK_INTERVAL if active else None
                await sleep_until_or_wake(self._services.clock, at, self._services.events.wakeup)

    async def _show(self, event: Event) -> bool:
        """Update an event's public message and send its pings. Return False if one of these must be tried again."""
        texts = get_public_texts(self._services, self._client, event.guild, event.language)
        is_shown = await self._messages.show(event, texts)
        pause, began = self._ping_pauses[event.id], self._services.clock.now()
        if not pause.is_over(began):
            return False
        try:
            if is_start_reminder_due(event, self._services.clock.wall()):
                await self._remind_of_start(event, texts)
            if event.status not in ENDED and event.round is not None:
                await self._ping_players(event, event.round, texts)
        except SendFailed as unsent:  # another try may succeed after each of these errors
            log.info("players were not pinged yet", event_id=event.id, code=unsent.code)
            pause.note_fault(began, self._services.clock.now(), unsent.retry_after)
            return False
        pause.end()
        return is_shown

    async def _ping_players(self, event: Event, one: EventRound, texts: Texts) -> None:
        due = f"<t:{int(one.due_at + get_clock_offset(self._services.clock))}:R>"
        # The ping's number names a match, because a round that is undone and paired again keeps its own number.
        number = f"event-{event.id}-{f'm{one.matches[0].id}' if one.matches else one.number}"
        if not one.is_pinged:
            for part, (message, users) in enumerate(ping_views(event, one, due, texts)):
                await self._ping(event, message, await self._list_pinged(users), f"{number}-{part}")
            await self._services.events.mark_pinged(event, one.number)
        elif is_round_reminder_due(event, one, self._services.clock.now()):
            missing = tuple(user for match in one.tables if match.is_open for user in match.missing)
            await self._remind(event, missing, f"{number}-r", due, texts)
            await self._services.events.mark_reminded(event, one.number)

    async def _ping(self, event: Event, message: Message, users: Iterable[UserId], number: str) -> None:
        """Ping users in an event's channel. Raises SendFailed only if another try may succeed."""
        try:
            await self._messenger.send_ping(event.channel, message, *users, number=number)
        except SendFailed as unsent:
            if unsent.fault is SendFault.TEMPORARY:
                raise
            log.info("players were not pinged", event_id=event.id, fault=unsent.fault.value, code=unsent.code)

    async def _remind_of_start(self, event: Event, texts: Texts) -> None:
        starts, late = f"<t:{int(event.settings.starts_at or 0)}:R>", list_not_checked_in(event)
        await self._remind(event, late, f"event-{event.id}-start-", starts, texts, checks_in=True)
        await self._services.events.mark_start_reminded(event)

    async def _remind(
        self, event: Event, users: tuple[UserId, ...], number: str, at: str, texts: Texts, *, checks_in: bool = False
    ) -> None:
        pinged = await self._list_pinged(users)
        for part, first in enumerate(range(0, len(pinged), MAX_PINGED)):
            some = pinged[first : first + MAX_PINGED]
            missing = await self._group_by_language(some, texts)
            message = reminder_view(event, missing, at, texts, checks_in=checks_in)
            await self._ping(event, message, some, f"{number}{part}")

    async def _group_by_language(self, users: Iterable[UserId], texts: Texts) -> dict[Texts, list[UserId]]:
        found: dict[Texts, list[UserId]] = {}
        for user in users:
            found.setdefault(await get_reader_texts(self._services, user, texts), []).append(user)
        return found

    async def _list_pinged(self, users: tuple[UserId, ...]) -> list[UserId]:
        preferences_of = self._services.people.get_preferences
        return [user for user in users if user > 0 and (await preferences_of(user)).ping is not PingPreference.NEVER]


def _is_planned(event: Event, now: float) -> bool:
    """Return whether an event that has not begun still waits for its reminder or for its automatic start."""
    planned = event.settings.starts_at
    waits = planned is not None and (not event.is_reminded or (event.settings.automatic and now < planned))
    return event.status in BEFORE_START and waits


class EventMessages:
    """The public messages of all events."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self.kept = KeptMessages(services, messenger)
        self._shown: dict[EventId, tuple[Links, Texts]] = {}
        """The table links and the language that each event's message shows."""

    async def show(self, event: Event, texts: Texts) -> bool:
        """Bring the public message up to date; return False if this must be retried."""
        links = await find_links(self._services, event)
        shown, number = self._shown.setdefault(event.id, ({}, texts)), f"event-{event.id}"
        if event.shown_revision >= event.revision and shown == (links, texts):
            return True
        if not self.kept.may_try(number):
            return False
        place = None if event.message is None else (event.message.channel, event.message.message)
        kept = KeptMessage(number, event_subject(event), event.channel, place, Surface.EVENT)
        message = await event_view(self._services, event, texts, links)
        place, outcome = await self.kept.show(kept, message, texts)
        if outcome is Outcome.TRY_AGAIN:
            return False
        await self._services.events.save_shown(event, None if place is None else EventMessage(*place))
        if event.settings.league is not None:
            self._services.league.posts.note_change(event.guild)
        self._shown[event.id] = links, texts
        return True

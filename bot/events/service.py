"""The interface of events. A method that refuses a request raises `EventRefused` and changes nothing."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from bot.events.access import require_manager
from bot.events.changes import begin_tables, entries, invitations, next_round, reminders, results, stages, undo
from bot.events.changes.no_shows import compute_due_at
from bot.events.model import ActKind, Event, EventMessage, EventStatus, ManagerAct
from bot.events.ports import EventChange, EventStore, EventTables
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.running.director import EventDirector
from bot.events.settings import EventSettings, NoShowPolicy, validate_settings
from bot.events.standings.seeding import load_seeds
from bot.ids import UNSAVED, ChannelId, EventId, GuildId, TeamId, UserId
from bot.league.leagues.access import Caller

MAX_EVENTS: Final = 10
"""The most unfinished events of one server."""
_SEED_BYTES: Final = 4
SettingsChange = Callable[[EventSettings], EventSettings]


class EventService:
    """The events of all servers. An event is managed by its organizer, its named managers and the server's managers."""

    def __init__(
        self,
        store: EventStore,
        tables: EventTables,
        now: Callable[[], float],
        wall: Callable[[], float],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._now = now
        self._wall = wall
        self._random_bytes = random_bytes
        self.director = EventDirector(store, tables, now, wall, random_bytes)
        self.wakeup = asyncio.Event()
        """A signal that is set when an event may have to be advanced, or its message updated."""

    async def create(self, caller: Caller, guild: GuildId, channel: ChannelId, settings: EventSettings) -> Event:
        """Create an event; the caller organizes it.

        Raises EventRefused: NOT_ADMIN, NAME_TAKEN, TOO_MANY_EVENTS, TIME_PAST, and as for `validate_settings`.
        """
        if not caller.admin:
            raise EventRefused(EventRefusal.NOT_ADMIN)
        if settings.starts_at is not None and settings.starts_at <= self._wall():
            raise EventRefused(EventRefusal.TIME_PAST, given="")
        seed = int.from_bytes(self._random_bytes(_SEED_BYTES), "big") >> 1
        place, chosen = (EventId(UNSAVED), guild, channel, caller.user), validate_settings(settings)
        new = Event(*place, chosen, EventStatus.CREATED, self._wall(), seed, language=caller.language)
        event = await self._store.add_event(new, MAX_EVENTS)
        self.wake()
        return event

    async def get_event(self, guild: GuildId, id_: EventId) -> Event:
        """Return an event of a server. Raises EventRefused: NO_EVENT."""
        event = await self._store.find_event(id_)
        if event is None or event.guild != guild:
            raise EventRefused(EventRefusal.NO_EVENT)
        return event

    async def list_events(self, guild: GuildId) -> Sequence[Event]:
        """Return a server's events, newest first."""
        return await self._store.list_events(guild)

    async def set_manager(self, caller: Caller, event: Event, user: UserId, *, is_manager: bool) -> Event:
        """Add or remove a manager of an event. Raises EventRefused: NOT_ORGANIZER, TOO_MANY_MANAGERS."""
        if not (caller.admin or caller.user == event.creator):
            raise EventRefused(EventRefusal.NOT_ORGANIZER, name=event.settings.name)
        return await self._update(event, lambda now: stages.set_manager(now, user, is_manager=is_manager))

    async def open_entries(self, caller: Caller, event: Event) -> Event:
        """Open entries."""
        return await self._manage(caller, event, stages.open_entries)

    async def close_entries(self, caller: Caller, event: Event) -> Event:
        """Close entries."""
        return await self._manage(caller, event, stages.close_entries)

    async def start(self, caller: Caller, event: Event) -> Event:
        """Start with the entrants who have checked in."""
        seeds = await load_seeds(self._store, event)
        return await self._act(caller, event, ActKind.START, lambda now: stages.start(now, seeds))

    async def begin_round(self, caller: Caller, event: Event, number: int) -> Event:
        """Begin round `number`, once the previous one is over."""
        return await self._act(caller, event, ActKind.ROUND, lambda now: stages.want_round(now, number))

    async def begin_table(self, caller: Caller, event: Event, number: int, table: int, no_show: NoShowPolicy) -> Event:
        """Begin a table of round `number` at once; `no_show` says what happens to the seats of missing players."""
        return await self._act(
            caller, event, ActKind.RESULT, lambda now: begin_tables.begin_now(now, number, table, no_show)
        )

    async def begin_table_with(
        self, caller: Caller, event: Event, number: int, table: int, seat: int, user: UserId
    ) -> Event:
        """Begin a table of round `number` at once, with this user in the seat (from 0) of a missing player."""
        return await self._act(
            caller, event, ActKind.RESULT, lambda now: begin_tables.begin_with(now, number, table, seat, user)
        )

    async def change_settings(self, caller: Caller, event: Event, change: SettingsChange) -> Event:
        """Change settings. `change` gets the settings of the moment when it is applied, and returns the new ones.

        Raises EventRefused: NOT_MANAGER, NAME_TAKEN, TIME_PAST, and as for `validate_settings` and
        `stages.change_settings`.
        """

        def apply(now: Event) -> Event:
            settings = change(now.settings)
            starts_at = settings.starts_at
            if starts_at is not None and starts_at != now.settings.starts_at and starts_at <= self._wall():
                raise EventRefused(EventRefusal.TIME_PAST, given="")
            return stages.change_settings(now, validate_settings(settings))

        return await self._act(caller, event, ActKind.SETTINGS, apply)

    async def undo(self, caller: Caller, event: Event, at: float) -> Event:
        """Take back the act that a manager did at the time `at`. Raises EventRefused: UNDO_OVER."""

        def apply(now: Event) -> Event:
            # if a table waits for players again, the players get at least half of the usual time
            return next_round.give_time(undo.undo(now, at, self._wall()), compute_due_at(now, self._now(), again=True))

        return await self._manage(caller, event, apply)

    def find_undo(self, event: Event) -> ManagerAct | None:
        """Return the act of a manager that can be taken back now; None if there is none."""
        return undo.find_undo(event, self._wall())

    async def enter_for(self, caller: Caller, event: Event, members: tuple[UserId, ...]) -> Event:
        """Enter people whom a manager names, and check them in at once."""
        return await self._act(
            caller, event, ActKind.ENTRANT, lambda now: entries.enter_for(now, members, self._wall())
        )

    async def check_in_for(self, caller: Caller, event: Event, user: UserId) -> Event:
        """Let a manager check a user's entrant in."""
        return await self._act(caller, event, ActKind.ENTRANT, lambda now: entries.check_in(now, user))

    async def withdraw_for(self, caller: Caller, event: Event, user: UserId) -> Event:
        """Let a manager withdraw a user's entrant, or a substitute."""
        return await self._act(caller, event, ActKind.ENTRANT, lambda now: entries.withdraw(now, user))

    async def cancel(self, caller: Caller, event: Event) -> Event:
        """End an event without a winner."""
        return await self._manage(caller, event, stages.cancel)

    async def report(
        self,
        caller: Caller,
        event: Event,
        round_number: int,
        table: int,
        scores: tuple[float, float] | None,
        board: int | None = None,
        *,
        ends_table: bool = False,
    ) -> Event:
        """Set the result of a table or a board, or void it without `scores`. `ends_table` ends a table in play."""
        return await self._act(
            caller,
            event,
            ActKind.RESULT,
            lambda now: results.report(now, round_number, table, scores, board, ends_table=ends_table),
        )

    async def enter(self, event: Event, members: tuple[UserId, ...], team: TeamId | None = None) -> Event:
        """Enter a pair or team, or one person where partners change."""
        return await self._update(event, lambda now: entries.enter(now, members, team, self._wall()))

    async def invite(self, event: Event, members: tuple[UserId, ...]) -> Event:
        """Let the first of these people invite the others to enter with them."""
        return await self._update(event, lambda now: invitations.invite(now, members))

    async def find_invited(self, id_: EventId, number: int, user: UserId) -> Event:
        """Return the event of an invitation. Its server is not checked, because a direct message has none.

        Raises EventRefused: NO_INVITATION.
        """
        event = await self._store.find_event(id_)
        if event is None or not any(one.id == number and user in one.members for one in event.invitations):
            raise EventRefused(EventRefusal.NO_INVITATION)
        return event

    async def accept(self, event: Event, number: int, user: UserId) -> Event:
        """Accept an invitation. The last acceptance enters all its members."""
        return await self._update(event, lambda now: invitations.accept(now, number, user, self._wall()))

    async def decline(self, event: Event, number: int, user: UserId) -> Event:
        """Decline or withdraw an invitation."""
        return await self._update(event, lambda now: invitations.decline(now, number, user))

    async def check_in(self, event: Event, user: UserId) -> Event:
        """Note that a user's entrant is present."""
        return await self._update(event, lambda now: entries.check_in(now, user))

    async def withdraw(self, event: Event, user: UserId) -> Event:
        """Withdraw a user's entrant, or a substitute."""
        return await self._update(event, lambda now: entries.withdraw(now, user))

    async def volunteer(self, event: Event, user: UserId) -> Event:
        """Note that a user volunteers as a substitute."""
        return await self._update(event, lambda now: entries.volunteer(now, user))

    async def come(self, event: Event, number: int, user: UserId, share: str) -> Event:
        """Note that a user has come to their table of round `number`. `share` is unpredictable text for the shuffle."""
        return await self._update(event, lambda now: begin_tables.mark_here(now, number, user, share))

    async def mark_start_reminded(self, event: Event) -> None:
        """Note that those who had not checked in were reminded of the start."""
        await self._update(event, reminders.mark_start_reminded)

    async def mark_pinged(self, event: Event, number: int) -> None:
        """Note that the players of a round have been pinged."""
        await self._update(event, lambda now: reminders.mark_pinged(now, number))

    async def mark_reminded(self, event: Event, number: int) -> None:
        """Note that the missing players of a round have been reminded."""
        await self._update(event, lambda now: reminders.mark_round_reminded(now, number))

    async def save_shown(self, event: Event, message: EventMessage | None) -> None:
        """Save the public message that shows the present state of an event."""
        await self._store.save_shown(event.id, message, event.revision)

    def wake(self) -> None:
        """Request that all events are advanced soon."""
        self.wakeup.set()

    async def _manage(self, caller: Caller, event: Event, change: EventChange) -> Event:
        require_manager(caller, event)
        return await self._update(event, change)

    async def _act(self, caller: Caller, event: Event, kind: ActKind, change: EventChange) -> Event:
        """Apply a manager's change that may be taken back."""
        at = self._wall()
        return await self._manage(caller, event, lambda now: undo.with_act(now, change(now), kind, at))

    async def _update(self, event: Event, change: EventChange) -> Event:
        updated = await self._store.update_and_book(event.id, change)
        changed = EventRefused.require_found(updated, EventRefusal.NO_EVENT)
        self.wake()
        return changed

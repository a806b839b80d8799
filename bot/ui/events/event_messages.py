"""Keeps the public messages of events up to date."""

from collections import defaultdict
from contextlib import suppress
from typing import Final

import structlog

from bot.events.model import Event, EventMessage
from bot.ids import EventId
from bot.text.catalogue import Texts
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import event_subject, note_accepted_post, report_refused_post
from bot.ui.discord_io.refusals import REPLACED, SendFailed, SendFault
from bot.ui.discord_io.retry_pause import RetryPause
from bot.ui.events.event_view import event_view
from bot.ui.events.match_notes import Links, find_links

log: Final = structlog.get_logger()


class EventMessages:
    """The public messages of all events."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self._shown: dict[EventId, tuple[Links, Texts]] = {}
        """The links to tables on each event's message, and its language."""
        self._pauses: defaultdict[EventId, RetryPause] = defaultdict(RetryPause)
        self._is_classic: dict[EventId, bool] = {}
        """Whether a message is without Components V2, which it stays; unknown after a start."""
        self._may_be_posted: set[EventId] = set()
        """Events whose last attempt to post has failed, though Discord may have posted them."""

    async def show(self, event: Event, texts: Texts) -> bool:
        """Bring the public message up to date; return whether nothing is left to try."""
        links = await find_links(self._services, event)
        shown, pause = self._shown.setdefault(event.id, ({}, texts)), self._pauses[event.id]
        if event.shown_revision >= event.revision and shown == (links, texts):
            return True
        if not pause.is_over(began := self._services.clock.now()):
            return False
        try:
            await self._update_message(event, texts, links)
        except SendFailed as unsent:
            if await self._is_tried_again(event, unsent, texts, began):
                return False
            await self._services.events.save_shown(event, event.message)
            self._shown[event.id] = links, texts
        else:
            pause.end()
            note_accepted_post(self._services, event_subject(event))
        return True

    async def _is_tried_again(self, event: Event, unsent: SendFailed, texts: Texts, began: float) -> bool:
        """Note that the message could not be shown; return whether it is tried again without news."""
        pause = self._pauses[event.id]
        if unsent.fault is SendFault.TEMPORARY:
            pause.note_fault(began, self._services.clock.now(), unsent.retry_after)
            log.info("an event could not be shown yet", event_id=event.id, code=unsent.code)
            return True
        note = log.info if pause.failures else log.warning
        note("an event could not be shown", event_id=event.id, fault=unsent.fault.value, code=unsent.code)
        subject = event_subject(event)
        await report_refused_post(self._services, self._messenger, subject, event.channel, unsent.fault, texts)
        return pause.note_refusal(self._services.clock.now())

    async def _update_message(self, event: Event, texts: Texts, links: Links) -> None:
        """Edit the public message, or post it and delete the old one if that cannot be edited."""
        message = await event_view(self._services, event, texts, links)
        old = shown = event.message
        if old is None or not await self._try_edit(event, old, message):
            shown = await self._post(event, message)
            if old is not None:
                with suppress(SendFailed):  # the message may have been deleted
                    await self._messenger.delete(old.channel, old.message)
        await self._services.events.save_shown(event, shown)
        self._shown[event.id] = links, texts

    async def _post(self, event: Event, message: Message) -> EventMessage:
        """Post the message; Discord may find the one of an earlier attempt, which is then edited."""
        number = f"event-{event.id}" if event.message is None else f"after-{event.message.message}"
        may_be_posted = event.id in self._may_be_posted
        self._may_be_posted.add(event.id)
        is_classic = self._services.refusals.is_classic(Surface.EVENT, event.guild)
        sent, is_classic = await self._messenger.send_in_some_form(
            event.channel, message, plain=is_classic, number=number
        )
        self._may_be_posted.discard(event.id)
        if may_be_posted:
            is_classic = await self._messenger.edit(event.channel, sent, message)
        self._is_classic[event.id] = is_classic
        return EventMessage(event.channel, sent)

    async def _try_edit(self, event: Event, shown: EventMessage, message: Message) -> bool:
        """Edit the message; return False if it must be replaced."""
        is_classic = self._is_classic.get(event.id)
        try:
            is_classic = await self._messenger.edit(shown.channel, shown.message, message, plain=is_classic)
        except SendFailed as unsent:
            if unsent.fault not in REPLACED:
                raise
            log.info("an event's message is replaced", event_id=event.id, fault=unsent.fault.value, code=unsent.code)
            if unsent.fault is SendFault.REFUSED and not is_classic:
                self._services.refusals.note_refused_edit(Surface.EVENT, event.guild)
            return False
        self._is_classic[event.id] = is_classic
        return True

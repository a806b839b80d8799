"""Keeps the public messages of events up to date."""

from bot.events.model import Event, EventMessage
from bot.ids import EventId
from bot.text.catalogue import Texts
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.services import Services
from bot.ui.discord_io.kept_messages import KeptMessage, KeptMessages, Outcome
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import event_subject
from bot.ui.events.event_view import event_view
from bot.ui.events.match_notes import Links, find_links


class EventMessages:
    """The public messages of all events."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self.kept = KeptMessages(services, messenger)
        self._shown: dict[EventId, tuple[Links, Texts]] = {}
        """The links to tables on each event's message, and its language."""

    async def show(self, event: Event, texts: Texts) -> bool:
        """Bring the public message up to date; return whether nothing is left to try."""
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

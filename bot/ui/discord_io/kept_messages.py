"""Posts public messages, keeps them up to date, and tries again after failures."""

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Final

import structlog

from bot.ids import ChannelId, GuildId, MessageId
from bot.text.catalogue import Texts
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import PostSubject, note_accepted_post, report_refused_post
from bot.ui.discord_io.send_failures import REPLACED, SendFailed, SendFault

RETRY_PAUSES: Final = 30.0, 120.0, 480.0
"""Seconds to wait after the first, second and third refusal of a message. About ten requests go out in this time."""
FAULT_PAUSE: Final = 2.0
"""The shortest wait in seconds after Discord has failed twice in a row. Each further failure doubles it."""
MAX_DOUBLINGS: Final = 4
log: Final = structlog.get_logger()
Place = tuple[ChannelId, MessageId]


@dataclass(slots=True)
class RetryPause:
    """The pause before the bot may try again to show one message."""

    failures: int = 0  # the number of refusals by Discord since the last `end`
    faults: int = 0  # the number of attempts since the last `end` at which Discord itself failed
    until: float = 0.0
    refused: bool = False  # whether Discord has refused every form of the message

    def is_over(self, now: float) -> bool:
        """Return whether an attempt may be made."""
        return now >= self.until

    def note_refusal(self, now: float, fault: SendFault) -> bool:
        """Note that Discord refused the message. Return whether the bot tries again even if nothing changes."""
        self.until = now + RETRY_PAUSES[: self.failures + 1][-1]
        self.failures += 1
        self.refused = fault is SendFault.REFUSED
        return self.failures <= len(RETRY_PAUSES)

    def note_fault(self, began: float, now: float, limit: float = 0.0) -> None:
        """Note that Discord failed or set a rate limit of `limit` seconds. The attempt lasted from `began` to `now`."""
        doubled = FAULT_PAUSE * 2 ** min(self.faults - 1, MAX_DOUBLINGS) if self.faults else 0.0
        # The pause is at least as long as the attempt was, because discord.py may have sent five requests in that time.
        self.until = now + max(now - began, limit, doubled)
        self.faults += 1

    def end(self) -> None:
        """Forget all failures, because the message was accepted or something has changed."""
        self.failures, self.faults, self.until, self.refused = 0, 0, 0.0, False


class PublicPost:
    """Posts and edits one public message, and remembers whether it uses Components V2."""

    def __init__(self, services: Services, messenger: Messenger, name: str, surface: Surface, guild: GuildId) -> None:
        self._refusals = services.refusals
        self._messenger = messenger
        self._name = name
        self._surface = surface
        self._guild = guild
        self.is_classic: bool | None = None
        """Whether the message has the classic form, without Components V2. No edit changes this. None if unknown."""
        self._may_be_posted = False
        """Whether the last attempt may have posted the message although it seemed to fail."""

    async def post(self, channel: ChannelId, message: Message, number: str, *, refused: bool) -> MessageId:
        """Post the message, or edit the one that an earlier attempt posted under this `number`. Return its id."""
        may_be_posted, self._may_be_posted = self._may_be_posted, True
        plain = self._refusals.is_classic(self._surface, self._guild)
        sent, is_classic = await self._messenger.send_in_some_form(
            channel, message, plain=plain, refused=refused, number=number
        )
        if may_be_posted:
            is_classic = await self._messenger.edit(channel, sent, message)
        self._may_be_posted, self.is_classic = False, is_classic
        return sent

    async def try_edit(self, place: Place, message: Message) -> SendFailed | None:
        """Edit the message. If a new message must take its place, return the error. Raise all other errors."""
        try:
            self.is_classic = await self._messenger.edit(*place, message, plain=self.is_classic)
        except SendFailed as unsent:
            if unsent.fault not in REPLACED:
                raise
            log.info("a message is replaced", message=self._name, fault=unsent.fault.value, code=unsent.code)
            # Components V2 is not the reason why Discord refuses a table message that has no pictures.
            has_cause = bool(message.pictures) or self._surface is not Surface.TABLE
            if unsent.fault is SendFault.REFUSED and has_cause and not self.is_classic:
                self._refusals.note_refused_edit(self._surface, self._guild)
            return unsent
        return None


class Outcome(Enum):
    """The result of an attempt to show a message."""

    SHOWN = "shown"
    TRY_AGAIN = "again"
    GIVEN_UP = "given up"  # the bot tries again only after something has changed


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A public message that is kept up to date."""

    number: str
    """The key by which Discord recognises a second attempt to post the message; at most 25 characters."""
    subject: PostSubject
    channel: ChannelId
    place: Place | None
    """Where the message is now; None if it is not posted. A message that is not in `channel` is moved there."""
    surface: Surface


class KeptMessages:
    """Keeps public messages up to date. Remembers failed attempts, so that it waits before the next one."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self.pauses: defaultdict[str, RetryPause] = defaultdict(RetryPause)
        self._posts: dict[str, PublicPost] = {}

    def may_try(self, number: str) -> bool:
        """Return whether the bot may try to show a message now. After a failure, it has to wait."""
        return self.pauses[number].is_over(self._services.clock.now())

    async def show(self, kept: KeptMessage, message: Message, texts: Texts) -> tuple[Place | None, Outcome]:
        """Edit a message or, if that fails, post it. Return its place and the outcome. Report refusals in `texts`."""
        began = self._services.clock.now()
        try:
            place = await self._bring(kept, message)
        except SendFailed as unsent:
            is_tried_again = await self._is_tried_again(kept, unsent, texts, began)
            return kept.place, Outcome.TRY_AGAIN if is_tried_again else Outcome.GIVEN_UP
        self.pauses[kept.number].end()
        note_accepted_post(self._services, kept.subject, kept.channel)
        return place, Outcome.SHOWN

    async def delete(self, place: Place) -> None:
        """Delete a message that is no longer kept; ignore failures, because it may be gone."""
        with suppress(SendFailed):
            await self._messenger.delete(*place, insists=True)

    async def _is_tried_again(self, kept: KeptMessage, unsent: SendFailed, texts: Texts, began: float) -> bool:
        """Note that a message could not be shown. Return whether the bot tries again even if nothing changes."""
        pause, about = self.pauses[kept.number], {"message": kept.number, "code": unsent.code}
        if unsent.fault is SendFault.TEMPORARY:
            pause.note_fault(began, self._services.clock.now(), unsent.retry_after)
            log.info("a message could not be shown yet", **about)
            return True
        note = log.info if pause.failures else log.warning
        note("a message could not be shown", fault=unsent.fault.value, **about)
        await report_refused_post(self._services, self._messenger, kept.subject, kept.channel, unsent.fault, texts)
        return pause.note_refusal(self._services.clock.now(), unsent.fault)

    async def _bring(self, kept: KeptMessage, message: Message) -> Place:
        new = PublicPost(self._services, self._messenger, kept.number, kept.surface, kept.subject.guild)
        post, refused = self._posts.setdefault(kept.number, new), self.pauses[kept.number].refused
        is_here = kept.place is not None and kept.place[0] == kept.channel
        if kept.place is not None and is_here and not refused and await post.try_edit(kept.place, message) is None:
            return kept.place
        number = kept.number if kept.place is None else f"after-{kept.place[1]}"
        sent = await post.post(kept.channel, message, number, refused=refused)
        if kept.place is not None:
            await self.delete(kept.place)
        return kept.channel, sent

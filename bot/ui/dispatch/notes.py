"""Private messages below a panel, which go with the next press elsewhere, so that the hand stays in sight."""

from collections.abc import Iterable
from typing import Final

import structlog

from bot.ids import MessageId, UserId
from bot.ui.core.interactions.context import Context
from bot.ui.discord_io.refusals import Attempts, SendFailed
from bot.ui.discord_io.reply import Reply, SentReply
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()
Note = tuple[Reply, SentReply]
"""A private message that answered a press, after the reply that can delete it."""


class Notes:
    """The notes that each user has below a panel, kept until they press something else; a restart forgets them."""

    def __init__(self, outbox: Outbox, attempts: Attempts) -> None:
        self._outbox = outbox
        self._attempts = attempts
        self._notes: dict[UserId, list[Note]] = {}

    def add(self, ctx: Context, reply: Reply, sent: SentReply) -> None:
        """Note an answer to a press that stands below the user's panel."""
        if ctx.interaction.message is not None and self._outbox.has_panel_in(ctx.channel, ctx.user):
            self._notes.setdefault(ctx.user, []).append((reply, sent))

    def keep(self, user: UserId, message: MessageId | None) -> None:
        """Never delete a message that has become the user's panel."""
        if left := [note for note in self._notes.pop(user, []) if note[1].message != message]:
            self._notes[user] = left

    def take(self, ctx: Context) -> list[Note]:
        """Return the notes that a press leaves behind; none if it is on one of them, or no press at all."""
        pressed, notes = ctx.interaction.message, self._notes.get(ctx.user, [])
        if pressed is None or MessageId(pressed.id) in {sent.message for _, sent in notes}:
            return []
        return self._notes.pop(ctx.user, [])

    async def delete(self, notes: Iterable[Note]) -> None:
        """Delete notes; one that Discord does not delete stays."""
        for reply, sent in notes:
            try:
                async with self._attempts.watch():
                    await reply.delete(sent)
            except SendFailed as unsent:  # the user has dismissed it, or it is too old
                log.info("a note could not be deleted", fault=unsent.fault.value, code=unsent.code)

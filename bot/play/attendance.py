"""People who come and go while a match is on: away and back, leaving, giving a seat on."""

from dataclasses import replace

from bot.play import seating
from bot.play.keeping import Keeping
from bot.play.motions import Notice
from bot.play.occupants import UserId, who_text
from bot.play.ports import Status, TableFacts
from engine.actions import Sit
from engine.seats import TABLE, Seat


class Attendance(Keeping):
    """Who is at a table. Everything here saves first, then tells; each may raise `Refused`."""

    async def leave(self, user: UserId) -> None:
        """Let a person go; in a match a computer player takes his seat, and a table without people ends."""
        async with self._lock:
            facts = self._open()
            if facts.status is Status.LOBBY:
                facts = seating.left(facts, user)
                await self._save(facts, self._due(facts, None, ()))
            else:
                seat = seating.seat_of(facts, user)
                await self._reseat(seating.given_up(facts, seat), seat)

    async def substitute(self, user: UserId, seat: Seat, newcomer: UserId) -> None:
        """Give a seat of a match to `newcomer`: one's own, or as host that of a computer or of somebody absent."""
        async with self._lock:
            facts = self._in_match()
            await self._reseat(seating.substituted(facts, user, seat, newcomer), seat)

    async def step_away(self, user: UserId) -> None:
        """Let a person be played for at once until he comes back; with nobody left the table pauses."""
        async with self._lock:
            facts = self._in_match()
            await self._attend(replace(facts, away=facts.away | {seating.seat_of(facts, user)}))

    async def come_back(self, user: UserId) -> None:
        """Note that a person is here again: his turns wait for him, and a table that paused goes on."""
        async with self._lock:
            facts = self._in_match()
            seat = seating.seat_of(facts, user)
            self._missed.pop(seat, None)
            await self._attend(replace(facts, away=facts.away - {seat}))
            self._saw(user)

    async def _reseat(self, facts: TableFacts, seat: Seat, notices: tuple[Notice, ...] = ()) -> None:
        """Write into the record who sits in `seat` from now on."""
        who = facts.seats[seat]
        assert who is not None
        self._missed.pop(seat, None)
        await self._go_on(((TABLE, Sit(seat, who_text(who))),), facts=seating.pausing(facts), notices=notices)

    async def _attend(self, facts: TableFacts, notices: tuple[Notice, ...] = ()) -> None:
        """Save who is here: turns of those who come or go are due anew."""
        facts = seating.pausing(facts)
        changed = facts.away ^ self.facts.away
        kept = () if facts.paused != self.facts.paused else [d for d in self.deadlines if d.seat not in changed]
        await self._save(facts, self._due(facts, self._standing, kept), notices)

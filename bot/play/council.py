"""What the people at a table decide together where the host is absent: a majority of those present does it."""

from bot.play import seating, voting
from bot.play.attendance import Attendance
from bot.play.gameplay import Gameplay
from bot.play.motions import Matter, MatterKind, Notice, Tally, Voted
from bot.play.occupants import UserId
from bot.play.ports import Status, TableFacts
from engine.seats import Seat


class Council(Attendance, Gameplay):
    """A table's votes, and its end. Everything here saves first, then tells; each may raise `Refused`."""

    async def vote(self, user: UserId, matter: Matter) -> Tally:
        """Be for a matter: what more than half of those present are for is done at once, and all that the host is for.

        Whoever votes is here. Being for it twice changes nothing, but it is counted anew.

        Raises:
            Refused: no seat here, or there is nothing to decide about it now.
        """
        async with self._lock:
            facts, seat = self._open(), seating.seat_of(self.facts, user)
            voting.check(facts, matter, between=self._between)
            self._saw(user)
            facts = voting.voted(seating.present(facts, seat), seat, matter)
            tally = voting.tally(facts, matter, self._absent(facts))
            carried = tally.carried or user == facts.host
            notices = (Voted(user, tally, carried),)
            if carried:
                await self._do(matter, voting.decided(facts, matter), notices)
            elif facts != self.facts:
                await self._note(facts, notices)
            return tally

    async def request(self, user: UserId, seat: Seat) -> Tally:
        """Ask, as somebody without a seat, for that of a computer player or of somebody away: those who sit decide.

        A person asks for one seat at a time.

        Raises:
            Refused: seated already, the match has not begun, or that seat is not to be had.
        """
        async with self._lock:
            facts, matter = self._open(), Matter(MatterKind.NEWCOMER, seat, user)
            voting.check(facts, matter, between=self._between)
            facts = voting.requested(facts, user, seat)
            tally = voting.tally(facts, matter, self._absent(facts))
            if facts != self.facts:
                await self._save(facts, notices=(Voted(user, tally, carried=False),))
            return tally

    async def withdraw(self, user: UserId) -> None:
        """Forget that a person asked for a seat."""
        async with self._lock:
            facts = voting.withdrawn(self.facts, user)
            if facts != self.facts:
                self._alive()
                await self._save(facts)

    async def close(self, user: UserId, *, by_right: bool = False) -> None:
        """Give the table up; the host may, and who has the right by the server's settings.

        A match in progress counts as far as its finished deals.
        """
        async with self._lock:
            facts = self._open()
            if not by_right:
                seating.host_only(facts, user)
            await self._save(seating.ended(facts))

    async def _note(self, facts: TableFacts, notices: tuple[Notice, ...]) -> None:
        """Save who is for what; a lobby in which somebody votes is not idle."""
        if facts.status is Status.LOBBY:
            await self._save(facts, self._due(facts, None, ()), notices)
        else:
            await self._attend(facts, notices)

    async def _do(self, matter: Matter, facts: TableFacts, notices: tuple[Notice, ...]) -> None:
        """Do what was decided."""
        match matter:
            case Matter(MatterKind.CLOSE):
                await self._save(seating.ended(facts), notices=notices)
            case Matter(MatterKind.COMPUTER, seat) if seat is not None:
                await self._reseat(seating.given_up(facts, seat), seat, notices)
            case Matter(MatterKind.NEWCOMER, seat, newcomer) if seat is not None and newcomer is not None:
                await self._reseat(seating.taken_over(facts, seat, newcomer), seat, notices)
            case Matter(MatterKind.NEXT_DEAL):
                await self._deal_anew(facts, notices)
            case _:
                await self._attend(facts, notices)  # whoever voted is here, and so it goes on

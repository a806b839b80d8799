"""What can be asked of a table whose match has not begun: who sits where, by which rules and how fast."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.play import seating
from bot.play.chance import shuffled
from bot.play.keeping import Keeping
from bot.play.occupants import UserId
from bot.play.ports import Status, TableFacts
from bot.play.refusals import Refused, Why
from bot.play.standing import begin, sitting
from engine.game import spectator_view
from engine.seats import TABLE, Seat


class Lobby(Keeping):
    """A table before its match. Everything here saves first, then tells; each may raise `Refused`."""

    async def join(self, user: UserId, seat: Seat | None = None) -> None:
        """Sit a person down, in `seat` or the first empty one."""
        await self._arrange(user, lambda facts: seating.joined(facts, user, seat))

    async def move(self, user: UserId, seat: Seat) -> None:
        """Let a person change to an empty seat, or change places with a computer player."""
        await self._arrange(user, lambda facts: seating.moved(facts, user, seat))

    async def shuffle_seats(self, user: UserId) -> None:
        """Seat everybody by chance; the host may."""
        order = self._desk.chance.order
        await self._arrange(user, lambda facts: seating.shuffled_seats(facts, user, order(len(facts.seats))))

    async def hand_over(self, user: UserId, to: UserId) -> None:
        """Make another person at the table host; the host may."""
        await self._arrange(user, lambda facts: seating.handed_over(facts, user, to))

    async def kick(self, user: UserId, seat: Seat) -> None:
        """Send whoever sits in `seat` away; the host may."""
        await self._arrange(user, lambda facts: seating.kicked(facts, user, seat))

    async def add_computer(self, user: UserId, level: str, seat: Seat | None = None) -> None:
        """Put a computer player of `level` into `seat` or the first empty one; any person at the table may."""
        await self._arrange(user, lambda facts: seating.with_computer(facts, user, level, seat))

    async def drop_computer(self, user: UserId) -> None:
        """Send the last computer player away; any person at the table may."""
        await self._arrange(user, lambda facts: seating.without_computer(facts, user))

    async def set_level(self, user: UserId, seat: Seat, level: str) -> None:
        """Choose how well the computer player in `seat` plays; any person at the table may."""
        await self._arrange(user, lambda facts: seating.at_level(facts, user, seat, level))

    async def set_rules(self, user: UserId, preset: str, overrides: Mapping[str, str]) -> None:
        """Choose other rules; the host may."""
        await self._arrange(user, lambda facts: seating.played_by(facts, user, preset, overrides))

    async def set_pace(self, user: UserId, turn: float | None, bury: float | None) -> None:
        """Choose how long people have, in seconds (0: no limit, None: as usual); the host may."""
        await self._arrange(user, lambda facts: seating.paced(facts, user, turn, bury))

    async def set_next_deal(self, user: UserId, seconds: float | None) -> None:
        """Choose how long after a deal the next begins by itself (0: never, None: as usual); the host may."""
        await self._arrange(user, lambda facts: seating.dealt_after(facts, user, seconds))

    async def _arrange(self, user: UserId, change: Callable[[TableFacts], TableFacts]) -> None:
        """Make a change that only a lobby allows."""
        async with self._lock:
            self._alive()
            if self.facts.status is Status.OVER:
                raise Refused(Why.ALREADY_STARTED)
            facts = change(self._in_lobby())
            await self._save(facts, self._due(facts, None, ()))  # a lobby in which something happens is not idle
            self._saw(user)

    async def start(self, user: UserId, cut: str) -> None:
        """Begin the match: levels from the league, seats into the record, the first deal on the table.

        `cut` is the person's share in the shuffle, any text that the program could not foresee.
        """
        async with self._lock:
            facts = self._in_lobby()
            seating.seat_of(facts, user)
            seating.host_only(facts, user)
            seats = [o for o in facts.seats if o is not None]
            if len(seats) < len(facts.seats):
                raise Refused(Why.SEATS_EMPTY, empty=len(facts.seats) - len(seats))
            async with self._saving() as tx:
                levels = await tx.levels(facts.guild, facts.rules, seats)
                facts = replace(facts, status=Status.PLAYING, levels=levels, motions=())
                deal = replace(self._promised(), cut=cut)
                first = shuffled(facts.rules, deal, spectator_view(begin(facts).phase))
                news = await self._record(tx, facts, begin(facts), (*sitting(facts), (TABLE, first)), deal)
            self._tell(news)

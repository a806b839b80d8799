"""One table, from its lobby to the end of its match, put together from its parts.

Each part saves before anyone is told (`keeping`): the lobby, who is there, and the game.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from bot.play import seating, voting
from bot.play.council import Council
from bot.play.desk import Desk
from bot.play.history import is_veiled
from bot.play.lobby import Lobby
from bot.play.occupants import ChannelId, Occupant, TableId, UserId
from bot.play.ports import News, Status, StoredTable, TableFacts
from bot.play.refusals import Refused, Why
from bot.play.schedule import pace_of
from bot.play.snapshot import Snapshot
from engine.fairness import Proof
from engine.game import Phase
from engine.seats import Seat
from engine.view import PhaseName, View


class Publisher(Protocol):
    """Is told of what is committed. It only queues: drawing and sending never hold a table up."""

    def publish(self, table: "Table", news: News) -> None:
        """Take note of `news`; return at once."""


class Table(Lobby, Council):
    """A lobby and its game. All methods that change it save first, then publish; each may raise `Refused`."""

    def __init__(self, stored: StoredTable, desk: Desk, publisher: Publisher) -> None:
        super().__init__(stored, desk)
        self._publisher = publisher

    # ------------------------------------------------------------------ what may be asked of it

    def snapshot(self) -> Snapshot:
        """Return the table as it is now, for whoever reads more than one thing of it.

        Raises:
            Refused: it is being folded anew.
        """
        self._alive()
        return self._now()

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who sits where; None for an empty seat."""
        return self.facts.seats

    @property
    def phase(self) -> Phase | None:
        """The engine's phase; None in the lobby. Only the registry's fold and tests look at it: others take a view."""
        return self._standing.phase if self._standing else None

    @property
    def away(self) -> frozenset[Seat]:
        """Seats of people who are played for at once."""
        return self.facts.away

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the seat of a person; None if he has none."""
        return self._now().seat_of(user)

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know.

        Raises:
            Refused: the match has not begun.
        """
        return self.snapshot().view(seat)

    def watch(self) -> View:
        """Return what a watcher may know.

        Raises:
            Refused: the match has not begun.
        """
        return self.snapshot().watch()

    def task(self, seat: Seat) -> int:
        """Return the number of what is asked of `seat`: controls made for another number are old."""
        return self._now().task(seat)

    # ------------------------------------------------------------------ its end, and its place

    async def move_to(self, channel: ChannelId) -> None:
        """Show the table in another channel or thread from now on."""
        async with self._lock:
            self._alive()
            await self._save(replace(self.facts, channel=channel))

    async def follow_up(self, user: UserId, open_: Callable[[TableFacts], Awaitable[TableId]]) -> TableId:
        """Return the table at which the same people play again: `open_` makes it, once.

        Raises:
            Refused: the match is not over, or the person does not sit here.
        """
        async with self._lock:
            self._alive()
            seating.seat_of(self.facts, user)
            if self.facts.status is not Status.OVER:
                raise Refused(Why.MATCH_NOT_OVER)
            if self.facts.successor is None:
                await self._save(replace(self.facts, successor=await open_(self.facts)))
            assert self.facts.successor is not None
            return self.facts.successor

    # ------------------------------------------------------------------ inside

    def _tell(self, news: News) -> None:
        self._publisher.publish(self, news)

    def _proof(self) -> Proof | None:
        """Return the proof of a deal that is over, while no other is played; never of one that was broken off."""
        over = self._standing is not None and self._standing.name is PhaseName.FINISHED
        if not over or is_veiled(self.facts):
            return None
        return Proof(self._last_cut.commitment, self._last_cut.secret, self._last_cut.cut or "")

    def _now(self) -> Snapshot:
        live = self.facts.status in {Status.LOBBY, Status.PLAYING}
        return Snapshot(
            self.facts,
            self.deadlines,
            self.deals[-1].commitment if live else None,
            self._proof(),
            voting.tallies(self.facts, self._absent(self.facts)) if live else (),
            pace_of(self.facts, self._desk.timing),
            self._standing,
            frozenset(seat for seat, turns in self._missed.items() if turns),
            resumed=self._resumed_at == self.revision,
        )

"""A match at a table: what the seats do, what happens by itself, and the next deal."""

from dataclasses import replace

from bot.play import seating
from bot.play.chance import again, shuffled
from bot.play.keeping import Keeping
from bot.play.motions import LobbyDue, Notice
from bot.play.occupants import Person, UserId
from bot.play.ports import Deadline, DealSecret, DueKind, Status, TableFacts
from bot.play.refusals import Refused, StaleTask, Why
from bot.play.schedule import wave_size
from bot.play.standing import Standing
from engine.actions import Action, CloseWindow, Draw
from engine.game import spectator_view
from engine.seats import TABLE, Seat
from engine.view import PhaseName


class Gameplay(Keeping):
    """A table in its match. Everything here saves first, then tells; each may raise `Refused`."""

    async def next_deal(self, user: UserId, cut: str) -> None:
        """Ask for the next deal after a finished one; it begins once all people who are here have asked.

        `cut` as for `start`. Asking twice changes nothing.
        """
        async with self._lock:
            self._begun()
            seat = seating.seat_of(self.facts, user)
            if self.facts.status is not Status.PLAYING:
                raise Refused(Why.TABLE_CLOSED)
            if not self._between:
                raise Refused(Why.DEAL_IN_PROGRESS)
            facts = seating.asking(seating.present(self.facts, seat), seat, cut)
            if seating.all_ask(facts):
                await self._deal_anew(facts)
            elif facts != self.facts:
                await self._save(facts, self._due(facts, self._standing, self.deadlines))
            self._saw(user)

    async def submit(self, seat: Seat, action: Action, task: int) -> None:
        """Take `action` for `seat`, which was asked `task`. A repeat of what the seat has just done is a success.

        Raises:
            StaleTask: this is not what the seat is asked now; nothing has changed.
            IllegalAction: the rules forbid it; nothing has changed.
            Refused: the table is closed, or the store did not answer.
        """
        async with self._lock:
            standing = self._begun()
            if self.facts.status is not Status.PLAYING:
                raise Refused(Why.TABLE_CLOSED)
            if standing.last[seat] == (task, action):
                return
            if standing.tasks[seat] != task:
                raise StaleTask
            await self._go_on(((seat, action),), facts=seating.present(self.facts, seat))
            self._missed.pop(seat, None)
            if isinstance(person := self.facts.seats[seat], Person):
                self._saw(person.user)

    async def fall_back(self, over: Deadline, action: Action) -> None:
        """Take `action` for a person whose time is up; raises as `submit` does. Who misses too many turns is away.

        `over`: the deadline of his turn. One that no longer holds, for he has come back or the table has paused or was
        away, is refused.
        """
        async with self._lock:
            self._begun()
            if over not in self.deadlines or over.seat is None:
                raise StaleTask
            seat = over.seat
            missed, facts = self._missed.get(seat, 0) + 1, self.facts
            if missed >= self._desk.timing.away_after:
                facts = seating.pausing(replace(facts, away=facts.away | {seat}))
            await self._go_on(((seat, action),), facts=facts)
            self._missed[seat] = missed

    async def play_forced(self, seat: Seat, action: Action, task: int) -> None:
        """Take `action` for a person who wants forced plays made; raises as `submit` does.

        It tells neither that the person is here nor that he is not.
        """
        async with self._lock:
            if self._begun().tasks[seat] != task or self.facts.status is not Status.PLAYING or self.facts.paused:
                raise StaleTask
            await self._go_on(((seat, action),), facts=self.facts)

    async def tick(self, deadline: Deadline) -> None:
        """Do what is due by itself: a wave, the end of a window, a redeal, the next deal, the end of an idle lobby.

        A deadline that no longer holds, or is a person's turn (which needs a choice: `fall_back`), changes nothing.
        """
        async with self._lock:
            if deadline not in self.deadlines or self._lost:
                return
            if deadline.kind is DueKind.LOBBY and self.facts.status is Status.LOBBY:
                await self._save(seating.ended(self.facts))
            elif deadline.kind is DueKind.LOBBY_SOON:
                await self._warn(deadline)
            elif deadline.kind is DueKind.NEXT:
                await self._deal_anew(self.facts)
            elif deadline.kind is DueKind.WINDOW:
                await self._go_on(((TABLE, CloseWindow()),))
            elif deadline.kind is DueKind.DRAW:
                await self._wave(self._begun())

    async def _wave(self, standing: Standing) -> None:
        if standing.name is PhaseName.READY:  # after a redeal the last cut serves once more
            await self._deal_on(standing, again(self._promised(), self._last_cut))
            return
        to_draw = spectator_view(standing.phase).to_draw
        await self._go_on(((TABLE, Draw(wave_size(self.facts, self._desk.timing, to_draw))),))

    async def _warn(self, deadline: Deadline) -> None:
        """Tell, once, that this lobby will expire."""
        left = tuple(d for d in self.deadlines if d != deadline)
        notices = tuple(LobbyDue(d.at) for d in left if d.kind is DueKind.LOBBY)
        await self._save(self.facts, left, notices)

    async def _deal_anew(self, facts: TableFacts, notices: tuple[Notice, ...] = ()) -> None:
        """Deal after a finished deal: the shares of all who asked for it cut the pack, without any the last cut."""
        promised = self._promised()
        shares = "+".join(share for _, share in sorted(facts.ready))
        deal = replace(promised, cut=shares) if shares else again(promised, self._last_cut)
        await self._deal_on(self._begun(), deal, replace(facts, motions=(), ready=()), notices)

    async def _deal_on(
        self, standing: Standing, deal: DealSecret, facts: TableFacts | None = None, notices: tuple[Notice, ...] = ()
    ) -> None:
        action = shuffled(self.facts.rules, deal, spectator_view(standing.phase))
        await self._go_on(((TABLE, action),), deal, facts, notices)

"""A table as it is at one moment: what is read from one snapshot fits together, however long one waits in between."""

from dataclasses import dataclass, field

from bot.play.occupants import Occupant, Person, TableId, UserId
from bot.play.ports import Deadline, TableFacts
from bot.play.refusals import Refused, Why
from bot.play.standing import Standing
from engine.game import spectator_view, view_for
from engine.seats import Seat
from engine.view import View


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What could be read from a table at one moment. It names no card: those are in views, one for each who may see."""

    facts: TableFacts
    deadlines: tuple[Deadline, ...]
    fingerprint: str | None
    """Of the secret behind the deal that is played, between deals the next one; None: no more will be dealt."""
    standing: Standing | None = field(repr=False)
    """Holds every hand: only views of it are shown."""

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.facts.id

    @property
    def revision(self) -> int:
        """How many actions the record held."""
        return self.standing.revision if self.standing else 0

    @property
    def begun(self) -> bool:
        """Whether the match has begun: before, there is no view."""
        return self.standing is not None

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who sits where; None for an empty seat."""
        return self.facts.seats

    @property
    def away(self) -> frozenset[Seat]:
        """Seats of people who are played for at once."""
        return self.facts.away

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the seat of a person; None if he has none."""
        return next((Seat(s) for s, o in enumerate(self.facts.seats) if o == Person(user)), None)

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know.

        Raises:
            Refused: the match has not begun.
        """
        return view_for(self._begun().phase, seat)

    def watch(self) -> View:
        """Return what a watcher may know.

        Raises:
            Refused: the match has not begun.
        """
        return spectator_view(self._begun().phase)

    def task(self, seat: Seat) -> int:
        """Return the number of what is asked of `seat`: controls made for another number are old."""
        return self.standing.tasks[seat] if self.standing else 0

    def _begun(self) -> Standing:
        if self.standing is None:
            raise Refused(Why.NOT_STARTED)
        return self.standing

"""A table as it is at one moment: what is read from one snapshot fits together, however long one waits in between."""

from dataclasses import dataclass, field

from bot.play.motions import Tally
from bot.play.occupants import Occupant, Person, TableId, UserId
from bot.play.ports import Deadline, DueKind, Status, TableFacts
from bot.play.refusals import Refused, Why
from bot.play.seating import people_here
from bot.play.standing import Standing
from bot.play.timing import Pace
from engine.fairness import Proof
from engine.game import spectator_view, view_for
from engine.seats import Seat
from engine.view import PhaseName, View


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What could be read from a table at one moment. It names no card: those are in views, one for each who may see."""

    facts: TableFacts
    deadlines: tuple[Deadline, ...]
    fingerprint: str | None
    """Of the secret behind the deal that is played, between deals the next one; None: no more will be dealt."""
    proof: Proof | None
    """What fixed the deal that has just ended; None while one is played and where the kitty is still closed."""
    tallies: tuple[Tally, ...]
    """How everything stands that the people at the table are deciding."""
    pace: Pace
    """How long people have."""
    standing: Standing | None = field(repr=False)
    """Holds every hand: only views of it are shown."""
    missed: frozenset[Seat] = frozenset()
    """People whose last turn was taken for them, because their time was up."""
    resumed: bool = False
    """Whether the program has begun to run again and nobody has acted since."""

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

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats that have asked for the next deal."""
        return frozenset(seat for seat, _ in self.facts.ready)

    @property
    def waited_for(self) -> frozenset[Seat]:
        """Between two deals the seats of people who are here and have not asked for the next; none at other times."""
        over = self.standing is not None and self.standing.name is PhaseName.FINISHED
        return people_here(self.facts) - self.ready if over and self.facts.status is Status.PLAYING else frozenset()

    @property
    def next_deal_at(self) -> float | None:
        """When the next deal begins by itself, in seconds since the epoch; None if it does not."""
        return self.due(DueKind.NEXT)

    @property
    def lobby_ends_at(self) -> float | None:
        """When a lobby expires, in seconds since the epoch, once that has been told; None before, and in a match."""
        return self.due(DueKind.LOBBY) if self.due(DueKind.LOBBY_SOON) is None else None

    def due(self, kind: DueKind) -> float | None:
        """Return when something is due, in seconds since the epoch; None if nothing of that kind is."""
        return min((d.at for d in self.deadlines if d.kind is kind), default=None)

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

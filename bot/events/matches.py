"""The rounds of an event, with their matches and boards, as frozen values."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.events.pairing.ports import BracketPart
from bot.ids import EventEntrantId, EventMatchId, UserId
from engine.model.options import Level
from engine.model.seats import Seat


class MatchStatus(StrEnum):
    """The stages of a match."""

    PAIRED = "paired"  # the players are asked to come
    PLAYING = "playing"  # the table is open or will be opened soon
    UNRESOLVED = "unresolved"  # the table ended without a result, so a manager has to report one
    SETTLED = "settled"
    VOID = "void"  # the match counts for nobody


OPEN_MATCHES: Final = {MatchStatus.PAIRED, MatchStatus.PLAYING, MatchStatus.UNRESOLVED}


class Verdict(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    FORFEITED = "forfeited"
    REPORTED = "reported"  # by a manager


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat in a match, and the user who plays there for `entrant`. `user` is None for a computer player."""

    user: UserId | None
    entrant: EventEntrantId
    share: str | None = None
    """The user's unpredictable text for the shuffle. It is None until they come, and "" for a substitute."""

    @property
    def is_here(self) -> bool:
        """Whether the user has come."""
        return self.share is not None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match's result. `scores` are the levels of both sides, plus 0.5 to break a tie. A forfeit scores 1 or 0."""

    scores: tuple[float, float]
    verdict: Verdict
    forfeited: frozenset[EventEntrantId] = frozenset()
    card_points: float | None = None
    """The card points on a board; more is better for the first side. None if unknown, or if the match has no board."""


@dataclass(frozen=True, slots=True)
class EventMatch:
    """A match of two sides at one table. `number` counts the matches of a round from 1."""

    id: EventMatchId
    number: int
    sides: tuple[tuple[EventEntrantId, ...], ...]
    seats: tuple[SeatPlan, ...]
    status: MatchStatus = MatchStatus.PAIRED
    result: MatchResult | None = None
    part: BracketPart = BracketPart.MAIN
    is_ending: bool = False
    """Whether the match's table must be ended, because a manager set the result during play."""
    board: int = 0
    """The number of the board that the match plays, or 0 without boards. A table has a match for each board."""
    shared_table: int = 0
    """The number of the table at which several boards are played; 0 if the match has its own table."""

    @property
    def table(self) -> int:
        """The number of the match's table in the round, from 1."""
        return self.shared_table or self.number

    @property
    def is_open(self) -> bool:
        """Whether the match still needs a result."""
        return self.status in OPEN_MATCHES

    @property
    def is_forfeited_by_both(self) -> bool:
        """Whether each side has an entrant that forfeited the match."""
        absent = self.result.forfeited if self.result is not None else frozenset()
        return bool(absent) and all(absent.intersection(side) for side in self.sides)

    @property
    def missing(self) -> tuple[UserId, ...]:
        """The users who have not come to the table yet, except those whose data was deleted."""
        return tuple(seat.user for seat in self.seats if seat.user is not None and seat.user > 0 and not seat.is_here)


@dataclass(frozen=True, slots=True)
class EventBoard:
    """A deal that all tables of a round play.

    The cards come from `secret`, shown once all tables have played. Its hash, `commitment`, is shown before any plays.
    """

    number: int
    """Counts the boards of an event from 1."""
    level: Level
    declarer: Seat
    commitment: str
    secret: bytes = field(repr=False)
    is_revealed: bool = False
    """Whether all tables are done with the board, so that its cards and results may be shown."""


@dataclass(frozen=True, slots=True)
class EventRound:
    """A round of an event. From `due_at` on, a match with missing players begins without them or is forfeited."""

    number: int
    matches: tuple[EventMatch, ...]
    byes: tuple[EventEntrantId, ...]
    due_at: float
    is_pinged: bool = False
    is_reminded: bool = False
    """Whether the round's missing players have been reminded."""
    boards: tuple[EventBoard, ...] = ()
    cut: str | None = None
    """A text for the shuffle of all boards, from the players of the table that began first; None until one begins."""

    @property
    def tables(self) -> tuple[EventMatch, ...]:
        """One match of each table. It is the first match that still needs a result, or the last if all have one."""
        found: dict[int, EventMatch] = {}
        for match in self.matches:
            if match.table not in found or not found[match.table].is_open:
                found[match.table] = match
        return tuple(found.values())

    @property
    def is_over(self) -> bool:
        """Whether each match has a result or is void."""
        return not any(match.is_open for match in self.matches)

    @property
    def entrants(self) -> frozenset[EventEntrantId]:
        """Return the entrants at a table or sitting out."""
        seated = (entrant for match in self.matches for side in match.sides for entrant in side)
        return frozenset((*seated, *self.byes))

    def find_board(self, number: int) -> EventBoard | None:
        """Return board `number` of the event; None if it is not played in this round."""
        return next((board for board in self.boards if board.number == number), None)

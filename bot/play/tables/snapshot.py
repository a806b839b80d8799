"""Values of a table, read at one moment, so that they stay consistent across awaits."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.ids import TableId, UserId
from bot.play.clock.timing import Pace
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import proposal_rules
from bot.play.table_rules.deadlines import is_passing
from bot.play.table_rules.game_state import WINDOW_ASKS, GameState, list_offers, rebuild_game_state
from bot.play.table_rules.match_changes import list_present_seats
from bot.play.values.stored_table import Deadline, DeadlineKind, RecordEntry, StoredTable
from bot.play.values.table_info import Occupant, Phrase, TableInfo, TableStatus, Tally, parse_occupant
from engine.deal.fair_shuffle import Proof
from engine.deal.game import spectator_view
from engine.model.actions import Deal
from engine.model.events import DealResult
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment. Show cards only from its views: each seat has one, and spectators share one."""

    facts: TableInfo
    deadlines: tuple[Deadline, ...]
    commitment: str | None
    """The commitment to the secret of this deal or, between deals, of the next one. None if no deal will follow."""
    proof: Proof | None
    """The proof of the deal that has just ended; None during a deal and while the kitty is hidden."""
    tallies: tuple[Tally, ...]
    """The votes on all open proposals except offers of seats."""
    pace: Pace
    game_state: GameState | None = field(repr=False)
    """The game with every hand; only views of it may be shown."""
    missed_last_turn: frozenset[Seat] = frozenset()
    """The seats for which the program took the last turn, because their time was up."""
    hands_awaited: frozenset[Seat] = frozenset()
    """Seats of people who must still open their hand before the last cards of the first deal are drawn."""
    just_restarted: bool = False
    """Whether nobody has acted since the last restart of the program or the last outage of the store."""
    cannot_be_saved: bool = False
    phrases: tuple[tuple[Seat, Phrase], ...] = ()
    """What players have said since the last deal, the newest last."""
    clock_offset: float = 0.0
    """The seconds to add to a deadline to get its time of day; 0 unless somebody has set the machine's clock."""

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.facts.id

    @property
    def has_started(self) -> bool:
        """Whether the match has started; before that, there is no view."""
        return self.game_state is not None

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """The occupants of the seats; None for an empty seat."""
        return self.facts.seats

    @property
    def away(self) -> frozenset[Seat]:
        """Seats of people whose turns are played at once."""
        return self.facts.away

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats that have asked for the next deal."""
        return frozenset(seat for seat, _ in self.facts.ready)

    @property
    def not_ready(self) -> frozenset[Seat]:
        """Between deals, the seats of present people who have not asked for the next; otherwise empty."""
        over = self.game_state is not None and self.game_state.phase_name is PhaseName.FINISHED
        waiting = over and self.facts.status is TableStatus.PLAYING
        return list_present_seats(self.facts) - self.ready if waiting else frozenset()

    @property
    def results(self) -> tuple[DealResult, ...]:
        """The results of all finished deals, in order. They are public."""
        return self.game_state.results if self.game_state else ()

    @property
    def is_counted_deal(self) -> bool:
        """Whether a deal is being played at a table whose deals may count for ratings or a league."""
        return self.game_state is not None and not self.game_state.is_between_deals and not self.facts.is_friendly

    @property
    def can_be_voided(self) -> bool:
        """Whether a deal is being played that its winners may vote void."""
        game = self.game_state
        return game is not None and proposal_rules.can_be_voided(self.facts, between_deals=game.is_between_deals)

    @property
    def is_decided(self) -> bool:
        """Whether a deal is being played that counts even if the table ends now."""
        return self.game_state is not None and self.game_state.is_decided

    @property
    def next_deal_at(self) -> float | None:
        """When the next deal begins by itself, in seconds since the epoch; None if it does not."""
        return self.due_at(DeadlineKind.NEXT_DEAL)

    @property
    def lobby_ends_at(self) -> float | None:
        """When a lobby expires, in seconds since the epoch; None before its warning, and in a match."""
        return self.due_at(DeadlineKind.LOBBY_EXPIRES) if self.due_at(DeadlineKind.LOBBY_WARNING) is None else None

    def due_at(self, kind: DeadlineKind) -> float | None:
        """Return the time of the first deadline of a kind, in seconds since the epoch; None if there is none."""
        return min((d.at for d in self.deadlines if d.kind is kind), default=None)

    def to_wall(self, at: float) -> float:
        """Convert a deadline's time to the time of day, for people to read."""
        return at + self.clock_offset

    def seat_of(self, user: UserId) -> Seat | None:
        """Return a user's seat; None if they have none."""
        return self.facts.seat_of(user)

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know. Raises TableRefused: the match has not started."""
        game = self._require_game()
        view = game.view(seat)
        return replace(view, can_take_back=True) if game.goes_back(self.facts, seat) else view

    def question_view(self, seat: Seat) -> View:
        """Return the view for a seat's panel. If the seat can do nothing but pass, the view asks nothing."""
        view = self.view(seat)
        if view.ask not in WINDOW_ASKS:
            return view
        if not list_offers(view):
            return replace(view, ask=Ask.NOTHING)
        if not is_passing(self.deadlines, seat):
            return view
        if view.ask is not Ask.DECLARE:
            return replace(view, ask=Ask.NOTHING)
        return replace(view, passed=(*view.passed[:seat], True, *view.passed[seat + 1 :]))  # the seat can still declare

    def spectator_view(self) -> View:
        """Return what a spectator may know."""
        return self._require_game().view(None)

    def task(self, seat: Seat) -> int:
        """Return the number of the seat's current question; controls with another number are stale."""
        return self.game_state.tasks[seat] if self.game_state else 0

    def _require_game(self) -> GameState:
        return TableRefused.require_found(self.game_state, TableRefusal.NOT_STARTED)


def rewind_to_end_of_deal(now: Snapshot, stored: StoredTable, deal: int) -> Snapshot | None:
    """Return a table as it was at the end of `deal`; None if `deal` is not over. Raises IllegalAction: a bad record."""
    entries = stored.entries
    packs = [n for n, entry in enumerate(entries) if isinstance(entry.action, Deal)]
    for end in reversed([*packs[1:], len(entries)]):  # search backwards, because callers usually want a late deal
        game = rebuild_game_state(stored.facts, entries[:end])
        number = spectator_view(game.phase).deal_number
        if number < deal:
            return None
        if number == deal and game.phase_name is PhaseName.FINISHED:
            return _build_snapshot(now, stored, entries[:end], game)
    return None


def _build_snapshot(now: Snapshot, stored: StoredTable, entries: Sequence[RecordEntry], game: GameState) -> Snapshot:
    seats = tuple(parse_occupant(who) for who in game.seen.seats)
    over = now.facts.status if len(entries) == len(stored.entries) else TableStatus.PLAYING
    facts = replace(now.facts, seats=seats, status=over, away=frozenset(), paused=False, proposals=(), ready=())
    pack = sum(isinstance(entry.action, Deal) for entry in entries)
    proof = next((one.proof for one in stored.deals if one.number == pack), None)
    return replace(
        now,
        facts=facts,
        deadlines=(),
        commitment=None,
        proof=None if now.facts.is_kitty_hidden else proof,
        tallies=(),
        game_state=game,
        just_restarted=False,
        cannot_be_saved=False,
    )

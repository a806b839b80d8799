"""The state of a game, which is rebuilt from the record. It adds to the engine's phase what a table must know.

A *task* is the number of a seat's present question. It is the revision at which the question last changed or, if this
came later, the revision of the last deal. Buttons carry the task for which they were made, so that the table can refuse
them once the seat is asked something else. Tasks follow from the record, so buttons still work after a restart.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.ids import UserId
from bot.play.values.stored_table import RecordEntry
from bot.play.values.table_info import Person, TableInfo, format_occupant
from engine.deal.game import (
    Phase,
    apply,
    ask_in_play,
    can_undo,
    is_as_good_as_decided,
    seat_in_turn,
    spectator_view,
    start,
    view_for,
)
from engine.deal.legal_actions import legal_actions_of, legal_declarations
from engine.model.actions import Action, ClaimRedeal, Deal, Declare, Draw, Pass, Sit, TakeBack
from engine.model.events import DealEnded, DealResult, Declaration, Event
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName, View

Question = tuple[Hashable, ...]
"""What a seat is asked, with all details. Old buttons become invalid if the question or a detail changes."""
Offer = tuple[Ask, tuple[Declaration, ...], Action]
"""An action that a seat may take instead of passing, with its question and the latest declaration."""
WINDOW_ASKS: Final = {Ask.DECLARE, Ask.CLAIM, Ask.STEAL}
"""The questions that a seat may answer by passing."""


@dataclass(frozen=True, slots=True)
class SeenHands:
    """For each seat, the occupants who have seen its hand since the deal began, in the form of `format_occupant`."""

    seats: tuple[str, ...]
    holders: frozenset[tuple[Seat, str]] = frozenset()
    dealt: tuple[str, ...] = ()
    """The occupants of the seats when the deal began, for whom it counts."""

    def after(self, action: Action) -> "SeenHands":
        """Return the occupants after `action`. When a new deal begins, those who have left are forgotten."""
        match action:
            case Deal():
                holders = frozenset((Seat(n), one) for n, one in enumerate(self.seats))
                return SeenHands(self.seats, holders, self.seats)
            case Sit(seat=seat, who=who):
                seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
                return SeenHands(seats, self.holders | {(Seat(seat), who)}, self.dealt)
            case _:
                return self

    def seats_of(self, user: UserId) -> frozenset[Seat]:
        """Return the seats that a user has held since the deal began."""
        name = format_occupant(Person(user))
        return frozenset(seat for seat, who in self.holders if who == name)


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after `revision` actions. `tasks`, `questions`, `last_actions` and `declined` have one entry per seat."""

    phase: Phase
    revision: int
    tasks: tuple[int, ...]
    questions: tuple[Question, ...]
    last_actions: tuple[tuple[int, Action] | None, ...]
    """Each seat's last action in this deal, with its task. The table ignores a repetition of that action."""
    window_revision: int
    """The revision of the last draw, declaration, withdrawal or change of phase; after each, seats may answer again."""
    phase_name: PhaseName
    declined: tuple[frozenset[Offer], ...]
    seen: SeenHands
    results: tuple[DealResult, ...] = ()
    _views: dict[Seat | None, View] = field(init=False, default_factory=dict, compare=False, repr=False)

    def view(self, seat: Seat | None) -> View:
        """Return what `seat`, or a spectator (None), may know; the view is built once and kept."""
        if (built := self._views.get(seat)) is None:
            built = self._views[seat] = spectator_view(self.phase) if seat is None else view_for(self.phase, seat)
        return built

    @property
    def is_between_deals(self) -> bool:
        """Return whether no deal is being played."""
        return self.phase_name in {PhaseName.FINISHED, PhaseName.READY}

    @property
    def is_decided(self) -> bool:
        """Return whether a deal is in progress that counts even if its table ends now."""
        return is_as_good_as_decided(self.phase)

    def goes_back(self, facts: TableInfo, seat: Seat) -> bool:
        """Return whether the only person at the table sits in `seat` and may take a play back now.

        Computer players have all other seats. The rules need not allow taking back.
        """
        return facts.may_undo and isinstance(facts.seats[seat], Person) and can_undo(self.phase, seat)


def create_game_state(facts: TableInfo) -> GameState:
    """Return the state of a match that has no action yet."""
    players, phase = facts.rules.players, start(facts.rules, facts.start_levels, facts.first_declarer)
    questions: tuple[Question, ...] = ((Ask.NOTHING,),) * players
    name = view_for(phase, Seat(0)).phase
    declined: tuple[frozenset[Offer], ...] = (frozenset(),) * players
    seen = SeenHands(("",) * players)
    return GameState(phase, 0, (0,) * players, questions, (None,) * players, 0, name, declined, seen)


def list_offers(view: View) -> frozenset[Offer]:
    """Return the actions that the view's seat may take now instead of passing."""
    if view.ask not in WINDOW_ASKS:
        return frozenset()
    actions = (one for one in legal_actions_of(view) if isinstance(one, Declare | ClaimRedeal))
    return frozenset((view.ask, view.declarations[-1:], one) for one in actions)


def has_new_offers(game: GameState, seat: Seat) -> bool:
    """Return whether a seat has an offer (see `list_offers`) that it has not declined in this deal."""
    return not list_offers(game.view(seat)) <= game.declined[seat]


def apply_action(game: GameState, seat: Seat, action: Action) -> tuple[GameState, tuple[Event, ...]]:
    """Return the state after `seat` takes `action`, and what happened."""
    step = apply(game.phase, seat, action)
    revision = game.revision + 1
    players = len(game.tasks)
    name, questions = _ask_all(step.phase, players)
    fresh = isinstance(action, Deal)
    tasks = tuple(revision if fresh or questions[s] != game.questions[s] else game.tasks[s] for s in range(players))
    opens = fresh or isinstance(action, Draw | Declare | TakeBack) or name is not game.phase_name
    window_revision = revision if opens else game.window_revision
    last_actions = _last_actions(game, seat, action)
    declined = _declined(game, seat, action)
    results = (*game.results, *_list_results(step.events))
    seen = game.seen.after(action)
    return GameState(
        step.phase, revision, tasks, questions, last_actions, window_revision, name, declined, seen, results
    ), step.events


def rebuild_game_state(facts: TableInfo, entries: Iterable[RecordEntry]) -> GameState:
    """Return the state after all `entries`. Raises IllegalAction: the record does not fit the rules."""
    entries = tuple(entries)
    game = create_game_state(facts)
    deal = max((i for i, entry in enumerate(entries) if isinstance(entry.action, Deal)), default=0)
    phase, seen, results = game.phase, game.seen, list[DealResult]()
    for entry in entries[:deal]:  # only the last deal has tasks, so earlier deals need no views
        step = apply(phase, entry.seat, entry.action)
        phase, seen = step.phase, seen.after(entry.action)
        results += _list_results(step.events)
    game = replace(game, phase=phase, revision=deal, results=tuple(results), seen=seen)
    for entry in entries[deal:]:
        game, _ = apply_action(game, entry.seat, entry.action)
    return game


def list_sit_actions(facts: TableInfo) -> tuple[tuple[Seat, Action], ...]:
    """Return the actions that record who sits where."""
    return tuple((TABLE, Sit(s, format_occupant(o))) for s, o in enumerate(facts.seats) if o is not None)


def _list_results(events: Iterable[Event]) -> tuple[DealResult, ...]:
    return tuple(event.result for event in events if isinstance(event, DealEnded))


def _last_actions(game: GameState, seat: Seat, action: Action) -> tuple[tuple[int, Action] | None, ...]:
    if seat == TABLE:
        return (None,) * len(game.tasks) if isinstance(action, Deal) else game.last_actions
    done = (game.tasks[seat], action)
    return (*game.last_actions[:seat], done, *game.last_actions[seat + 1 :])


def _declined(game: GameState, seat: Seat, action: Action) -> tuple[frozenset[Offer], ...]:
    match action:
        case Deal():
            return (frozenset(),) * len(game.declined)
        case Sit(seat=newcomer):  # the new occupant has declined nothing yet
            return _with_declined(game, Seat(newcomer), frozenset())
        case Pass():
            return _with_declined(game, seat, game.declined[seat] | list_offers(game.view(seat)))
        case _:
            return game.declined


def _with_declined(game: GameState, seat: Seat, offers: frozenset[Offer]) -> tuple[frozenset[Offer], ...]:
    return (*game.declined[:seat], offers, *game.declined[seat + 1 :])


def _ask_all(phase: Phase, players: int) -> tuple[PhaseName, tuple[Question, ...]]:
    if (turn := seat_in_turn(phase)) is None:
        views = [view_for(phase, Seat(s)) for s in range(players)]
        return views[0].phase, tuple(_question(view) for view in views)
    name, question = _ask_in_turn(phase, turn)
    return name, tuple(question if s == turn else (Ask.NOTHING,) for s in range(players))


def _ask_in_turn(phase: Phase, turn: Seat) -> tuple[PhaseName, Question]:
    if (asked := ask_in_play(phase)) is not None:  # most actions are plays, and building a view would be slow
        return PhaseName.PLAYING, asked
    view = view_for(phase, turn)
    return view.phase, _question(view)


def _question(view: View) -> Question:
    if view.ask is Ask.NOTHING:
        return (view.ask,)
    if view.ask in {Ask.DECLARE, Ask.STEAL}:
        return (view.ask, legal_declarations(view))
    return (view.ask, len(view.tricks))

"""The player of one seat. It counts and times its decisions, and may use another player in each phase."""

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.arena.contest import PHASES, Contest, Contestant, DecisionTally, FaultNotices, PlayerFaultError
from engine.arena.player_names import build_player
from engine.arena.program_player import ProgramPlayer
from engine.deal.legal_actions import forced_play
from engine.model.actions import Action
from engine.model.view import Ask, View
from engine.players.levels import Player


@dataclass(frozen=True, slots=True)
class PhaseMix:
    """Lets the player that is named for a phase decide in it. The player `base` decides in all other phases."""

    base: Player
    phases: Mapping[str, Player] = field(default_factory=dict)

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        named = (one for phase, one in self.phases.items() if view.ask in PHASES[phase])
        return next(named, self.base).choose(view, rng)


@dataclass(slots=True)
class SeatedPlayer:
    """The player in one seat, with what it has done since `begin_game`."""

    entrant: Contestant
    player: PhaseMix
    searched: list[bool]
    """One entry for each search in the latest decision."""
    notices: FaultNotices
    rng: random.Random = field(default_factory=random.Random)
    tally: DecisionTally = field(default_factory=DecisionTally)

    def begin_game(self, seed: str) -> None:
        """Reset the counts, and start a new sequence of random numbers from `seed`."""
        self.rng, self.tally = random.Random(seed), DecisionTally()  # noqa: S311 - repeatable, not secret

    def choose(self, view: View) -> Action | None:
        """Return the player's action, or None while it waits. Also count the decision. Raises PlayerFaultError."""
        self.searched.clear()
        counted = view.ask not in {Ask.LEAD, Ask.FOLLOW} or forced_play(view) is None
        started = time.perf_counter()
        try:
            return self.player.choose(view, self.rng)
        finally:
            spent = time.perf_counter() - started
            if counted:
                self._count(view.ask, spent)

    def _count(self, ask: Ask, seconds: float) -> None:
        self.tally.milliseconds.append(1000 * seconds)
        if ask in {Ask.LEAD, Ask.FOLLOW}:
            self.tally.plays += 1
            self.tally.searches[ask] += bool(self.searched)

    def count_fault(self, error: PlayerFaultError) -> None:
        """Count a decision that a legal action replaced. Print the fault if it is the first of its kind."""
        self.tally.count_fault(error)
        self.notices.add(self.entrant, error)

    @property
    def programs(self) -> Iterator[ProgramPlayer]:
        """The players of the mix that run as programs of their own."""
        players = (self.player.base, *self.player.phases.values())
        return (player for player in players if isinstance(player, ProgramPlayer))


def seat_player(contest: Contest, entrant: Contestant, notices: FaultNotices | None = None) -> SeatedPlayer:
    """Return a new player for one seat of `entrant`. Raises ArenaError if it cannot be created."""
    mix, searched = contest.a if entrant is Contestant.A else contest.b, list[bool]()

    def build(name: str) -> Player:
        return build_player(name, contest.timeout, lambda: searched.append(True))

    named = {phase: build(name) for phase, name in mix.phases.items()}
    return SeatedPlayer(entrant, PhaseMix(build(mix.base), named), searched, notices or FaultNotices())

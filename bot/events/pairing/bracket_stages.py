"""Works out the stages of a knockout's bracket from its rounds, and the winners of each stage.

The bracket consists of the main bracket, the consolation and the match for third place. A stage has one match or bye
for each entrant. Who plays is read from the pairings, so a corrected result changes no pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.events.pairing.ports import BracketPart, Encounter, EncounterResult, EntrantNumber, History, PlayedRound

Pair = frozenset[EntrantNumber]


@dataclass(frozen=True, slots=True)
class Series:
    """A match of two entrants, with its games so far. A game is None if it is void or has no result yet."""

    pair: tuple[EntrantNumber, EntrantNumber]
    games: tuple[EncounterResult | None, ...]
    best_of: int
    is_pending: bool = False
    """Whether the result of the last game may still come."""

    @property
    def played(self) -> tuple[EncounterResult, ...]:
        """The games with a result."""
        return tuple(game for game in self.games if game is not None)

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games that each entrant has won."""
        won = [_find_game_winner(game) for game in self.played]
        return won.count(0), won.count(1)

    @property
    def is_decided(self) -> bool:
        """Whether the match needs no further game. An entrant who forfeits a game loses the match."""
        if self.is_pending:
            return False
        forfeited = any(not game.is_played for game in self.played)
        return forfeited or 2 * max(self.wins) > self.best_of or len(self.games) >= self.best_of

    @property
    def winner(self) -> EntrantNumber | None:
        """The winner by wins, then levels, then lower number. None if undecided, or if nobody turned up."""
        if not self.is_decided:
            return None
        there = self._list_eligible()
        wins = self.wins
        levels = [sum(game.scores[place] for game in self.played if game.is_played) for place in (0, 1)]
        best = min(there, key=lambda place: (-wins[place], -levels[place], self.pair[place]), default=None)
        return None if best is None else self.pair[best]

    @property
    def loser(self) -> EntrantNumber | None:
        """The entrant who was beaten at the table; None if the match is undecided or was forfeited."""
        winner = self.winner
        if winner is None or any(not game.is_played for game in self.played):
            return None
        beaten = self.pair[1 - self.pair.index(winner)]
        return None if all(beaten in game.forfeited for game in self.played) else beaten

    def _list_eligible(self) -> list[int]:
        """Return the indices of the sides that can win, which are those that turned up."""
        walkovers = [game for game in self.played if not game.is_played]
        if walkovers:
            return [place for place in (0, 1) if all(self.pair[place] not in game.forfeited for game in walkovers)]
        return [place for place in (0, 1) if any(self.pair[place] not in game.forfeited for game in self.played)]


def _find_game_winner(game: EncounterResult) -> int | None:
    """Return the index of the side that won a game; None without a winner. Only a side that turned up can win."""
    there = [place for place, side in enumerate(game.encounter.sides) if game.forfeited.isdisjoint(side)]
    if len(there) == 1:
        return there[0]
    if not there or not game.is_played or game.scores[0] == game.scores[1]:
        return None
    return 0 if game.scores[0] > game.scores[1] else 1


@dataclass(frozen=True, slots=True)
class PartRound:
    """The tables and byes of a round in one part of the bracket, with the round's results."""

    encounters: tuple[Encounter, ...]
    results: dict[Encounter, EncounterResult]
    byes: frozenset[EntrantNumber]
    is_newest: bool


@dataclass(frozen=True, slots=True)
class BracketStage:
    """A stage of a bracket. `byes` are entrants without an opponent, including those whose opponent left."""

    series: tuple[Series, ...]
    byes: frozenset[EntrantNumber]

    @property
    def field(self) -> frozenset[EntrantNumber]:
        """All entrants of this stage."""
        return self.byes.union(*(one.pair for one in self.series))

    @property
    def undecided(self) -> tuple[Series, ...]:
        """The matches that need another game."""
        return tuple(one for one in self.series if not one.is_decided and self.byes.isdisjoint(one.pair))

    @property
    def winners(self) -> frozenset[EntrantNumber]:
        """The entrants who have survived this stage so far."""
        at_tables = (one.winner for one in self.series if self.byes.isdisjoint(one.pair))
        return self.byes.union(one for one in at_tables if one is not None)

    @property
    def losers(self) -> tuple[EntrantNumber, ...]:
        """The entrants beaten at a table, by number."""
        beaten = (one.loser for one in self.series if self.byes.isdisjoint(one.pair))
        return tuple(sorted(one for one in beaten if one is not None))


@dataclass(frozen=True, slots=True)
class BracketStages:
    """The stages of all parts so far."""

    main: tuple[BracketStage, ...]
    third: tuple[BracketStage, ...]
    """The match for third place, as a stage of at most one match."""
    consolation: tuple[BracketStage, ...]


def replay_bracket(history: History, best_of: int, *, is_running: bool) -> BracketStages:
    """Return the stages of these rounds. With `is_running`, the newest round may still get results."""
    parts: dict[BracketPart, list[PartRound]] = {part: [] for part in BracketPart}
    beaten = _list_beaten_first(history, best_of)
    shares = [_share_byes(history, number, beaten) for number in range(len(history))]
    for number, played in enumerate(history):
        newest = is_running and number == len(history) - 1
        for part, rounds in parts.items():
            one = _pick_part(played, part, shares[number][part], is_newest=newest)
            if one.encounters or one.byes:
                rounds.append(one)
    return BracketStages(*(_replay_stages(rounds, best_of) for rounds in parts.values()))


def _pick_part(
    played: PlayedRound, part: BracketPart, byes: frozenset[EntrantNumber] = frozenset(), *, is_newest: bool = False
) -> PartRound:
    pairing, results = played
    tables = tuple(table for table in pairing.encounters if table.part is part)
    return PartRound(tables, {result.encounter: result for result in results}, byes, is_newest)


def measure_progress(stages: Sequence[BracketStage]) -> dict[EntrantNumber, int]:
    """Return how many stages each entrant has survived. An entrant in a stage has survived all stages before it."""
    reached = dict.fromkeys(stages[0].field, 0) if stages else {}
    for number, (stage, following) in enumerate(pairwise([*stages, None]), 1):
        through = stage.winners | (following.field if following else frozenset()) if stage else frozenset()
        reached |= dict.fromkeys(through, number)
    return reached


def _replay_stages(rounds: Sequence[PartRound], best_of: int) -> tuple[BracketStage, ...]:
    """Return the stages of one part. A round without tables or with a new pair begins a new stage."""
    grouped: list[list[PartRound]] = []
    known: set[Pair] = set()
    for one in rounds:
        pairs = {frozenset(table.entrants) for table in one.encounters}
        if not grouped or not pairs or not pairs <= known:
            grouped.append([])
            known = pairs
        grouped[-1].append(one)
    return tuple(_build_stage(group, best_of) for group in grouped)


def _build_stage(rounds: Sequence[PartRound], best_of: int) -> BracketStage:
    games: dict[Pair, list[EncounterResult | None]] = {}
    pairs: dict[Pair, tuple[EntrantNumber, EntrantNumber]] = {}
    pending: set[Pair] = set()
    for one in rounds:
        for table in one.encounters:
            (first, *_), (second, *_) = table.sides
            key = frozenset((first, second))
            pairs.setdefault(key, (first, second))
            games.setdefault(key, []).append(one.results.get(table))
            if one.is_newest and table not in one.results:
                pending.add(key)
    series = tuple(Series(pairs[key], tuple(played), best_of, key in pending) for key, played in games.items())
    return BracketStage(series, frozenset[EntrantNumber]().union(*(one.byes for one in rounds)))


def _share_byes(
    history: History, number: int, beaten: Sequence[EntrantNumber]
) -> dict[BracketPart, frozenset[EntrantNumber]]:
    """Return a round's byes by bracket part.

    A bye counts for the part in which the entrant plays next. If they do not play again, it counts for their last part.
    """
    byes = history[number][0].byes
    third = _list_seated(history[: number + 1], BracketPart.THIRD)
    consoled = _list_seated(history, BracketPart.CONSOLATION)
    play_on = _list_seated(history[number + 1 :], BracketPart.MAIN)
    parts = {
        one: BracketPart.THIRD
        if one in third
        else BracketPart.CONSOLATION
        if one in consoled or (one in beaten and one not in play_on)
        else BracketPart.MAIN
        for one in byes
    }
    return {part: frozenset(one for one in byes if parts[one] is part) for part in BracketPart}


def _list_seated(history: History, part: BracketPart) -> set[EntrantNumber]:
    tables = (table for pairing, _ in history for table in pairing.encounters if table.part is part)
    return {one for table in tables for one in table.entrants}


def _list_beaten_first(history: History, best_of: int) -> tuple[EntrantNumber, ...]:
    rounds = [_pick_part(played, BracketPart.MAIN) for played in history]
    stages = _replay_stages([one for one in rounds if one.encounters], best_of)
    return stages[0].losers if stages else ()

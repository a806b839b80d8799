"""A match of a knockout, whose two entrants play one game a round until one has won most of them."""

from dataclasses import dataclass

from bot.events.pairing.ports import EncounterResult, EntrantNumber


@dataclass(frozen=True, slots=True)
class Series:
    """The games of two entrants so far. A game without a result is void, or the last one is still being played."""

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
        """The games that each entrant has won."""
        won = [_find_game_winner(game) for game in self.played]
        return won.count(0), won.count(1)

    @property
    def is_decided(self) -> bool:
        """Whether no further game is needed. An entrant who forfeits a game loses the match."""
        if self.is_pending:
            return False
        forfeited = any(not game.is_played for game in self.played)
        return forfeited or 2 * max(self.wins) > self.best_of or len(self.games) >= self.best_of

    @property
    def winner(self) -> EntrantNumber | None:
        """The entrant who goes on; with equal wins and levels the lower number. None if undecided, or if both lost."""
        if not self.is_decided:
            return None
        there = self._list_eligible()
        wins = self.wins
        levels = [sum(game.scores[place] for game in self.played if game.is_played) for place in (0, 1)]
        best = min(there, key=lambda place: (-wins[place], -levels[place], self.pair[place]), default=None)
        return None if best is None else self.pair[best]

    @property
    def loser(self) -> EntrantNumber | None:
        """The entrant beaten at a table; None if the match was forfeited."""
        winner = self.winner
        if winner is None or any(not game.is_played for game in self.played):
            return None
        beaten = self.pair[1 - self.pair.index(winner)]
        return None if all(beaten in game.forfeited for game in self.played) else beaten

    def _list_eligible(self) -> list[int]:
        """Return the sides that can win, which are those that turned up."""
        walkovers = [game for game in self.played if not game.is_played]
        if walkovers:
            return [place for place in (0, 1) if all(self.pair[place] not in game.forfeited for game in walkovers)]
        return [place for place in (0, 1) if any(self.pair[place] not in game.forfeited for game in self.played)]


def _find_game_winner(game: EncounterResult) -> int | None:
    """Return the side that won a game. A side that did not turn up cannot win, even if substitutes played for it."""
    there = [place for place, side in enumerate(game.encounter.sides) if game.forfeited.isdisjoint(side)]
    if len(there) == 1:
        return there[0]
    if not there or not game.is_played or game.scores[0] == game.scores[1]:
        return None
    return 0 if game.scores[0] > game.scores[1] else 1

"""A simulated event with random results, whose entrants may be absent, withdraw or enter late."""

import random

from bot.events.pairing.ports import EncounterResult, EntrantNumber, EntrantState


class SimulatedEvent:
    """An event with entrants numbered from 0. Its random results depend on the seed alone."""

    def __init__(self, pairer, entrants, seed=0, rated=True):
        self.pairer, self.seed, self.chance = pairer, seed, random.Random(seed)
        self.count, self.rated = entrants, rated
        self.withdrawn, self.history = set(), []

    @property
    def numbers(self):
        return [EntrantNumber(number) for number in range(self.count)]

    def states(self, absent=()):
        return [
            EntrantState(
                number, 1000.0 - number if self.rated else None, number not in absent, number in self.withdrawn
            )
            for number in self.numbers
        ]

    def pair(self, absent=()):
        return self.pairer.pair_round(self.states(absent), self.history, len(self.history) + 1, self.seed)

    def play(self, absent=(), no_show=0.0, unplayed=0.0):
        """Pair a round, give it random results and return the pairing."""
        pairing = self.pair(absent)
        results = [self.draw_result(table, no_show) for table in pairing.encounters]
        kept = [result for result in results if self.chance.random() >= unplayed]
        self.history.append((pairing, tuple(kept)))
        return pairing

    def draw_result(self, table, no_show):
        missing = frozenset(entrant for entrant in table.entrants if self.chance.random() < no_show)
        if missing and self.chance.random() < 0.5:
            return EncounterResult(table, (), missing)
        return EncounterResult(table, tuple(float(self.chance.randrange(4)) for _ in table.sides), missing)


def list_seats(pairing):
    """Return the sorted entrants of a round, both those at tables and those with a bye."""
    return sorted([*(entrant for table in pairing.encounters for entrant in table.entrants), *pairing.byes])

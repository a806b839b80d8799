"""The deals of a contest: cards, level, declarer and seats follow from the seed and the pair's number."""

import hashlib
import random
from dataclasses import dataclass

from engine.arena.contest import Contestant
from engine.deal.fair_shuffle import make_fair_deal
from engine.model.actions import Deal
from engine.model.options import Level, NextDeclarer, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class DealSetup:
    """One deal before its cards are dealt."""

    rules: Rules
    words: str
    """Determines the shuffle."""
    level: Level
    declarer: Seat | None
    """None: a first deal, where the declaration finds the declarer."""
    a_seats: frozenset[int]
    """Where player A sits in the first game; in the second one it sits everywhere else."""

    def shuffle(self, redeals: int, declarer: Seat | None = None) -> Deal:
        """Return the deal that follows `redeals` cancelled ones; a `declarer` may have lost those before."""
        secret = hashlib.sha256(f"{self.words} deal {redeals}".encode()).digest()
        return make_fair_deal(self.rules, secret, "", self.declarer if declarer is None else declarer)

    def entrant_at(self, seat: int, game: int) -> Contestant:
        """Return who sits where in game 0 or 1."""
        return Contestant.A if (seat in self.a_seats) == (game == 0) else Contestant.B


def set_up_deal(rules: Rules, seed: int, pair: int) -> DealSetup:
    """Return the deal that both games of a pair play."""
    words = f"{seed} {pair}"
    rng = random.Random(f"{words} setup")  # noqa: S311 - a deal to measure with, not a secret
    return DealSetup(rules, words, _pick_level(rules, rng), _pick_declarer(rules, rng), _pick_seats(rules, rng))


def _pick_level(rules: Rules, rng: random.Random) -> Level:
    """Return any level that has trumps, so that all levels count alike."""
    last = min(rules.final_level, Level.ACE)
    return rng.choice([level for level in Level if rules.low_cut <= level <= last])


def _pick_declarer(rules: Rules, rng: random.Random) -> Seat | None:
    """Return a seat as the declarer, or None for a deal that is declared for; each is as likely as the others."""
    picked = rng.choice([None, *range(rules.players)])
    bid = rules.next_declarer is NextDeclarer.BID or rules.teams is Teams.HIDDEN_TEN
    return None if bid or picked is None else Seat(picked)


def _pick_seats(rules: Rules, rng: random.Random) -> frozenset[int]:
    """Return one of two fixed sides, or where sides are not fixed any half of the seats."""
    if rules.teams is Teams.FIXED:
        return frozenset(range(rng.randrange(2), rules.players, 2))
    return frozenset(rng.sample(range(rules.players), rules.players // 2))

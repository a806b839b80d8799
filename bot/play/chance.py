"""Where a table's shuffles come from: a fresh secret for each deal, promised before and shown after."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.play.ports import DealSecret
from engine.actions import Deal
from engine.fairness import commitment, fair_deal
from engine.rules import Rules
from engine.view import PhaseName, View

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Chance:
    """Makes secrets. `random_bytes(n)` must be unforeseeable: it is the only source of every shuffle."""

    random_bytes: Callable[[int], bytes]

    def secret(self, number: int) -> DealSecret:
        """Return a fresh secret for deal `number` of a table, with the commitment that is shown before the deal."""
        secret = self.random_bytes(SECRET_BYTES)
        return DealSecret(number, secret, commitment(secret))

    def order(self, count: int) -> tuple[int, ...]:
        """Return the numbers from 0 to `count` - 1 in an order of chance, all orders equally likely."""
        return tuple(sorted(range(count), key=lambda _: self.random_bytes(SECRET_BYTES)))


def shuffled(rules: Rules, promised: DealSecret, before: View) -> Deal:
    """Return the deal that a promised secret and its cut make, in the match that `before` shows."""
    declarer = before.declarer
    if before.phase is PhaseName.FINISHED and before.result is not None:
        declarer = before.result.next_declarer
    return fair_deal(rules, promised.secret, promised.cut or "", declarer)


def again(promised: DealSecret, last: DealSecret) -> DealSecret:
    """Return `promised` cut once more as `last` was: after a redeal nobody has to press anything."""
    return replace(promised, cut=f"{last.cut}+{last.number}")

"""Shuffles each deal with a new secret. A commitment to it is shown before the deal, the secret itself after it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.play.values.stored_table import DealSecret
from engine.deal.fair_shuffle import commit_to, make_fair_deal
from engine.model.actions import Deal
from engine.model.rules import Rules
from engine.model.view import PhaseName, View

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Shuffler:
    """Creates secrets from `random_bytes(n)`. These must be unpredictable, because a shuffle follows from a secret."""

    random_bytes: Callable[[int], bytes]

    def create_secret(self, number: int) -> DealSecret:
        """Return a fresh secret for deal `number` of a table, with the commitment that is shown before the deal."""
        secret = self.random_bytes(SECRET_BYTES)
        return DealSecret(number, secret, commit_to(secret))

    def random_order(self, count: int) -> tuple[int, ...]:
        """Return the numbers from 0 to `count` - 1 in random order, all orders equally likely."""
        return tuple(sorted(range(count), key=lambda _: self.random_bytes(SECRET_BYTES)))


def shuffle_deal(rules: Rules, promised: DealSecret, before: View) -> Deal:
    """Return the deal that a promised secret and its cut determine. `before` is a view of the match until then."""
    declarer = before.declarer
    if before.phase is PhaseName.FINISHED and before.result is not None:
        declarer = before.result.next_declarer
    return make_fair_deal(rules, promised.secret, promised.cut or "", declarer)


def recut(promised: DealSecret, last: DealSecret) -> DealSecret:
    """Return `promised` with a cut made from the cut of `last`. Redeals need this, as no player asks for them."""
    return replace(promised, cut=f"{last.cut}+{last.number}")

"""The player that weighs every choice by one table of values; its style makes it weak or strong."""

import random
from dataclasses import dataclass

from engine.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.bidding import may_claim_redeal
from engine.cards import Card
from engine.options import forced
from engine.players import burying, calling, declaring, following, leading
from engine.players.base import Style
from engine.players.reading import read
from engine.rules import PickupCounts
from engine.view import Ask, View

_POOR_TRUMPS = 0.25


@dataclass(frozen=True, slots=True)
class RulePlayer:
    """Answers by rules and, as far as its style goes, memory. Each answer takes about a millisecond."""

    style: Style

    def choose(self, view: View, rng: random.Random) -> Action | None:  # noqa: PLR0911 - one for each question
        """Return what the seat does; None: nothing yet, while cards are still to be drawn.

        Raises:
            ValueError: nothing is asked of the seat.
        """
        match view.ask:
            case Ask.DECLARE:
                return self._declare(view)
            case Ask.STEAL:
                shown = declaring.theft(view, self.style.weights)
                return Declare(shown) if shown else Pass()
            case Ask.CLAIM:
                return ClaimRedeal() if _poor(view) else Pass()
            case Ask.PICK_UP:
                return PickUp(take=_picks_up(view))
            case Ask.BURY:
                return Bury(burying.bury(view, self.style.weights))
            case Ask.CALL:
                return CallFriends(calling.call(view))
            case Ask.LEAD | Ask.FOLLOW:
                return Play(forced(view) or self._play(view, rng))
            case Ask.NOTHING:
                raise ValueError("nothing is asked of this seat")

    def _declare(self, view: View) -> Action | None:
        shown = declaring.declare(view, self.style.weights)
        if shown is not None:
            return Declare(shown)
        waits = view.to_draw or view.passed[view.seat or 0]
        return None if waits else Pass()

    def _play(self, view: View, rng: random.Random) -> tuple[Card, ...]:
        reading = read(view, self.style.recall)
        play = leading.lead if view.ask is Ask.LEAD else following.follow
        return play(reading, self.style, rng)


def _poor(view: View) -> bool:
    """Tell whether to ask for a new deal: the hand entitles to it and is short of trumps."""
    assert view.trump is not None
    trumps = sum(view.trump.is_trump(card) for card in view.hand)
    return may_claim_redeal(view.hand, view.trump, view.rules) and trumps < _POOR_TRUMPS * len(view.hand)


def _picks_up(view: View) -> bool:
    """Tell whether to pick points up: always, unless whatever is picked up counts against this seat's side."""
    assert view.seat is not None
    return view.rules.pickup_counts is not PickupCounts.AS_SHOWN or not view.sides[view.seat]

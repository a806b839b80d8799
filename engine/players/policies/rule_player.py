"""The computer player that decides by rules. It scores most choices by weights, and its style sets its strength."""

import random
from dataclasses import dataclass

from engine.deal.bidding import can_claim_redeal
from engine.deal.legal_actions import forced_play
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.model.cards import Card
from engine.model.options import PickupCounts
from engine.model.view import Ask, View
from engine.players.policies import bury_policy, declare_policy, follow_policy, lead_policy
from engine.players.policies.beliefs import infer_beliefs
from engine.players.policies.style import Style

_POOR_TRUMPS = 0.25


@dataclass(frozen=True, slots=True)
class RulePlayer:
    """Chooses by rules from what it remembers, in about a millisecond."""

    style: Style

    def choose(self, view: View, rng: random.Random) -> Action | None:  # noqa: PLR0911 - one for each question
        """Return the seat's action; see `Player.choose`."""
        match view.ask:
            case Ask.DECLARE:
                return self._declare(view)
            case Ask.STEAL:
                shown = declare_policy.choose_theft(view, self.style.weights)
                return Declare(shown) if shown else Pass()
            case Ask.CLAIM:
                return ClaimRedeal() if _should_claim_redeal(view) else Pass()
            case Ask.PICK_UP:
                return PickUp(take=_should_pick_up(view))
            case Ask.BURY:
                return Bury(bury_policy.choose_bury(view, self.style.weights))
            case Ask.CALL:
                return CallFriends(bury_policy.choose_friends(view))
            case Ask.LEAD | Ask.FOLLOW:
                return Play(forced_play(view) or self._play(view, rng))
            case Ask.NOTHING:
                raise ValueError("this seat is not asked anything")

    def _declare(self, view: View) -> Action | None:
        cards = declare_policy.choose_declaration(view, self.style.weights)
        if cards:
            return Declare(cards)
        waits = view.to_draw or view.passed[view.seat or 0]
        return None if waits else Pass()

    def _play(self, view: View, rng: random.Random) -> tuple[Card, ...]:
        beliefs = infer_beliefs(view, self.style.memory)
        play = lead_policy.choose_lead if view.ask is Ask.LEAD else follow_policy.choose_follow
        return play(beliefs, self.style, rng)


def _should_claim_redeal(view: View) -> bool:
    assert view.trump is not None
    trumps = sum(view.trump.is_trump(card) for card in view.hand)
    return can_claim_redeal(view.hand, view.trump, view.rules) and trumps < _POOR_TRUMPS * len(view.hand)


def _should_pick_up(view: View) -> bool:
    """Return whether to pick up points. Declarers do not if the points always count for the opponents."""
    assert view.seat is not None
    return view.rules.pickup_counts is not PickupCounts.AS_SHOWN or not view.sides[view.seat]

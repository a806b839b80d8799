"""Chooses a lead. It scores cards, tuples, tractors and safe throws by what each is expected to bring."""

import random
from collections.abc import Iterator

from engine.cards_in_play.leads import Lead, check_lead, leadable_units
from engine.cards_in_play.units import group_largest_first
from engine.deal.legal_actions import check_throw_is_safe
from engine.model.cards import Card, points_of
from engine.model.errors import IllegalAction
from engine.model.options import Throws
from engine.model.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.players.policies.beliefs import EVEN, Beliefs
from engine.players.policies.card_values import CardValues, estimate_card_values, estimate_last_trick
from engine.players.policies.style import Style
from engine.players.policies.trick_odds import HONOUR_POINTS, PlayToBeat, estimate_trick, is_unbeatable


def choose_lead(beliefs: Beliefs, style: Style, rng: random.Random) -> tuple[Card, ...]:
    """Return the cards to lead."""
    return style.pick(score_leads(beliefs, style), rng).cards


def score_leads(beliefs: Beliefs, style: Style) -> list[tuple[float, Lead]]:
    """Return the leads to consider with what each is expected to bring, in card points."""
    found = list(list_candidates(beliefs, style))
    if style.weights.exposed:  # prefer a card without points to a king or ten if it is as hard to beat
        found = [one for one in found if not (count_exposed_points(beliefs, one) and _has_plain_equal(beliefs, one))]
    if len(found) == 1:
        return [(0.0, found[0])]
    value = estimate_card_values(beliefs, style.weights, estimate_last_trick(beliefs.view, style.weights))
    scorer = LeadScorer(beliefs, style, value)
    return [(scorer.score(one), one) for one in found]


def _has_plain_equal(beliefs: Beliefs, lead: Lead) -> bool:
    strength, unseen = beliefs.trump.order.strength, beliefs.unseen_by_strength[lead.index]
    lowest = max((at for at, _ in unseen if at <= lead.units[0].top), default=0)
    return any(not face.points and strength[face] > lowest for face in beliefs.by_suit[lead.index])


def list_candidates(beliefs: Beliefs, style: Style) -> Iterator[Lead]:
    """Yield all legal leads that are no throws, and from each suit the largest throw that no unseen cards can stop."""
    view, order = beliefs.view, beliefs.trump.order
    for one in leadable_units(view.hand, beliefs.trump, view.rules, gone=view.gone, whole_uneven=True):
        suits = {order.suit_of[face] for face in one.faces}
        suit = EFFECTIVE_SUITS[suits.pop()] if len(suits) == 1 else None
        yield Lead(suit, (one,), view.gone)
    if style.throws and view.rules.throws is not Throws.OFF:
        yield from list_safe_throws(beliefs)


def list_safe_throws(beliefs: Beliefs) -> Iterator[Lead]:
    """Yield for each suit the largest throw that no unseen cards can stop."""
    view = beliefs.view
    for suit in range(len(EFFECTIVE_SUITS)):
        held = beliefs.by_suit[suit]
        if len(held) < 2 or (suit == TRUMP_INDEX and view.rules.throws is Throws.SIDE_SUITS):  # noqa: PLR2004 - a throw has two units
            continue
        if view.rules.throw_void_trump_stops and _may_ruff(beliefs, suit):
            continue
        cards = _find_safe_cards(beliefs, suit)
        if cards:
            yield from _read_throw(beliefs, cards)


def _may_ruff(beliefs: Beliefs, suit: int) -> bool:
    return suit != TRUMP_INDEX and any(beliefs.void[seat][suit] for seat in beliefs.others)


def _find_safe_cards(beliefs: Beliefs, suit: int) -> tuple[Card, ...]:
    """Return cards of the suit in which no card, tuple or tractor can be beaten. Others are left out step by step."""
    cards = tuple(face for face, number in beliefs.by_suit[suit].items() for _ in range(number))
    view = beliefs.view
    while cards:
        units = group_largest_first(cards, beliefs.trump, view.rules, view.gone)
        safe = tuple(card for one in units if is_unbeatable(beliefs, suit, one.top, one.kind) for card in one.cards)
        if len(safe) == len(cards):
            return cards
        cards = safe
    return ()


def _read_throw(beliefs: Beliefs, cards: tuple[Card, ...]) -> Iterator[Lead]:
    view = beliefs.view
    try:
        found = check_lead(view.hand, cards, beliefs.trump, view.rules, None, view.gone)
        check_throw_is_safe(view, found)
    except IllegalAction:
        return
    if found.is_throw:
        yield found


def count_exposed_points(beliefs: Beliefs, lead: Lead) -> int:
    """Return the points of a single king or ten of a side suit that may be beaten. Count none if a partner is void."""
    points = points_of(lead.cards)
    if lead.size > 1 or points < HONOUR_POINTS or lead.index == TRUMP_INDEX:
        return 0
    if is_unbeatable(beliefs, lead.index, lead.units[0].top, lead.units[0].kind):
        return 0
    return 0 if any(beliefs.void[seat][lead.index] for seat in beliefs.partners) else points


class LeadScorer:
    """Scores leads."""

    def __init__(self, beliefs: Beliefs, style: Style, value: CardValues) -> None:
        self.beliefs = beliefs
        self.weights = style.weights
        self.value = value
        self.others = beliefs.others
        self.draw = self._value_of_drawing()
        self.last = len(beliefs.view.hand)

    def score(self, lead: Lead) -> float:
        """Return the points that a lead is expected to be worth."""
        weights, cards = self.weights, lead.cards
        to_beat = PlayToBeat(lead.index, max(one.top for one in lead.units))
        seen = estimate_trick(self.beliefs, lead, to_beat, 1.0, self.others, weights)
        points = points_of(cards)
        if lead.size == self.last:
            points += round(estimate_last_trick(self.beliefs.view, weights, lead))
        won = points + seen.points_if_won + weights.tempo + weights.size * (lead.size - 1)
        lost = points + seen.points_if_lost + weights.tempo
        score = seen.win_chance * won - (1 - seen.win_chance) * lost - self.value.cost(cards)
        score -= self.weights.exposed * count_exposed_points(self.beliefs, lead)
        return score + (self.draw * lead.size if lead.index == TRUMP_INDEX else 0.0)

    def _value_of_drawing(self) -> float:
        """Return the value of each trump that is led. Leading trumps draws them from others."""
        beliefs = self.beliefs
        foes = [seat for seat in self.others if beliefs.ally_chance[seat] < EVEN]
        holding = sum(beliefs.share_of_unseen[seat][TRUMP_INDEX] for seat in foes) * beliefs.unseen_count[TRUMP_INDEX]
        if holding < 1:
            return -self.weights.drawn
        fair = beliefs.unseen_count[TRUMP_INDEX] / max(1, len(self.others))
        longer = sum(beliefs.by_suit[TRUMP_INDEX].values()) - fair
        side = beliefs.view.sides[beliefs.me]
        return self.weights.draw * min(1.0, longer / 3) if side else -self.weights.drawn

"""Chooses how to follow a lead. It lists plays, and scores each by what it is expected to bring."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.shape_fit import Placed, find_fit, only_multiples
from engine.cards_in_play.shapes import tractors_first
from engine.cards_in_play.trick import beats
from engine.cards_in_play.units import find_unit_paths, list_unit_cards
from engine.deal.legal_actions import lead_of, legal_plays
from engine.model.cards import Card, count_faces, distinct_sets, points_of
from engine.model.options import Bombs
from engine.model.trump import TRUMP_INDEX
from engine.model.view import View
from engine.players.policies.beliefs import EVEN, Beliefs
from engine.players.policies.card_values import CardValues, estimate_card_values, estimate_last_trick
from engine.players.policies.style import Style
from engine.players.policies.trick_odds import HONOUR_POINTS, PlayToBeat, TrickOutlook, estimate_trick, is_unbeatable

_MANY = 60
"""If there are more plays than this number, only the cheapest of them are scored."""
_ENDLESS = 600
"""At most this many plays are generated."""

Play = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickToFollow:
    """The trick in progress as the next seat to follow sees it."""

    beliefs: Beliefs
    lead: Lead
    best: Play
    ours: float
    """The chance that the winning play is from this seat's side."""
    style: Style


def choose_follow(beliefs: Beliefs, style: Style, rng: random.Random) -> Play:
    """Return the cards to follow with."""
    # players of all levels play the last seat without errors
    sure = style if beliefs.seats_behind else replace(style, noise=0.0, reach=0.0)
    return sure.pick(score_follows(beliefs, style), rng)


def score_follows(beliefs: Beliefs, style: Style) -> list[tuple[float, Play]]:
    """Return the plays to consider with what each is expected to bring, in card points."""
    trick = _build_trick(beliefs, style)
    stakes = estimate_last_trick(beliefs.view, style.weights, trick.lead)
    value = estimate_card_values(beliefs, style.weights, stakes)
    plays = _without_ruffs_on_a_partner(trick, tuple(list_candidates(trick, value)))
    if len(plays) == 1:
        return [(0.0, plays[0])]
    scorer = FollowScorer(trick, value, stakes if len(beliefs.view.hand) == trick.lead.size else 0.0)
    return [(scorer.score(play), play) for play in plays]


def _without_ruffs_on_a_partner(trick: TrickToFollow, plays: Sequence[Play]) -> Sequence[Play]:
    beliefs, lead = trick.beliefs, trick.lead
    if beliefs.seats_behind or trick.ours < 1.0 or lead.index == TRUMP_INDEX:
        return plays
    suit_of, rules = beliefs.trump.order.suit_of, beliefs.view.rules
    kept = tuple(
        play
        for play in plays
        if suit_of[play[0]] != TRUMP_INDEX or not beats(lead, trick.best, play, beliefs.trump, rules)
    )
    return kept or plays


def _build_trick(beliefs: Beliefs, style: Style) -> TrickToFollow:
    view = beliefs.view
    winning = next(play for play in view.trick.plays if play.seat == view.trick.winner)
    return TrickToFollow(beliefs, lead_of(view), winning.cards, beliefs.ally_chance[winning.seat], style)


class FollowScorer:
    """Scores plays that follow in one trick."""

    def __init__(self, trick: TrickToFollow, value: CardValues, stakes: float) -> None:
        self.trick = trick
        self.value = value
        self.stakes = stakes
        """What winning the last trick is worth, apart from its points. It is 0 in all other tricks."""
        self.on_table = trick.beliefs.view.trick.points
        self.behind = trick.beliefs.seats_behind
        self.partner_wins = is_partner_unbeatable(trick)
        self.outlooks: dict[tuple[PlayToBeat, float], TrickOutlook] = {}

    def score(self, play: Play) -> float:
        """Return what a play is expected to bring, in card points."""
        trick, weights = self.trick, self.trick.style.weights
        takes = beats(trick.lead, trick.best, play, trick.beliefs.trump, trick.beliefs.view.rules)
        seen = self._find_outlook(play if takes else trick.best, 1.0 if takes else trick.ours)
        points = self.on_table + points_of(play) + self.stakes
        won = points + seen.points_if_won + weights.tempo
        lost = points + seen.points_if_lost + weights.tempo
        score = seen.win_chance * won - (1 - seen.win_chance) * lost - self.value.cost(play)
        return score - self._blunder_cost(play, takes=takes)

    def _blunder_cost(self, play: Play, *, takes: bool) -> float:
        trick, weights = self.trick, self.trick.style.weights
        if not self.behind:
            lost = not takes and trick.ours < EVEN
            return weights.lost_points * points_of(play) if lost else 0.0
        if takes and self.partner_wins and trick.beliefs.trump.order.suit_of[play[0]] == TRUMP_INDEX:
            return weights.partner_ruffed
        if len(trick.beliefs.view.trick.plays) == 1 and _is_exposed_honour(trick, play):
            return weights.second_honour * points_of(play)
        return 0.0

    def _find_outlook(self, cards: Play, ours: float) -> TrickOutlook:
        to_beat = get_play_to_beat(self.trick.beliefs, cards)
        key = (to_beat, ours)
        if key not in self.outlooks:
            trick = self.trick
            self.outlooks[key] = estimate_trick(
                trick.beliefs, trick.lead, to_beat, ours, self.behind, trick.style.weights
            )
        return self.outlooks[key]


def is_partner_unbeatable(trick: TrickToFollow) -> bool:
    """Return whether a known partner wins with a play of the led suit that no unseen cards and no ruff can beat."""
    beliefs, lead = trick.beliefs, trick.lead
    if trick.ours < 1.0 or lead.index in {-1, TRUMP_INDEX}:
        return False
    to_beat = get_play_to_beat(beliefs, trick.best)
    if to_beat.suit != lead.index:
        return False
    foes = [seat for seat in trick.beliefs.seats_behind if beliefs.ally_chance[seat] < EVEN]
    if any(beliefs.void[seat][lead.index] and not beliefs.void[seat][TRUMP_INDEX] for seat in foes):
        return False
    return lead.is_throw or is_unbeatable(beliefs, lead.index, to_beat.top, lead.shape[0])


def _is_exposed_honour(trick: TrickToFollow, play: Play) -> bool:
    """Return whether a play is a king or ten of the led side suit that an unseen card could beat."""
    beliefs, lead = trick.beliefs, trick.lead
    if lead.size > 1 or points_of(play) < HONOUR_POINTS or lead.index == TRUMP_INDEX:
        return False
    top = get_play_to_beat(beliefs, play)
    return top.suit == lead.index and not is_unbeatable(beliefs, top.suit, top.top, lead.shape[0])


def get_play_to_beat(beliefs: Beliefs, cards: Sequence[Card]) -> PlayToBeat:
    """Return the suit and height of a play that others have to beat."""
    order = beliefs.trump.order
    return PlayToBeat(order.suit_of[cards[0]], max(order.strength[card] for card in cards))


def list_candidates(trick: TrickToFollow, value: CardValues) -> Iterator[Play]:
    """Yield the legal plays to score, each of them once. If there are many, yield only those likely to be good."""
    view, lead = trick.beliefs.view, trick.lead
    mine = _cards_of_led_suit(trick.beliefs, lead)
    if lead.index < 0 or len(mine) >= lead.size:
        return iter(_suit_follows(view, value))
    short = distinct_sets(_short_follows(trick.beliefs, lead, mine, value))
    return short if view.rules.bombs is Bombs.OFF else distinct_sets(chain(short, legal_plays(view, _ENDLESS)))


def _cards_of_led_suit(beliefs: Beliefs, lead: Lead) -> Play:
    if lead.index < 0:
        return ()
    return tuple(face for face, number in beliefs.by_suit[lead.index].items() for _ in range(number))


def _suit_follows(view: View, value: CardValues) -> Sequence[Play]:
    found = list(islice(legal_plays(view), _ENDLESS))
    if len(found) <= _MANY:
        return found
    cheap = sorted(found, key=value.cost)[: _MANY // 2]
    dear = sorted(found, key=lambda play: value.cost(play) - points_of(play))[: _MANY // 2]
    return tuple(distinct_sets((*cheap, *dear)))


def _short_follows(beliefs: Beliefs, lead: Lead, mine: Play, value: CardValues) -> Iterator[Play]:
    others = {face: n for face, n in beliefs.held.items() if beliefs.trump.order.suit_of[face] != lead.index}
    if not mine and lead.index != TRUMP_INDEX:
        yield from list_ruffs(beliefs, lead)
    missing = lead.size - len(mine)
    if missing == 1:
        yield from ((*mine, face) for face in others)
        return
    for order in _discard_orders(beliefs, others, value):
        copies = [face for face in order for _ in range(others[face])]
        yield (*mine, *copies[:missing])


def _discard_orders(beliefs: Beliefs, others: dict[Card, int], value: CardValues) -> Iterator[list[Card]]:
    """Yield different orders in which cards may be discarded.

    The first order is by cost alone. The next puts cards with points earlier, and the last puts them later. The same
    three orders follow for each side suit, with the cards of this suit first.
    """
    suit_of = beliefs.trump.order.suit_of
    cost = {face: value.single[face] + (value.pair[face] / 2 if face in value.pair else 0.0) for face in others}
    for liking in (0.0, 1.0, -1.0):
        yield sorted(others, key=lambda face: (cost[face] - liking * face.points, face))
    for suit in {suit_of[face] for face in others} - {TRUMP_INDEX}:
        for liking in (0.0, 1.0, -1.0):
            yield sorted(others, key=lambda face: (suit_of[face] != suit, cost[face] - liking * face.points, face))


def list_ruffs(beliefs: Beliefs, lead: Lead) -> Iterator[Play]:
    """Yield all tuples or tractors of trumps in the shape of the lead. For a throw, yield a low and a high ruff."""
    held = beliefs.by_suit[TRUMP_INDEX]
    if sum(held.values()) < lead.size:
        return
    order = beliefs.trump.order
    above = order.adjacent_above(lead.gone)
    if not lead.is_throw:
        kind = lead.shape[0]
        for path in find_unit_paths(held, kind, above):
            yield list_unit_cards(kind, path)
        return
    for falling in (False, True):
        ordered = dict(sorted(held.items(), key=lambda item: order.strength[item[0]], reverse=falling))
        placed = find_fit(only_multiples(ordered), tractors_first(lead.shape), above)
        if placed is None:
            return
        yield _fill_up(ordered, placed, lead.size)


def _fill_up(ordered: dict[Card, int], placed: list[Placed], size: int) -> Play:
    cards = [card for kind, faces in placed for card in list_unit_cards(kind, faces)]
    used = count_faces(cards)
    rest = [face for face, number in ordered.items() for _ in range(number - used.get(face, 0))]
    return (*cards, *rest[: size - len(cards)])

"""Following a lead: the plays worth a thought, and what each is expected to bring."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from engine.cards import Card, counts, points_of
from engine.fits import fit, multiples
from engine.leads import Lead
from engine.options import lead_of, legal_plays
from engine.players.base import Style
from engine.players.chances import Mark, Outlook, outlook
from engine.players.choosing import pick
from engine.players.reading import Reading
from engine.players.stakes import last_trick
from engine.players.worth import Worth, worth
from engine.shapes import tractors_first
from engine.trick import beats
from engine.trump import TRUMP_INDEX
from engine.units import paths
from engine.view import View

_MANY = 60
"""So many plays are weighed one by one; of more, only the best of some kinds."""
_ENDLESS = 600
"""So many plays are looked for at all."""

Play = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick in progress as the seat to follow sees it."""

    reading: Reading
    lead: Lead
    best: Play
    """The play that is winning."""
    ours: float
    """The chance that it is of this seat's side."""
    style: Style


def follow(reading: Reading, style: Style, rng: random.Random) -> Play:
    """Return the cards to follow with."""
    sure = style if reading.behind else replace(style, noise=0.0, reach=0.0)  # the last to play sees what he does
    return pick(weigh(reading, style), sure, rng)


def weigh(reading: Reading, style: Style) -> list[tuple[float, Play]]:
    """Return the plays worth a thought with what each is expected to bring, in card points."""
    trick = _trick(reading, style)
    stakes = last_trick(reading.view, style.weights, trick.lead)
    value = worth(reading, style.weights, stakes)
    plays = _without_ruffs_on_a_partner(trick, tuple(candidates(trick, value)))
    if len(plays) == 1:
        return [(0.0, plays[0])]
    judge = Judge(trick, value, stakes if len(reading.view.hand) == trick.lead.size else 0.0)
    return [(judge.score(play), play) for play in plays]


def _without_ruffs_on_a_partner(trick: Trick, plays: Sequence[Play]) -> Sequence[Play]:
    """Return the plays less those that would ruff a trick which a known partner wins with nobody left to play."""
    reading, lead = trick.reading, trick.lead
    if reading.behind or trick.ours < 1.0 or lead.index == TRUMP_INDEX:
        return plays
    suit_of, rules = reading.trump.order.suit_of, reading.view.rules
    kept = tuple(
        play
        for play in plays
        if suit_of[play[0]] != TRUMP_INDEX or not beats(lead, trick.best, play, reading.trump, rules)
    )
    return kept or plays


def _trick(reading: Reading, style: Style) -> Trick:
    view = reading.view
    winning = next(play for play in view.trick.plays if play.seat == view.trick.winner)
    return Trick(reading, lead_of(view), winning.cards, reading.ally[winning.seat], style)


class Judge:
    """Weighs plays of one trick against each other."""

    def __init__(self, trick: Trick, value: Worth, stakes: float) -> None:
        self.trick = trick
        self.value = value
        self.stakes = stakes
        """What the trick counts beside its card points: the kitty, if it is the last one."""
        self.on_table = trick.reading.view.trick.points
        self.behind = trick.reading.behind
        self.outlooks: dict[tuple[Mark, float], Outlook] = {}

    def score(self, play: Play) -> float:
        """Return the points that a play is expected to be worth."""
        trick, weights = self.trick, self.trick.style.weights
        takes = beats(trick.lead, trick.best, play, trick.reading.trump, trick.reading.view.rules)
        seen = self._outlook(play if takes else trick.best, 1.0 if takes else trick.ours)
        points = self.on_table + points_of(play) + self.stakes
        won = points + seen.won + weights.tempo
        lost = points + seen.lost + weights.tempo
        return seen.ours * won - (1 - seen.ours) * lost - self.value.cost(play)

    def _outlook(self, cards: Play, ours: float) -> Outlook:
        mark = mark_of(self.trick.reading, cards)
        key = (mark, ours)
        if key not in self.outlooks:
            trick = self.trick
            self.outlooks[key] = outlook(trick.reading, trick.lead, mark, ours, self.behind, trick.style.weights)
        return self.outlooks[key]


def mark_of(reading: Reading, cards: Sequence[Card]) -> Mark:
    """Return how high a play is that wins so far."""
    order = reading.trump.order
    return Mark(order.suit_of[cards[0]], max(order.strength[card] for card in cards))


def candidates(trick: Trick, value: Worth) -> Iterator[Play]:
    """Yield legal plays, each once: all if they are few, else those that are the best of some kind."""
    view, lead = trick.reading.view, trick.lead
    mine = _in_suit(trick.reading, lead)
    if lead.index < 0 or len(mine) >= lead.size:
        return iter(_of_suit(view, value))
    short = _distinct(_short(trick.reading, lead, mine, value))
    return short if view.rules.bombs == "off" else _distinct(chain(short, legal_plays(view, _ENDLESS)))


def _in_suit(reading: Reading, lead: Lead) -> Play:
    if lead.index < 0:
        return ()
    return tuple(face for face, number in reading.by_suit[lead.index].items() for _ in range(number))


def _distinct(plays: Iterable[Play]) -> Iterator[Play]:
    seen: set[Play] = set()
    for play in plays:
        key = tuple(sorted(play))
        if key not in seen:
            seen.add(key)
            yield play


def _of_suit(view: View, value: Worth) -> Sequence[Play]:
    """Return plays of the led suit; of very many those that cost least, with and without a liking for points."""
    found = list(islice(legal_plays(view), _ENDLESS))
    if len(found) <= _MANY:
        return found
    cheap = sorted(found, key=value.cost)[: _MANY // 2]
    dear = sorted(found, key=lambda play: value.cost(play) - points_of(play))[: _MANY // 2]
    return tuple(_distinct((*cheap, *dear)))


def _short(reading: Reading, lead: Lead, mine: Play, value: Worth) -> Iterator[Play]:
    """Yield plays of a hand with fewer cards of the suit than were led: all of these, and others with them."""
    others = {face: n for face, n in reading.held.items() if reading.trump.order.suit_of[face] != lead.index}
    if not mine and lead.index != TRUMP_INDEX:
        yield from ruffs(reading, lead)
    missing = lead.size - len(mine)
    if missing == 1:
        yield from ((*mine, face) for face in others)
        return
    for order in _orders(reading, others, value):
        copies = [face for face in order for _ in range(others[face])]
        yield (*mine, *copies[:missing])


def _orders(reading: Reading, others: dict[Card, int], value: Worth) -> Iterator[list[Card]]:
    """Yield the faces to throw away by: cost, cost without points, points; and one side suit before the others."""
    suit_of = reading.trump.order.suit_of
    cost = {face: value.single[face] + (value.pair[face] / 2 if face in value.pair else 0.0) for face in others}
    for liking in (0.0, 1.0, -1.0):
        yield sorted(others, key=lambda face: (cost[face] - liking * face.points, face))
    for suit in {suit_of[face] for face in others} - {TRUMP_INDEX}:
        for liking in (0.0, 1.0, -1.0):
            yield sorted(others, key=lambda face: (suit_of[face] != suit, cost[face] - liking * face.points, face))


def ruffs(reading: Reading, lead: Lead) -> Iterator[Play]:
    """Yield plays of trumps that match the shape of the lead, low and high."""
    held = reading.by_suit[TRUMP_INDEX]
    if sum(held.values()) < lead.size:
        return
    order = reading.trump.order
    above = order.above_without(lead.gone)
    if not lead.is_throw:
        width, length = lead.shape[0]
        for path in paths(held, width, length, above):
            yield tuple(face for face in path for _ in range(width))
        return
    for falling in (False, True):
        ordered = dict(sorted(held.items(), key=lambda item: order.strength[item[0]], reverse=falling))
        placed = fit(multiples(ordered), tractors_first(lead.shape), above)
        if placed is None:
            return
        yield _filled(ordered, placed, lead.size)


def _filled(ordered: dict[Card, int], placed: list[tuple[int, Play]], size: int) -> Play:
    cards = [face for width, faces in placed for face in faces for _ in range(width)]
    used = counts(cards)
    rest = [face for face, number in ordered.items() for _ in range(number - used.get(face, 0))]
    return (*cards, *rest[: size - len(cards)])

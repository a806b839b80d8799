"""Counts plays that a partner would call blunders. A play is judged only by what its seat could know."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import lead_of, legal_plays
from engine.model.actions import Play
from engine.model.cards import points_of
from engine.model.trump import TRUMP_INDEX
from engine.model.view import Ask
from engine.players.policies.beliefs import infer_beliefs

COSTLY = 10
"""The points of a king or a ten. Wasting one of these cards is a blunder."""
LAST = 3
"""The number of plays in a trick before the last seat plays, at a table for four."""
SECOND, THIRD = 1, 2
PLAYS_LISTED = 400

HONOUR_LED = "a king or ten is led under a higher card still out"
HONOUR_LED_FOR_NOTHING = "and an equally strong card without points was held"
PARTNER_RUFFED = "the third seat ruffs a partner's card that nobody can beat"
HONOUR_SECOND = "the second seat plays a king or ten that a card still out beats"
POINTS_LOST = "the last seat gives points to a lost trick"


@dataclass(frozen=True)
class Moment:
    """A play of a seat at a table for four, and what this seat could know."""

    view: object
    cards: tuple
    beliefs: object

    @property
    def partner(self):
        return (self.view.seat + 2) % 4

    def suit(self, card):
        return self.beliefs.trump.order.suit_of[card]

    def unseen_above(self, card):
        strength = self.beliefs.trump.order.strength[card]
        return sum(number for at, number in self.beliefs.unseen_by_strength[self.suit(card)] if at > strength)


def count_blunders(asked) -> Counter:
    """Count the blunders at tables for four. `asked` has (view, action, phase after it) for each action."""
    found = Counter()
    for view, action, _ in asked:
        if isinstance(action, Play) and view.rules.players == LAST + 1:
            found.update(name_blunders(view, action.cards))
    return found


def name_blunders(view, cards) -> Iterator[str]:
    """Yield the names of the blunders that a play makes."""
    moment = Moment(view, cards, infer_beliefs(view))
    if view.ask is Ask.LEAD:
        yield from _name_lead(moment)
        return
    match len(view.trick.plays):
        case number if number == SECOND and _wastes_honour(moment):
            yield HONOUR_SECOND
        case number if number == THIRD and _ruffs_partner(moment):
            yield PARTNER_RUFFED
        case number if number == LAST and _gives_points(moment):
            yield POINTS_LOST


def _name_lead(moment) -> Iterator[str]:
    card, suit = moment.cards[0], moment.suit(moment.cards[0])
    if len(moment.cards) > 1 or card.points < COSTLY or suit == TRUMP_INDEX:
        return
    above = moment.unseen_above(card)
    if not above or moment.beliefs.void[moment.partner][suit]:
        return
    yield HONOUR_LED
    if any(not face.points and moment.unseen_above(face) <= above for face in moment.beliefs.by_suit[suit]):
        yield HONOUR_LED_FOR_NOTHING


def _wastes_honour(moment) -> bool:
    """Whether a king or ten is played that an unseen card beats. The hand has a cheaper card of the same suit."""
    card, lead = moment.cards[0], lead_of(moment.view)
    if lead.size > 1 or card.points < COSTLY or lead.index == TRUMP_INDEX or moment.suit(card) != lead.index:
        return False
    return bool(moment.unseen_above(card)) and any(face.points < COSTLY for face in moment.beliefs.by_suit[lead.index])


def _winning(moment):
    return next(play for play in moment.view.trick.plays if play.seat == moment.view.trick.winner)


def _takes(moment, cards) -> bool:
    view = moment.view
    return beats(lead_of(view), _winning(moment).cards, cards, view.trump, view.rules)


def _ruffs_partner(moment) -> bool:
    """Whether the play trumps the partner's winning play, which no unseen card of the led suit can beat.

    It is no blunder if every legal play takes the trick, or if the next seat is known to have no card of the led suit.
    """
    winning, lead, beliefs = _winning(moment), lead_of(moment.view), moment.beliefs
    if winning.seat != moment.partner or lead.index == TRUMP_INDEX or moment.suit(winning.cards[0]) != lead.index:
        return False
    if moment.suit(moment.cards[0]) != TRUMP_INDEX:
        return False
    last = (moment.view.seat + 1) % 4
    top = max(winning.cards, key=lambda card: beliefs.trump.order.strength[card])
    if beliefs.void[last][lead.index] or moment.unseen_above(top) or not _takes(moment, moment.cards):
        return False
    return any(not _takes(moment, play) for play in legal_plays(moment.view, PLAYS_LISTED))


def _gives_points(moment) -> bool:
    """Whether the play gives points to a trick that the side loses. Another legal play would give fewer."""
    if _winning(moment).seat == moment.partner or _takes(moment, moment.cards):
        return False
    given = points_of(moment.cards)
    plays = legal_plays(moment.view, PLAYS_LISTED)
    return given > 0 and any(points_of(play) < given and not _takes(moment, play) for play in plays)
